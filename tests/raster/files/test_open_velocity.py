from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from rasterio.transform import Affine

from core.errors import InputError
from raster.files.read import describe, open_velocity
from raster.files.value_notes import doubts_among
from raster.grid import VelocityGrid
from raster.units import Units, to_kmh
from tests.raster.files.made import HEADER, VALUES, geotiff, text_grid


def speeds(grid: VelocityGrid) -> np.ndarray:
    return grid.kmh_of(grid.values)


KEPT = [
    # cells, NODATA → type they are kept in
    ([[0, 254]], None, "uint8"),
    ([[0, 255]], None, "uint8"),  # all codes in use, none needed for no data
    ([[0, 254, -1]], -1, "uint8"),
    ([[0, 255, -1]], -1, "uint16"),
    ([[0, 65535]], None, "uint16"),
    ([[0, 65534, -1]], -1, "uint16"),
    ([[0, 65535, -1]], -1, "uint8"),  # few numbers, though too large to be codes themselves
    ([[0, 70000]], None, "uint8"),
    ([[0.0, 12.0]], None, "uint8"),  # whole, whatever the file's type
    ([[0.0, 12.5]], None, "uint8"),
    ([[0.5, -1.5, -0.0, -np.inf]], None, "uint8"),
    ([[k / 8 for k in range(255)] + [-1]], -1, "uint8"),
    ([[k / 8 for k in range(256)] + [-1]], -1, "uint16"),
    ([[k / 8 for k in range(65535)] + [-1]], -1, "uint16"),
    ([[k / 8 for k in range(65536)] + [-1]], -1, "float32"),
    ([[k / 8 for k in range(65536)]], None, "uint16"),
    ([[k / 8 for k in range(65537)]], None, "float32"),
    ([[np.nan, 12.0]], None, "uint8"),
    ([[-5, 12]], None, "uint8"),
]


@pytest.mark.parametrize(("cells", "nodata", "dtype"), KEPT)
def test_cells_are_kept_as_small_as_they_come(
    tmp_path: Path, cells: list[list[float]], nodata: float | None, dtype: str
) -> None:
    array = np.array(cells)
    array = array.astype("int32" if array.dtype.kind == "i" else "float32")
    grid = open_velocity(geotiff(tmp_path, array, nodata=nodata))
    assert grid.values.dtype == dtype
    expected = np.where(array == nodata, np.nan, np.maximum(array, 0))
    np.testing.assert_array_equal(speeds(grid), expected)


def test_no_data_barrier_and_speed_stay_three_things(tmp_path: Path) -> None:
    for cells in ([[255, 0, 7]], [[65000, 0, 7]], [[0.5, 0, 7]]):
        array = np.array(cells, "float32")
        grid = open_velocity(geotiff(tmp_path, array, nodata=float(array[0, 0])))
        assert np.isnan(grid.kmh_at(0, 0))
        assert grid.kmh_at(0, 1) == 0
        assert [grid.passable(0, col) for col in range(3)] == [False, False, True]


UNITS = [(Units.KMH, 4.0), (Units.MS, 14.4), (Units.S_PER_M, 0.9), (Units.S_PER_CELL, 6.75)]


@pytest.mark.parametrize(("units", "speed"), UNITS)
@pytest.mark.parametrize("dtype", ["uint8", "int16", "float32"])
def test_units_apply_to_codes_and_floats_alike(
    tmp_path: Path, units: Units, speed: float, dtype: str
) -> None:
    # Cells of 10 × 5 m: a cell is 7.5 m across.
    cells = np.array([[4, 0, 99]], dtype)
    path = geotiff(tmp_path, cells, nodata=99, transform=Affine(10, 0, 0, 0, -5, 0))
    np.testing.assert_allclose(speeds(open_velocity(path, units=units)), [[speed, 0, np.nan]])


