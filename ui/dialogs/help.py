"""Help that is searched: the keys, and the documents that come with the program."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenuBar,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from resources.paths import DOCS
from ui.dialogs.commands import commands_of
from ui.dialogs.keys import mouse_rows
from ui.widgets import form

PAGES = (
    "window.md", "formats.md", "velocity_model.md", "build.md", "edits.md", "slopes.md",
    "exports.md", "projects.md", "roads/*.md", "command_line.md", "devices.md", "cluster.md",
    "algorithms/*.md", "glossary.md",
)  # fmt: skip
"""Documents for users, in the order of the list; those for contributors are left out."""

SIZE = (860, 520)
"""Width and height in pixels at first; a screen with less room makes it smaller."""

LIST_WIDTH = 280  # pixels

BETWEEN = " ▸ "
"""Sign between the title of a document and that of a chapter."""

INDENT = "      "
"""Space before chapters that stand below their document."""


@dataclass(frozen=True)
class Section:
    """A piece of help as Markdown. file : its document; None for what is made here."""

    title: str
    text: str
    file: Path | None = None

    def fits(self, letters: str) -> bool:
        """Whether every word of `letters` occurs in it."""
        told = f"{self.title} {self.text}".casefold()
        return all(word in told for word in letters.casefold().split())


def _tr(text: str) -> str:
    return QCoreApplication.translate("HelpDialog", text)


def keys_of(bar: QMenuBar) -> Section:
    """Mouse and keys as a table; commands in the words of the menus."""
    rows = [*mouse_rows(), *((c.key, c.words) for c in commands_of(bar) if c.key)]
    lines = [f"| {key.replace('|', '&#124;')} | {words} |" for key, words in rows]
    heads = f"| {_tr('Key or mouse')} | {_tr('What it does')} |"
    return Section(_tr("Keyboard and mouse"), "\n".join([heads, "|---|---|", *lines]))


def documents() -> Iterator[Section]:
    """Chapters of the documents; none where an installation came without them."""
    for name in PAGES:
        for file in sorted(DOCS.glob(name)):
            first, *chapters = file.read_text(encoding="utf-8").split("\n## ")
            page, _, opening = first.removeprefix("# ").replace("`", "", 2).partition("\n")
            yield Section(page, opening.strip(), file)
            for chapter in chapters:
                title, _, text = chapter.partition("\n")
                yield Section(f"{page}{BETWEEN}{title.replace('`', '')}", text.strip(), file)


def rows_of(sections: Sequence[Section]) -> Iterator[str]:
    """What a list has for each: of chapters that follow their document their own title, of others
    that first, since the end is cut off where it is long."""
    page = None
    for section in sections:
        own, _, chapter = section.title.partition(BETWEEN)
        if not chapter:
            page = own
            yield own
        elif own == page:
            yield f"{INDENT}{chapter}"
        else:
            page = None
            yield f"{chapter} – {own}"


def anchor_of(title: str) -> str:
    """What links call a chapter: its words in small letters with hyphens between."""
    words = re.sub(r"[^\w\- ]", "", title.rpartition("▸")[2].strip().lower())
    return words.replace(" ", "-")


class HelpDialog(QDialog):
    """Titles on the left, narrowed by what is typed; the chosen text beside them."""

    def __init__(self, bar: QMenuBar, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Help"))
        self.sections = (keys_of(bar), *documents())
        self._shown: list[Section] = []
        self._file: Path | None = None
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Words to look for"))
        self.field.setClearButtonEnabled(True)
        form.name(self.field, self.tr("Search the help"), self.tr("Several words narrow it"))
        self.list = QListWidget()
        self.list.setFixedWidth(LIST_WIDTH)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        form.name(self.list, self.tr("Titles"), self.tr("What the words were found in"))
        self.page = QTextBrowser()
        self.page.setOpenLinks(False)
        self.page.setSearchPaths([str(DOCS)])
        self.page.anchorClicked.connect(self.follow)
        form.name(self.page, self.tr("Text"), self.tr("The chosen piece of help"))
        beside = QHBoxLayout()
        beside.addWidget(self.list)
        beside.addWidget(self.page, 1)
        layout = QVBoxLayout(self)
        layout.addWidget(self.field)
        layout.addLayout(beside)
        self.field.textChanged.connect(self._fill)
        self.list.currentRowChanged.connect(self._show)
        self.finished.connect(self.deleteLater)
        self._fill("")
        room = self.screen().availableSize() - form.DIALOG_FRAME
        self.resize(min(SIZE[0], room.width()), min(SIZE[1], room.height()))

    def _fill(self, letters: str) -> None:
        found = [section for section in self.sections if section.fits(letters)]
        # What has the letters in its title comes first.
        found.sort(key=lambda section: letters.casefold() not in section.title.casefold())
        self._shown = found
        self.list.clear()
        for section, row in zip(found, rows_of(found), strict=True):
            item = QListWidgetItem(row)
            item.setToolTip(section.title)
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        if not found:
            self.page.setPlainText(self.tr("Nothing has all of these words."))

    def _read(self, section: Section) -> None:
        self._file = section.file
        if section.file is not None:  # what its pictures are named from
            self.page.setSearchPaths([str(section.file.parent)])
        self.page.setMarkdown(f"## {section.title}\n\n{section.text}")

    def follow(self, link: QUrl) -> None:
        """Show what a link in the help leads to: a chapter, a document, or a page of the network in
        the browser."""
        if link.scheme() in ("http", "https"):
            QDesktopServices.openUrl(link)
            return
        here = self._file or DOCS / PAGES[0]
        file = (here.parent / link.path()).resolve() if link.path() else here
        of_file = [section for section in self.sections if section.file == file]
        named = (s for s in of_file if anchor_of(s.title) == link.fragment())
        section = next(named, of_file[0] if of_file else None)
        if section is None and file.suffix == ".md" and file.is_file():
            title, _, text = file.read_text("utf-8").removeprefix("# ").partition("\n")
            section = Section(title, text.strip(), file)  # one for contributors
        if section is None:
            return
        if section in self.sections:
            if section not in self._shown:
                self.field.clear()
            self.list.setCurrentRow(self._shown.index(section))
        self._read(section)  # also where its row was the current one all the time

    def _show(self, row: int) -> None:
        if 0 <= row < len(self._shown):
            self._read(self._shown[row])
            if words := self.field.text().split():
                self.page.find(words[0])
