"""Prices of steps on slopes that a solver keeps from solve to solve: they do not hang on starts."""

from __future__ import annotations

import os

import numpy as np
from numba import get_num_threads
from numpy.typing import NDArray

from core.host_memory import UNKNOWN, free_memory
from core.parallel.spare import aligned_words
from raster.slopes.costs import SlopedCosts
from raster.slopes.tile_layout import STEP_WORDS, WEDGE_WORDS
from raster.tiles.cells import TILE

PRICES_SHARE = 0.25
"""Share of the memory that is free which the prices of a raster take at most, where all processors
are this process's: beside it there are as many like it as its threads leave room for."""

WHERE_NOBODY_SAYS = 4 << 30
"""Bytes that are taken to be free where the system does not tell."""

TURNS = 4
"""Solves on which it is spread to write prices of steps into fresh memory; where wedges have some
as well, on twice as many."""

LATER = 2
"""Mark of a tile whose prices a later solve is to keep; as `SlopedCosts.priced` has it."""


class KeptPrices:
    """Those of the tiles of one raster by one model, at the tick of the latest solves.

    A first solve at a tick keeps none: to write fresh memory takes as long as it would save. Some
    solves after it keep those of other tiles each, 50 bytes a cell, so that none takes much longer
    than the one before, and all after these find them. Along straight lines wedges take 205 bytes
    more, and are found when they are first asked for; where only steps fit, wedges are not kept.
    """

    def __init__(self) -> None:
        self._asked: tuple[float, float] | None = None
        self._prices: NDArray[np.uint32] | None = None
        self._wedges = np.empty(0, np.uint32)
        self._priced = np.zeros(0, np.uint8)
        self._turn = 0
        self._at_once = False
        self._through = True  # as where nothing was asked

    @property
    def learns(self) -> bool:
        """Whether another solve like the last finds prices that are not kept yet."""
        return not self._through

    def learn_at_once(self) -> None:
        """Have the next solve keep all that it finds, since nobody waits for it."""
        self._at_once = True

    def solved(self) -> None:
        """A solve came to its end, with the latest costs if on slopes."""
        self._through = self._asked is None or self._turn >= self._turns

    @property
    def kept_tiles(self) -> int:
        """How many tiles have their prices here."""
        return int((self._priced == 1).sum())

    @property
    def wedge_bytes(self) -> int:
        """Memory for what wedges cost."""
        return self._wedges.nbytes

    @property
    def _turns(self) -> int:
        return TURNS if self._wedges.size == 0 else 2 * TURNS

    def on(self, costs: SlopedCosts) -> SlopedCosts:
        """The costs, with prices where some are kept."""
        asked = float(costs.scale[0]), costs.zero_speed
        if asked != self._asked:
            self._asked, self._priced = asked, np.zeros(0, np.uint8)
            self._turn, self._through = 0, False
            return costs
        if self._prices is None:
            tiles = -(-costs.values.shape[0] // TILE) * -(-costs.values.shape[1] // TILE)
            words = _most_words()
            fits = tiles * STEP_WORDS <= words
            self._prices = _room_for(tiles * STEP_WORDS if fits else 0)
            wanted = costs.straight and len(self._prices) > 0
            if wanted and tiles * (STEP_WORDS + WEDGE_WORDS) <= words:
                self._wedges = _room_for(tiles * WEDGE_WORDS)
        if not len(self._priced):
            tiles = len(self._prices) // STEP_WORDS
            self._priced = np.full(tiles, LATER, np.uint8)
        if self._at_once:
            self._priced[self._priced == LATER], self._at_once = 0, False
            self._turn = self._turns
        if self._turn < self._turns:
            # Side by side, as the system gives memory by large pages.
            share = -(-len(self._priced) // self._turns)
            self._priced[self._turn * share : (self._turn + 1) * share] = 0
            self._turn += 1
        return costs._replace(prices=self._prices, wedges=self._wedges, priced=self._priced)


def _room_for(words: int) -> NDArray[np.uint32]:
    """Memory for so many words, or none where the system refuses it, whatever it says is free."""
    try:
        return aligned_words(words)
    except MemoryError:
        return np.empty(0, np.uint32)


def _most_words() -> float:
    """Words that all prices of a raster may take."""
    free, share = free_memory(), min(get_num_threads() / (os.cpu_count() or 1), 1.0)
    return PRICES_SHARE * share * (WHERE_NOBODY_SAYS if free == UNKNOWN else free) / 4
