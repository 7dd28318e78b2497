"""Light and dark."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ui import theme
from ui.pictures.theme import DARK, LIGHT, Theme


@pytest.fixture
def app(qapp: QApplication) -> Iterator[QApplication]:
    yield qapp
    theme.apply(qapp, "light")


def luminance(colour: str) -> float:
    """Relative luminance, WCAG 2.1."""
    parts = []
    drawn = QColor(colour)
    for part in (drawn.redF(), drawn.greenF(), drawn.blueF()):
        parts.append(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(first: str, second: str) -> float:
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("worn", [LIGHT, DARK], ids=lambda worn: worn.name)
def test_texts_can_be_read(worn: Theme) -> None:
    for ground in (worn.window, worn.panel, worn.field):
        assert contrast(worn.text, ground) >= 7
        assert contrast(worn.muted, ground) >= 4.5
        for signal in (worn.good, worn.warning, worn.error):
            assert contrast(signal, ground) >= 4.5
    assert contrast(worn.accent_text, worn.accent) >= 4.5


@pytest.mark.parametrize("worn", [LIGHT, DARK], ids=lambda worn: worn.name)
def test_barrier_speeds_and_background_stay_apart(worn: Theme) -> None:
    assert contrast(worn.barrier, worn.sea) >= 1.2
    assert contrast(worn.barrier, worn.slow) >= 1.2
    for ground in (worn.sea, worn.slow, worn.fast):
        assert max(contrast(tone, ground) for tone in (worn.barrier, worn.barrier_hatch)) >= 3
    assert contrast(worn.barrier, worn.barrier_hatch) >= 3  # on any colour of times one is seen
    assert contrast(worn.fast, worn.slow) >= 2
    assert contrast(worn.start, worn.start_ring) >= 2.5


@pytest.mark.parametrize("worn", [LIGHT, DARK], ids=lambda worn: worn.name)
def test_closed_roads_and_names_on_the_map_stand_out(worn: Theme) -> None:
    for ground in (worn.canvas, worn.rest_minor, worn.rest_major):
        assert contrast(worn.road_shut, ground) >= 3
    closed, rest = contrast(worn.road_closed, worn.canvas), contrast(worn.rest_major, worn.canvas)
    assert closed < rest, "what nobody may use is quieter than what is not reached"
    assert contrast(worn.road_closed, worn.panel) >= 1.3, "its line in the legend is seen"
    for name in (worn.street_name, worn.place_name):
        assert contrast(name, worn.name_halo) >= 4.5
    assert contrast(worn.text, worn.accent_soft) >= 4.5


def test_the_chosen_scheme_is_worn(app: QApplication) -> None:
    for name in ("dark", "light"):
        worn = theme.apply(app, name)
        assert worn.name == name
        assert theme.current() == worn
        assert app.palette().window().color() == QColor(worn.window)


@pytest.mark.parametrize("few", [1_000_000, 0])
def test_a_sheet_is_laid_aside_only_where_few_are_dressed_anew(
    few: int, app: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(theme, "FEW", few)
    theme.apply(app, "dark")
    worn = []

    def make() -> None:
        with theme.undressed():
            worn.append(app.styleSheet())
            raise ValueError("a panel cannot be made")

    with pytest.raises(ValueError, match="a panel"):
        make()
    assert worn == ["" if few else theme.style_sheet(DARK)]
    assert app.styleSheet() == theme.style_sheet(DARK)


def test_an_unknown_scheme_is_refused(app: QApplication) -> None:
    with pytest.raises(ValueError, match="choose one of system, light, dark"):
        theme.apply(app, "sepia")


def test_plots_follow(app: QApplication, qtbot: QtBot) -> None:
    import pyqtgraph

    plot = pyqtgraph.PlotWidget()
    qtbot.addWidget(plot)
    theme.restyle_plot(plot, DARK)
    assert plot.backgroundBrush().color() == QColor(DARK.plot)


def test_the_system_is_followed_while_nothing_else_is_chosen(
    app: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    theme.apply(app, "system")
    stop = theme.follow_system(app)
    for worn in (DARK, LIGHT):
        monkeypatch.setattr(theme, "current", lambda worn=worn: worn)
        app.styleHints().colorSchemeChanged.emit(app.styleHints().colorScheme())
        assert app.palette().window().color() == QColor(worn.window)
    stop()


def test_following_the_system_can_be_ended(app: QApplication) -> None:
    stop = theme.follow_system(app)
    theme.apply(app, "dark")
    app.styleHints().colorSchemeChanged.emit(app.styleHints().colorScheme())
    assert theme.current() == DARK  # what the user chose stays
    stop()
