from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.errors import InputError
from road.files.dimacs.matrix_market import read_matrix_market
from road.graph import RoadGraph
from tests.shared_data import needs_shared, shared


def read(folder: Path, kind: str, lines: str) -> RoadGraph:
    path = folder / "roads.mtx"
    path.write_text(f"%%MatrixMarket matrix coordinate {kind}\n% note\n{lines}")
    return read_matrix_market(path)


def arcs(graph: RoadGraph) -> list[tuple[int, int, int]]:
    costs = graph.given[0].costs.tolist()
    return list(zip(graph.tail.tolist(), graph.head.tolist(), costs, strict=True))


def test_a_symmetric_pattern_leads_both_ways(tmp_path: Path) -> None:
    graph = read(tmp_path, "pattern symmetric", "3 3 2\n2 1\n3 1\n")
    assert arcs(graph) == [(0, 1, 1), (0, 2, 1), (1, 0, 1), (2, 0, 1)]


def test_a_general_matrix_of_integers_is_directed_and_costs_what_it_says(tmp_path: Path) -> None:
    graph = read(tmp_path, "integer general", "2 2 2\n1 2 5\n2 1 8\n")
    assert arcs(graph) == [(0, 1, 5), (1, 0, 8)]


def test_reals_are_counted_in_a_power_of_ten_that_keeps_their_digits(tmp_path: Path) -> None:
    graph = read(tmp_path, "real general", "2 2 2\n1 2 0.5\n2 1 1.25e1\n")
    cost = {(tail, head): cost for tail, head, cost in arcs(graph)}
    assert cost[1, 0] == 25 * cost[0, 1]
    assert graph.given[0].unit == "1e-6 of the file's unit"
    assert cost[0, 1] == 500_000


def test_the_diagonal_leads_nowhere(tmp_path: Path) -> None:
    graph = read(tmp_path, "pattern symmetric", "2 2 2\n1 1\n2 1\n")
    assert graph.arc_count == 2
    assert "1 entries on the diagonal are left out: they lead nowhere" in graph.notes


@pytest.mark.parametrize(
    ("kind", "lines", "message"),
    [
        ("complex general", "", "kind 'coordinate complex general' is not a road graph"),
        ("pattern general", "2 3 1\n1 1\n", "line 3: 2 rows and 3 columns"),
        ("pattern general", "2 2 1\n1 3\n", "line 4: '1 3': the column must lie between 1 and 2"),
        ("integer general", "2 2 1\n1 2 1.5\n", "line 4: .* the weight is not a whole number"),
        ("real general", "2 2 1\n1 2 -1.5\n", "line 4: .* the weight must lie between 0"),
        ("real general", "2 2 1\n1 2 1e\n", "line 4: .* the weight is not a number"),
        ("pattern general", "2 2 2\n1 2\n", "there are 1 entries where the header declares 2"),
    ],
)
def test_a_broken_file_is_told_by_its_line(
    tmp_path: Path, kind: str, lines: str, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        read(tmp_path, kind, lines)


@needs_shared
def test_luxembourg_has_its_size_and_long_chains() -> None:
    graph = read_matrix_market(shared("roads/matrixmarket/luxembourg_osm.mtx.gz"))
    assert (graph.vertices, graph.arc_count) == (114_599, 2 * 119_666)
    degrees = np.diff(graph.first_out)
    assert degrees.mean() == pytest.approx(2.09, abs=0.005)
    assert np.sum(degrees == 2) > graph.vertices / 2
