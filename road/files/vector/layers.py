"""Line layers in GeoPackages, Shapefiles, GeoJSON and what else GDAL reads, without geopandas."""

from __future__ import annotations

import json
import os
import warnings
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyogrio
from numpy.typing import NDArray
from pyogrio.errors import DataLayerError, DataSourceError, FeatureError, FieldError

from core.cancel import Cancel
from core.errors import InputError
from core.files.links import check_links
from core.files.packed import STREAM_ERRORS
from core.files.suffixes import VECTOR_MEMBERS
from core.progress import Progress
from road.files.source.crs import short_name
from road.files.vector.fields import FieldChoice, guessed

pyogrio.set_gdal_config_options(
    {
        # GDAL writes what it finds wrong to the terminal as well as raising it; once is enough.
        "CPL_LOG": os.devnull,
        # Megabytes of one object of a GeoJSON, which takes thirty times as much memory.
        "OGR_GEOJSON_MAX_OBJ_SIZE": "20",
    }
)

READ_ERRORS = (DataSourceError, DataLayerError, FeatureError, FieldError, ValueError, RuntimeError)
"""Errors that pyogrio raises for damaged files."""

MEMBERS_RATIO = 200
"""Factor by which the files of an archive may grow. Tables of Shapefiles, padded with blanks,
become 100 times as large."""

MOST_JSON = 1 << 20
"""Bytes up to which a file is looked into to tell what it is instead of a layer."""

_FEATURES_AT_A_TIME = 100_000
_SAMPLE = 10_000  # features whose values a guess is made of
_SHOWN = 12  # values of a field that a dialog lists
_READ_AT_ONCE = ("GeoJSON", "GeoJSONSeq", "TopoJSON", "GML", "KML", "LIBKML")
"""Drivers that read the whole file however little is asked for."""


class NoLinesError(InputError):
    """A file of layers that can be read, none of which holds lines."""


@dataclass(frozen=True, slots=True)
class FieldFacts:
    """A field: its name, type, and the first different values it has, as text."""

    name: str
    type: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LayerFacts:
    """A line layer, for a dialog: what it holds, and what its fields most likely mean."""

    name: str
    features: int
    crs: str
    fields: tuple[FieldFacts, ...]
    guess: FieldChoice


@dataclass(frozen=True, slots=True)
class LineLayer:
    """A line layer that is there. source : what GDAL opens."""

    source: str
    path: Path
    name: str
    features: int
    driver: str
    crs: str
    fields: tuple[str, ...]

    @property
    def where(self) -> str:
        return f"{self.path}, layer {self.name}"


@dataclass(frozen=True, eq=False)
class Features:
    """Some features: ids (int64), geometries (bytes each), values by field (objects)."""

    ids: NDArray[np.int64]
    geometries: NDArray[np.object_]
    values: Mapping[str, NDArray[Any]]


def gdal_source(path: Path) -> str:
    """How GDAL calls the file: the layer's own within a `.zip`. LinkedDataError for one that names
    data elsewhere."""
    check_links(str(path), str(path))
    if not zipfile.is_zipfile(path):
        return str(path)
    with zipfile.ZipFile(path) as archive:
        names = sorted(n for n in archive.namelist() if "__MACOSX" not in n)
        told = sum(member.file_size for member in archive.infolist())
    if told > MEMBERS_RATIO * path.stat().st_size:
        raise InputError(
            f"unpacks to {told:,} bytes, more than {MEMBERS_RATIO} times its size",
            where=str(path),
            advice="Fetch it again, or unpack it if you know what it holds.",
        )
    found = [n for n in names if n.lower().endswith(VECTOR_MEMBERS)]
    if len(found) != 1:
        raise InputError(
            f"the archive holds {len(found)} layers",
            where=str(path),
            advice="Unpack it and open one of them.",
        )
    return f"/vsizip/{{{path.absolute()}}}/{found[0]}"


def line_layers(path: Path) -> tuple[LineLayer, ...]:
    """All layers of lines, the one with most features first; InputError where there is none."""
    try:
        source = gdal_source(path)
        with reading_layers():
            listed = [(str(name), kind) for name, kind in pyogrio.list_layers(source)]
        # A layer without a type may hold anything, and GeoJSON often names none.
        may = [n for n, kind in listed if kind and ("Line" in kind or kind == "Unknown")]
        layers = [_layer(source, path, name) for name in may]
    except (*READ_ERRORS, *STREAM_ERRORS) as error:
        raise broken(path, error) from error
    if not layers:
        kinds = ", ".join(f"{name}: {kind or 'no geometry'}" for name, kind in listed) or "nothing"
        raise NoLinesError(
            f"there are no lines in it ({kinds})",
            where=str(path),
            advice="Choose a layer of streets drawn as lines.",
        )
    return tuple(sorted(layers, key=lambda layer: -layer.features))


