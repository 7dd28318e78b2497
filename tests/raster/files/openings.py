"""How often rasters are opened, and how many of their rows are read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import rasterio

from core.cancel import NEVER, Cancel
from raster.files.gdal_raster import GdalReader
from raster.files.reader import Block


class Openings:
    """From its making to the end of a test. opened, rows : by the file's name."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.opened: Counter[str] = Counter()
        self.rows: Counter[str] = Counter()
        open_raster, blocks = rasterio.open, GdalReader.blocks

        def opened(path: Any, *rest: Any, **options: Any) -> Any:
            if "w" not in rest:
                self.opened[Path(str(path)).name] += 1
            return open_raster(path, *rest, **options)

        def read(reader: GdalReader, band: int, cancel: Cancel = NEVER) -> Iterator[Block]:
            for block in blocks(reader, band, cancel):
                self.rows[reader.source.path.name] += len(block.values)
                yield block

        monkeypatch.setattr(rasterio, "open", opened)
        monkeypatch.setattr(GdalReader, "blocks", read)
