"""A road graph in one file that opens without reading it: arrays are mapped into memory.

Layout, little endian: MAGIC, uint32 version, uint32 CRC of the header, uint64 length of the header;
the header, JSON: what is no array, and name, dtype, shape, offset and CRC-32 of each array; then
the arrays, each at a multiple of 64 bytes (a cache line, and what vector instructions like).
"""

from __future__ import annotations

import json
import math
import mmap
import struct
import sys
import zlib
from dataclasses import fields
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from core.errors import IsofrontError
from core.files.atomic_write import atomic_write
from core.files.checksums import checksum_of
from road.graph import ArcProperties, ForbiddenTurns, GivenCosts, RoadGraph, Shapes

MAGIC = b"ISOROADS"
VERSION = 2
"""Version of the file's layout, raised whenever arrays, codes of `road.properties` or their meaning
change."""

ALIGNMENT = 64
_START = struct.Struct("<8sIIQ")

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
    meta = _meta_of(graph) | {"source": source, "byte_order": sys.byteorder}
    with atomic_write(path) as place, place.open("wb") as file:
        _write(file, arrays, meta)


def open_cache(path: Path, source: str = "", *, verify: bool = True) -> RoadGraph:
    """The graph, its arrays mapped read-only; pages are read from disk when first touched.

    verify : compare all checksums, at about a second for each gigabyte that the disk has ready, and
        see that arrays fit together, so that no kernel reads beyond one.
    Raises CacheError, DamagedCacheError.
    """
    buffer = _mapped(path)
    try:
        meta, listed = _header(path, buffer)
        if meta["source"] != source:
            raise _unusable(path, "it was made from another source")
        arrays = {entry["name"]: _array(path, buffer, entry, verify) for entry in listed}
        graph = _graph(arrays, meta)
        if verify:
            _check(graph)
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        # What a header says that nobody wrote so.
        raise _damaged(path, "its parts do not fit together") from error
    return graph


def _write(file: BinaryIO, arrays: Arrays, meta: dict[str, Any]) -> None:
    """Arrays first, since the header holds their checksums; its length is known beforehand."""
    header_bytes = len(json.dumps([meta, *_listed(arrays, 0, [0xFFFFFFFF] * len(arrays))])) + 64
    begin = _aligned(_START.size + header_bytes + 20 * len(arrays))
    checksums = []
    for entry, array in zip(
        _listed(arrays, begin, [0] * len(arrays)), arrays.values(), strict=True
    ):
        file.seek(entry["offset"])
        data = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
        file.write(data.data)
        checksums.append(checksum_of(data))
    file.truncate(max(file.tell(), begin))
    header = json.dumps([meta, *_listed(arrays, begin, checksums)]).encode()
    assert _START.size + len(header) <= begin
    file.seek(0)
    file.write(_START.pack(MAGIC, VERSION, zlib.crc32(header), len(header)))
    file.write(header)


def _listed(arrays: Arrays, begin: int, checksums: list[int]) -> list[dict[str, Any]]:
    listed, offset = [], begin
    for (name, array), checksum in zip(arrays.items(), checksums, strict=True):
        entry = {"name": name, "dtype": array.dtype.str, "shape": array.shape}
        listed.append(entry | {"offset": offset, "crc32": checksum})
        offset = _aligned(offset + array.nbytes)
    return listed


def _aligned(offset: int) -> int:
    return -(-offset // ALIGNMENT) * ALIGNMENT


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


def _header(path: Path, buffer: mmap.mmap) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    if len(buffer) < _START.size or buffer[: len(MAGIC)] != MAGIC:
        raise _damaged(path, "it is not a cache of roads")
    _, version, checksum, length = _START.unpack_from(buffer)
    if version != VERSION:
        raise _unusable(path, f"it is of version {version}, not {VERSION}")
    header = buffer[_START.size : _START.size + length]
    if len(header) != length or zlib.crc32(header) != checksum:
        raise _damaged(path, "its header is damaged")
    meta, *listed = json.loads(header)
    if meta["byte_order"] != sys.byteorder:
        raise _unusable(path, "it comes from a machine of another kind")
    return meta, listed


def _array(path: Path, buffer: mmap.mmap, entry: dict[str, Any], verify: bool) -> NDArray[Any]:
    dtype = np.dtype(entry["dtype"])
    part, _, name = entry["name"].rpartition(".")
    if dtype.str != ("<u4" if part == "given" else _DTYPES[name]):
        raise ValueError(f"'{entry['name']}' of {dtype}")
    count = math.prod(entry["shape"])
    if entry["offset"] + count * dtype.itemsize > len(buffer):
        raise _damaged(path, f"it ends before '{entry['name']}' does")
    array = np.frombuffer(buffer, dtype, count, entry["offset"])
    if verify and checksum_of(array) != entry["crc32"]:
        raise _damaged(path, f"'{entry['name']}' is damaged")
    return array.reshape(entry["shape"])


_DTYPES = {
    **dict.fromkeys(("first_out", "vertex_ids", "way", "first"), "<i8"),
    **dict.fromkeys(("x", "y", "points"), "<f8"),
    **dict.fromkeys(("head", "of_arc"), "<u4"),
    **dict.fromkeys(("road_class", "speed_limit", "lanes", "surface", "vehicles"), "|u1"),
    **{"flags": "|u1", "reverse": "|u1", "slope": "|i1", "length_m": "<f4", "arcs": "<u4"},
}
"""Dtypes of arrays by name; those of given costs, "given.0" …, are uint32."""

_PLAIN = ("crs_wkt", "geographic", "left_hand", "name", "notes")
_OWN_ARRAYS = ("first_out", "head", "vertex_ids", "x", "y")
_PARTS: dict[str, type[Any]] = {
    "arcs": ArcProperties,
    "shapes": Shapes,
    "forbidden": ForbiddenTurns,
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
    plain = {name: meta[name] for name in _PLAIN} | {"notes": tuple(meta["notes"])}
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
    if not good:
        raise ValueError("arrays do not fit together")


def _rows(first: NDArray[np.int64], entries: int) -> bool:
    """Whether compressed rows begin at 0, never fall, and end with the last entry."""
    return bool(first[0] == 0 and first[-1] == entries and (first[1:] >= first[:-1]).all())


def _below(numbers: NDArray[np.uint32], bound: int) -> bool:
    return int(numbers.max(initial=0)) < max(bound, 1)
