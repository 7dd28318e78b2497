"""What compiled solvers have in common, whatever they solve: it knows neither cells nor arcs."""

# Here and not where it is needed: before the first kernel is compiled.
from core.parallel import kernel_cache as kernel_cache
