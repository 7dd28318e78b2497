"""`isofront solve`: what is asked, what it says, and what it refuses before it starts."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import rasterio
import rasterio.warp
from rasterio.transform import Affine

from tests.app.cli.solve.walled import START, WALLED
from tests.app.cli_runs import CommandLine, write_ascii


def test_the_record_says_what_was_solved_and_how(isofront: CommandLine, terrain: Path) -> None:
    record = isofront.json("solve", terrain, "--start", START)
    expected = {
        "algorithm": "tiled", "backend": "cpu", "rows": 4, "cols": 4, "cells_reached": 13,
        "limit_seconds": None, "validated": None, "outputs": [], "starts": [[1005, 2035, 0]],
    }  # fmt: skip
    assert expected.items() <= record.items()
    assert record["device"]
    assert record["solve_ms"] > 0
    assert record["tick_seconds"] > 0
    assert 0 < record["precision"] <= 1e-4
    # To the far upper corner: three straight steps and three diagonal ones round the wall.
    assert record["max_seconds"] == pytest.approx(3 + 3 * 2**0.5, rel=1e-4)


def test_bands_that_were_fitted_are_told_where_they_are_written(
    isofront: CommandLine, terrain: Path
) -> None:
    words = ("solve", terrain, "--start", START)
    assert isofront.json(*words)["bands"] is None
    assert "bands" not in isofront(*words)[1]
    shapes = ("--polygons", terrain.parent / "shapes.gpkg")
    told = isofront.json(*words, *shapes)["bands"]
    assert told == {"limits": [1, 2, 3, 4, 5, 6, 7, 8], "unit": "s", "fitted": True}
    line = "1, 2, 3, 4, 5, 6, 7, 8 s, fitted to 98 % of what is reached"
    assert line in isofront(*words, *shapes)[1]
    told = isofront.json(*words, *shapes, "--bands", "2,4")["bands"]
    assert told == {"limits": [2, 4], "unit": "s", "fitted": False}
    assert "98 %" not in isofront(*words, *shapes, "--bands", "2,4")[1]


def test_times_less_exact_than_usual_say_so(isofront: CommandLine, tmp_path: Path) -> None:
    belt = ["ncols 9", "nrows 9", "xllcorner 0", "yllcorner 0", "cellsize 10"]
    belt += [" ".join(["0.0001" if row == 4 else "90"] * 9) for row in range(9)]
    path = tmp_path / "belt.asc"
    path.write_text("\n".join(belt) + "\n")
    status, out, err = isofront("solve", path, "--start", "5,5", "--json")
    record = json.loads(out)
    assert (status, record["cells_reached"]) == (0, 81)
    assert record["precision"] > 1e-4
    assert any("rounded by up to" in note for note in record["notes"])
    assert "rounded by up to" in err
    near = isofront.json("solve", path, "--start", "5,5", "--time-limit", 60)
    assert near["precision"] <= 1e-4
    assert not any("rounded by up to" in note for note in near["notes"])


def test_people_read_the_same(isofront: CommandLine, terrain: Path) -> None:
    status, out, err = isofront("solve", terrain, "--start", START, "--validate")
    assert (status, err) == (0, "")
    assert "13 of 16 cells" in out
    assert "7.2 s" in out
    assert "exact to" in out
    assert "4 of 4 statements hold" in out


def test_a_raster_that_is_hardly_one_of_speeds_is_doubted(
    isofront: CommandLine, tmp_path: Path
) -> None:
    heights = np.where(WALLED > 0, WALLED + 1400, WALLED)
    terrain = write_ascii(tmp_path / "heights.asc", heights)
    doubt = "the fastest cell has 1436 km/h: are these elevations, or other units?"
    status, out, err = isofront("solve", terrain, "--start", START)
    assert (status, err) == (0, f"isofront: {doubt}\n")
    assert doubt not in out
    assert doubt in isofront.json("solve", terrain, "--start", START)["notes"]
    assert doubt in isofront.json("info", terrain)["notes"]
    assert f"note: {doubt}" in isofront("info", terrain)[1]


@pytest.mark.parametrize("algorithm", ["tiled", "dijkstra"])
def test_a_valid_result_is_called_so(isofront: CommandLine, terrain: Path, algorithm: str) -> None:
    record = isofront.json(
        "solve", terrain, "--start", START, "--algorithm", algorithm, "--validate"
    )
    assert (record["algorithm"], record["validated"]) == (algorithm, True)
    assert all(statement["holds"] for statement in record["statements"])


def test_a_time_limit_ends_the_front(isofront: CommandLine, terrain: Path) -> None:
    record = isofront.json("solve", terrain, "--start", START, "--time-limit", 1.2)
    assert (record["cells_reached"], record["limit_seconds"]) == (3, 1.2)
    assert record["max_seconds"] <= 1.2


def test_several_starts_each_with_a_delay(isofront: CommandLine, terrain: Path) -> None:
    record = isofront.json("solve", terrain, "--start", START, "--start", "1035,2035,2")
    assert record["starts"] == [[1005, 2035, 0], [1035, 2035, 2]]
    # The lower right corner: a straight and two diagonal steps and one more from the first start.
    assert record["max_seconds"] == pytest.approx(2 + 2 * 2**0.5, rel=1e-4)


def test_a_speed_in_place_of_zero_opens_the_wall(isofront: CommandLine, terrain: Path) -> None:
    record = isofront.json("solve", terrain, "--start", START, "--zero-speed-kmh", 36)
    assert record["cells_reached"] == 15
    assert record["max_seconds"] < 5


def test_units_change_the_meaning_of_the_numbers(isofront: CommandLine, terrain: Path) -> None:
    per_hour = isofront.json("solve", terrain, "--start", START)
    per_second = isofront.json("solve", terrain, "--start", START, "--units", "ms")
    assert per_hour["max_seconds"] == pytest.approx(3.6 * per_second["max_seconds"], rel=1e-4)


def test_a_good_start_is_found(isofront: CommandLine, terrain: Path) -> None:
    record = isofront.json("solve", terrain, "--start", "auto")
    assert record["cells_reached"] == 13


def test_a_start_left_of_zero_parses(isofront: CommandLine, terrain: Path) -> None:
    assert "outside the raster" in isofront.refused("solve", terrain, "--start", "-500,20")


def test_a_start_outside_is_refused_with_the_extent(isofront: CommandLine, terrain: Path) -> None:
    line = isofront.refused("solve", terrain, "--start", "5,5", "--json")
    assert "start 5,5: outside the raster. Its x runs from 1000 to 1040" in line


def test_a_start_on_a_barrier_is_refused_with_the_nearest_cell(
    isofront: CommandLine, terrain: Path
) -> None:
    line = isofront.refused("solve", terrain, "--start", "1025,2025")
    assert "barrier" in line
    assert "nearest passable cell is 1015,2025" in line or "1035,2025" in line


def test_a_start_in_another_crs_needs_a_raster_with_one(
    isofront: CommandLine, terrain: Path
) -> None:
    line = isofront.refused("solve", terrain, "--start", START, "--start-crs", "EPSG:4326")
    assert "names no CRS" in line


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--algorithm", "quantum"], "Choose one of: tiled, dijkstra"),
        (["--backend", "tpu"], "Choose auto, cpu or gpu"),
        (["--param", "speed=3"], "no parameter speed"),
        (["--param", "delta_seconds=-3"], "Give 0 to"),
        (["--bands", "600,oops"], "'oops' is not a time"),
        (["--bands", "600,300"], "ascend"),
        (["--band", "7"], "no band 7"),
    ],
    ids=lambda value: "=".join(value) if isinstance(value, list) else "",
)
def test_options_that_do_not_fit_are_refused(
    isofront: CommandLine, terrain: Path, options: list[str], said: str
) -> None:
    assert said in isofront.refused("solve", terrain, "--start", START, *options)


# -- Places on Earth


@pytest.fixture
def located(tmp_path: Path) -> Path:
    """The same cells in UTM zone 33N, upper left corner at 500000, 5000000 (15° E)."""
    path = tmp_path / "located.tif"
    kind = {"driver": "GTiff", "dtype": "int16", "count": 1, "width": 4, "height": 4}
    place = Affine(10, 0, 500_000, 0, -10, 5_000_000)
    with rasterio.open(
        path, "w", crs="EPSG:32633", transform=place, nodata=-9999, **kind
    ) as dataset:
        dataset.write(WALLED.astype(np.int16), 1)
    return path


def test_a_start_may_be_given_in_degrees(isofront: CommandLine, located: Path) -> None:
    with rasterio.open(located) as dataset:
        [lon], [lat] = rasterio.warp.transform(dataset.crs, "EPSG:4326", [500_005], [4_999_995])
    record = isofront.json(
        "solve", located, "--start", f"{lon!r},{lat!r}", "--start-crs", "EPSG:4326"
    )
    assert record["starts"][0][:2] == pytest.approx([500_005, 4_999_995], abs=1e-3)
    assert record["max_seconds"] == pytest.approx(3 + 3 * 2**0.5, rel=1e-4)
    plain = isofront.json("solve", located, "--start", f"{lon!r},{lat!r}")  # as in the window
    assert plain["starts"] == record["starts"]
    line = isofront.refused("solve", located, "--start", "16,45")
    assert "start 16,45: outside the raster" in line, "as it was given"


@pytest.mark.parametrize(
    ("start", "crs", "said"),
    [
        ("15,45", "EPSG:0", "EPSG:0 is not understood"),
        ("15,45", "nonsense", "Write it as EPSG:4326"),
        ("15,95", "EPSG:4326", "longitude"),
        ("45,15", "EPSG:4326", "outside the raster"),
    ],
)
def test_a_start_that_has_no_place_is_refused(
    isofront: CommandLine, located: Path, start: str, crs: str, said: str
) -> None:
    line = isofront.refused("solve", located, "--start", start, "--start-crs", crs)
    assert said in line


def test_a_barrier_below_a_start_in_degrees_is_told_in_both_crs(
    isofront: CommandLine, located: Path
) -> None:
    line = isofront.refused(
        "solve", located, "--start", "15.00032,45.15342", "--start-crs", "EPSG:4326"
    )
    assert line.startswith("isofront: start 15.00032,45.15342 of EPSG:4326: ")
    assert "In the CRS of located it is 500025" in line


def test_degrees_need_a_reprojection_that_is_asked_for(
    isofront: CommandLine, tmp_path: Path
) -> None:
    path = write_ascii(tmp_path / "degrees.asc", np.full((4, 4), 36))
    text = path.read_text().replace("1000", "15").replace("2000", "45")
    path.write_text(text.replace("cellsize 10", "cellsize 0.001"))
    path.with_suffix(".prj").write_text(
        rasterio.crs.CRS.from_epsg(4326).to_wkt(version="WKT1_ESRI")
    )
    line = isofront.refused("solve", path, "--start", "auto")
    assert "--reproject utm" in line
    record = isofront.json("solve", path, "--start", "auto", "--reproject", "utm")
    assert record["cells_reached"] > 9


# -- Files
