"""Points with names out of GIS files, in the coordinates of a road graph or a raster."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyogrio

from core.errors import InputError
from core.files.csv_rows import NAMED_BY
from core.files.packed import STREAM_ERRORS
from road.files.source.reading import existing
from road.files.vector.drawings import Drawing, Laid, parts_of, projected
from road.files.vector.layers import READ_ERRORS, gdal_source, reading_layers
from road.graph import F64


@dataclass(frozen=True, eq=False)
class NamedPoints:
    """ids : one a point. points : float64, (n, 2). values : texts of the fields asked for, by name,
    one a point; "" where a field says nothing."""

    ids: tuple[str, ...]
    points: F64
    values: tuple[dict[str, str], ...] = ()


def read_points(path: str | Path, ground: Laid, also: Sequence[str] = ()) -> NamedPoints:
    """The points of all layers, in the ground's coordinates; InputError names the feature.

    Without a field that names them they have the numbers that GDAL gives them.

    also : fields whose values are told, too, where a layer has them; in lower case.
    Coordinates are projected as those of drawings are; see `road.files.vector.drawings`.
    """
    if Path(path).is_dir():
        raise InputError("is a folder", where=str(path), advice="Name a file of points.")
    place = existing(path)
    ids: list[str] = []
    found: list[F64] = []
    values: list[dict[str, str]] = []
    try:
        source = gdal_source(place)
        with reading_layers():
            listed = pyogrio.list_layers(source)
        for name, kind in listed:
            if kind is not None:
                names, drawings, told = _layer(source, str(name), place, ground, also)
                ids += names
                values += told
                found += [drawing.points for drawing in drawings]
    except (*READ_ERRORS, *STREAM_ERRORS) as error:
        words = str(error).split(";")[0].replace(f"'{place}' ", "")
        raise InputError(
            f"cannot be read as points: {words}",
            where=str(path),
            advice="Give a GeoPackage, GeoJSON, Shapefile or CSV.",
        ) from error
    if not found:
        raise InputError("there are no points in it", where=str(path), advice="Name another file.")
    return NamedPoints(tuple(ids), np.concatenate(found), tuple(values))


def _layer(
    source: str, name: str, path: Path, ground: Laid, also: Sequence[str]
) -> tuple[list[str], list[Drawing], list[dict[str, str]]]:
    """Names and points of a layer, and what it says of them."""
    with reading_layers():
        info = pyogrio.read_info(source, layer=name)
        fields = [
            str(field) for field in info["fields"] if str(field).lower() in (*NAMED_BY, *also)
        ]
        meta, numbers, texts, values = pyogrio.raw.read(
            source, layer=name, columns=fields, force_2d=True, return_fids=True
        )
    numbers = np.asarray(numbers).tolist()
    # GDAL gives the fields in the order of the layer, whatever was asked.
    columns = {str(field).lower(): kept for field, kept in zip(meta["fields"], values, strict=True)}
    names = [str(number) for number in numbers]
    for field in (name for name in reversed(NAMED_BY) if name in columns):
        given = map(_text, columns[field].tolist())
        names = [text or name for text, name in zip(given, names, strict=True)]
    told = {name: [_text(v) for v in columns[name].tolist()] for name in also if name in columns}
    rows = [{name: kept[k] for name, kept in told.items()} for k in range(len(numbers))]
    drawings: list[Drawing] = []
    for number, text in zip(numbers, texts, strict=True):
        where = f"{path}, feature {number}"
        parts = parts_of(text or b"", where)
        if len(parts) != 1 or parts[0].kind != "point":
            raise InputError(
                "is not a point" if parts else "has no place",
                where=where,
                advice="Give each place as one point.",
            )
        if not np.isfinite(parts[0].points).all():
            raise InputError("has no coordinates", where=where, advice="Repair it.")
        drawings += parts
    return names, projected(drawings, str(meta["crs"] or ""), ground), rows


def _text(value: Any) -> str:
    """The text of a field; "" where it says nothing."""
    if value is None or value != value:  # NaN is what a number without a value is
        return ""
    whole = isinstance(value, float) and value.is_integer()
    return str(int(value) if whole else value).strip()
