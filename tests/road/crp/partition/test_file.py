"""A partition comes back from its file as it was, or not at all."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from road.crp.partition.build import partition_roads
from road.crp.partition.file import (
    DamagedPartitionError,
    PartitionFileError,
    fingerprint,
    open_partition,
    save_partition,
)
from road.crp.partition.nested import Partition
from tests.road.crp.partition.test_nested import grid, same


@pytest.fixture
def saved(tmp_path: Path) -> tuple[Path, Partition, str]:
    graph = grid(30, 30, placed=False)
    partition = partition_roads(graph)
    save_partition(tmp_path / "town.cells", partition, fingerprint(graph))
    return tmp_path / "town.cells", partition, fingerprint(graph)


def test_levels_come_back(saved: tuple[Path, Partition, str]) -> None:
    path, partition, of_graph = saved
    found = open_partition(path, of_graph)
    assert same(found, partition)
    for one, other in zip(found.levels, partition.levels, strict=True):
        assert (one.size, one.cells, one.mezzanine, one.phantom) == (
            *(other.size, other.cells, other.mezzanine, other.phantom),
        )
        assert one.cell_of.dtype == np.uint32


def test_no_levels_come_back_as_none(tmp_path: Path) -> None:
    graph = grid(2, 2, placed=False)
    save_partition(tmp_path / "small.cells", partition_roads(graph), fingerprint(graph))
    assert open_partition(tmp_path / "small.cells", fingerprint(graph)).levels == ()


def test_other_roads_are_told_apart(saved: tuple[Path, Partition, str]) -> None:
    path, _, _ = saved
    with pytest.raises(PartitionFileError, match="other roads"):
        open_partition(path, fingerprint(grid(30, 31, placed=False)))


@pytest.mark.parametrize("place", [0, 8, 14, 16, 17, 20, 40, -5])
def test_a_changed_byte_is_noticed(saved: tuple[Path, Partition, str], place: int) -> None:
    path, _, of_graph = saved
    data = bytearray(path.read_bytes())
    data[place] ^= 0x55
    path.write_bytes(data)
    with pytest.raises(PartitionFileError):
        open_partition(path, of_graph)


def test_every_bit_of_the_start_and_of_the_header_is_looked_at(
    saved: tuple[Path, Partition, str],
) -> None:
    path, _, of_graph = saved
    whole = path.read_bytes()
    for bit in range(8 * 120):
        data = bytearray(whole)
        data[bit // 8] ^= 1 << bit % 8
        path.write_bytes(data)
        with pytest.raises(PartitionFileError):
            open_partition(path, of_graph)


def test_cells_that_are_none_are_damage(saved: tuple[Path, Partition, str]) -> None:
    path, partition, of_graph = saved
    odd = replace(partition.levels[0], cells=1)
    save_partition(path, Partition((odd,)), of_graph)
    with pytest.raises(DamagedPartitionError, match="do not fit together"):
        open_partition(path, of_graph)


@pytest.mark.parametrize("length", [0, 5, 30, 700])
def test_a_cut_file_is_noticed(saved: tuple[Path, Partition, str], length: int) -> None:
    path, _, of_graph = saved
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(PartitionFileError):
        open_partition(path, of_graph)


def test_an_absent_file_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(PartitionFileError, match="there is no partition"):
        open_partition(tmp_path / "none.cells", "")


def test_one_arc_that_leads_elsewhere_makes_it_another_graph() -> None:
    graph = grid(5, 5, placed=False)
    head = graph.head.copy()
    head[-1] = (head[-1] + 1) % graph.vertices
    assert fingerprint(replace(graph, head=head)) != fingerprint(graph)
