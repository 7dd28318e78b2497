"""Triples in layers: those of one layer can be worked off at the same time.

Source: Delling, Kobitzsch, Werneck 2014, section 4. In a layer no two triples write to one value,
and what is read was written for good in earlier layers. Triples are assigned from the latest to the
earliest, each to the latest layer that is possible; then each moves, the earliest first, to the
smallest layer among those it may be in. Ours leaves out triples that nothing asked for depends on.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from experiments.microinstructions.contract import I32, NOTHING, SymbolicContraction
from road.graph import U8


class Layers(NamedTuple):
    """Room for the layers of one cell after another.

    layer : int32, triples. order : int32, triples; sorted by layer. first : int32, layers + 1.
    needed : uint8, values; 1 where something asked for depends on it.
    written, read : int32, values; the last layer so far that writes to it, reads it, -1 for none.
    writer, other_writer : int32, values, triples; a list of the triples that write to a value.
    """

    layer: I32
    order: I32
    first: I32
    needed: U8
    written: I32
    read: I32
    writer: I32
    other_writer: I32


def layers_workspace(triples: int, values: int) -> Layers:
    """For cells of at most so many."""
    return Layers(
        np.empty(triples, np.int32),
        np.empty(triples, np.int32),
        np.empty(triples + 2, np.int32),
        np.empty(values, np.uint8),
        np.empty(values, np.int32),
        np.empty(values, np.int32),
        np.empty(values, np.int32),
        np.empty(triples, np.int32),
    )


@njit(cache=True, nogil=True)
def layer(shape: Any, r: SymbolicContraction, s: Layers) -> Any:
    """(triples, layers) of a contracted cell, without the triples that nothing needs."""
    triples = _leave_out(shape, r, s)
    layers = _latest(shape.values, triples, r, s)
    _balance(shape.values, triples, layers, r, s)
    for k in range(layers + 1):
        s.first[k] = 0
    for i in range(triples):
        s.first[s.layer[i] + 1] += 1
    for k in range(layers):
        s.first[k + 1] += s.first[k]
    for i in range(triples):
        s.order[s.first[s.layer[i]]] = i
        s.first[s.layer[i]] += 1
    for k in range(layers, 0, -1):
        s.first[k] = s.first[k - 1]
    s.first[0] = 0
    return triples, layers


@njit(cache=True, nogil=True)
def _leave_out(shape: Any, r: Any, s: Any) -> int:
    """Mark values that are needed and keep the triples that write to them, in their order."""
    for value in range(shape.values):
        s.needed[value] = 0
    for k in range(shape.results):
        if r.result[k] != NOTHING:
            s.needed[r.result[k]] = 1
    for i in range(shape.triples - 1, -1, -1):
        a, b, c = r.triples[i]
        if s.needed[c]:
            s.needed[a] = 1
            s.needed[b] = 1
            if r.continues[c] != NOTHING:
                s.needed[r.continues[c]] = 1
    kept = 0
    for i in range(shape.triples):
        if s.needed[r.triples[i, 2]]:
            for part in range(3):
                r.triples[kept, part] = r.triples[i, part]
            kept += 1
    return kept


@njit(cache=True, nogil=True)
def _latest(values: int, triples: int, r: Any, s: Any) -> int:
    """Assign triples to layers counted from the end, then from the beginning; how many there are.

    written, read : here the first layer from the end in which a value may still be.
    """
    for value in range(values):
        s.written[value] = s.read[value] = 0
        s.writer[value] = NOTHING
    layers = 0
    for i in range(triples - 1, -1, -1):
        a, b, c = r.triples[i]
        k = max(s.written[c], s.read[a], s.read[b])
        while _is_written_in(c, k, s):
            k += 1
        _assign(i, c, k, s)
        s.written[a] = max(s.written[a], k + 1)
        s.written[b] = max(s.written[b], k + 1)
        before = r.continues[c]
        if before != NOTHING:
            s.written[before] = max(s.written[before], k + 1)
            s.read[before] = max(s.read[before], k + 1)
        layers = max(layers, k + 1)
    for i in range(triples):
        s.layer[i] = layers - 1 - s.layer[i]
    return layers


@njit(cache=True, nogil=True)
def _assign(i: int, c: int, k: int, s: Any) -> None:
    s.layer[i] = k
    s.other_writer[i] = s.writer[c]
    s.writer[c] = i


@njit(cache=True, nogil=True)
def _is_written_in(c: int, k: int, s: Any) -> bool:
    """Whether a triple that writes to a value lies in layer k."""
    i = s.writer[c]
    while i != NOTHING:
        if s.layer[i] == k:
            return True
        i = s.other_writer[i]
    return False


@njit(cache=True, nogil=True)
def _balance(values: int, triples: int, layers: int, r: Any, s: Any) -> None:
    """Move triples to earlier and smaller layers."""
    size = np.zeros(layers, np.int32)
    for i in range(triples):
        size[s.layer[i]] += 1
    for value in range(values):
        s.written[value] = s.read[value] = -1
    for i in range(triples):
        a, b, c = r.triples[i]
        earliest = max(s.written[a], s.written[b]) + 1
        before = r.continues[c]
        if before != NOTHING:
            earliest = max(earliest, s.written[before] + 1, s.read[before] + 1)
        best = s.layer[i]
        size[best] -= 1
        for k in range(s.layer[i] - 1, earliest - 1, -1):
            if size[k] < size[best] and not _is_written_in(c, k, s):
                best = k
        s.layer[i] = best
        size[best] += 1
        s.written[c] = max(s.written[c], best)
        s.read[a] = max(s.read[a], best)
        s.read[b] = max(s.read[b], best)
