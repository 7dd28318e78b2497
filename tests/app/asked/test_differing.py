"""One sentence says what differs between two questions: of each thing that may, and of nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.asked.differing import differing
from app.document.joined import join_documents
from app.document.roads import RoadsDocument
from app.document.terrain import TerrainDocument
from app.roads.closures import Closure, Closures
from app.roads.costs import RoadCosts
from app.solving.request import Options, SolveRequest
from app.starts import PlacedStart
from app.units import shown_in
from core.times import UNLIMITED
from raster.edits.edit import EditLayer, GroundEdit, LineShape
from raster.grid import VelocityGrid
from raster.slopes.heights import CellHeights
from raster.slopes.models import Tobler
from raster.slopes.slopes import GridSlopes
from road.costs.way_speeds import WaySpeeds
from road.properties import RoadClass, Turn
from tests.app.drawn_roads import opened

HOME, SCHOOL = PlacedStart(5.0, 15.0), PlacedStart(15.0, 15.0)


def ground(speed: float = 36.0) -> VelocityGrid:
    return VelocityGrid(
        np.full((2, 3), speed, np.float32), None, 10.0, 10.0, top=20.0, name="plain"
    )


def on_terrain(*starts: PlacedStart, limit: float = UNLIMITED, **options: Any) -> SolveRequest:
    starts = starts or (HOME,)
    return SolveRequest(TERRAIN, starts, limit, Options(**{"algorithm": "tiled", **options}))


def on_roads(roads: Any = None, **asked: Any) -> SolveRequest:
    document = RoadsDocument(roads or ROADS)
    return SolveRequest(document, asked.pop("starts", (PlacedStart(vertex=1),)), **asked)


TERRAIN = TerrainDocument(ground(), Path("plain.tif"))
ROADS = opened()
CAR = RoadCosts.of_profile("car")


def sloped(**named: Any) -> GridSlopes:
    low = np.zeros((2, 3), np.uint8)
    heights = CellHeights(low.astype(np.uint16), low, 0.0, 0.5, "hills.tif")
    return GridSlopes(**{"heights": heights, "model": Tobler(), **named})


MUD = GroundEdit(LineShape(((15.0, 5.0),)), "speed", 5.0)
SLOPES = sloped()
OTHERS = CellHeights(np.ones((2, 3), np.uint16), np.zeros((2, 3), np.uint8), 0.0, 0.5, "dem.tif")
LINE = Closure(((0.0, 0.0), (10.0, 10.0)))
WAYS = WaySpeeds(np.array([7]), np.array([30.0]), np.array([np.nan]))
MORNING = CAR.with_situation(CAR.metric.situation._replace(departure="2026-11-23T08:30"))  # type: ignore[union-attr]
straight: dict[str, Any] = {"parameters": (("geometry", 1.0),)}

ONE = (
    (on_terrain(), on_terrain(SCHOOL), "the start differs: 5 15 in A, 15 15 in B"),
    (
        on_terrain(replace(HOME, name="Home")),
        on_terrain(replace(SCHOOL, name="School")),
        "the start differs: Home in A, School in B",
    ),
    (
        on_roads(),
        on_roads(starts=(PlacedStart(vertex=2),)),
        "the start differs: vertex 1 in A, vertex 2 in B",
    ),
    (on_terrain(), on_terrain(HOME, SCHOOL), "the starts differs: 1 in A, 2 in B"),
    (
        on_terrain(HOME, SCHOOL),
        on_terrain(HOME, SCHOOL.moved(25.0, 5.0)),
        "the place of start 2 differs: 15 15 in A, 25 5 in B",
    ),
    (
        on_terrain(HOME, SCHOOL),
        on_terrain(HOME.moved(25.0, 15.0), SCHOOL.moved(25.0, 5.0)),
        "the places of 2 of 2 starts differs",
    ),
    (
        on_terrain(),
        on_terrain(replace(HOME, delay_seconds=3661.5)),
        "the delay of the start differs: 0 s in A, 1 h 1 min 1.5 s in B",
    ),
    (
        on_terrain(HOME, SCHOOL),  # the same places, in another order
        on_terrain(replace(SCHOOL, delay_seconds=60.0), HOME),
        "the delay of start 2 differs: 0 s in A, 1 min in B",
    ),
    (
        on_terrain(HOME, SCHOOL),
        on_terrain(replace(HOME, delay_seconds=1.0), replace(SCHOOL, delay_seconds=1.0)),
        "the delays of 2 starts differs",
    ),
    (on_terrain(limit=1800.0), on_terrain(), "the time limit differs: 30 min in A, no limit in B"),
    (
        on_roads(ROADS.driven(CAR)),
        on_roads(ROADS.driven(CAR).turned("to")),
        "the direction of travel differs: from the starts in A, to the starts in B",
    ),
    (
        on_terrain(slopes=SLOPES),
        on_terrain(slopes=replace(SLOPES, direction="to")),
        "the direction of travel differs: from the starts in A, to the starts in B",
    ),
    (
        on_terrain(),
        on_terrain(**straight),
        "the directions differs: eight directions in A, straight lines in B",
    ),
    (on_terrain(), on_terrain(slopes=SLOPES), "the slopes differs: not counted in A, tobler in B"),
    (
        on_terrain(slopes=SLOPES),
        on_terrain(slopes=sloped(model=Tobler(off_path=True))),
        "the slopes differs: tobler in A, tobler-off-path in B",
    ),
    (
        on_terrain(slopes=SLOPES),
        on_terrain(slopes=sloped(surface=True)),
        "the length of a step differs: on the map in A, along the ground in B",
    ),
    (
        on_terrain(slopes=SLOPES),
        on_terrain(slopes=sloped(heights=OTHERS)),
        "the heights differs: hills.tif in A, dem.tif in B",
    ),
    (
        on_terrain(slopes=SLOPES),
        on_terrain(slopes=sloped(heights=replace(OTHERS, name="hills.tif"))),
        "the heights differs",
    ),
    (
        on_terrain(),
        on_terrain(zero_speed_kmh=2.5),
        "the meaning of 0 km/h differs: a barrier in A, 2.5 km/h in B",
    ),
    (
        on_terrain(),
        replace(on_terrain(), document=TerrainDocument(ground(), Path("other.tif"))),
        "the file differs: plain.tif in A, other.tif in B",
    ),
    (
        on_terrain(),
        replace(on_terrain(), document=TerrainDocument(ground(), Path("old/plain.tif"))),
        f"the file differs: plain.tif in A, {Path('old/plain.tif')} in B",
    ),
    (
        on_terrain(),
        replace(on_terrain(), document=TerrainDocument(ground(10.0), Path("plain.tif"))),
        "how the file is read differs",
    ),
    (
        on_terrain(),
        replace(on_terrain(), document=replace(TERRAIN, burned="town")),
        "the roads differs: no roads in A, town burned into the cells in B",
    ),
    (
        on_terrain(),
        on_terrain(algorithm="dijkstra"),
        "the solver differs: Tiled delta-stepping in A, Dijkstra in B",
    ),
    (
        on_roads(ROADS.driven(CAR)),
        on_roads(ROADS.driven(RoadCosts.of_profile("foot"))),
        "the vehicle differs: car in A, foot in B",
    ),
    (
        on_roads(ROADS.driven(CAR)),
        on_roads(ROADS.driven(CAR.with_speed(RoadClass.PRIMARY, 30.0))),
        "the speed of roads of class primary differs: 68 km/h in A, 30 km/h in B",
    ),
    (
        on_roads(ROADS.driven(CAR)),
        on_roads(
            ROADS.driven(CAR.with_speed(RoadClass.PRIMARY, 30.0).with_speed(RoadClass.SERVICE, 5.0))
        ),
        "the speeds of 2 classes of roads differs",
    ),
    (
        on_roads(ROADS.driven(CAR)),
        on_roads(ROADS.driven(CAR.with_closed([RoadClass.LIVING_STREET]))),
        "the closed classes of roads differs: none in A, living street in B",
    ),
    (
        on_roads(ROADS.driven(CAR)),
        on_roads(ROADS.driven(CAR.with_limits("ignore"))),
        "what posted limits mean differs: follow in A, ignore in B",
    ),
    (
        on_roads(ROADS.driven(CAR)),
        on_roads(ROADS.driven(CAR.with_turn_seconds(Turn.LEFT, 33.0))),
        "what turns cost differs",
    ),
    (
        on_roads(ROADS.driven(CAR)),
        on_roads(ROADS.driven(CAR.with_ways(WAYS))),
        "the speeds of single ways differs",
    ),
    (
        on_roads(ROADS.driven(CAR)),
        on_roads(ROADS.driven(MORNING)),
        "the hour of departure differs: no hour chosen in A, 2026-11-23 08:30 in B",
    ),
    (
        on_roads(ROADS),
        on_roads(ROADS.closed_by(Closures((LINE,)))),
        "the closures differs: none in A, 1 in B",
    ),
    (
        on_terrain(),
        replace(on_terrain(), document=TERRAIN.with_edits(EditLayer((MUD,)))),
        "the edits of the ground differs: none in A, 1 in B",
    ),
    (
        on_roads(ROADS.closed_by(Closures((LINE,)))),
        on_roads(ROADS.closed_by(Closures((Closure(((5.0, 0.0), (9.0, 9.0))),)))),
        "the closures differs",
    ),
)


@pytest.mark.parametrize(("a", "b", "said"), ONE, ids=[said[:40] for _, _, said in ONE])
def test_the_one_thing_that_differs_is_told(a: SolveRequest, b: SolveRequest, said: str) -> None:
    assert differing(a, b).sentence() == f"Nothing but {said}."
    told, other = differing(a, b).points, differing(b, a).points
    assert [(p.second, p.first) for p in other] == [(p.first, p.second) for p in told]


def test_the_same_question_is_told_as_such_whoever_asks_it_again() -> None:
    named = replace(HOME, name="Home", colour="#ff0000")
    again = SolveRequest(
        TerrainDocument(ground(), Path("plain.tif")), (named,), options=on_terrain().options
    )
    same = "today and then ask the same question."
    assert differing(on_terrain(), again).sentence(("today", "then")) == same
    twice = (
        on_roads(ROADS.driven(CAR.with_ways(WAYS))),
        on_roads(ROADS.driven(CAR.with_ways(replace(WAYS, name="again")))),
    )
    assert differing(*twice).points == ()


def test_all_that_differs_stands_in_one_sentence_in_the_units_that_are_read() -> None:
    a, b = on_terrain(limit=90.0), on_terrain(SCHOOL, limit=60.0, zero_speed_kmh=1.609344)
    with shown_in("miles"):
        said = differing(a, b).sentence(("old", "new"))
    assert said == (
        "Nothing but this differs: the start (5 15 in old, 15 15 in new); "
        "the time limit (1 min 30 s in old, 1 min in new); "
        "the meaning of 0 km/h (a barrier in old, 1 mph in new)."
    )


def test_roads_joined_with_cells_differ_from_cells_alone_by_the_roads() -> None:
    joined = join_documents(ground(), opened(), path=Path("plain.tif"), zero_speed_kmh=3.0)
    asked = SolveRequest(joined, (HOME,), options=Options("near-far"))
    points = differing(on_terrain(algorithm="near-far"), asked).points
    assert [(p.what, p.first, p.second) for p in points][:2] == [
        ("the roads", "no roads", joined.roads.graph.name),
        ("the meaning of 0 km/h", "a barrier", "3 km/h"),
    ]


def test_a_solver_that_nobody_chose_is_no_difference() -> None:
    usual = TERRAIN.usual_algorithm
    assert usual != "dijkstra"
    large = replace(TERRAIN)
    large.__dict__["usual_algorithm"] = "dijkstra"  # as where memory is short
    a = SolveRequest(TERRAIN, (HOME,), options=Options(usual))
    b = SolveRequest(large, (HOME,), options=Options("dijkstra"))
    assert differing(a, b).points == ()
