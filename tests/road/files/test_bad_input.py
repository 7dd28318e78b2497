"""Damaged and swollen road files: one error that says what was found and where, at once."""

from __future__ import annotations

import bz2
import contextlib
import gzip
import lzma
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import osmium
import pyogrio
import pytest
import shapely

from core.errors import InputError
from road.costs.metric_files import read_metric
from road.costs.way_speeds import read_way_speeds
from road.files.graphml.importer import read_graphml
from road.files.read import is_road_file, open_roads
from road.files.source import reading as source
from road.files.source.crs import crs_of
from road.files.vector import layers as vector_layers
from road.files.vector.importer import read_vector
from tests.road.files.graphml.test_importer import edge, write

LONG = "9" * 5000
"""More digits than Python turns into a number."""

MATRIX = "%%MatrixMarket matrix coordinate pattern general\n"
NODE = '<node id="{}" lat="{}" lon="7"/>'
WAY = (
    '<way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="path"/><tag k="lanes" v="{}"/></way>'
)


def osm(lat: str = "46", lanes: str = "2") -> str:
    nodes = NODE.format(1, "46") + NODE.format(2, lat)
    return f'<osm version="0.6">{nodes}{WAY.format(lanes)}</osm>'


BROKEN = {
    "letters for a latitude": ("a.osm", osm("north"), "wrong format for coordinate"),
    "a latitude of 400 digits": ("a.osm", osm("4" * 400), "coordinate"),
    "vertices of 5,000 digits": ("a.gr", f"p sp {LONG} 1\na 1 2 3\n", "line 1: .*declares 9{20} v"),
    "arcs of 5,000 digits": ("a.gr", f"p sp 2 {LONG}\na 1 2 3\n", "declares 9{20} records, more"),
    "arcs beyond the file": ("a.gr", "p sp 2 900000000\na 1 2 3\n", "more than the file can hold"),
    "vertices without arcs": ("a.gr", "p sp 300000000 1\na 1 2 3\n", "300000000 vertices, but o"),
    "edges of 5,000 digits": ("a.gr", f"p tw 2 {LONG}\n1 2\n", "declares 9{20} records"),
    "rows of 5,000 digits": (
        "a.mtx",
        f"{MATRIX}{LONG} {LONG} 1\n1 2\n",
        "line 2: .*declares 9{20} v",
    ),
    "a line without end": ("a.gr", "p sp 2 1\n" + " " * 100_000, "line of 100,000 bytes or more"),
    "too many arcs": ("a.gr", "p sp 2 1\n" + "a 1 2 3\n" * 9, "9 arcs where the header declares 1"),
    "comments only": ("a.mtx", MATRIX + "%\n" * 100_001, "no header in the lines before"),
    "no element in 32 MB": ("a.osm", '<osm version="0.6">' + " " * 38_000_000, "no end of an el"),
}


@pytest.mark.parametrize(("name", "text", "found"), BROKEN.values(), ids=BROKEN.keys())
def test_what_is_broken_is_one_error_with_its_place(
    tmp_path: Path, name: str, text: str, found: str
) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(InputError, match=f"{name}.*{found}"):
        open_roads(path, cache_dir=tmp_path)


def test_strings_of_a_pbf_that_are_no_unicode_are_told(tmp_path: Path) -> None:
    (tmp_path / "a.osm").write_text(osm(lanes="7777"))
    path = tmp_path / "a.osm.pbf"
    with osmium.SimpleWriter(osmium.io.File(str(path), "pbf,pbf_compression=none")) as writer:
        osmium.apply(str(tmp_path / "a.osm"), writer)
    data = path.read_bytes()
    assert b"7777" in data
    path.write_bytes(data.replace(b"7777", b"777\xe2"))
    with pytest.raises(InputError, match=r"a\.osm\.pbf: .*byte"):
        open_roads(path, cache_dir=tmp_path)


def test_a_zip_of_a_version_that_nobody_reads_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.shp", b"x")
    data = bytearray(path.read_bytes())
    data[data.index(b"PK\x01\x02") + 6] = 99  # version needed, in the directory
    path.write_bytes(data)
    assert not is_road_file(path)
    with pytest.raises(InputError, match=r"a\.zip: .*zip file version 9\.9"):
        read_vector(path)


