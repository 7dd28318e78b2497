"""Places of labels in the order in which a sweep downward writes them.

Where states are arcs, each is an inner state of one level alone: of the cell around both ends of
the steps to it that has no smaller one around both in it. Labels that lie by level, the highest
first, and within a level as its inner states do, are written side by side; and what enters a cell
are states that lie inside the cells around it, mostly side by side again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from road.crp.overlay.overlay import Overlay
from road.graph import U32
from road.search.search_graph import sealed


@dataclass(frozen=True, eq=False)
class LabelPlaces:
    """Where the label of each state lies.

    of_state : uint32, states; its place. None where each lies at the number of its state.
    first : int, levels and one more; where the inner states of each level begin, in the order of
        `OverlayLevel.inner`, and where states begin that no step leads to. Zeros without an order.
    """

    of_state: U32 | None
    first: tuple[int, ...]

    def of(self, states: NDArray[Any]) -> NDArray[Any]:
        """Where the labels of these lie, uint32 if there is an order."""
        return states if self.of_state is None else self.of_state[states]


def label_places(overlay: Overlay) -> LabelPlaces:
    """No order where states are vertices: one may be an inner state of several levels then."""
    if not overlay.search.edge_based:
        return LabelPlaces(None, (0,) * (len(overlay.levels) + 1))
    counts = [len(level.inner) for level in overlay.levels]
    total = sum(counts)
    first = total - np.cumsum(counts, dtype=np.int64)
    of_state = np.full(overlay.states, np.iinfo(np.uint32).max, np.uint32)
    for level, begin in zip(overlay.levels, first.tolist(), strict=True):
        of_state[level.inner] = np.arange(begin, begin + len(level.inner), dtype=np.uint32)
    others = np.flatnonzero(of_state == np.iinfo(np.uint32).max)
    assert total + len(others) == overlay.states, "a state that lies inside cells of two levels"
    of_state[others] = np.arange(total, overlay.states, dtype=np.uint32)
    return LabelPlaces(sealed(of_state), (*first.tolist(), total))
