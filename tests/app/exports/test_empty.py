"""Exports of bands that hold nothing, of what replaces zero, and of any text."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pyproj
import pytest
import shapely

from app.bands import Bands
from app.exports.kml import write_kml
from app.exports.table import export
from app.exports.vector import FeatureLayer
from app.solving.solved import Solved
from app.starts import PlacedStart
from core.solver import Start
from raster.grid import grid_from_kmh
from raster.isochrones.contours import band_polygons
from raster.solvers.dijkstra import Dijkstra
from resources.colormaps import DEFAULT
from tests.app.exports.test_table import read
from tests.raster.fields import UTM_38S


def apart() -> Solved:
    """Two fields with a wall between them, one reached within 5 s, one after 1000 s."""
    kmh = np.full((5, 11), 36.0)
    kmh[:, 5] = 0.0
    grid = grid_from_kmh(kmh, 10.0, left=305_190.0, top=8_744_790.0, crs_wkt=UTM_38S)
    starts = (Start(0), Start(6, 1000.0))
    times = Dijkstra(grid).solve(starts)
    return Solved(
        grid, times, (PlacedStart(0.0, 0.0, 0.0),), "dijkstra", "cpu", "a processor", 0.0, 1.0, True
    )


@pytest.mark.parametrize("suffix", [".gpkg", ".kml"])
def test_a_band_that_holds_nothing_takes_its_fields_along(tmp_path: Path, suffix: str) -> None:
    bands, path = Bands((100.0, 500.0, 2000.0)), tmp_path / f"reach{suffix}"
    export("polygons", path, apart(), bands)
    _, geometries, fields = read(path)
    assert len(geometries) == 2
    assert list(fields["label"]) == [bands.labels()[0], bands.labels()[2]]
    np.testing.assert_array_equal(fields["to_s"].astype(float), [100.0, 2000.0])
    np.testing.assert_allclose(fields["area_m2"].astype(float), [2500.0, 2500.0])
    if suffix == ".kml":
        text = path.read_text()
        for band, colour in enumerate(bands.colours(DEFAULT)[:, :3].tolist()):
            red, green, blue = colour
            assert (f"a0{blue:02x}{green:02x}{red:02x}" in text) == (band != 1)


def test_what_replaces_zero_is_no_barrier_to_the_outermost_line(tmp_path: Path) -> None:
    kmh = np.full((30, 30), 36.0)
    kmh[:, 4:9] = 0.0
    grid = grid_from_kmh(kmh, 100.0, left=305_190.0, top=8_744_790.0, crs_wkt=UTM_38S)
    times = Dijkstra(grid, zero_speed_kmh=36.0).solve((Start(0),), limit=71.0)
    start = PlacedStart(0.0, 0.0)
    solved = Solved(grid, times, (start,), "dijkstra", "cpu", "cpu", 36.0, 1.0, True)
    export("polygons", tmp_path / "reach.gpkg", solved, Bands((71.0,)))
    _, (drawn,), _ = read(tmp_path / "reach.gpkg")
    (band,) = band_polygons(times, grid, [71.0], zero_speed_kmh=36.0)
    (walled,) = band_polygons(times, grid, [71.0])
    assert drawn.area == pytest.approx(band.geometry.area, rel=1e-9)
    assert drawn.area != pytest.approx(walled.geometry.area, rel=1e-4)


def test_kml_holds_any_text(tmp_path: Path) -> None:
    names_of_things = np.array(['<b> & "c"'], np.object_)
    layer = FeatureLayer(
        "a & b", "MultiLineString",
        np.array([shapely.MultiLineString([[(1, 2), (3, 4)]])], np.object_),
        {"label": names_of_things, 'a"<': names_of_things}, np.zeros((1, 4), np.uint8),
        pyproj.CRS("EPSG:4326").to_wkt(), 1.0,
    )  # fmt: skip
    write_kml(tmp_path / "a.kml", layer)
    space = "{http://www.opengis.net/kml/2.2}"
    root = ElementTree.parse(tmp_path / "a.kml").getroot()
    assert [name.text for name in root.iter(f"{space}name")] == ["a & b", '<b> & "c"']
    data = {d.get("name"): d.findtext(f"{space}value") for d in root.iter(f"{space}Data")}
    assert data == {"label": '<b> & "c"', 'a"<': '<b> & "c"'}
