"""The panel of contraction: iterations, levels of a query, and the paper's figures beside."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.timing.ch_paper import GRAPHS, nearest
from road.ch.report import ContractedLevel, ContractionReport
from tests.ui.driving import LEFT_BUTTON, NO_KEY, Driver
from tests.ui.rasters import Rasters
from tests.ui.roads import Roads, corner
from ui import theme
from ui.panels.contraction import ContractionPanel
from ui.panels.solver import SolverPanel
from ui.pictures.theme import DARK, LIGHT
from ui.plots.stacked_columns import StackedColumn, StackedColumns
from ui.texts import milliseconds


@pytest.fixture
def town(user: Driver, tmp_path: Path) -> Driver:
    """The town, solved by car from its first corner."""
    user.open(Roads(tmp_path).town())
    at = QPoint(*map(round, user.window.map.pixel_of(*corner(0, 0))))
    QTest.mouseClick(user.window.map, LEFT_BUTTON, NO_KEY, at)
    user.rest()
    return user


@pytest.fixture
def panel(town: Driver) -> ContractionPanel:
    town.window.docks.show_panel("contraction")
    return town.window.docks.panel(ContractionPanel)


def _level(states: int, selected: int, ms: float) -> ContractedLevel:
    """Of which scores took half, shortcuts a quarter."""
    times = (ms / 2, ms / 16, ms / 4, ms / 16, ms / 8)
    return ContractedLevel(states, 3 * states, 8, states // 3, selected, 9, 5, 4, *times)


def _report() -> ContractionReport:
    """Of Louisiana's size."""
    levels = (_level(400_000, 100_000, 16.0), _level(300_000, 60_000, 8.0))
    sizes = (400_000, 1_000_000, 1_200_000, 1_300_000, 1_020, 9_000)
    return ContractionReport(levels, 1.0, 2.0, 3.0, 30.0, *sizes, "gpu", "Some GPU")


def _hand_in(user: Driver, report: ContractionReport | None, stale: str = "") -> None:
    """A result as if a solver had brought this report."""
    user.window.session.set_result(replace(user.on_roads, contraction=report, stale=stale))


def test_contraction_hierarchies_are_a_click_away(town: Driver, panel: ContractionPanel) -> None:
    expected = town.on_roads.times.labels
    assert "Another algorithm is in use" in panel.empty.text()
    panel.choose.click()
    town.rest()
    assert town.window.docks.panel(SolverPanel).algorithm.currentData() == "phast"
    assert (town.on_roads.times.labels == expected).all()
    report = town.on_roads.contraction
    assert report is not None
    assert panel.figures.text("total") == milliseconds(report.total_ms)
    assert panel.figures.text("levels") == str(report.levels)
    assert len(panel.times.columns) == len(panel.selected.columns) == report.levels - 1
    assert panel.choose.isHidden()
    town.wait(lambda: panel.query.columns)
    assert [column.tip.partition(":")[0] for column in panel.query.columns[:3]] == [
        "upward",
        "core",
        "level",
    ]
    town.do("undo")
    town.rest()
    assert panel.choose.isVisible()
    assert panel.query.columns == ()


def test_steps_of_each_iteration_are_stacked_and_summed(
    town: Driver, panel: ContractionPanel
) -> None:
    _hand_in(town, _report())
    assert [column.parts for column in panel.times.columns] == [
        (8.0, 1.0, 4.0, 1.0, 2.0),
        (4.0, 0.5, 2.0, 0.5, 1.0),
    ]
    assert panel.times.columns[0].tip == (
        "Iteration 1: score 8.00 ms, select 1.00 ms, find shortcuts 4.00 ms, update 1.00 ms, "
        "extract 2.00 ms"
    )
    assert panel.shares.text == ("score 50%, select 6%, find shortcuts 25%, update 6%, extract 12%")
    assert [column.whole for column in panel.selected.columns] == [100_000, 60_000]
    assert "of 300\u202f000" in panel.selected.columns[1].tip
    assert panel.times.accessibleDescription().startswith("Iteration 1: score")


def test_figures_stand_beside_those_of_the_graph_of_the_nearest_size(
    town: Driver, panel: ContractionPanel
) -> None:
    _hand_in(town, _report())
    assert panel.facts.value("Levels") == "3; paper 40"
    contracted, query = panel.beside.bars
    assert (contracted.ms, contracted.other_ms, query.other_ms) == (30.0, 242.0, 2.496)
    assert panel.beside.scale_of(contracted) == 242.0, "one for here and the paper"
    assert panel.facts.value("Contracted on") == "GPU · Some GPU"
    assert panel.figures.text("growth") == "2.50 ×"
    assert "Louisiana" in panel.source.text()
    assert "Tesla P100" in panel.source.text()
    assert [nearest(vertices).name for vertices in (1, 10**9)] == [GRAPHS[0].name, GRAPHS[-1].name]


def test_another_answer_leaves_the_last_contraction_and_a_raster_has_none(
    town: Driver, panel: ContractionPanel, rasters: Rasters
) -> None:
    _hand_in(town, _report())
    before = panel.times.columns
    _hand_in(town, None, "Dijkstra answered")
    assert panel.times.columns == before
    town.open(rasters.geotiff())
    assert town.window.docks.dock("contraction").isHidden()


@pytest.mark.parametrize("logarithmic", [False, True])
def test_columns_are_drawn_in_light_and_dark(
    qtbot: object, qapp: QApplication, logarithmic: bool
) -> None:
    plot = StackedColumns("iteration", "ms", (0, 1), logarithmic=logarithmic)
    plot.resize(300, plot.sizeHint().height())
    plot.show_columns(
        [StackedColumn((50.0, 50.0)), StackedColumn((0.5, 0.5)), StackedColumn((0.0, 0.0))]
    )
    for scheme in (LIGHT, DARK):
        theme.apply(qapp, scheme.name)
        picture = plot.grab().toImage()
        rows = range(picture.height())
        first, second = picture.width() // 3, picture.width() * 2 // 3 - 8
        for shade in scheme.series[:2]:
            tall = [
                sum(picture.pixelColor(x, y).name() == shade for y in rows) for x in (first, second)
            ]
            assert tall[0] > 20
            assert (tall[1] > 3) == logarithmic, "a hundredth is seen on that scale alone"
    plot.show_columns([])
    assert not plot.grab().toImage().isNull()
