from __future__ import annotations

import lzma
from pathlib import Path

import numpy as np
import pytest

from core.errors import InputError
from road.files.dimacs.pace import read_pace
from tests.shared_data import needs_shared, shared

TRIANGLE = "c three\np tw 3 3\n1 2\n2 3\nc\n1 3\n"


def test_an_edge_is_two_arcs_that_cost_one(tmp_path: Path) -> None:
    path = tmp_path / "triangle.gr.xz"
    path.write_bytes(lzma.compress(TRIANGLE.encode()))
    graph = read_pace(path)
    assert graph.name == "triangle"
    assert list(zip(graph.tail.tolist(), graph.head.tolist(), strict=True)) == [
        *((0, 1), (0, 2)),
        *((1, 0), (1, 2)),
        *((2, 1), (2, 0)),
    ]
    assert graph.given[0].costs.tolist() == [1] * 6
    assert graph.x is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (TRIANGLE.replace("2 3\n", "2 4\n"), r"line 4: '2 4': the other vertex must lie between"),
        (TRIANGLE.replace("2 3\n", "2 3 1\n"), r"line 4: '2 3 1' is not the line 'vertex other"),
        (TRIANGLE.replace("1 3\n", ""), r"there are 2 edges where the header declares 3"),
        ("p tw x 3\n", r"line 1: 'p tw x 3' is not the line 'p tw VERTICES EDGES'"),
    ],
)
def test_a_broken_file_is_told_by_its_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "roads.gr"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        read_pace(path)


@needs_shared
def test_florida_has_its_declared_size_and_no_parallel_edges() -> None:
    path = shared("roads/pace/FLA.gr.xz")
    graph = read_pace(path)
    assert (graph.vertices, graph.arc_count) == (1_070_376, 2 * 1_343_951)
    ends = graph.tail.astype(np.int64) * graph.vertices + graph.head
    assert len(np.unique(ends)) == graph.arc_count
