"""Whether a step of a drag is solved exactly, by what the last solves took and how far they were
off."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, field
from statistics import median_low

from core.solver import Sources
from core.times import UNLIMITED
from raster.coarse import FINE_CELLS, PREVIEW_CELLS, Magnified

EXACT_STEP_MS = 60.0
"""Milliseconds up to which an exact solve is done at every step of a drag: 16 pictures a second."""

EXACT_STEP_GPU_MS = 200.0
"""The same limit in milliseconds on a GPU, whose memory a second, coarser grid would have to
share."""

FIRST_STEP_MS = 240.0
"""Milliseconds that the only exact answer on the processor may have taken for another to be waited
for: the first touches fresh memory, and takes twice as long as those that follow."""

FIRST_STEP_GPU_MS = 10_000.0
"""Milliseconds that a GPU's only exact answer may have taken for another to be waited for: its
first has kernels compiled, on a machine that never did, finds memory untouched, and would have a
whole drag be coarse."""

COARSE_STEP_MS = 60.0
"""Milliseconds that a solve of the coarser grid aims at: no coarser than a fluent drag needs."""

MOST_OFF = 0.05
"""Relative error that nine in ten times of a coarser grid keep to, or a finer one takes its
place."""

MOST_OFF_ALONG_PATHS = 0.04
"""The same error as a preview's own paths tell it: below MOST_OFF, since their places are few."""

MOST_REACH = 2
"""Most times more cells that one of two answers may reach, to be thought of as on one ground."""

LAST = 3
"""Latest exact solves that are looked at: a single disturbed one makes no drag coarse. Of coarse
ones the latest counts alone: after one that took longer than an exact one there is no other."""

MOST_SKIPPED = 128
"""Most exact solves, after previews that were in doubt one after the other, until another is tried:
twice as many each time, for a preview that is not shown only costs time."""

AGAIN = 20
"""Exact solves after which a coarser grid that was no good is tried once more."""

MOST_AGAIN = 320
"""Most exact solves until a coarser grid is tried that was no good each time before: twice as many
each time, for a try costs a step as much as a preview and shows nothing."""


@dataclass
class PreviewPace:
    """What the last answers of one grid by one algorithm took, in ms: solves, and whose each place
    is where that was asked, too.

    coarse : of the latest coarser one, with seeing how far it is off; None where there is none.
    """

    exact: deque[float] = field(default_factory=lambda: deque(maxlen=LAST))
    coarse: float | None = None
    _factor: int = 0
    _coarsest: float = math.inf  # factor whose times are near enough, as far as was measured
    _too_coarse: float = math.inf  # least factor whose times were seen to be too far off
    _exact_since: int = 0
    _again: int = AGAIN  # exact solves until a grid that was no good is tried once more
    _doubts: int = 0  # previews in a row that were not shown
    _skipped: int = 0  # exact solves until another is tried

    def took(self, answer_ms: float, factor: int) -> None:
        """An answer is there; factor : how many times coarser its grid was, 1 for an exact one."""
        if factor > 1:
            self.coarse = answer_ms
            self._exact_since = 0
            return
        self.exact.append(answer_ms)
        self._skipped = max(self._skipped - 1, 0)
        self._exact_since += 1
        if self._exact_since >= self._again:
            self._again = min(2 * self._again, MOST_AGAIN)
            self.coarse = None
            self._coarsest = self._too_coarse = math.inf
            self._exact_since = 0

    def learned(self, answer_ms: float) -> None:
        """The solver takes so long from now on, whatever exact answers took before. It counts as
        two: what a first one waits for is over, and a coarser grid is tried while nobody waits."""
        self.exact.clear()
        self.exact.extend((answer_ms, answer_ms))

    def was_off(self, share: float, factor: int, *, tried: bool = False) -> None:
        """Nine in ten times of a coarser grid were off by this share at most; it grows with the
        width of its cells, and leaps where they begin to swallow roads or to close gaps: half as
        wide is tried in any case. tried : before it is shown, when no other one is wanted."""
        if share > MOST_OFF:
            near_enough = max(int(factor * MOST_OFF / share), factor // 2, 1)
            self._coarsest = min(self._coarsest, near_enough)
            self._too_coarse = min(self._too_coarse, factor)
        elif not tried and factor >= self._coarsest and share * (factor + 1) <= MOST_OFF * factor:
            self._coarsest = min(factor + 1, self._too_coarse - 1)

    def doubted(self) -> None:
        """A preview was not shown, since its own paths told that it may be too far off."""
        self._skipped = min(2**self._doubts, MOST_SKIPPED)
        self._doubts += 1

    def trusted(self) -> None:
        """A preview is shown."""
        self._doubts = 0
        if not self._saved_nothing:
            self._again = AGAIN

    @property
    def untried(self) -> bool:
        """Whether nothing is known of the grid that would be solved."""
        return self.coarse is None

    def bearable(self, backend: str) -> bool:
        """Whether exact steps are slow, but nothing beside seconds of compiling."""
        if not self.exact:
            return False
        return self._quick_ms(backend) <= median_low(self.exact) < FIRST_STEP_MS

    def factor(self, cells: int, backend: str = "cpu") -> int:
        """How many times coarser the next step of a drag is solved on a grid of so many cells; 1
        for exactly.

        Exactly where the last exact answers took little (`EXACT_STEP_MS`; a GPU has limits of its
        own), once a coarse one took no less than the quickest of these, where even the finest of
        coarse grids is too far off, and for a while after one was in doubt. Before there is an
        exact answer, by the number of cells alone.
        """
        if not self.exact:
            return math.ceil(math.sqrt(cells / FINE_CELLS))
        exact_ms = median_low(self.exact)  # of two, the one that was not disturbed
        if exact_ms < self._quick_ms(backend) or self._saved_nothing or self._skipped:
            return 1
        coarsest = max(math.isqrt(cells // PREVIEW_CELLS), 2)
        wanted = min(max(math.ceil(math.sqrt(exact_ms / COARSE_STEP_MS)), 2), coarsest)
        near_enough = int(min(wanted, self._coarsest))
        fluent = self._factor / 2 < wanted < self._factor * 2
        if (not fluent or self._factor > self._coarsest) and near_enough != self._factor:
            # Another grid takes a while to make: small changes are ignored.
            self._factor = near_enough
            self.coarse = None
        return self._factor

    @property
    def _saved_nothing(self) -> bool:
        """Whether the latest coarse answer took no less than an exact one."""
        return self.coarse is not None and self.coarse >= min(self.exact, default=math.inf)

    def _quick_ms(self, backend: str) -> float:
        alone = len(self.exact) == 1
        if backend != "gpu":
            return FIRST_STEP_MS if alone else EXACT_STEP_MS
        return FIRST_STEP_GPU_MS if alone and self.untried else EXACT_STEP_GPU_MS


@dataclass(frozen=True)
class Tried:
    """The question by which a coarser grid was compared with the exact one.

    factor : how many times coarser it was. reached : cells, in the exact answer. sources : of it.
    """

    factor: int
    reached: int
    sources: Sources

    def tells_of(self, times: Magnified) -> bool:
        """Whether times lie on the same ground: on another island nobody knows how far they are
        off. Within a limit of time, where the old starts need not be reached, by how many cells
        are."""
        less, more = sorted((times.reached, self.reached))
        if times.factor != self.factor or less * MOST_REACH < more:
            return False
        cols = times.shape[1]
        return times.limit_seconds < UNLIMITED or any(
            math.isfinite(times.seconds_at(*divmod(source.element, cols)))
            for source in self.sources
        )
