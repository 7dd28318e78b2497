"""What is offered where no start can stand: the nearest place where one can."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.editing.session import Session
from app.starts import PlacedStart
from ui.controllers.starts.edits import Use
from ui.remedy import Remedy


def nearest(session: Session, start: PlacedStart, use: Use) -> Remedy | None:
    """A button that does something with the nearest place; None where there is none."""
    document = session.required
    found = document.nearest(start, session.options)
    if found is None:
        return None
    words = QCoreApplication.translate("Document", document.nearest_words)
    return Remedy(words, lambda: use(found))
