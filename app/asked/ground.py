"""What two questions are asked of, where they set out, and how far."""

from __future__ import annotations

import math
from collections.abc import Iterator

from app.asked.points import Point, alike, document_of
from app.document.document import Document
from app.solving.request import SolveRequest
from app.starts import PlacedStart
from core.times import UNLIMITED
from raster.grid import VelocityGrid

ROWS_AT_ONCE = 256
"""Rows of two rasters that are compared at once: they may lie in files."""


# -- what lies beneath


def ground(a: SolveRequest, b: SolveRequest) -> Iterator[Point]:
    one, other = document_of(a), document_of(b)
    if one.path != other.path:
        if one.path is None or other.path is None or one.path.name != other.path.name:
            yield Point("the file", *(d.path.name if d.path else d.name for d in (one, other)))
        else:
            yield Point("the file", str(one.path), str(other.path))
    elif not _same_cells(_as_read(one), _as_read(other)):
        yield Point("how the file is read")
    yield from _edits(one, other)
    if one.over_cells == other.over_cells:
        yield from _inclines(one, other)
    else:
        yield Point("the roads", one.over_cells, other.over_cells)


def _as_read(document: Document) -> VelocityGrid | None:
    """Its cells without edits."""
    edited = getattr(document, "edited", None)
    return document.grid if edited is None else edited.base


def _edits(one: Document, other: Document) -> Iterator[Point]:
    counting = [
        [(edit.shape, edit.effect, edit.value) for edit in document.edits.counting]
        for document in (one, other)
    ]
    if counting[0] != counting[1]:
        counts = [str(len(edits)) for edits in counting]
        told = counts if counts[0] != counts[1] else ["", ""]
        yield Point("the edits of the ground", *("none" if n == "0" else n for n in told))


def _same_cells(one: VelocityGrid | None, other: VelocityGrid | None) -> bool:
    if one is other or one is None or other is None:
        return True
    if one.values.shape != other.values.shape or one.values.dtype != other.values.dtype:
        return False
    if not alike(one.code_speed, other.code_speed):
        return False
    if one.values is other.values:
        return True
    rows = range(0, one.rows, ROWS_AT_ONCE)
    return all(
        alike(one.values[k : k + ROWS_AT_ONCE], other.values[k : k + ROWS_AT_ONCE]) for k in rows
    )


def _inclines(one: Document, other: Document) -> Iterator[Point]:
    first, second = one.inclines, other.inclines
    if not alike(first, second):
        told = [
            "as level ground" if some is None else "by their heights" for some in (first, second)
        ]
        apart = told if told[0] != told[1] else ["", ""]
        yield Point("the slopes of the roads", *apart)


# -- starts and limit


def starts(a: SolveRequest, b: SolveRequest) -> Iterator[Point]:
    one, other = a.starts, b.starts
    places = tuple([_place(start) for start in starts] for starts in (one, other))
    if sorted(places[0]) != sorted(places[1]):
        yield _moved(a, b, places)
    pairs = _pairs(one, other, places)
    late = [(k, p, q) for k, p, q in pairs if p.delay_seconds != q.delay_seconds]
    if len(late) == 1:
        k, first, second = late[0]
        what = "the delay of the start" if len(one) == 1 else f"the delay of {_called(first, k)}"
        told = _told(a, first.delay_seconds), _told(a, second.delay_seconds)
        yield Point(what, *told)
    elif late:
        yield Point(f"the delays of {len(late)} starts")


Place = tuple[float, float, float]


def _place(start: PlacedStart) -> Place:
    """Where a start stands, fit to be sorted: a vertex wherever that lies, or a place."""
    if start.vertex is not None:
        return float(start.vertex), 0.0, 0.0
    return math.inf, start.x, start.y


def _moved(a: SolveRequest, b: SolveRequest, places: tuple[list[Place], ...]) -> Point:
    count = len(a.starts), len(b.starts)
    if count[0] != count[1]:
        return Point("the starts", str(count[0]), str(count[1]))
    resolution = document_of(a).resolution
    moved = [k for k in range(count[0]) if places[0][k] != places[1][k]]
    if len(moved) > 1:
        return Point(f"the places of {len(moved)} of {count[0]} starts")
    [k] = moved
    first, second = a.starts[k], b.starts[k]
    what = "the start" if count[0] == 1 else f"the place of {_called(first, k)}"
    told = _where(first, resolution), _where(second, resolution)
    if first.name and second.name and first.name != second.name:
        told = first.name, second.name
    return Point(what, *told)


def _pairs(
    one: tuple[PlacedStart, ...], other: tuple[PlacedStart, ...], places: tuple[list[Place], ...]
) -> Iterator[tuple[int, PlacedStart, PlacedStart]]:
    """Starts that are the same one, by their place or else by their number, with that from 0."""
    left = dict(enumerate(zip(places[1], other, strict=True)))
    for k, (place, start) in enumerate(zip(places[0], one, strict=True)):
        found = next((j for j in sorted(left, key=lambda j: j != k) if left[j][0] == place), None)
        if found is None and len(one) == len(other) and k in left and left[k][0] not in places[0]:
            found = k
        if found is not None:
            yield k, start, left.pop(found)[1]


def _called(start: PlacedStart, number: int) -> str:
    return start.name or f"start {number + 1}"


def _where(start: PlacedStart, resolution: float) -> str:
    if start.vertex is not None:
        return f"vertex {start.vertex}"
    digits = min(max(1 - math.floor(math.log10(resolution)), 0), 9)
    return f"{start.x:.{digits}f} {start.y:.{digits}f}"


def limit(a: SolveRequest, b: SolveRequest) -> Iterator[Point]:
    if a.limit_seconds != b.limit_seconds:
        time = document_of(a).measure.quantity == "time"
        what = "the time limit" if time else "the limit"
        yield Point(what, _told(a, a.limit_seconds), _told(b, b.limit_seconds))


def _told(request: SolveRequest, amount: float) -> str:
    """What solvers count, in full: two amounts that differ are told apart."""
    measure = document_of(request).measure
    if amount == UNLIMITED:
        return "no limit"
    if measure.quantity != "time":
        return f"{measure.shown(amount):.10g} {measure.base}"
    minutes, seconds = divmod(amount, 60.0)
    hours, minutes = divmod(int(minutes), 60)
    parts = [
        f"{n:.10g} {unit}" for n, unit in ((hours, "h"), (minutes, "min"), (seconds, "s")) if n
    ]
    return " ".join(parts) or "0 s"