def test_a_crs_that_gdal_cannot_write_is_told(tmp_path: Path) -> None:
    path = layer(tmp_path / "a.shp", [STREET])
    projection = path.with_suffix(".prj")
    projection.write_bytes(projection.read_bytes().replace(b"e", b"\xff"))
    with pytest.raises(InputError, match=r"a\.shp"):
        read_vector(path)


def test_lanes_of_any_length_are_many(tmp_path: Path) -> None:
    path = tmp_path / "a.osm"
    path.write_text(osm("46.1", "9" * 200))
    assert open_roads(path, cache_dir=tmp_path).arcs.lanes.max() >= 127
    graph = read_graphml(write(tmp_path, edge(11, 12, length="8", lanes=LONG)))
    assert graph.arcs.lanes.max() == 127


PACKERS: list[Callable[[bytes], bytes]] = [gzip.compress, bz2.compress, lzma.compress]


@pytest.mark.parametrize("pack", PACKERS)
@pytest.mark.parametrize(
    ("name", "begin", "more"),
    [
        ("a.gr", b"p sp 2 1\n", b"\n"),
        ("a.mtx", MATRIX.encode(), b"% \n"),
        ("a.graphml", b"<graphml><graph>", b"<a/>"),
        ("a.osm", b'<osm version="0.6">', b'<node id="1" lat="1" lon="1"/>\n'),
    ],
)
def test_what_unpacks_out_of_all_proportion_is_not_read_to_its_end(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    pack: Callable[[bytes], bytes],
    name: str,
    begin: bytes,
    more: bytes,
) -> None:
    monkeypatch.setattr(source, "UNPACKED_AT_LEAST", 1 << 16)
    path = tmp_path / name
    path.write_bytes(pack(begin + more * (200_000 // len(more))))
    packed = path.stat().st_size
    most = (1 << 16) + source.UNPACKED_RATIO * packed
    assert most < 200_000, "else this would be no such file"
    with pytest.raises(InputError, match=f"{name}: unpacks to more than {most:,} bytes"):
        open_roads(path, cache_dir=tmp_path)


def layer(path: Path, lines: list[shapely.LineString], crs: str = "EPSG:32632") -> Path:
    pyogrio.raw.write(
        path,
        np.array([line.wkb for line in lines], object),
        [],
        [],
        geometry_type="LineString",
        crs=crs,
    )
    return path


STREET = shapely.LineString([(500_000, 5_000_000), (500_100, 5_000_000)])


def test_archives_are_measured_by_what_they_tell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shape = layer(tmp_path / "a.shp", [STREET])
    packed = tmp_path / "a.zip"
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for part in (".shp", ".shx", ".dbf", ".prj"):
            archive.write(shape.with_suffix(part), f"a{part}")
        archive.writestr("a.cpg", b" " * 4_000_000)
    with pytest.raises(InputError, match=r"a\.zip: unpacks to 4[\d,]+ bytes, more than 200 times"):
        read_vector(packed)
    monkeypatch.setattr(vector_layers, "MEMBERS_RATIO", 10**6)
    assert read_vector(packed).arc_count == 2


@pytest.mark.parametrize("where", [0.3, 0.5, 0.7])
def test_a_damaged_archive_or_layer_is_told_once(
    tmp_path: Path, where: float, capfd: pytest.CaptureFixture[str]
) -> None:
    lines = [shapely.affinity.translate(STREET, 0, 20 * k) for k in range(60)]
    paths = [layer(tmp_path / f"a{suffix}", lines) for suffix in (".fgb", ".gpkg")]
    paths.append(tmp_path / "b.zip")
    with zipfile.ZipFile(paths[-1], "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(paths[0], "a.fgb")
    for path in paths:
        data = bytearray(path.read_bytes())
        at = int(where * len(data))
        data[at : at + 60] = b"\xff" * 60
        path.write_bytes(data)
        with contextlib.suppress(InputError):  # what was hit may be a number like another
            read_vector(path)
    assert capfd.readouterr().err == ""


def test_a_damaged_layer_is_not_taken_for_a_raster(tmp_path: Path) -> None:
    path = tmp_path / "a.geojson"
    path.write_text('{"type": "LineString", "coordinates": [[1, 2], [')
    assert is_road_file(path)
    here = '"geometry": {"type": "Point", "coordinates": [1, 2]}'
    feature = f'{{"type": "Feature", "properties": {{"note": "LineString"}}, {here}}}'
    path.write_text(f'{{"type": "FeatureCollection", "features": [{feature}]}}')
    assert not is_road_file(path)


def test_lines_that_lie_on_each_other_a_thousand_times_are_refused(tmp_path: Path) -> None:
    path = layer(tmp_path / "a.fgb", [STREET] * 2000)
    with pytest.raises(InputError, match=r"a\.fgb, layer a: too many of its 2000 segments lie ov"):
        read_vector(path)


@pytest.mark.filterwarnings("ignore:invalid value")  # of shapely, about the very point
@pytest.mark.parametrize("x", [1e16, np.nan, np.inf])
def test_points_beyond_all_maps_name_their_feature(tmp_path: Path, x: float) -> None:
    path = layer(tmp_path / "a.fgb", [STREET, shapely.LineString([(0, 0), (x, 1)])])
    with pytest.raises(InputError, match="feature 1: has a point without coordinates, or beyond"):
        read_vector(path)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("EPSG:5773", "not one for places on a map"),  # heights above the geoid
        ("EPSG:4978", "not one for places on a map"),  # x, y, z from the middle of the earth
        ("EPSG:999999", "is not known"),
        ("\x00", "is not known"),
        ("PROJCS[" * 500, "is not known"),
    ],
)
def test_a_crs_that_is_none_is_told(text: str, found: str) -> None:
    with pytest.raises(InputError, match=f"net: the coordinate reference system '.* {found}"):
        crs_of(text, "net")


GRAPHS = {
    "elements without end": ("<graphml><graph>" + "<a>" * 100, "more than 64 elements"),
    "a tag without end": ("<graphml><graph><node id='" + " " * 5_000_000, "a tag of more than"),
    "an attribute without end": (
        "<graphml><graph><node id='1'><data key='x'>" + "1" * 5_000_000,
        "an attribute of more than",
    ),
    "an unknown encoding": ("<?xml version='1.0' encoding='x'?><graphml/>", "not valid XML"),
    "nan for x": ("<graphml><graph><node id='1'><data key='x'>nan</data></node>", "its x, 'nan'"),
    "the same node twice": ("<graphml><graph><node id='1'/><node id='1'/>", "two nodes .* id '1'"),
}


@pytest.mark.parametrize(("text", "found"), GRAPHS.values(), ids=GRAPHS.keys())
def test_graphml_that_leads_nowhere_is_told(tmp_path: Path, text: str, found: str) -> None:
    path = tmp_path / "a.graphml"
    path.write_text(text)
    with pytest.raises(InputError, match=found):
        read_graphml(path)


def test_nodes_and_edges_may_lie_in_other_elements(tmp_path: Path) -> None:
    path = tmp_path / "a.graphml"
    node = '<node id="{}"><data key="x">{}</data><data key="y">46</data>{}</node>'
    inner = f"<graph>{node.format('b', 7.1, '')}<port name='p'/></graph>"
    path.write_text(
        f'<graphml><graph edgedefault="directed">{node.format("a", 7, inner)}'
        '<hyperedge><edge source="a" target="b"/></hyperedge></graph></graphml>'
    )
    graph = read_graphml(path)
    assert (graph.vertices, graph.arc_count) == (2, 1)
    assert graph.x is not None
    assert graph.x.tolist() == [7.1, 7.0], "in the order in which they end"
    assert graph.tail.tolist() == [1]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            f'{{"based_on": "car", "limit_factor": {LONG}}}',
            "'limit_factor': Infinity is not a numb",
        ),
        (f'{{"based_on": "car", "limit_factor": 1{"0" * 400}}}', "Infinity is not a number"),
        ("[" * 100_000, "nests too deep"),
        (" " * 2_000_000, "has more than 1,048,576 bytes"),
    ],
)
def test_metrics_that_are_too_much_are_told(tmp_path: Path, text: str, found: str) -> None:
    path = tmp_path / "metric.json"
    path.write_text(text)
    with pytest.raises(InputError, match=rf"metric\.json.*{found}"):
        read_metric(path)


def test_a_line_of_speeds_without_end_is_told(tmp_path: Path) -> None:
    path = tmp_path / "ways.csv"
    path.write_text("osm_id,max_speed,speed_type\n1,2,scale\n" + "," * 100_000)
    with pytest.raises(InputError, match=r"ways\.csv, line 3: has more than 65,536 letters"):
        read_way_speeds(path)