def test_units_apply_to_fractions(tmp_path: Path) -> None:
    path = geotiff(tmp_path, np.array([[0.5, 0.0, -1.5, np.nan]], "float32"))
    grid = open_velocity(path, units=Units.S_PER_M)
    np.testing.assert_allclose(speeds(grid), [[7.2, 0, 0, np.nan]])


def test_an_infinite_slowness_is_a_barrier(tmp_path: Path) -> None:
    path = geotiff(tmp_path, np.array([[1, np.inf]], "float32"))
    grid = open_velocity(path, units=Units.S_PER_M)
    np.testing.assert_allclose(speeds(grid), [[3.6, 0]])
    assert any("counted as a barrier" in note for note in grid.notes)


def test_255_is_a_speed_until_the_file_or_the_user_says_otherwise(tmp_path: Path) -> None:
    cells = np.array([[0, 7, 255]], np.uint8)
    plain = open_velocity(geotiff(tmp_path, cells, name="a.tif"))
    assert plain.kmh_at(0, 2) == 255
    assert any("255" in note for note in plain.notes)
    ticked = open_velocity(geotiff(tmp_path, cells, name="a.tif"), undefined_255=True)
    declared = open_velocity(geotiff(tmp_path, cells, name="b.tif", nodata=255))
    for grid in (ticked, declared):
        assert grid.values.dtype == np.uint8
        np.testing.assert_array_equal(speeds(grid), [[0, 7, np.nan]])
    assert declared.notes == ()


def test_255_ticked_in_a_raster_without_one_is_noted(tmp_path: Path) -> None:
    grid = open_velocity(geotiff(tmp_path, np.array([[1, 2]], np.uint8)), undefined_255=True)
    assert any("no cell holds 255" in note for note in grid.notes)


NOTED = [
    ([[5.0, -9999.0]], "1 cell is below 0 and counts as a barrier: is -9999 an undeclared NODATA"),
    ([[5.0, -3.0, -2.0]], "2 cells are below 0 and count as barriers, the lowest is -3"),
    ([[5.0, 2361.0]], "2361 km/h: are these elevations"),
    ([[0.0, 0.02, 0.06]], "no cell is above 0.06 km/h: are these seconds per metre"),
    ([[282.0, 490.0]], "no cell is below 282 km/h: are these elevations"),
    ([[np.nan, np.nan]], "no cell holds a speed"),
    ([[0.0, -1.0]], "no cell can be entered"),
    ([[5.0, np.inf]], "1 cell is infinite and counted as no data"),
]


@pytest.mark.parametrize(("cells", "note"), NOTED)
def test_doubtful_values_are_noted_and_opened(
    tmp_path: Path, cells: list[list[float]], note: str
) -> None:
    path = geotiff(tmp_path, np.array(cells, "float32"))
    for notes in (open_velocity(path).notes, describe(path).notes):
        assert any(note in given for given in notes), notes


