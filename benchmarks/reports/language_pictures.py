"""Pictures of the whole window in a language, to see whether all of its texts have room.

    python -m benchmarks.reports.language_pictures FOLDER [--language de] [--scheme dark]
        [--size 1024 600] [--roads FILE] [--kinds window menus dialogs panels]

Writes a PNG of each: the window empty, on the sample and on roads, every menu, dialog and panel. A
scale factor is set by QT_SCALE_FACTOR.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QMenu, QWidget

from benchmarks.reports.waiting import DRAWN_MS, pause, rest
from benchmarks.reports.window_pictures import whole
from ui.application import application, save_picture
from ui.dialogs.about import AboutDialog
from ui.dialogs.commands import CommandsDialog
from ui.dialogs.help import HelpDialog
from ui.dialogs.join import JoinDialog
from ui.dialogs.keys import KeysDialog
from ui.dialogs.log import LogDialog
from ui.dialogs.preferences import PreferencesDialog
from ui.dialogs.race import RaceDialog
from ui.main_window import MainWindow
from ui.panels.catalog import PANELS

KINDS = ("window", "menus", "dialogs", "panels")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--language", default="de")
    parser.add_argument("--scheme", choices=("light", "dark"), default="light")
    parser.add_argument("--size", type=int, nargs=2, default=(1366, 768))
    parser.add_argument("--roads", type=Path, help="a road graph; without one, no roads")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    application([], scheme=asked.scheme, on_screen=False, language=asked.language)
    window = MainWindow(remember=False)
    window.resize(*asked.size)
    window.show()
    try:
        for name, picture in _pictures(window, asked.roads, set(asked.kinds)):
            save_picture(picture, asked.folder / f"{name}.png")
    finally:
        window.close()


def _pictures(
    window: MainWindow, roads: Path | None, kinds: set[str]
) -> Iterator[tuple[str, QImage]]:
    rest(window)
    if "window" in kinds:
        yield "welcome", whole(window)
    documents: dict[str, Callable[[], object]] = {"terrain": window.open_sample}
    if roads is not None:
        documents["roads"] = lambda: window.open_path(roads)
    for document, open_it in documents.items():
        open_it()
        rest(window)
        if window.session.result is None:
            window.editor.find_good_start()
            rest(window)
        window.stage.messages.dismiss()
        QTest.mouseMove(window.map, window.map.rect().center() + QPoint(40, 30))
        rest(window)
        if "window" in kinds:
            yield document, whole(window)
        if "panels" in kinds:
            for row in PANELS:
                if not window.docks.dock(row.id).isHidden():
                    window.docks.show_panel(row.id)
                    rest(window)
                    yield f"{document}_panel_{row.id}", whole(window)
        if "menus" in kinds:
            yield from ((f"{document}_menu_{n}", p) for n, p in _menus(window))
    if "dialogs" in kinds:
        for dialog in _dialogs(window):
            dialog.show()
            pause(DRAWN_MS)
            yield f"dialog_{type(dialog).__name__}", dialog.grab().toImage()
            dialog.close()


def _dialogs(window: MainWindow) -> Iterator[QDialog]:
    yield PreferencesDialog(window.switches, window)
    yield LogDialog(window)
    yield KeysDialog(window.commands, window)
    yield CommandsDialog(window.menuBar(), window.docks.run, window)
    yield HelpDialog(window.menuBar(), window)
    yield AboutDialog(window)
    yield JoinDialog(None, window)
    yield RaceDialog(window.editor, window)


def _menus(window: QWidget) -> Iterator[tuple[str, QImage]]:
    for number, menu in enumerate(window.findChildren(QMenu)):
        if menu.title():
            menu.aboutToShow.emit()
            menu.popup(QPoint(0, 0))
            pause(30)
            yield f"{number}", menu.grab().toImage()
            menu.close()


if __name__ == "__main__":
    main()
