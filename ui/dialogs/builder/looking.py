"""The thread that makes pictures of recipes; the newest wish wins."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal

from app.builder.preview import FINE_CELLS, FirstLook, LookQuestion, Previewer
from app.builder.recipe import Recipe
from app.user_errors import as_user_error
from core.cancel import Cancel
from core.errors import CancelledError
from ui.canvas.wish_thread import WishThread
from ui.pictures.terrain import TerrainScene

REST_S = 0.2
"""Seconds without another wish after which a finer picture is made."""

MOST_FINE = 4 * FINE_CELLS
"""Cells of a result of which a finer picture is made: more take long to read."""


@dataclass(frozen=True, eq=False)
class Seen:
    """A look, and the scene of it."""

    look: FirstLook
    scene: TerrainScene


@dataclass(frozen=True, eq=False)
class _Wish:
    recipe: Recipe
    question: LookQuestion
    cancel: Cancel
    finer: Cancel


class LookThread(WishThread):
    """Looks at the newest recipe, coarsely, and once nothing else is wished on cells as small as
    those of the result. What is read for an older recipe is given up, but under a hand: there a
    coarse picture takes less time than the hand to the next but one."""

    name = "preview of terrain"

    looked = Signal(object)  # Seen
    failed = Signal(object)  # IsofrontError

    def __init__(self) -> None:
        super().__init__()
        self._cancel, self._finer = Cancel(), Cancel()
        self._previewer = Previewer()

    def look(self, recipe: Recipe, question: LookQuestion, *, drag: bool = False) -> None:
        """Look at this. drag : it is a step of many, and the one before may be finished first."""
        if not drag or self._cancel.requested:
            self.forget()
            self._cancel = Cancel()
        self._finer.set()
        self._finer = Cancel()
        self.ask(_Wish(recipe, question, self._cancel, self._finer))

    def forget(self) -> None:
        """Show nothing of what was asked for."""
        self._cancel.set()
        self._finer.set()

    def stop(self) -> None:
        self.forget()
        super().stop()

    def _serve(self, wish: _Wish) -> None:
        try:
            look = self._previewer.look(wish.recipe, wish.question, cancel=wish.cancel)
            self._show(look, wish.cancel)
            size = look.target.rows * look.target.cols
            if look.fine or size > MOST_FINE or self._wished_otherwise():
                return
            look = self._previewer.look(
                wish.recipe, wish.question, most_cells=FINE_CELLS, cancel=wish.finer
            )
            self._show(look, wish.finer)
        except CancelledError:
            return
        except Exception as error:  # the window must hear of it
            if not wish.cancel.requested:
                self.failed.emit(as_user_error(error))

    def _show(self, look: FirstLook, cancel: Cancel) -> None:
        cancel.check("the preview")
        self.looked.emit(Seen(look, TerrainScene.of(look.cells, look.times)))

    def _wished_otherwise(self) -> bool:
        """Whether another wish comes within a moment."""
        with self._condition:
            return self._condition.wait_for(lambda: not self._idle(), timeout=REST_S)

    def _work(self) -> None:
        super()._work()
        self._previewer.close()  # in the thread that opened: GDAL's settings are of a thread
