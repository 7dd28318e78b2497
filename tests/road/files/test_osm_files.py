"""Files whole, packed, in pieces and broken."""

from __future__ import annotations

import bz2
import gzip
import re
from pathlib import Path

import numpy as np
import osmium
import pytest

from core.cancel import Cancel
from core.errors import CancelledError, InputError
from road.files.osm import chunks as osm_chunks
from road.files.osm.chunks import chunks_of, is_pbf
from road.files.osm.importer import import_osm, read_osm
from road.graph import RoadGraph
from road.speed_limits import in_words
from tests.road.files.osm_text import node, turn, way, xml

SIZE = 30


def grid() -> str:
    """Streets in squares, with names that need care in text."""
    nodes = [node(1 + x + SIZE * y, x, y) for y in range(SIZE) for x in range(SIZE)]
    rows = [way(1000 + y, [1 + x + SIZE * y for x in range(SIZE)], NAMED) for y in range(SIZE)]
    columns = [way(2000 + x, [1 + x + SIZE * y for y in range(SIZE)]) for x in range(SIZE)]
    return xml(*nodes, *rows, *columns, turn(1, "no_left_turn", "from 1000, via n1, to 2000"))


NAMED = {"highway": "primary", "name": "A=b, c%ü@ &lt;way 大路", "maxspeed": "30 mph"}


def same(a: RoadGraph, b: RoadGraph) -> bool:
    arrays = ("head", "first_out", "vertex_ids", "x", "y")
    arcs = ("length_m", "vehicles", "speed_limit", "way")
    return all(np.array_equal(getattr(a, k), getattr(b, k)) for k in arrays) and all(
        np.array_equal(getattr(a.arcs, k), getattr(b.arcs, k)) for k in arcs
    )


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    path = tmp_path / "grid.osm"
    path.write_text(grid(), encoding="utf-8")
    return path


@pytest.fixture
def pbf(plain: Path) -> Path:
    path = plain.with_suffix(".osm.pbf")
    with osmium.SimpleWriter(path) as writer:
        for element in osmium.FileProcessor(plain):
            writer.add(element)
    return path


def test_the_grid_is_read_whole(plain: Path) -> None:
    graph = read_osm(plain)
    assert graph.vertices == SIZE * SIZE
    assert graph.arc_count == 4 * SIZE * (SIZE - 1)
    assert graph.name == "grid"
    assert {in_words(code) for code in graph.arcs.speed_limit.tolist()} == {"", "30 mph"}
    assert "WGS 84" in graph.crs_wkt


def test_packed_files_and_pbf_hold_the_same_graph(plain: Path, pbf: Path) -> None:
    graph = read_osm(plain)
    text = plain.read_bytes()
    for suffix, packed in ((".gz", gzip.compress(text)), (".bz2", bz2.compress(text))):
        other = plain.with_suffix(".osm" + suffix)
        other.write_bytes(packed)
        assert same(read_osm(other), graph)
    assert is_pbf(pbf)
    assert same(read_osm(pbf), graph)


