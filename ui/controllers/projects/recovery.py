"""What a window left that did not close: offered at the next start, opened, or put away."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject

from app.project.file import read_project
from core.errors import IsofrontError
from ui.controllers.projects.autosave import decline, left_behind, work_of
from ui.texts import one_line
from ui.widgets.message_bar import NOTE, MessageBar

translate = QCoreApplication.translate


class Recovery(QObject):
    """Offers the newest work that was left. It stays kept until it is opened or the offer is
    dismissed by hand, whatever else takes the place of the message.

    open_ : opens what was kept, as unsaved work of a project or of none.
    """

    def __init__(
        self,
        parent: QObject,
        messages: MessageBar,
        open_: Callable[[Path, Path | None], None],
        fail: Callable[[IsofrontError], None],
    ) -> None:
        super().__init__(parent)
        self._messages, self._open, self._fail = messages, open_, fail
        self._offered: Path | None = None
        messages.shown.connect(self._pass_over)
        messages.declined.connect(self._decline)

    def offer(self) -> None:
        """Say what a window left that did not close, and offer it."""
        for path in left_behind()[:1]:
            moment = datetime.fromtimestamp(path.stat().st_mtime).strftime("%Y-%m-%d %H:%M")
            told_of = translate("Projects", "Unsaved work of {moment} was kept")
            told_of = told_of.format(moment=moment)
            if name := work_of(path):
                told_of = translate("Projects", "Unsaved work on {name} of {moment} was kept")
                told_of = told_of.format(name=one_line(name), moment=moment)
            self._messages.say(
                NOTE,
                told_of,
                translate("Projects", "Isofront did not close as usual then."),
                translate("Projects", "Recover"),
                partial(self.recover, path),
                stays=True,
            )
            self._offered = path

    def recover(self, path: Path) -> None:
        """Open what a window left, as unsaved work of its project."""
        try:
            named = str(read_project(path).values.get("autosave_of", ""))
        except IsofrontError as error:
            self._fail(error)
            return
        self._open(path, Path(named) if named else None)

    def _pass_over(self) -> None:
        """Another message takes the place of the offer, which is made again at the next start."""
        self._offered = None

    def _decline(self) -> None:
        if self._offered is not None:
            decline(self._offered)
            self._offered = None
