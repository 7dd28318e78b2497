"""Streets of one name become one line."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from road.graph import RoadGraph
from road.maps.name_lines import NameLines, name_lines_of
from tests.road.files.osm_text import graph_of, node, way


def lines_of(graph: RoadGraph) -> NameLines:
    found = name_lines_of(graph, lambda x, y: (x.copy(), y.copy()))
    assert found is not None
    return found


def named(number: int, nodes: list[int], name: str, kind: str = "residential") -> str:
    return way(number, nodes, {"highway": kind, "name": name})


def points(lines: NameLines, line: int) -> list[tuple[float, float]]:
    """In hundreds of metres from the least of all."""
    begin, end = lines.first[line], lines.first[line + 1]
    x, y = lines.px[begin:end] / 0.0009, lines.py[begin:end] / 0.0009
    both = zip(x.round(1).tolist(), y.round(1).tolist(), strict=True)
    return [(a, b + 0.0) for a, b in both]


def test_streets_of_one_name_that_meet_are_one_line(tmp_path: Path) -> None:
    #       6   A: 1 - 2 - 3, in two ways, the second against it
    #       |   B: 3 - 6 and 3 - 5
    # 1--2--3--5
    nodes = [node(1, 0, 0), node(2, 1, 0), node(3, 2, 0), node(5, 3, 0), node(6, 2, 1)]
    graph = graph_of(
        tmp_path, *nodes, named(10, [1, 2], "A"), named(11, [3, 2], "A", "primary"),
        named(12, [3, 6], "B"), named(13, [3, 5], "B"),
    )  # fmt: skip
    lines, names = lines_of(graph), graph.names
    assert names is not None
    found = {names.texts[lines.name[k]]: points(lines, k) for k in range(len(lines.name))}
    assert sorted(found["A"]) == [(0, -1), (1, -1), (2, -1)]
    assert found["A"] in ([(0, -1), (1, -1), (2, -1)], [(2, -1), (1, -1), (0, -1)])
    assert len(found["B"]) == 3
    assert found["B"][1] == (2, -1)
    rank = {names.texts[lines.name[k]]: int(lines.rank[k]) for k in range(len(lines.name))}
    assert rank == {"A": 2, "B": 0}  # the highest of its streets
    assert np.allclose(lines.length, 0.0018, rtol=1e-2)


def test_a_ring_and_a_fork_end(tmp_path: Path) -> None:
    #  4--3      R: a square; Y: three arms that meet at 5
    #  |  |
    #  1--2   6-5-7, 5-8
    nodes = [node(1, 0, 0), node(2, 1, 0), node(3, 1, 1), node(4, 0, 1)]
    nodes += [node(5, 5, 0), node(6, 4, 0), node(7, 6, 0), node(8, 5, 1)]
    arms = [named(20 + k, [5, k], "Y") for k in (6, 7, 8)]
    graph = graph_of(tmp_path, *nodes, named(10, [1, 2, 3, 4, 1], "R"), *arms)
    lines, names = lines_of(graph), graph.names
    assert names is not None
    by_name: dict[str, float] = {}
    for k, length in enumerate(lines.length.tolist()):
        text = names.texts[lines.name[k]]
        by_name[text] = by_name.get(text, 0.0) + length / 0.0009
    assert abs(by_name["R"] - 4) < 0.05
    assert abs(by_name["Y"] - 3) < 0.05  # each arm once
    assert np.all(lines.boxes[:, :2] <= lines.boxes[:, 2:])


def test_roads_without_names_have_no_lines(tmp_path: Path) -> None:
    graph = graph_of(tmp_path, node(1, 0, 0), node(2, 1, 0), way(10, [1, 2]))
    assert name_lines_of(graph, lambda x, y: (x, y)) is None
