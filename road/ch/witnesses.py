"""Witness searches around a state: for its score, and for the shortcuts that it leaves behind.

A broken path (u, w, v) leads over a state w that is contracted. A witness is another way from u to
v that costs no more; without one, a shortcut takes the path's place. Of two contracted states that
join u and v at the same cost, each would be the other's witness, and none would stay (figure 2a of
the paper): a witness over states that are contracted, too, must cost less. Of the shortest ways the
one over the fewest contracted states is then never without all its parts. (The paper, to which a
look at each state is dear, asks that of all witnesses of two hops.)

Heads of steps out of w are kept in a small hash table, as in the paper; where two fall on the same
place, the next free one is taken. Longer witnesses are looked for around u, whose distances are
noted by state, and from there by the steps into each v to which the path is still broken.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from core.times import UNREACHED

NOBODY = np.uint32(2**32 - 1)
"""Key of a free place of the hash table."""

PLACES_A_STEP = 4
"""Places of the hash table for each step out of the state: few fall on the same."""

FIRST_PLACES = 64

FAR = NOBODY
"""Distance of a state that a search has not come to."""


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


class Searched(NamedTuple):
    """What witness searches around some states tell.

    steps : uint32, (3, n); tail, head and cost of the shortcuts, where they were asked for. needed,
    dearer : int64 by state; how many shortcuts, and how many steps that cost more than these.
    """

    steps: Any
    needed: Any
    dearer: Any


@njit(cache=True, nogil=True)
def shortcuts(
    begin: int,
    end: int,
    contracted: Any,
    gone: Any,
    forward: Any,
    backward: Any,
    hops: int,
    undercut: Any,
    room: int,
    counts: Any,
) -> Any:
    """A `Searched` of the states in `contracted` at places from `begin` up to `end`.

    gone : uint8, states; 1 where contracted. hops : steps of the longest witnesses. undercut :
    uint8 by place of a step out, and of one in; raised for steps that cost more than a shortcut, if
    there is any room. room : for shortcuts, at first; 0 if only their numbers are asked for.
    counts : int64, (2,); broken paths with a witness of one hop, and of more, are added.
    """
    first, last, head, cost = forward[0], forward[1], forward[2], forward[3]
    first_in, last_in, tail, cost_in = backward[0], backward[1], backward[2], backward[3]
    undercut_out, undercut_in = undercut
    thins = len(undercut_out) > 0
    keys, values = table_for(0)
    broken = np.empty(FIRST_PLACES, np.uint64)
    near = np.full(len(first), FAR, np.uint32)
    around = np.empty(len(first), np.uint32)
    steps = np.empty((3, room), np.uint32)
    needed, dearer = np.zeros(end - begin, np.int64), np.zeros(end - begin, np.int64)
    total = 0
    for k in range(begin, end):
        w = np.uint64(contracted[k])
        out, out_end = np.uint64(first[w]), np.uint64(last[w])
        width: Any = np.int64(out_end - out)
        if PLACES_A_STEP * width > len(keys):
            keys, values = table_for(width)
            broken = np.empty(len(keys), np.uint64)
        mask = np.uint64(len(keys) - 1)
        enter(keys, values, out, out_end, head)
        for back in range(np.uint64(first_in[w]), np.uint64(last_in[w])):
            u, into = np.uint64(tail[back]), np.uint64(cost_in[back])
            left, longest = 0, np.uint64(0)
            for v in range(np.uint64(width)):
                length = into + np.uint64(cost[out + v])
                if np.uint64(head[out + v]) == u or length >= np.uint64(UNREACHED):
                    broken[v] = 0
                else:
                    broken[v] = length + np.uint64(1)  # 0 stands for none
                    longest = max(longest, broken[v])
                    left += 1
            step, step_end = np.uint64(first[u]), np.uint64(last[u])
            for one in range(step, step_end):
                there = np.uint64(head[one])
                place = there & mask
                while keys[place] != NOBODY:
                    if keys[place] == there:
                        met = np.uint64(values[place])
                        if np.uint64(cost[one]) < broken[met]:
                            broken[met] = 0
                            left -= 1
                            counts[0] += 1
                        elif broken[met] != 0:
                            dearer[k - begin] += 1
                            if thins and not undercut_out[one]:
                                undercut_out[one] = 1
                                for two in range(
                                    np.uint64(first_in[there]), np.uint64(last_in[there])
                                ):
                                    if tail[two] == u:
                                        undercut_in[two] = 1
                        break
                    place = (place + np.uint64(1)) & mask
            if left > 0 and hops > 1:
                known = np.uint64(0)
                for one in range(step, step_end):
                    x = head[one]
                    near[x] = cost[one] + gone[x]  # over what is contracted too it must cost less
                    around[known] = x
                    known += np.uint64(1)
                near[w] = FAR
                inner = np.uint64(0)
                for hop in range(2, hops + 1):
                    if hop > 2:
                        outer = known
                        for at in range(inner, outer):
                            x = np.uint64(around[at])
                            so_far = np.uint64(near[x])
                            if so_far >= longest:
                                continue
                            for two in range(np.uint64(first[x]), np.uint64(last[x])):
                                there = np.uint64(head[two])
                                length = so_far + np.uint64(cost[two]) + np.uint64(gone[there])
                                if length < longest and length < near[there] and there != w:
                                    if near[there] == FAR:
                                        around[known] = there
                                        known += np.uint64(1)
                                    near[there] = length
                        inner = outer
                    for v in range(np.uint64(width)):
                        if broken[v] == 0:
                            continue
                        there = np.uint64(head[out + v])
                        for two in range(np.uint64(first_in[there]), np.uint64(last_in[there])):
                            if np.uint64(near[tail[two]]) + np.uint64(cost_in[two]) < broken[v]:
                                broken[v] = 0
                                left -= 1
                                counts[1] += 1
                                break
                    if left == 0:
                        break
                for at in range(known):
                    near[around[at]] = FAR
            needed[k - begin] += left
            if left == 0 or room == 0:
                continue
            if total + left > steps.shape[1]:
                larger = np.empty((3, 2 * (total + left)), np.uint32)
                for row in range(3):
                    for old in range(total):
                        larger[row, old] = steps[row, old]
                steps = larger
            for v in range(np.uint64(width)):
                if broken[v] != 0:
                    steps[0, total] = u
                    steps[1, total] = head[out + v]
                    steps[2, total] = broken[v] - np.uint64(1)
                    total += 1
        leave(keys, out, out_end, head)
    return Searched(steps[:, :total].copy(), needed, dearer)
