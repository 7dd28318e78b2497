"""Arcs of all cells by kind, sorted by where they lead: the kernels of `arrange`."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from road.crp.overlay.overlay import Places
from road.graph import I64, U32


class ArrangedCells(NamedTuple):
    """What the kernels read of a level; offsets are int64.

    first_part : cells + 1; the cells of the level below in each cell, or the slots on the lowest.
    part_slot, part_exit, part_shortcut : parts + 1; slots of each part, what leaves it, and its
        shortcuts. The others are those of `OverlayLevel`.
    """

    first_part: I64
    part_slot: I64
    part_exit: I64
    part_shortcut: I64
    slot_entry: Places
    slot_inner: Places
    exit_place: Places
    first_entry: I64
    first_inner: I64
    first_exit: I64
    no_index: int


class Arcs(NamedTuple):
    """What they write: arcs of the four kinds; see `arrange.ArrangedLevel`."""

    first_mapping: I64
    first_init: I64
    first_inner_arc: I64
    first_collection: I64
    mapping_from: U32
    init_from: U32
    inner_from: U32
    collection_from: U32
    mapping_to: U32
    init_to: U32
    inner_tail: Places
    collection_tail: Places


@njit(cache=True, nogil=True)
def count(
    begin: int, end: int, cells: ArrangedCells, counts: I64, into_inner: I64, into_exit: I64
) -> None:
    """Add up the arcs of cells `begin` to `end`, in arrays that hold zeros.

    counts : (cells, 2); mapping and init arcs. into_inner, into_exit : arcs into each inner state
    and exit.
    """
    first_part, part_slot, part_exit, _, slot_entry, slot_inner, exit_place = cells[:7]
    _, first_inner, first_exit, none = cells[7:]
    for c in range(begin, end):
        own_inner, own_exit = first_inner[c], first_exit[c]
        inner = first_inner[c + 1] - own_inner
        for p in range(first_part[c], first_part[c + 1]):
            entries, tails = 0, 0
            for q in range(part_slot[p], part_slot[p + 1]):
                entries += slot_entry[q] != none
                tails += slot_inner[q] != none
            into = 0
            for x in range(part_exit[p], part_exit[p + 1]):
                place = np.int64(exit_place[x])
                if place < inner:
                    into += 1
                    into_inner[own_inner + place] += tails
                elif entries + tails > 0:
                    into_exit[own_exit + place - inner] += tails
            counts[c, 0] += entries * (part_exit[p + 1] - part_exit[p] - into)
            counts[c, 1] += entries * into
            for q in range(part_slot[p], part_slot[p + 1]):
                own = np.int64(slot_inner[q])
                if own == none:
                    continue
                back = 0  # to where they came from
                for x in range(part_exit[p], part_exit[p + 1]):
                    back += np.int64(exit_place[x]) == own
                into_inner[own_inner + own] -= back


@njit(cache=True, nogil=True)
def fill(
    begin: int, end: int, cells: ArrangedCells, arcs: Arcs, next_inner: I64, next_collection: I64
) -> None:
    """Write the arcs of cells `begin` to `end` into arrays of the sizes that `count` found.

    next_inner, next_collection : copies of where the arcs into each inner state and exit begin.
    """
    first_part, part_slot, part_exit, part_shortcut = cells[:4]
    slot_entry, slot_inner, exit_place, first_entry, first_inner, first_exit, none = cells[4:]
    first_mapping, first_init, _, _, mapping_from, init_from, inner_from, collection_from = arcs[:8]
    mapping_to, init_to, inner_tail, collection_tail = arcs[8:]
    for c in range(begin, end):
        own_inner, own_exit = first_inner[c], first_exit[c]
        inner, exits = first_inner[c + 1] - own_inner, first_exit[c + 1] - own_exit
        entries = first_entry[c + 1] - first_entry[c]
        mapping, init = first_mapping[c], first_init[c]
        for p in range(first_part[c], first_part[c + 1]):
            first, last = part_exit[p], part_exit[p + 1]
            source = part_shortcut[p] - first
            for q in range(part_slot[p], part_slot[p + 1]):
                entry, own = np.int64(slot_entry[q]), np.int64(slot_inner[q])
                if entry != none:
                    for x in range(first, last):
                        place = np.int64(exit_place[x])
                        if place < inner:
                            init_from[init] = source + x
                            init_to[init] = place * entries + entry
                            init += 1
                        else:
                            mapping_from[mapping] = source + x
                            mapping_to[mapping] = entry * exits + place - inner
                            mapping += 1
                if own != none:
                    for x in range(first, last):
                        place = np.int64(exit_place[x])
                        if place >= inner:
                            k = next_collection[own_exit + place - inner]
                            next_collection[own_exit + place - inner] += 1
                            collection_from[k] = source + x
                            collection_tail[k] = own
                        elif place != own:  # not back to where it came from
                            k = next_inner[own_inner + place]
                            next_inner[own_inner + place] += 1
                            inner_from[k] = source + x
                            inner_tail[k] = own
                source += last - first


@njit(cache=True, nogil=True)
def pack(order: Any, entries: Any, needed: Any, capacity: int) -> Any:
    """uint32, blocks + 1: runs of cells with equal entries that fit a capacity, or single ones."""
    first = np.empty(len(order) + 1, np.uint32)
    blocks, taken = 0, 0
    for k in range(len(order)):
        cell = order[k]
        starts = k == 0 or entries[cell] != entries[order[k - 1]] or taken + needed[cell] > capacity
        if starts:
            first[blocks] = k
            blocks += 1
            taken = 0
        taken += needed[cell]
    first[blocks] = len(order)
    return first[: blocks + 1].copy()
