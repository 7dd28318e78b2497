"""Small pictures of maps, kept beside the imports, for the list of recent files."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap

from core.errors import IsofrontError
from core.files.import_cache import cache_folder
from ui.application import save_picture

WIDTH, HEIGHT = 128, 80
"""Pixels of a kept picture, twice as many each way as are shown on a plain screen."""


def of(path: Path) -> QPixmap | None:
    """The picture that was kept of a file; None where there is none."""
    picture = QPixmap(str(_file_of(path)))
    return None if picture.isNull() else picture


def keep(path: Path, seen: QPixmap, others: Sequence[Path]) -> None:
    """Keep how a map was seen last; of files that are not among `others` nothing is kept any more.

    A cache that cannot be written keeps none.
    """
    aspect, smooth = Qt.AspectRatioMode.KeepAspectRatioByExpanding, Qt.TransformationMode
    small = seen.scaled(WIDTH, HEIGHT, aspect, smooth.SmoothTransformation)
    left, top = (small.width() - WIDTH) // 2, (small.height() - HEIGHT) // 2
    wanted = {_file_of(other).name for other in (path, *others)}
    with suppress(OSError, IsofrontError):
        folder = _folder()
        folder.mkdir(parents=True, exist_ok=True)
        save_picture(small.copy(left, top, WIDTH, HEIGHT).toImage(), _file_of(path))
        for file in folder.glob("*.png"):
            if file.name not in wanted:
                file.unlink()


def _folder() -> Path:
    return cache_folder() / "thumbnails"


def _file_of(path: Path) -> Path:
    name = hashlib.sha256(str(path).encode("utf-8", "replace")).hexdigest()
    return _folder() / f"{name}.png"
