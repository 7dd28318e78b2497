"""A result is kept, something is changed, and both are compared: by keys, mouse and panel."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import rasterio
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFont
from PySide6.QtTest import QTest

from app.document.joined import JoinRequest
from app.exports.comparison.steps import COLOURS, DifferenceSteps
from tests.app.cli.test_joined import CELL, LEFT, TOP, write_roads, write_terrain
from tests.app.drawn_roads import write_dimacs
from tests.ui.driving import SHIFT, Driver
from tests.ui.rasters import Rasters, centre
from ui.canvas.film import rgb_of
from ui.canvas.legend import Legend, LegendPainter
from ui.controllers.comparison import certainties as certain
from ui.controllers.comparison.certainties import USUAL
from ui.controllers.comparison.comparing import BLINK, CURRENT, DIFFERENCE, SWIPE
from ui.controllers.comparison.contrasts import legend_of
from ui.panels.comparison import ComparisonPanel
from ui.panels.uncertainty import UncertaintyPanel
from ui.pictures.classes import TerrainClassScene
from ui.pictures.difference import RoadDifferenceScene, TerrainDifferenceScene
from ui.pictures.joined import JoinedScene
from ui.pictures.theme import LIGHT
from ui.report.write import ReportDraft


@pytest.fixture
def compared(user: Driver, rasters: Rasters) -> Driver:
    """A result from one start is kept by its key, and there is another from elsewhere."""
    user.open(rasters.geotiff())
    user.click(*centre(20, 10))
    user.window.activateWindow()
    user.window.map.setFocus()
    QTest.keyClick(user.window.map, Qt.Key.Key_A, Qt.KeyboardModifier.ShiftModifier)
    assert user.window.comparing.kept is not None
    user.click(*centre(30, 50))
    user.wait(lambda: user.window.comparing.gains is not None)
    return user


def panel(user: Driver) -> ComparisonPanel:
    return user.window.docks.panel(ComparisonPanel)


def cell(user: Driver, row: int, column: int) -> str:
    item = panel(user).table.item(row, column)
    assert item is not None
    return item.text()


def test_what_is_won_and_lost_stands_in_the_panel(compared: Driver) -> None:
    shown, comparing = panel(compared), compared.window.comparing
    assert comparing.gains is not None
    assert shown.table.rowCount() == len(comparing.gains.rows)
    within = comparing.gains.rows[0]
    assert within.b - within.a == pytest.approx(within.won - within.lost)
    assert cell(compared, shown.table.rowCount() - 1, 0) == "at all"
    assert "on average" in shown.headline.text()
    assert shown.differs.text().startswith("Nothing but the start differs: ")
    compared.window.editor.set_limit(1800.0)
    compared.rest()
    comparing.call("today", "tomorrow")
    assert "the time limit (no limit in today, 30 min in tomorrow)" in shown.differs.text()
    comparing.keep()
    assert shown.differs.text() == "today and tomorrow ask the same question."
    comparing.forget()
    assert not shown.differs.isVisibleTo(shown)


def test_nothing_can_be_compared_before_something_is_kept(user: Driver, rasters: Rasters) -> None:
    commands = user.window.commands
    assert not commands["keep_result"].isEnabled()
    user.open(rasters.geotiff())
    user.click(*centre(20, 10))
    assert commands["keep_result"].isEnabled()
    assert not commands["compare"].isEnabled()
    assert not panel(user).view.isEnabled()


def test_the_difference_follows_the_start(compared: Driver) -> None:
    compared.do("compare")
    comparing, view = compared.window.comparing, compared.window.map
    assert comparing.view == DIFFERENCE
    scene = view._scene
    assert isinstance(scene, TerrainDifferenceScene)
    titles = [label for _, label in scene.named.entries]
    assert scene.named.title == "B − A"
    assert "the same" in titles
    assert scene.named.caption == panel(compared).differs.text()
    bare = replace(scene.contrast, named=replace(scene.named, caption=""))
    font, legend = QFont(), Legend.of(scene)
    lower = Legend.of(replace(scene, contrast=bare))
    sizes = [LegendPainter(of, LIGHT, font, 900.0).size() for of in (legend, lower)]
    assert sizes[0][1] > sizes[1][1] + 10, "the sentence has lines of its own in the legend"
    assert sizes[0][0] < 2 * sizes[1][0], "and is wrapped"
    compared.click(*centre(5, 30))
    scene = view._scene
    assert isinstance(scene, TerrainDifferenceScene)
    assert scene.b is compared.solved.times
    assert comparing.kept is not None
    assert scene.a is comparing.kept.result.times
    compared.do("compare")
    assert comparing.view == CURRENT
    assert not isinstance(view._scene, TerrainDifferenceScene)


def test_a_report_of_a_difference_says_what_differs_among_its_facts(compared: Driver) -> None:
    compared.do("compare")
    draft = ReportDraft.of(
        compared.window.map, compared.window.session.required, compared.solved,
        compared.window.session.bands, "ember",
    )  # fmt: skip
    facts = dict(draft.say(None).facts)
    assert facts["Comparison"] == f"B − A: {panel(compared).differs.text()}"
    compared.do("compare")
    assert "Comparison" not in dict(
        ReportDraft.of(
            compared.window.map, compared.window.session.required, compared.solved,
            compared.window.session.bands, "ember",
        ).say(None).facts
    )  # fmt: skip


def test_sooner_is_blue_and_later_orange(compared: Driver) -> None:
    """Beside the kept start B is later, beside its own sooner."""
    compared.do("compare")
    view = compared.window.map
    view.set_style(view._style.__class__(opacity=1.0, relief="none", legend=False))
    picture = view.snapshot()
    ratio = picture.width() / view.width()
    tones = []
    for row, col in ((18, 12), (32, 52)):
        at = compared.pixel(*centre(row, col))
        tone = picture.pixelColor(round(at.x() * ratio), round(at.y() * ratio))
        tones.append((tone.red(), tone.green(), tone.blue()))
    later, sooner = tones
    assert later in [tuple(c) for c in COLOURS[5:9].tolist()]
    assert sooner in [tuple(c) for c in COLOURS[:4].tolist()]


def test_the_legend_says_its_steps_as_one_would() -> None:
    names = [text for _, text in legend_of(DifferenceSteps(300.0), ("A", "B")).entries]
    assert names[:5] == [
        "more than 15 min sooner", "10–15 min sooner", "5–10 min sooner", "up to 5 min sooner",
        "the same",
    ]  # fmt: skip
    assert names[-3:] == ["more than 15 min later", "Won: only in B", "Lost: only in A"]
    mixed = [text for _, text in legend_of(DifferenceSteps(1800.0), ("A", "B")).entries]
    assert mixed[1:3] == ["1 h – 1 h 30 min sooner", "30 min – 1 h sooner"], "units differ"


def test_the_fronts_of_both_maps_stand_at_one_clock(compared: Driver) -> None:
    """A's start lies left, B's right: half way each map shows its own front, and so does a copy."""
    window, view = compared.window, compared.window.map
    window.comparing.look(SWIPE)
    compared.wait(lambda: view.beside_frames.frame is not None)
    whole = view.snapshot()
    window.front.go(0.5)
    compared.wait(lambda: view.front.beside is not None)
    front, beside = view.front.layer, view.front.beside
    assert front is not None
    assert front.pixels.shape == beside.pixels.shape
    assert not np.array_equal(front.pixels, beside.pixels)
    held, moment = view.snapshot(), view.front.moment
    assert moment is not None
    assert np.array_equal(rgb_of(held), view.film().at(*moment))
    left = QRect(0, 80, held.width() // 2 - 20, held.height() - 100)
    assert held.copy(left) != whole.copy(left)
    window.front.finish()
    assert (view.front.layer, view.front.beside) == (None, None)


def test_the_divider_is_dragged_and_the_start_stays(compared: Driver) -> None:
    comparing, view = compared.window.comparing, compared.window.map
    comparing.look(SWIPE)
    starts = compared.window.session.starts
    compared.wait(lambda: view.beside_frames.frame is not None)
    middle = QPoint(view.width() // 2, 40)
    QTest.mousePress(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, middle)
    QTest.mouseMove(view, QPoint(view.width() // 4, 40))
    QTest.mouseRelease(
        view,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        QPoint(view.width() // 4, 40),
    )
    assert view.swipe.divider == pytest.approx(0.25, abs=0.01)
    assert compared.window.session.starts == starts
    a = view.snapshot()
    comparing.look(CURRENT)
    b = view.snapshot()
    left, right = QPoint(view.width() // 8, 300), QPoint(view.width() * 3 // 4, 300)
    assert a.pixel(right) == b.pixel(right)
    assert view.beside_frames.frame is None
    assert any(
        a.pixel(left + QPoint(0, dy)) != b.pixel(left + QPoint(0, dy))
        for dy in range(-200, 200, 20)
    )


def test_colours_of_first_starts_and_comparisons_take_turns(compared: Driver) -> None:
    user, window = compared, compared.window
    comparing, certainties = window.comparing, window.analyses.certainties
    user.click(*centre(10, 30), SHIFT)
    for view in (DIFFERENCE, SWIPE):
        window.link.set_style("owners", True)
        user.rest()
        assert comparing.view == CURRENT
        assert isinstance(window.map._scene, TerrainClassScene)
        comparing.look(view)
        assert not window.link.style.owners
        assert isinstance(window.map._scene, TerrainDifferenceScene) == (view == DIFFERENCE)
        assert not isinstance(window.map._scene, TerrainClassScene)
    panel = window.docks.panel(UncertaintyPanel)
    panel.runs.setValue(2)
    user.do("run_uncertainty")
    user.wait(lambda: certainties.view == "90")
    comparing.look(DIFFERENCE)
    assert isinstance(window.map._scene, TerrainDifferenceScene)
    assert certainties.view == USUAL, "what was shown in place of the result is gone"
    certainties.look(certain.DIFFERENCE)
    assert isinstance(window.map._scene, TerrainDifferenceScene)
    assert comparing.view == CURRENT
    comparing.keep()
    assert certainties.view == certain.DIFFERENCE, "to keep a result leaves the map as it is"
    assert isinstance(window.map._scene, TerrainDifferenceScene)
    comparing.look(DIFFERENCE)
    assert (comparing.view, certainties.view) == (DIFFERENCE, USUAL)
    certainties.look("10")
    window.link.set_style("owners", True)
    user.rest()
    assert certainties.view == USUAL
    assert isinstance(window.map._scene, TerrainClassScene)


def test_blinking_takes_turns_and_ends(compared: Driver) -> None:
    comparing, swipe = compared.window.comparing, compared.window.map.swipe
    comparing.look(BLINK)
    first = swipe.divider
    comparing._blinking.timeout.emit()
    assert {first, swipe.divider} == {0.0, 1.0}
    comparing.look(CURRENT)
    assert not comparing._blinking.isActive()
    assert not swipe.shown


def test_names_are_edited(compared: Driver) -> None:
    shown = panel(compared)
    shown.a.setText("by day")
    shown.b.setText("by night")
    shown.b.editingFinished.emit()
    assert compared.window.comparing.names == ("by day", "by night")
    compared.do("compare")
    scene = compared.window.map._scene
    assert scene is not None
    assert scene.named is not None
    assert scene.named.title == "by night − by day"
    assert scene.named.entries[-1][1] == "Lost: only in by day"


def test_the_difference_is_exported(compared: Driver, tmp_path: Path) -> None:
    path = tmp_path / "difference.tif"
    compared.window.comparing.export(path)
    compared.rest()
    with rasterio.open(path) as dataset:
        minutes = dataset.read(1, masked=True)
    comparing = compared.window.comparing
    assert comparing.kept is not None
    a, b = comparing.kept.result.times, compared.solved.times
    expected = (b.seconds_at(3, 4) - a.seconds_at(3, 4)) / 60
    assert minutes[3, 4] == np.float32(expected)


def test_another_document_lets_go_of_what_was_kept(compared: Driver, rasters: Rasters) -> None:
    compared.window.comparing.look(SWIPE)
    compared.window.open_sample()
    compared.rest()
    assert compared.window.comparing.kept is None
    assert not compared.window.map.swipe.shown
    assert panel(compared).table.rowCount() == 0


def test_ground_and_roads_are_compared_in_every_way(user: Driver, tmp_path: Path) -> None:
    terrain, roads = write_terrain(tmp_path / "ground.tif"), write_roads(tmp_path / "roads.gpkg")
    window = user.window
    window.opener.open_joined(JoinRequest(terrain, roads))
    user.rest()
    near, far = (LEFT + c * CELL for c in (2.5, 38.5))
    window.editor.place(near, TOP - 2.5 * CELL)
    user.rest()
    user.do("keep_result")
    window.editor.place(far, TOP - 2.5 * CELL)
    user.wait(lambda: window.comparing.gains is not None)
    gains = window.comparing.gains
    assert gains is not None
    assert not gains.lengths
    assert gains.rows[-1].a == gains.rows[-1].b, "both get everywhere"
    window.comparing.look(DIFFERENCE)
    scene = window.map._scene
    assert isinstance(scene, JoinedScene)
    assert isinstance(scene.terrain, TerrainDifferenceScene)
    assert window.map.snapshot().width() > 0
    told = window.hover._reader.place(near, TOP - 2.5 * CELL)[2]
    assert ", +" in told, "B is later where A began"
    window.comparing.look(SWIPE)
    user.wait(lambda: window.map.beside_frames.frame is not None)
    path = tmp_path / "difference.tif"
    window.comparing.export(path)
    user.rest()
    assert path.exists(), user.message


def test_streets_are_compared_by_their_vertices(user: Driver, tmp_path: Path) -> None:
    user.open(write_dimacs(tmp_path))
    user.window.editor.place(0.0 + 1.0, 2.0)
    user.rest()
    user.do("keep_result")
    user.window.editor.place(1.0002, 2.0)
    user.rest()
    user.do("compare")
    user.wait(lambda: user.window.comparing.gains is not None)
    gains = user.window.comparing.gains
    assert gains is not None
    assert gains.lengths
    assert "km" in user.window.docks.panel(ComparisonPanel).table.horizontalHeaderItem(1).text()
    scene = user.window.map._scene
    assert isinstance(scene, RoadDifferenceScene)
    assert scene.named.title == "B − A"
    path = tmp_path / "difference.gpkg"
    user.window.comparing.export(path)
    user.rest()
    assert path.exists(), user.message
