"""Memory of fields goes from one answer to the next, also over an edit, until it is forgotten."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from app.document.terrain import TerrainDocument
from app.solving.request import Options, SolveRequest
from app.solving.solve import Solving
from app.starts import PlacedStart
from core.parallel.spare import shared_spare
from raster.edits.edit import GroundEdit, LineShape
from raster.grid import grid_from_kmh

SIDE = 640
BYTES = 4 * SIDE * SIDE


def _request(side: int = SIDE) -> SolveRequest:
    grid = grid_from_kmh(np.random.default_rng(5).integers(5, 60, (side, side)), 10.0)
    document = TerrainDocument(grid, Path("noise.tif"))
    return SolveRequest(
        document, (PlacedStart(*grid.centre_of(9, 9)),), options=Options(backend="cpu")
    )


def _place(found: object) -> int:
    return int(found.times.ticks().ctypes.data)  # type: ignore[attr-defined]


def _spare_becomes(nbytes: int) -> bool:
    """Whether so much is kept, in the end: a thread that helped to fill a field may hold it for a
    moment longer than who solved."""
    until = time.monotonic() + 10
    while shared_spare().nbytes != nbytes and time.monotonic() < until:
        time.sleep(0.01)
    return shared_spare().nbytes == nbytes


def test_two_memories_take_turns_and_what_is_held_stays() -> None:
    solving, request = Solving(), _request()
    shared_spare().forget()
    held = solving.run(request)
    as_it_was = held.times.ticks().copy()
    places = set()
    shown = solving.run(request)
    for _ in range(4):
        places.add(_place(shown))
        shown = solving.run(request)  # what is shown goes only once the next is there
    assert len(places) == 2
    assert _place(held) not in places
    np.testing.assert_array_equal(held.times.ticks(), as_it_was)


def test_after_an_edit_memory_is_used_again() -> None:
    solving, request = Solving(), _request()
    shared_spare().forget()
    first = solving.run(request)
    second = solving.run(request)
    place = _place(first)
    document: Any = request.document
    grid = document.grid
    line = LineShape((grid.centre_of(3, 3), grid.centre_of(SIDE - 9, SIDE - 30)), 2000.0)
    document = document.with_edits(document.edits.with_edit(GroundEdit(line, "speed", 90.0)))
    del first
    edited = solving.run(replace(request, document=document))
    assert _place(edited) == place
    assert not np.array_equal(edited.times.ticks(), second.times.ticks())


def test_what_is_forgotten_is_free_and_another_document_begins_anew() -> None:
    solving, request = Solving(), _request()
    shared_spare().forget()
    del_me = solving.run(request)
    del del_me
    assert _spare_becomes(BYTES)
    shown = solving.run(_request(SIDE - 32))
    assert shared_spare().nbytes == 0
    del shown
    assert _spare_becomes(4 * (SIDE - 32) ** 2)
    solving.forget()
    assert shared_spare().nbytes == 0
