"""The roads of the sample island: what they hold, where they lie, and that they can be driven."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from shapely.geometry import LineString

from app.document.kinds import kind_held_by
from app.document.roads import RoadsDocument
from app.editing.session import Session
from app.roads.attribution import attribution_of
from app.solving.one_solve import solve_once
from core.cancel import NEVER
from core.progress import no_progress
from raster.files.read import open_velocity
from resources.paths import SAMPLE, SAMPLE_ROADS
from resources.sample.streets import RANKS, Street, _joined, _junctions
from road.files.source.projection import projected
from road.graph import RoadGraph
from road.names import PlaceKind
from road.properties import RoadClass


@pytest.fixture(scope="module")
def document() -> RoadsDocument:
    found = kind_held_by(SAMPLE_ROADS).read(SAMPLE_ROADS, no_progress, NEVER)
    assert isinstance(found, RoadsDocument)
    return found


@pytest.fixture(scope="module")
def graph(document: RoadsDocument) -> RoadGraph:
    return document.roads.graph


def test_they_are_small_and_have_all_that_roads_can_have(graph: RoadGraph) -> None:
    assert SAMPLE_ROADS.stat().st_size < 100_000
    assert {RoadClass(int(c)).name.lower() for c in np.unique(graph.arcs.road_class)} == set(RANKS)
    assert graph.forbidden.count > 10
    assert graph.names is not None
    kinds = np.bincount(graph.names.place_kind)
    assert (kinds[PlaceKind.CITY], kinds[PlaceKind.TOWN]) == (1, 12)
    assert len(set(graph.names.way.tolist())) > 1000, "streets with names"


def test_they_lie_on_the_roads_of_the_terrain(graph: RoadGraph) -> None:
    terrain = open_velocity(SAMPLE)
    assert terrain.crs_wkt is not None
    laid = projected(graph, terrain.crs_wkt)
    assert laid.shapes is not None
    x, y = laid.shapes.points.T
    rows = ((terrain.bounds[3] - y) // 10).astype(int)
    cols = ((x - terrain.bounds[0]) // 10).astype(int)
    kmh = terrain.kmh(terrain.whole(), terrain.shape)
    fastest = np.max([kmh[rows + r, cols + c] for r in (-1, 0, 1) for c in (-1, 0, 1)], axis=0)
    assert (fastest >= 30).mean() > 0.97


def test_every_junction_is_reached_from_everywhere_and_all_solvers_agree(
    document: RoadsDocument,
) -> None:
    session = Session()
    session.open(document)
    session.set_starts((session.required.good_start(session.options, NEVER),))
    ticks = []
    for algorithm in ("dijkstra", "near-far"):
        session.set_options(replace(session.options, algorithm=algorithm))
        found, _ = solve_once(session.request())
        assert found.on_graph is not None
        assert found.validate().passed
        ticks.append(found.on_graph.times.state_labels)
    np.testing.assert_array_equal(ticks[0], ticks[1])


def test_nobody_is_said_to_have_mapped_them() -> None:
    assert attribution_of(SAMPLE_ROADS) == ""


def test_streets_are_cut_where_they_meet_and_the_greater_of_two_on_each_other_stays() -> None:
    #      |
    #  ----+====
    #      |
    along = Street(LineString([(0, 0), (100, 0)]), "residential")
    main = Street(LineString([(50, 0), (100, 0)]), "primary")
    across = Street(LineString([(50, -50), (50, 50)]), "track")
    pieces = _joined([along, main, across])
    assert sorted((s.kind, s.line.length) for s in pieces) == [
        ("primary", 50), ("residential", 50), ("track", 50), ("track", 50),
    ]  # fmt: skip
    assert np.bincount(_junctions(pieces).ravel()).max() == 4
