"""The order of the device by several threads is that by one; what it serves is told elsewhere."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core.parallel import threads
from road.crp.device_layout.matrices import matrix_cells
from road.crp.device_layout.order import offsets_at, ordered
from road.crp.overlay.overlay import Overlay, overlay_of
from road.search.search_graph import SearchGraph
from tests.road.crp.nests import halved
from tests.road.drawn import grid_city
from tests.road.searches import random_weights


def arrays_of(overlay: Overlay) -> dict[str, Any]:
    ground = overlay.ground
    found: dict[str, Any] = {f"rows {k}": array for k, array in enumerate(ground.rows)}
    found |= {name: getattr(ground, name) for name in ("entering", "leaving", "step")}
    for number, level in enumerate(overlay.levels):
        found |= {f"{name} {number}": value for name, value in vars(level).items()}
        cells = matrix_cells(overlay, number)
        assert cells is not None
        found |= {f"{name} of cells {number}": array for name, array in cells._asdict().items()}
    return {name: array for name, array in found.items() if isinstance(array, np.ndarray)}


@pytest.mark.parametrize("edge_based", [False, True])
def test_several_threads_order_as_one_does(
    edge_based: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = grid_city(40, 60)
    search = SearchGraph.of(graph, random_weights(graph, 1), edge_based=edge_based)
    overlay = overlay_of(search, halved(graph, (4, 12, 40, 160)))
    monkeypatch.setattr(threads, "thread_count", lambda: 1)
    alone = arrays_of(ordered(overlay))
    monkeypatch.setattr(threads, "thread_count", lambda: 3)
    monkeypatch.setattr(threads, "WORTH_SHARING", 1)
    shared = arrays_of(ordered(overlay))
    assert shared.keys() == alone.keys()
    assert len(alone) > 40
    for name, array in alone.items():
        np.testing.assert_array_equal(shared[name], array, name, strict=True)


def test_offsets_at_the_end_are_the_end() -> None:
    begin = np.array([0, 4, 9], np.int64)
    found = offsets_at(begin, 11, np.array([0, 2, 3, 3], np.int64))
    assert found.tolist() == [0, 9, 11, 11]
    assert offsets_at(begin[:0], 0, np.zeros(2, np.int64)).tolist() == [0, 0]
