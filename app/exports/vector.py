"""Layers of features to vector files, written beside the target and renamed.

GeoJSON and KML hold WGS 84 alone, so geometries are projected for them; the other formats keep the
CRS of the terrain.
"""

from __future__ import annotations

import json
import sqlite3
import warnings
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pyogrio
import pyogrio.errors
import pyproj
import shapely
from numpy.typing import NDArray

from app.exports.dividing import divided
from app.exports.layer_styles import add_styles
from app.tag_words import sentence_of
from core.cancel import NEVER, Cancel
from core.errors import ExportError
from core.files.atomic_write import atomic_write, not_written
from core.files.subprocess_call import call_in_subprocess

WGS84 = "EPSG:4326"

LONGEST_EDGE_CELLS = 64
"""Cells from which on edges are divided before they are projected, because straight lines then
bend: over 64 cells of 30 m by less than a tenth of a metre."""

POINTS_AT_ONCE = 30_000
"""Points that are written or projected within a tenth of a second, without looking for a cancel.
GDAL writes more in a subprocess, which can be ended: it offers no way to stop."""


@dataclass(frozen=True, eq=False)
class FeatureLayer:
    """Features of one kind.

    geometries : shapely objects, (n,), all of `geometry_type` ("MultiPolygon", "MultiLineString",
        "LineString", "Point").
    fields : name → values, (n,), float64 or str; names of at most ten letters, for shapefiles.
    crs_wkt : None where the ground names none.
    colours : uint8 RGBA, (n, 4), for formats that hold colours.
    cell : smaller side of a cell in CRS units.
    ground : what the features are of, for words about its CRS: "terrain" or "roads".
    tags : what the layer says of its own making, as text: metadata where a format has such, and in
        plain words its description.
    """

    name: str
    geometry_type: str
    geometries: NDArray[np.object_]
    fields: Mapping[str, NDArray[Any]]
    colours: NDArray[np.uint8]
    crs_wkt: str | None
    cell: float
    ground: str = "terrain"
    tags: Mapping[str, str] = field(default_factory=dict)

    @property
    def names(self) -> str:
        """What its ground does: "the terrain names", "the roads name"."""
        return f"the {self.ground} {'name' if self.ground.endswith('s') else 'names'}"

    def only(self, kept: NDArray[np.bool_]) -> FeatureLayer:
        """The layer with some of its features."""
        return replace(
            self,
            geometries=self.geometries[kept],
            fields={name: values[kept] for name, values in self.fields.items()},
            colours=self.colours[kept],
        )


@dataclass(frozen=True, slots=True)
class Driver:
    """How GDAL writes a format.

    options : of the layer.   dataset_options : of the file.
    companions : suffixes of the files that make up one data set, beside its own. described :
        whether it has room for a description. metadata : whether it has some of a layer.
        metadata_file : suffix of a file that says it beside.
    """

    name: str
    options: Mapping[str, str]
    companions: tuple[str, ...] = ()
    described: bool = False
    metadata: bool = False
    metadata_file: str = ""
    dataset_options: Mapping[str, str] = field(default_factory=dict)


_FAILURES = (
    pyogrio.errors.DataSourceError,
    pyogrio.errors.DataLayerError,
    pyogrio.errors.FeatureError,
    pyogrio.errors.GeometryError,
    pyogrio.errors.FieldError,
    pyogrio.errors.CRSError,
    sqlite3.Error,
)

# Nine digits are a tenth of a millimetre: with fewer, outlines of small cells would touch. Fields
# have as many digits as in tables; GDAL would write 249.70474243164062 m of a street.
_GEOJSON = Driver(
    "GeoJSON",
    {"RFC7946": "YES", "COORDINATE_PRECISION": "9", "SIGNIFICANT_FIGURES": "12"},
    described=True,
)
# Programs of before 2023 warn of anything later than 1.2.
_GEOPACKAGE = Driver(
    "GPKG", {}, ("-wal", "-shm", "-journal"), metadata=True, dataset_options={"VERSION": "1.2"}
)

DRIVERS = {
    ".gpkg": _GEOPACKAGE,
    # With an index the features would lie in another order than the bands.
    ".fgb": Driver("FlatGeobuf", {"SPATIAL_INDEX": "NO"}, described=True, metadata=True),
    ".geojson": _GEOJSON,
    ".json": _GEOJSON,
    ".shp": Driver(
        "ESRI Shapefile",
        {"ENCODING": "UTF-8"},
        (".shx", ".dbf", ".prj", ".cpg", ".sbn", ".sbx", ".qix", ".qmd", ".shp.xml"),
        metadata_file=".qmd",
    ),
}


