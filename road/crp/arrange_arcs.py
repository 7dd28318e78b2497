"""Arcs of all cells by kind, sorted by where they lead: the kernels of `road.crp.arrange`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def count(
    first_slot: Any,
    slot_entry: Any,
    slot_inner: Any,
    exit_place: Any,
    rows: Any,
    first_inner: Any,
    none: int,
    first_exit: Any,
) -> Any:
    """(counts, into_inner, into_exit): int64; mapping and init arcs by cell, others by head."""
    cells = len(first_slot) - 1
    counts = np.zeros((cells, 2), np.int64)
    into_inner = np.zeros(first_inner[-1], np.int64)
    into_exit = np.zeros(first_exit[-1], np.int64)
    for c in range(cells):
        inner = first_inner[c + 1] - first_inner[c]
        for q in range(first_slot[c], first_slot[c + 1]):
            entry, own = slot_entry[q] != none, slot_inner[q] != none
            for x in range(rows.begin[q], rows.end[q]):
                place = np.int64(exit_place[x])
                if place < inner:
                    counts[c, 1] += entry
                    into_inner[first_inner[c] + place] += own and place != slot_inner[q]
                else:
                    counts[c, 0] += entry
                    into_exit[first_exit[c] + place - inner] += own
    return counts, into_inner, into_exit


@njit(cache=True, nogil=True)
def fill(
    first_slot: Any,
    slot_entry: Any,
    slot_inner: Any,
    exit_place: Any,
    rows: Any,
    first_inner: Any,
    none: int,
    first_entry: Any,
    first_exit: Any,
    first_mapping: Any,
    first_init: Any,
    first_inner_arc: Any,
    first_collection: Any,
    mapping_from: Any,
    init_from: Any,
    inner_from: Any,
    collection_from: Any,
    mapping_to: Any,
    init_to: Any,
    inner_tail: Any,
    collection_tail: Any,
) -> None:
    """Write the arcs into arrays of the sizes that `count` found."""
    next_inner, next_collection = first_inner_arc[:-1].copy(), first_collection[:-1].copy()
    for c in range(len(first_slot) - 1):
        inner = first_inner[c + 1] - first_inner[c]
        exits = first_exit[c + 1] - first_exit[c]
        entries = first_entry[c + 1] - first_entry[c]
        mapping, init = first_mapping[c], first_init[c]
        for q in range(first_slot[c], first_slot[c + 1]):
            for x in range(rows.begin[q], rows.end[q]):
                place = np.int64(exit_place[x])
                source = rows.shortcut[q] + x - rows.begin[q]
                if slot_entry[q] != none:
                    if place < inner:
                        init_from[init] = source
                        init_to[init] = place * entries + slot_entry[q]
                        init += 1
                    else:
                        mapping_from[mapping] = source
                        mapping_to[mapping] = slot_entry[q] * exits + place - inner
                        mapping += 1
                own = slot_inner[q]
                if own == none:
                    continue
                if own == place:  # back to where it came from
                    continue
                if place < inner:
                    k = next_inner[first_inner[c] + place]
                    next_inner[first_inner[c] + place] += 1
                    inner_from[k], inner_tail[k] = source, own
                else:
                    k = next_collection[first_exit[c] + place - inner]
                    next_collection[first_exit[c] + place - inner] += 1
                    collection_from[k], collection_tail[k] = source, own


@njit(cache=True, nogil=True)
def pack(order: Any, entries: Any, needed: Any, room: int) -> Any:
    """uint32, blocks + 1: runs of cells with equal entries that fit the room, or single ones."""
    first = np.empty(len(order) + 1, np.uint32)
    blocks, taken = 0, 0
    for k in range(len(order)):
        cell = order[k]
        starts = k == 0 or entries[cell] != entries[order[k - 1]] or taken + needed[cell] > room
        if starts:
            first[blocks] = k
            blocks += 1
            taken = 0
        taken += needed[cell]
    first[blocks] = len(order)
    return first[: blocks + 1].copy()
