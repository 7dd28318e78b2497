"""Shapes out of fields: marching squares, rings, polygons with holes; arrays in, arrays out."""

# Before the first kernel is compiled, whoever comes here first.
from core.parallel import kernel_cache as kernel_cache
