"""Help that is searched."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from resources.paths import DOCS
from tests.test_architecture import ROOT
from tests.ui.driving import Driver
from ui.actions import ENTRIES
from ui.dialogs.help import INDENT, HelpDialog
from ui.dialogs.keys import native


def _dialog(user: Driver) -> HelpDialog:
    user.window.activateWindow()  # no window manager does
    user.wait(user.window.isActiveWindow)
    QTest.keyClick(user.window, Qt.Key.Key_F1)
    user.wait(lambda: isinstance(QApplication.activeModalWidget(), HelpDialog))
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, HelpDialog)
    return dialog


def test_f1_begins_with_the_keys(user: Driver) -> None:
    dialog = _dialog(user)
    said = dialog.page.toPlainText()
    assert "Shift-click" in said
    assert "Key or mouse\nWhat it does\n" in said
    for entry in ENTRIES:
        if user.window.commands[entry.id].isVisible():
            assert native(entry.keys[0]) in said, entry.id
    dialog.reject()


def test_every_link_of_the_help_leads_somewhere(user: Driver) -> None:
    dialog = _dialog(user)
    lost, followed = [], 0
    for section in dialog.sections:
        for target in re.findall(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)", section.text):
            if target.startswith("http"):
                continue
            dialog.page.clear()
            dialog._read(section)
            before = dialog.page.toPlainText()
            dialog.follow(QUrl(target))
            followed += 1
            file = target.partition("#")[0]
            if file.endswith(".md") and dialog.page.toPlainText() == before:
                lost.append((section.title, target))
    assert followed > 20
    assert lost == []
    dialog._read(dialog.sections[1])
    dialog.follow(QUrl("command_line.md#comparisons"))
    assert dialog.list.currentItem().toolTip() == "The command line ▸ Comparisons"
    assert dialog.list.currentItem().text() == f"{INDENT}Comparisons"
    dialog.reject()


def test_an_installation_has_the_documents(tmp_path: Path) -> None:
    runpy.run_path(str(ROOT / "setup.py"))["add_documents"](tmp_path)
    assert (tmp_path / "resources" / "docs" / "window.md").is_file()
    assert (tmp_path / "resources" / "docs" / "images" / "roads.png").is_file()


def test_guides_for_users_are_among_the_documents(user: Driver) -> None:
    dialog = _dialog(user)
    named = {file for section in dialog.sections if (file := section.file)}
    listed = (DOCS / "README.md").read_text(encoding="utf-8")
    for name in ("build.md", "edits.md", "slopes.md", "projects.md", "velocity_model.md"):
        assert DOCS / name in named
        assert f"({name})" in listed
    assert "`" not in "".join(section.title for section in dialog.sections)
    dialog.reject()


def test_words_narrow_the_titles_and_their_text_is_shown(user: Driver) -> None:
    dialog = _dialog(user)
    whole = dialog.list.count()
    QTest.keyClicks(dialog.field, "Base layers")
    item = dialog.list.item(0)
    assert 1 <= dialog.list.count() < whole
    assert item.text() == "Base layers – The window"
    assert "MBTiles" in dialog.page.toPlainText()
    assert dialog.page.textCursor().selectedText() == "Base"
    QTest.keyClicks(dialog.field, " nowhere-to-be-found")
    assert dialog.list.count() == 0
    assert dialog.page.toPlainText() == "Nothing has all of these words."
    dialog.reject()
