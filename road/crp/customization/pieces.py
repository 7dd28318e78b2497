"""Cells of all levels cut into pieces, which threads take one after the other without Python.

A thread works its way up: it takes pieces of a level while there are any, then of the next. Nobody
waits for a level to be finished, only for the pieces below that hold what a cell is put together
from; pieces are taken in order, so these were taken long before. (Handed to threads one by one,
each range of cells has to wait for the interpreter before and after, which with sixteen threads
took longer than the work.)

Few threads go far: each level has as many as it has work for, which is told beforehand from what is
read for each cell.
"""

from __future__ import annotations

import weakref
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.parallel.atomics import LINE_WORDS, claim, observe, pause, publish
from core.parallel.in_place import in_place
from core.parallel.ranges import weighted_ranges
from core.parallel.team import LOOKS
from core.parallel.threads import thread_count
from road.crp.customization.cells import customize_cells, gather_steps
from road.crp.customization.contraction import Microcode, run_microcode
from road.crp.overlay.overlay import Overlay, OverlayLevel
from road.graph import I64, U32

TRIPLE_NS = 1.5
"""Nanoseconds for a microinstruction, and for each entry of an arc that is followed backwards."""

VECTOR_NS = (12.0, 9.0, 3.5)
"""Nanoseconds for a shortcut of the level below and a vector of entries, by level from the lowest,
the last for all above: the fewer states a cell is put together from, the less often each is
served."""

ENTRIES_A_VECTOR = 8
"""Entries whose costs are compared together."""

WORTH_A_THREAD_NS = 100e3
"""Nanoseconds of a level's work for each thread that has a part in it: to wake one takes half as
long, and while it asks for its part no other can."""

PIECE_NS = 60e3
"""Nanoseconds of work in a piece: long enough that taking it takes nothing, and short enough that
all threads end together."""

PIECES_A_THREAD = 16
"""Pieces of a level for each of its threads, at most."""

F64 = NDArray[np.float64]


class Pieces(NamedTuple):
    """The pieces of all levels, the lowest level's first.

    begin, end : int64, pieces; the cells of each. first : int64, levels + 1; each level's pieces.
    needs, needed : int64, pieces; the first piece of the level below that holds a cell inside, and
        the one past the last.
    """

    begin: I64
    end: I64
    first: I64
    needs: I64
    needed: I64


class WorkPlan(NamedTuple):
    """members : for each level how many threads take its pieces; never more than below."""

    pieces: Pieces
    members: tuple[int, ...]


class PieceProgress(NamedTuple):
    """How far a customization is, int64, shared by its threads.

    taken : for each level, on a cache line of its own, how many pieces. done : pieces, 0 or 1.
    """

    taken: I64
    done: I64

    @classmethod
    def of(cls, pieces: Pieces) -> PieceProgress:
        levels = len(pieces.first) - 1
        return cls(np.zeros(levels * LINE_WORDS, np.int64), np.zeros(len(pieces.begin), np.int64))


def plan_of(overlay: Overlay, code: Microcode | None, down: bool) -> WorkPlan:
    """How as many threads as there are share the cells; the same one when asked again."""
    plans = _PLANS.setdefault(overlay, {})
    kind = thread_count(), code is not None, down
    if kind not in plans:
        plans[kind] = _planned(overlay, code, down, kind[0])
    return plans[kind]


_PLANS: weakref.WeakKeyDictionary[Overlay, dict[tuple[int, bool, bool], WorkPlan]]
_PLANS = weakref.WeakKeyDictionary()


def _planned(overlay: Overlay, code: Microcode | None, down: bool, threads: int) -> WorkPlan:
    cut: list[I64] = []  # of each level, begins and ends of its pieces
    inside: list[I64] = []  # the same of the pieces below them
    members, first = [], [0]
    for number in range(len(overlay.levels)):
        work = work_of(overlay, number, code, down)
        whole = float(work.sum())
        threads = max(min(threads, int(whole / WORTH_A_THREAD_NS)), 1)
        wanted = min(int(whole / PIECE_NS) + 1, PIECES_A_THREAD * threads) if threads > 1 else 1
        sums = np.cumsum(np.append(0, np.ceil(work).astype(np.int64) + 1))
        ends = np.array(weighted_ranges(sums, wanted), np.int64).reshape(-1, 2).T
        below = np.zeros_like(ends)
        if number:
            below = _holding(overlay.levels[number - 1].parent, cut[-1], ends) + first[-2]
        cut.append(ends)
        inside.append(below)
        members.append(threads)
        first.append(first[-1] + ends.shape[1])
    nothing = [np.empty((2, 0), np.int64)]
    begin, end = np.concatenate(nothing + cut, axis=1)
    needs, needed = np.concatenate(nothing + inside, axis=1)
    return WorkPlan(Pieces(begin, end, np.array(first, np.int64), needs, needed), tuple(members))


