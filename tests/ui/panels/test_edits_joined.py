"""Edits of ground that roads are joined to, drawn in the window."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from app.document.joined import JoinedDocument, join_documents
from app.solving.solve import Solving
from tests.app.cli.test_joined import CELL, LEFT, TOP, write_roads, write_terrain
from tests.ui.driving import Driver
from ui.dialogs.join import JoinDialog
from ui.panels.ground.edits import EditsPanel


def _at(row: int, col: int) -> tuple[float, float]:
    return LEFT + (col + 0.5) * CELL, TOP - (row + 0.5) * CELL


def test_an_edit_after_joining_counts_and_is_undone(user: Driver, tmp_path: Path) -> None:
    user.do("open_joined")
    dialog = user.window.opener.dialog
    assert isinstance(dialog, JoinDialog)
    dialog.terrain.setText(str(write_terrain(tmp_path / "ground.tif")))
    dialog.roads.setText(str(write_roads(tmp_path / "roads.gpkg")))
    dialog.accept()
    user.rest()
    user.click(*_at(2, 2))
    user.rest()
    session, before = user.window.session, user.solved.times.ticks().copy()

    def joined_anew() -> np.ndarray[Any, Any]:
        document = session.required
        assert isinstance(document, JoinedDocument)
        fresh = join_documents(document.grid, document.roads)
        return Solving().run(replace(session.request(), document=fresh)).times.ticks()

    user.window.docks.panel(EditsPanel).width_m.setValue(0.0)
    user.do("edit_brush")
    user.press(*_at(1, 9))
    user.move(*_at(4, 9))
    user.release(*_at(7, 9))
    user.rest()
    edited = user.solved.times.ticks().copy()
    assert (edited != before).any()
    assert np.array_equal(edited, joined_anew())
    user.do("undo")
    user.rest()
    assert np.array_equal(user.solved.times.ticks(), before)
    assert np.array_equal(before, joined_anew())
