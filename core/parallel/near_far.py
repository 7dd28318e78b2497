"""Near and far queues: elements near enough to be served now, and elements that wait for the front.

A *step* serves every near element. What its label improves is near as well if that label is below
the threshold, else it is far. When nothing near is left, every label below the threshold is final:
the threshold grows by Δ, and *advance* sorts the far elements again. A search ends when both queues
are empty. Labels only fall, and an element whose label fell is in a queue until it is served, so
the result is the fixed point of relaxation, which is Dijkstra's, whatever Δ is. Elements are cells
or states; only who serves them knows what lies beside them.

Source: Davidson, Baxter, Garland and Owens, "Work-efficient parallel GPU methods for single-source
shortest paths", IPDPS 2014 (near-far pile); a Δ that follows the work after ADDS (Wang et al.
2021). Ours differs in queues that never hold an element twice and so cannot overflow, and in
passing over thresholds under which no far element lies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.cancel import Cancel
from core.parallel.in_place import in_place
from core.parallel.rounds import RoundLog
from core.times import UNREACHED

NEAR, FOLLOWING, FAR = 0, 1, 2
"""Roles of the three queues: being served, near in the next step, waiting."""

SERVED = 3
"""Index in `Queues.counts` of how much of NEAR is served."""

VISITS_AT_ONCE = 20_000
"""Visits of about a millisecond of work: shorter steps are run and told together, longer ones in
parts."""


@dataclass
class StepWidth:
    """Δ in ticks. Given by the user it stays; else it follows the work done twice, after ADDS.

    With a large Δ elements are served whose labels will fall again; with a small one the far queue
    is sorted more often than need be.
    """

    ticks: int
    given: bool
    wasteful: float = 1.15  # visits a settled element above which Δ shrinks
    thrifty: float = 1.08  # and below which it grows

    @classmethod
    def of(cls, ticks: float, given: bool) -> StepWidth:
        """The nearest whole number of ticks that can be counted."""
        return cls(max(round(min(ticks, UNREACHED)), 1), given)

    def follow(self, visits: int, settled: int) -> None:
        """Adapt to how often what was settled under the last threshold was served."""
        if self.given:
            return
        if visits > self.wasteful * settled:
            self.ticks = max(self.ticks * 4 // 5, 1)
        elif visits < self.thrifty * settled:
            self.ticks = min(self.ticks * 5 // 4 + 1, UNREACHED)


class Queues(NamedTuple):
    """Memory of the queues, kept from solve to solve. A finished solve leaves them empty.

    entries : uint32 or uint64, (3, elements), numbers of elements; the system gives memory only to
        what was ever used.
    is_near : bool, elements; True for those in NEAR or FOLLOWING that are not yet served.
    roles : int64, (3,), which row of `entries` is NEAR, FOLLOWING and FAR.
    counts : int64, (4,), entries in each row, and how many of NEAR are served.
    """

    entries: NDArray[Any]
    is_near: NDArray[np.bool_]
    roles: NDArray[np.int64]
    counts: NDArray[np.int64]

    @classmethod
    def of(cls, elements: int) -> Queues:
        number = np.uint32 if elements <= 1 << 32 else np.uint64
        return cls(
            np.empty((3, elements), number),
            np.zeros(elements, np.bool_),
            np.array([NEAR, FOLLOWING, FAR]),
            np.zeros(4, np.int64),
        )

    def length(self, role: int) -> int:
        """Entries of the queue in a role."""
        return int(self.counts[self.roles[role]])

    @property
    def near(self) -> int:
        """Elements to be served below the threshold."""
        return self.length(NEAR) - int(self.counts[SERVED]) + self.length(FOLLOWING)

    @property
    def far(self) -> int:
        """Waiting elements; a few of them are near by now or settled."""
        return self.length(FAR)

    def begin(self, elements: NDArray[np.int64]) -> None:
        """Put starts, each once, into the empty far queue."""
        row = self.roles[FAR]
        self.entries[row, : len(elements)] = elements
        self.counts[row] = len(elements)

    def clear(self) -> None:
        """Forget what a cancelled solve left."""
        for row in (self.roles[NEAR], self.roles[FOLLOWING]):
            self.is_near[self.entries[row, : self.counts[row]]] = False
        self.counts[:] = 0


class NearFarSearch:
    """One search, advanced by `step` while elements are near and by `advance` when none is.

    A subclass says how near elements are served.

    labels : uint32 ticks, one for each element in an array of any shape; final below
        `settled_below`, upper bounds above.
    starts : int64, the elements that have a label, each once.
    """

    def __init__(
        self,
        labels: NDArray[np.uint32],
        queues: Queues,
        width: StepWidth,
        starts: NDArray[np.int64],
    ) -> None:
        self.labels = labels
        self.reached = len(starts)
        self.threshold = self.settled_below = 0
        self._queues, self._width = queues, width
        self._flat = labels.reshape(-1)
        self._nearest = int(self._flat[starts].min()) if len(starts) else UNREACHED
        self._visits = self._settled = 0  # since the threshold rose, and before it
        queues.begin(starts)

    def _serve(self, visits: int) -> tuple[int, int, int]:
        """Steps until nothing is near or `visits` were made; returns the number of steps, one that
        is not over included, of visits and of elements reached for the first time."""
        raise NotImplementedError

    @property
    def near(self) -> int:
        return self._queues.near

    @property
    def far(self) -> int:
        return self._queues.far

    @property
    def finished(self) -> bool:
        return self.near == 0 and self.far == 0

    def step(self, visits: int) -> tuple[int, int]:
        """Serve near elements, and those they bring near, until none is left or `visits` were made.

        Returns the number of steps, one that is not over included, and of visits.
        """
        steps, made, reached = self._serve(visits)
        self.reached += reached
        self._visits += made
        return steps, made

    def advance(self) -> int:
        """Raise the threshold and sort the far elements; returns how many were looked at."""
        looked_at = self.far
        self.settled_below = self.threshold
        # Nothing lies between the threshold and the nearest far element, if that is known.
        reaches = max(self.threshold, self._nearest if self._nearest < UNREACHED else 0)
        self.threshold = min(reaches + self._width.ticks, UNREACHED)
        self._nearest = _advance(self._flat, self._queues, self.settled_below, self.threshold)
        if self.near:
            self._nearest = UNREACHED  # the steps to come may put nearer elements into the queue
        settled = self.reached - self.near - self.far
        self._width.follow(self._visits, settled - self._settled)
        self._visits, self._settled = 0, settled
        return looked_at

    def run(self, log: RoundLog, cancel: Cancel) -> None:
        """Go on to the end or a cancel."""
        log.start_timing()
        while not self.finished and not cancel.requested:
            if self.near:
                kernel, (rounds, active) = "step", self.step(VISITS_AT_ONCE)
            else:
                kernel, (rounds, active) = "advance", (1, self.advance())
            log.record(kernel, active, self.far, self.reached, self.threshold, rounds)


# -- compiled
#
# Who serves elements queues what fell. A label below the threshold is near: its element is entered
# into FOLLOWING unless it is near already. Else it is far, and entered into FAR if it had no label
# before; one that comes near later stays there as well, where `_advance` passes over it, so that an
# element is put there once only. (As a function that takes the queues these six lines take as long
# as all the rest: references to the arrays are counted at each call.)


@in_place
def is_near_left(queues: Any) -> Any:
    """Whether an element is to be served in the step that is under way or due."""
    return queues.counts[queues.roles[NEAR]] > 0


@njit(nogil=True)
def begin_step(queues: Any, most: int) -> Any:
    """Begin a step, or go on with it for `most` visits.

    Returns the three queues, the range of NEAR to be served, and the lengths of the other two.
    """
    entries, roles, counts = queues.entries, queues.roles, queues.counts
    near, following, far = entries[roles[NEAR]], entries[roles[FOLLOWING]], entries[roles[FAR]]
    first = counts[SERVED]
    last = min(counts[roles[NEAR]], first + most)
    return near, following, far, first, last, counts[roles[FOLLOWING]], counts[roles[FAR]]


@in_place
def end_step(queues: Any, last: int, followers: int, fars: int) -> None:
    """Note that NEAR is served up to `last`, and how long the other two have become."""
    roles, counts = queues.roles, queues.counts
    counts[roles[FOLLOWING]], counts[roles[FAR]], counts[SERVED] = followers, fars, last
    if last == counts[roles[NEAR]]:
        counts[roles[NEAR]] = counts[SERVED] = 0
        roles[NEAR], roles[FOLLOWING] = roles[FOLLOWING], roles[NEAR]


@in_place
def _advance(labels: Any, queues: Any, settled_below: int, threshold: int) -> Any:
    """Sort the far elements: those below the threshold are near, those settled meanwhile are
    dropped.

    The near queue is empty before. Returns the smallest label that stays far.
    """
    is_near, roles, counts = queues.is_near, queues.roles, queues.counts
    far, near = queues.entries[roles[FAR]], queues.entries[roles[NEAR]]
    later = queues.entries[roles[FOLLOWING]]
    nears, laters, nearest = 0, 0, np.int64(UNREACHED)
    for i in range(counts[roles[FAR]]):
        element = far[i]
        label = np.int64(labels[element])
        if label >= threshold:
            later[laters] = element
            laters += 1
            nearest = min(nearest, label)
        elif label >= settled_below:
            is_near[element] = True
            near[nears] = element
            nears += 1
    counts[roles[NEAR]], counts[roles[FOLLOWING]], counts[roles[FAR]] = nears, laters, 0
    roles[FOLLOWING], roles[FAR] = roles[FAR], roles[FOLLOWING]
    return nearest
