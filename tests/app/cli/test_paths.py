"""`route` point by point: over ground, on roads and on both, and the files that hold it."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pyogrio
import pytest
import rasterio

from tests.app.cli.road_files import at
from tests.app.cli.test_joined import at as cell_at
from tests.app.cli.test_joined import write_roads, write_terrain
from tests.app.cli_runs import CommandLine

NS = {"g": "http://www.topografix.com/GPX/1/1"}


def points_of(path: Path) -> list[tuple[float, float, float, float | None]]:
    """Longitude, latitude, seconds and height of each point of the one track."""
    (track,) = ElementTree.parse(path).getroot().findall("g:trk", NS)
    found = []
    for point in track.findall("g:trkseg/g:trkpt", NS):
        height, time = point.find("g:ele", NS), point.find("g:time", NS)
        seconds = datetime.fromisoformat(time.text or "").timestamp()
        metres = None if height is None else float(height.text or "")
        longitude, latitude = (float(point.attrib[name]) for name in ("lon", "lat"))
        found.append((longitude, latitude, seconds, metres))
    return found


def test_a_way_over_ground_has_a_time_and_a_height_at_each_cell(
    isofront: CommandLine, tmp_path: Path
) -> None:
    """36 km/h on cells of 30 m: 3 s a step. The ground rises by 1 m a column, and falls once.

    columns  0  1  2  3  4  5
    metres   0  1  2 -7 -6 -5
    """
    ground, heights = tmp_path / "ground.tif", tmp_path / "heights.tif"
    place = rasterio.Affine(30, 0, 500_000, 0, -30, 5_000_000)
    rise = np.tile(np.where(np.arange(6) < 3, np.arange(6), np.arange(6) - 10), (3, 1))
    for path, cells in (
        (ground, np.full((3, 6), 36, np.uint8)),
        (heights, rise.astype(np.float32)),
    ):
        size = {"width": 6, "height": 3, "count": 1, "dtype": cells.dtype}
        with rasterio.open(path, "w", crs="EPSG:32633", transform=place, **size) as dataset:
            dataset.write(cells, 1)
    gpx, lines = tmp_path / "way.gpx", tmp_path / "way.geojson"
    words = ("route", ground, "--from", f"{cell_at(1, 0)}", "--to", cell_at(1, 5))
    record = isofront.json(*words, "--heights", heights, "--out", gpx)
    assert (record["seconds"], record["length_m"], record["points"]) == (15.0, 150.0, 6)
    assert record["climb_m"] == pytest.approx(4, abs=0.5)
    assert record["descent_m"] == pytest.approx(9, abs=0.5)
    longitudes, latitudes, seconds, metres = zip(*points_of(gpx), strict=True)
    assert seconds == (0, 3, 6, 9, 12, 15)
    assert metres == pytest.approx(rise[1], abs=0.5)
    assert np.diff(longitudes) == pytest.approx(30 / 78_620, rel=2e-3)
    assert max(latitudes) - min(latitudes) < 1e-6
    isofront.json(*words, "--out", lines)
    (feature,) = json.loads(lines.read_text())["features"]
    assert feature["geometry"]["type"] == "LineString"
    assert len(feature["geometry"]["coordinates"]) == 6
    told = feature["properties"]
    assert (told["time_s"], told["length_m"], told["climb_m"]) == (15.0, 150.0, None)


def test_a_route_on_roads_has_a_time_at_each_point(
    isofront: CommandLine, crossing: Path, tmp_path: Path
) -> None:
    gpx = tmp_path / "way.gpx"
    words = ("route", crossing, "--from", at(1.4, 1), "--to", at(1, 1.8))
    record = isofront.json(*words, "--out", gpx)
    assert record["outputs"] == [str(gpx)]
    points = points_of(gpx)
    seconds = [point[2] for point in points]
    assert seconds == sorted(seconds)
    assert seconds[-1] == pytest.approx(record["seconds"], abs=1e-3)
    layer = tmp_path / "way.gpkg"
    isofront.json(*words, "--out", layer)
    fields = pyogrio.raw.read(layer, layer="paths")[0]["fields"].tolist()
    assert {"name", "start", "time_s", "length_m", "colour"} <= set(fields)


def test_a_way_over_ground_and_roads_is_as_long_as_its_steps(
    isofront: CommandLine, tmp_path: Path
) -> None:
    ground, roads = write_terrain(tmp_path / "g.tif"), write_roads(tmp_path / "r.gpkg")
    gpx = tmp_path / "way.gpx"
    words = ("route", ground, "--roads", roads, "--from", cell_at(4, 3), "--to", cell_at(4, 30))
    record = isofront.json(*words, "--out", gpx)
    assert record["length_m"] == pytest.approx(27 * 30, abs=30)
    seconds = [point[2] for point in points_of(gpx)]
    assert seconds[0] == 0
    assert seconds[-1] == pytest.approx(record["seconds"], abs=1e-3)
    assert seconds == sorted(seconds)


def test_what_cannot_be_a_way_is_refused(isofront: CommandLine, tmp_path: Path) -> None:
    ground = write_terrain(tmp_path / "g.tif")
    ends = ("--from", cell_at(4, 3), "--to")
    assert "there is no way" in isofront.refused("route", ground, *ends, cell_at(4, 30))
    assert "the same cell" in isofront.refused("route", ground, *ends, cell_at(4, 3))
    assert "a place is missing" in isofront.refused("route", ground, *ends[:2])
    for option, other in (("--from", "--to"), ("--to", "--from")):
        refused = isofront.refused("route", ground, other, cell_at(4, 3), option, "5,5.25")
        assert f"{option} 5,5.25: outside the raster" in refused, "as it was given"
    nameless = write_terrain(tmp_path / "nameless.tif", crs=None)
    out = tmp_path / "way.gpx"
    words = ("route", nameless, *ends, cell_at(4, 4), "--out")
    assert "longitudes and latitudes" in isofront.refused(*words, out)
    assert not out.exists()
    assert "Use .gpx" in isofront.refused(*words, tmp_path / "way.csv")
