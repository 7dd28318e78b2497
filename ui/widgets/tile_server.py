"""The switch of a tile server and its address, said alike wherever they stand."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QCheckBox, QLineEdit

from ui.widgets import form

EXAMPLE = "https://…/{z}/{x}/{y}.png"
"""Address that a field shows as long as it is empty."""


def name_tile_server(switch: QCheckBox, address: QLineEdit) -> None:
    """Name both for screen readers, and say what they send."""
    translate = QCoreApplication.translate
    tip = translate(
        "TileServer", "Off: nothing is ever sent. On: the part of the map that is seen is asked for"
    )
    form.name(switch, translate("TileServer", "Tiles from a server"), tip)
    tip = translate(
        "TileServer",
        "Address with {z}, {x} and {y}, such as https://tiles.example.org/{z}/{x}/{y}.png",
    )
    form.name(address, translate("TileServer", "Address of the tiles"), tip)
    address.setPlaceholderText(EXAMPLE)
