from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.errors import InputError
from road.files.graphml.importer import arc_points, read_graphml
from road.files.osm.access import ALL, MOTORS
from road.graph import RoadGraph
from road.lengths import street_lengths
from road.properties import Flag, RoadClass, Vehicle
from road.speed_limits import in_words
from tests.shared_data import needs_shared, shared

KEYS = (
    *("x", "y", "crs", "length", "highway", "maxspeed", "lanes", "oneway", "geometry", "osmid"),
    *("access", "foot", "motor_vehicle", "name"),
)
OLD_CRS = "{'init': 'epsg:4326', 'no_defs': True}"


def write(
    folder: Path, edges: str, crs: str = "epsg:4326", default: str = "directed", nodes: str = ""
) -> Path:
    nodes = nodes or "".join(
        f'<node id="{i}"><data key="x">{x}</data><data key="y">46</data></node>'
        for i, x in ((11, 7.0), (12, 7.01), (13, 7.02))
    )
    keys = "".join(
        f'<key id="{name}" for="edge" attr.name="{name}" attr.type="string" />' for name in KEYS
    )
    path = folder / "net.graphml"
    path.write_text(
        f'<?xml version="1.0"?><graphml xmlns="http://graphml.graphdrawing.org/xmlns">{keys}\n'
        f'<graph edgedefault="{default}">\n{nodes}\n{edges}\n'
        f'<data key="crs">{crs}</data></graph></graphml>'
    )
    return path


def edge(tail: int, head: int, **data: str) -> str:
    inner = "".join(f'<data key="{key}">{text}</data>' for key, text in data.items())
    return f'<edge source="{tail}" target="{head}" id="0">{inner}</edge>\n'


def one(folder: Path, **data: str) -> RoadGraph:
    return read_graphml(write(folder, edge(11, 12, length="800", **data)))


def test_streets_have_names_by_their_way(tmp_path: Path) -> None:
    edges = edge(11, 12, osmid="[70, 71]", name="['Hauptstraße', 'B 3']", length="800")
    graph = read_graphml(write(tmp_path, edges + edge(12, 13, osmid="72", length="800")))
    assert graph.names is not None
    assert [graph.names.of_way(way) for way in (70, 71, 72)] == ["Hauptstraße", "", ""]
    assert one(tmp_path, name="nobody's").names is None, (
        "no way is known by which it could be found"
    )


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("30 mph", "30 mph"),
        ("20", "20 km/h"),
        ("['30 mph', '20 mph']", "25 mph"),
        ("signals", ""),
        ("", ""),
    ],
)
def test_speeds_have_units_and_lists_their_mean(tmp_path: Path, text: str, limit: str) -> None:
    assert in_words(one(tmp_path, maxspeed=text).arcs.speed_limit[0]) == limit


@pytest.mark.parametrize(
    ("data", "vehicles", "private"),
    [
        ({"highway": "service", "access": "no"}, Vehicle.NONE, False),
        ({"highway": "service", "access": "private"}, ALL, True),
        ({"highway": "service", "access": "['no', 'private']"}, ALL, True),
        ({"highway": "service", "access": "no", "foot": "yes"}, Vehicle.FOOT, False),
        ({"highway": "path", "motor_vehicle": "yes"}, ALL, False),
        ({"highway": "residential", "access": "yes"}, ALL, False),
        ({"highway": "motorway", "access": "yes"}, MOTORS, False),
        ({"highway": "busway", "access": "yes"}, Vehicle.NONE, False),
    ],
)
def test_access_is_read_as_of_openstreetmap(
    tmp_path: Path, data: dict[str, str], vehicles: Vehicle, private: bool
) -> None:
    arcs = one(tmp_path, **data).arcs
    assert arcs.vehicles[0] == vehicles
    assert bool(arcs.flags[0] & Flag.PRIVATE) == private


def test_lists_as_text_give_their_first_class_and_way(tmp_path: Path) -> None:
    graph = one(
        tmp_path, highway="['tertiary', 'residential']", osmid="[55, 56]", lanes="['3', '2']"
    )
    assert graph.arcs.road_class[0] == RoadClass.TERTIARY
    assert graph.arcs.way[0] == 55
    assert graph.arcs.lanes[0] == 1  # two lanes of a street that leads both ways


