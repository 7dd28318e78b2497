from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

from core.cancel import Cancel
from core.errors import CancelledError, InputError
from road.files.dimacs.importer import read_dimacs
from road.properties import RoadClass
from tests.shared_data import needs_shared, shared

# 1 ⇄ 2 twice over, 2 → 3
ARCS = """c a comment
p sp 3 5
a 2 3 7
a 1 2 10

c in between
a 2 1 10
a 1 2 4
a 2 1 4
"""
PLACES = "p aux sp co 3\nv 2 7500000 46000000\nv 1 7400000 46000000\nv 3 7600000 46500000\n"


def write(folder: Path, text: str, name: str = "roads.gr") -> Path:
    path = folder / name
    path.write_text(text)
    return path


def test_arcs_are_sorted_and_parallel_ones_keep_their_order(tmp_path: Path) -> None:
    graph = read_dimacs(write(tmp_path, ARCS))
    assert graph.tail.tolist() == [0, 0, 1, 1, 1]
    assert graph.head.tolist() == [1, 1, 2, 0, 0]
    assert graph.given[0].costs.tolist() == [10, 4, 7, 10, 4]
    assert graph.vertex_ids.tolist() == [1, 2, 3]
    assert (graph.given[0].unit, graph.given[0].seconds) == ("", 0.0)


def test_coordinates_beside_the_file_are_degrees_by_id(tmp_path: Path) -> None:
    write(tmp_path, PLACES, "roads.co")
    graph = read_dimacs(write(tmp_path, ARCS))
    assert graph.x is not None
    assert graph.y is not None
    assert graph.x.tolist() == [7.4, 7.5, 7.6]
    assert graph.y.tolist() == [46.0, 46.0, 46.5]
    assert graph.geographic
    assert graph.arcs.length_m[0] == pytest.approx(7724, rel=1e-3)  # 0.1° of longitude there


def test_a_gzip_and_a_text_without_a_last_line_feed_read_alike(tmp_path: Path) -> None:
    packed = tmp_path / "roads.gr.gz"
    packed.write_bytes(gzip.compress(ARCS.rstrip("\n").replace("\n", "\r\n").encode()))
    plain = read_dimacs(write(tmp_path, ARCS))
    other = read_dimacs(packed)
    assert np.array_equal(plain.head, other.head)
    assert np.array_equal(plain.given[0].costs, other.given[0].costs)


def test_a_second_metric_needs_the_same_arcs(tmp_path: Path) -> None:
    first = write(tmp_path, ARCS)
    second = write(tmp_path, ARCS.replace("2 3 7", "2 3 9"), "other.gr")
    graph = read_dimacs(first, costs=[second])
    assert [given.costs[2] for given in graph.given] == [7, 9]
    strange = write(tmp_path, ARCS.replace("2 3 7", "1 3 7"), "strange.gr")
    with pytest.raises(InputError, match=r"strange\.gr: its arcs are not those of roads\.gr"):
        read_dimacs(first, costs=[strange])


