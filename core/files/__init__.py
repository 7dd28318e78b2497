"""Files that appear whole, calls that may end without harm, and what both file readers need."""

# Here and not where it is needed: before the first kernel is compiled.
from core.parallel import kernel_cache as kernel_cache
