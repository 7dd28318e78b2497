"""Road graphs of the 9th DIMACS Implementation Challenge: `.gr` arcs and `.co` coordinates.

Format: Demetrescu, Goldberg, Johnson (eds.), The Shortest Path Problem: Ninth DIMACS
Implementation Challenge, 2009. `p sp VERTICES ARCS`, then `a TAIL HEAD WEIGHT`; coordinates
`p aux sp co VERTICES`, then `v ID LONGITUDE LATITUDE` in millionths of a degree. Ids begin at 1.
The files name no units; those of the challenge's own USA graphs are known (see `_CHALLENGE`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.progress import Progress, no_progress
from core.times import UNREACHED
from road.build import assemble, unknown_properties
from road.files.dimacs.beside import companions, coordinates_beside
from road.files.dimacs.classes import classes_of
from road.files.source.crs import RoadCrs, looks_geographic, wgs84
from road.files.source.reading import existing, open_unpacked, stem_of
from road.files.source.records import Layout, TextStream, read_records
from road.graph import F32, F64, U32, ArcProperties, GivenCosts, RoadGraph
from road.lengths import street_lengths

MOST_VERTICES = 2**32 - 2

_CHALLENGE = re.compile(r"USA-road-([dt])\b", re.IGNORECASE)
"""Names of the challenge's graphs. `d`: tenths of a metre. `t`: as many units of 3.6 ms, since the
weight is the distance over 1, 0.8, 0.6 or 0.4 and those classes go 100, 80, 60 and 40 km/h."""

_UNITS = {"d": ("distance", "0.1 m", 0.0), "t": ("time", "3.6 ms", 0.0036)}

_MILLIONTHS = 1e-6


@dataclass(frozen=True, eq=False)
class _Arcs:
    """One `.gr` file: tail and head (from 0), its costs, and how many vertices it declares."""

    tail: U32
    head: U32
    costs: GivenCosts
    vertices: int


def read_dimacs(
    path: str | Path,
    *,
    costs: Sequence[str | Path] | None = None,
    coordinates: str | Path | None = None,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> RoadGraph:
    """The graph of a `.gr` file; InputError names the line.

    costs : further `.gr` files with the same arcs in the same order, each a metric more. None
        looks for the challenge's other one (`-d` or `-t`) beside the file.
    coordinates : the `.co` file; None looks for it beside the file.
    The first of `given` is that of `path`. Lengths are the distances where their unit is known,
    else great-circle distances between the coordinates.
    """
    place = existing(path)
    first = _read_arcs(place, progress, cancel)
    notes: list[str] = []
    given = [first.costs, *_other_costs(place, costs, first, notes, progress, cancel)]
    co = existing(coordinates) if coordinates is not None else coordinates_beside(place)
    xy = None if co is None else _read_coordinates(co, first.vertices, progress, cancel)
    if xy is None:
        notes.append("no coordinates: there is no .co file beside it")
    arcs = _properties(first, tuple(given), xy, notes)
    crs = xy[2] if xy else RoadCrs("", True)
    return assemble(
        tail=first.tail,
        head=first.head,
        arcs=arcs,
        vertex_ids=np.arange(1, first.vertices + 1, dtype=np.int64),
        x=xy[0] if xy else None,
        y=xy[1] if xy else None,
        crs_wkt=crs.wkt,
        geographic=crs.geographic,
        given=tuple(given),
        name=stem_of(place),
        notes=tuple(notes),
    )


def _header(stream: TextStream) -> tuple[int, int, str]:
    """(vertices, arcs, comments before) from `p sp VERTICES ARCS`."""
    comments = []
    while line := stream.next_line():
        if line[0] != "c":
            break
        comments.append(line)
    words = line.split()
    if words[:2] == ["p", "aux"]:
        raise stream.error("these are coordinates only", "Open the .gr file they belong to.")
    if len(words) != 4 or words[:2] != ["p", "sp"] or not all(w.isdecimal() for w in words[2:]):
        raise stream.error(
            f"'{line[:60]}' is not the line 'p sp VERTICES ARCS' that belongs here",
            "Correct the file, or fetch it again.",
        )
    vertices, arcs = stream.counts(words[2:], len("a 1 2 3\n"))
    if max(vertices, arcs) > MOST_VERTICES:
        raise stream.error(f"{max(vertices, arcs)} is more than {MOST_VERTICES} can be held")
    return vertices, arcs, "\n".join(comments)


def _read_arcs(path: Path, progress: Progress, cancel: Cancel) -> _Arcs:
    with open_unpacked(path) as (content, file):
        stream = TextStream(content, file, path.stat().st_size, str(path))
        vertices, count, comments = _header(stream)
        layout = Layout(
            b"a",
            b"c",
            ("tail", "head", "weight"),
            (1, 1, 0),
            (vertices, vertices, UNREACHED - 1),
            3,
            (np.uint32, np.uint32, np.uint32),
        )
        tail, head, weight = read_records(
            stream, layout, count, label="Reading arcs", progress=progress, cancel=cancel
        )
        if len(tail) != count:
            raise stream.error(
                f"the file ends after {len(tail)} of {count} arcs"
                if len(tail) < count
                else f"there are {len(tail)} arcs where the header declares {count}",
                "Fetch it again.",
            )
    tail -= np.uint32(1)
    head -= np.uint32(1)
    return _Arcs(tail, head, _costs(path, comments, weight), vertices)


def _costs(path: Path, comments: str, weight: U32) -> GivenCosts:
    # A renamed file still says in its comments what it is; other files say nothing of units.
    known = _CHALLENGE.search(comments) or _CHALLENGE.search(path.name)
    if known is None:
        return GivenCosts("weight", weight)
    name, unit, seconds = _UNITS[known.group(1).lower()]
    return GivenCosts(name, weight, unit, seconds)


def _other_costs(
    place: Path,
    costs: Sequence[str | Path] | None,
    first: _Arcs,
    notes: list[str],
    progress: Progress,
    cancel: Cancel,
) -> list[GivenCosts]:
    named = costs is not None
    found = [existing(path) for path in costs] if costs is not None else companions(place)
    others = []
    for path in found:
        other = _read_arcs(path, progress, cancel)
        same = (
            other.vertices == first.vertices
            and np.array_equal(other.tail, first.tail)
            and np.array_equal(other.head, first.head)
        )
        if same:
            others.append(other.costs)
            notes.append(f"a second metric, {other.costs.name}, is from {path.name}")
        elif named:
            raise InputError(
                f"its arcs are not those of {place.name}",
                where=str(path),
                advice="Metrics of one graph list the same arcs in the same order.",
            )
        else:
            notes.append(f"{path.name} lies beside it but has other arcs, so it is not used")
    return others


def _read_coordinates(
    path: Path, vertices: int, progress: Progress, cancel: Cancel
) -> tuple[F64, F64, RoadCrs]:
    with open_unpacked(path) as (content, file):
        stream = TextStream(content, file, path.stat().st_size, str(path))
        _coordinates_header(stream, vertices)
        layout = Layout(
            b"v",
            b"c",
            ("id", "x", "y"),
            (1, -1e15, -1e15),
            (vertices, 1e15, 1e15),
            1,
            (np.int64, np.float64, np.float64),
        )
        ids, x, y = read_records(
            stream, layout, vertices, label="Reading coordinates", progress=progress, cancel=cancel
        )
        stray = _first_not_once(ids, vertices)
        if stray is not None:
            raise stream.error(f"vertex {stray[0]} has {stray[1]} positions", "Fetch it again.")
    by_id = np.empty_like(ids)
    by_id[ids - 1] = np.arange(vertices)
    return _placed(x[by_id], y[by_id])


def _coordinates_header(stream: TextStream, vertices: int) -> None:
    line = stream.next_line()
    while line.startswith("c"):
        line = stream.next_line()
    words = line.split()
    if words[:4] != ["p", "aux", "sp", "co"] or len(words) != 5 or not words[4].isdecimal():
        raise stream.error(
            f"'{line[:60]}' is not the line 'p aux sp co VERTICES' that belongs here",
            "Choose the .co file of the graph.",
        )
    if words[4].lstrip("0") != str(vertices):
        raise stream.error(
            f"{words[4][:20]} positions for {vertices} vertices",
            "Choose the .co file of the graph.",
        )


def _first_not_once(ids: NDArray[np.int64], vertices: int) -> tuple[int, int] | None:
    """The first vertex that is not there just once, and how often it is."""
    times = np.bincount(ids, minlength=vertices + 1)[1:]
    odd = np.flatnonzero(times != 1)
    return (int(odd[0]) + 1, int(times[odd[0]])) if len(odd) else None


def _placed(x: F64, y: F64) -> tuple[F64, F64, RoadCrs]:
    """Coordinates in degrees where they can be millionths of them, else as they are."""
    whole = bool(np.all(x == np.rint(x)) and np.all(y == np.rint(y)))
    if whole and looks_geographic(x * _MILLIONTHS, y * _MILLIONTHS):
        # Division is right to the last bit, unlike times 1e-6.
        return x / 1e6, y / 1e6, wgs84()
    return x, y, wgs84() if looks_geographic(x, y) else RoadCrs("", False)


def _properties(
    first: _Arcs,
    given: tuple[GivenCosts, ...],
    xy: tuple[F64, F64, RoadCrs] | None,
    notes: list[str],
) -> ArcProperties:
    by_name: dict[str, Any] = {costs.name: costs.costs for costs in given}
    distance, time = by_name.get("distance"), by_name.get("time")
    arcs = unknown_properties(_lengths(first, distance, xy))
    if distance is None or time is None:
        return arcs
    notes.append("road classes and speeds are from the ratio of time to distance")
    return classes_of(arcs, distance, time)


def _lengths(first: _Arcs, distance: U32 | None, xy: tuple[F64, F64, RoadCrs] | None) -> F32:
    if distance is not None:
        return (distance / 10.0).astype(np.float32)
    if xy is None:
        return np.zeros(len(first.tail), np.float32)
    x, y, crs = xy
    return street_lengths((first.tail, first.head), (x, y), None, crs.geographic)
