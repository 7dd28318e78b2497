"""Drawings out of GIS files: points, lines and areas, in the coordinates of a road graph."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, Protocol

import numpy as np
import pyogrio
import pyproj
from pyproj.exceptions import ProjError

from core.errors import InputError
from core.files.packed import STREAM_ERRORS
from road.files.source.crs import crs_of
from road.files.source.reading import existing
from road.files.vector.layers import READ_ERRORS, gdal_source, reading_layers
from road.graph import F64


class Laid(Protocol):
    """What drawings are laid over. crs_wkt : "" where it names none. name : for errors."""

    @property
    def crs_wkt(self) -> str: ...
    @property
    def name(self) -> str: ...


@dataclass(frozen=True)
class LaidOver:
    """What drawings are laid over, where that does not say of itself what `Laid` asks."""

    crs_wkt: str
    name: str


Kind = Literal["point", "line", "area"]

_POINT, _LINE, _AREA = 1, 2, 3
_MANY = (4, 5, 6, 7)  # of points, lines, areas; of anything


@dataclass(frozen=True, eq=False)
class Drawing:
    """points : float64, (n, 2), the corners, of an area without the first again. where : of it in
    its file, for errors. holes : of an area, rings like `points`. told : what else was asked for of
    it, by column; None where it has no value."""

    kind: Kind
    points: F64
    where: str = ""
    holes: tuple[F64, ...] = ()
    told: Mapping[str, object] = field(default_factory=dict)

    @property
    def rings(self) -> tuple[F64, ...]:
        """The points, and those of the holes."""
        return (self.points, *self.holes)


def read_drawings(
    path: str | Path, graph: Laid, columns: Sequence[str] = (), *, where: str = ""
) -> tuple[Drawing, ...]:
    """All geometries of all layers, each part by itself; InputError names the feature.

    columns : to be read, too, where a layer has them. where : of features that count, a condition
    on their fields as SQL has it; "" for all.

    Coordinates of another CRS are re-projected to that of the graph. They are taken as they are
    where either names none, and where a GeoJSON, which by its nature is in degrees, holds none.
    """
    if Path(path).is_dir():
        raise InputError("is a folder", where=str(path), advice="Name a file of drawings.")
    place = existing(path)
    found: list[Drawing] = []
    try:
        source = gdal_source(place)
        with reading_layers():
            listed = pyogrio.list_layers(source)
        for name, kind in listed:
            if kind is not None:
                found += _layer(source, str(name), place, graph, columns, where)
    except (*READ_ERRORS, *STREAM_ERRORS) as error:
        words = str(error).split(";")[0].replace(f"'{place}' ", "")
        raise InputError(
            f"cannot be read as drawings: {words}",
            where=str(path),
            advice="Give a GeoJSON, GeoPackage, Shapefile or KML.",
        ) from error
    if not found:
        raise InputError(
            "there are no lines, areas or points in it",
            where=str(path),
            advice="Draw some.",
        )
    return tuple(found)


def _layer(
    source: str, name: str, path: Path, graph: Laid, columns: Sequence[str], where: str
) -> list[Drawing]:
    """The drawings of a layer, in the graph's coordinates."""
    with reading_layers():
        meta, ids, texts, values = pyogrio.raw.read(
            source,
            layer=name,
            columns=list(columns),
            force_2d=True,
            return_fids=True,
            where=where or None,
        )
    drawings: list[Drawing] = []
    for number, id_ in enumerate(np.asarray(ids).tolist()):
        parts = parts_of(texts[number] or b"", f"{path}, feature {id_}")
        told = {str(c): v[number] for c, v in zip(meta["fields"], values, strict=True)}
        drawings += [replace(part, told=told) for part in parts] if told else parts
    for drawing in drawings:
        if not all(np.isfinite(ring).all() for ring in drawing.rings):
            raise InputError(
                "has a point without coordinates", where=drawing.where, advice="Repair it."
            )
    return projected(drawings, str(meta["crs"] or ""), graph)


def projected(drawings: list[Drawing], crs: str, graph: Laid) -> list[Drawing]:
    """The drawings of that CRS in the graph's, as `read_drawings` says."""
    if not (drawings and crs and graph.crs_wkt):
        return drawings
    own, target = (
        pyproj.CRS.from_wkt(crs_of(text, where).wkt)
        for text, where in ((crs, drawings[0].where), (graph.crs_wkt, graph.name))
    )
    every = np.concatenate([ring for drawing in drawings for ring in drawing.rings])
    no_degrees = own.is_geographic and not _on_globe(every)
    if own.equals(target, ignore_axis_order=True) or no_degrees:
        return drawings
    try:
        into = pyproj.Transformer.from_crs(own, target, always_xy=True)
        moved = np.column_stack(into.transform(every[:, 0], every[:, 1], errcheck=True))
    except ProjError as error:
        raise InputError(
            f"cannot be placed in the coordinates of {graph.name}: {error}",
            where=drawings[0].where,
            advice="Check its coordinate reference system.",
        ) from error
    ends = np.cumsum([len(ring) for drawing in drawings for ring in drawing.rings])[:-1]
    rings = iter(np.split(moved, ends))
    return [
        replace(drawing, points=next(rings), holes=tuple(next(rings) for _ in drawing.holes))
        for drawing in drawings
    ]


def _on_globe(points: F64) -> bool:
    return bool(np.abs(points[:, 0]).max() <= 360 and np.abs(points[:, 1]).max() <= 90)


def parts_of(text: bytes, where: str) -> list[Drawing]:
    """Points, lines and areas of well-known binary; other kinds are refused."""
    return _geometry(text, 0, where)[0] if text else []


def _geometry(text: bytes, at: int, where: str) -> tuple[list[Drawing], int]:
    """Its parts, and where it ends."""
    order = "<" if text[at] else ">"
    (kind,) = struct.unpack_from(f"{order}I", text, at + 1)
    at += 5
    if kind == _POINT:
        points, at = _corners(text, at, 1, order)
        return ([] if np.isnan(points).all() else [Drawing("point", points, where)]), at
    (count,) = struct.unpack_from(f"{order}I", text, at)
    at += 4
    if kind == _LINE:
        points, at = _corners(text, at, count, order)
        return ([Drawing("line", points, where)] if count else []), at
    if kind == _AREA:
        rings, at = _rings(text, at, count, order)
        return ([Drawing("area", rings[0], where, tuple(rings[1:]))] if rings else []), at
    if kind not in _MANY:
        raise InputError(
            "is not a point, line or area",
            where=where,
            advice="Turn curves and surfaces into those.",
        )
    parts: list[Drawing] = []
    for _ in range(count):
        more, at = _geometry(text, at, where)
        parts += more
    return parts, at


def _rings(text: bytes, at: int, count: int, order: str) -> tuple[list[F64], int]:
    """Those of an area, without the first corner again, and where they end."""
    rings = []
    for _ in range(count):
        (corners,) = struct.unpack_from(f"{order}I", text, at)
        points, at = _corners(text, at + 4, corners, order)
        rings.append(points[:-1])
    return rings, at


def _corners(text: bytes, at: int, count: int, order: str) -> tuple[F64, int]:
    """float64, (count, 2), and where they end."""
    points = np.frombuffer(text, f"{order}f8", 2 * count, at).astype(np.float64).reshape(-1, 2)
    return points, at + 16 * count
