from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyogrio
import pytest
import shapely

from core.errors import ExportError, InputError
from core.files.import_cache import cache_size, clear_cache
from road.files.describe import RoadFacts, facts_of
from road.files.read import format_of, is_road_file, open_roads
from road.files.source import cache as source_cache
from road.files.source.cache import cached
from road.files.source.reading import RoadFormat, recognised, stem_of
from road.files.vector.fields import FieldChoice
from tests.shared_data import SHARED, needs_shared, shared

ARCS = "p sp 2 2\na 1 2 10\na 2 1 10\n"
OSM = (
    '<?xml version="1.0"?><osm version="0.6"><node id="1" lat="50" lon="9"/>'
    '<node id="2" lat="50" lon="9.01"/><way id="5"><nd ref="1"/><nd ref="2"/>'
    '<tag k="highway" v="residential"/></way></osm>'
)
TEXTS = {
    RoadFormat.DIMACS: ARCS,
    RoadFormat.PACE: "p tw 2 1\n1 2\n",
    RoadFormat.MATRIX_MARKET: "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n",
    RoadFormat.GRAPHML: '<graphml><graph edgedefault="directed"><node id="1"/></graph></graphml>',
    RoadFormat.OSM: OSM,
    RoadFormat.VECTOR: '{"type":"Feature","properties":{},"geometry":'
    '{"type":"LineString","coordinates":[[9,50],[9.01,50]]}}',
}
SUFFIXES = dict(zip(TEXTS, (".gr", ".gr", ".mtx", ".graphml", ".osm", ".geojson"), strict=True))


@pytest.fixture
def always_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder for imports that even small files are worth."""
    monkeypatch.setattr(source_cache, "WORTH_BYTES", 0)
    return tmp_path / "cache"


def write(folder: Path, text: str, name: str) -> Path:
    path = folder / name
    path.write_text(text)
    return path


@pytest.mark.parametrize("kind", list(TEXTS))
def test_formats_are_told_by_their_content(tmp_path: Path, kind: RoadFormat) -> None:
    path = write(tmp_path, TEXTS[kind], f"net{SUFFIXES[kind]}")
    assert recognised(path) is kind
    assert is_road_file(path)
    assert open_roads(path, cache_dir=tmp_path).vertices >= 1
    packed = tmp_path / f"{path.name}.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert recognised(packed) is kind
    assert stem_of(packed) == "net"


OPENED = """
import sys
from pathlib import Path
from road.files.read import is_road_file, open_roads
for path in map(Path, sys.argv[1:]):
    assert is_road_file(path)
    open_roads(path, cache_dir=path.parent)
    print(*sorted({"osmium", "pyogrio"} & set(sys.modules)))
