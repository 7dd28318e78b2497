"""The velocity raster: how fast one moves in each cell, and where the cells lie."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError


class Window(NamedTuple):
    """A block of cells: rows row..row+height-1, columns col..col+width-1."""

    row: int
    col: int
    height: int
    width: int


def sample_indices(start: int, length: int, count: int) -> NDArray[np.int64]:
    """`count` cell indices spread evenly over `length` cells from `start` (nearest cell)."""
    centres = (np.arange(count, dtype=np.float64) + 0.5) * (length / count)
    return start + np.minimum(centres.astype(np.int64), length - 1)


def each_in_a_cell(window: Window, shape: tuple[int, int]) -> bool:
    """Whether so many samples of a window are of the cell that each lies in; else cells are shown
    so large that they are of what lies between cells' middles."""
    return shape[0] <= window.height or shape[1] <= window.width


def between(window: Window, whole: tuple[int, int]) -> Window:
    """The cells that samples of a window lie between. whole : rows and columns of the raster."""
    top, left = max(window.row - 1, 0), max(window.col - 1, 0)
    bottom = min(window.row + window.height + 1, whole[0])
    right = min(window.col + window.width + 1, whole[1])
    return Window(top, left, bottom - top, right - left)


class NorthUp:
    """What follows from where north-up cells lie, of classes that say it.

    left, top : outer corner of the upper left cell, in units of the CRS. cell_x, cell_y : sizes of
    a cell there, both positive. metres_per_unit : length of a unit.
    """

    left: float
    top: float
    cell_x: float
    cell_y: float
    metres_per_unit: float

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        raise NotImplementedError

    @property
    def step_x(self) -> float:
        """Metres between the centres of two cells of a row."""
        return self.cell_x * self.metres_per_unit

    @property
    def step_y(self) -> float:
        """Metres between the centres of two cells of a column."""
        return self.cell_y * self.metres_per_unit

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """(left, bottom, right, top) in CRS units."""
        rows, cols = self.shape
        return (
            self.left,
            self.top - rows * self.cell_y,
            self.left + cols * self.cell_x,
            self.top,
        )


