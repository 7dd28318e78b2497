"""Witness searches around a state: within one hop for its score, within two for its shortcuts.

A broken path (u, w, v) leads over a state w that is contracted. A witness is another way from u to
v that costs no more; without one, a shortcut takes the path's place. Of two contracted states that
join u and v at the same cost, each would be the other's witness, and none would stay (figure 2a of
the paper): a witness of two hops over a state that is contracted, too, must cost less. Since it is
cheaper than what it stands for, such witnesses never stand for one another in a circle. (The paper,
to which a look at each state is dear, asks that of all witnesses of two hops.)

Heads of steps out of w are kept in a small hash table, as in the paper; where two fall on the same
place, the next free one is taken.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.times import UNREACHED

NOBODY = np.uint32(2**32 - 1)
"""Key of a free place of the hash table."""

PLACES_A_STEP = 4
"""Places of the hash table for each step out of the state: few fall on the same."""

FIRST_PLACES = 64
FIRST_ROOM = 256


@njit(cache=True, nogil=True)
def table_for(steps: Any) -> Any:
    """A free table of keys, and the position among the steps of each; a power of two long."""
    places = FIRST_PLACES
    while places < PLACES_A_STEP * steps:
        places *= 2
    return np.full(places, NOBODY, np.uint32), np.empty(places, np.uint32)


@njit(cache=True, nogil=True)
def enter(keys: Any, values: Any, first: Any, end: Any, other: Any) -> None:
    """Note the heads of steps `first` to `end`, each with its position among them."""
    mask = np.uint64(len(keys) - 1)
    for step in range(np.uint64(first), np.uint64(end)):
        place = np.uint64(other[step]) & mask
        while keys[place] != NOBODY:
            place = (place + np.uint64(1)) & mask
        keys[place], values[place] = other[step], step - np.uint64(first)


@njit(cache=True, nogil=True)
def leave(keys: Any, first: Any, end: Any, other: Any) -> None:
    """Free what `enter` took."""
    mask = np.uint64(len(keys) - 1)
    for step in range(np.uint64(first), np.uint64(end)):
        place = np.uint64(other[step]) & mask
        while keys[place] != NOBODY:
            keys[place] = NOBODY
            place = (place + np.uint64(1)) & mask


@njit(cache=True, nogil=True)
def added_steps(begin: int, end: int, forward: Any, backward: Any, added: Any) -> None:
    """Write by how many steps contracting each state from `begin` to `end` would add to the rest.

    By witnesses of one hop; a shortcut that would take the place of a dearer step adds none.
    """
    first, last, head, cost = forward[0], forward[1], forward[2], forward[3]
    first_in, last_in, tail, cost_in = backward[0], backward[1], backward[2], backward[3]
    keys, values = table_for(0)
    most = np.uint64(UNREACHED)
    for w in range(np.uint64(begin), np.uint64(end)):
        out, out_end = np.uint64(first[w]), np.uint64(last[w])
        if PLACES_A_STEP * np.int64(out_end - out) > len(keys):
            keys, values = table_for(np.int64(out_end - out))
        mask = np.uint64(len(keys) - 1)
        enter(keys, values, out, out_end, head)
        count = np.int64(0)
        for back in range(np.uint64(first_in[w]), np.uint64(last_in[w])):
            u, into = np.uint64(tail[back]), np.uint64(cost_in[back])
            for step in range(out, out_end):
                length = into + np.uint64(cost[step])
                count += np.uint64(head[step]) != u and length < most
            for step in range(np.uint64(first[u]), np.uint64(last[u])):
                there = head[step]
                place = np.uint64(there) & mask
                while keys[place] != NOBODY:
                    if keys[place] == there:
                        length = into + np.uint64(cost[out + np.uint64(values[place])])
                        count -= length < most
                        break
                    place = (place + np.uint64(1)) & mask
        leave(keys, out, out_end, head)
        added[w] = count


@njit(cache=True, nogil=True)
def shortcuts(
    begin: int,
    end: int,
    contracted: Any,
    gone: Any,
    forward: Any,
    backward: Any,
    counts: Any,
) -> Any:
    """uint32, (3, n); tail, head and cost of the shortcuts for the contracted states at places
    from `begin` up to `end`, and how many each of them has.

    counts : int64, (2,) lowered to nothing; broken paths with a witness of one and of two hops.
    """
    first, last, head, cost = forward[0], forward[1], forward[2], forward[3]
    first_in, last_in, tail, cost_in = backward[0], backward[1], backward[2], backward[3]
    keys, values = table_for(0)
    broken = np.empty(FIRST_PLACES, np.uint64)
    found = np.empty((3, FIRST_ROOM), np.uint32)
    own = np.zeros(end - begin, np.int64)
    total = 0
    nothing = np.uint64(0)
    for k in range(begin, end):
        w = np.uint64(contracted[k])
        out, out_end = np.uint64(first[w]), np.uint64(last[w])
        steps: Any = np.int64(out_end - out)
        if PLACES_A_STEP * steps > len(keys):
            keys, values = table_for(steps)
            broken = np.empty(len(keys), np.uint64)
        mask = np.uint64(len(keys) - 1)
        enter(keys, values, out, out_end, head)
        before = total
        for back in range(np.uint64(first_in[w]), np.uint64(last_in[w])):
            u, into = np.uint64(tail[back]), np.uint64(cost_in[back])
            left = 0
            for v in range(np.uint64(steps)):
                length = into + np.uint64(cost[out + v])
                if np.uint64(head[out + v]) == u or length >= np.uint64(UNREACHED):
                    broken[v] = 0
                else:
                    broken[v] = length + np.uint64(1)  # 0 stands for none
                    left += 1
            step, step_end = np.uint64(first[u]), np.uint64(last[u])
            for one in range(step, step_end):
                there = head[one]
                place = np.uint64(there) & mask
                while keys[place] != NOBODY:
                    if keys[place] == there:
                        met = np.uint64(values[place])
                        if np.uint64(cost[one]) < broken[met]:
                            broken[met] = 0
                            left -= 1
                            counts[0] += 1
                        break
                    place = (place + np.uint64(1)) & mask
            if left == 0:
                continue
            longest = nothing
            for v in range(np.uint64(steps)):
                longest = max(longest, broken[v])
            for one in range(step, step_end):
                x, so_far = np.uint64(head[one]), np.uint64(cost[one])
                so_far += np.uint64(gone[x])  # then it must cost less
                if x == w or so_far >= longest:
                    continue
                for two in range(np.uint64(first[x]), np.uint64(last[x])):
                    there = head[two]
                    place = np.uint64(there) & mask
                    while keys[place] != NOBODY:
                        if keys[place] == there:
                            met = np.uint64(values[place])
                            if so_far + np.uint64(cost[two]) < broken[met]:
                                broken[met] = 0
                                left -= 1
                                counts[1] += 1
                            break
                        place = (place + np.uint64(1)) & mask
            if left == 0:
                continue
            if total + left > found.shape[1]:
                larger = np.empty((3, 2 * (total + left)), np.uint32)
                larger[:, :total] = found[:, :total]
                found = larger
            for v in range(np.uint64(steps)):
                if broken[v] != 0:
                    found[0, total] = u
                    found[1, total] = head[out + v]
                    found[2, total] = broken[v] - np.uint64(1)
                    total += 1
        leave(keys, out, out_end, head)
        own[k - begin] = total - before
    return found[:, :total].copy(), own
