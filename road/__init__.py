"""Road graphs and their solvers on the CPU."""

# Here and not where kernels stand, because it must come before the first of them is compiled.
from core import kernel_cache as kernel_cache
