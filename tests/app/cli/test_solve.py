"""`isofront solve`: what it prints and writes, and what it refuses before it starts."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import rasterio
import rasterio.warp
from rasterio.transform import Affine

from tests.app.cli_runs import CommandLine, write_ascii

# Cells of 10 m, speeds in km/h; 36 km/h is a second a cell. The wall leaves a way round below.
#   x from 1000, y from 2040 down
WALLED = np.array(
    [
        [36, 36, 0, 36],
        [36, 36, 0, 36],
        [36, 36, -9999, 36],
        [36, 36, 36, 36],
    ]
)
START = "1005,2035"


@pytest.fixture
def terrain(tmp_path: Path) -> Path:
    return write_ascii(tmp_path / "terrain.asc", WALLED)


def _names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


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
    assert "In the CRS of located the start is 500025" in line


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


def test_every_output_is_written_and_named(isofront: CommandLine, terrain: Path) -> None:
    folder = terrain.parent
    files = {
        "--out": folder / "times.tif",
        "--bands-out": folder / "bands.tif",
        "--polygons": folder / "bands.gpkg",
        "--isolines": folder / "lines.gpkg",
        "--png": folder / "map.png",
        "--trace": folder / "trace.jsonl",
    }
    words = [word for pair in files.items() for word in pair]
    record = isofront.json("solve", terrain, "--start", START, "--bands", "2,4,8", *words)
    assert set(record["outputs"]) == {str(path) for path in files.values()}
    written = {"terrain.asc", *(path.name for path in files.values())}
    assert _names(folder) - {"bands.tif.aux.xml"} == written  # the colours' names, for QGIS
    with rasterio.open(files["--out"]) as times:
        assert times.shape == (4, 4)
        assert times.read(1)[0, 1] == pytest.approx(1.0, rel=1e-4)
        assert times.bounds == (1000, 2000, 1040, 2040)
    events = [json.loads(line) for line in files["--trace"].read_text().splitlines()]
    assert [events[0]["event"], events[-1]["event"]] == ["SolveStarted", "SolveFinished"]
    assert files["--png"].read_bytes().startswith(b"\x89PNG")


def test_the_suffix_decides_the_format_of_the_times(isofront: CommandLine, terrain: Path) -> None:
    text = terrain.parent / "times.asc"
    assert isofront.json("solve", terrain, "--start", START, "--out", text)["outputs"]
    assert text.read_text().lower().startswith("ncols")
    cloud = terrain.parent / "times.tif"
    isofront.json("solve", terrain, "--start", START, "--out", cloud, "--cog")
    with rasterio.open(cloud) as times:
        assert times.tags(ns="IMAGE_STRUCTURE")["LAYOUT"] == "COG"


def test_an_older_file_is_replaced(isofront: CommandLine, terrain: Path) -> None:
    target = terrain.parent / "times.tif"
    target.write_text("old")
    isofront.json("solve", terrain, "--start", START, "--out", target)
    assert target.read_bytes()[:2] in (b"II", b"MM")


@pytest.mark.parametrize(
    ("option", "name", "said"),
    [
        ("--out", "times.docx", "Use .tif"),
        ("--out", "times", "Use .tif"),
        ("--out", "missing/times.tif", "there is no folder"),
        ("--out", "folder.tif", "a folder has this name"),
        ("--out", "terrain.asc", "is the file that is read"),
        ("--bands-out", "bands.asc", "Use .tif"),
        ("--polygons", "bands.tif", "Use .gpkg"),
        ("--isolines", "missing/lines.gpkg", "there is no folder"),
        ("--png", "map.jpg", "Use .png"),
        ("--trace", "trace.txt", "Use .jsonl"),
    ],
)
def test_files_that_cannot_be_written_are_refused_before_solving(
    isofront: CommandLine, terrain: Path, option: str, name: str, said: str
) -> None:
    (terrain.parent / "folder.tif").mkdir()
    good = terrain.parent / "good.png"
    target = terrain.parent / name
    line = isofront.refused(
        "solve", terrain, "--start", START, option, target, *(["--png", good] * (option != "--png"))
    )
    assert option in line
    assert said in line
    assert _names(terrain.parent) == {"terrain.asc", "folder.tif"}


def test_two_outputs_with_one_name_are_refused(isofront: CommandLine, terrain: Path) -> None:
    same = terrain.parent / "same.tif"
    line = isofront.refused("solve", terrain, "--start", START, "--out", same, "--bands-out", same)
    assert "name the same file" in line
    assert _names(terrain.parent) == {"terrain.asc"}


def test_a_cog_without_times_to_write_is_refused(isofront: CommandLine, terrain: Path) -> None:
    assert "--cog" in isofront.refused("solve", terrain, "--start", START, "--cog")


def test_an_export_that_fails_names_the_files_before_it(
    isofront: CommandLine, terrain: Path
) -> None:
    # Without a CRS there are no longitudes for a GeoJSON; that comes out after the first file.
    times, shapes = terrain.parent / "times.tif", terrain.parent / "bands.geojson"
    status, out, err = isofront(
        "solve", terrain, "--start", START, "--out", times, "--polygons", shapes
    )
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert "bands.geojson" in err
    assert err.endswith(f"Complete: {times}.\n")
    assert _names(terrain.parent) == {"terrain.asc", "times.tif"}


def test_a_refused_start_leaves_older_files_alone(isofront: CommandLine, terrain: Path) -> None:
    target = terrain.parent / "times.tif"
    target.write_text("old")
    isofront.refused("solve", terrain, "--start", "5,5", "--out", target)
    assert target.read_text() == "old"
    assert _names(terrain.parent) == {"terrain.asc", "times.tif"}