def chosen_layer(path: Path, name: str | None) -> LineLayer:
    """The named layer, or the one with most features; InputError lists those that are there."""
    layers = line_layers(path)
    if name is None:
        return layers[0]
    for layer in layers:
        if layer.name == name:
            return layer
    raise InputError(
        f"there is no layer '{name}' of lines",
        where=str(path),
        advice=f"Choose {', '.join(layer.name for layer in layers)}.",
    )


def describe_layers(path: Path) -> tuple[LayerFacts, ...]:
    """What a dialog shows of the line layers of a file."""
    return tuple(_facts(layer) for layer in line_layers(path))


def guess_for(layer: LineLayer) -> FieldChoice:
    """What the fields of a layer most likely mean."""
    return _facts(layer).guess


def read_features(
    layer: LineLayer, fields: tuple[str, ...], progress: Progress, cancel: Cancel
) -> Iterator[Features]:
    """The features with the values of the fields, a block at a time."""
    at_once = layer.driver in _READ_AT_ONCE
    size = max(layer.features, 1) if at_once else _FEATURES_AT_A_TIME
    for begin in range(0, max(layer.features, 1), size):
        cancel.check("reading the roads")
        progress(begin / max(layer.features, 1), "Reading lines")
        try:
            yield _read(layer, fields, begin, size)
        except READ_ERRORS as error:
            raise broken(layer.path, error) from error


def as_words(values: NDArray[Any]) -> list[str]:
    """Values as lower-case text; "" where there is none, whole numbers without a point."""
    return [_word(value) for value in values.tolist()]


def broken(path: Path, error: Exception) -> InputError:
    if path.suffix.lower() == ".json" and _is_no_geojson(path):
        return InputError(
            "is JSON, but no GeoJSON: it says nothing of its type",
            where=str(path),
            advice="A vehicle is opened by Vehicle ▸ From file…, or given to --metric.",
        )
    reason = str(error).split(";")[0]
    if "not recognized" in reason:
        reason = "it is in no format of layers"
    return InputError(
        f"the layer cannot be read: {reason}",
        where=str(path),
        advice="Fetch it again; a Shapefile needs its .shx and .dbf beside it.",
    )


def _is_no_geojson(path: Path) -> bool:
    """Whether a file holds an object of JSON without the member that all GeoJSON has."""
    try:
        if path.stat().st_size > MOST_JSON:
            return False
        held = json.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(held, dict) and "type" not in held


@contextmanager
def reading_layers() -> Iterator[None]:
    """To call pyogrio in. Warnings stay unsaid: those on measures (M), which are not used, and on
    encodings. A CRS that GDAL cannot write as text is a DataLayerError; pyogrio trips over it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        warnings.simplefilter("ignore", RuntimeWarning)
        try:
            yield
        except UnboundLocalError as error:  # of `wkt`, in `pyogrio._io.get_crs`
            raise DataLayerError("its coordinate reference system cannot be read") from error


def _word(value: Any) -> str:
    if value is None or value != value:  # NaN is what a number without a value is
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value).strip().lower()


def _layer(source: str, path: Path, name: str) -> LineLayer:
    with reading_layers():
        info = pyogrio.read_info(source, layer=name, force_feature_count=True)
    return LineLayer(
        source,
        path,
        name,
        int(info["features"]),
        str(info["driver"]),
        str(info["crs"] or ""),
        tuple(map(str, info["fields"])),
    )


def _read(layer: LineLayer, fields: tuple[str, ...], begin: int, count: int) -> Features:
    missing = [field for field in fields if field not in layer.fields]
    if missing:
        raise InputError(
            f"there is no field '{missing[0]}'",
            where=layer.where,
            advice=f"Choose from {', '.join(layer.fields) or 'none'}.",
        )
    with reading_layers():
        meta, ids, geometries, values = pyogrio.raw.read(
            layer.source,
            layer=layer.name,
            columns=list(fields),
            skip_features=begin,
            max_features=count,
            force_2d=True,
            return_fids=True,
        )
    by_field = dict(zip(map(str, meta["fields"]), values, strict=True))
    return Features(np.asarray(ids, np.int64), geometries, by_field)


def _facts(layer: LineLayer) -> LayerFacts:
    try:
        sample = _read(layer, layer.fields, 0, _SAMPLE)
    except READ_ERRORS as error:
        raise broken(layer.path, error) from error
    words = {name: dict.fromkeys(as_words(values)) for name, values in sample.values.items()}
    fields = tuple(
        FieldFacts(name, str(sample.values[name].dtype), tuple(list(held)[:_SHOWN]))
        for name, held in words.items()
    )
    guess = guessed(layer.name, words)
    return LayerFacts(layer.name, layer.features, short_name(layer.crs), fields, guess)
