"""What must hold of any hierarchy, whoever made it: the distances of every overlay."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.times import UNREACHED
from road.ch.hierarchy import ORIGINAL, Hierarchy, Steps
from road.search.search_graph import SearchGraph

Matrix = NDArray[np.int64]


def all_distances(costs: Matrix) -> Matrix:
    """int64, (n, n); the least sums of steps, by Floyd and Warshall; UNREACHED and more is none."""
    least = costs.copy()
    for k in range(len(least)):
        np.minimum(least, least[:, k : k + 1] + least[k], out=least)
    return np.minimum(least, UNREACHED)


def distances_of(search: SearchGraph) -> Matrix:
    """Between all states of a search graph."""
    costs = np.full((search.states, search.states), UNREACHED, np.int64)
    tail = np.repeat(np.arange(search.states), np.diff(search.first_out))
    np.minimum.at(costs, (tail, search.head), search.cost)
    np.fill_diagonal(costs, 0)
    return all_distances(costs)


def check_preserved(hierarchy: Hierarchy, search: SearchGraph) -> None:
    """Distances between places of level n or higher need steps among those alone, for every n."""
    true = distances_of(search)[np.ix_(hierarchy.state_at, hierarchy.state_at)]
    costs = np.full(true.shape, UNREACHED, np.int64)
    for steps, outward in (
        (hierarchy.up, True), (hierarchy.down, False), (hierarchy.core_steps, False),
    ):  # fmt: skip
        here = _places(steps)
        ends = (here, steps.other) if outward else (steps.other, here)
        np.minimum.at(costs, ends, steps.cost)
    np.fill_diagonal(costs, 0)
    for level in range(hierarchy.levels):
        end = int(hierarchy.first_place[level + 1])
        found = all_distances(costs[:end, :end])
        np.testing.assert_array_equal(found, true[:end, :end], err_msg=f"level {level}")
    size = hierarchy.core_size
    np.testing.assert_array_equal(hierarchy.core, true[:size, :size])


def check_shape(hierarchy: Hierarchy, search: SearchGraph) -> None:
    """All that `Hierarchy` says of its arrays."""
    states, first = search.states, hierarchy.first_place
    np.testing.assert_array_equal(np.sort(hierarchy.state_at), np.arange(states))
    np.testing.assert_array_equal(hierarchy.place_of[hierarchy.state_at], np.arange(states))
    assert first[0] == 0
    assert first[-1] == states
    assert first[1] == hierarchy.core_size
    assert (np.diff(first[1:]) > 0).all()
    level = np.repeat(np.arange(hierarchy.levels), np.diff(first))
    for steps in (hierarchy.up, hierarchy.down):
        assert len(steps.first) == states + 1
        here = _places(steps)
        assert (level[steps.other] < level[here]).all()
        _check_steps(steps, here)
    within = hierarchy.core_steps
    assert len(within.first) == hierarchy.core_size + 1
    assert (within.other != _places(within)).all()
    _check_steps(within, _places(within))
    for array in (*hierarchy.up, *hierarchy.down, *within, hierarchy.core, hierarchy.state_at):
        assert not array.flags.writeable


def check_middles(hierarchy: Hierarchy, search: SearchGraph) -> None:
    """Every step over a middle is the sum of its two parts; all others are the search graph's."""
    tail = np.repeat(np.arange(search.states), np.diff(search.first_out))
    own: dict[tuple[int, int], int] = {}
    for u, v, cost in zip(tail.tolist(), search.head.tolist(), search.cost.tolist(), strict=True):
        own[u, v] = min(cost, own.get((u, v), UNREACHED))
    up, down = _named(hierarchy.up), _named(hierarchy.down)
    sides = (hierarchy.up, True), (hierarchy.down, False), (hierarchy.core_steps, False)
    for steps, outward in sides:
        for here, there, cost, middle in zip(_places(steps), *steps[1:], strict=True):
            u, v = (here, there) if outward else (there, here)
            if middle == ORIGINAL:
                assert own[int(hierarchy.state_at[u]), int(hierarchy.state_at[v])] == cost
            else:
                assert middle > max(u, v)
                assert down[int(middle), int(u)] + up[int(middle), int(v)] == cost


def _check_steps(steps: Steps, here: NDArray[np.int64]) -> None:
    assert (steps.cost < UNREACHED).all()
    assert len({*zip(here.tolist(), steps.other.tolist(), strict=True)}) == len(here)


def _places(steps: Steps) -> NDArray[np.int64]:
    return np.repeat(np.arange(len(steps.first) - 1), np.diff(steps.first))


def _named(steps: Steps) -> dict[tuple[int, int], int]:
    ends = zip(_places(steps).tolist(), steps.other.tolist(), strict=True)
    return dict(zip(ends, steps.cost.tolist(), strict=True))


def arrays_of(hierarchy: Hierarchy) -> list[NDArray[Any]]:
    """All that a hierarchy consists of, to be compared with another."""
    parts = (hierarchy.up, hierarchy.down, hierarchy.core_steps)
    arrays: list[NDArray[Any]] = [array for part in parts for array in part]
    return [hierarchy.state_at, hierarchy.first_place, hierarchy.core, *arrays]