def _holding(parent: U32, below: I64, ends: I64) -> I64:
    """int64, (2, pieces): first and past the last of the pieces below that hold a cell inside.

    parent : of the cells below. below, ends : (2, pieces), begins and ends of pieces.
    """
    cells = np.searchsorted(parent, ends)
    first = np.searchsorted(below[1], cells[0], side="right")
    return np.array((first, np.searchsorted(below[0], cells[1])), np.int64)


def work_of(overlay: Overlay, number: int, code: Microcode | None, down: bool) -> F64:
    """Nanoseconds, about, that each cell of a level takes."""
    level = overlay.levels[number]
    entries = np.diff(level.first_entry)
    if number == 0 and code is not None:
        steps = np.diff(code.first_triple).astype(np.float64)
        if down:
            steps += np.diff(code.first_into[level.first_inner]) * entries
        return TRIPLE_NS * steps
    vectors = -(-entries // ENTRIES_A_VECTOR)
    return VECTOR_NS[min(number, len(VECTOR_NS) - 1)] * vectors * _arcs(overlay, number, level)


def _arcs(overlay: Overlay, number: int, level: OverlayLevel) -> I64:
    """Shortcuts of the level below within each cell; steps within each of the lowest."""
    if number == 0:
        begin = np.append(overlay.ground.rows.begin, len(overlay.ground.step))
        return np.diff(begin[level.first_slot])
    below = overlay.levels[number - 1]
    cells = np.searchsorted(below.parent, np.arange(level.cells + 1))
    return np.diff(below.first_shortcut[cells])


@in_place
def _taken(pieces: Any, progress: Any, level: int, held: Any) -> Any:
    """(piece, ready): the next one of a level, −1 where none is left, or the one that is held
    already; and whether all below it is done."""
    piece = held
    while piece < 0:
        place = observe(progress.taken, level * LINE_WORDS)
        piece = pieces.first[level] + place
        if piece >= pieces.first[level + 1]:
            return np.int64(-1), False
        if not claim(progress.taken, level * LINE_WORDS, place):
            piece = np.int64(-1)
    looks = LOOKS
    for below in range(pieces.needs[piece], pieces.needed[piece]):
        while observe(progress.done, below) == 0:
            pause()
            looks -= 1
            if looks <= 0:
                return piece, False
    return piece, True


@njit(cache=True, nogil=True)
def serve_lowest(
    held: int,
    pieces: Any,
    progress: Any,
    stop: Any,
    served: Any,
    cells: Any,
    rows: Any,
    code: Any,
    step: Any,
    costs: Any,
    ordered: Any,
    shortcuts: Any,
    down: Any,
) -> Any:
    """Take pieces of the lowest level until none is left; see `serve_cells`."""
    while True:
        piece, ready = _taken(pieces, progress, 0, held)
        if not ready:
            return piece
        held = -1
        begin, end = pieces.begin[piece], pieces.end[piece]
        if stop[0] == 0:
            gather_steps(begin, end, cells.first_slot, rows, step, costs, ordered)
            if code is None:
                served[0] += customize_cells(begin, end, cells, rows, ordered, shortcuts, down)
            else:
                served[0] += run_microcode(begin, end, cells, rows, code, ordered, shortcuts, down)
        publish(progress.done, piece, 1)


@njit(cache=True, nogil=True)
def serve_cells(
    level: int,
    held: int,
    pieces: Any,
    progress: Any,
    stop: Any,
    served: Any,
    cells: Any,
    rows: Any,
    below: Any,
    shortcuts: Any,
    down: Any,
) -> Any:
    """Take pieces of a level until none is left, which is told by −1, or until one that was taken
    has long been waiting for what is below it; that one is told, and to be handed in as `held`.

    Where `stop` is set, pieces are handed in as they are. served : what was served, by level.
    """
    while True:
        piece, ready = _taken(pieces, progress, level, held)
        if not ready:
            return piece
        held = -1
        if stop[0] == 0:
            begin, end = pieces.begin[piece], pieces.end[piece]
            served[level] += customize_cells(begin, end, cells, rows, below, shortcuts, down)
        publish(progress.done, piece, 1)
