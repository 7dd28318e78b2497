"""Colour maps to choose from, each shown by its ramp."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon, QImage, QPixmap
from PySide6.QtWidgets import QComboBox, QWidget

from resources.colormaps import COLORMAPS, colormap

RAMP = QSize(56, 14)


class ColormapCombo(QComboBox):
    """The item data is the colour map's name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setIconSize(RAMP)
        for name in COLORMAPS:
            self.addItem(ramp_icon(name), name.capitalize(), name)


def ramp_icon(name: str) -> QIcon:
    """The colours of a map from left to right."""
    colours = np.asarray(colormap(name), np.uint8)[:, :3]
    across = np.linspace(0, len(colours) - 1, RAMP.width() * 2).astype(int)
    row = np.ascontiguousarray(np.tile(colours[across], (RAMP.height() * 2, 1, 1)))
    height, width = row.shape[:2]
    image = QImage(row.data, width, height, 3 * width, QImage.Format.Format_RGB888)
    return QIcon(QPixmap.fromImage(image.copy()))
