"""The lowest levels of an overlay in bundles: runs of cells that a block sweeps with all inside.

See sweep_bundles.cu. A bundle has *places* for labels: of what enters its cells, then of the inner
states of each level, the highest first. Where states are vertices, one may be an inner state of
several levels, or enter the bundle besides; it has one place then, the first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpu.roads.crp.device_overlay import first_below
from gpu.sources import layout_of
from road.crp.overlay.overlay import Overlay
from road.graph import I64, U32

U16 = NDArray[np.uint16]

BUNDLE = layout_of("SweepBundle", "roads/crp/query/sweep_bundles.cu")

MOST_BUNDLED = 4
"""Levels of a bundle at most; BUNDLED of sweep_bundles.cu."""


class BundleRoom(NamedTuple):
    """What a block has room for in shared memory.

    places : labels. entries : of all cells, counted in each. cells : of all levels. costs : to be
    there at a time; where a bundle has more, they are read where they lie.
    """

    places: int = 512
    entries: int = 512
    cells: int = 128
    costs: int = 2048


@dataclass(frozen=True, eq=False)
class BundledLevels:
    """How levels are bundled.

    levels : how many, from the lowest on. ends : BUNDLE, bundles + 1; where each begins.
    entry_place : uint16, by level, the highest first; by position in `entering`, the place in the
        bundle.
    inner_place : the same by position in `inner`; None where each has the next place.
    """

    levels: int
    ends: NDArray[np.void]
    entry_place: list[U16]
    inner_place: list[U16] | None

    @property
    def count(self) -> int:
        """Bundles."""
        return len(self.ends) - 1

    @property
    def nbytes(self) -> int:
        places = (*self.entry_place, *(self.inner_place or ()))
        return self.ends.nbytes + sum(array.nbytes for array in places)


def bundled(overlay: Overlay, most: int, room: BundleRoom) -> BundledLevels | None:
    """At most so many levels, the root excepted, whose cells fit the room; None where not even
    those of the lowest level do."""
    for levels in range(min(most, len(overlay.levels) - 1), 0, -1):
        ends = _ends(overlay, levels, room)
        if ends is not None:
            return BundledLevels(levels, ends, *_places(overlay, levels, ends))
    return None


def _ends(overlay: Overlay, levels: int, room: BundleRoom) -> NDArray[np.void] | None:
    """BUNDLE of all bundles, each as large as it may be; None where a cell does not fit."""
    bounds = _bounds(overlay, levels)
    cells = len(bounds[0]) - 1
    summed = {name: np.zeros(cells + 1, np.int64) for name in ("cell", "entry", "inner", "down")}
    own: dict[tuple[str, int], I64] = {}
    for j, bound in enumerate(bounds):
        level = overlay.levels[levels - 1 - j]
        for name in summed:
            first = bound if name == "cell" else getattr(level, f"first_{name}")[bound]
            own[name, j] = first
            summed[name] += first
    places = own["entry", 0] + summed["inner"]
    sums = (places, room.places), (summed["entry"], room.entries), (summed["cell"], room.cells)
    if any(int(np.diff(total).max(initial=0)) > most for total, most in sums):
        return None
    begins = _begins(cells, (*sums, (summed["down"], room.costs)))
    ends = np.zeros(len(begins), BUNDLE)
    for (name, j), first in own.items():
        ends[name][:, j] = first[begins]
    return ends


def _bounds(overlay: Overlay, levels: int) -> list[I64]:
    """int64, cells + 1 of the highest of the levels, for each level: its first cell inside."""
    bounds = [np.arange(overlay.levels[levels - 1].cells + 1, dtype=np.int64)]
    for number in range(levels - 1, 0, -1):
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


def _places(
    overlay: Overlay, levels: int, ends: NDArray[np.void]
) -> tuple[list[U16], list[U16] | None]:
    """`entry_place` and `inner_place`."""
    place_of = np.full(overlay.states, -1, np.int32)
    entry_place, inner_place, shared = [], [], False
    begin = np.zeros(len(ends) - 1, np.int64)
    for j in range(levels):
        level = overlay.levels[levels - 1 - j]
        if j == 0:
            place_of[level.entering] = _counted(ends["entry"][:, 0], begin)
            begin = begin + np.diff(ends["entry"][:, 0].astype(np.int64))
        entry_place.append(place_of[level.entering].astype(np.uint16))
        own, known = _counted(ends["inner"][:, j], begin), place_of[level.inner]
        places = np.where(known < 0, own, known)
        shared = shared or not np.array_equal(places, own)
        place_of[level.inner] = places
        inner_place.append(places.astype(np.uint16))
        begin = begin + np.diff(ends["inner"][:, j].astype(np.int64))
    return entry_place, inner_place if shared else None


def _counted(first: U32, begin: I64) -> I64:
    """int64, by position: its place, if in each bundle those from `first` on have places from
    `begin` on."""
    counts = np.diff(first.astype(np.int64))
    return np.arange(int(first[-1])) + np.repeat(begin - first[:-1], counts)


class MarkedCells(NamedTuple):
    """Which cells have marks (struct Gates), and for whose mark each waits.

    first : uint32, levels; where the marks of a level's cells begin, NO_MARKS below the lowest
        marked level. count : of all.
    gate : by level, uint32, cells; the mark of the nearest cell around each that has inner states,
        of the root in any case. The root's are left out.
    """

    first: U32
    count: int
    gate: dict[int, U32]


NO_MARKS = 2**32 - 1
"""Value that stands where the cells of a level have no marks; NONE of upward.cu."""


def marked_cells(overlay: Overlay, lowest: int) -> MarkedCells:
    """From this level up."""
    first = np.full(len(overlay.levels), NO_MARKS, np.uint32)
    gate: dict[int, U32] = {}
    count, nearest = 0, np.zeros(1, np.uint32)
    root = len(overlay.levels) - 1
    for number in range(root, lowest - 1, -1):
        level = overlay.levels[number]
        first[number], own = count, np.arange(count, count + level.cells, dtype=np.uint32)
        count += level.cells
        if number == root:
            nearest = own
            continue
        gate[number] = nearest[level.parent]
        nearest = np.where(np.diff(level.first_inner) > 0, own, gate[number])
    return MarkedCells(first, count, gate)
