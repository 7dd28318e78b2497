"""Places and files of roads that tests of the command line share."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tests.road.files.osm_text import DEGREES_PER_100_M


def at(x: float, y: float) -> str:
    """A place of the crossing, in hundreds of metres."""
    return f"{x * DEGREES_PER_100_M:.7f},{y * DEGREES_PER_100_M:.7f}"


def write_planar(folder: Path) -> Path:
    """A street of 1 km in UTM zone 33N, at 15° E, where x is 500 km."""
    import pyogrio
    import shapely

    path = folder / "street.gpkg"
    line = shapely.LineString([(500_000, 5_000_000), (501_000, 5_000_000)])
    pyogrio.raw.write(
        path,
        np.array([shapely.to_wkb(line)]),
        field_data=[np.array(["residential"], object)],
        fields=["highway"],
        crs="EPSG:32633",
        geometry_type="LineString",
        driver="GPKG",
    )
    return path
