"""Small inputs for recipes: heights, land cover, roads, water."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import rasterio
from rasterio import Affine

UTM = "EPSG:32738"
LEFT, TOP, CELL = 300_000.0, 8_700_000.0, 30.0
ROWS, COLS = 70, 90


def raster(path: Path, values: np.ndarray, **how: Any) -> Path:
    """A GeoTIFF of one band, by default in UTM with cells of 30 m."""
    told: dict[str, Any] = {
        "driver": "GTiff", "crs": UTM, "transform": Affine(CELL, 0, LEFT, 0, -CELL, TOP),
        "nodata": None, **how,
    }  # fmt: skip
    rows, cols = values.shape
    with rasterio.open(
        path, "w", width=cols, height=rows, count=1, dtype=values.dtype, **told
    ) as dataset:
        dataset.write(values, 1)
    return path


def heights() -> np.ndarray:
    """Whole metres: hills, and a sea in the west."""
    row, col = np.mgrid[0:ROWS, 0:COLS]
    hills = 60 * np.sin(row / 9) * np.cos(col / 7) + 3.0 * (col - 12)
    return np.maximum(hills, 0).astype(np.int16)


def codes() -> np.ndarray:
    """ESA WorldCover: trees, shrub, grass, crops, a lake; a gap without land cover (0)."""
    row, col = np.mgrid[0:ROWS, 0:COLS]
    found = np.array([10, 20, 30, 40])[(row // 9 + col // 11) % 4].astype(np.uint8)
    found[30:42, 50:63] = 80
    found[60:66, 70:80] = 0
    return found


def geojson(path: Path, *features: tuple[str, Any, dict[str, str]]) -> Path:
    """Features in UTM. Each : kind of geometry, coordinates as columns and rows, properties."""

    def placed(part: Any) -> Any:
        if isinstance(part[0], int | float):
            return [LEFT + part[0] * CELL, TOP - part[1] * CELL]
        return [placed(each) for each in part]

    crs = {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::32738"}}
    listed = [
        {
            "type": "Feature",
            "properties": told,
            "geometry": {"type": kind, "coordinates": placed(at)},
        }
        for kind, at, told in features
    ]
    path.write_text(json.dumps({"type": "FeatureCollection", "crs": crs, "features": listed}))
    return path


def place(folder: Path) -> dict[str, Any]:
    """The tables of a recipe with all kinds of inputs, whose files it writes."""
    raster(folder / "dem.tif", heights())
    raster(folder / "cover.tif", codes(), nodata=0)
    road = [(5.2, 20.3), (40.1, 33.7), (75.5, 36.2), (88.0, 60.4)]
    geojson(folder / "roads.geojson", ("LineString", road, {"highway": "primary"}))
    geojson(folder / "river.geojson", ("LineString", [(20, 2), (33.5, 68)], {"kind": "river"}))
    wall = [[(60, 5), (64, 5), (64, 55), (60, 55), (60, 5)]]
    geojson(folder / "wall.geojson", ("Polygon", wall, {"kind": "wall"}))
    return {
        "vehicle": "4x4",
        "elevation": {"file": "dem.tif"},
        "landcover": {"file": "cover.tif", "preset": "worldcover", "missing": "nearest"},
        "roads": {"file": "roads.geojson"},
        "water_layer": [{"file": "river.geojson", "width_m": 70.0}],
        "barrier": [{"file": "wall.geojson"}],
        "water": {"kmh": 0.0},
        "sea": {"level_m": 0.0, "kmh": 6.0, "strip_m": 150.0, "beyond": "nodata"},
    }
