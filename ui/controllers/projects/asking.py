"""What is asked of a user whose work is in no file."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QInputDialog, QMessageBox, QWidget

SAVE, DISCARD, CANCEL = "save", "discard", "cancel"


def ask_about_unsaved(window: QWidget, name: str) -> str:
    """Whether to SAVE what was done to a project, to DISCARD it, or to CANCEL and stay."""
    box = QMessageBox(window)
    box.setIcon(QMessageBox.Icon.Question)
    title = QCoreApplication.translate("Projects", "Save the changes to {name}?")
    box.setText(title.format(name=name))
    box.setInformativeText(QCoreApplication.translate("Projects", "What is not saved is lost."))
    buttons = QMessageBox.StandardButton
    box.setStandardButtons(buttons.Save | buttons.Discard | buttons.Cancel)
    box.setDefaultButton(buttons.Save)
    chosen = box.exec()
    return {buttons.Save: SAVE, buttons.Discard: DISCARD}.get(buttons(chosen), CANCEL)


def ask_about_name(window: QWidget, title: str, proposed: str) -> str:
    """A name; "" where the user gave none."""
    name, given = QInputDialog.getText(window, title, title, text=proposed)
    return name.strip() if given else ""
