"""Terrain and roads together as the open document."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from app.document.joined import Joined, JoinRequest, open_joined
from app.editing.session import Change, Session
from app.solving.jobs import AllSolving
from app.solving.road_solved import RoadSolved
from app.solving.solved import Solved
from app.starts import PlacedStart
from core.errors import InputError
from raster.grid import VelocityGrid
from tests.app.cli.test_joined import CELL, LEFT, TOP, write_roads, write_terrain
from tests.app.drawn_roads import opened

# Ground of 5 km/h, nine rows and 41 columns; column 20 is a river, a road with a bridge in row 4.


def _at(row: int, col: int) -> tuple[float, float]:
    return LEFT + (col + 0.5) * CELL, TOP - (row + 0.5) * CELL


def _open(folder: Path, **how: str) -> tuple[VelocityGrid, Joined]:
    terrain, roads = write_terrain(folder / "ground.tif"), write_roads(folder / "roads.gpkg")
    return open_joined(JoinRequest(terrain, roads, **how))  # type: ignore[arg-type]


def _session(folder: Path, **how: str) -> Session:
    session = Session()
    session.open_grid(*_with_path(_open(folder, **how)))
    session.set_starts((PlacedStart(*_at(2, 2)),))
    return session


def _with_path(opened_: tuple[VelocityGrid, Joined]) -> tuple[VelocityGrid, None, Joined]:
    return opened_[0], None, opened_[1]


def _solved(session: Session) -> tuple[RoadSolved, Solved]:
    both = AllSolving().run(session.road_request())
    assert isinstance(both, RoadSolved)
    assert session.joined is not None
    return both, session.joined.on_cells(both)


def test_cells_beyond_the_river_are_reached_over_the_bridge(tmp_path: Path) -> None:
    session = _session(tmp_path)
    assert (session.kind, session.domain) == ("terrain", "roads")
    both, solved = _solved(session)
    assert solved.grid is session.grid
    assert np.isfinite(solved.times.seconds_at(2, 38))
    assert np.isinf(solved.times.seconds_at(2, 20)), "nobody wades"
    assert dict(solved.tags)["ISOFRONT_JOIN"] == "combined"
    assert session.joined is not None
    line = session.joined.way(both, *_at(2, 38))
    assert line[0] == pytest.approx(_at(2, 38))
    assert line[-1] == pytest.approx(_at(2, 2))
    on_the_bridge = (abs(line[:, 1] - _at(4, 0)[1]) < 1) & (abs(line[:, 0] - _at(4, 20)[0]) < 61)
    assert on_the_bridge.any()
    assert len(session.joined.way(both, *_at(2, 20))) == 0


def test_times_to_the_starts_are_led_the_other_way(tmp_path: Path) -> None:
    session = _session(tmp_path, direction="to")
    both, _ = _solved(session)
    assert both.times.search.direction == "to"
    assert session.joined is not None
    assert session.joined.way(both, *_at(2, 38))[0] == pytest.approx(_at(2, 38))


def test_roads_that_are_burned_in_are_cells_like_any(tmp_path: Path) -> None:
    session = _session(tmp_path, join="burned")
    assert session.domain == "terrain"
    assert session.options.algorithm == "tiled"
    solved = AllSolving().run(session.request())
    assert isinstance(solved, Solved)
    assert session.joined is not None
    told = session.joined.told(solved)
    assert dict(told.tags)["ISOFRONT_JOIN"] == "burned"
    assert np.isfinite(told.times.seconds_at(2, 38))
    assert "burned into" in " ".join(session.grid.notes)


def test_the_algorithm_suits_what_is_open(tmp_path: Path) -> None:
    session, told = Session(), list[Change]()
    session.subscribe(told.append)
    grid, joined = _open(tmp_path)
    session.open_grid(grid, None, joined)
    assert session.options.algorithm == "dijkstra"
    assert Change.OPTIONS in told[-1]
    session.open_roads(opened())
    assert (session.joined, session.domain) == (None, "roads")
    session.open_grid(grid, None, joined)
    session.open_grid(grid)
    assert (session.joined, session.domain) == (None, "terrain")
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
    both, solved = _solved(session)
    assert session.joined is not None
    assert session.joined.holds(both)
    session.set_solved(solved, both)
    assert (session.solved, session.both_solved, session.road_solved) == (solved, both, None)
    session.set_starts(())
    assert (session.solved, session.both_solved) == (None, None)
    _, other = _open(tmp_path)
    assert not other.holds(both)


def test_what_cannot_be_joined_is_refused_in_a_line(tmp_path: Path) -> None:
    terrain = write_terrain(tmp_path / "ground.tif")
    away = write_roads(tmp_path / "away.gpkg", shift=1e6)
    with pytest.raises(InputError, match="outside the raster"):
        open_joined(JoinRequest(terrain, away))
    with pytest.raises(InputError):
        open_joined(JoinRequest(tmp_path / "none.tif", away))
