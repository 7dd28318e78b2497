"""A thread that serves the newest of its wishes, one after another."""

from __future__ import annotations

import logging
import threading
from typing import Any

from PySide6.QtCore import QObject
from shiboken6 import isValid

from core.parallel.threads import give_way


class WishThread(QObject):
    """One thread, started with the first wish and ended by `stop`; `_serve` says what it does with
    a wish, and tells by signals, which arrive in the thread that made this object."""

    name = "wishes"

    def __init__(self) -> None:
        super().__init__()
        self._condition = threading.Condition()
        self._wish: Any = None
        self._serving = False
        self._stopping = False
        self._thread: threading.Thread | None = None

    def ask(self, wish: Any) -> None:
        """Serve this next; what was asked before and not begun is forgotten."""
        with self._condition:
            self._wish = wish
            self._condition.notify()
            if self._thread is None:
                self._stopping = False
                self._thread = threading.Thread(target=self._work, name=self.name, daemon=True)
                self._thread.start()

    @property
    def busy(self) -> bool:
        """Whether a wish is served, or about to be."""
        return self._serving or self._wish is not None

    def stop(self) -> None:
        """End the thread and wait for it; a later `ask` starts another."""
        with self._condition:
            self._stopping, self._wish = True, None
            thread, self._thread = self._thread, None
            self._condition.notify()
        if thread is not None:
            thread.join()

    def _serve(self, wish: Any) -> None:
        raise NotImplementedError

    def _idle(self) -> bool:
        return self._wish is None and not self._stopping

    def _next(self) -> Any:
        with self._condition:
            self._condition.wait_for(lambda: not self._idle())
            wish, self._wish = self._wish, None
            self._serving = wish is not None
            return None if self._stopping else wish

    def _work(self) -> None:
        give_way()  # the window is to stay quick while pictures are drawn
        while (wish := self._next()) is not None:
            try:
                self._serve(wish)
            except Exception:  # a picture that fails must not end the thread that draws the next
                if not isValid(self):
                    return  # the application ends
                logging.getLogger(__name__).exception("the map could not be drawn")
            self._serving = False
