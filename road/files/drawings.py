"""Drawings out of GIS files: points, lines and areas, in the coordinates of a road graph."""

from __future__ import annotations

import struct
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
import pyogrio
import pyproj
from pyproj.exceptions import ProjError

from core.errors import InputError
from road.files.source import STREAM_ERRORS, existing
from road.files.source_crs import crs_of
from road.files.vector_layers import READ_ERRORS, gdal_source
from road.graph import F64, RoadGraph

Kind = Literal["point", "line", "area"]

_POINT, _LINE, _AREA = 1, 2, 3
_MANY = (4, 5, 6, 7)  # of points, lines, areas; of anything


@dataclass(frozen=True, eq=False)
class Drawing:
    """points : float64, (n, 2), the corners, of an area without the first again. where : of it in
    its file, for errors."""

    kind: Kind
    points: F64
    where: str


def read_drawings(path: str | Path, graph: RoadGraph) -> tuple[Drawing, ...]:
    """All geometries of all layers, each part by itself; InputError names the feature.

    Coordinates of another CRS are re-projected to that of the graph. They are taken as they are
    where either names none, and where a GeoJSON, which by its nature is in degrees, holds none.
    """
    if Path(path).is_dir():
        raise InputError("is a folder", where=str(path), advice="Name a file of drawings.")
    place = existing(path)
    found: list[Drawing] = []
    try:
        source = gdal_source(place)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for name, kind in pyogrio.list_layers(source):
                if kind is not None:
                    found += _layer(source, str(name), place, graph)
    except (*READ_ERRORS, *STREAM_ERRORS) as error:
        raise InputError(
            f"cannot be read as drawings: {str(error).split(';')[0]}",
            where=str(path),
            advice="Give a GeoJSON, GeoPackage, Shapefile or KML.",
        ) from error
    if not found:
        raise InputError(
            "there are no lines, areas or points in it",
            where=str(path),
            advice="Draw over the roads to close.",
        )
    return tuple(found)


def _layer(source: str, name: str, path: Path, graph: RoadGraph) -> list[Drawing]:
    """The drawings of a layer, in the graph's coordinates."""
    meta, ids, texts, _ = pyogrio.raw.read(
        source, layer=name, columns=[], force_2d=True, return_fids=True
    )
    drawings = []
    for id_, text in zip(np.asarray(ids).tolist(), texts, strict=True):
        where = f"{path}, feature {id_}"
        drawings += [Drawing(kind, points, where) for kind, points in _parts(text or b"", where)]
    for drawing in drawings:
        if not np.isfinite(drawing.points).all():
            raise InputError(
                "has a point without coordinates", where=drawing.where, advice="Repair it."
            )
    return _projected(drawings, str(meta["crs"] or ""), graph)


def _projected(drawings: list[Drawing], crs: str, graph: RoadGraph) -> list[Drawing]:
    if not (drawings and crs and graph.crs_wkt):
        return drawings
    own, target = (
        pyproj.CRS.from_wkt(crs_of(text, where).wkt)
        for text, where in ((crs, drawings[0].where), (graph.crs_wkt, graph.name))
    )
    every = np.concatenate([drawing.points for drawing in drawings])
    no_degrees = own.is_geographic and not _on_globe(every)
    if own.equals(target, ignore_axis_order=True) or no_degrees:
        return drawings
    into = pyproj.Transformer.from_crs(own, target, always_xy=True)
    try:
        moved = np.column_stack(into.transform(every[:, 0], every[:, 1], errcheck=True))
    except ProjError as error:
        raise InputError(
            f"lies nowhere in the coordinates of the roads: {error}",
            where=drawings[0].where,
            advice="Check its coordinate reference system.",
        ) from error
    ends = np.cumsum([len(drawing.points) for drawing in drawings])[:-1]
    return [
        Drawing(drawing.kind, points, drawing.where)
        for drawing, points in zip(drawings, np.split(moved, ends), strict=True)
    ]


def _on_globe(points: F64) -> bool:
    return bool(np.abs(points[:, 0]).max() <= 360 and np.abs(points[:, 1]).max() <= 90)


def _parts(text: bytes, where: str) -> Iterator[tuple[Kind, F64]]:
    """Points, lines and areas of well-known binary; other kinds are refused."""
    if text:
        yield from _geometry(text, 0, where)[0]


def _geometry(text: bytes, at: int, where: str) -> tuple[list[tuple[Kind, F64]], int]:
    """Its parts, and where it ends."""
    order = "<" if text[at] else ">"
    (kind,) = struct.unpack_from(f"{order}I", text, at + 1)
    at += 5
    if kind == _POINT:
        points, at = _corners(text, at, 1, order)
        return ([] if np.isnan(points).all() else [("point", points)]), at
    (count,) = struct.unpack_from(f"{order}I", text, at)
    at += 4
    if kind == _LINE:
        points, at = _corners(text, at, count, order)
        return ([("line", points)] if count else []), at
    if kind == _AREA:
        return _area(text, at, count, order, where)
    if kind not in _MANY:
        raise InputError(
            "is no point, line or area", where=where, advice="Turn curves and surfaces into those."
        )
    parts: list[tuple[Kind, F64]] = []
    for _ in range(count):
        more, at = _geometry(text, at, where)
        parts += more
    return parts, at


def _area(
    text: bytes, at: int, rings: int, order: str, where: str
) -> tuple[list[tuple[Kind, F64]], int]:
    if rings > 1:
        raise InputError("is an area with a hole", where=where, advice="Cut it in two there.")
    parts: list[tuple[Kind, F64]] = []
    for _ in range(rings):
        (count,) = struct.unpack_from(f"{order}I", text, at)
        points, at = _corners(text, at + 4, count, order)
        parts.append(("area", points[:-1]))
    return parts, at


def _corners(text: bytes, at: int, count: int, order: str) -> tuple[F64, int]:
    """float64, (count, 2), and where they end."""
    points = np.frombuffer(text, f"{order}f8", 2 * count, at).astype(np.float64).reshape(-1, 2)
    return points, at + 16 * count
