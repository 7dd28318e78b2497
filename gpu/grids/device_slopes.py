"""Heights and factors of a grid on the device, as gpu/include/slopes/steps.cuh has them, and of the
lines in wedges, as wedge_lines.cuh there has them."""

from __future__ import annotations

import weakref
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpu.buffers import address, budget, when_short
from gpu.grids.device_grid import CELLS, TILE, DeviceGrid
from gpu.sources import layout_of
from raster.grid import VelocityGrid
from raster.slopes.costs import SlopedCosts
from raster.slopes.heights import UNKNOWN
from raster.slopes.slopes import SHARES, GridSlopes
from raster.steps import DIAGONAL, EAST_WEST, NORTH_SOUTH

SLOPES = layout_of("Slopes", "include/slopes/steps.cuh")
WEDGE_LINES = layout_of("WedgeLines", "include/slopes/wedge_lines.cuh")

KINDS = 3
"""Kinds of steps, which come before the lines of wedges wherever these are priced."""

HEIGHT_WORDS = 768
"""Words of a tile's heights, three bytes a cell; as in steps.cuh."""

SMALL = 1 << 20
"""Ticks below which what is priced is multiplied quickly; as in steps.cuh."""

BIN_BYTES = 16
"""Bytes of a bin: value and gain, upwards and downwards."""

PRICE_WORDS = 9088
"""Words of the prices of a tile's steps, where they are kept; as in kept_prices.cuh."""

LINE_PRICE_WORDS = 54816
"""Words of those along straight lines, steps and lines; as in row_prices.cuh."""

PRICES_SHARE = 0.6
"""Share of the memory that may be used which prices take at most."""


