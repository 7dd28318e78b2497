"""Microcode of a run of cells: contraction, layers, places and words, one cell after another."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from road.crp.microcode_contract import (
    NOTHING,
    Borders,
    Rehearsal,
    Shape,
    contract,
    rehearsal_room,
)
from road.crp.microcode_layers import Layers, layer, layers_room
from road.crp.microcode_places import Places, place_values, places_room
from road.crp.microcode_words import (
    ANY_REACH,
    FULL,
    FULL_MARK,
    MOST_PLACES,
    OFFSET,
    SMALL,
    SMALL_PLACES,
    Reach,
    word_of,
)
from road.graph import U8, U32

NO_PLACE = (1 << 16) - 1
"""Stands where a step or a result has no place."""

TOO_LARGE = -1
"""In place of room that is needed: no room is enough."""

U16 = NDArray[np.uint16]


class Room(NamedTuple):
    """For one cell after another."""

    rehearsal: Rehearsal
    layers: Layers
    places: Places


class Forms(NamedTuple):
    """Which forms are tried before full triples.

    small : 1 if SMALL is. attempts : how often OFFSET is, with `reach`.
    """

    small: int
    attempts: int
    reach: Reach


class PlacesOf(NamedTuple):
    """uint16, places in their cell's memory, NO_PLACE where there is none.

    steps : by position in the ground. shortcuts : by shortcut. down : as `first_down` says; of
    length 0 where it is not asked for.
    """

    steps: U16
    shortcuts: U16
    down: U16


class Piece(NamedTuple):
    """Microcode of the cells from `begin` up to `end`.

    form : uint8, cells; SMALL, OFFSET or FULL.
    places, triples, layers, more : uint32, cells; size of the memory, and how many of each.
    words : uint32; triples of 32 bits, those of a cell sorted by layer. full : uint16, (n, 3).
    layer_size : uint16; triples of each layer of each cell.
    more_step, more_place : uint32, uint16; steps to places that other steps have already.
    """

    begin: int
    end: int
    form: U8
    places: U32
    triples: U32
    layers: U32
    more: U32
    words: U32
    full: U16
    layer_size: U16
    more_step: U32
    more_place: U16


def room_for(states: int, steps: int, results: int, triples: int) -> Room:
    """For cells of at most so many."""
    values = triples + 2 * steps
    return Room(
        rehearsal_room(states, steps, results, triples, values),
        layers_room(triples, values),
        places_room(triples, values),
    )


@njit(cache=True, nogil=True)
def code_cells(
    begin: int,
    end: int,
    cells: Any,
    rows: Any,
    borders: Borders,
    room: Room,
    found: PlacesOf,
    forms: Forms,
) -> Any:
    """(piece, needed): cells up to the first for which there is no room.

    needed : 0 where there was always room; else the triples or values that the next cell has, or
    TOO_LARGE where it takes more than MOST_PLACES.
    """
    r, s, p = room.rehearsal, room.layers, room.places
    form = np.zeros(end - begin, np.uint8)
    counts = np.zeros((4, end - begin), np.uint32)
    words, full = np.empty(1 << 12, np.uint32), np.empty(3 << 4, np.uint16)
    layer_size = np.empty(1 << 8, np.uint16)
    more_step, more_place = np.empty(1 << 4, np.uint32), np.empty(1 << 4, np.uint16)
    used_words, used_full, used_layers, used_more, needed, c = 0, 0, 0, 0, 0, begin
    while c < end:
        shape = contract(c, cells, rows, borders, r, len(found.down) > 0)
        if shape.values > len(r.continues) or shape.triples > len(r.triples):
            needed = max(shape.values, shape.triples)
            break
        triples, layers = layer(shape, r, s)
        kind, places = _place(shape, layers, room, forms)
        if places > MOST_PLACES:
            needed = TOO_LARGE
            break
        form[c - begin] = kind
        if kind == FULL:
            full = _longer(full, used_full + 3 * triples)
            _write_full(triples, r, s, p, full[used_full:])
            used_full += 3 * triples
        else:
            words = _longer(words, used_words + triples)
            _write_words(kind, triples, r, s, p, words[used_words:])
            used_words += triples
        layer_size = _longer(layer_size, used_layers + layers)
        for k in range(layers):
            layer_size[used_layers + k] = s.first[k + 1] - s.first[k]
        used_layers += layers
        more_step = _longer(more_step, used_more + shape.more)
        more_place = _longer(more_place, used_more + shape.more)
        more = _write_more(shape, r, p, more_step[used_more:], more_place[used_more:])
        used_more += more
        _write_places(c, shape, cells, r, p, found)
        counts[0, c - begin], counts[1, c - begin] = places, triples
        counts[2, c - begin], counts[3, c - begin] = layers, more
        c += 1
    done = c - begin
    piece = Piece(
        begin, c, form[:done].copy(), counts[0, :done].copy(), counts[1, :done].copy(),
        counts[2, :done].copy(), counts[3, :done].copy(), words[:used_words].copy(),
        full[:used_full].copy().reshape(-1, 3), layer_size[:used_layers].copy(),
        more_step[:used_more].copy(), more_place[:used_more].copy(),
    )  # fmt: skip
    return piece, needed


@njit(cache=True, nogil=True)
def _place(shape: Shape, layers: int, room: Room, forms: Forms) -> Any:
    """(form, places) of a cell; the first form of those tried that it fits."""
    r, s, p = room.rehearsal, room.layers, room.places
    small = 0
    if forms.small:
        small, _ = place_values(shape, layers, r, s, p, ANY_REACH, 0)
        if small <= SMALL_PLACES:
            return SMALL, small
    for attempt in range(forms.attempts):
        places, misfits = place_values(shape, layers, r, s, p, forms.reach, attempt)
        if misfits == 0 and places <= MOST_PLACES:
            return OFFSET, places
    if small == 0 or forms.attempts > 0:
        small, _ = place_values(shape, layers, r, s, p, ANY_REACH, 0)
    return FULL, small


@njit(cache=True, nogil=True)
def _longer(array: Any, wanted: int) -> Any:
    """The array, or a copy with room for so many where it is too short."""
    if wanted <= len(array):
        return array
    longer = np.empty(max(wanted, 2 * len(array)), array.dtype)
    longer[: len(array)] = array
    return longer


@njit(cache=True, nogil=True)
def _write_words(form: int, triples: int, r: Any, s: Any, p: Any, words: Any) -> None:
    for at in range(triples):
        i = s.order[at]
        a, b, c = r.triples[i]
        words[at] = word_of(form, p.place[a], p.place[b], p.place[c], p.mark[i])


@njit(cache=True, nogil=True)
def _write_full(triples: int, r: Any, s: Any, p: Any, full: Any) -> None:
    for at in range(triples):
        i = s.order[at]
        a, b, c = r.triples[i]
        full[3 * at], full[3 * at + 1] = p.place[a], p.place[b]
        full[3 * at + 2] = p.place[c] | (FULL_MARK if p.mark[i] else 0)


@njit(cache=True, nogil=True)
def _place_of(value: int, p: Any) -> int:
    if value == NOTHING or p.place[value] == NOTHING:
        return NO_PLACE
    return p.place[value]


@njit(cache=True, nogil=True)
def _write_more(shape: Any, r: Any, p: Any, more_step: Any, more_place: Any) -> int:
    """How many steps have a place besides those that `PlacesOf` tells."""
    more = 0
    for k in range(shape.more):
        place = _place_of(r.more_value[k], p)
        if place != NO_PLACE:
            more_step[more], more_place[more] = r.more_step[k], place
            more += 1
    return more


@njit(cache=True, nogil=True)
def _write_places(c: int, shape: Any, cells: Any, r: Any, p: Any, found: Any) -> None:
    for k in range(shape.steps):
        found.steps[shape.first_step + k] = _place_of(r.step_value[k], p)
    first, shortcuts = cells.first_shortcut[c], shape.entries * shape.exits
    for k in range(shortcuts):
        found.shortcuts[first + k] = _place_of(r.result[k], p)
    if len(found.down) > 0:
        first = cells.first_down[c]
        for k in range(shape.entries * shape.inner):
            found.down[first + k] = _place_of(r.result[shortcuts + k], p)
