"""The language of the window."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QLocale, QTranslator
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QDoubleSpinBox
from pytestqt.qtbot import QtBot

from app.cli.arguments import parse
from app.cli.foreground import Foreground
from app.cli.window_command import window
from app.main import QtWindow
from benchmarks.reports.translation import (
    COMPILED,
    INNER,
    TEXTS,
    collected,
    inner,
    missing,
    translations,
)
from core.errors import InputError
from ui import language


@pytest.fixture
def app(qapp: QApplication) -> Iterator[QApplication]:
    """The application, which speaks English again afterwards."""
    yield qapp
    for translator in qapp.findChildren(QTranslator):
        qapp.removeTranslator(translator)
        translator.deleteLater()
    QLocale.setDefault(QLocale.system())
    language.current = "en"


def test_german_is_spoken_by_the_window_and_by_qt(app: QApplication, qtbot: QtBot) -> None:
    assert language.speak(app, "de") == "de"
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    qtbot.addWidget(box)
    assert box.buttons()[0].text().replace("&", "") == "Schließen"
    field = QDoubleSpinBox()
    qtbot.addWidget(field)
    field.setValue(12.5)
    assert field.text() == "12.50"  # as in files, on the command line and everywhere else


def test_the_system_is_followed_as_far_as_there_is_a_translation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def reads(*names: str) -> None:
        monkeypatch.setattr(QLocale, "uiLanguages", lambda _self: list(names))

    reads("fr-FR", "de-AT", "en")
    assert language.spoken("system") == "de"
    assert language.spoken("en") == "en"
    reads("fr-FR")
    assert language.spoken("system") == "en"
    assert language.spoken("tlh") == "en"  # a choice that a hand wrote


def test_every_text_has_its_german() -> None:
    """Whoever writes a text that a user sees gives its German in the same commit."""
    texts = {text for text in collected() if text[0] != INNER}
    kept = {text for text in translations() if text[0] != INNER}
    how = "python -m benchmarks.reports.translation says what to do, and does the rest"
    assert texts - kept == set(), f"not in the file of translations: {how}"
    assert kept - texts == set(), f"in the file of translations, and gone: {how}"
    assert missing() == [], f"without German: {how}"


def test_no_text_is_unfinished() -> None:
    """Neither do those of packages that do not know Qt wait for their German."""
    texts, said = collected(), translations()
    how = "python -m benchmarks.reports.translation says what to do, and does the rest"
    assert [text for _, text in texts if not said.get((_, text))] == [], f"without German: {how}"
    assert said.keys() - set(texts) == set(), f"in the file of translations, and gone: {how}"
    raw = ElementTree.parse(TEXTS).iter("translation")
    assert [each.get("type") for each in raw if each.get("type") is not None] == []


def test_only_what_is_told_to_people_is_translated(tmp_path: Path) -> None:
    """Rules leave out what is not, and nothing beside it."""
    for package in ("core", "raster", "road", "gpu", "app"):
        (tmp_path / package).mkdir()
    (tmp_path / "core" / "said.py").write_text(
        """
FORMAT = "%(asctime)s %(name)s: %(message)s"
COST_MODEL = "seconds of a step"
ways = "forward|with|along|sens direct", "--backend cpu"
print("interrupted; nothing was written")
assert ways, "only a graph has ways"
found = ways["nearest cover"] if line != "#pragma once" else cast("tuple[int, int]", line)
raise InputError("there is no height" if found == "no height" else f"{found} is too high")
raise ParameterError("costs without levels", advice="Customize with keep_all=True.")
""",
        "utf-8",
    )
    told = ["costs without levels", "there is no height", "{0} is too high"]
    assert sorted(text for _, text in inner(tmp_path)) == told


def test_german_takes_no_more_than_is_put_in() -> None:
    """A field that the English has not would end in a KeyError where the text is shown."""
    fields = re.compile(r"\{(\w+)[^{}]*\}")
    for (context, text), german in translations().items():
        known = {*fields.findall(text), "Edit"}  # with a capital, for words that go into a menu
        assert set(fields.findall(german)) <= known, (context, text)


def test_german_addresses_nobody() -> None:
    """Commands are infinitives, as docs/translation.md has it."""
    addressed = re.compile(r"n Sie\b|\bIhr(e[mnrs]?)? (Rechte|Datei|Gerät)|\b[Dd]u\b")
    assert [german for german in translations().values() if addressed.search(german)] == []


def test_what_is_loaded_is_made_of_the_translations() -> None:
    """Should it not be: `python -m benchmarks.reports.translation`."""
    loaded = QTranslator()
    assert loaded.load(str(COMPILED))
    said = translations()
    told = {key: loaded.translate(*key) or "" for key in said}
    assert {key: (told[key], text) for key, text in said.items() if told[key] != text} == {}


def test_the_command_line_says_which(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    opened: list[str] = []
    monkeypatch.setattr(
        QtWindow,
        "open",
        lambda self, path, *, sample, language, scenario: opened.append(language) or 0,
    )
    for words in (["--language", "de"], []):
        window(parse(words), Foreground(), QtWindow())
    assert opened == ["de", ""]
    with pytest.raises(InputError):
        parse(["--language", "tlh"])