class DeviceSlopes:
    """Heights of the cells of a grid, three bytes each in its tiles, and factors by slope.

    near : most bins that a block of kernels keeps in shared memory. straight : whether lines
    between the eight directions are priced, too.
    """

    def __init__(
        self, on_device: DeviceGrid, slopes: GridSlopes, near: int, straight: bool
    ) -> None:
        import cupy

        self._on = on_device
        factors = slopes.factors(on_device.grid)
        values, gains = factors.bins >> 32, factors.bins.astype(np.int32)
        up_and_down = np.stack([values[0], gains[0], values[1], gains[1]], axis=1)
        self.bins = cupy.asarray(np.ascontiguousarray(up_and_down.astype(np.uint32)))
        self.count = len(up_and_down)
        self.near = min(near, self.count)
        self.module = on_device.module("grids/slopes")
        self.heights = cupy.empty(on_device.tiles * HEIGHT_WORDS, cupy.uint32)
        self._upload(slopes)
        self._lost = cupy.zeros(1, cupy.uint32)
        self._prices: Any = None
        self._priced_at = (0.0, 0.0)
        self._known: tuple[SlopedCosts, tuple[np.void, np.void]] | None = None
        self._price_words = LINE_PRICE_WORDS if straight else PRICE_WORDS
        needed = 4 * self._price_words * on_device.tiles
        self._keeps = needed <= PRICES_SHARE * budget(on_device.device)
        _all.add(self)

    @staticmethod
    def bytes_needed(grid: VelocityGrid) -> int:
        """Bytes of the heights on the device."""
        return 4 * HEIGHT_WORDS * -(-grid.rows // TILE) * -(-grid.cols // TILE)

    def _upload(self, slopes: GridSlopes) -> None:
        import cupy

        tile_cols, cols = self._on.tile_cols, self._on.grid.cols
        for top, rows in self._on.bands():
            high, low = (
                cupy.asarray(np.ascontiguousarray(part[top : top + rows]))
                for part in (slopes.heights.high, slopes.heights.low)
            )
            self.module.launch(
                "heights_to_tiles",
                -(-rows // TILE) * tile_cols,
                256,
                high,
                low,
                self.heights,
                np.int32(top),
                np.int32(rows),
                np.int32(cols),
                np.int32(tile_cols),
            )

    def prices(self, costs: SlopedCosts, grid: np.void) -> Any:
        """Prices of all steps at the tick of `costs`, uint32, (tiles, PRICE_WORDS), or with those
        of all lines in wedges (tiles, LINE_PRICE_WORDS), on the current stream; None where memory
        is short.

        They stay what they are until the next call. Who reads them holds them: memory that others
        need goes as soon as nobody does. grid : struct Grid at that tick.
        """
        import cupy

        if not self._keeps:
            return None
        prices, priced_at = self._prices, (float(costs.scale[0]), costs.zero_speed)
        if prices is None:
            try:
                prices = cupy.empty((self._on.tiles, self._price_words), cupy.uint32)
            except cupy.cuda.memory.OutOfMemoryError:  # others took it since
                self.forget_prices()
                return None
            self._priced_at = (0.0, 0.0)
        if self._priced_at != priced_at:
            kernels, slopes = self._on.module("grids/slope_prices"), self.priced(costs)
            if costs.straight:
                told = grid, slopes, self.lines(costs), prices
                kernels.launch("price_lines", self._on.tiles, 8 * TILE, *told)
            else:
                kernels.launch("price_slopes", self._on.tiles, CELLS // 4, grid, slopes, prices)
            self._priced_at = priced_at
        self._prices = prices if self._keeps else None
        return prices

    @property
    def nbytes(self) -> int:
        """On the device, of all that there is now."""
        kept = self._prices.nbytes if self._prices is not None else 0
        return int(self.heights.nbytes + self.bins.nbytes + kept)

    @property
    def keeps(self) -> bool:
        """Whether prices are kept where they are asked for."""
        return self._keeps

    @property
    def keeps_prices(self) -> bool:
        return self._prices is not None

    def price_anew(self) -> None:
        """Take none of the prices for those of the next solve."""
        self._priced_at = (0.0, 0.0)

    @property
    def on(self) -> int:
        """Index of the device."""
        return self._on.device

    def forget_prices(self) -> None:
        """Keep none from now on; in any thread."""
        self._keeps, self._prices = False, None

    def priced(self, costs: SlopedCosts) -> np.void:
        """struct Slopes at the tick of `costs`, with no prices; valid until the next call."""
        return self._records(costs)[0]

    def lines(self, costs: SlopedCosts) -> np.void:
        """struct WedgeLines at the tick of `costs`, which are those of straight lines; valid until
        the next call."""
        return self._records(costs)[1]

    def _records(self, costs: SlopedCosts) -> tuple[np.void, np.void]:
        if self._known is None or self._known[0] is not costs:
            lines = self._lines(costs) if costs.straight else np.zeros(1, WEDGE_LINES)[0]
            self._known = costs, (self._slopes(costs), lines)
        return self._known[1]

    def _slopes(self, costs: SlopedCosts) -> np.void:
        record: np.void = np.zeros(1, SLOPES)[0]
        record["heights"], record["bins"] = address(self.heights), address(self.bins)
        record["count"], record["near"] = self.count, self.near
        record["scale"], record["level"] = costs.rise_scale[:KINDS], costs.level[:KINDS]
        record["least"], record["most"] = costs.least[:KINDS], costs.most[:KINDS]
        inside, at_hand = self._inside(costs)[:KINDS], self._at_hand(costs)[:KINDS]
        record["inside"] = np.where(record["level"] < SMALL, inside, -1)
        record["at_hand"] = at_hand
        record["halves"], record["kept"] = int(not costs.level.any()), costs.kept
        return record

    def _lines(self, costs: SlopedCosts) -> np.void:
        record: np.void = np.zeros(1, WEDGE_LINES)[0]
        record["longer"] = costs.longer
        for name, of_all in (
            ("scale", costs.rise_scale),
            ("level", costs.level),
            ("least", costs.least),
            ("most", costs.most),
        ):
            record[name] = of_all[KINDS:]
        plain = np.minimum(self._inside(costs), self._at_hand(costs))
        by_kind = plain[KINDS:].reshape(2, len(SHARES)).min(axis=1)
        for kind in (EAST_WEST, NORTH_SOUTH):
            record["plain"][kind] = min(plain[kind], plain[DIAGONAL], by_kind[kind])
        return record

    @staticmethod
    def _inside(costs: SlopedCosts) -> NDArray[np.int64]:
        """The largest rises, up or down, that are within the cuts for sure, of all that is priced;
        -1 where none is."""
        return np.maximum(np.minimum(-costs.least, costs.most), -1)

    def _at_hand(self, costs: SlopedCosts) -> NDArray[np.int64]:
        """The largest rises, up or down, whose bins blocks keep in shared memory."""
        found: NDArray[np.int64] = ((self.near << 32) - 1) // np.maximum(costs.rise_scale, 1)
        return np.minimum(found, UNKNOWN)

    def loses_cells(self, costs: SlopedCosts, grid: np.void, labels: object) -> bool:
        """`DeviceGrid.loses_cells` on slopes. grid : struct Grid at their tick."""
        self._lost.fill(0)
        self.module.launch(
            "outgrown_on_slopes", self._on.tiles, 256, grid, self.priced(costs), labels, self._lost
        )
        return bool(self._lost.get()[0])


_all: weakref.WeakSet[DeviceSlopes] = weakref.WeakSet()
"""All that are in use."""


def _release(device: int) -> None:
    for slopes in tuple(_all):
        if slopes.on == device:
            slopes.forget_prices()


when_short(_release)
