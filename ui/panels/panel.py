"""What every panel is."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.editing.session import Change, Session
from ui.controllers.editing import Editor


class Panel(QWidget):
    """Shows the session and sends edits to the editor; holds no truth of its own."""

    shown_changes: Change = Change(0)
    """What of the session it shows; a change of anything else does not reach `refresh`."""

    wants: str = ""
    """What a document has to name among its panels for it to be of use; "" for nothing."""

    def __init__(self, editor: Editor) -> None:
        super().__init__()
        self.editor = editor
        editor.followers.told.connect(self._on_change)

    @property
    def session(self) -> Session:
        return self.editor.session

    def _on_change(self, change: Change) -> None:
        shown = change & self.shown_changes
        if shown and self.is_of_use:
            self.refresh(shown)

    @property
    def is_of_use(self) -> bool:
        """Whether there is something open that it shows; always, of one that wants nothing."""
        document = self.session.document
        return not self.wants or (document is not None and self.wants in document.panels)

    def refresh(self, change: Change) -> None:
        """Show what changed of a document that it is of use with."""
        raise NotImplementedError
