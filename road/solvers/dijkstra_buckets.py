"""The queue of Dijkstra's algorithm: states by buckets of labels, and the search that empties it.

Bucket *b* holds the states whose labels lie in [b, b + 1) · 2^shift. No label in the queue is
further from the least one than the longest step (or the spread of the starts), so buckets lie on a
ring.
A state is in the queue once: when its label falls it moves. The buckets are doubly linked lists.

`ends` : int32, buckets; the first state of each, NOBODY where it is empty.
`cursor` : int64, by BUCKET, WAITING, REACHED, SHIFT.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.errors import ParameterError
from core.parallel.processor import prefetch
from road.terrain.straight_ground import offered_beside

NOBODY = -1
BUCKET, WAITING, REACHED, SHIFT = 0, 1, 2, 3

MOST_STATES = 2**31 - 1


class BucketLinks:
    """Links of states, kept from solve to solve. A finished one leaves them clear.

    following, previous : int32, states; the neighbours in a bucket's list.
    places : int32, states; the bucket a state is in, NOBODY where it is in none.
    """

    def __init__(self, states: int) -> None:
        if states > MOST_STATES:
            raise ParameterError(
                f"{states} states, more than lists can link", advice="Choose near-far."
            )
        self.following = np.empty(states, np.int32)
        self.previous = np.empty(states, np.int32)
        self.places = np.full(states, NOBODY, np.int32)

    def clear(self) -> None:
        """Forget what a cancelled solve left."""
        self.places.fill(NOBODY)


@njit(cache=True, nogil=True)
def enter(
    states: Any,
    ticks: Any,
    labels: Any,
    ends: Any,
    following: Any,
    previous: Any,
    places: Any,
    cursor: Any,
) -> None:
    """Queue the first labels, each state once."""
    mask, shift = len(ends) - 1, cursor[SHIFT]
    for i in range(len(states)):
        state, bucket = states[i], np.int64(ticks[i]) >> shift
        cursor[BUCKET] = bucket if i == 0 else min(cursor[BUCKET], bucket)
        labels[state] = ticks[i]
        first = ends[bucket & mask]
        following[state], previous[state] = first, NOBODY
        if first >= 0:
            previous[first] = state
        ends[bucket & mask] = state
        places[state] = bucket & mask
    cursor[WAITING] = cursor[REACHED] = len(states)


@njit(cache=True, nogil=True)
def advance(
    first_out: Any,
    head: Any,
    cost: Any,
    labels: Any,
    unreached: Any,
    ends: Any,
    following: Any,
    previous: Any,
    places: Any,
    cursor: Any,
    count: int,
    lines: Any,
) -> int:
    """Serve up to `count` states, bucket by bucket; returns how many were.

    unreached : uint32, what a label is before it falls; no label from there on is ever written.
    lines : straight ones over a search's ground; None where there is none, for which code of its
    own is compiled.

    A state that falls again within the bucket being emptied comes back into it, so that when a
    bucket is empty all labels below its end are final. (Moving a state between buckets is written
    out: as a function of its own it makes the search take half as long again. What lies ahead of a
    state is asked for when it is queued: where the graph is not in cache, that saves a third.)
    """
    mask, shift = len(ends) - 1, np.uint32(cursor[SHIFT])
    bucket, waiting, reached = cursor[BUCKET], cursor[WAITING], cursor[REACHED]
    served = 0
    while waiting > 0 and served < count:
        while ends[bucket & mask] < 0:
            bucket += 1
        state = ends[bucket & mask]
        after = following[state]
        ends[bucket & mask] = after
        if after >= 0:
            previous[after] = NOBODY
        places[state] = NOBODY
        waiting -= 1
        served += 1
        label = labels[state]
        for step in range(first_out[state], first_out[state + 1]):
            other = head[step]
            arrival = label + cost[step]
            known = labels[other]
            if lines is not None and label < known:  # offers are later than the label
                offered = offered_beside(lines, labels, state, other)
                arrival = min(arrival, np.uint64(offered))
            if arrival >= known:
                continue
            labels[other] = arrival
            reached += known == unreached
            goal = np.int32((arrival >> shift) & mask)
            held = places[other]
            if held == goal:
                continue
            if held >= 0:
                before, after = previous[other], following[other]
                if before >= 0:
                    following[before] = after
                else:
                    ends[held] = after
                if after >= 0:
                    previous[after] = before
            else:
                waiting += 1
                prefetch(head, first_out[other])
                prefetch(cost, first_out[other])
            first = ends[goal]
            following[other], previous[other] = first, NOBODY
            if first >= 0:
                previous[first] = other
            ends[goal], places[other] = other, goal
    cursor[BUCKET], cursor[WAITING], cursor[REACHED] = bucket, waiting, reached
    return served
