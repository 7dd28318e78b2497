"""Tables by PHAST: what the parity tests of all tables do not look at."""

from __future__ import annotations

import numpy as np
import pytest

from core.cancel import Cancel
from core.errors import CancelledError
from core.parallel.simd import WIDTH
from core.solver import Start
from core.times import UNREACHED
from road.ch.query import tables
from road.ch.query.phast import Phast
from road.ch.query.tables import NOT_NEEDED, PhastTables, rows_for
from road.solvers.dijkstra import Dijkstra
from tests.road.drawn import random_town
from tests.road.searches import random_weights

GRAPH = random_town(300, 6)
WEIGHTS = random_weights(GRAPH, 6)


@pytest.fixture(scope="module")
def phast() -> Phast:
    return Phast(GRAPH, WEIGHTS, core_size=6)


def test_more_sources_than_a_batch_and_the_same_ones_again(phast: Phast) -> None:
    made = PhastTables(phast)
    sources = [Start(k * 7 % 300) for k in range(made.batch + 40)]
    dijkstra = Dijkstra(GRAPH, WEIGHTS)
    expected = np.stack([dijkstra.solve((source,)).labels for source in sources])
    np.testing.assert_array_equal(made.table(sources), expected)
    np.testing.assert_array_equal(made.table(sources, [5, 5, 299]), expected[:, [5, 5, 299]])
    np.testing.assert_array_equal(made.table(sources[::-1]), expected[::-1])


def test_no_sources_and_no_destinations(phast: Phast) -> None:
    made = PhastTables(phast)
    assert made.table([]).shape == (0, 300)
    assert made.table([Start(0)], []).shape == (1, 0)


def test_a_sweep_to_few_looks_at_little_and_at_all_that_they_need(phast: Phast) -> None:
    hierarchy = phast.hierarchy
    rows = rows_for(hierarchy, np.array([17], np.uint32))
    needed = np.flatnonzero(rows.row_of != NOT_NEEDED)
    assert hierarchy.core_size < len(needed) == len(rows.first) - 1 < 100
    assert rows.row_of[needed].tolist() == [*range(len(needed))]
    down = hierarchy.down
    for place in needed:
        mine = slice(down.first[place], down.first[place + 1])
        row = rows.row_of[place]
        own = slice(rows.first[row], rows.first[row + 1])
        np.testing.assert_array_equal(rows.other[own], rows.row_of[down.other[mine]])
        np.testing.assert_array_equal(rows.cost[own], down.cost[mine])
    everything = rows_for(hierarchy, None)
    assert (everything.row_of == np.arange(300)).all()


def test_a_cancelled_table_is_none(phast: Phast, monkeypatch: pytest.MonkeyPatch) -> None:
    made, cancel = PhastTables(phast), Cancel()
    with pytest.raises(CancelledError, match="table"):
        made.table([Start(0)] * 900, progress=lambda *_: cancel.set(), cancel=cancel)
    assert made.table([Start(3)], [3]).tolist() == [[0]]
    hierarchy, rows = phast.hierarchy, rows_for(phast.hierarchy, None)
    labels = np.full((300, WIDTH), 7, np.uint32)
    tables._sweep(0, *rows[1:], UNREACHED - 1, labels, cancel.flag)  # looks at its first row
    assert (labels[hierarchy.core_size :] == 7).all()
