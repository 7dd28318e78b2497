"""Places in the colours of classes."""

from __future__ import annotations

import numpy as np
import pytest

from resources.start_colours import DISTINCT
from road.turns import NO_ARC
from ui.pictures.classes import NOBODY, Classes, EnteredClasses, divided, owner_colours
from ui.pictures.scene import Named

INF = np.inf


def test_owners_of_one_colour_are_far_from_each_other() -> None:
    # 0 1 2 … 9 in a row, a unit apart, and one more beside the first: it shares with the last.
    points = np.column_stack((np.arange(DISTINCT, dtype=np.float64), np.zeros(DISTINCT)))
    colours = owner_colours(np.vstack((points, [[-0.5, 0.0]])))
    assert len(np.unique(colours[:DISTINCT], axis=0)) == DISTINCT
    assert (colours[DISTINCT] == colours[DISTINCT - 1]).all()


def test_an_owner_without_a_place_is_near_to_nobody() -> None:
    assert owner_colours(np.full((3 * DISTINCT, 2), np.nan)).shape == (3 * DISTINCT, 3)


@pytest.mark.parametrize(
    ("at_tail", "at_head", "back", "limit", "until", "begin"),
    [
        (0.0, 50.0, 300.0, INF, 0.875, 0.875),  # both come at once: 87.5 s up, 50 + 37.5 s down
        (0.0, INF, 300.0, 25.0, 0.25, 1.0),  # the limit ends a quarter up
        (INF, 0.0, 300.0, 30.0, 0.0, 0.9),  # and a tenth down
        (0.0, 20.0, 300.0, 40.0, 0.4, 1.0 - 20 / 300),  # neither comes as far as the other
        (0.0, 0.0, INF, INF, 1.0, 1.0),  # one way
        (0.0, 500.0, 300.0, INF, 1.0, 1.0),  # from one end before the other is reached
        (INF, INF, 300.0, INF, 0.0, 1.0),
    ],
)
def test_a_street_is_divided_where_both_ends_come_at_once_or_the_limit_ends_one(
    at_tail: float, at_head: float, back: float, limit: float, until: float, begin: float
) -> None:
    # tail o----100 s---->o head
    of = np.array([0, 1], np.int32)
    seconds = np.array([at_tail, at_head])
    classes = Classes(of, owner_colours(np.zeros((2, 2))), Named("", ()), seconds, limit)
    ends = classes.ends(*np.array([[0], [1], [0], [1]], np.uint32))
    found = divided(ends, limit, np.array([100.0]), np.array([back]))
    assert [part[0] for part in found] == pytest.approx([until, begin])


@pytest.mark.parametrize("begun", [False, True])
def test_where_turns_count_a_street_is_of_those_who_drive_into_it(begun: bool) -> None:
    # Vertex 0 is 1's first, but only 0 may turn into the arc there; nobody comes from vertex 1.
    of, seconds = np.array([1, 1], np.int32), np.array([3.0, 4.0])
    arcs = EnteredClasses(np.array([0, -1]), np.array([5.0, INF]), np.array([False, begun]))
    colours = owner_colours(np.zeros((2, 2)))
    classes = Classes(of, colours, Named("", ()), seconds, entered=arcs)
    ends = classes.ends(*np.array([[0], [1], [0], [1]], np.uint32))
    found = [column.tolist()[0] for column in ends]
    assert found == ([1, 1, 3.0, 4.0] if begun else [0, NOBODY, 5.0, INF])
    one_way = classes.ends(*np.array([[0], [1], [0], [NO_ARC]], np.uint32))
    assert one_way.at_head.tolist() == [INF]
