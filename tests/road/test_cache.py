"""A graph comes back from its cache as it was, or not at all."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.errors import ExportError
from core.files.array_layout import ALIGNMENT, START
from road import cache
from road.cache import (
    LAYOUT,
    DamagedCacheError,
    RoadCacheError,
    graph_from_bytes,
    graph_to_bytes,
    open_cache,
    write_cache,
)
from road.graph import RoadGraph
from road.names import MapNames, PlaceKind
from tests.road.drawn import DRAWN, grid_city, with_given_costs


def assert_same(a: Any, b: Any) -> None:
    if is_dataclass(a):
        assert type(a) is type(b)
        for f in fields(a):
            assert_same(getattr(a, f.name), getattr(b, f.name))
    elif isinstance(a, np.ndarray):
        assert a.dtype == b.dtype
        np.testing.assert_array_equal(a, b)
    elif isinstance(a, tuple) and a and is_dataclass(a[0]):
        assert len(a) == len(b)
        for one, other in zip(a, b, strict=True):
            assert_same(one, other)
    else:
        assert a == b


def full_graph() -> RoadGraph:
    """Everything that a graph may hold."""
    graph = with_given_costs(grid_city())
    slope = np.arange(graph.arc_count, dtype=np.int8)
    return replace(
        graph,
        arcs=replace(graph.arcs, slope=slope),
        crs_wkt='LOCAL_CS["höher"]',
        left_hand=True,
        notes=("eine Zeile", "two ways skipped"),
        names=MapNames.of({3: "Straße", 1: "Rua"}, [(0.5, 1.5, PlaceKind.TOWN, "Rua")]),
    )


@pytest.mark.parametrize("name", DRAWN)
def test_a_graph_comes_back_as_it_was(name: str, tmp_path: Path) -> None:
    graph = DRAWN[name]()
    write_cache(tmp_path / "roads", graph)
    assert_same(open_cache(tmp_path / "roads"), graph)


def test_a_graph_comes_back_from_a_message() -> None:
    data = graph_to_bytes(full_graph())
    graph = graph_from_bytes(memoryview(data))
    assert_same(graph, full_graph())
    assert not graph.head.flags.owndata
    spoiled = bytearray(data)
    spoiled[data.index(graph.head.tobytes())] ^= 1
    with pytest.raises(DamagedCacheError, match="'head' is damaged"):
        graph_from_bytes(spoiled)


def test_everything_a_graph_may_hold_comes_back(tmp_path: Path) -> None:
    graph = full_graph()
    write_cache(tmp_path / "roads", graph, "a source")
    assert_same(open_cache(tmp_path / "roads", "a source", verify=False), graph)


def test_what_a_graph_lacks_stays_away(tmp_path: Path) -> None:
    graph = replace(grid_city(), x=None, y=None, shapes=None)
    write_cache(tmp_path / "roads", graph)
    assert_same(open_cache(tmp_path / "roads"), graph)


def test_arrays_are_mapped_read_only_and_aligned(tmp_path: Path) -> None:
    write_cache(tmp_path / "roads", full_graph())
    graph = open_cache(tmp_path / "roads")
    for array in (graph.first_out, graph.head, graph.arcs.length_m, graph.given[0].costs):
        assert not array.flags.writeable
        assert not array.flags.owndata
        assert array.ctypes.data % ALIGNMENT == 0


@pytest.mark.parametrize("part", np.linspace(0, 1, 40, endpoint=False))
def test_a_flipped_bit_is_noticed(part: float, tmp_path: Path) -> None:
    path = tmp_path / "roads"
    write_cache(path, full_graph())
    data = bytearray(path.read_bytes())
    data[int(part * len(data))] ^= 16
    path.write_bytes(data)
    try:
        opened = open_cache(path)
    except RoadCacheError:
        return
    assert_same(opened, full_graph())  # the bit lay between two arrays


@pytest.mark.parametrize("length", [0, 5, 20, 100, 2000, -1])
def test_a_file_that_ends_early_is_noticed(length: int, tmp_path: Path) -> None:
    path = tmp_path / "roads"
    write_cache(path, full_graph())
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(RoadCacheError):
        open_cache(path)


Told = list[dict[str, Any]]


def _with(which: str, **values: Any) -> Callable[[Told], None]:
    def change(told: Told) -> None:
        (entry,) = [entry for entry in told if entry.get("name") == which and "dtype" in entry]
        entry.update(values)

    return change


@pytest.mark.parametrize(
    "change",
    [
        _with("head", offset=-64),
        _with("head", offset=1 << 70),
        _with("head", offset="0"),
        _with("head", shape=[-1]),
        _with("head", shape=[1 << 62, 8]),
        _with("head", shape=[3]),
        _with("head", shape=None),
        _with("head", dtype="<u8"),
        _with("head", dtype="O"),
        _with("arcs.way", dtype="<f8"),
        _with("first_out", name="odd"),
        _with("arcs.lanes", name="arcs.toll"),
        _with("shapes.first", shape=[0]),
        _with("given.0", name="given.9"),
        lambda told: told[0].pop("source"),
        lambda told: told[0].pop("notes"),
        lambda told: told[0].update(given=None),
        lambda told: told[0].update(given=[{"unit": 3}]),
        lambda told: told.clear(),
        lambda told: told.__setitem__(0, {}),
    ],
)
def test_a_header_that_nobody_wrote_so_is_damage(
    tmp_path: Path, change: Callable[[Told], None]
) -> None:
    path = tmp_path / "roads"
    write_cache(path, full_graph())
    data = path.read_bytes()
    begin = START.size
    length = START.unpack_from(data)[3]
    told = json.loads(data[begin : begin + length])
    change(told)
    header = json.dumps(told).encode()
    start = START.pack(LAYOUT.magic, LAYOUT.version, zlib.crc32(header), len(header))
    path.write_bytes(start + header + data[begin + len(header) :])
    with pytest.raises(DamagedCacheError):
        open_cache(path)


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("head", np.full(3, 999, np.uint32)),
        ("first_out", np.array([0, 9, 4, 12])),
        ("vertex_ids", np.arange(2)),
        ("x", np.zeros(1)),
    ],
)
def test_arrays_that_do_not_fit_together_are_damage(
    tmp_path: Path, name: str, array: np.ndarray
) -> None:
    path = tmp_path / "roads"
    graph = full_graph()
    held = getattr(graph, name)
    spoiled = held.copy() if len(array) >= len(held) or name in ("head", "first_out") else array
    spoiled[: len(array)] = array
    fields: dict[str, Any] = {name: spoiled}
    write_cache(path, replace(graph, **fields))
    with pytest.raises(DamagedCacheError, match="do not fit together"):
        open_cache(path)


def test_a_new_version_does_not_open_what_an_old_one_wrote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_cache(tmp_path / "roads", grid_city())
    monkeypatch.setattr(cache, "LAYOUT", replace(LAYOUT, version=LAYOUT.version + 1))
    with pytest.raises(RoadCacheError, match="version"):
        open_cache(tmp_path / "roads")


def test_another_source_asks_for_reading_again(tmp_path: Path) -> None:
    write_cache(tmp_path / "roads", grid_city(), "monaco.osm, 1 MB")
    with pytest.raises(RoadCacheError, match="another source"):
        open_cache(tmp_path / "roads", "monaco.osm, 2 MB")


def test_no_file_and_no_cache_are_told_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("p sp 3 2\n" * 9)
    for name in ("absent", "text"):
        with pytest.raises(RoadCacheError) as caught:
            open_cache(tmp_path / name)
        assert "\n" not in str(caught.value)


def test_a_failed_write_leaves_the_old_cache(tmp_path: Path) -> None:
    path = tmp_path / "roads"
    write_cache(path, grid_city())
    unwritable = replace(grid_city(), notes=({1, 2},))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        write_cache(path, unwritable)
    assert_same(open_cache(path), grid_city())
    assert [p.name for p in tmp_path.iterdir()] == ["roads"]
    with pytest.raises(ExportError):
        write_cache(tmp_path / "absent" / "roads", grid_city())
