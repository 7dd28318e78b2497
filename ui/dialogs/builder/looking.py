"""The thread that makes pictures of recipes; the newest wish wins."""

from __future__ import annotations

from PySide6.QtCore import Signal

from app.builder.preview import Previewer
from app.builder.recipe import Recipe
from app.user_errors import as_user_error
from core.cancel import Cancel
from core.errors import CancelledError
from ui.canvas.wish_thread import WishThread


class LookThread(WishThread):
    """Looks at the newest recipe; what it reads for an older one is given up."""

    name = "preview of terrain"

    looked = Signal(object)  # FirstLook
    failed = Signal(object)  # IsofrontError

    def __init__(self) -> None:
        super().__init__()
        self._cancel = Cancel()
        self._previewer = Previewer()

    def look(self, recipe: Recipe) -> None:
        """FirstLook at this."""
        self.forget()
        self._cancel = Cancel()
        self.ask((recipe, self._cancel))

    def forget(self) -> None:
        """Show nothing of what was asked for."""
        self._cancel.set()

    def stop(self) -> None:
        self.forget()
        super().stop()

    def _serve(self, wish: tuple[Recipe, Cancel]) -> None:
        recipe, cancel = wish
        try:
            look = self._previewer.look(recipe, cancel=cancel)
            cancel.check("the preview")
            self.looked.emit(look)
        except CancelledError:
            return
        except Exception as error:  # the window must hear of it
            if not cancel.requested:
                self.failed.emit(as_user_error(error))

    def _work(self) -> None:
        super()._work()
        self._previewer.close()  # in the thread that opened: GDAL's settings are of a thread
