"""Areas of a matrix's bands, drawn once the rest of its answer is shown."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from app.exports.matrix.shown import ShownMatrix, with_areas
from app.solving.jobs import Task
from core.errors import IsofrontError
from ui.bridge import Bridge


class AreasToCome(QObject):
    """Draws them beside other work; Esc does without."""

    known = Signal(object)  # ShownMatrix: the answer with its areas, or for good without
    failed = Signal(object)  # IsofrontError

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._task: Task | None = None
        self._answer: ShownMatrix | None = None
        bridge.cancelled.connect(self._do_without)

    def begin(self, answer: ShownMatrix) -> None:
        """Draw what the answer awaits."""
        self.give_up()
        if answer.awaits_areas:
            self._answer = answer
            title = self.tr("Drawing the areas of the bands")
            self._task = self._bridge.run(
                title, partial(with_areas, answer), self._take, self._fail
            )

    def give_up(self) -> None:
        """The answer holds no longer."""
        self._bridge.abandon(self._task)
        self._task = self._answer = None

    def _take(self, answer: ShownMatrix) -> None:
        self._task = self._answer = None
        self.known.emit(answer)

    def _fail(self, error: IsofrontError) -> None:
        self._do_without()
        self.failed.emit(error)

    def _do_without(self) -> None:
        if self._answer is not None:
            self._take(replace(self._answer, awaits_areas=False))
