"""A road graph in one file that opens without reading it: arrays are mapped into memory.

Layout: `core.files.array_layout`, of which the header's plain values are what is no array. The same
bytes can be sent instead of kept.
"""

from __future__ import annotations

import mmap
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import IsofrontError
from core.files.array_layout import ArrayLayout, Buffer, DamagedArraysError, OtherLayoutError
from core.files.atomic_write import atomic_write
from road.graph import (
    ArcProperties,
    ForbiddenTurns,
    GivenCosts,
    RoadGraph,
    RoadRules,
    Shapes,
)
from road.names import MapNames, PlaceKind

VERSION = 8
"""Version of the file's layout, raised whenever arrays, codes of `road.properties` or their meaning
change."""

LAYOUT = ArrayLayout(b"ISOROADS", VERSION)

Arrays = dict[str, NDArray[Any]]


class RoadCacheError(IsofrontError):
    """A cache file that is absent, damaged, of another version or of another source: read the
    source again and write a new one."""


class DamagedCacheError(RoadCacheError):
    """One that is not as it was written."""


def write_cache(path: Path, graph: RoadGraph, source: str = "") -> None:
    """Write the graph beside `path` and move it there.

    source : what it was made from and how, such as size, date and options; `open_cache` compares.
    Raises ExportError for what the system refuses.
    """
    arrays = _arrays_of(graph)
    with atomic_write(path) as place, place.open("wb") as file:
        LAYOUT.write(file, _meta_of(graph) | {"source": source}, arrays)


def graph_to_bytes(graph: RoadGraph) -> bytes:
    """What a file of the graph holds, to be sent."""
    return LAYOUT.packed(_meta_of(graph) | {"source": ""}, _arrays_of(graph))


def graph_from_bytes(data: Buffer) -> RoadGraph:
    """The graph, its arrays not copied. Raises RoadCacheError."""
    return _read(data, Path("roads"), "", verify=True)


def open_cache(path: Path, source: str = "", *, verify: bool = True) -> RoadGraph:
    """The graph, its arrays mapped read-only; pages are read from disk when first touched.

    verify : compare all checksums, at about a second for each gigabyte that the disk has ready, and
        see that arrays fit together, so that no kernel reads beyond one.
    Raises RoadCacheError, DamagedCacheError.
    """
    return _read(_mapped(path), path, source, verify=verify)


def _read(buffer: Buffer, path: Path, source: str, *, verify: bool) -> RoadGraph:
    try:
        meta, listed = LAYOUT.header(buffer)
        if meta["source"] != source:
            raise _unusable(path, "it was made from another source")
        arrays = {entry["name"]: _array(buffer, entry, verify) for entry in listed}
        graph = _graph(arrays, meta)
        if verify:
            _check(graph)
    except OtherLayoutError as error:
        raise _unusable(path, error.found) from error
    except DamagedArraysError as error:
        raise _damaged(path, error.found) from error
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        # What a header says that nobody wrote so.
        raise _damaged(path, "its parts do not fit together") from error
    return graph


def _unusable(path: Path, found: str) -> RoadCacheError:
    return RoadCacheError(found, where=str(path), advice="The roads will be read again.")


def _damaged(path: Path, found: str) -> DamagedCacheError:
    return DamagedCacheError(found, where=str(path), advice="The roads will be read again.")


def _mapped(path: Path) -> mmap.mmap:
    try:
        with path.open("rb") as file:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except FileNotFoundError as error:
        raise _unusable(path, "there is no cache file") from error
    except (OSError, ValueError) as error:  # ValueError: an empty file cannot be mapped
        raise _damaged(path, f"it cannot be opened ({error})") from error


def _array(buffer: Buffer, entry: dict[str, Any], verify: bool) -> NDArray[Any]:
    part, _, name = entry["name"].rpartition(".")
    if entry["dtype"] != ("<u4" if part == "given" else _DTYPES[name]):
        raise ValueError(f"'{entry['name']}' of {entry['dtype']}")
    return LAYOUT.array(buffer, entry, verify=verify)


_DTYPES = {
    **dict.fromkeys(("first_out", "vertex_ids", "way", "first", "text_first"), "<i8"),
    **dict.fromkeys(("x", "y", "points", "place_x", "place_y"), "<f8"),
    **dict.fromkeys(("head", "of_arc", "name", "place_name"), "<u4"),
    **dict.fromkeys(("place_kind", "text"), "|u1"),
    **dict.fromkeys(("road_class", "speed_limit", "lanes", "surface", "vehicles"), "|u1"),
    "arc_end": "|u1",
    **dict.fromkeys(("layer", "says", "limit"), "|u1"),
    **dict.fromkeys(("condition", "way_condition"), "<i4"),
    **{"arc": "<u4", "kmh": "<f8", "scale": "<f8"},
    **{"flags": "|u1", "reverse": "|u1", "slope": "|i1", "length_m": "<f4", "arcs": "<u4"},
}
"""Dtypes of arrays by name; those of given costs, "given.0" …, are uint32."""

