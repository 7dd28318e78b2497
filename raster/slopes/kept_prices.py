"""Prices of steps on slopes that a solver keeps from solve to solve: they do not hang on starts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.host_memory import free_memory
from raster.slopes.costs import KEPT_WORDS, SlopedCosts
from raster.tiles.layout import TILE

PRICES_SHARE = 0.25
"""Share of the memory that is free which the prices of a raster take at most."""

TURNS = 4
"""Solves on which it is spread to write prices into fresh memory."""

LATER = 2
"""Mark of a tile whose prices a later solve is to keep; as `SlopedCosts.priced` has it."""


class KeptPrices:
    """Those of the tiles of one raster by one model, at the tick of the latest solves.

    A first solve at a tick keeps none: to write fresh memory takes as long as it would save. Each
    of the next TURNS keeps those of other tiles, 32 bytes a cell, so that none takes much longer
    than the one before, and all after that find them.
    """

    def __init__(self) -> None:
        self._asked: tuple[float, float] | None = None
        self._prices: NDArray[np.uint32] | None = None
        self._priced = np.zeros(0, np.uint8)
        self._turn = 0

    @property
    def kept_tiles(self) -> int:
        """How many tiles have their prices here."""
        return int((self._priced == 1).sum())

    def on(self, costs: SlopedCosts) -> SlopedCosts:
        """The costs, with prices where some are kept."""
        asked = float(costs.scale[0]), costs.zero_speed
        if asked != self._asked:
            self._asked, self._priced = asked, np.zeros(0, np.uint8)
            return costs
        if self._prices is None:
            tiles = -(-costs.values.shape[0] // TILE) * -(-costs.values.shape[1] // TILE)
            fits = 4 * KEPT_WORDS * tiles <= PRICES_SHARE * free_memory()
            self._prices = np.empty((tiles if fits else 0, KEPT_WORDS), np.uint32)
        if not len(self._priced):
            self._priced, self._turn = np.full(len(self._prices), LATER, np.uint8), 0
        if self._turn < TURNS:
            # Side by side, as the system gives memory by large pages.
            share = -(-len(self._priced) // TURNS)
            self._priced[self._turn * share : (self._turn + 1) * share] = 0
            self._turn += 1
        return costs._replace(prices=self._prices, priced=self._priced)
