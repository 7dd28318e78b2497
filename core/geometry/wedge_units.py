"""Units of the numbers that say what a wedge is like over cells that are not square; apart from
`core.geometry.wedge`, since what is compiled is loaded late."""

from __future__ import annotations

SHARE_BITS, PART_BITS = 24, 28
"""Units of 2⁻²⁴ and 2⁻²⁸; of what, says `raster.oblong`."""
