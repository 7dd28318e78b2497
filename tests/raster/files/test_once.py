"""A raster is opened once, and each of its rows is read once."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rasterio.transform import Affine

from app.document.joined import _terrain
from app.document.out_of_core_files import open_large_velocity
from core.cancel import NEVER
from core.progress import no_progress
from raster.files.held import HeldBand
from raster.files.opening import open_reader
from raster.files.read import describe, open_velocity
from raster.files.source import resolve
from tests.app.cli_runs import CommandLine
from tests.raster.files.made import HEADER, VALUES, geotiff, text_grid
from tests.raster.files.openings import Openings

SPEEDS = np.full((30, 20), 36, np.uint8)


def counting(opens: Callable[..., Any], opened: list[str]) -> Callable[..., Any]:
    """The same, which writes down the names of files."""

    def named(path: Path, *mode: Any, **options: Any) -> Any:
        opened.append(path.name)
        return opens(path, *mode, **options)

    return named


@pytest.mark.parametrize("opens", [describe, open_velocity, open_large_velocity])
def test_by_whoever_opens_it(
    opens: Callable[[Path], Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = geotiff(tmp_path, SPEEDS)
    openings = Openings(monkeypatch)
    opens(path)
    assert (openings.opened, openings.rows) == ({"grid.tif": 1}, {"grid.tif": 30})


def test_by_a_solve_from_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = geotiff(tmp_path, SPEEDS)
    openings = Openings(monkeypatch)
    assert CommandLine(capsys).json("solve", path, "--start", "105,225")["cells_reached"] == 600
    assert (openings.opened, openings.rows) == ({"grid.tif": 1}, {"grid.tif": 30})


def test_also_where_it_is_re_projected_to_be_joined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    degrees = Affine(0.001, 0, 11, 0, -0.001, 48)
    path = geotiff(tmp_path, SPEEDS, crs="EPSG:4326", transform=degrees)
    openings = Openings(monkeypatch)
    assert _terrain(path, None, no_progress, NEVER)[0].shape != SPEEDS.shape
    assert (openings.opened, openings.rows) == ({"grid.tif": 1}, {"grid.tif": 30})


@pytest.mark.parametrize("opens", [describe, open_velocity, open_large_velocity])
def test_a_text_grid_too(
    opens: Callable[[Path], Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = text_grid(tmp_path, HEADER + VALUES)
    opened: list[str] = []
    monkeypatch.setattr(Path, "open", counting(Path.open, opened))
    opens(path)
    assert opened.count("grid.asc") == 2  # to see that it is not empty, and to read it


def test_a_virtual_raster_by_the_process_that_reads_it_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = geotiff(tmp_path, SPEEDS)
    shutil.copy(path, tmp_path / "named.tif")
    (tmp_path / "a.vrt").write_text(
        '<VRTDataset rasterXSize="20" rasterYSize="30">'
        "<GeoTransform>100, 10, 0, 230, 0, -10</GeoTransform>"
        '<VRTRasterBand dataType="Byte" band="1"><SimpleSource>'
        '<SourceFilename relativeToVRT="1">named.tif</SourceFilename>'
        "<SourceBand>1</SourceBand></SimpleSource></VRTRasterBand></VRTDataset>"
    )
    openings = Openings(monkeypatch)
    assert open_velocity(tmp_path / "a.vrt").values.tolist() == SPEEDS.tolist()
    assert (openings.opened, openings.rows) == ({}, {"a.vrt": 30})


def test_what_is_held_meanwhile_takes_no_more_room_than_the_file_s_cells(tmp_path: Path) -> None:
    real = np.round(np.random.default_rng(1).random((300, 40)).astype(np.float32), 1)
    made: list[int] = []

    def make(shape: tuple[int, ...], dtype: np.dtype[np.generic]) -> np.ndarray:
        made.append(int(np.prod(shape)) * dtype.itemsize)
        return np.empty(shape, dtype)

    for cells in (SPEEDS, real):
        with open_reader(resolve(geotiff(tmp_path, cells))) as reader:
            held = HeldBand(reader, make, False)
            for block in reader.blocks(1):
                held.keep(block)
    assert made == [SPEEDS.nbytes, real.nbytes]
    grid = open_velocity(geotiff(tmp_path, real))
    assert grid.values.dtype == np.uint8  # eleven numbers
    base = grid.values.base
    while base.base is not None:
        base = base.base
    assert base.nbytes <= grid.values.nbytes + 4, "what was held is given back"
