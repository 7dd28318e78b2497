"""Terrain and roads together as the open document."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from pyproj import CRS

from app.document.joined import (
    JoinedDocument,
    JoinRequest,
    join_documents,
    open_joined,
)
from app.document.joined_solved import JoinedSolved
from app.document.reading import RasterReading
from app.document.roads import RoadsDocument
from app.document.terrain import TerrainDocument
from app.editing.commands import History
from app.editing.kept_starts import starts_on
from app.editing.road_edits import RoadEdits
from app.editing.session import Change, Session
from app.roads.closures import Closure, Closures
from app.roads.costs import RoadCosts
from app.roads.files import open_road_file
from app.roads.open_roads import OpenRoads
from app.solving.solve import Solving
from app.solving.solved import Solved
from app.starts import PlacedStart
from core.errors import InputError
from raster.files.read import ReadOptions, open_velocity
from raster.grid import Window
from raster.units import Units
from road.files.source.projection import carried, projected
from road.places.snap import SnapIndex
from road.properties import RoadClass
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
    assert (session.required.kind, session.required.domain) == ("joined", "joined")
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
    bridge = PlacedStart(*_at(4, 20))
    assert session.placed(bridge) == bridge, "over the river"
    with pytest.raises(InputError, match="impassable"):
        session.placed(PlacedStart(*_at(0, 20)))
    with pytest.raises(InputError, match="outside the raster"):
        session.placed(PlacedStart(0.0, 0.0))


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


# -- driven otherwise


def _edits(session: Session) -> RoadEdits:
    return RoadEdits(session, History(session).do)


def _joined_anew(session: Session) -> JoinedSolved:
    """The result of roads that are joined as they are driven now."""
    grid = session.required.grid
    assert grid is not None
    fresh = join_documents(grid, session.driven)
    found = Solving().run(replace(session.request(), document=fresh))
    assert isinstance(found, JoinedSolved)
    return found


def _same_bits(one: JoinedSolved, other: JoinedSolved) -> bool:
    return one.times.tick_seconds == other.times.tick_seconds and np.array_equal(
        one.times.ticks(), other.times.ticks()
    )


def test_a_slider_prices_the_same_graph_anew(tmp_path: Path) -> None:
    session = _session(tmp_path)
    before = _solved(session)
    for road_class in RoadClass:
        _edits(session).set_speed(road_class, 20.0)
    after = _solved(session)
    assert after.on_graph.graph is before.on_graph.graph
    assert after.times.seconds_at(2, 38) > before.times.seconds_at(2, 38)
    assert _same_bits(after, _joined_anew(session))
    assert after.subject is before.subject is session.required.subject


def test_a_bridge_that_is_closed_by_drawing_carries_nobody(tmp_path: Path) -> None:
    session = _session(tmp_path)
    before, edits = _solved(session), _edits(session)
    across = (_at(3, 19), _at(5, 19))
    edits.close_under(Closure(across))
    closed = _solved(session)
    assert np.isinf(closed.times.seconds_at(2, 38))
    assert closed.on_graph.graph is before.on_graph.graph
    assert _same_bits(closed, _joined_anew(session))
    edits.remove_closures()
    assert _same_bits(_solved(session), before)


def test_a_road_that_opens_joins_anew(tmp_path: Path) -> None:
    session = _session(tmp_path)
    open_, grid = _solved(session), session.required.grid
    assert grid is not None
    shut = session.driven.closed_by(Closures((Closure((_at(3, 19), _at(5, 19))),)))
    session.open(join_documents(grid, shut))
    session.set_starts(open_.starts)
    closed = _solved(session)
    assert np.isinf(closed.times.seconds_at(2, 38))
    _edits(session).remove_closures()
    again = _solved(session)
    assert again.on_graph.graph is not closed.on_graph.graph
    assert _same_bits(again, open_)


def test_roads_in_degrees_stay_closed_when_more_of_them_are(tmp_path: Path) -> None:
    session = _session(tmp_path)
    grid, here = session.required.grid, session.driven
    assert grid is not None
    degrees = CRS.from_epsg(4326).to_wkt()
    roads = OpenRoads.of(projected(here.graph, degrees))
    over = carried(np.array([_at(3, 20), _at(5, 20)]), grid.crs_wkt or "", degrees)
    drawn = Closure(tuple((x, y) for x, y in over.tolist()))
    shut = roads.closed_by(Closures((drawn,)))
    session.open(join_documents(grid, shut))
    session.set_starts((PlacedStart(*_at(2, 2)),))
    [closure] = session.driven.closures.shapes
    np.testing.assert_allclose(closure.points, (_at(3, 20), _at(5, 20)), atol=1e-3)
    assert session.driven.closed_arcs.tolist() == shut.closed_arcs.tolist() != []

    def found_anew() -> SnapIndex:
        raise AssertionError("a straight line is another in other coordinates")

    kept = session.driven.closures.arcs(session.driven.graph, found_anew)
    assert kept.tolist() == shut.closed_arcs.tolist()
    assert np.isinf(_solved(session).times.seconds_at(2, 38))
    edits = _edits(session)
    edits.close_under(Closure((_at(3, 30), _at(5, 30))))
    assert set(session.driven.closed_arcs.tolist()) > set(shut.closed_arcs.tolist())
    assert np.isinf(_solved(session).times.seconds_at(2, 38))
    edits.remove_closures()
    assert np.isfinite(_solved(session).times.seconds_at(2, 38))


def test_a_raster_is_joined_as_it_was_read(tmp_path: Path) -> None:
    terrain, roads = write_terrain(tmp_path / "ground.tif"), write_roads(tmp_path / "roads.gpkg")
    slow = ReadOptions(units=Units.MS)
    reading = RasterReading(slow)
    before = TerrainDocument(open_velocity(terrain, units=Units.MS), terrain, reading=reading)
    joined = open_joined(JoinRequest(terrain, roads, before=before))
    assert joined.sources.raster == reading
    row, col = 2, 2
    assert _kmh(joined, row, col) == _kmh(before, row, col) == pytest.approx(18.0)
    other = write_terrain(tmp_path / "other.tif")
    plain = open_joined(JoinRequest(other, roads, before=before))
    assert plain.sources.raster == RasterReading()
    assert _kmh(plain, row, col) == 5


def _kmh(document: TerrainDocument | JoinedDocument, row: int, col: int) -> float:
    return float(document.grid.kmh(Window(row, col, 1, 1), (1, 1))[0, 0])


def test_who_drives_other_roads_drives_these(tmp_path: Path) -> None:
    terrain, one = write_terrain(tmp_path / "ground.tif"), write_roads(tmp_path / "one.gpkg")
    two = write_roads(tmp_path / "two.gpkg")
    slow = RoadCosts.of_profile("truck").with_speed(RoadClass.PRIMARY, 11.0)
    before = RoadsDocument(open_road_file(one).driven(slow))
    shut = before.driven(before.roads.closed_by(Closures((Closure((_at(3, 20), _at(5, 20))),))))
    again = open_joined(JoinRequest(terrain, one, profile="", before=shut))
    assert again.roads.closures == shut.closures
    assert again.roads.costs == slow
    other = open_joined(JoinRequest(terrain, two, profile="", before=shut))
    assert not other.roads.closures
    assert other.roads.costs == slow


def test_starts_stand_where_they_did_on_what_is_made_of_their_roads(tmp_path: Path) -> None:
    session = _session(tmp_path)
    ground, here = session.required, session.driven
    degrees = CRS.from_epsg(4326).to_wkt()
    roads = OpenRoads.of(projected(here.graph, degrees))

    def there(row: int, col: int) -> PlacedStart:
        [(x, y)] = carried(np.array([_at(row, col)]), ground.crs_wkt, degrees).tolist()
        return PlacedStart(x, y, 30.0, name="depot")

    vertex = int(roads.graph.vertex_ids[0])
    alone = Session()
    alone.open(RoadsDocument(roads))
    alone.starts = (there(4, 8), there(2, 20), PlacedStart(vertex=vertex), there(400, 8))
    alone.starts = (*alone.starts[:2], roads.placed(alone.starts[2]), alone.starts[3])
    near, on_vertex = starts_on(ground, alone)
    assert (near.x, near.y) == pytest.approx(_at(4, 8), abs=1e-3)
    assert (near.delay_seconds, near.name) == (30.0, "depot")
    assert on_vertex.vertex == vertex
    assert (on_vertex.x, on_vertex.y) == pytest.approx(_at(4, 5), abs=1e-3)
    burned = _open(tmp_path, join="burned")
    _, cell = starts_on(burned, alone)
    assert cell.vertex is None
    assert (cell.x, cell.y) == pytest.approx(_at(4, 5), abs=1e-3)


def test_costs_that_are_no_times_are_refused_and_leave_the_document(tmp_path: Path) -> None:
    session = _session(tmp_path)
    before = session.document
    with pytest.raises(InputError, match="cannot be joined with speeds"):
        _edits(session).set_quantity("distance")
    assert session.document is before


def test_preset_vehicles_and_directions_are_chosen(tmp_path: Path) -> None:
    session = _session(tmp_path)
    edits = _edits(session)
    edits.set_costs(RoadCosts.of_profile("foot"))
    edits.set_direction("to")
    solved = _solved(session)
    assert solved.on_graph.times.search.direction == "to"
    assert _same_bits(solved, _joined_anew(session))