@pytest.mark.parametrize("size", [700, 5000])
def test_pieces_of_any_size_make_the_same_graph(
    plain: Path, pbf: Path, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    graph = read_osm(plain)
    monkeypatch.setattr(osm_chunks, "XML_CHUNK_BYTES", size)
    monkeypatch.setattr(osm_chunks, "PBF_CHUNK_BYTES", size)
    assert len(list(chunks_of(plain))) > 10
    assert same(read_osm(plain), graph)
    assert same(read_osm(pbf), graph)


def test_a_pbf_file_cut_anywhere_names_the_byte(pbf: Path) -> None:
    data = pbf.read_bytes()
    for length in (20, len(data) // 2, len(data) - 1):
        pbf.write_bytes(data[:length])
        with pytest.raises(InputError, match=r"block at byte \d+ is cut off") as caught:
            read_osm(pbf)
        assert pbf.name in str(caught.value)


def test_a_pbf_file_with_damaged_data_names_the_bytes(pbf: Path) -> None:
    data = bytearray(pbf.read_bytes())
    data[-200:-150] = bytes(50)
    pbf.write_bytes(data)
    with pytest.raises(InputError, match=r"byte \d+"):
        read_osm(pbf)


@pytest.mark.parametrize("size", [1 << 22, 3000])
def test_xml_cut_in_the_middle_names_the_line(
    plain: Path, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr(osm_chunks, "XML_CHUNK_BYTES", size)
    text = plain.read_text(encoding="utf-8")
    cut = text[: text.index('<way id="1010"') + 40]
    plain.write_text(cut, encoding="utf-8")
    with pytest.raises(InputError, match="XML error") as caught:
        read_osm(plain)
    found = re.search(r"at line (\d+)", str(caught.value))
    assert found
    assert int(found[1]) == cut.count("\n") + 1


def test_a_value_that_is_no_number_names_where_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "odd.osm"
    path.write_text(xml(node(1, 0, 0), '<node id="two" lat="0" lon="0"/>'))
    with pytest.raises(InputError, match=r"illegal id: 'two' \(from line 4\)"):
        read_osm(path)


def test_a_node_beyond_the_pole_is_named(tmp_path: Path) -> None:
    path = tmp_path / "pole.osm"
    path.write_text(xml(node(1, 0, 0), '<node id="2" lat="123" lon="0"/>', way(10, [1, 2])))
    with pytest.raises(InputError, match=r"node 2 lies at longitude 0\.0, latitude 123\.0"):
        read_osm(path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the file is empty"),
        ("hello", "no <osm> element"),
        ("<gpx></gpx>", "no <osm> element"),
        (xml(), "no roads"),
        (xml(node(1, 0, 0)), "no roads"),
    ],
)
def test_files_without_roads_are_refused_in_one_line(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "odd.osm"
    path.write_text(text)
    with pytest.raises(InputError, match=said) as caught:
        read_osm(path)
    assert "\n" not in str(caught.value)


def test_packed_data_that_break_off_are_refused(plain: Path) -> None:
    path = plain.with_suffix(".osm.gz")
    path.write_bytes(gzip.compress(plain.read_bytes())[:-400])
    with pytest.raises(InputError, match=r"grid\.osm\.gz"):
        read_osm(path)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read_osm(tmp_path / "absent.osm.pbf")


def _o5m_number(value: int) -> bytes:
    """A signed number: the sign in the lowest bit, seven bits in a byte."""
    rest = value << 1 if value >= 0 else (-value << 1) - 1
    data = b""
    while rest > 127:
        data += bytes([rest & 127 | 128])
        rest >>= 7
    return data + bytes([rest])


def test_o5m_is_read_too(tmp_path: Path) -> None:
    one = _o5m_number(1) + b"\0"
    nodes = [one + _o5m_number(0) * 2, one + _o5m_number(10_000) + _o5m_number(0)]
    refs = _o5m_number(1) * 2
    street = _o5m_number(10) + b"\0" + bytes([len(refs)]) + refs + b"\0highway\0service\0"
    data = b"\xff\xe0\x04o5m2" + b"".join(b"\x10" + bytes([len(n)]) + n for n in nodes)
    data += b"\xff\x11" + bytes([len(street)]) + street + b"\xfe"
    path = tmp_path / "street.o5m"
    path.write_bytes(data)
    graph = read_osm(path)
    assert graph.vertex_ids.tolist() == [1, 2]
    assert graph.arcs.length_m[0] == pytest.approx(111.2, abs=0.1)


def test_progress_grows_to_one(plain: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(osm_chunks, "XML_CHUNK_BYTES", 3000)
    seen: list[float] = []
    import_osm(plain, progress=lambda fraction, _: seen.append(fraction))
    assert len(seen) > 10
    assert seen == sorted(seen)
    assert seen[-1] == 1.0


def test_reading_can_be_cancelled(plain: Path) -> None:
    cancel = Cancel()
    with pytest.raises(CancelledError):
        import_osm(plain, progress=lambda *_: cancel.set(), cancel=cancel)
