"""The lowest levels of an overlay in bundles: runs of cells that a block sweeps with all inside.

See sweep_bundles.cu. A bundle has *places* for labels: of what enters its cells, then of the inner
states of each level, the highest first. Where states are vertices, one may be an inner state of
several levels, or enter the bundle besides; it has one place then, the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpu.roads.crp.device_overlay import first_below
from gpu.sources import layout_of
from road.crp.overlay.overlay import Overlay, OverlayLevel
from road.graph import I64, U32

U16 = NDArray[np.uint16]
Levels = Sequence[OverlayLevel]

BUNDLE = layout_of("SweepBundle", "roads/crp/query/sweep_bundles.cu")
layout_of("BundleCell", "roads/crp/query/sweep_bundles.cu")


class BundleRoom(NamedTuple):
    """What a block has room for in shared memory, and its threads.

    places : labels. entries : of all cells, counted in each. cells : of all levels. costs : to be
    there at a time; where a bundle has more, they are read where they lie. levels : that it sweeps
    at most, 3 or less.
    """

    places: int
    entries: int
    cells: int
    costs: int
    threads: int
    levels: int


ROOM = BundleRoom(places=1024, entries=1024, cells=256, costs=4096, threads=256, levels=3)
"""Room with which a sweep of 19 million vertices was as quick as with any."""


@dataclass(frozen=True, eq=False)
class BundledLevels:
    """How the lowest levels are bundled.

    levels : how many. ends : BUNDLE, bundles + 1; where each begins.
    layouts : uint32; cells and places, bundle after bundle, see BundleCell in sweep_bundles.cu.
    shared_places : whether inner states of some levels share places.
    """

    levels: int
    ends: NDArray[np.void]
    layouts: U32
    shared_places: bool

    @property
    def highest(self) -> int:
        """The number of the level whose cells are in bundles."""
        return self.levels - 1

    @property
    def count(self) -> int:
        """Bundles."""
        return len(self.ends) - 1


class _Runs(NamedTuple):
    """Where bundles begin in the arrays of each level, the highest first; int64, bundles + 1."""

    cell: list[I64]
    entry: list[I64]
    inner: list[I64]
    down: list[I64]


def bundled(overlay: Overlay, room: BundleRoom) -> BundledLevels | None:
    """As many of the lowest levels, the root excepted, as fit the room; None where no two do."""
    for levels in range(min(room.levels, len(overlay.levels) - 1), 1, -1):
        chosen = overlay.levels[levels - 1 :: -1]
        runs = _runs(overlay, chosen, room)
        if runs is not None:
            return _laid_out(overlay, chosen, runs)
    return None


def _runs(overlay: Overlay, levels: Levels, room: BundleRoom) -> _Runs | None:
    """Bundles as large as may be; None where a cell does not fit."""
    bounds = _bounds(overlay, levels)
    cells = len(bounds[0]) - 1
    own: dict[str, list[I64]] = {"cell": bounds}
    for name in ("entry", "inner", "down"):
        own[name] = [
            getattr(level, f"first_{name}")[bound]
            for level, bound in zip(levels, bounds, strict=True)
        ]
    summed = {name: np.sum(arrays, axis=0) for name, arrays in own.items()}
    places = own["entry"][0] + summed["inner"]
    sums = (places, room.places), (summed["entry"], room.entries), (summed["cell"], room.cells)
    if any(int(np.diff(total).max(initial=0)) > most for total, most in sums):
        return None
    begins = _begins(cells, (*sums, (summed["down"], room.costs)))
    return _Runs(**{name: [first[begins] for first in arrays] for name, arrays in own.items()})


def _bounds(overlay: Overlay, levels: Levels) -> list[I64]:
    """int64, cells + 1 of the highest of the levels, for each level: its first cell inside."""
    bounds = [np.arange(levels[0].cells + 1, dtype=np.int64)]
    for number in range(len(levels) - 1, 0, -1):
        bounds.append(first_below(overlay, number).astype(np.int64)[bounds[-1]])
    return bounds


def _begins(cells: int, sums: tuple[tuple[I64, int], ...]) -> I64:
    """int64; the first cells of runs in which no sum grows by more than its bound, and the number
    of cells. A cell that is larger by itself is a run."""
    following = np.arange(1, cells + 1)
    end = np.full(cells, cells, np.int64)
    for total, most in sums:
        end = np.minimum(end, np.searchsorted(total, total[:-1] + most, "right") - 1)
    onward = np.maximum(end, following).tolist()
    begins = [0]
    while begins[-1] < cells:
        begins.append(onward[begins[-1]])
    return np.array(begins, np.int64)


def _laid_out(overlay: Overlay, levels: Levels, runs: _Runs) -> BundledLevels:
    count = len(runs.cell[0]) - 1
    entry_place, inner_place, shared = _places(overlay.states, levels, runs)
    cells, entries, inner = (
        sum((np.diff(first) for first in firsts), np.zeros(count, np.int64))
        for firsts in (runs.cell, runs.entry, runs.inner)
    )
    places = 2 * (cells + 1)  # in words, where places of entries begin
    inner_places = places + (entries + 1) // 2
    words = inner_places + ((inner + 1) // 2 if shared else 0)
    ends = np.zeros(count + 1, BUNDLE)
    ends["cell"], ends["entry"] = runs.cell[0], runs.entry[0]
    ends["layout"], ends["cells"][:-1] = np.append(0, np.cumsum(words)), cells
    layouts = np.zeros(int(words.sum()), np.uint32)
    halves, begin = layouts.view(np.uint16), ends["layout"][:-1].astype(np.int64)
    record, entry, place = begin.copy(), np.zeros(count, np.int64), np.diff(runs.entry[0])
    inside, cost = np.zeros(count, np.int64), np.zeros(count, np.int64)
    for j, level in enumerate(levels):
        ends["inner"][:, j], ends["down"][:, j] = runs.inner[j], runs.down[j]
        bundle = np.repeat(np.arange(count), np.diff(runs.cell[j]))
        at = _counted(runs.cell[j], np.zeros(count, np.int64))  # of each cell in its bundle
        at = record[bundle] + 2 * at
        layouts[at] = level.first_down[:-1] + (cost - runs.down[j][:-1])[bundle]
        halves[2 * at + 2] = level.first_entry[:-1] + (entry - runs.entry[j][:-1])[bundle]
        halves[2 * at + 3] = level.first_inner[:-1] + (place - runs.inner[j][:-1])[bundle]
        halves[_counted(runs.entry[j], 2 * (begin + places) + entry)] = entry_place[j]
        if shared:
            halves[_counted(runs.inner[j], 2 * (begin + inner_places) + inside)] = inner_place[j]
        record += 2 * np.diff(runs.cell[j])
        entry += np.diff(runs.entry[j])
        place += np.diff(runs.inner[j])
        inside += np.diff(runs.inner[j])
        cost += np.diff(runs.down[j])
    layouts[record], halves[2 * record + 2], halves[2 * record + 3] = cost, entry, place
    return BundledLevels(len(levels), ends, layouts, shared)


def _places(states: int, levels: Levels, runs: _Runs) -> tuple[list[U16], list[U16], bool]:
    """uint16, by level, the highest first: in its bundle, the place of each position in `entering`,
    that of each in `inner`; and whether any of these is not the next one."""
    place_of = np.full(states, -1, np.int32)
    entry_place, inner_place, shared = [], [], False
    begin = np.zeros(len(runs.cell[0]) - 1, np.int64)
    for j, level in enumerate(levels):
        if j == 0:
            place_of[level.entering] = _counted(runs.entry[0], begin)
            begin += np.diff(runs.entry[0])
        entry_place.append(place_of[level.entering].astype(np.uint16))
        own, known = _counted(runs.inner[j], begin), place_of[level.inner]
        places = np.where(known < 0, own, known)
        shared = shared or not np.array_equal(places, own)
        place_of[level.inner] = places
        inner_place.append(places.astype(np.uint16))
        begin += np.diff(runs.inner[j])
    return entry_place, inner_place, shared


def _counted(first: I64, begin: I64) -> I64:
    """int64, by position: its place, if in each bundle those from `first` on have places from
    `begin` on."""
    return np.arange(int(first[-1])) + np.repeat(begin - first[:-1], np.diff(first))
