"""The terrains that speed is measured on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.instances.terrains import fractal_terrain
from benchmarks.peers.absent import AbsentError
from raster.files.read import open_velocity
from raster.grid import VelocityGrid
from raster.starts import good_start
from resources.paths import SAMPLE

SEED = 1
GRANDE_COMORE = Path("terrain/velocity-grande-comore/velocity_grande_comore_30m.tif")
_HERE = Path(__file__).resolve()
SHARED = (_HERE.parents[3] / "shared" / "data", _HERE.parents[2] / ".carry" / "data")


@dataclass(frozen=True)
class Terrain:
    """A grid and where to start in it.

    seed : of a generated grid; None for one from a file.
    start : flat index, row * cols + col.
    """

    name: str
    grid: VelocityGrid
    seed: int | None
    start: int


def _placed(name: str, grid: VelocityGrid, seed: int | None = None) -> Terrain:
    cell = good_start(grid)
    if cell is None:
        raise AbsentError(f"{name}: no cell can be entered")
    return Terrain(name, grid, seed, cell[0] * grid.cols + cell[1])


def sample() -> Terrain:
    return _placed("sample", open_velocity(SAMPLE))


def grande_comore() -> Terrain:
    """Raises AbsentError where the shared data are not beside the project."""
    for folder in SHARED:
        if (folder / GRANDE_COMORE).is_file():
            return _placed("Grande Comore", open_velocity(folder / GRANDE_COMORE))
    raise AbsentError("Grande Comore: the shared terrain data are not beside the project")


def fractal(side: int) -> Terrain:
    return _placed(f"fractal {side}²", fractal_terrain(side, side, SEED), SEED)


def terrains(sizes: Sequence[int]) -> Iterator[Callable[[], Terrain]]:
    """The sample, Grande Comore and generated ones, each made when called."""
    yield sample
    yield grande_comore
    for side in sizes:
        yield lambda side=side: fractal(side)  # type: ignore[misc]  # binds the loop's value
