"""Velocity grids and their solvers on the CPU."""

# Here and not where they are needed: kernels before the first is compiled, links before GDAL loads.
from core.files import links as links
from core.parallel import kernel_cache as kernel_cache