@dataclass(frozen=True, eq=False)
class VelocityGrid(NorthUp):
    """Speeds on a north-up grid.

    values : (rows, cols), uint8 or uint16 codes, or float32 km/h. In float32, NaN is no data.
    code_speed : float64, (256,) or (65536,), km/h of each code, NaN for no data; None for float32.
    left, top : outer corner of the upper left cell, in units of the CRS.
    cell_x, cell_y : cell size in units of the CRS, both positive; cells need not be square.
    metres_per_unit : length of a unit of the CRS.
    crs_wkt : None where the file names no CRS.

    A speed of 0 (or below) is a barrier. No data, barrier and *unreached* are different things.
    """

    values: NDArray[np.generic]
    code_speed: NDArray[np.float64] | None
    cell_x: float
    cell_y: float
    left: float = 0.0
    top: float = 0.0
    metres_per_unit: float = 1.0
    crs_wkt: str | None = None
    name: str = "terrain"
    notes: tuple[str, ...] = field(default=())

    def __post_init__(self) -> None:
        if self.values.ndim != 2 or self.values.size == 0:
            raise InputError(
                f"a grid of shape {self.values.shape}", advice="Give rows × columns, both ≥ 1."
            )
        expected = {"uint8": 256, "uint16": 65536, "float32": None}
        if self.values.dtype.name not in expected:
            raise InputError(
                f"speeds of type {self.values.dtype}", advice="Use uint8, uint16 or float32."
            )
        codes = None if self.code_speed is None else len(self.code_speed)
        if codes != expected[self.values.dtype.name]:
            raise InputError(
                f"{codes} code speeds for {self.values.dtype} values",
                advice="Give one speed per code, or none for float32.",
            )
        for size in (self.cell_x, self.cell_y, self.metres_per_unit):
            if not (math.isfinite(size) and size > 0):
                raise InputError(f"a cell size of {size}", advice="Give a positive size.")

    @property
    def rows(self) -> int:
        return int(self.values.shape[0])

    @property
    def cols(self) -> int:
        return int(self.values.shape[1])

    @property
    def shape(self) -> tuple[int, int]:
        return self.rows, self.cols

    @property
    def cell_area(self) -> float:
        """Square metres."""
        return self.step_x * self.step_y

    def cell_at(self, x: float, y: float) -> tuple[int, int] | None:
        """(row, col) of the cell that holds the CRS point; None outside the grid."""
        across, down = (x - self.left) / self.cell_x, (self.top - y) / self.cell_y
        if not (-1 < across <= self.cols + 1 and -1 < down <= self.rows + 1):
            return None  # also what is no number, or infinitely far
        col, row = math.floor(across), math.floor(down)
        # The right and bottom edges belong to the last cells, so that a corner can be clicked.
        if col == self.cols and x <= self.left + self.cols * self.cell_x:
            col -= 1
        if row == self.rows and y >= self.top - self.rows * self.cell_y:
            row -= 1
        if 0 <= row < self.rows and 0 <= col < self.cols:
            return row, col
        return None

    def centre_of(self, row: float, col: float) -> tuple[float, float]:
        """CRS point in the middle of a cell."""
        return self.left + (col + 0.5) * self.cell_x, self.top - (row + 0.5) * self.cell_y

    def whole(self) -> Window:
        return Window(0, 0, self.rows, self.cols)

    def kmh_of(self, values: NDArray[np.generic]) -> NDArray[np.float32]:
        """km/h of raw cell values, float32, same shape; NaN for no data."""
        if self.code_speed is None:
            return np.asarray(values, np.float32)
        speeds: NDArray[np.float32] = self.code_speed.astype(np.float32)[values]
        return speeds

    def kmh(self, window: Window, shape: tuple[int, int]) -> NDArray[np.float32]:
        """Speeds of a window at a size, nearest cell; float32 km/h, NaN for no data."""
        rows = sample_indices(window.row, window.height, shape[0])
        cols = sample_indices(window.col, window.width, shape[1])
        return self.kmh_of(self.values[rows[:, None], cols[None, :]])

    def kmh_at(self, row: int, col: int) -> float:
        """km/h of one cell; NaN for no data."""
        return float(self.kmh_of(self.values[row : row + 1, col : col + 1])[0, 0])

    def passable(self, row: int, col: int, zero_speed_kmh: float = 0.0) -> bool:
        """Whether a front can stand in the cell, given what 0 km/h is turned into."""
        speed = self.kmh_at(row, col)
        return speed > 0 or (speed <= 0 and zero_speed_kmh > 0)


def grid_from_kmh(
    kmh: NDArray[np.generic], cell_x: float = 1.0, cell_y: float | None = None, **geometry: object
) -> VelocityGrid:
    """A grid from an array of km/h: whole numbers 0..254 become uint8 codes, all else float32.

    kmh : any real dtype, (rows, cols); NaN is no data, ≤ 0 a barrier.
    """
    speeds = np.asarray(kmh, np.float32)
    known = ~np.isnan(speeds)
    fits = bool(np.all((speeds[known] >= 0) & (speeds[known] <= 254) & (speeds[known] % 1 == 0)))
    cell_y = cell_x if cell_y is None else cell_y
    if not fits:
        return VelocityGrid(
            np.ascontiguousarray(speeds),
            None,
            cell_x,
            cell_y,
            **geometry,  # type: ignore[arg-type]  # named geometry fields of the grid
        )
    codes = np.full(speeds.shape, 255, np.uint8)
    codes[known] = speeds[known].astype(np.uint8)
    code_speed = np.arange(256, dtype=np.float64)
    code_speed[255] = np.nan
    return VelocityGrid(codes, code_speed, cell_x, cell_y, **geometry)  # type: ignore[arg-type]
