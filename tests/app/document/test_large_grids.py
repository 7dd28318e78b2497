"""Rasters that memory does not hold: opened by windows, solved out-of-core, exported by windows."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
import rasterio

from app.bands import Bands
from app.document.large_grids import NOTE, default_for, lies_in_a_file
from app.document.terrain import TerrainDocument
from app.editing.session import Change, Session
from app.exports.table import export
from app.solving.request import Options
from app.solving.solve import Solving
from app.solving.solved import Solved
from app.starts import PlacedStart
from core.times import UNREACHED
from raster.blocks.store import mapped
from raster.coarse import Magnified, coarsen_by_rows
from raster.grid import VelocityGrid, grid_from_kmh
from raster.travel_times import TravelTimeGrid
from tests.app.asking import on_cells
from tests.app.cli_runs import CommandLine
from tests.app.little_memory import lower_memory
from tests.raster.files.made import NORTH_UP, geotiff
from tests.raster.terrains import noise

ROWS, COLS = 150, 130


@pytest.fixture
def raster(tmp_path: Path) -> Path:
    return geotiff(tmp_path, noise(ROWS, COLS, 5).astype(np.uint8), transform=NORTH_UP)


@pytest.fixture
def little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Free memory for less than the raster."""
    lower_memory(monkeypatch, ROWS * COLS)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(capsys)


def mapped_grid(rows: int, cols: int) -> VelocityGrid:
    values = mapped((rows, cols), np.uint8, "speeds")
    values[:] = noise(rows, cols, 3).astype(np.uint8)
    code_speed = np.arange(256, dtype=np.float64)
    return VelocityGrid(values, code_speed, 10.0, 10.0)


def test_from_file_to_file_by_the_command_line(
    tmp_path: Path, raster: Path, run: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("solve", raster, "--start", "auto", "--validate", "--backend", "cpu", "--json")
    usual = run.json(*words[:-1], "--out", tmp_path / "usual.tif")
    lower_memory(monkeypatch, ROWS * COLS)
    status, out, err = run(*words, "--out", tmp_path / "large.tif")
    large = json.loads(out)
    assert (status, large["algorithm"], usual["algorithm"]) == (0, "out-of-core", "tiled")
    assert NOTE in large["notes"]
    assert NOTE in err
    assert any("temporary file" in note for note in large["notes"])
    assert not any("memory" in note for note in usual["notes"])
    with (
        rasterio.open(tmp_path / "usual.tif") as one,
        rasterio.open(tmp_path / "large.tif") as other,
    ):
        assert other.profile["tiled"]
        np.testing.assert_array_equal(other.read(1), one.read(1))


@pytest.mark.usefixtures("little_memory")
def test_an_algorithm_that_is_named_is_used(raster: Path, run: CommandLine) -> None:
    record = run.json("solve", raster, "--start", "auto", "--algorithm", "dijkstra")
    assert record["algorithm"] == "dijkstra"
    assert NOTE not in record["notes"]


def test_out_of_core_is_chosen_for_a_large_grid_and_for_no_other() -> None:
    session = Session()
    told: list[Change] = []
    session.subscribe(told.append)
    small, large = grid_from_kmh(noise(20, 20, 1), 10.0), mapped_grid(20, 20)
    session.open(TerrainDocument(small))
    assert session.options.algorithm == "tiled"
    assert not told[-1] & Change.OPTIONS
    session.open(TerrainDocument(large))
    assert session.options.algorithm == "out-of-core"
    assert told[-1] & Change.OPTIONS
    session.set_starts((PlacedStart(5.0, -5.0),))
    assert session.request().notes == (NOTE,)
    session.open(TerrainDocument(small))
    assert session.options.algorithm == "tiled"


def test_what_the_user_chose_for_a_large_grid_stays() -> None:
    session = Session()
    session.open(TerrainDocument(mapped_grid(20, 20)))
    session.set_options(Options("near-far"))
    session.set_starts((PlacedStart(5.0, -5.0),))
    assert session.request().notes == ()
    session.open(TerrainDocument(grid_from_kmh(noise(20, 20, 1), 10.0)))
    assert session.options.algorithm == "near-far"


def test_times_that_do_not_fit_make_a_grid_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.document.large_grids.first_gpu", lambda: None)
    grid = grid_from_kmh(noise(20, 20, 1), 10.0)
    assert default_for(grid) == "tiled"
    lower_memory(monkeypatch, 4 * 20 * 20)
    assert default_for(grid) == "out-of-core"
    assert not lies_in_a_file(grid)


@pytest.mark.parametrize("shape", [(1, 900), (700, 640), (333, 1000)])
def test_of_a_mapped_grid_a_row_of_each_block_is_asked(shape: tuple[int, int]) -> None:
    grid = mapped_grid(*shape)
    coarse = coarsen_by_rows(grid, 9)
    rows, cols = coarse.grid.shape
    assert (rows, cols) == tuple(-(-length // 9) for length in shape)
    for row in range(rows):
        for col in (0, cols // 2, cols - 1):
            middle = min(row * 9 + 4, shape[0] - 1)
            cells = grid.kmh_of(grid.values[middle, col * 9 : col * 9 + 9]).astype(np.float64)
            open_ = cells[cells > 0]
            mean = (open_**12).mean() ** (1 / 12) if 4 * len(open_) >= len(cells) else 0.0
            assert coarse.grid.kmh_at(row, col) == pytest.approx(mean, rel=0.01)
    assert coarse.grid.bounds[0] == grid.bounds[0]


def test_a_preview_of_a_mapped_grid_reads_some_of_its_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "app.solving.cells.coarsen", lambda *_: pytest.fail("reads all of the file")
    )
    grid = mapped_grid(900, 700)
    request = on_cells(grid, 0, algorithm="out-of-core", preview=True)
    monkeypatch.setattr("app.solving.preview_pace.FINE_CELLS", 100_000)
    solved = Solving().run(request)
    assert isinstance(solved.times, Magnified)
    assert solved.times.shape == grid.shape


def test_an_export_of_a_mapped_field_holds_a_small_part_of_it(tmp_path: Path) -> None:
    rows, cols = 16384, 256
    labels = mapped((rows, cols), np.uint32, "travel times")
    labels[:] = np.arange(rows * cols, dtype=np.uint32).reshape(rows, cols) // 7
    labels[::3] = UNREACHED
    grid = grid_from_kmh(np.full((1, 1), 36), 10.0)
    grid = VelocityGrid(mapped((rows, cols), np.uint8, "speeds"), grid.code_speed, 10.0, 10.0)
    last = rows * cols // 7
    times = TravelTimeGrid(labels, 0.5, reached=rows * cols * 2 // 3, max_ticks=last)
    solved = Solved(grid, times, (PlacedStart(5.0, -5.0, 0.0),), "out-of-core", "cpu", "cpu")
    tracemalloc.start()
    try:
        export("times", tmp_path / "times.tif", solved)
        export("bands", tmp_path / "bands.tif", solved, Bands.nice(times.max_seconds))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < labels.nbytes / 2
    with rasterio.open(tmp_path / "times.tif") as dataset:
        assert dataset.profile["tiled"]
        written = dataset.read(1)
    assert written[4, 5] == (4 * cols + 5) // 7 * 0.5
    assert (written[::3] == dataset.nodata).all()
