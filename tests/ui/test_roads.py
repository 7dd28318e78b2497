"""Roads in the window: opened, clicked, read out, dragged, exported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from app.bands import Bands
from app.document.roads import RoadsDocument
from app.editing.session import Change
from app.measure import duration
from app.solving.jobs import SolveDone
from road.places.snap import SnapIndex
from road.properties import RoadClass
from tests.road.files.osm_text import graph_of, node, way
from tests.shared_data import needs_shared, shared
from tests.ui.canvas.worlds import rgb
from tests.ui.driving import LEFT_BUTTON, NO_KEY, SHIFT, Driver
from tests.ui.rasters import Rasters
from tests.ui.roads import Roads, corner, seconds
from ui.dialogs.road_options import RoadOptionsDialog
from ui.panels.isochrones import IsochronesPanel
from ui.panels.performance import PerformancePanel
from ui.panels.roads import RoadsPanel
from ui.panels.solver import SolverPanel
from ui.panels.starts import StartsPanel
from ui.pictures.streets import beyond_on_roads
from ui.pictures.style import OverlayStyle
from ui.pictures.theme import LIGHT
from ui.texts import milliseconds
from ui.widgets import badge


@pytest.fixture
def roads(tmp_path: Path) -> Roads:
    return Roads(tmp_path)


@pytest.fixture
def town(user: Driver, roads: Roads) -> Driver:
    """The town, open in the window."""
    user.open(roads.town())
    assert user.window.session.document is not None, user.message
    return user


def _pixel(user: Driver, x: float, y: float) -> QPoint:
    return QPoint(*map(round, user.window.map.pixel_of(x, y)))


def _click(user: Driver, at: tuple[float, float], keys: Qt.KeyboardModifier = NO_KEY) -> None:
    QTest.mouseClick(user.window.map, LEFT_BUTTON, keys, _pixel(user, *at))
    user.rest()


def _hover(user: Driver, at: tuple[float, float]) -> tuple[str, str]:
    QTest.mouseMove(user.window.map, _pixel(user, *at))
    return user.window.status.speed.text(), user.window.status.time.text()


def _colour(user: Driver, picture: QImage, at: tuple[float, float]) -> tuple[int, ...]:
    pixel = _pixel(user, *at).toPointF() * picture.devicePixelRatio()
    return rgb(picture.pixelColor(pixel.toPoint()))


# -- opening


def test_a_layer_of_streets_opens_like_a_raster(town: Driver) -> None:
    window = town.window
    assert window.windowTitle().startswith("town")
    assert window.map.isVisible()
    assert "Click the map" in window.stage.hint.text()
    assert "WGS 84" in window.status.crs.text()
    facts = window.docks.panel(RoadsPanel).facts
    assert (facts.value("Vertices"), facts.value("Forbidden turns")) == ("36", "0")
    assert not window.docks.dock("roads").isHidden()
    assert window.docks.dock("terrain").isHidden()


def test_roads_and_terrain_take_turns(town: Driver, rasters: Rasters, roads: Roads) -> None:
    _click(town, corner(0, 0))
    town.open(rasters.geotiff())
    assert town.window.session.document.roads is None
    assert town.window.session.result is None
    assert town.window.docks.dock("vehicle").isHidden()
    assert not town.window.docks.dock("terrain").isHidden()
    town.open(roads.town())
    assert town.window.session.document.grid is None
    assert not town.window.docks.dock("vehicle").isHidden()
    _click(town, corner(0, 0))
    assert town.on_roads.times.reached == 36


def test_a_start_is_looked_for_on_the_roads_once(
    town: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[tuple[float, float]] = []
    real = SnapIndex.nearest
    monkeypatch.setattr(
        SnapIndex,
        "nearest",
        lambda own, x, y, *of: (looked.append((x, y)), real(own, x, y, *of))[1],
    )
    place = corner(1.3, 2.0)
    town.window.editor.place(*place)
    town.rest()
    assert town.on_roads.times.reached == 36
    town.window.editor.edit_roads(lambda edits: edits.set_speed(RoadClass.RESIDENTIAL, 20.0))
    town.rest()
    assert looked == [place], "asked by click, request, map and solver, and by a slider"
    town.window.editor.edit_roads(lambda edits: edits.close_class(RoadClass.MOTORWAY))
    town.rest()
    assert looked == [place, place], "another road may be the nearest that is open"


def test_a_dropped_or_recent_file_may_be_roads(town: Driver, roads: Roads) -> None:
    menu = town.window.view_menus.recent
    menu.aboutToShow.emit()
    entries = [action.toolTip() for action in menu.actions()]
    assert str(roads.folder / "town.geojson") in entries
    town.window.map.file_dropped.emit(str(roads.numbers(positions=True)))
    town.rest()
    assert town.window.session.document.roads.graph.vertices == 4


def test_a_broken_file_is_told_by_its_line_and_leaves_the_old_roads(
    town: Driver, roads: Roads
) -> None:
    town.open(roads.broken())
    assert "line 2" in town.message
    assert town.window.session.document.roads.graph.vertices == 36


def test_fields_of_a_layer_can_be_chosen(
    user: Driver, roads: Roads, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = roads.town()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *args: (str(path), ""))
    user.do("open_with")
    user.rest()
    dialog = user.window.opener.dialog
    assert isinstance(dialog, RoadOptionsDialog)
    assert dialog.roles["road_class"].currentData() == "highway"
    assert dialog.roles["speed"].currentData() == "maxspeed"
    dialog.roles["speed"].setCurrentIndex(0)
    dialog.accept()
    user.rest()
    assert not user.window.session.document.roads.graph.arcs.speed_limit.any()


# -- starts and times


def test_a_click_snaps_to_the_road_and_shows_both_places(town: Driver) -> None:
    x, y = corner(0.5, 0.2)
    _click(town, (x, y))
    start = town.window.session.starts[0]
    assert (start.x, start.y) == pytest.approx((x, y), abs=1e-4)
    at = town.window.map.start_pixels[0]
    assert at == pytest.approx(town.window.map.pixel_of(*corner(0.5, 0)), abs=1.5)
    picture = town.window.map.snapshot()
    between = town.window.map.pixel_of(*corner(0.5, 0.1))
    theme = QColor(picture.pixelColor(QPoint(*map(round, between))))
    assert theme.red() > 200 > 150 > theme.green(), "a line leads from the click to the start"


def test_the_pointer_tells_street_and_time(town: Driver) -> None:
    _click(town, corner(0, 0))
    street, time = _hover(town, corner(0, 2))
    assert street.startswith("residential · 30 km/h")
    # A car drives four fifths of a limit, and takes 2.1 s to turn right.
    assert time == duration(seconds(2, 0.8 * 30) + 2.1)
    assert _hover(town, corner(3.5, 0))[0].startswith("primary · 60 km/h")


def test_roads_have_the_colour_of_their_time_and_are_cut_at_the_limit(town: Driver) -> None:
    _click(town, corner(0, 0))
    block = seconds(1, 0.8 * 30)
    town.window.editor.set_bands(Bands((1.5 * block, 2.25 * block)))
    town.window.docks.panel(IsochronesPanel).style_edited.emit("legend", False)
    picture = town.window.map.snapshot()
    first, second = town.window.session.bands.colours(OverlayStyle().palette)[:, :3].tolist()
    assert _colour(town, picture, corner(0, 1.47)) == tuple(first)
    assert _colour(town, picture, corner(0, 1.53)) == tuple(second)
    assert _colour(town, picture, corner(0, 2.22)) == tuple(second)
    beyond = beyond_on_roads(OverlayStyle().opacity, LIGHT)
    assert _colour(town, picture, corner(0, 2.28)) == beyond
    assert _colour(town, picture, corner(5, 2.5)) not in (beyond, tuple(first), tuple(second))
    town.window.editor.set_limit(2.25 * block)
    town.rest()
    late = _colour(town, town.window.map.snapshot(), corner(0, 2.28))
    assert max(late) - min(late) < 20, "past the limit of the solve a road is grey"


def test_roads_past_the_end_of_a_smooth_scale_have_a_colour_of_their_own(
    town: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    block = seconds(1, 0.8 * 30)
    monkeypatch.setattr("ui.pictures.streets.continuous_top", lambda times: 1.5 * block)
    _click(town, corner(0, 0))
    style = town.window.docks.panel(IsochronesPanel).style_edited
    style.emit("continuous", True)
    style.emit("legend", False)
    picture = town.window.map.snapshot()
    beyond = beyond_on_roads(OverlayStyle().opacity, LIGHT)
    assert _colour(town, picture, corner(0, 1.4)) != beyond
    assert _colour(town, picture, corner(0, 1.6)) == beyond


def test_unreached_roads_can_be_hidden(town: Driver) -> None:
    _click(town, corner(0, 0))
    path = corner(5, 2.5)
    ground = rgb("#e6e9ed")
    assert _colour(town, town.window.map.snapshot(), path) != ground
    town.do("velocity")
    assert _colour(town, town.window.map.snapshot(), path) == ground


def test_several_starts_with_a_delay(town: Driver) -> None:
    _click(town, corner(0, 0))
    _click(town, corner(4, 4), SHIFT)
    model = town.window.docks.panel(StartsPanel).model
    model.setData(model.index(1, 3), "0.5")
    town.rest()
    times = town.on_roads
    assert times.at(*corner(4, 4)).amount == pytest.approx(30, abs=0.1)
    assert times.at(*corner(0, 0)).amount == pytest.approx(0, abs=0.1)


def test_a_drag_is_followed_and_is_one_step_of_undo(town: Driver) -> None:
    _click(town, corner(0, 0))
    shown: list[object] = []
    town.window.editor.changed.connect(lambda change: shown.extend(change & Change.RESULT))
    view = town.window.map
    QTest.mousePress(view, LEFT_BUTTON, NO_KEY, _pixel(town, *corner(0, 0)))
    for step in range(1, 5):
        QTest.mouseMove(view, _pixel(town, *corner(step / 2, 2.1)))
        town.rest()
    assert shown, "times follow the start while it is dragged"
    assert town.window.map.pace == milliseconds(town.solved.answer_ms)
    QTest.mouseRelease(view, LEFT_BUTTON, NO_KEY, _pixel(town, *corner(2, 2.1)))
    town.rest()
    assert town.on_roads.at(*corner(2, 2)).amount < 5
    town.do("undo")
    town.rest()
    assert town.on_roads.at(*corner(0, 0)).amount < 1


def test_a_slow_drag_shows_what_the_bands_hold_and_all_where_the_hand_rests(
    town: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.solving.road_solved.EXACT_STEP_MS", 0.0)
    _click(town, corner(0, 0))
    town.window.editor.set_bands(Bands((5.0,)))
    shown: list[SolveDone] = []
    town.window.editor.preview_ready.connect(shown.append)
    view = town.window.map
    QTest.mousePress(view, LEFT_BUTTON, NO_KEY, _pixel(town, *corner(0, 0)))
    for step in range(1, 5):
        QTest.mouseMove(view, _pixel(town, *corner(step / 2, 2.1)))
    town.wait(lambda: shown)
    assert shown[-1].solved.times.max_seconds <= 5
    town.wait(lambda: town.on_roads.at(*corner(2, 2)).amount < 5)
    assert town.on_roads.times.max_seconds > 5
    QTest.mouseRelease(view, LEFT_BUTTON, NO_KEY, _pixel(town, *corner(2, 2.1)))


def test_far_outside_the_nearest_road_is_offered(town: Driver) -> None:
    town.window.editor.place(0.0, 0.0)
    assert "outside the roads" in town.message
    town.window.stage.messages.button.click()
    town.rest()
    assert town.on_roads.times.reached == 36


def test_a_good_start_is_found(town: Driver) -> None:
    town.do("good_start")
    town.rest()
    assert town.on_roads.times.reached == 36


def test_what_follows_sliders_is_made_ready_beside_other_work_and_once(
    town: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    began: list[str] = []
    town.window.bridge.task_started.connect(began.append)
    work = lambda _progress, _cancel: None  # noqa: E731
    monkeypatch.setattr(RoadsDocument, "groundwork", property(lambda _document: work))
    for quantity in ("distance", "time"):
        costs = town.window.session.driven.costs.with_quantity(quantity)  # type: ignore[arg-type]
        town.window.session.set_road_costs(costs)
        town.rest()
    assert began == ["Dividing the roads into cells"]


# -- work around a result


def test_a_result_is_validated_and_measured(town: Driver) -> None:
    _click(town, corner(0, 0))
    town.do("validate")
    town.rest()
    assert town.window.docks.panel(SolverPanel).badge.state == badge.PASSED
    assert town.on_roads.validated
    panel = town.window.docks.panel(PerformancePanel)
    assert panel.details.value("Exact to") == "1 ms an arc"
    assert panel.figures.text("reached") == "36"
    table = town.window.docks.panel(IsochronesPanel).table
    town.wait(lambda: table.item(0, 1).text() != "–")
    assert table.horizontalHeaderItem(1).text() == "km"


@pytest.mark.parametrize("algorithm", ["near-far", "bellman-ford", "adaptive-threads"])
def test_every_algorithm_for_roads_can_be_chosen(town: Driver, algorithm: str) -> None:
    _click(town, corner(0, 0))
    expected = town.on_roads.times.labels
    combo = town.window.docks.panel(SolverPanel).algorithm
    combo.setCurrentIndex(combo.findData(algorithm))
    combo.activated.emit(combo.currentIndex())
    town.rest()
    assert town.on_roads.algorithm == algorithm
    assert (town.on_roads.times.labels == expected).all()


def test_reached_roads_are_exported_by_the_same_dialog(
    town: Driver, roads: Roads, monkeypatch: pytest.MonkeyPatch
) -> None:
    _click(town, corner(0, 0))
    target = roads.folder / "out.geojson"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(target), ""))
    town.export("export_isolines")
    town.rest()
    features = json.loads(target.read_text())["features"]
    assert features
    assert {f["geometry"]["type"] for f in features} <= {"LineString", "MultiLineString"}
    assert "Exported out.geojson" in town.message


def test_roads_without_positions_are_solved_by_the_ids_of_vertices(
    user: Driver, roads: Roads, monkeypatch: pytest.MonkeyPatch
) -> None:
    user.open(roads.numbers())
    QTest.mouseClick(user.window.map, LEFT_BUTTON, NO_KEY, QPoint(100, 100))
    user.rest()
    assert user.window.session.starts == ()
    panel = user.window.docks.panel(StartsPanel)
    panel.place.setText("7")
    panel.add.click()
    assert "vertex 7" in user.message
    panel.place.setText("1")
    panel.add.click()
    user.rest()
    assert user.on_roads.times.labels.tolist() == [0, 1000, 3000, 6000]
    target = roads.folder / "times.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(target), ""))
    user.export("export_times")
    user.rest()
    assert target.read_text().splitlines()[:2] == [
        "vertex,cost,parent,at_parent,way",
        "1,0,1,0,-1",
    ]


def test_a_picture_of_roads_needs_no_window(town: Driver, roads: Roads) -> None:
    from ui.rendering import render_view

    _click(town, corner(0, 0))
    target = roads.folder / "map.png"
    render_view(target, town.on_roads, town.window.session.bands, 500, 400)
    picture = QImage(str(target))
    assert (picture.width(), picture.height()) == (500, 400)


@needs_shared
def test_moscow_is_opened_solved_and_credited(user: Driver) -> None:
    user.open(shared("roads/osm/moscow.osm.gz"))
    user.do("good_start")
    user.rest()
    assert user.on_roads.times.reached > 500
    assert user.window.map._attribution == "© OpenStreetMap contributors"
    user.do("validate")
    user.rest()
    assert user.window.docks.panel(SolverPanel).badge.state == badge.PASSED


def test_the_pointer_tells_the_name_of_a_street(user: Driver, tmp_path: Path) -> None:
    nodes = [node(1, 0, 0), node(2, 10, 0), node(3, 10, 5)]
    tags = {"highway": "residential", "name": "Rua do Sol"}
    graph_of(tmp_path, *nodes, way(10, [1, 2], tags), way(11, [2, 3]))
    user.open(next(tmp_path.glob("*.osm")))
    user.move(0.0045, 0.0)
    assert "Rua do Sol" in user.window.status.speed.text()
    user.move(0.009, 0.003)
    assert "way 11" in user.window.status.speed.text()
