"""Roads closed by drawing: they hold for every solver, click and route, and can be undone."""

from __future__ import annotations

import pytest

from app.catalog.algorithms import rows_of
from app.catalog.rows import ROADS
from app.editing.commands import History
from app.editing.road_edits import RoadEdits
from app.editing.session import Change, Session
from app.roads.closures import OPEN_EVERYWHERE, Closure, Closures
from app.roads.costs import RoadCosts
from app.roads.open_roads import OpenRoads
from app.solving.request import Options
from app.solving.road_solved import RoadSolved
from app.solving.solve import Solving
from app.starts import PlacedStart
from core.errors import InputError, ParameterError
from core.times import UNREACHED
from road import components
from road.places import leading
from road.places.snap import SnapIndex
from road.properties import RoadClass
from tests.app.drawn_roads import XY, drawn

# Streets of 100 m; 1 to 4 is one-way.
#
#   3 --- 4
#   |     ^
#   0 -X- 1 --- 2      X: across 0 - 1
ACROSS = Closure(((50.0, 10.0), (50.0, -10.0)))
AROUND = Closure(((90.0, -10.0), (210.0, -10.0), (210.0, 10.0), (90.0, 10.0)), area=True)


def _closed(roads: OpenRoads) -> set[tuple[int, int]]:
    """Pairs of vertices of which no arc between is open."""
    graph, costs = roads.graph, roads.weights.arc_costs
    both = [
        tuple(sorted(ends)) for ends in zip(graph.tail.tolist(), graph.head.tolist(), strict=True)
    ]
    is_open = {pair for pair, cost in zip(both, costs.tolist(), strict=True) if cost < UNREACHED}
    return set(both) - is_open


def _solved(session: Session) -> RoadSolved:
    found = Solving().run(session.request())
    assert isinstance(found, RoadSolved)
    return found


def test_streets_under_a_drawing_are_closed_both_ways(session: Session, edits: RoadEdits) -> None:
    assert _closed(session.driven) == set()
    edits.close_under(ACROSS)
    assert _closed(session.driven) == {(0, 1)}
    edits.close_under(AROUND)
    assert _closed(session.driven) == {(0, 1), (1, 2), (1, 4)}


def test_a_closure_changes_no_other_cost_and_is_told_once(
    session: Session, edits: RoadEdits
) -> None:
    before = session.driven.weights
    told: list[Change] = []
    session.subscribe(told.append)
    edits.close_under(ACROSS)
    after = session.driven.weights
    shut = after.arc_costs == UNREACHED
    assert (after.arc_costs[~shut] == before.arc_costs[~shut]).all()
    assert (after.turn_costs, after.unit, after.vehicles) == (
        before.turn_costs, before.unit, before.vehicles,
    )  # fmt: skip
    assert not after.arc_costs.flags.writeable
    assert told == [Change.METRIC]


@pytest.mark.parametrize("algorithm", [row.id for row in rows_of(ROADS) if row.cpu])
def test_closures_hold_for_every_algorithm(
    session: Session, edits: RoadEdits, algorithm: str
) -> None:
    session.set_options(Options(algorithm=algorithm, backend="cpu"))
    session.set_starts((PlacedStart(*XY[0]),))
    one_block = _solved(session).times.labels[1]
    edits.close_under(ACROSS)
    assert _solved(session).at(50.0, 0.0).snapped.x != 50.0
    assert _solved(session).times.labels[1] >= UNREACHED, "1 to 4 is one-way"
    session.set_starts((session.placed(PlacedStart(vertex=101)),))
    around = _solved(session).times.labels[0]
    assert 2 * one_block < around < UNREACHED, "the long way round"


def test_clicks_fall_on_roads_that_are_open(session: Session, edits: RoadEdits) -> None:
    assert session.driven.snapped(50.0, 1.0).y == 0.0
    edits.close_under(ACROSS)
    found = session.driven.snapped(50.0, 1.0)
    assert (found.x, found.y) in {(0.0, 1.0), (100.0, 1.0), (100.0, 0.0)}


def test_another_metric_and_direction_keep_what_is_closed(
    session: Session, edits: RoadEdits
) -> None:
    edits.close_under(ACROSS)
    arcs = session.driven.closed_arcs
    edits.set_speed(RoadClass.RESIDENTIAL, 20.0)
    assert session.driven.closed_arcs is arcs, "a slider does not look for them again"
    edits.set_costs(RoadCosts.of_profile("foot"))
    edits.set_direction("to")
    assert _closed(session.driven) == {(0, 1)}
    assert len(session.driven.closures.shapes) == 1