def hills(highest: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """Heights that run evenly up and down, from 0."""
    row, col = np.mgrid[0:80, 0:120]
    heights = 1 + np.sin(row / 15) * np.cos(col / 20)
    return (heights * highest / heights.max()).astype(np.float32)


def test_what_runs_like_heights_is_taken_for_them_where_it_is_fast(tmp_path: Path) -> None:
    random = np.random.default_rng(3)
    cases = {
        "hills": hills(400.0),
        "smooth": hills(120.0),  # a smooth raster of speeds
        "rough": random.permutation(hills(400.0).ravel()).reshape(80, 120),
        "fields": np.kron(random.uniform(5, 300, (5, 6)), np.ones((16, 20))).astype(np.float32),
        "streets": np.where(random.random((80, 120)) < 0.2, 300.0, 20.0).astype(np.float32),
    }
    doubted = {}
    for name, cells in cases.items():
        path = geotiff(tmp_path, cells, name=f"{name}.tif")
        doubts = doubts_among(open_velocity(path).notes)
        doubted[name] = any("looks like elevation" in doubt for doubt in doubts)
        assert doubts == doubts_among(describe(path).notes)
    assert [name for name, found in doubted.items() if found] == ["hills"]


def test_cells_without_data_do_not_make_heights_rough(tmp_path: Path) -> None:
    cells = hills(400.0)
    cells[:, ::7] = np.nan
    cells[20:40] = -3e38
    path = geotiff(tmp_path, cells, name="holes.tif", nodata=float(np.float32(-3e38)))
    [doubt] = doubts_among(open_velocity(path).notes)
    assert "looks like elevation" in doubt


def test_a_sound_raster_has_no_notes(tmp_path: Path) -> None:
    path = geotiff(tmp_path, np.array([[0, 5, 60]], np.uint8))
    assert open_velocity(path).notes == ()
    assert describe(path).notes == ()


def test_a_raster_without_data_opens(tmp_path: Path) -> None:
    path = geotiff(tmp_path, np.full((3, 4), -9999, "int16"), nodata=-9999)
    assert np.isnan(speeds(open_velocity(path))).all()
    info = describe(path)
    assert (info.minimum, info.maximum, info.valid) == (None, None, 0)


def test_the_grid_is_named_after_its_file(tmp_path: Path) -> None:
    assert open_velocity(text_grid(tmp_path, HEADER + VALUES, "Old Town.asc")).name == "Old Town"


def test_progress_rises_to_1(tmp_path: Path) -> None:
    seen: list[float] = []
    open_velocity(
        geotiff(tmp_path, np.ones((3000, 1000), np.uint8)),
        progress=lambda fraction, label: seen.append(fraction),
    )
    assert len(seen) > 3
    assert seen == sorted(seen)
    assert seen[-1] == pytest.approx(1)


def test_an_unknown_re_projection_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="Choose utm"):
        open_velocity(geotiff(tmp_path, [[1, 2]]), reproject="mercator")


@pytest.mark.parametrize("units", list(Units))
def test_codes_of_real_numbers_have_the_speeds_that_float32_would(
    tmp_path: Path, units: Units
) -> None:
    random = np.random.default_rng(8)
    few = random.choice(random.uniform(-5, 90, 400), (30, 40))
    grid = open_velocity(geotiff(tmp_path, few), units=units)
    assert grid.values.dtype == np.uint16
    real = np.maximum(few.astype(np.float32), 0)
    expected = to_kmh(real, units, 10.0).astype(np.float32)
    np.testing.assert_array_equal(speeds(grid), expected)
    assert grid.code_speed is not None  # and price exactly as these
    np.testing.assert_array_equal(grid.code_speed[grid.values].astype(np.float32), expected)
    np.testing.assert_array_equal(grid.code_speed[grid.values], expected.astype(np.float64))


def test_bytes_of_255_that_no_speed_is_known_for_look_like_no_heights(tmp_path: Path) -> None:
    """An island of speeds in a sea of 255, which the file does not call no data."""
    cells = np.random.default_rng(3).integers(0, 60, (80, 120)).astype(np.uint8)
    cells[:, :70] = 255
    path = geotiff(tmp_path, cells, name="island.tif")
    said = "5,600 cells are 255: if that means undefined, say so"
    assert open_velocity(path).notes == describe(path).notes == (said,)
    assert doubts_among(open_velocity(path).notes) == (said,), "which cannot be missed"
    told = open_velocity(path, undefined_255=True).notes
    assert told == ("5,600 cells are 255 and taken as undefined",)
    assert not doubts_among(told)
    cells[0, 110:] = np.arange(245, 255)
    assert not doubts_among(open_velocity(geotiff(tmp_path, cells, name="fast.tif")).notes)
    smooth = np.maximum(hills(250.0), 1).astype(np.uint8)
    smooth[:, 100:] = 255
    doubt, _ = open_velocity(geotiff(tmp_path, smooth, name="hills.tif")).notes
    assert "looks like elevation" in doubt
    assert "250 km/h" in doubt
