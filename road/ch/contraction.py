"""Contraction of a search graph in levels of independent states, on the processor.

Source: Karimi, Koppelman, Michael, "GPU road network graph contraction and SSSP query", ICS 2019
(algorithm 1). Each iteration scores all states, selects an independent set among the best fraction
C, finds the shortcuts that its absence asks for, and goes on with what is left; with fewer than K
states it stops, and all distances between these are found. Ours differs in rows that are sorted,
so that merging drops parallel steps, in a hash table that loses nothing, in scores that count what
contracting a state adds beyond steps that are there already, and in steps that leave where a way
over one state is shorter.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit

from core.cancel import NEVER, Cancel
from core.parallel.threads import Threads
from core.progress import Progress, no_progress
from road.ch.all_pairs import all_pairs
from road.ch.hierarchy import ORIGINAL, Hierarchy, Steps
from road.ch.remnant import Loose, Remnant, RemnantRows, uncontracted, without
from road.ch.report import ContractedLevel, ContractionReport
from road.ch.selection import chosen, keys_of, share_searches
from road.ch.settings import ContractionSettings
from road.ch.witnesses import Searched, shortcuts
from road.graph import I64, U8, U32, read_only
from road.search.search_graph import SearchGraph

USUAL = ContractionSettings()

HOPS = 3
"""Steps of the longest witnesses of shortcuts: with two New York takes a fifth longer by arcs."""

SCORE_HOPS, SCORE_HOPS_BY_ARCS = 1, 2
"""The same of scores, where states are vertices, and where they are arcs, whose order matters more:
those of New York would come to no end with one."""

ROOM = 256
"""Shortcuts that a search has room for at first."""


@dataclass(frozen=True, eq=False)
class Contracted:
    """A hierarchy, and what making it took."""

    hierarchy: Hierarchy
    report: ContractionReport


@dataclass(frozen=True, eq=False)
class _Level:
    """What an iteration took away: states, and their steps up and down, by numbers of the search
    graph."""

    states: U32
    up: Steps
    down: Steps


def contract(
    search: SearchGraph,
    settings: ContractionSettings = USUAL,
    *,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> Contracted:
    """Contract a search graph. The same each time, however many threads there are.

    Raises CancelledError.
    """
    clock = _Clock()
    with Threads() as threads:
        remnant = uncontracted(search, threads)
        states, steps, set_up_ms = remnant.states, remnant.steps, clock.lap()
        levels, iterations = list[_Level](), list[ContractedLevel]()
        core = settings.core_of(states)
        while remnant.states >= core:
            cancel.check("the contraction")
            progress(1 - remnant.states / states, "contracting the roads")
            hops = SCORE_HOPS_BY_ARCS if search.edge_based else SCORE_HOPS
            remnant, level, iteration = _iteration(remnant, settings.fraction, hops, threads)
            levels.append(level)
            iterations.append(iteration)
        clock.lap()
        progress(1.0, "all distances in the core")
        inner = _rows(remnant.backward, np.arange(remnant.states, dtype=np.uint32), None, threads)
        distances = all_pairs(inner.first, inner.other, inner.cost, threads, cancel)
        core_ms = clock.lap()
    hierarchy = _numbered(remnant.state, levels, distances, inner)
    finish_ms = clock.lap()
    sizes = len(hierarchy.up.other), len(hierarchy.down.other), len(distances), len(inner.other)
    times = set_up_ms, core_ms, finish_ms, clock.total()
    report = ContractionReport(tuple(iterations), *times, states, steps, *sizes, "cpu")
    return Contracted(hierarchy, report)


def _iteration(
    remnant: Remnant, fraction: float, hops: int, threads: Threads
) -> tuple[Remnant, _Level, ContractedLevel]:
    clock = _Clock()
    steps = remnant.steps
    largest = max(int((side.end - side.first).max()) for side in remnant[:2])
    keys = keys_of(remnant, hops, threads)
    score_ms = clock.lap()
    gone, candidates = chosen(remnant, keys, fraction, threads)
    contracted = np.flatnonzero(gone).astype(np.uint32)
    select_ms = clock.lap()
    loose, counts = _shortcuts(remnant, gone, contracted, threads)
    shortcut_ms = clock.lap()
    sides = (_rows(side, contracted, remnant.state, threads) for side in remnant[:2])
    level = _Level(remnant.state[contracted], *sides)
    update_ms = clock.lap()
    left = without(remnant, gone, loose, threads)
    took = score_ms, select_ms, shortcut_ms, update_ms, clock.lap()
    sizes = remnant.states, steps, largest, candidates, len(contracted), len(loose.tail)
    one_hop, two_hops = counts.tolist()
    return left, level, ContractedLevel(*sizes, one_hop, two_hops, *took)


def _shortcuts(remnant: Remnant, gone: U8, contracted: U32, threads: Threads) -> tuple[Loose, I64]:
    """For ways over the contracted states, and how many had a witness of one hop, and of more."""
    counts = np.zeros((len(contracted), 2), np.int64)
    sides = remnant.forward, remnant.backward
    unmarked = np.empty(0, np.uint8), np.empty(0, np.uint8)

    def search(begin: int, end: int) -> Searched:
        given: Any = contracted, gone, *sides, HOPS, unmarked, ROOM, counts[begin]
        found: Searched = shortcuts(begin, end, *given)
        return found

    parts = share_searches(search, remnant, len(contracted), threads)
    tail, head, cost = np.concatenate([found.steps for found in parts], axis=1)
    needed = np.concatenate([found.needed for found in parts])
    middle = np.repeat(remnant.state[contracted], needed)
    return Loose(tail, head, cost, middle), counts.sum(axis=0)


def _rows(rows: RemnantRows, states: U32, names: U32 | None, threads: Threads) -> Steps:
    """The rows of some states without room between them, other ends by their names if given."""
    first = np.zeros(len(states) + 1, np.int64)
    np.cumsum((rows.end - rows.first)[states], out=first[1:])
    columns = tuple(np.empty(int(first[-1]), np.uint32) for _ in range(3))
    given: Any = *rows, states, first, *columns
    threads.share(lambda b, e: _copy_rows(b, e, *given), len(states), len(states))
    other, cost, middle = columns
    return Steps(first, other if names is None else names[other], cost, middle)


def _numbered(core: U32, levels: list[_Level], distances: U32, inner: Steps) -> Hierarchy:
    """Places: those of the core, then those of the levels, the one contracted last first."""
    downward = levels[::-1]
    state_at = np.concatenate([core, *(level.states for level in downward)])
    place_of = np.empty(len(state_at), np.uint32)
    place_of[state_at] = np.arange(len(state_at), dtype=np.uint32)
    sizes = [len(core), *(len(level.states) for level in downward)]
    up, down = (
        _stacked(len(core), [getattr(level, side) for level in downward], place_of)
        for side in ("up", "down")
    )
    first_place = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
    inner = inner._replace(middle=_renamed(inner.middle, place_of))
    return sealed_hierarchy(state_at, place_of, first_place, up, down, distances, inner)


def _stacked(core: int, levels: list[Steps], place_of: U32) -> Steps:
    """Steps of all levels, by places, after empty rows for the core."""
    degrees = [np.zeros(core, np.int64), *(np.diff(level.first) for level in levels)]
    first = np.concatenate(([0], np.cumsum(np.concatenate(degrees)))).astype(np.int64)
    none = np.empty(0, np.uint32)
    other, cost, middle = (
        np.concatenate([none, *(getattr(level, name) for level in levels)])
        for name in ("other", "cost", "middle")
    )
    return Steps(first, place_of[other], cost, _renamed(middle, place_of))


def _renamed(middle: U32, place_of: U32) -> U32:
    known = middle != ORIGINAL
    renamed = middle.copy()
    renamed[known] = place_of[middle[known]]
    return renamed


def sealed_hierarchy(
    state_at: U32,
    place_of: U32,
    first_place: I64,
    up: Steps,
    down: Steps,
    core: U32,
    core_steps: Steps,
) -> Hierarchy:
    """A hierarchy of arrays that nobody writes any more."""
    sides = (Steps(*(read_only(a) for a in side)) for side in (up, down, core_steps))
    up, down, core_steps = sides
    places = read_only(state_at), read_only(place_of), read_only(first_place)
    return Hierarchy(*places, up, down, read_only(core), core_steps)


class _Clock:
    """Milliseconds since it was made, and since the last lap."""

    def __init__(self) -> None:
        self._began = self._lap = time.perf_counter()

    def lap(self) -> float:
        before, self._lap = self._lap, time.perf_counter()
        return (self._lap - before) * 1e3

    def total(self) -> float:
        return (time.perf_counter() - self._began) * 1e3


@njit(cache=True, nogil=True)
def _copy_rows(
    begin: int, end: int, first: Any, last: Any, other: Any, cost: Any, middle: Any, states: Any,
    new_first: Any, new_other: Any, new_cost: Any, new_middle: Any,
) -> None:  # fmt: skip
    for k in range(np.uint64(begin), np.uint64(end)):
        at = new_first[k]
        row = np.uint64(states[k])
        for step in range(first[row], last[row]):
            new_other[at], new_cost[at], new_middle[at] = other[step], cost[step], middle[step]
            at += 1
