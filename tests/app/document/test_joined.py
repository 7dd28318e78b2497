"""Terrain and roads together as the open document."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from app.document.joined import JoinedDocument, JoinedSolved, JoinRequest, open_joined
from app.document.roads import RoadsDocument
from app.document.terrain import TerrainDocument
from app.editing.session import Change, Session
from app.solving.solve import Solving
from app.solving.solved import Solved
from app.starts import PlacedStart
from core.errors import InputError
from tests.app.cli.test_joined import CELL, LEFT, TOP, write_roads, write_terrain
from tests.app.drawn_roads import opened

# Ground of 5 km/h, nine rows and 41 columns; column 20 is a river, a road with a bridge in row 4.


def _at(row: int, col: int) -> tuple[float, float]:
    return LEFT + (col + 0.5) * CELL, TOP - (row + 0.5) * CELL


def _open(folder: Path, **how: str) -> TerrainDocument | JoinedDocument:
    terrain, roads = write_terrain(folder / "ground.tif"), write_roads(folder / "roads.gpkg")
    return open_joined(JoinRequest(terrain, roads, **how))  # type: ignore[arg-type]


def _session(folder: Path, **how: str) -> Session:
    session = Session()
    session.open(_open(folder, **how))
    session.set_starts((PlacedStart(*_at(2, 2)),))
    return session


def _solved(session: Session) -> JoinedSolved:
    found = Solving().run(session.request())
    assert isinstance(found, JoinedSolved)
    return found


def test_cells_beyond_the_river_are_reached_over_the_bridge(tmp_path: Path) -> None:
    session = _session(tmp_path)
    assert (session.required.kind, session.required.domain) == ("joined", "roads")
    solved = _solved(session)
    assert solved.grid is session.required.grid
    assert np.isfinite(solved.times.seconds_at(2, 38))
    assert np.isinf(solved.times.seconds_at(2, 20)), "nobody wades"
    assert dict(solved.tags)["ISOFRONT_JOIN"] == "combined"
    line = solved.way(*_at(2, 38))
    assert line[0] == pytest.approx(_at(2, 38))
    assert line[-1] == pytest.approx(_at(2, 2))
    on_the_bridge = (abs(line[:, 1] - _at(4, 0)[1]) < 1) & (abs(line[:, 0] - _at(4, 20)[0]) < 61)
    assert on_the_bridge.any()
    assert len(solved.way(*_at(2, 20))) == 0


def test_times_to_the_starts_are_led_the_other_way(tmp_path: Path) -> None:
    solved = _solved(_session(tmp_path, direction="to"))
    assert solved.on_graph.times.search.direction == "to"
    assert solved.way(*_at(2, 38))[0] == pytest.approx(_at(2, 38))


def test_roads_that_are_burned_in_are_cells_like_any(tmp_path: Path) -> None:
    session = _session(tmp_path, join="burned")
    assert session.required.domain == "terrain"
    assert session.options.algorithm == "tiled"
    solved = Solving().run(session.request())
    assert isinstance(solved, Solved)
    assert dict(solved.tags)["ISOFRONT_JOIN"] == "burned"
    assert np.isfinite(solved.times.seconds_at(2, 38))
    assert "burned into" in " ".join(session.required.notes)


def test_the_algorithm_suits_what_is_open(tmp_path: Path) -> None:
    session, told = Session(), list[Change]()
    session.subscribe(told.append)
    joined = _open(tmp_path)
    session.open(joined)
    assert session.options.algorithm == "dijkstra"
    assert Change.OPTIONS in told[-1]
    session.open(RoadsDocument(opened()))
    assert session.required.kind == "roads"
    session.open(joined)
    session.open(TerrainDocument(joined.grid))
    assert session.required.domain == "terrain"
    assert session.options.algorithm == "tiled"


def test_a_start_stands_on_ground_or_on_a_road(tmp_path: Path) -> None:
    session = _session(tmp_path)
    assert session.start_at(*_at(4, 20)).x == _at(4, 20)[0], "on the bridge over the river"
    with pytest.raises(InputError, match="impassable"):
        session.start_at(*_at(0, 20))
    with pytest.raises(InputError, match="outside the raster"):
        session.start_at(0.0, 0.0)


def test_results_of_something_else_are_told_apart(tmp_path: Path) -> None:
    session = _session(tmp_path)
    solved = _solved(session)
    assert solved.subject is session.required.subject
    session.set_result(solved)
    assert (session.result, solved.on_cells) == (solved, solved)
    session.set_starts(())
    assert session.result is None
    assert _open(tmp_path).subject is not solved.subject


def test_what_cannot_be_joined_is_refused_in_a_line(tmp_path: Path) -> None:
    terrain = write_terrain(tmp_path / "ground.tif")
    away = write_roads(tmp_path / "away.gpkg", shift=1e6)
    with pytest.raises(InputError, match="outside the raster"):
        open_joined(JoinRequest(terrain, away))
    with pytest.raises(InputError):
        open_joined(JoinRequest(tmp_path / "none.tif", away))
