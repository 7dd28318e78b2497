"""No wake-up is lost, in whatever order threads come by: every interleaving of three tiles.

Cell b of tile B hangs on a of tile A, straight on, and on d of tile D, aslant, and is improved by
both together only. In this round a and d fall, and B may have a turn, too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import pytest

from raster.tiles.schedule import AT_WORK, DUE, IDLE, misses_corner, misses_side

A, D, B, COLS = 1, 0, 3, 2
"""Tiles of a grid of 2 × 2: A lies beside both, B across a corner of D. (2 is of no interest.)"""

DOWN, RIGHT = 1, 1
"""From D to B."""


@dataclass(frozen=True)
class State:
    """stages : by tile. fallen : which of a and d are stored. seen : of these, by A and by B when
    they were loaded; None before that. woken : whether B has a key. done : steps of each tile."""

    stages: tuple[int, ...]
    fallen: frozenset[int] = frozenset()
    seen: tuple[frozenset[int] | None, frozenset[int] | None] = (None, None)
    woken: bool = False
    done: tuple[int, int, int] = (0, 0, 0)

    def staged(self, tile: int, stage: int) -> State:
        stages = list(self.stages)
        stages[tile] = stage
        return replace(self, stages=tuple(stages))


def begins(tile: int) -> Callable[[State], State]:
    return lambda s: s.staged(tile, AT_WORK)


def ends(tile: int) -> Callable[[State], State]:
    return lambda s: s.staged(tile, IDLE)


def stores(tile: int) -> Callable[[State], State]:
    return lambda s: replace(s, fallen=s.fallen | {tile})


def loads_a(s: State) -> State:
    return replace(s, seen=(s.fallen, s.seen[1]))


def loads_b(s: State) -> State:
    return replace(s, seen=(s.seen[0], s.fallen))


def a_tells(s: State) -> State:
    """Whether b is improved by a as it is and d as it was when A was loaded."""
    improves = s.seen[0] is not None and D in s.seen[0]
    told = improves and bool(misses_side(np.array(s.stages, np.int64), B))
    return replace(s, woken=s.woken or told)


def d_tells(s: State) -> State:
    """Whether b could be improved, whatever a has."""
    told = bool(misses_corner(np.array(s.stages, np.int64), D, COLS, DOWN, RIGHT))
    return replace(s, woken=s.woken or told)


STEPS = (
    (begins(A), loads_a, stores(A), a_tells, ends(A)),
    (begins(D), stores(D), d_tells, ends(D)),
    (begins(B), loads_b, ends(B)),
)


@pytest.mark.parametrize("b_has_a_turn", [True, False])
@pytest.mark.parametrize("a_before", [True, False])
def test_whoever_falls_last_is_seen_or_wakes(b_has_a_turn: bool, a_before: bool) -> None:
    # a_before : A had its turn in a round before, and is not at work in this one.
    stages = [DUE, IDLE if a_before else DUE, IDLE, DUE if b_has_a_turn else IDLE]
    fallen = frozenset([A]) if a_before else frozenset[int]()
    first = State(tuple(stages), fallen, done=(len(STEPS[0]) * a_before, 0, 3 * (not b_has_a_turn)))
    waiting, met, last = [first], {first}, 0
    while waiting:
        state = waiting.pop()
        if state.done == tuple(map(len, STEPS)):
            last += 1
            assert state.woken or state.seen[1] == {A, D}, state
        for k, steps in enumerate(STEPS):
            if state.done[k] < len(steps):
                done = list(state.done)
                done[k] += 1
                after = replace(steps[state.done[k]](state), done=(done[0], done[1], done[2]))
                if after not in met:
                    met.add(after)
                    waiting.append(after)
    assert last


def test_a_tile_whose_turn_is_yet_to_come_is_not_told_for_nothing() -> None:
    stages = np.array([AT_WORK, IDLE, IDLE, DUE], np.int64)
    assert not misses_side(stages, B)
    assert not misses_corner(stages, D, COLS, DOWN, RIGHT)
    for tile in (1, 2):  # either of the two beside both
        stages[tile] = AT_WORK
        assert misses_corner(stages, D, COLS, DOWN, RIGHT)
        stages[tile] = DUE
        assert not misses_corner(stages, D, COLS, DOWN, RIGHT)
    stages[B] = AT_WORK
    assert misses_side(stages, B)
    assert misses_corner(stages, D, COLS, DOWN, RIGHT)


@pytest.mark.parametrize(("down", "right"), [(-1, -1), (-1, 1), (1, -1), (1, 1)])
def test_beyond_the_grid_there_is_no_stage(down: int, right: int) -> None:
    assert misses_side(np.full(1, DUE, np.int64), down)
    assert misses_corner(np.full(1, DUE, np.int64), 0, 2, down, right)
