"""The command that measures: what it says of a line or an area, and what it gives way to."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QObject

from core.files.projections import globe_of
from ui.actions import Actions
from ui.controllers.map_link import MapLink
from ui.pictures.ground import MapGround
from ui.texts import area as area_words
from ui.texts import length

OTHERS = ("close_roads", "pick_origins", "pick_destinations")
"""Commands by which clicks mean something else."""


class MeasureCommand(QObject):
    """Keeps command and tool together; one meaning of clicks at a time."""

    def __init__(self, link: MapLink, commands: Actions) -> None:
        super().__init__(link)
        self._link, self._command = link, commands["measure"]
        tool = link.view.measuring.tool
        link.view.measuring.words = self._words
        self._command.toggled.connect(tool.activate)
        tool.turned.connect(self._command.setChecked)
        for id_ in OTHERS:
            other = commands[id_]
            self._command.toggled.connect(
                lambda on, other=other: other.setChecked(False) if on else None
            )
            other.toggled.connect(lambda on: self._command.setChecked(False) if on else None)

    def _words(self, corners: NDArray[np.float64], area: bool) -> tuple[str, ...]:
        ground = self._link.view.ground
        if ground is None or len(corners) < 2:
            return ()
        if not area:
            return (length(length_on(ground, corners)),)
        around = length(length_on(ground, np.concatenate((corners, corners[:1]))))
        words = QCoreApplication.translate("Measure", "{length} around").format(length=around)
        return area_words(area_on(ground, corners)), words


def length_on(ground: MapGround, corners: NDArray[np.float64]) -> float:
    """Metres along the corners of a line, by geodesics where it is known where the map lies."""
    globe = globe_of(ground.crs_wkt)
    if globe is not None:
        return globe.length(corners)
    steps = np.diff(corners, axis=0)
    return float(np.hypot(steps[:, 0], steps[:, 1]).sum()) * ground.metres_per_unit(corners[0, 1])


def area_on(ground: MapGround, corners: NDArray[np.float64]) -> float:
    """Square metres within a ring, in the same way."""
    globe = globe_of(ground.crs_wkt)
    if globe is not None:
        return globe.area(corners)
    x, y = (corners - corners[0]).T  # far from 0, products would lose their last digits
    twice = abs(float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))))
    return twice / 2 * ground.metres_per_unit(corners[0, 1]) ** 2
