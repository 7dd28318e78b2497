"""A small live plot over the iterations of a solve."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.widgets import form

if TYPE_CHECKING:  # dear to load: a window that shows no plot yet begins without it
    from ui.plots.iteration_curves import IterationCurves

LEAST_HEIGHT = 98  # pixels in which a curve can be told from another, with names of axes

SOON_MS = 1000
"""Milliseconds after which there are axes without a curve; the window shows itself first."""


class IterationPlot(QWidget):
    """Named curves over the iteration number; what draws them is loaded when there are some, or
    soon after it is shown."""

    def __init__(
        self,
        label: str,
        series: Sequence[tuple[str, int]],
        reader: Callable[[int], str],
        parent: QWidget | None = None,
    ) -> None:
        """`series` holds (name, index of the theme's plot colour); `reader` tells of a place."""
        super().__init__(parent)
        self.setAccessibleName(label)
        form.yielding(self, LEAST_HEIGHT)
        self._room = QVBoxLayout(self)
        self._room.setContentsMargins(0, 0, 0, 0)
        self._series = tuple(series)
        self._reader, self._axes = reader, ("", "")
        self._newest: tuple[Sequence[int], tuple[Sequence[float], ...]] = ((), ((),) * len(series))

    @cached_property
    def curves(self) -> IterationCurves:
        """What draws them."""
        from ui.plots.iteration_curves import IterationCurves

        made = IterationCurves(self._series, self._reader, self)
        made.name_axes(*self._axes)
        self._room.addWidget(made)
        index, values = self._newest
        made.show_values(index, *values)
        made.show()
        return made

    def name_axes(self, across: str, up: str) -> None:
        """Write what is counted along each, with its unit."""
        if (across, up) != self._axes:
            self._axes = across, up
            if "curves" in self.__dict__:
                self.curves.name_axes(across, up)

    def show_values(self, index: Sequence[int], *values: Sequence[float]) -> None:
        """Draw the curves."""
        self._newest = index, values
        if "curves" in self.__dict__ or (len(index) and self.isVisible()):
            self.curves.show_values(index, *values)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's name
        super().showEvent(event)
        QTimer.singleShot(0 if len(self._newest[0]) else SOON_MS, self, lambda: self.curves)
