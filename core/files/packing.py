"""How cells of GeoTIFFs are packed."""

from __future__ import annotations

from typing import Literal

Compression = Literal["deflate", "lzw", "none"]
"""Names as GDAL has them; LZW is read by old programs, too."""
