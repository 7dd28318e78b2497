"""How far off the times of a coarse grid are, seen from the very start they are of.

A coarse grid errs nearly always to one side: a front slips through a barrier that is thinner than a
coarse cell, or between two that touch there only, and comes too soon to all that lies behind. Where
that happens depends on the start. So the coarse grid's own paths to some places are gone once more
in cells of the full grid, in a corridor around them: what is found there can be gone, and is never
less than the exact time. Where it is hardly more than the coarse one, that was not too short.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.parallel.team import share
from core.parallel.threads import thread_count
from core.times import UNREACHED
from raster.geometry import EIGHT
from raster.previews.corridor import Cells, CoarseQuestion, Corridor
from raster.travel_times import TravelTimes

SAMPLE_SIDES = (64, 256)
"""Places along a side of the sample of the grid: the second where too few of the first are reached,
as on an island."""

FEWEST = 100
"""Reached places of a sample, below which nothing is said of the times."""

OFF = 0.1
"""Share of the reached cells whose times may be further off than is told."""


@dataclass(frozen=True)
class PathLook:
    """How closely paths are looked at.

    side : squares along a side of the grid, to one place in each of which a path leads. reach :
    coarse cells on either side of a path that its corridor has.
    """

    side: int
    reach: int


LOOKS = PathLook(8, 1), PathLook(16, 3)
"""A quick look, and one that follows where that is in doubt: a narrow corridor may cut off a bend,
and of few places too many may lie where times are right, or wrong."""

CLOSER_SHARE, CLOSER_CELLS = 1 / 16, 250_000
"""Share of the cells of the full grid, and number of cells, that the corridor of the closer look
may have: with one that has more than either a preview takes as long as the exact step."""

ENOUGH = 0.03
"""Relative error with which the quick look is enough."""

WORTH_SHARING = 1_000_000
"""Cells of a coarse grid from which on two threads go along half of the paths each, in corridors of
their own: with fewer all paths take a few milliseconds."""

HOPELESS = 0.1
"""Relative error of half of the places in the quick look, which no other look would mend."""


def off_along_paths(asked: CoarseQuestion, times: TravelTimes) -> float:
    """Relative error that nine in ten times of the coarse grid keep to, as far as its paths tell.

    It may be too large, and sees no way that the coarse grid misses; infinite where too little is
    reached, and where it would take as long to find out as to solve the step.
    """
    labels = np.ascontiguousarray(times.ticks())
    sample = _Sample.of(asked, labels)
    if sample is None or sample.coast >= OFF:
        return np.inf
    share = (OFF - sample.coast) / (1 - sample.coast)
    cells, each = asked.coarse.full.values.size, asked.coarse.factor**2
    closer = int(max(CLOSER_SHARE * cells, CLOSER_CELLS)) // each
    for look, blocks in zip(LOOKS, (labels.size, closer), strict=True):
        found = _Paths(asked, times, labels, look.reach, blocks).off(sample.places(look.side))
        if found is None:
            return np.inf
        off = np.sort(found)
        most = math.ceil((1 - share) * (len(off) - 1))
        if off[most] <= ENOUGH or off[len(off) // 2] > HOPELESS:
            break
    return float(off[most])


@dataclass(frozen=True, eq=False)
class _Paths:
    """How paths of the coarse grid are gone.

    labels : of the coarse grid. reach : of a `PathLook`. most : coarse cells that all corridors may
    have together.
    """

    asked: CoarseQuestion
    times: TravelTimes
    labels: NDArray[np.uint32]
    reach: int
    most: int

    def off(self, places: Cells) -> NDArray[np.float64] | None:
        """Relative errors at places, in any order; None where corridors would have too many
        cells."""
        threads = 2 if self.labels.size >= WORTH_SHARING and thread_count() > 1 else 1
        parts = [each for each in self._around_the_start(places, threads) if len(each[0])]
        left, found = iter(parts), list[tuple[NDArray[np.float64], int] | None]()

        def go(_: int) -> None:
            for part in left:
                found.append(self._off_in_one(part))

        share(len(parts), go)
        known = [each for each in found if each is not None]
        if len(known) < len(parts) or sum(blocks for _, blocks in known) > self.most:
            return None
        return np.concatenate([off for off, _ in known])

    def _around_the_start(self, places: Cells, count: int) -> list[Cells]:
        """So many parts, each on another side of a start: their paths have little in common."""
        rows, cols = places
        row, col = divmod(self.asked.sources[0].element, self.asked.coarse.full.cols)
        order = np.argsort(np.arctan2(rows - row, cols - col), kind="stable")
        return [(rows[part], cols[part]) for part in np.array_split(order, count)]

    def _off_in_one(self, places: Cells) -> tuple[NDArray[np.float64], int] | None:
        """In one corridor, and how many cells that has."""
        coarse = self.asked.coarse
        corridor = Corridor.around(coarse, self.labels, places, self.reach, self.most)
        if corridor is None:
            return None
        off = _off_at(self.asked, self.times, places, corridor)
        corridor.leave(coarse)
        return off, len(corridor.blocks)


def _off_at(
    asked: CoarseQuestion, times: TravelTimes, places: Cells, corridor: Corridor
) -> NDArray[np.float64]:
    """Relative errors at places, as paths to them tell."""
    coarse, factor = asked.coarse, asked.coarse.factor
    seconds = _seconds_at(coarse.magnified(times, tuple(asked.near)), places)
    gone = corridor.gone(asked, times, places)
    if times.geometry != EIGHT:  # corridors know eight directions: so has the coarse grid then
        exact = seconds < _seconds_at(times, (places[0] // factor, places[1] // factor))
        eight = corridor.gone_coarsely(asked, times, places)
        seconds = np.where(exact | np.isinf(eight), seconds, eight)
    off = np.full(len(gone), np.inf)
    there = np.isfinite(gone)
    least = np.maximum(gone[there], 1e-9)
    off[there] = np.where(gone[there] > 0, np.abs(seconds[there] / least - 1), 0.0)
    return off


def _seconds_at(times: TravelTimes, cells: Cells) -> NDArray[np.float64]:
    rows, cols = cells
    each = zip(rows.tolist(), cols.tolist(), strict=True)
    return np.array([times.seconds_at(*cell) for cell in each])


@dataclass(frozen=True, eq=False)
class _Sample:
    """Cells of the full grid that the coarse grid reaches, drawn evenly and always the same.

    rows, cols : int64, of passable ones, in no order. coast : share of all that are none. shape :
    of the full grid.
    """

    rows: NDArray[np.int64]
    cols: NDArray[np.int64]
    coast: float
    shape: tuple[int, int]

    @classmethod
    def of(cls, asked: CoarseQuestion, labels: NDArray[np.uint32]) -> _Sample | None:
        """None where too little is reached."""
        full, factor, random = asked.coarse.full, asked.coarse.factor, np.random.default_rng(0)
        for side in SAMPLE_SIDES:
            row, col = np.indices((side, side)).reshape(2, -1)
            row = ((row + random.random(side * side)) * (full.rows / side)).astype(np.int64)
            col = ((col + random.random(side * side)) * (full.cols / side)).astype(np.int64)
            held = np.flatnonzero(labels[row // factor, col // factor] < UNREACHED)
            if len(held) >= FEWEST:
                break
        if len(held) < FEWEST:
            return None
        held = random.permutation(held)  # the first of each square is then any of it
        row, col = row[held], col[held]
        kmh = full.kmh_of(full.values[row, col])
        enters = (kmh > 0) | ((kmh <= 0) & (asked.zero_speed_kmh > 0))
        return cls(row[enters], col[enters], 1 - float(enters.mean()), full.shape)

    def places(self, side: int) -> Cells:
        """One in each of so many squares along a side of the grid; of more and smaller ones, where
        half of them would be empty."""
        first, squares = np.zeros(0, np.int64), side * side
        while 2 * len(first) < squares and side <= SAMPLE_SIDES[-1]:
            square = self.rows * side // self.shape[0] * side + self.cols * side // self.shape[1]
            first = np.unique(square, return_index=True)[1]
            side *= 2
        return self.rows[first], self.cols[first]
