"""Rules that are turned by hand: the picture and its isochrones follow, and so does the recipe."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.builder.build import build
from app.builder.preview import FirstLook
from app.builder.recipe import Recipe
from app.builder.tables import recipe_of
from core.errors import InputError
from tests.app.builder.made_inputs import place
from tests.ui.driving import Driver
from ui.dialogs.builder.dialog import BuilderDialog
from ui.dialogs.builder.map_cover import MapCover
from ui.dialogs.builder.rules_form import points_of
from ui.plots.speed_curve import SpeedCurve

LEFT = Qt.MouseButton.LeftButton
RULES = 1
"""Page of the form."""


@pytest.fixture
def dialog(user: Driver, tmp_path: Path) -> BuilderDialog:
    """The dialog with a recipe that has all kinds of inputs, on its page of rules."""
    recipe = recipe_of(place(tmp_path), tmp_path)
    user.do("new_terrain")
    found = user.window.building.dialog
    assert found is not None
    user.wait(found.isVisible)
    from app.builder.plain_tables import table_of

    found.show_tables(table_of(recipe))
    seen(user, found)
    found.form.setCurrentIndex(RULES)
    user.rest()
    return found


def seen(user: Driver, dialog: BuilderDialog) -> FirstLook:
    """The picture of what is asked now."""
    wanted = dialog.recipe().rules
    user.wait(
        lambda: (
            not dialog._timer.isActive()
            and dialog.picture.look is not None
            and dialog.picture.look.rules == wanted
        )
    )
    assert dialog.picture.look is not None
    return dialog.picture.look


def drag(curve: SpeedCurve, index: int, way: QPoint) -> None:
    """Take a point of a curve along, in three steps."""
    at = curve.place(*curve.points[index]).toPoint()
    QTest.mousePress(curve, LEFT, pos=at)
    for share in (1, 2, 3):
        QTest.mouseMove(curve, at + way * share / 3)
    QTest.mouseRelease(curve, LEFT, pos=at + way)


def asked(dialog: BuilderDialog) -> Recipe:
    return dialog.recipe()


def test_a_point_that_is_taken_aside_of_its_middle_does_not_jump(
    user: Driver, dialog: BuilderDialog
) -> None:
    curve = dialog.form.rules.curve
    (angle, value), top = curve.points[1], curve.ends()[2]
    at = curve.place(angle, value).toPoint() + QPoint(5, 4)
    QTest.mousePress(curve, LEFT, pos=at)
    QTest.mouseMove(curve, at + QPoint(0, 12))
    QTest.mouseRelease(curve, LEFT, pos=at + QPoint(0, 12))
    assert curve.points[1][0] == round(angle, 1)
    lower = 12 / curve.frame().height() * top
    assert curve.points[1][1] == pytest.approx(value - lower, abs=0.06), "to a tenth"


def test_a_curve_is_dragged_and_the_isochrones_follow(
    user: Driver, dialog: BuilderDialog, tmp_path: Path
) -> None:
    picture, curve = dialog.picture, dialog.form.rules.curve
    assert curve.points == asked(dialog).rules.slope.points
    before = seen(user, dialog)
    assert before.times is None
    assert "Click the picture" in dialog.facts.text()
    frame = picture.frame()
    at = QPoint(frame.left() + frame.width() * 4 // 5, frame.top() + frame.height() // 2)
    QTest.mouseClick(picture, LEFT, pos=at)
    user.wait(lambda: picture.look is not None and picture.look.times is not None)
    times = picture.look.times  # type: ignore[union-attr]
    assert times is not None
    drag(curve, 0, QPoint(0, 40))
    look = seen(user, dialog)
    slope = asked(dialog).rules.slope
    assert slope.level < before.rules.slope.level
    assert dialog.form.rules.points.text().startswith(f"0: {slope.level:g}, ")
    assert look.times is not None
    assert look.times.max_seconds > times.max_seconds, "slower ground takes longer"
    # The picture is of the very speeds that are built, and the raster opens with its start.
    out = tmp_path / "window.tif"
    dialog.out.edit.setText(str(out))
    user.wait(lambda: not dialog._timer.isActive())
    look = seen(user, dialog)
    start = look.starts
    QTest.mouseClick(dialog.go, LEFT)
    user.wait(lambda: user.window.session.result is not None)
    user.rest()
    session = user.window.session
    assert [(each.x, each.y) for each in session.starts] == list(start)
    table = place(tmp_path) | {"slope": {"points": [list(each) for each in slope.points]}}
    build(recipe_of(table, tmp_path), tmp_path / "line.tif")
    assert out.read_bytes() == (tmp_path / "line.tif").read_bytes()
    # Another time the dialog asks about the starts that are on the map.
    user.do("new_terrain")
    again = user.window.building.dialog
    assert again is not None
    user.wait(lambda: again.picture.look is not None and again.picture.look.times is not None)
    assert again.question.crs_wkt == session.required.crs_wkt
    (shown,) = again.picture.look.starts  # type: ignore[union-attr]
    assert shown == pytest.approx(start[0])
    again.reject()


def test_the_map_follows_and_is_put_back(user: Driver, dialog: BuilderDialog) -> None:
    stage, curve = user.window.stage, dialog.form.rules.curve
    seen(user, dialog)
    (cover,) = stage.findChildren(MapCover)
    assert cover.isVisible()
    assert cover.size() == stage.size()
    frame = dialog.picture.frame()
    QTest.mouseClick(dialog.picture, LEFT, pos=frame.center() + QPoint(frame.width() // 3, 0))
    user.wait(lambda: cover.look is not None and cover.look.times is not None)
    before = cover.grab().toImage()
    drag(curve, 0, QPoint(0, 40))
    look = seen(user, dialog)
    assert cover.look is look, "it shows what the dialog shows, coarse and then fine"
    assert cover.grab().toImage() != before
    # The picture gives way to the map.
    wide = dialog.width()
    dialog.fold.click()
    assert dialog.picture.isHidden() or not dialog.picture.isVisible()
    assert dialog.facts.isVisible()
    assert dialog.width() < wide
    dialog.fold.click()
    assert dialog.picture.isVisible()
    # Who sets out from a barrier is told so.
    closed = dialog.picture.frame()
    wall = QPoint(closed.left() + closed.width() * 62 // 90, closed.top() + closed.height() // 7)
    QTest.mouseClick(dialog.picture, LEFT, pos=wall)
    user.wait(lambda: "Nobody can set out from there" in dialog.facts.text())
    # Nothing of what cannot be read is shown; and cancelled, the window is as it was.
    dialog.form.cell.setText("wide")
    user.wait(cover.isHidden)
    dialog.form.cell.clear()
    user.wait(cover.isVisible)
    dialog.reject()
    assert cover.isHidden()
    assert user.window.welcome.isVisible()
    assert user.window.session.document is None


def test_every_rule_has_a_field(user: Driver, dialog: BuilderDialog) -> None:
    rules = dialog.form.rules
    assert list(rules.factors) == [
        each.name for each in asked(dialog).rules.cover.classes if each.factor is not None
    ]
    rules.factors["shrub"].slider.setValue(35)
    rules.kmh["primary"].number.setValue(77.5)
    rules.water.kmh.slider.setValue(35)
    rules.water.strip.setText("90")
    rules.water.strip.textEdited.emit("90")
    rules.water.beyond.setCurrentIndex(rules.water.beyond.findData("nodata"))
    rules.water.beyond.activated.emit(1)
    rules.sea.roads.setCurrentIndex(rules.sea.roads.findData("bridges"))
    rules.sea.roads.activated.emit(1)
    for key, text in ((("crops", "ceiling_kmh"), "4"), (("shrub", "steepest_deg"), "9")):
        rules.limits.fields[key].setText(text)
        rules.limits.fields[key].textEdited.emit(text)
    rules.surfaces["unknown"].slider.setValue(120)
    rules.most.setText("70")
    rules.most.textEdited.emit("70")
    rules.steps.click()
    rules.points.setText("0: 30, 12: 9.5; 40: 0")
    rules.points.textEdited.emit("")
    found = asked(dialog).rules
    assert {each.name: each.factor for each in found.cover.classes}["shrub"] == 0.35
    assert dict(found.roads.kmh)["primary"] == 77.5
    assert dict(found.roads.surface)["unknown"] == 1.2
    assert {each.name: each.ceiling_kmh for each in found.cover.classes}["crops"] == 4
    assert {each.name: each.steepest_deg for each in found.cover.classes}["shrub"] == 9
    assert (found.water.kmh, found.water.strip_m, found.water.beyond) == (3.5, 90, "nodata")
    assert (found.sea.roads, found.sea.strip_m, found.sea_level_m) == ("bridges", 150, 0)
    assert found.maximum_kmh == 70
    assert found.slope.points == ((0, 30), (12, 9.5), (40, 0))
    assert found.slope.steps
    look = seen(user, dialog)
    kmh = look.kmh[np.isfinite(look.kmh)]
    assert kmh.max() == 70, "the road is capped"
    assert 3.5 in kmh
    # What cannot be meant is marked where it is typed, and changes nothing.
    for line, text, why in (
        (rules.points, "0: 30, 12", "'12' is no point"),
        (rules.points, "9: 3, 4: 2", "slopes that do not rise"),
        (rules.most, "fast", "'fast' is no number"),
        (rules.least, "80", "a maximum of 70 below the minimum"),
        (rules.water.strip, "-3", "a strip of -3 m"),
        (rules.limits.fields["crops", "ceiling_kmh"], "-1", "-1 km/h"),
        (rules.limits.fields["crops", "steepest_deg"], "steep", "'steep' is no number"),
    ):
        before = line.text()
        line.setText(text)
        line.textEdited.emit(text)
        assert line.toolTip().startswith(f"{why[:1].upper()}{why[1:]}")
        QTest.mouseClick(dialog.go, LEFT)
        assert why in f"{dialog.facts.text()} {dialog.form.cover.verdict.text()}"
        line.setText(before)
        line.textEdited.emit(before)
    assert asked(dialog).rules == found
    # Another vehicle brings all its numbers, and the fields show them. Its maximum can be lifted.
    vehicle = dialog.form.vehicle
    vehicle.setCurrentIndex(vehicle.findData("truck"))
    vehicle.activated.emit(0)
    assert (rules.most.text(), asked(dialog).rules.maximum_kmh) == ("80", 80)
    rules.most.clear()
    rules.most.textEdited.emit("")
    assert asked(dialog).rules.maximum_kmh is None
    vehicle.setCurrentIndex(vehicle.findData("foot"))
    vehicle.activated.emit(0)
    assert rules.curve.curve == asked(dialog).rules.slope
    assert rules.curve.points[0] == (0, 5)
    assert rules.factors["shrub"].value() == 60
    assert rules.kmh["primary"].value() == 5
    assert rules.water.kmh.value() == 0
    assert rules.points.toolTip().startswith("Degrees")
    dialog.form.sea.clear()
    assert rules.sea.isHidden()
    dialog.reject()


def test_a_hand_does_not_outrun_the_picture(user: Driver, dialog: BuilderDialog) -> None:
    """Steps come faster than pictures: some are shown under way, and the last one at the end."""
    shown = []
    dialog.thread_.looked.connect(lambda seen: shown.append(seen.look.rules.slope.level))
    curve = dialog.form.rules.curve
    at = curve.place(*curve.points[0]).toPoint()
    QTest.mousePress(curve, LEFT, pos=at)
    for step in range(1, 40):
        QTest.mouseMove(curve, at + QPoint(0, step))
        QTest.qWait(4)
    QTest.mouseRelease(curve, LEFT, pos=at + QPoint(0, 39))
    seen(user, dialog)
    user.wait(lambda: bool(shown) and shown[-1] == asked(dialog).rules.slope.level)
    assert len(set(shown)) > 2, "the picture stood still under the hand"
    dialog.reject()


def test_a_curve_keeps_its_bounds() -> None:
    curve = SpeedCurve()
    curve.resize(300, 150)
    taken: list[object] = []
    curve.dragged.connect(taken.append)
    drag(curve, 0, QPoint(-80, 500))
    assert curve.points == ((0.0, 0.0),), "km/h of 0 or more, from 0° upwards"
    QTest.mouseDClick(curve, LEFT, pos=curve.place(20.0, 0.5).toPoint())
    assert len(curve.points) == 2
    for index in (1, 0):
        where = curve.place(*curve.points[index]).toPoint()
        QTest.mouseClick(curve, Qt.MouseButton.RightButton, pos=where)
    assert len(curve.points) == 1, "one is left"
    assert taken[-1] == curve.points


def test_points_are_typed_as_they_are_shown() -> None:
    assert points_of("0: 40, 15: 12.5; 30:0") == ((0, 40), (15, 12.5), (30, 0))
    with pytest.raises(InputError, match="a point without a number"):
        points_of("3:")
