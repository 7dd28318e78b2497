"""The result of every grid solver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeGuard

import numpy as np
from numpy.typing import NDArray

from core.times import UNLIMITED, UNREACHED, limit_in_ticks
from raster.geometry import EIGHT
from raster.grid import Window, sample_indices

NO_CLASS = 255
"""Class of an unreached cell in a class image; so a class image holds at most 255 bands."""


class TravelTimes(Protocol):
    """Travel times of a grid, wherever they lie: ask for a window at a size.

    geometry : of `raster.geometry`, that they were solved in.
    """

    @property
    def shape(self) -> tuple[int, int]: ...
    @property
    def tick_seconds(self) -> float: ...
    @property
    def limit_seconds(self) -> float: ...
    @property
    def reached(self) -> int: ...
    @property
    def max_seconds(self) -> float: ...
    @property
    def partial(self) -> bool: ...
    @property
    def geometry(self) -> str: ...

    def seconds(
        self, window: Window, shape: tuple[int, int], rows: tuple[int, int] | None = None
    ) -> NDArray[np.float32]:
        """Seconds of a window at a size, nearest cell; float32, inf where unreached. rows : the
        first of these rows that is wanted and the one after the last; by default all."""
        ...

    def classes(
        self, window: Window, shape: tuple[int, int], limits: Sequence[float]
    ) -> NDArray[np.uint8]:
        """Band of each sampled cell: the first limit (ascending seconds) that holds it, NO_CLASS
        where unreached or past the last limit; uint8."""
        ...

    def seconds_at(self, row: int, col: int) -> float:
        """Seconds of one cell; inf where unreached."""
        ...

    def ticks(self) -> NDArray[np.uint32]:
        """The whole field on the host, uint32, (rows, cols), UNREACHED where unreached."""
        ...

    def ticks_in(self, window: Window) -> NDArray[np.uint32]:
        """A window of `ticks`, to be read only. Where the field lies elsewhere, nothing else of it
        is copied."""
        ...

    def ticks_at(self, rows: NDArray[np.int64], cols: NDArray[np.int64]) -> NDArray[np.uint32]:
        """What `ticks` has where rows and columns meet, uint32, (rows, cols). Where the field lies
        elsewhere, nothing else of it is copied."""
        ...


@dataclass(frozen=True, eq=False)
class TravelTimeGrid:
    """Travel times held in host memory.

    labels : uint32 ticks, (rows, cols); UNREACHED where not reached within the limit.
    """

    labels: NDArray[np.uint32]
    tick_seconds: float
    limit_seconds: float = UNLIMITED
    reached: int = 0
    max_ticks: int = 0
    partial: bool = False
    geometry: str = EIGHT

    @property
    def shape(self) -> tuple[int, int]:
        return int(self.labels.shape[0]), int(self.labels.shape[1])

    @property
    def max_seconds(self) -> float:
        return self.max_ticks * self.tick_seconds

    def ticks(self) -> NDArray[np.uint32]:
        return self.labels

    def ticks_in(self, window: Window) -> NDArray[np.uint32]:
        row, col, height, width = window
        return self.labels[row : row + height, col : col + width]

    def ticks_at(self, rows: NDArray[np.int64], cols: NDArray[np.int64]) -> NDArray[np.uint32]:
        return self.labels[np.ix_(rows, cols)]

    def _sample(self, window: Window, shape: tuple[int, int]) -> NDArray[np.uint32]:
        if shape == (window.height, window.width):
            rows, cols = slice(window.row, None), slice(window.col, None)
            return self.labels[rows, cols][: shape[0], : shape[1]]
        rows_ = sample_indices(window.row, window.height, shape[0])
        cols_ = sample_indices(window.col, window.width, shape[1])
        return self.labels[rows_[:, None], cols_[None, :]]

    def seconds(
        self, window: Window, shape: tuple[int, int], rows: tuple[int, int] | None = None
    ) -> NDArray[np.float32]:
        from raster.read_seconds import read_seconds  # late: no window waits for Numba to be shown

        first, end = rows or (0, shape[0])
        down = sample_indices(window.row, window.height, shape[0])[first:end]
        across = sample_indices(window.col, window.width, shape[1])
        return read_seconds(self.labels, down, across, self.tick_seconds)

    def classes(
        self, window: Window, shape: tuple[int, int], limits: Sequence[float]
    ) -> NDArray[np.uint8]:
        ticks = self._sample(window, shape)
        edges = [limit_in_ticks(limit, self.tick_seconds) for limit in limits]
        bands = np.searchsorted(np.array(edges, np.uint32), ticks, side="left").astype(np.uint8)
        bands[(ticks >= UNREACHED) | (bands >= len(edges))] = NO_CLASS
        return bands

    def seconds_at(self, row: int, col: int) -> float:
        label = int(self.labels[row, col])
        return label * self.tick_seconds if label < UNREACHED else float("inf")


def in_memory(times: object) -> TypeGuard[TravelTimeGrid]:
    """Whether they lie on the host, and not on a device or in a file."""
    return isinstance(times, TravelTimeGrid)