def write_layer(
    path: Path, layer: FeatureLayer, *others: FeatureLayer, cancel: Cancel = NEVER
) -> tuple[str, ...]:
    """Write a layer to a file of one of the suffixes of DRIVERS; returns notes.

    others : more layers, of other names and the same CRS, for a GeoPackage. Raises ExportError,
    CancelledError.
    """
    driver = DRIVERS[path.suffix.lower()]
    assert driver == _GEOPACKAGE or not others, "the format holds one layer"
    notes: tuple[str, ...] = ()
    if driver is _GEOJSON:
        layer = in_wgs84(layer, path, cancel=cancel)
    elif layer.crs_wkt is None:
        notes = (f"{path.name} names no CRS, because {layer.names} none.",)
    cancel.check("the export")
    layers = (layer, *others)
    points = sum(shapely.get_num_coordinates(each.geometries).sum() for each in layers)
    with atomic_write(path, companions_of(path, driver)) as draft:
        try:
            if points <= POINTS_AT_ONCE:
                write_and_check(draft, layers, driver)
            else:
                call_in_subprocess(
                    write_and_check, draft, layers, driver, cancel=cancel, what="the export"
                )
        except _FAILURES as error:
            raise not_written(path, error, _bytes_of(layers)) from error
        cancel.check("the export")
    return notes


def _bytes_of(layers: Sequence[FeatureLayer]) -> int:
    """What features take in a GeoPackage, about: two numbers a point, and a row of the table and of
    the index for each. (Points with a label of three letters take 101 bytes each.)"""
    return sum(
        16 * int(shapely.get_num_coordinates(layer.geometries).sum()) + 80 * len(layer.geometries)
        for layer in layers
    )


def companions_of(path: Path, driver: Driver) -> tuple[str, ...]:
    """Names of the files that belong to a data set, beside its own."""
    return tuple(
        f"{path.name}{suffix}" if suffix.startswith("-") else f"{path.stem}{suffix}"
        for suffix in driver.companions
    )


def write_and_check(draft: Path, layers: Sequence[FeatureLayer], driver: Driver) -> None:
    """Write layers as they are and read them back; raises what GDAL raises."""
    for number, layer in enumerate(layers):
        _write(draft, layer, driver, append=number > 0)
    if driver == _GEOPACKAGE:
        add_styles(draft, layers)
    if driver.metadata_file and layers[0].tags:
        draft.with_suffix(driver.metadata_file).write_text(metadata_of(layers[0]), "utf-8")
    for layer in layers:
        _check(draft, layer, driver)


def in_wgs84(layer: FeatureLayer, path: Path, *, cancel: Cancel = NEVER) -> FeatureLayer:
    """The same layer in WGS 84, longitude first, cut at the antimeridian.

    Raises ExportError where the ground names no CRS or lies where it does not reach.
    """
    if layer.crs_wkt is None:
        raise ExportError(
            f"{path.suffix} files hold longitudes and latitudes, and {layer.names} no CRS",
            where=str(path),
            advice=f"Write .gpkg, or give the {layer.ground} a CRS.",
        )
    if not len(layer.geometries):
        return replace(layer, crs_wkt=WGS84)
    source = pyproj.CRS.from_wkt(layer.crs_wkt)
    transformer = pyproj.Transformer.from_crs(source, WGS84, always_xy=True)
    kind, points, offsets = shapely.to_ragged_array(layer.geometries)
    if offsets:  # points have no edges
        points, lines = divided(points, offsets[0], LONGEST_EDGE_CELLS * layer.cell)
        offsets = (lines, *offsets[1:])
    for first in range(0, len(points), POINTS_AT_ONCE):
        cancel.check("the export")
        some = points[first : first + POINTS_AT_ONCE]
        some[:] = np.stack(transformer.transform(*some.T), axis=1)
    if not np.isfinite(points).all():
        raise ExportError(
            f"parts of the {layer.ground} have no longitude and latitude",
            where=str(path),
            advice=f"Check the CRS of the {layer.ground}, or write .gpkg.",
        )
    projected = shapely.from_ragged_array(kind, points, offsets or None)
    if offsets:
        projected = _cut_at_antimeridian(projected)
    return replace(layer, geometries=projected, crs_wkt=WGS84)


def from_wgs84(points: NDArray[np.float64], crs_wkt: str) -> NDArray[np.float64]:
    """Longitudes and latitudes in a CRS, (n, 2); infinite where it does not reach."""
    source = pyproj.CRS.from_wkt(crs_wkt)
    transformer = pyproj.Transformer.from_crs(WGS84, source, always_xy=True)
    return np.stack(transformer.transform(*points.T), axis=1)


def outline_in_wgs84(
    bounds: tuple[float, float, float, float], crs_wkt: str
) -> tuple[float, float, float, float]:
    """Least and largest longitude and latitude within bounds in a CRS. East of 180° they go on
    where the bounds lie across it."""
    source = pyproj.CRS.from_wkt(crs_wkt)
    transformer = pyproj.Transformer.from_crs(source, WGS84, always_xy=True)
    west, south, east, north = transformer.transform_bounds(*bounds, densify_pts=41)
    return west, south, east + 360.0 if east < west else east, north


