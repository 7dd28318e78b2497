"""Forbidden sequences as an automaton that reads arcs: what each state must not or not simply do.

Source: Aho and Corasick, "Efficient string matching", CACM 18(6), 1975. A state is the longest end
of what was driven that begins a forbidden sequence; all that is no more than one arc long is the
plain state of that arc, so that only beginnings of two arcs or more make extra states.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from road.graph import U32, ForbiddenTurns

BANNED = 2**32 - 1
"""Target of a turn that would complete a forbidden sequence."""

Prefix = tuple[int, ...]


class Redirects(NamedTuple):
    """Turns that do not simply lead into the plain state of the next arc.

    extra_arc : uint32, extra states; the arc that each drives. They are numbered after the arcs.
    state, next_arc, target : uint32, one for each such turn, sorted by state and arc: from the
        state into the arc, the state it leads into or BANNED.
    """

    extra_arc: U32
    state: U32
    next_arc: U32
    target: U32


def redirects_of(forbidden: ForbiddenTurns, arc_count: int, vehicles: int) -> Redirects:
    """The automaton of the sequences that bind any of the vehicles."""
    patterns = _patterns(forbidden, vehicles)
    children = _children(patterns)
    number: dict[Prefix, int] = {}
    turns: dict[Prefix, dict[int, int]] = {}
    for prefix in sorted(children, key=len):  # what a prefix falls back to is shorter
        if len(prefix) > 1:
            number[prefix] = arc_count + len(number)
    for prefix in sorted(children, key=len):
        turns[prefix] = dict(turns.get(_fallback(prefix, children), {}))
        for arc in children[prefix]:
            longer = (*prefix, arc)
            if longer in patterns:
                turns[prefix][arc] = BANNED
            elif turns[prefix].get(arc) != BANNED:
                turns[prefix][arc] = number[longer]
    rows = sorted(
        (number.get(prefix, prefix[-1]), arc, target)
        for prefix, row in turns.items()
        for arc, target in row.items()
    )
    table = np.array(rows, np.uint32).reshape(-1, 3)
    extra_arc = np.array([prefix[-1] for prefix in number], np.uint32)
    return Redirects(extra_arc, *(np.ascontiguousarray(column) for column in table.T))


def _patterns(forbidden: ForbiddenTurns, vehicles: int) -> set[Prefix]:
    first = forbidden.first
    binding = np.flatnonzero(forbidden.vehicles & np.uint8(vehicles))
    return {tuple(forbidden.arcs[first[r] : first[r + 1]].tolist()) for r in binding}


def _children(patterns: set[Prefix]) -> dict[Prefix, set[int]]:
    """What may follow each beginning of a pattern; beginnings are not patterns themselves."""
    children: dict[Prefix, set[int]] = {}
    for pattern in patterns:
        for length in range(1, len(pattern)):
            if length > 1 and pattern[:length] in patterns:
                break  # nobody gets that far
            children.setdefault(pattern[:length], set()).add(pattern[length])
    return children


def _fallback(prefix: Prefix, children: dict[Prefix, set[int]]) -> Prefix:
    """The longest proper end of the prefix that begins a pattern; empty where none does."""
    return next((prefix[k:] for k in range(1, len(prefix)) if prefix[k:] in children), ())
