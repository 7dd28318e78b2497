"""What is to be asked of a file before it is read, whatever it holds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from PySide6.QtWidgets import QWidget

from app.document.document import Document
from core.cancel import Cancel
from core.progress import Progress


@runtime_checkable
class Question(Protocol):
    """A file that was looked into."""

    @property
    def path(self) -> Path: ...
    def dialog(self, parent: QWidget, look_into: Callable[[str], None]) -> Any:
        """A dialog with a signal `chosen` for the options. look_into : hears the name of another
        member of an archive that is to be looked into."""
        ...

    def read(self, options: Any, progress: Progress, cancel: Cancel) -> Document:
        """The document, for a thread of its own. Raises IsofrontError."""
        ...
