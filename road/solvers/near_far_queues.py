"""The queues of `road.solvers.near_far`, compiled: steps serve near states, others sort far ones.

`entries` : uint32, (3, states), numbers of states; `roles` says which row is which.
`is_near` : bool, states; True for those in NEAR or FOLLOWING that are not yet served.
`counts` : int64, (4,), entries in each row, and how many of NEAR are served.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.parallel.prefetch import prefetch
from core.times import UNREACHED
from road.graph import U32

NEAR, FOLLOWING, FAR = 0, 1, 2
"""Roles of the three rows: being served, near in the next step, waiting."""

SERVED = 3
"""Index in `Queues.counts` of how much of NEAR is served."""


class Queues:
    """Memory of the queues, kept from solve to solve. A finished solve leaves them empty.

    The system gives memory only to what was ever used.
    """

    def __init__(self, states: int) -> None:
        self.entries: U32 = np.empty((3, states), np.uint32)
        self.is_near: NDArray[np.bool_] = np.zeros(states, np.bool_)
        self.roles = np.array([NEAR, FOLLOWING, FAR])
        self.counts = np.zeros(4, np.int64)

    def count(self, role: int) -> int:
        return int(self.counts[self.roles[role]])

    @property
    def near(self) -> int:
        """States to be served below the threshold."""
        return self.count(NEAR) - int(self.counts[SERVED]) + self.count(FOLLOWING)

    @property
    def far(self) -> int:
        """Waiting states; a few of them are near by now or settled."""
        return self.count(FAR)

    def wait(self, states: NDArray[np.int64]) -> None:
        """Put starts into the empty far queue."""
        row = self.roles[FAR]
        self.entries[row, : len(states)] = states
        self.counts[row] = len(states)

    def clear(self) -> None:
        """Forget what a cancelled solve left."""
        for row in (self.roles[NEAR], self.roles[FOLLOWING]):
            self.is_near[self.entries[row, : self.counts[row]]] = False
        self.counts[:] = 0


@njit(cache=True, nogil=True)
def step(
    first_out: Any,
    head: Any,
    cost: Any,
    labels: Any,
    unreached: Any,
    entries: Any,
    is_near: Any,
    roles: Any,
    counts: Any,
    threshold: int,
    most_visits: int,
) -> Any:
    """Steps until no state is near or `most_visits` were made; returns both and the newly reached.

    A step that is too long goes on in the next call. unreached : uint32, what a label is before it
    falls; no label from there on is ever written.

    A far state that comes near stays in the far queue as well, where `advance` passes over it; so a
    state is put there once only, when it is first reached.
    """
    steps, visits, reached = 0, 0, 0
    while counts[roles[NEAR]] > 0 and visits < most_visits:
        near, comes_next, far = (
            entries[roles[NEAR]],
            entries[roles[FOLLOWING]],
            entries[roles[FAR]],
        )
        followers, fars = counts[roles[FOLLOWING]], counts[roles[FAR]]
        first, nears = counts[SERVED], counts[roles[NEAR]]
        last = min(nears, first + most_visits - visits)
        for i in range(first, last):
            state = near[i]
            is_near[state] = False
            label = labels[state]
            for arc in range(first_out[state], first_out[state + 1]):
                other = head[arc]
                arrival = label + cost[arc]
                known = labels[other]
                if arrival >= known:
                    continue
                labels[other] = arrival
                reached += known == unreached
                if arrival < threshold:
                    if not is_near[other]:
                        is_near[other] = True
                        prefetch(head, first_out[other])
                        prefetch(cost, first_out[other])
                        comes_next[followers] = other
                        followers += 1
                elif known == unreached:
                    far[fars] = other
                    fars += 1
        counts[roles[FOLLOWING]], counts[roles[FAR]], counts[SERVED] = followers, fars, last
        steps += 1
        visits += last - first
        if last == nears:
            counts[roles[NEAR]] = counts[SERVED] = 0
            roles[NEAR], roles[FOLLOWING] = roles[FOLLOWING], roles[NEAR]
    return steps, visits, reached


@njit(cache=True, nogil=True)
def advance(
    labels: Any,
    entries: Any,
    is_near: Any,
    roles: Any,
    counts: Any,
    settled_below: int,
    threshold: int,
) -> Any:
    """Sort the far states: those below the threshold are near, those settled meanwhile are dropped.

    The near queue is empty before. Returns the smallest label that stays far.
    """
    far, near, later = entries[roles[FAR]], entries[roles[NEAR]], entries[roles[FOLLOWING]]
    nears, laters, nearest = 0, 0, np.int64(UNREACHED)
    for i in range(counts[roles[FAR]]):
        state = far[i]
        label = np.int64(labels[state])
        if label >= threshold:
            later[laters] = state
            laters += 1
            nearest = min(nearest, label)
        elif label >= settled_below:
            is_near[state] = True
            near[nears] = state
            nears += 1
    counts[roles[NEAR]], counts[roles[FOLLOWING]], counts[roles[FAR]] = nears, laters, 0
    roles[FOLLOWING], roles[FAR] = roles[FAR], roles[FOLLOWING]
    return nearest
