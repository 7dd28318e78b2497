"""The panel of customization, and sliders that are followed with it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from app.solving.jobs import SolveDone, SolverThread
from app.solving.request import SolveRequest
from app.timing.crp_paper import bars, paper_row
from road.crp.customization.report import CustomizationReport, CustomizedLevel
from road.properties import RoadClass, Turn
from tests.ui.driving import LEFT_BUTTON, NO_KEY, Driver
from tests.ui.rasters import Rasters
from tests.ui.roads import Roads, corner, seconds
from ui.panels.customization import CustomizationPanel, joules
from ui.panels.solver import SolverPanel
from ui.panels.vehicle import VehiclePanel
from ui.texts import milliseconds
from ui.widgets.figures import NOTHING


@pytest.fixture
def town(user: Driver, tmp_path: Path) -> Driver:
    """The town, solved by car from its first corner."""
    user.open(Roads(tmp_path).town())
    at = QPoint(*map(round, user.window.map.pixel_of(*corner(0, 0))))
    QTest.mouseClick(user.window.map, LEFT_BUTTON, NO_KEY, at)
    user.rest()
    return user


@pytest.fixture
def panel(town: Driver) -> CustomizationPanel:
    town.window.docks.show_panel("customization")
    return town.window.docks.panel(CustomizationPanel)


def _level(size: int, kind: str, ms: float, engine: str) -> CustomizedLevel:
    return CustomizedLevel(size, kind, 10, 60, 500, ms, engine, 2000)  # type: ignore[arg-type]


def _report(total_ms: float = 12.5, energy: float | None = 0.85) -> CustomizationReport:
    """Of which local Bellman-Ford took three quarters."""
    levels = (
        _level(90, "mezzanine", 1.0, "microinstructions"),
        _level(256, "query", 1.0, "microinstructions"),
        _level(2048, "query", 6.0, "local"),
    )
    sizes = {"shortcut_bytes": 4096, "memory_bytes": 3 << 20, "set_up_bytes": 5 << 20}
    told = {"backend": "gpu", "device": "Some GPU", "energy_joules": energy}
    return CustomizationReport(levels, total_ms, **sizes, **told)  # type: ignore[arg-type]


def _hand_in(user: Driver, report: CustomizationReport | None) -> None:
    """A result as if a solver had brought this report."""
    ms = None if report is None else report.total_ms
    result = replace(user.on_roads, customize_ms=ms, customization=report)
    user.window.session.set_result(result)


def test_another_algorithm_has_nothing_to_show_and_crp_is_a_click_away(
    town: Driver, panel: CustomizationPanel
) -> None:
    expected = town.on_roads.times.labels
    assert "Another algorithm is in use" in panel.empty.text()
    assert panel.choose.isVisible()
    panel.choose.click()
    town.rest()
    assert town.window.docks.panel(SolverPanel).algorithm.currentData() == "crp"
    assert (town.on_roads.times.labels == expected).all()
    assert not panel.choose.isVisible()
    assert panel.figures.text("total") == milliseconds(town.on_roads.customization.total_ms)
    assert len(panel.totals.values) == 1
    town.do("undo")
    town.rest()
    assert panel.choose.isVisible()
    assert panel.totals.values == ()


def test_with_crp_a_slider_is_followed_and_measured(
    town: Driver, panel: CustomizationPanel
) -> None:
    panel.choose.click()
    vehicle = town.window.docks.panel(VehiclePanel)
    vehicle.limits.setCurrentIndex(vehicle.limits.findData("ignore"))
    vehicle.limits.activated.emit(vehicle.limits.currentIndex())
    town.rest()
    before = len(panel.totals.values)
    shown: list[object] = []
    town.window.editor.preview_ready.connect(shown.append)
    slider = vehicle.speeds[RoadClass.RESIDENTIAL].slider
    slider.setSliderDown(True)
    for kmh in (40, 50, 60):
        slider.setValue(kmh)
        town.rest()
    assert len(panel.totals.values) == before + 3 == before + len(shown)
    slider.setSliderDown(False)
    town.rest()
    assert len(panel.totals.values) == before + 3, "only the limit was another: nothing is new"
    solved = town.on_roads
    assert solved.algorithm == "crp"
    assert solved.at(*corner(0, 3)).amount == pytest.approx(seconds(3, 60), rel=0.01)
    figures = vehicle.timings.figures
    town.wait(lambda: figures.text("draw") != NOTHING)
    assert figures.text("costs") == milliseconds(solved.customization.total_ms)
    assert figures.text("solve") == milliseconds(solved.solve_ms)
    vehicle.turns[Turn.LEFT].number.setValue(15)
    town.rest()
    assert len(panel.totals.values) == before + 4
    for _ in range(2):
        town.do("undo")
        town.rest()
    assert slider.value() == 25, "the slide was one step"


def test_finding_the_cells_is_told_with_its_share(
    town: Driver, panel: CustomizationPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, float]] = []
    town.window.bridge.task_progress.connect(lambda *progress: told.append(progress))
    monkeypatch.setattr(SolverThread, "preparing", property(lambda solver: (0.4, "parting roads")))
    town.window.bridge.submit(town.window.session.request())
    town.window.bridge.drain()
    town.rest()
    assert ("parting roads", 0.4) in told


def test_levels_stand_beside_those_of_the_paper(town: Driver, panel: CustomizationPanel) -> None:
    report = _report()
    _hand_in(town, report)
    theirs = bars(report, paper_row("local", 1))
    shown = panel.bars.bars
    assert [bar.ms for bar in shown] == [2.0, 6.0] == [bar.ms for bar in theirs]
    assert [bar.other_ms for bar in shown] == [26.5, 14.4]
    assert shown[0].name == "≤ 256"
    assert "microinstructions" in shown[0].tip
    assert panel.bars.accessibleDescription().startswith(
        "≤ 256: here 2.00 ms, in the paper 26.5 ms"
    )
    assert {panel.bars.scale_of(bar) for bar in shown} == {26.5}, "one for here and the paper"
    assert panel.shares.shares == (0.25, 0.75, 0.0)
    assert "GTX Titan" in panel.source.text()
    assert "244 ms" in panel.source.text()


def test_figures_are_written_for_people(town: Driver, panel: CustomizationPanel) -> None:
    _hand_in(town, replace(_report(), metered=True))
    figures = panel.figures
    assert figures.text("total") == "12.5 ms"
    assert figures.text("memory") == "3.0 MiB"
    assert figures.text("energy") == "850 mJ"
    assert joules(37.3) == "37.3 J"
    assert panel.facts.value("Runs on") == "GPU · Some GPU"
    assert panel.facts.value("Shortcuts") == "1\u202f500"
    assert not panel.grab().toImage().isNull()


def test_the_same_report_is_counted_once_and_roads_begin_anew(
    town: Driver, panel: CustomizationPanel, rasters: Rasters
) -> None:
    for total in (10.0, 10.0, 20.0):
        _hand_in(town, _report(total))
    assert panel.totals.values == (10.0, 20.0)
    _hand_in(town, None)
    assert panel.totals.values == ()
    town.open(rasters.geotiff())
    assert town.window.docks.dock("customization").isHidden()


def test_a_preview_without_levels_leaves_them_as_they_were(
    town: Driver, panel: CustomizationPanel
) -> None:
    """As of a GPU, which would have to work on every level once more for them."""
    _hand_in(town, _report())
    before = panel.bars.bars
    preview = replace(town.on_roads, customize_ms=7.0, customization=None)
    request = town.window.session.request(preview=True)
    town.window.editor.preview_ready.emit(SolveDone(request, preview))
    assert panel.figures.text("total") == "7.00 ms"
    assert panel.totals.values == (12.5, 7.0)
    assert panel.figures.text("memory") == "3.0 MiB"
    assert panel.bars.bars == before
    assert panel.bars.isVisible()
    _hand_in(town, _report(7.0))
    assert panel.totals.values == (12.5, 7.0), "the slider rests where it was"


def test_what_is_not_there_is_not_shown_as_nothing(town: Driver, panel: CustomizationPanel) -> None:
    report = _report()
    _hand_in(town, report)
    assert panel.shares.text == "microinstructions 25%, local Bellman-Ford 75%"
    tiny = replace(report.levels[0], ms=0.001, engine="global")
    _hand_in(town, replace(report, levels=(*report.levels, tiny)))
    assert panel.shares.text.endswith("global Bellman-Ford < 1%")
    assert milliseconds(0.001) == "< 0.01 ms"
    _hand_in(town, replace(report, levels=()))
    assert panel.bars.isHidden()
    assert panel.shares.isHidden()
    assert "there are no levels" in panel.source.text()
    _hand_in(town, report)
    assert panel.bars.isVisible()


def test_energy_is_measured_on_demand_and_stays(town: Driver, panel: CustomizationPanel) -> None:
    _hand_in(town, _report(energy=None))
    assert panel.figures.text("energy") == NOTHING
    assert panel.meter.text() == "Energy: not measured"
    asked: list[SolveRequest] = []
    town.window.bridge.solve_started.connect(asked.append)
    panel.measure.click()
    assert not panel.measure.isEnabled()
    assert [request.metered for request in asked] == [True]
    assert not asked[0].preview
    town.rest()
    assert panel.measure.isEnabled()
    _hand_in(town, replace(_report(), metered=True))
    assert panel.figures.text("energy") == "850 mJ"
    _hand_in(town, _report(14.0, None))
    assert panel.figures.text("energy") == "850 mJ", "of the same cells"
    _hand_in(town, replace(_report(15.0, None), metered=True))
    assert panel.meter.text() == "Energy: not reported by the driver"
    assert panel.figures.text("energy") == NOTHING
    _hand_in(town, replace(_report(energy=None), backend="cpu"))
    assert panel.meter.text() == "Energy: not reported by the CPU"
    assert panel.measure.isHidden()


def test_the_bars_fit_the_panel_in_light_and_dark(town: Driver, panel: CustomizationPanel) -> None:
    _hand_in(town, _report())
    from ui import theme
    from ui.pictures.theme import DARK, LIGHT

    for scheme in (LIGHT, DARK):
        theme.apply(_application(), scheme.name)
        picture = panel.bars.grab().toImage()
        colours = {
            picture.pixelColor(x, y).name()
            for x in range(0, picture.width(), 2)
            for y in range(0, picture.height(), 2)
        }
        assert scheme.series[0] in colours, "local Bellman-Ford"
        assert scheme.series[2] in colours, "microinstructions"
        assert scheme.series[4] in colours, "the paper"


def _application():  # type: ignore[no-untyped-def]
    from PySide6.QtWidgets import QApplication

    return QApplication.instance()
