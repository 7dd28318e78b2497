"""Roads as the open document: what it tells, which starts it takes, what is undone."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from app.bands import Bands
from app.document.roads import RoadsDocument
from app.document.terrain import TerrainDocument
from app.editing.commands import History
from app.editing.road_edits import RoadEdits
from app.editing.session import Change, Session
from app.roads.closures import Closure
from app.roads.costs import RoadCosts
from app.roads.open_roads import OpenRoads
from app.solving.arcs import ArcProblem
from app.solving.road_solved import RoadSolved
from app.solving.solve import Solving
from app.starts import PlacedStart
from core.cancel import NEVER
from core.errors import InputError
from core.progress import no_progress
from core.solver import Start
from core.times import UNLIMITED
from raster.grid import grid_from_kmh
from road.graph import GivenCosts
from road.properties import RoadClass, Turn
from road.search.starts import RoadStart
from tests.app.drawn_roads import XY, drawn, opened
from tests.road.drawn import Street, graph_of

PRIMARY = RoadClass.PRIMARY


@pytest.fixture
def told(session: Session) -> list[Change]:
    changes: list[Change] = []
    session.subscribe(changes.append)
    return changes


def solved(session: Session) -> RoadSolved:
    found = Solving().run(session.request())
    assert isinstance(found, RoadSolved)
    session.set_result(found)
    return found


def place(session: Session, x: float, y: float, delay_seconds: float = 0.0) -> None:
    session.set_starts((session.placed(PlacedStart(x, y, delay_seconds)),))


# -- opening


def test_the_session_says_what_is_open(session: Session) -> None:
    assert Session().document is None
    assert session.document.kind == "roads"
    session.open(TerrainDocument(grid_from_kmh(np.full((3, 3), 36))))
    assert (session.document.kind, session.document.roads) == ("terrain", None)


def test_terrain_and_roads_replace_each_other_with_all_that_belongs_to_them(
    session: Session, told: list[Change]
) -> None:
    session.set_starts((PlacedStart(*XY[0]),))
    solved(session)
    told.clear()
    session.open(TerrainDocument(grid_from_kmh(np.full((3, 3), 36))))
    assert session.starts == ()
    assert session.result is None
    assert session.options.algorithm == "tiled"
    session.open(RoadsDocument(opened()))
    assert session.document.grid is None
    assert session.options.algorithm == "dijkstra"
    always = Change.STARTS | Change.RESULT | Change.OPTIONS | Change.DOCUMENT
    assert told == [always, always]


def test_roads_after_roads_keep_the_algorithm(session: Session, told: list[Change]) -> None:
    session.set_options(replace(session.options, algorithm="near-far"))
    told.clear()
    session.open(RoadsDocument(opened()))
    assert session.options.algorithm == "near-far"
    assert told == [Change.DOCUMENT | Change.STARTS | Change.RESULT]


def test_roads_that_cannot_be_decoded_leave_the_document_alone(session: Session) -> None:
    before = session.document.roads
    graph = drawn()
    bare = replace(graph, arcs=replace(graph.arcs, length_m=np.zeros_like(graph.arcs.length_m)))
    with pytest.raises(InputError, match="neither lengths nor positions"):
        session.open(RoadsDocument(OpenRoads(bare, RoadCosts.of_profile("car"))))
    assert session.document.roads is before


# -- starts


def test_a_click_is_snapped_onto_the_nearest_arc(session: Session) -> None:
    source, snapped = session.driven.met(session.placed(PlacedStart(25.0, 8.0, 5.0)))
    assert isinstance(source, RoadStart)
    assert snapped is not None
    assert (snapped.x, snapped.y, snapped.distance_m) == (25.0, 0.0, 8.0)
    assert source.delay_seconds == 5.0
    assert sorted(place.fraction for place in source.places) == [0.25, 0.75]


def test_a_click_on_a_crossing_and_a_named_vertex_start_there(session: Session) -> None:
    source, _ = session.driven.met(session.placed(PlacedStart(100.0, 0.0)))
    assert source == Start(1)
    named = session.placed(PlacedStart(vertex=102, delay_seconds=3.0))  # ids begin at 100
    assert session.driven.met(named) == (Start(2, 3.0), None)
    assert (named.x, named.y) == XY[2]


def test_a_click_far_outside_is_refused_with_the_extent(session: Session) -> None:
    with pytest.raises(InputError, match=r"outside the roads.*x runs from 0 to 200.*order X,Y"):
        session.placed(PlacedStart(500.0, 0.0))


def test_a_vertex_that_is_not_there_is_refused_with_those_that_are(session: Session) -> None:
    with pytest.raises(InputError, match=r"no vertex 77.*ids run from"):
        session.placed(PlacedStart(vertex=77))


def test_where_every_road_is_closed_a_start_is_refused(session: Session) -> None:
    session.set_road_costs(RoadCosts.of_profile("car").with_closed(RoadClass))
    with pytest.raises(InputError, match=r"no road is open with the metric 'car'.*another profile"):
        session.placed(PlacedStart(10.0, 0.0))


def test_a_yard_is_passed_over_for_a_road_that_leads_somewhere_and_an_island_is_not() -> None:
    # Vertices 0 to 2 are a street; 3 to 4 a yard of one-way 20 m off, 5 to 6 one 9 km away.
    xy = [(0, 0), (100, 0), (200, 0), (0, 20), (100, 20), (9000, 0), (9100, 0)]
    streets: list[Street] = [(0, 1), (1, 2), (3, 4, True), (5, 6, True)]
    roads = OpenRoads.of(graph_of(xy, streets)).driven(RoadCosts.of_profile("car"))
    assert roads.snapped(50.0, 19.0).y == 0.0
    assert roads.snapped(9050.0, 5.0).distance_m == 5.0
    assert roads.driven(RoadCosts.of_profile("foot")).snapped(9050.0, 5.0).distance_m == 5.0


def exit_and_entrance() -> OpenRoads:
    """Vertices 0 to 2 are a street; 80 m off it, 3 → 4 → 1 can only be left, 1 → 5 → 6 only be
    reached, and 7 → 8 neither."""
    xy = [
        (0, 0),
        (100, 0),
        (200, 0),
        (0, 80),
        (100, 80),
        (100, -80),
        (200, -80),
        (0, 160),
        (90, 160),
    ]
    one_way = [(3, 4, True), (4, 1, True), (1, 5, True), (5, 6, True), (7, 8, True)]
    roads = OpenRoads.of(graph_of(xy, [(0, 1), (1, 2), *one_way]))
    return roads.driven(RoadCosts.of_profile("car"))


@pytest.mark.parametrize("off", [0.0, 5.0])
def test_a_start_is_only_to_be_left_and_a_destination_only_to_be_reached(off: float) -> None:
    roads = exit_and_entrance()
    on_exit, on_entrance = (50.0, 80.0 + off), (150.0, -80.0 - off)
    assert roads.snapped(*on_exit).y == 80.0
    assert roads.snapped(*on_exit, "destination").y != 80.0
    assert roads.snapped(*on_entrance).y != -80.0
    assert roads.snapped(*on_entrance, "destination").y == -80.0
    for end in ("start", "destination"):
        assert roads.snapped(50.0, 160.0 + off, end).y != 160.0, "useless to both"


def test_times_to_the_starts_are_searched_from_where_one_arrives() -> None:
    roads = exit_and_entrance().turned("to")
    assert roads.snapped(150.0, -80.0).y == -80.0
    assert roads.snapped(50.0, 80.0).y != 80.0
    assert roads.snapped(50.0, 80.0, "destination").y == 80.0


def test_a_road_that_the_solve_reaches_is_no_other_road_s_time() -> None:
    roads = exit_and_entrance()
    session = Session()
    session.open(RoadsDocument(roads))
    session.set_starts((session.placed(PlacedStart(20.0, 80.0)),))
    found = solved(session)
    ahead, behind = found.at(60.0, 80.0), found.at(10.0, 80.0)
    assert ahead.snapped.y == 80.0
    assert ahead.amount == pytest.approx(40 / 80 * found.at(100.0, 80.0).amount, abs=0.002)
    assert behind.snapped.y != 80.0, "nobody comes there: the time of a road that is reached"
    way = found.route_to(60.0, 80.0)
    assert way is not None
    assert way.length_m == pytest.approx(40.0)


def test_without_positions_starts_are_named() -> None:
    session = Session()
    session.open(RoadsDocument(OpenRoads.of(replace(drawn(), x=None, y=None))))
    with pytest.raises(InputError, match=r"no positions.*vertex id"):
        session.placed(PlacedStart(0.0, 0.0))
    start = session.placed(PlacedStart(vertex=100))
    assert math.isnan(start.x)
    session.set_starts((start,))
    request = session.request()
    assert request.document.problem(request, no_progress, NEVER).sources == (Start(0),)


# -- metric and direction


def test_a_metric_changes_the_costs_and_not_the_graph(
    session: Session, told: list[Change], edits: RoadEdits
) -> None:
    assert session.document is not None
    before = session.document.roads
    edits.set_costs(RoadCosts.of_profile("foot"))
    assert session.document.roads.graph is before.graph
    assert session.document.roads.weights is not before.weights
    assert told == [Change.METRIC]


def test_a_direction_keeps_what_was_decoded(session: Session, told: list[Change]) -> None:
    assert session.document is not None
    weights = session.document.roads.weights
    session.set_direction("to")
    assert session.document.roads.weights is weights
    assert told == [Change.METRIC]


def test_edits_of_one_slider_undo_as_one(
    session: Session, history: History, edits: RoadEdits
) -> None:
    before = edits.costs
    for kmh in (60.0, 50.0, 40.0):
        edits.set_speed(PRIMARY, kmh)
    edits.set_speed(RoadClass.RESIDENTIAL, 10.0)
    edits.set_turn_cost(Turn.LEFT, 5.0)
    edits.close_class(RoadClass.SERVICE)
    history.undo()
    history.undo()
    history.undo()
    metric = edits.costs.metric
    assert metric is not None
    assert metric.speeds_kmh[PRIMARY] == 40.0
    assert history.undo_label == "Change speed"
    history.undo()
    assert edits.costs == before
    assert history.undo_label == ""
    history.redo()
    assert edits.costs.metric == metric


def test_the_metric_as_it_was_chosen_comes_back(edits: RoadEdits) -> None:
    before = edits.costs
    edits.set_speed(PRIMARY, 10.0)
    edits.set_limits("ignore")
    assert edits.costs.edited
    edits.reset()
    assert edits.costs == before


def test_an_edit_that_cannot_be_changes_nothing(history: History, edits: RoadEdits) -> None:
    before = edits.costs
    with pytest.raises(InputError, match="no costs named 'time'"):
        edits.set_costs(RoadCosts(given="time"))
    assert edits.costs == before
    assert history.undo_label == ""


def test_bands_and_limit_of_another_kind_of_cost_begin_anew_and_come_back(
    session: Session, history: History, edits: RoadEdits
) -> None:
    session.set_bands(Bands.parse("5, 10 min"))
    session.set_limit(1200.0)
    edits.set_quantity("distance")
    assert session.bands.measure.quantity == "length"
    assert session.limit_seconds == UNLIMITED
    history.undo()
    assert session.bands == Bands.parse("5, 10 min")
    assert session.limit_seconds == 1200.0


def test_bands_stay_where_an_edit_that_is_taken_back_moved_no_unit(
    session: Session, history: History, edits: RoadEdits
) -> None:
    edits.set_direction("to")
    edits.close_under(Closure(((50.0, -5.0), (50.0, 5.0))))
    session.set_bands(Bands.parse("5, 10 min"))  # as bands that follow the result are
    history.undo()
    history.undo()
    assert (session.driven.direction, bool(session.driven.closures)) == ("from", False)
    assert session.bands == Bands.parse("5, 10 min")


def test_edits_without_roads_are_refused() -> None:
    session = Session()
    with pytest.raises(InputError, match="no roads are open"):
        RoadEdits(session, History(session).do).set_costs(RoadCosts.of_profile("car"))
    with pytest.raises(InputError, match="Open a file first"):
        session.request()


# -- requests and results


def test_a_request_is_not_touched_by_later_edits(session: Session, edits: RoadEdits) -> None:
    place(session, 25.0, 0.0, 7.0)
    request = session.request()
    edits.set_costs(RoadCosts.of_profile("foot"))
    session.set_starts(())
    problem = request.document.problem(request, no_progress, NEVER)
    assert isinstance(problem, ArcProblem)
    assert problem.roads.costs.name == "car"
    assert [start.told for start in request.starts] == [(25.0, 0.0, 7.0)]
    assert problem.sources[0].delay_seconds == 7.0


def test_a_preview_goes_no_further_than_the_bands(session: Session) -> None:
    place(session, 0.0, 0.0)
    session.set_bands(Bands.parse("5, 10"))
    assert session.request(preview=True).limit_seconds == 10.0
    assert session.request().limit_seconds == UNLIMITED


def test_the_time_under_the_pointer_is_that_of_the_nearest_road(
    session: Session, edits: RoadEdits
) -> None:
    edits.set_speed(PRIMARY, 36.0)  # 10 m/s
    place(session, 20.0, 0.0)
    result = solved(session)
    assert session.result is result
    reading = result.at(80.0, 3.0)
    assert reading.amount == pytest.approx(6.0, abs=0.002)
    assert reading.snapped.distance_m == 3.0
    assert reading.way == 1
    assert result.at(100.0, 0.0).amount == pytest.approx(8.0, abs=0.002)


def test_a_route_leads_from_the_start_or_to_it(session: Session, edits: RoadEdits) -> None:
    place(session, 20.0, 0.0)
    there = solved(session).route_to(100.0, 60.0)
    edits.set_direction("to")
    back = solved(session).route_to(100.0, 60.0)
    assert there is not None
    assert back is not None
    assert there.length_m == pytest.approx(80 + 60)
    assert back.length_m == pytest.approx(40 + 100 + 100 + 20)  # 1 to 4 is one-way


def test_what_is_not_reached_has_no_time_and_no_route(session: Session) -> None:
    place(session, 20.0, 0.0)
    session.set_limit(1.0)
    result = solved(session)
    assert not result.at(190.0, 0.0).reached
    assert result.route_to(190.0, 0.0) is None


def test_costs_that_came_with_the_file_are_used_as_they_are() -> None:
    graph = drawn()
    costs = np.arange(1, graph.arc_count + 1, dtype=np.uint32)
    session = Session()
    given = (GivenCosts("time", costs, "s", 1.0),)
    session.open(RoadsDocument(OpenRoads.of(replace(graph, given=given))))
    session.set_starts((session.placed(PlacedStart(vertex=int(graph.vertex_ids[0]))),))
    result = solved(session)
    assert result.unit == "s"
    assert result.times.labels[1] == costs[graph.first_out[0]]


def test_removing_the_last_start_takes_the_result_along(
    session: Session, told: list[Change]
) -> None:
    place(session, 20.0, 0.0)
    solved(session)
    session.set_starts(())
    assert session.result is None
    assert told[-1] == Change.STARTS | Change.RESULT