_PLAIN = ("crs_wkt", "geographic", "left_hand", "name", "notes", "conditions")
_OWN_ARRAYS = ("first_out", "head", "vertex_ids", "x", "y")
_PARTS: dict[str, type[Any]] = {
    "arcs": ArcProperties,
    "shapes": Shapes,
    "forbidden": ForbiddenTurns,
    "names": MapNames,
    "rules": RoadRules,
}


def _arrays_of(graph: RoadGraph) -> Arrays:
    found = {name: getattr(graph, name) for name in _OWN_ARRAYS}
    for part, kind in _PARTS.items():
        held = getattr(graph, part)
        if held is not None:
            found |= {f"{part}.{f.name}": getattr(held, f.name) for f in fields(kind)}
    found |= {f"given.{k}": given.costs for k, given in enumerate(graph.given)}
    return {name: array for name, array in found.items() if array is not None}


def _meta_of(graph: RoadGraph) -> dict[str, Any]:
    given = [{"name": g.name, "unit": g.unit, "seconds": g.seconds} for g in graph.given]
    return {name: getattr(graph, name) for name in _PLAIN} | {"given": given}


def _graph(arrays: Arrays, meta: dict[str, Any]) -> RoadGraph:
    parts = {part: _part(arrays, part, kind) for part, kind in _PARTS.items()}
    given = tuple(
        GivenCosts(costs=arrays[f"given.{k}"], **values) for k, values in enumerate(meta["given"])
    )
    plain = {name: meta[name] for name in _PLAIN}
    plain |= {name: tuple(meta[name]) for name in ("notes", "conditions")}
    own = {name: arrays.get(name) for name in _OWN_ARRAYS}
    values: dict[str, Any] = own | parts | plain
    return RoadGraph(**values, given=given)


def _part(arrays: Arrays, part: str, kind: type[Any]) -> Any:
    held = {f.name: arrays.get(f"{part}.{f.name}") for f in fields(kind)}
    return None if all(array is None for array in held.values()) else kind(**held)


def _check(graph: RoadGraph) -> None:
    """Raise ValueError where an array is too short for another, or points beyond it."""
    vertices, arcs = graph.vertices, graph.arc_count
    columns = [getattr(graph.arcs, f.name) for f in fields(ArcProperties)]
    columns += [given.costs for given in graph.given]
    places = [graph.x, graph.y, graph.vertex_ids]
    shapes, forbidden = graph.shapes, graph.forbidden
    if shapes is not None:
        columns += [shapes.of_arc, shapes.reverse]
    good = (
        all(len(column) == arcs for column in columns if column is not None)
        and all(len(place) == vertices for place in places if place is not None)
        and _rows(graph.first_out, arcs)
        and _below(graph.head, vertices)
        and _rows(forbidden.first, len(forbidden.arcs))
        and _below(forbidden.arcs, arcs)
        and len(forbidden.vehicles) == forbidden.count
    )
    if shapes is not None:
        good = (
            good
            and shapes.points.shape == (len(shapes.points), 2)
            and _rows(shapes.first, len(shapes.points))
            and _below(shapes.of_arc, len(shapes.first) - 1)
        )
    if graph.rules is not None:
        good = good and _rules_fit(graph)
    if forbidden.condition is not None:
        good = good and len(forbidden.condition) == forbidden.count
        good = good and _numbers(forbidden.condition, graph)
    if graph.names is not None:
        good = good and _names_fit(graph.names)
    if not good:
        raise ValueError("arrays do not fit together")


def _names_fit(names: MapNames) -> bool:
    texts, places = len(names.text_first) - 1, len(names.place_x)
    of_places = names.place_y, names.place_kind, names.place_name
    return (
        len(names.name) == len(names.way)
        and all(len(column) == places for column in of_places)
        and _rows(names.text_first, len(names.text))
        and _below(names.name, texts)
        and _below(names.place_name, texts)
        and int(names.place_kind.max(initial=0)) < len(PlaceKind)
    )


def _rules_fit(graph: RoadGraph) -> bool:
    rules = graph.rules
    assert rules is not None
    of_arcs = rules.vehicles, rules.layer, rules.says, rules.condition
    of_ways = rules.kmh, rules.scale, rules.limit, rules.way_condition
    return (
        all(len(column) == len(rules.arc) for column in of_arcs)
        and all(len(column) == len(rules.way) for column in of_ways)
        and _below(rules.arc, graph.arc_count)
        and _numbers(rules.condition, graph)
        and _numbers(rules.way_condition, graph)
    )


def _numbers(condition: NDArray[np.int32], graph: RoadGraph) -> bool:
    """Whether each is -1 or one of the graph's conditions."""
    least, most = int(condition.min(initial=-1)), int(condition.max(initial=-1))
    return least >= -1 and most < len(graph.conditions)


def _rows(first: NDArray[np.int64], entries: int) -> bool:
    """Whether compressed rows begin at 0, never fall, and end with the last entry."""
    return bool(first[0] == 0 and first[-1] == entries and (first[1:] >= first[:-1]).all())


def _below(numbers: NDArray[np.uint32], bound: int) -> bool:
    return int(numbers.max(initial=0)) < max(bound, 1)