def test_challenge_files_know_their_units_and_find_each_other(tmp_path: Path) -> None:
    arcs = "p sp 2 2\na 1 2 {0}\na 2 1 {0}\n"
    write(tmp_path, arcs.format(2500), "USA-road-t.X.gr")
    path = write(tmp_path, arcs.format(1000), "USA-road-d.X.gr")
    graph = read_dimacs(path)
    assert [(g.name, g.unit, g.seconds) for g in graph.given] == [
        ("distance", "0.1 m", 0.0),
        ("time", "3.6 ms", 0.0036),
    ]
    assert graph.arcs.length_m.tolist() == [100.0, 100.0]
    assert graph.arcs.speed_limit.tolist() == [40, 40]
    assert graph.arcs.road_class.tolist() == [RoadClass.RESIDENTIAL] * 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            ARCS.replace("a 1 2 4", "a 1 2 x"),
            r"line 8: 'a 1 2 x': the weight is not a whole number",
        ),
        (ARCS.replace("a 1 2 4", "a 1 9 4"), r"line 8: .* the head must lie between 1 and 3"),
        (ARCS.replace("a 1 2 4", "a 0 2 4"), r"line 8: .* the tail must lie between 1 and 3"),
        (ARCS.replace("a 1 2 4", "a 1 2"), r"line 8: 'a 1 2' is not the line 'a tail head weight'"),
        (ARCS.replace("a 1 2 4", "a 1 2 4 5"), r"line 8: .* is not the line"),
        (ARCS.replace("a 1 2 4", "b 1 2 4"), r"line 8: .* is not the line"),
        (ARCS.replace("a 1 2 4", "a 1 2 -4"), r"line 8: .* the weight must lie between 0 and"),
        (ARCS.replace("a 1 2 4", "a 1 2 1073741824"), r"line 8: .* the weight must lie between"),
        (ARCS.replace("a 1 2 4", "a 1 2 1.5"), r"line 8: .* not a whole number"),
        (ARCS.replace("3 5", "3 6"), r"line 9: the file ends after 5 of 6 arcs"),
        (ARCS.replace("3 5", "3 4"), r"5 arcs where the header declares 4"),
        (ARCS.replace("p sp 3 5", "p sp 3"), r"line 2: 'p sp 3' is not the line"),
        (PLACES, r"line 1: these are coordinates only. Open the \.gr file"),
        ("c nothing\n", r"'' is not the line"),
    ],
)
def test_a_broken_file_is_told_by_its_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read_dimacs(write(tmp_path, text))
    assert "\n" not in caught.value.one_line()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (PLACES.replace("v 3", "v 2"), "vertex 2 has 2 positions"),
        (PLACES.replace("co 3", "co 4"), "line 1: 4 positions for 3 vertices"),
        (PLACES.replace("7600000", "east"), "line 4: .* the x is not a number"),
    ],
)
def test_broken_coordinates_are_told_by_their_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_dimacs(write(tmp_path, ARCS), coordinates=write(tmp_path, text, "odd.co"))


def test_a_cut_gzip_is_an_input_error(tmp_path: Path) -> None:
    path = tmp_path / "roads.gr.gz"
    path.write_bytes(gzip.compress(ARCS.encode())[:-20])
    with pytest.raises(InputError, match="cannot be read to its end"):
        read_dimacs(path)


def test_a_cancelled_import_stops(tmp_path: Path) -> None:
    cancel = Cancel()
    cancel.set()
    with pytest.raises(CancelledError):
        read_dimacs(write(tmp_path, ARCS), cancel=cancel)


@needs_shared
def test_new_york_is_as_its_description_says() -> None:
    path = shared("roads/dimacs/USA-road-d.NY.gr.gz")
    graph = read_dimacs(path)
    assert (graph.vertices, graph.arc_count) == (264_346, 733_846)
    distance, time = graph.given
    assert (distance.costs.min(), distance.costs.max()) == (1, 36_946)
    assert (time.costs.min(), time.costs.max()) == (2, 92_366)
    ends = graph.tail.astype(np.int64) * graph.vertices + graph.head
    assert len(ends) - len(np.unique(ends)) == 3_746
    assert not np.any(graph.tail == graph.head)
    degrees = np.diff(graph.first_out)
    assert (degrees.min(), degrees.max()) == (1, 8)
    assert graph.x is not None
    assert graph.y is not None
    assert (graph.x[0], graph.y[0]) == (-73.530767, 41.085396)
    assert -74.5 < graph.x.min() < graph.x.max() < -73.5
    assert 40.3 < graph.y.min() < graph.y.max() < 41.3
    shares = np.bincount(graph.arcs.road_class[distance.costs > 200]) / np.sum(distance.costs > 200)
    classes = (RoadClass.MOTORWAY, RoadClass.PRIMARY, RoadClass.SECONDARY, RoadClass.RESIDENTIAL)
    expected = (0.019, 0.010, 0.025, 0.946)
    assert [round(float(shares[c]), 3) for c in classes] == pytest.approx(expected, abs=1.1e-3)


@needs_shared
def test_new_yorks_metrics_are_symmetric() -> None:
    graph = read_dimacs(shared("roads/dimacs/USA-road-d.NY.gr.gz"), coordinates=None)
    n = graph.vertices
    there = graph.tail.astype(np.int64) * n + graph.head
    back = graph.head.astype(np.int64) * n + graph.tail
    for given in graph.given:
        one = np.lexsort((given.costs, there))
        other = np.lexsort((given.costs, back))
        assert np.array_equal(there[one], back[other])
        assert np.array_equal(given.costs[one], given.costs[other])