def test_a_busway_is_there_but_closed(tmp_path: Path) -> None:
    graph = one(tmp_path, highway="busway")
    assert graph.arcs.vehicles[0] == Vehicle.NONE
    assert any("closed to all vehicles" in note for note in graph.notes)


def test_a_missing_length_is_measured_along_the_geometry(tmp_path: Path) -> None:
    line = "LINESTRING (7 46, 7.005 46.01, 7.01 46)"
    graph = read_graphml(write(tmp_path, edge(11, 12, geometry=line) + edge(12, 13)))
    assert graph.arcs.length_m.tolist() == pytest.approx([2354, 772.4], rel=1e-3)


def test_both_directions_share_their_shape(tmp_path: Path) -> None:
    there = "LINESTRING (7 46, 7.004 46.01, 7.01 46)"
    back = "LINESTRING (7.01 46, 7.004 46.01, 7 46)"
    graph = read_graphml(
        write(tmp_path, edge(11, 12, geometry=there) + edge(12, 11, geometry=back))
    )
    assert graph.shapes is not None
    assert graph.shapes.of_arc[0] == graph.shapes.of_arc[1]
    first, points = arc_points(graph.shapes)
    assert first.tolist() == [0, 1, 2]
    assert points.tolist() == [[7.004, 46.01]] * 2


def test_edges_of_an_undirected_graph_lead_both_ways_unless_one_way(tmp_path: Path) -> None:
    edges = edge(11, 12, length="1", oneway="False") + edge(12, 13, length="2", oneway="True")
    graph = read_graphml(write(tmp_path, edges, default="undirected"))
    ends = list(zip(graph.tail.tolist(), graph.head.tolist(), strict=True))
    assert ends == [(0, 1), (1, 0), (1, 2)]


def test_the_old_spelling_of_a_crs_is_understood(tmp_path: Path) -> None:
    graph = read_graphml(write(tmp_path, edge(11, 12, length="1"), OLD_CRS))
    assert graph.geographic
    assert "WGS 84" in graph.crs_wkt


def test_projected_coordinates_are_not_degrees(tmp_path: Path) -> None:
    nodes = "".join(
        f'<node id="{i}"><data key="x">{x}</data><data key="y">5000000</data></node>'
        for i, x in ((11, 500_000), (12, 500_300))
    )
    graph = read_graphml(write(tmp_path, edge(11, 12), "EPSG:32632", nodes=nodes))
    assert not graph.geographic
    assert graph.arcs.length_m[0] == pytest.approx(300 / 0.9996, rel=1e-6)  # on the ground


@pytest.mark.parametrize(
    ("edges", "message"),
    [
        (edge(11, 12, length="far"), r"edge 11 to 12: its length, 'far', is not a valid number"),
        (edge(11, 12, length="-3"), r"edge 11 to 12: its length, '-3', is not a valid number"),
        (edge(11, 99), r"an edge ends at node 99, which is not there"),
        (edge(11, 12, geometry="POINT (1 2)"), r"edge 11 to 12: its geometry, .* not a LINESTRING"),
        ("<edge>", r"line 5: is not valid XML: mismatched tag"),
    ],
)
def test_a_broken_file_is_told_by_object_or_line(tmp_path: Path, edges: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_graphml(write(tmp_path, edges))


@needs_shared
def test_denver_is_as_its_description_says() -> None:
    graph = read_graphml(shared("roads/graphml/denver_osmnx_drive.graphml"))
    assert (graph.vertices, graph.arc_count) == (377, 1_028)
    assert graph.shapes is not None
    first, points = arc_points(graph.shapes)
    assert np.sum(np.diff(first) > 0) <= 977
    assert np.sum(graph.arcs.speed_limit == 0) == 615
    limits = {in_words(code) for code in graph.arcs.speed_limit.tolist()}
    assert limits == {"", "20 km/h", "20 mph", "25 mph", "30 mph"}
    ends = graph.tail.astype(np.int64) * graph.vertices + graph.head
    assert len(np.unique(ends)) == graph.arc_count
    assert graph.x is not None
    assert graph.y is not None
    measured = street_lengths((graph.tail, graph.head), (graph.x, graph.y), (first, points), True)
    np.testing.assert_allclose(measured, graph.arcs.length_m, rtol=1e-6)