def _cut_at_antimeridian(geometries: NDArray[np.object_]) -> NDArray[np.object_]:
    """Geometries that jump from 180° E to 180° W, cut there; RFC 7946, 3.1.9."""
    longitudes = shapely.get_coordinates(geometries)[:, 0]
    if not len(longitudes) or np.ptp(longitudes) <= 180:
        return geometries

    def eastward(points: NDArray[np.float64]) -> NDArray[np.float64]:
        return points + np.where(points[:, :1] < 0, [360.0, 0.0], [0.0, 0.0])

    unrolled = shapely.transform(geometries, eastward)
    west = shapely.intersection(unrolled, shapely.box(0, -90, 180, 90))
    east = shapely.intersection(unrolled, shapely.box(180, -90, 360, 90))
    east = shapely.transform(east, lambda points: points - [360.0, 0.0])
    parts = [_multi(geometry, w, e) for geometry, w, e in zip(geometries, west, east, strict=True)]
    return np.array(parts, np.object_)


def _multi(like: Any, *geometries: Any) -> Any:
    """The parts of some geometries that have the dimension of `like`, as one of its type."""
    parts = shapely.get_parts(np.array(geometries, np.object_))
    parts = shapely.get_parts(parts)  # of collections
    single = shapely.get_dimensions(parts) == shapely.get_dimensions(like)
    return type(like)(list(parts[single & ~shapely.is_empty(parts)]))


def _write(draft: Path, layer: FeatureLayer, driver: Driver, append: bool) -> None:
    tags = {"layer_metadata": dict(layer.tags)} if layer.tags and driver.metadata else {}
    told = {"DESCRIPTION": sentence_of(layer.tags)} if layer.tags and driver.described else {}
    if layer.tags and driver == _GEOJSON:
        told["FOREIGN_MEMBERS_COLLECTION"] = json.dumps({"isofront": dict(layer.tags)})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a missing CRS; the report says so
        pyogrio.raw.write(
            draft,
            shapely.to_wkb(layer.geometries),
            [np.asarray(values) for values in layer.fields.values()],
            list(layer.fields),
            layer=draft.stem if driver.name == "ESRI Shapefile" else layer.name,
            driver=driver.name,
            geometry_type=layer.geometry_type,
            crs=layer.crs_wkt,
            promote_to_multi=layer.geometry_type.startswith("Multi"),
            layer_options={**driver.options, **told},
            dataset_options=dict(driver.dataset_options),
            append=append,
            **tags,
        )


def _check(draft: Path, layer: FeatureLayer, driver: Driver) -> None:
    """Raise DataSourceError where not all can be read back; a full disk may be silent."""
    geometries = read_back(draft, layer.name if driver == _GEOPACKAGE else None)
    sound = geometries is not None and all(geometry is not None for geometry in geometries)
    if sound and driver == _GEOPACKAGE:
        sound = _is_whole_geopackage(draft, layer.name)
    if not sound or len(geometries) != len(layer.geometries):
        raise pyogrio.errors.DataSourceError("it does not hold what was written to it")


def read_back(draft: Path, layer: str | None) -> Any:
    """The geometries of a layer, None for the only one, as well-known binary, or None; raises what
    GDAL raises."""
    if not len(pyogrio.list_layers(draft)):  # which `read` would count on
        raise pyogrio.errors.DataSourceError("it holds no layer")
    _, _, geometries, _ = pyogrio.raw.read(draft, layer=layer, columns=[])
    return geometries


def _is_whole_geopackage(draft: Path, layer_name: str) -> bool:
    """Whether the database is sound and has the spatial index, which is made last."""
    index = ("SELECT count(*) FROM sqlite_master WHERE name = ?", (f"rtree_{layer_name}_geom",))
    with closing(sqlite3.connect(draft)) as database:
        (state,) = database.execute("PRAGMA quick_check(1)").fetchone()
        (indexes,) = database.execute(*index).fetchone()
    return bool(state == "ok" and indexes == 1)


def metadata_of(layer: FeatureLayer) -> str:
    """The same as QGIS reads it beside a Shapefile, which has no room for it.

    Source: QgsLayerMetadata, `readMetadataXml`, of QGIS 3.
    """
    root = ElementTree.Element("qgis", version="3.0")
    for name, text in (
        ("type", "dataset"),
        ("title", layer.name),
        ("abstract", sentence_of(layer.tags)),
    ):
        ElementTree.SubElement(root, name).text = text
    for name, text in layer.tags.items():
        ElementTree.SubElement(root, "history").text = f"{name}: {text}"
    ElementTree.indent(root)
    declared = "<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>\n"
    return declared + ElementTree.tostring(root, encoding="unicode") + "\n"
