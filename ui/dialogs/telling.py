"""The dialogs that tell of the program itself, by the commands that open them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QMainWindow

from ui.actions import Actions
from ui.dialogs.about import AboutDialog
from ui.dialogs.commands import CommandsDialog
from ui.dialogs.help import HelpDialog
from ui.dialogs.keys import KeysDialog
from ui.dialogs.log import LogDialog
from ui.docks import Docks


def telling(
    window: QMainWindow, commands: Actions, docks: Docks, formats: Callable[[str], str]
) -> dict[str, Callable[[], None]]:
    """What opens each of them, by the id of its command. formats : what each command writes."""
    return {
        "help": lambda: HelpDialog(window.menuBar(), window).open(),
        "commands": lambda: CommandsDialog(window.menuBar(), docks.run, window, formats).open(),
        "keys": lambda: KeysDialog(commands, window).open(),
        "log": lambda: LogDialog(window).open(),
        "about": lambda: AboutDialog(window).open(),
    }
