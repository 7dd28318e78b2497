"""Names of streets and places are kept."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from road.cache import open_cache, write_cache
from road.files.osm.lines import name_of_field, place_of_line
from road.files.source.projection import projected, wkt_of
from road.names import MapNames, PlaceKind
from tests.road.files.osm_text import graph_of, node, way

LINE = [node(k, k, 0) for k in range(1, 6)]


def street(name: str) -> dict[str, str]:
    return {"highway": "residential", "name": name}


def named_town(folder: Path) -> MapNames:
    town = node(9, 3, 1, place="town", name="Größe &amp; Höhe")
    graph = graph_of(
        folder, *LINE, town, node(8, 3, 2, place="town"),
        way(10, [1, 2], street("Rua A, B")), way(11, [2, 3]),
        way(12, [3, 4], {"highway": "motorway", "ref": "A 1;E 5"}),
        way(13, [1, 5], {"building": "yes", "name": "no road"}),
    )  # fmt: skip
    assert graph.names is not None
    return graph.names


def test_streets_have_the_name_of_their_way_or_its_number(tmp_path: Path) -> None:
    names = named_town(tmp_path)
    assert [names.of_way(k) for k in (10, 11, 12, 13)] == ["Rua A, B", "", "A 1", ""]
    assert names.of_ways(np.array([11, 10], np.int64)).tolist()[0] == -1


def test_places_have_kind_and_name(tmp_path: Path) -> None:
    names = named_town(tmp_path)
    assert names.place_kind.tolist() == [PlaceKind.TOWN]  # the one without a name is left out
    assert names.texts[names.place_name[0]] == "Größe & Höhe"
    assert np.allclose((names.place_x[0], names.place_y[0]), (0.0027, 0.0009), atol=1e-4)


def test_names_come_back_from_the_cache_and_go_along_to_another_plane(tmp_path: Path) -> None:
    graph = graph_of(tmp_path, *LINE, node(9, 3, 1, place="city", name="X"), way(10, [1, 2, 3]))
    write_cache(tmp_path / "roads", graph)
    opened = open_cache(tmp_path / "roads")
    assert opened.names is not None
    assert opened.names.texts == ("X",)
    there = projected(opened, "EPSG:3857")
    assert there.names is not None
    back = projected(there, wkt_of(graph)).names
    assert back is not None
    assert np.allclose(back.place_x, opened.names.place_x)
    assert abs(there.names.place_x[0] - opened.names.place_x[0]) > 100


def test_a_file_without_names_has_none(tmp_path: Path) -> None:
    assert graph_of(tmp_path, *LINE, way(10, [1, 2, 3])).names is None


def test_odd_lines_are_read() -> None:
    assert name_of_field("Thighway=primary,old_name=X,name=A%20%Str.") == "A Str."
    assert name_of_field("Thighway=primary,loc_ref=X") == ""
    assert place_of_line("n1 Tplace=town,name=A x y") is None
    assert place_of_line("n1 Tplace=planet,name=A x1 y2") is None


def test_what_no_screen_can_show_is_left_out_of_names() -> None:
    names = MapNames.of({1: "Rua\x07 do\nSol " + "o" * 500})
    text = names.of_way(1)
    assert text.startswith("Rua")
    assert text.isprintable()
    assert len(text) < 200


def test_a_place_beyond_a_crs_does_not_keep_roads_from_it(tmp_path: Path) -> None:
    far = '<node id="9" lat="0" lon="95"><tag k="place" v="town"/><tag k="name" v="X"/></node>'
    graph = graph_of(tmp_path, *LINE, far, way(10, [1, 2, 3], street("A")))
    assert graph.names is not None
    there = projected(graph, "EPSG:32631")
    assert there.names is not None
    assert there.names.of_way(10) == "A"
    assert len(there.names.place_x) == 0
