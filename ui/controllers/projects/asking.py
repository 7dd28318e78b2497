"""What is asked of a user whose work is in no file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QInputDialog, QMessageBox, QWidget

from app.project.sources import MissingSourceError, OutsideError
from app.project.trusted import trust
from core.errors import InputError, IsofrontError
from ui.remedy import Remedy

translate = QCoreApplication.translate

SAVE, DISCARD, CANCEL = "save", "discard", "cancel"


def ask_about_unsaved(window: QWidget, name: str) -> str:
    """Whether to SAVE what was done to a project, to DISCARD it, or to CANCEL and stay."""
    box = QMessageBox(window)
    box.setIcon(QMessageBox.Icon.Question)
    title = translate("Projects", "Save the changes to {name}?")
    box.setText(title.format(name=name))
    box.setInformativeText(translate("Projects", "What is not saved is lost."))
    buttons = QMessageBox.StandardButton
    box.setStandardButtons(buttons.Save | buttons.Discard | buttons.Cancel)
    box.setDefaultButton(buttons.Save)
    chosen = box.exec()
    return {buttons.Save: SAVE, buttons.Discard: DISCARD}.get(buttons(chosen), CANCEL)


def ask_to_replace(window: QWidget, name: str) -> bool:
    """Whether a file may be replaced whose name was typed without its suffix."""
    title = translate("Projects", "Save the project")
    words = translate("Projects", "{name} exists already. Replace it?")
    buttons = QMessageBox.StandardButton
    answer = QMessageBox.question(window, title, words.format(name=name))
    return bool(buttons(answer) == buttons.Yes)


def cure(
    window: QWidget,
    error: IsofrontError,
    path: Path,
    instead: Mapping[str, Path],
    outside: bool,
    again: Callable[[Mapping[str, Path], bool], None],
) -> tuple[IsofrontError, Remedy | None]:
    """What is told of a project that could not be opened, and what a button does about it.

    instead, outside : as it was tried; `again` is called with others.
    """
    if isinstance(error, OutsideError):
        names = error.names

        def allow() -> None:
            trust(path, names)
            again(instead, True)

        advice = translate("Projects", "Open them if you know who made the project.")
        remedy = Remedy(translate("Projects", "Open them"), allow)
    elif isinstance(error, MissingSourceError):
        lost = error

        def point() -> None:
            title = translate("Projects", "Where is {name} now?").format(name=lost.name)
            name, _ = QFileDialog.getOpenFileName(window, title, str(path.parent))
            if name:
                again({**instead, lost.source: Path(name)}, outside)

        advice = translate("Projects", "Choose it where it lies now.")
        remedy = Remedy(translate("Projects", "Choose the file…"), point)
    else:
        return error, None
    # Options of the command line are no advice here.
    return InputError(error.found, where=error.where, advice=advice), remedy


def ask_about_name(window: QWidget, title: str, proposed: str) -> str:
    """A name; "" where the user gave none."""
    name, given = QInputDialog.getText(window, title, title, text=proposed)
    return name.strip() if given else ""