"""


def test_a_file_loads_no_library_that_reads_others(tmp_path: Path) -> None:
    paths = [write(tmp_path, text, f"{kind.name}{SUFFIXES[kind]}") for kind, text in TEXTS.items()]
    command = [sys.executable, "-c", OPENED, *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    loaded = dict(zip(TEXTS, map(str.split, done.stdout.split("\n")), strict=False))
    assert [kind for kind, found in loaded.items() if "osmium" in found] == [
        RoadFormat.OSM,
        RoadFormat.VECTOR,  # opened after it
    ]
    assert [kind for kind, found in loaded.items() if "pyogrio" in found] == [RoadFormat.VECTOR]


def test_a_name_of_two_suffixes_loses_both() -> None:
    names = ("porto.osm.pbf", "Porto.OSM.gz", "porto.osm", "my.town.osm.bz2", ".osm.pbf")
    assert [stem_of(Path(name)) for name in names] == ["porto", "Porto", "porto", "my.town", ".osm"]


def test_an_import_that_was_kept_under_an_older_name_has_the_new_one(
    tmp_path: Path, always_kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path, TEXTS[RoadFormat.OSM], "net.osm")
    with monkeypatch.context() as before:
        before.setattr("road.files.osm.importer.stem_of", lambda _: "net.osm")
        assert open_roads(path, cache_dir=always_kept).name == "net.osm"
    again = open_roads(path, cache_dir=always_kept)
    assert again.name == "net"
    assert source_cache.cache_file_of(again) is not None, "it was kept, and not read again"


def test_what_holds_no_roads_is_told_from_what_does(tmp_path: Path) -> None:
    grid = write(tmp_path, "ncols 2\nnrows 1\ncellsize 1\n1 2\n", "speed.asc")
    points = tmp_path / "shops.gpkg"
    shop = np.array([shapely.Point(1, 2).wkb], object)
    pyogrio.raw.write(points, shop, [], [], geometry_type="Point", crs="EPSG:4326")
    for path in (grid, points, write(tmp_path, "", "empty.gr"), tmp_path, tmp_path / "none.gr"):
        assert not is_road_file(path)
    with pytest.raises(InputError, match=r"speed\.asc: is not a road graph\. Open DIMACS"):
        open_roads(grid)


def test_options_of_another_format_are_refused(tmp_path: Path) -> None:
    osm = write(tmp_path, OSM, "net.osm")
    with pytest.raises(InputError, match="only DIMACS graphs"):
        open_roads(osm, coordinates=write(tmp_path, "", "net.co").with_name("net.osm"))
    with pytest.raises(InputError, match="only layers of lines have fields"):
        open_roads(osm, fields=FieldChoice())


def test_the_second_opening_comes_from_the_cache(tmp_path: Path, always_kept: Path) -> None:
    path = write(tmp_path, ARCS, "net.gr")
    first = open_roads(path, cache_dir=always_kept)
    assert cache_size(always_kept).files == 1
    second = open_roads(path, cache_dir=always_kept)
    assert not second.head.flags.owndata  # mapped, not read
    assert np.array_equal(first.given[0].costs, second.given[0].costs)
    assert clear_cache(always_kept).files == 1
    assert cache_size(always_kept).files == 0


def test_a_changed_file_is_read_again_in_place_of_the_old_import(
    tmp_path: Path, always_kept: Path
) -> None:
    path = write(tmp_path, ARCS, "net.gr")
    open_roads(path, cache_dir=always_kept)
    write(tmp_path, ARCS.replace("2 10", "2 99"), "net.gr")
    os.utime(path, ns=(1, 1))
    assert 99 in open_roads(path, cache_dir=always_kept).given[0].costs
    assert cache_size(always_kept).files == 1


def test_coordinates_that_appear_beside_a_file_are_noticed(
    tmp_path: Path, always_kept: Path
) -> None:
    path = write(tmp_path, ARCS, "net.gr")
    assert open_roads(path, cache_dir=always_kept).x is None
    write(tmp_path, "p aux sp co 2\nv 1 9000000 50000000\nv 2 9100000 50000000\n", "net.co")
    assert open_roads(path, cache_dir=always_kept).x is not None


def test_other_options_are_another_import(tmp_path: Path, always_kept: Path) -> None:
    path = write(tmp_path, TEXTS[RoadFormat.VECTOR], "net.geojson")
    for choice in (None, FieldChoice(), FieldChoice(left_hand=True)):
        graph = open_roads(path, fields=choice, cache_dir=always_kept)
        assert graph.left_hand == (choice is not None and choice.left_hand)
    assert cache_size(always_kept).files == 3


def test_a_damaged_import_is_made_anew(tmp_path: Path, always_kept: Path) -> None:
    path = write(tmp_path, ARCS, "net.gr")
    open_roads(path, cache_dir=always_kept)
    (kept,) = always_kept.iterdir()
    kept.write_bytes(kept.read_bytes()[:-1] + b"x")
    again = open_roads(path, cache_dir=always_kept)
    assert again.given[0].costs.tolist() == [10, 10]
    (note,) = [note for note in again.notes if "damaged" in note]
    assert note.startswith(f"the import {kept.name} was damaged and is made again: 'given.0'")
    assert not any("damaged" in note for note in open_roads(path, cache_dir=always_kept).notes)


def test_a_damaged_import_goes_even_where_none_can_be_written(
    tmp_path: Path, always_kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path, ARCS, "net.gr")
    open_roads(path, cache_dir=always_kept)
    (kept,) = always_kept.iterdir()
    kept.write_bytes(b"")

    def full(*_: object) -> None:
        raise ExportError("the disk is full")

    monkeypatch.setattr(source_cache, "write_cache", full)
    notes = open_roads(path, cache_dir=always_kept).notes
    assert [bool("damaged" in n) for n in notes[-2:]] == [True, False]
    assert not list(always_kept.iterdir())


def test_an_import_that_cannot_be_kept_is_noted(tmp_path: Path, always_kept: Path) -> None:
    path = write(tmp_path, ARCS, "net.gr")
    always_kept.write_text("in the way")
    graph = open_roads(path, cache_dir=always_kept)
    assert graph.arc_count == 2
    assert any("the import could not be kept" in note for note in graph.notes)


def test_small_files_are_not_kept(tmp_path: Path) -> None:
    path = write(tmp_path, ARCS, "net.gr")
    graph = open_roads(path, cache_dir=tmp_path / "cache")
    assert cached(path, [path], {}, lambda: graph, tmp_path / "cache") is graph
    assert not (tmp_path / "cache").exists()


def facts_in(path: Path, cache: Path) -> RoadFacts:
    return facts_of(open_roads(path, cache_dir=cache), format_of(path))


def test_facts_of_a_file(tmp_path: Path) -> None:
    facts = facts_in(write(tmp_path, OSM, "net.osm"), tmp_path)
    assert (facts.kind, facts.vertices, facts.arcs) == (RoadFormat.OSM, 2, 2)
    assert (facts.restrictions, facts.skipped, facts.crs) == (0, 0, "EPSG:4326")
    assert facts.extent == (9.0, 50.0, 9.01, 50.0)
    assert not facts.slopes


@needs_shared
def test_every_road_file_at_hand_opens_with_its_known_counts(tmp_path: Path) -> None:
    assert SHARED is not None
    found = {
        path.name: facts_in(path, tmp_path)
        for path in sorted((SHARED / "roads").rglob("*"))
        if path.is_file() and is_road_file(path) and ".co" not in path.suffixes
    }
    counts = {name: (facts.vertices, facts.arcs) for name, facts in found.items()}
    assert len(counts) == 14
    assert counts["USA-road-d.NY.gr.gz"] == counts["USA-road-t.NY.gr.gz"] == (264_346, 733_846)
    assert counts["FLA.gr.xz"] == (1_070_376, 2_687_902)
    assert counts["luxembourg_osm.mtx.gz"] == (114_599, 239_332)
    assert counts["denver_osmnx_drive.graphml"] == (377, 1_028)
    restrictions = {
        name: (facts.restrictions, facts.skipped)
        for name, facts in found.items()
        if facts.restrictions
    }
    assert restrictions == {
        "porto_portugal.osm.pbf": (343, 14),
        "washington-dc-cathedral-no-left.osm.pbf": (147, 11),
        "reisterstown-via-restriction.osm.pbf": (35, 1),
        "moscow.osm.gz": (80, 26),
    }


@needs_shared
def test_elevation_is_part_of_the_import(tmp_path: Path, always_kept: Path) -> None:
    folder = shared("roads/osm-elevation")
    for _ in "twice":
        graph = open_roads(
            folder / "monaco.osm.gz", elevation=folder / "N43E007.hgt.zip", cache_dir=always_kept
        )
        assert graph.arcs.slope is not None
    assert open_roads(folder / "monaco.osm.gz", cache_dir=always_kept).arcs.slope is None
    assert cache_size(always_kept).files == 2
