"""The dialog that opens terrain and roads together: what it proposes, and what comes along."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QDialogButtonBox

from app.roads.closures import Closure
from app.roads.costs import RoadCosts
from raster.edits.edit import GroundEdit, LineShape
from road.properties import RoadClass
from tests.app.cli.test_joined import write_roads, write_terrain
from tests.ui.driving import Driver
from tests.ui.test_joining import dialog_of, middle_of, open_together


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """Ground with a river in column 20, and a road with a bridge over it in row 4."""
    return write_terrain(tmp_path / "ground.tif"), write_roads(tmp_path / "roads.gpkg")


def test_the_dialog_wants_both_files_and_says_what_will_be(
    user: Driver, files: tuple[Path, Path]
) -> None:
    user.open(files[0])
    dialog = dialog_of(user)
    go = dialog.buttons.button(QDialogButtonBox.StandardButton.Open)
    assert dialog.terrain.text() == str(files[0]), "what is open is proposed"
    assert not go.isEnabled()
    dialog.roads.setText(str(files[1]))
    assert go.isEnabled()
    assert "bridges and tunnels" in dialog._explanation.text()
    dialog.join.setCurrentIndex(dialog.join.findData("burned"))
    assert "a bridge becomes a crossing" in dialog._explanation.text()
    assert not dialog.direction.isEnabled(), "cells know no direction"
    dialog.profile.setCurrentIndex(dialog.profile.findData("4x4"))
    request = dialog.request()
    assert (request.join, request.profile, request.direction) == ("burned", "4x4", "from")
    dialog.reject()


def test_what_was_drawn_and_set_on_roads_comes_along_when_ground_joins_them(
    user: Driver, files: tuple[Path, Path]
) -> None:
    user.open(files[1])
    edit = user.window.editor.edit_roads
    edit(lambda edits: edits.set_speed(RoadClass.PRIMARY, 17.0))
    edit(lambda edits: edits.set_direction("to"))
    over = Closure((middle_of(3, 20), middle_of(5, 20)))
    edit(lambda edits: edits.close_under(over))
    user.click(*middle_of(4, 6))
    user.rest()
    [start] = user.window.session.starts
    dialog = dialog_of(user)
    assert dialog.roads.text() == str(files[1])
    assert dialog.profile.currentText() == "Car, as it is set"
    assert dialog.direction.currentData() == "to"
    dialog.terrain.setText(str(files[0]))
    dialog.accept()
    assert dialog._document is None, "else a large raster stayed in memory with it"
    user.rest()
    assert user.window.session.starts == (start,)
    assert np.isfinite(user.seconds(2, 14)), "it is solved from at once"
    driven = user.window.session.driven
    assert driven.closures.shapes == (over,)
    assert driven.costs.changes.startswith("speeds_kmh.primary=17")
    assert driven.direction == "to"
    user.click(*middle_of(2, 2))
    assert np.isinf(user.seconds(2, 38)), "the bridge is closed"
    dialog = dialog_of(user)
    dialog.profile.setCurrentIndex(dialog.profile.findData("truck"))
    dialog.accept()
    user.rest()
    assert user.window.session.driven.costs == RoadCosts.of_profile("truck")
    assert user.window.session.driven.closures.shapes == (over,)


def test_edits_of_ground_come_along_when_roads_join_it(
    user: Driver, files: tuple[Path, Path]
) -> None:
    user.open(files[0])
    wall = GroundEdit(LineShape((middle_of(0, 10), middle_of(8, 10))), "barrier", name="wall")
    user.window.editor.ground_edits.add(wall)
    user.rest()
    dialog = dialog_of(user)
    dialog.roads.setText(str(files[1]))
    dialog.join.setCurrentIndex(dialog.join.findData("burned"))
    dialog.accept()
    user.rest()
    assert user.window.session.required.edits.edits == (wall,)
    user.click(*middle_of(2, 2))
    assert np.isinf(user.seconds(2, 14)), "edits count after roads are burned"


def test_both_files_of_what_is_joined_are_proposed_again(
    user: Driver, files: tuple[Path, Path]
) -> None:
    open_together(user, files, "combined")
    dialog = dialog_of(user)
    assert (dialog.terrain.text(), dialog.roads.text()) == tuple(map(str, files))
    dialog.reject()
