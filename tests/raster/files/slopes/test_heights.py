"""Heights of the cells of a raster, and slope models as people write them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import rasterio
from numpy.typing import NDArray
from rasterio.transform import from_origin

from core.cancel import Cancel
from core.errors import CancelledError, InputError, ParameterError
from raster.files.slopes.heights import read_heights
from raster.files.slopes.text import model_of
from raster.grid import VelocityGrid, grid_from_kmh
from raster.slopes.models import FactorTable, Naismith

LEFT, TOP, CELL = 500_000.0, 4_600_000.0, 10.0
UTM33 = rasterio.crs.CRS.from_epsg(32633).to_wkt()


def speeds() -> VelocityGrid:
    return grid_from_kmh(np.full((40, 60), 36.0), CELL, left=LEFT, top=TOP, crs_wkt=UTM33)


def written(
    folder: Path, metres: NDArray[np.generic], cell: float = CELL, left: float = LEFT,
    top: float = TOP, unit: str = "", nodata: float | None = None,
) -> Path:  # fmt: skip
    path = folder / "heights.tif"
    rows, cols = metres.shape
    with rasterio.open(
        path, "w", driver="GTiff", height=rows, width=cols, count=1, dtype=metres.dtype,
        crs="EPSG:32633", transform=from_origin(left, top, cell, cell), nodata=nodata,
    ) as file:  # fmt: skip
        file.write(metres, 1)
        file.units = (unit,)
    return path


def rising(rows: int, cols: int, cell: float) -> NDArray[np.float32]:
    """By a metre in ten to the east."""
    return np.tile((np.arange(cols) + 0.5) * cell * 0.1, (rows, 1)).astype(np.float32)


def test_the_cells_of_the_raster_are_taken_as_they_are(tmp_path: Path) -> None:
    metres = np.random.default_rng(1).integers(0, 3000, (40, 60)).astype(np.int16)
    found = read_heights(written(tmp_path, metres), speeds())
    np.testing.assert_array_equal(found.metres(slice(None), slice(None)), metres)
    assert found.notes == ()


@pytest.mark.parametrize("cell", [2.5, 25.0])
def test_other_cells_are_warped_to_them(tmp_path: Path, cell: float) -> None:
    metres = rising(round(600 / cell), round(800 / cell), cell)
    path = written(tmp_path, metres, cell, LEFT - 100.0, TOP + 100.0)
    found = read_heights(path, speeds()).metres(slice(None), slice(None))
    expected = (100.0 + (np.arange(60) + 0.5) * CELL) * 0.1
    np.testing.assert_allclose(found, np.tile(expected, (40, 1)), atol=0.01)


def test_feet_become_metres(tmp_path: Path) -> None:
    found = read_heights(written(tmp_path, np.full((40, 60), 1000, np.int16), unit="ft"), speeds())
    assert found.metres(3, 4) == pytest.approx(304.8, abs=found.unit)
    assert "feet" in found.notes[0]
    with pytest.raises(InputError, match="'fathom'"):
        read_heights(written(tmp_path, rising(40, 60, 10), unit="fathom"), speeds())


def test_cells_without_a_height_are_told(tmp_path: Path) -> None:
    metres = rising(40, 60, CELL)
    metres[3:5, 7:10] = -9999
    found = read_heights(written(tmp_path, metres, nodata=-9999), speeds())
    assert found.notes[0].startswith("6 cells that can be entered (0.25 %) have no height")
    assert np.isnan(found.metres(3, 7))


def test_heights_of_elsewhere_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="lies elsewhere"):
        read_heights(written(tmp_path, rising(40, 60, 10), left=LEFT + 50_000), speeds())
    with pytest.raises(InputError, match="all are marked as no data"):
        read_heights(written(tmp_path, np.zeros((40, 60), np.int16), nodata=0), speeds())
    cancel, path = Cancel(), written(tmp_path, rising(40, 60, 10))
    cancel.set()
    with pytest.raises(CancelledError):
        read_heights(path, speeds(), cancel=cancel)


def test_models_are_written_as_they_are_read(tmp_path: Path) -> None:
    for text in ("none", "tobler", "tobler-off-path", "naismith", "naismith:a=0.6,lambda=0.5"):
        assert model_of(text).text == text
    assert model_of("naismith:lambda=1") == Naismith(friction=1.0)
    table = tmp_path / "factors.csv"
    table.write_text("degrees,factor\n-30,-1\n-20,2\n0,1\n20;3\n90,inf\n".replace(";", ","))
    assert model_of(f"table:{table}") == FactorTable(((-20.0, 2.0), (0.0, 1.0), (20.0, 3.0)))
    assert model_of(model_of(f"table:{table}").text) == model_of(f"table:{table}")
    for between in (";", "\t"):  # as a German spreadsheet writes it
        table.write_text("-22,5;1,8\n0;1\n30;2,25\n".replace(";", between))
        assert model_of(f"table:{table}") == FactorTable(((-22.5, 1.8), (0.0, 1.0), (30.0, 2.25)))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("walk", "no slope model 'walk'"),
        ("tobler:2", "no parameters"),
        ("naismith:e=2", "'e=2' is no parameter"),
        ("naismith:a=x", "'x' is no number"),
        ("naismith:c=9", "nothing would be left"),
        ("naismith:lambda=-1", "lambda = -1"),
        ("points:0=1,0=2", "an angle of 0° after 0°"),
    ],
)
def test_nonsense_is_refused(text: str, words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        model_of(text)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("0,1\n20,3\n10,2\n", "line 3: an angle of 10° after 20°"),
        ("45,-1\n0,1\n20,3\n", "line 2: an angle of 0° after 45°"),
        ("0,1\n20,3\n10,-1\n", "line 3: an angle of 10° after 20°"),
        ("0,1\n95,3\n", "line 2: an angle of 95°"),
        ("0,1\nsteep,3\n", "line 2: 'steep,3' is no angle and factor"),
        ("0,1\n10,0\n", "line 2: a factor of 0"),
        ("0,1\n10,-1\n20,2\n", "line 3: a factor of 2 after one that closes"),
        ("degrees,factor\n0,1\n", "too few pairs of angle and factor: 1"),
    ],
)
def test_tables_out_of_order_are_told_by_their_line(tmp_path: Path, lines: str, words: str) -> None:
    path = tmp_path / "factors.csv"
    path.write_text(lines, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        model_of(f"table:{path}")
    assert words in caught.value.one_line()