def test_closures_are_undone_one_by_one_and_removed_in_any_order(
    session: Session, history: History, edits: RoadEdits
) -> None:
    edits.close_under(ACROSS)
    edits.close_under(AROUND)
    edits.remove_closure(0)
    assert _closed(session.driven) == {(1, 2), (1, 4)} | {(0, 1)}, "the area reaches over vertex 1"
    edits.remove_closures()
    assert _closed(session.driven) == set()
    assert history.undo_label == "Open all roads"
    history.undo()
    history.undo()
    assert edits.closures.shapes == (ACROSS, AROUND)
    history.undo()
    assert _closed(session.driven) == {(0, 1)}
    history.undo()
    assert edits.closures is OPEN_EVERYWHERE
    history.redo()
    assert edits.closures.shapes == (ACROSS,)


def test_nothing_is_closed_beside_the_roads(history: History, edits: RoadEdits) -> None:
    with pytest.raises(InputError, match="no road under the drawing"):
        edits.close_under(Closure(((0.0, 500.0), (9.0, 500.0))))
    with pytest.raises(InputError, match="no closure 1"):
        edits.remove_closure(0)
    edits.remove_closures()
    assert history.undo_label == ""


@pytest.mark.parametrize(
    ("corners", "area"), [((), False), (((1, 1), (1, 1)), False), (((0, 0), (1, 1)), True)]
)
def test_a_point_is_no_drawing(corners: tuple[tuple[float, float], ...], area: bool) -> None:
    with pytest.raises(ParameterError, match="Draw over the roads"):
        Closure(corners, area)


@pytest.mark.parametrize("hole", [((1.0, 1.0), (2.0, 2.0)), ((1.0, 1.0), (2.0, 2.0), (3.0, 1.0))])
def test_only_areas_have_holes_and_those_have_an_extent(
    hole: tuple[tuple[float, float], ...],
) -> None:
    if len(hole) == 3:
        assert len(Closure(AROUND.corners, True, (hole,)).hole_points[0]) == 3
        with pytest.raises(ParameterError, match="Only areas have holes"):
            Closure(ACROSS.corners, False, (hole,))
    else:
        with pytest.raises(ParameterError, match="without length"):
            Closure(AROUND.corners, True, (hole,))


def test_drawings_of_a_file_are_one_step_and_those_that_are_there_are_left_out(
    session: Session, history: History, edits: RoadEdits
) -> None:
    edits.close_under(ACROSS)
    edits.close_by(Closures((AROUND, ACROSS, AROUND)))
    assert edits.closures.shapes == (ACROSS, AROUND)
    assert _closed(session.driven) == {(0, 1), (1, 2), (1, 4)}
    edits.close_by(Closures((AROUND,)))
    history.undo()
    assert edits.closures.shapes == (ACROSS,), "the second time nothing was done"
    history.redo()
    assert edits.closures.shapes == (ACROSS, AROUND)


def test_drawings_are_looked_for_once_in_a_graph() -> None:
    graph, asked = drawn(), []

    def index() -> SnapIndex:
        asked.append(1)
        return SnapIndex(graph)

    both = Closures((ACROSS, AROUND))
    first, second = both.arcs_of_each(graph, index)
    assert both.without(0).arcs_of_each(graph, index)[0] is second
    assert len(asked) == 2
    assert set(both.arcs(graph, index)) == set(first) | set(second)


def test_a_sign_stands_halfway_along_the_drawing() -> None:
    assert Closure(((0, 0), (10, 0), (10, 30))).middle == (10.0, 10.0)
    assert Closure(((0, 0), (10, 0), (10, 10), (0, 10)), area=True).middle == (10.0, 10.0)


def test_what_leads_on_is_found_again_only_where_other_roads_are_open(
    session: Session, edits: RoadEdits, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[int] = []
    parts = components.strong_components
    monkeypatch.setattr(leading, "strong_components", lambda *args: found.append(1) or parts(*args))
    _ = session.driven.leading("start")
    edits.set_speed(RoadClass.RESIDENTIAL, 20.0)
    slower = session.driven.leading("start")
    _ = session.driven.leading("destination")
    assert len(found) == 1
    assert (session.driven.weights.arc_costs[slower < UNREACHED] < UNREACHED).all()
    edits.close_under(ACROSS)
    _ = session.driven.leading("start")
    assert len(found) == 2


def test_costs_of_a_file_are_closed_too() -> None:
    roads = OpenRoads(drawn(), RoadCosts(given="hops")).closed_by(Closures((ACROSS,)))
    assert _closed(roads) == {(0, 1)}


def test_drawings_are_moved_with_their_holes() -> None:
    hole = ((100.0, -5.0), (110.0, -5.0), (110.0, 5.0))
    ringed = Closure(AROUND.corners, True, (hole,))
    before = Closures((ACROSS, ringed))
    after = before.moved(lambda points: points * 2 + (1.0, 0.0))
    assert after.shapes[0] == Closure(((101.0, 20.0), (101.0, -20.0)))
    assert after.shapes[1].area
    assert after.shapes[1].holes == (((201.0, -10.0), (221.0, -10.0), (221.0, 10.0)),)
    assert len(after.shapes[1].corners) == len(AROUND.corners)
    assert OPEN_EVERYWHERE.moved(lambda points: points / 0) is OPEN_EVERYWHERE
