"""Partitions are made once: kept beside an import, in memory elsewhere, and never half."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import app.solving.partitions
from app.solving.partitions import (
    USUAL_MEZZANINES,
    PartitionPreprocessing,
    cells_by,
    partition_of,
)
from core.cancel import Cancel
from core.errors import CancelledError, ExportError, ParameterError
from core.files.import_cache import cache_size, clear_cache
from road.crp.partition.nested import MEZZANINES, Partition
from road.files.source import cache as source_cache
from road.graph import RoadGraph
from tests.road.drawn import chain, grid_city

NONE = (0,) * 6
Open = Callable[[], RoadGraph]


@pytest.fixture
def opens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Open:
    """Opens the same import again and again, each time as another object."""
    monkeypatch.setattr(source_cache, "WORTH_BYTES", 0)
    source = tmp_path / "chain.gr"
    source.write_text("roads")
    return lambda: source_cache.cached(source, [source], {}, lambda: chain(400), tmp_path / "kept")


def cells_in(folder: Path) -> list[Path]:
    return sorted((folder / "kept").glob("*.cells"))


def assert_same(one: Partition, other: Partition) -> None:
    assert len(one.levels) == len(other.levels) > 0
    for level, like in zip(one.levels, other.levels, strict=True):
        assert (level.size, level.mezzanine, level.phantom) == (
            like.size, like.mezzanine, like.phantom,
        )  # fmt: skip
        np.testing.assert_array_equal(level.cell_of, like.cell_of)


def test_without_an_import_it_is_held_as_long_as_the_graph() -> None:
    graph = chain(400)
    first = partition_of(graph)
    assert (first.path, first.note) == (None, "")
    assert first.seconds > 0
    assert partition_of(graph) is first
    assert PartitionPreprocessing().at_hand(graph)
    assert not PartitionPreprocessing(NONE).at_hand(graph)
    gone = weakref.ref(first.partition)
    del graph, first
    gc.collect()
    assert gone() is None


def test_numbers_of_mezzanine_levels_are_partitions_of_their_own() -> None:
    graph = chain(400)
    assert [level.size for level in partition_of(graph).partition.levels] == [4, 11, 32, 90, 256]
    assert [level.size for level in partition_of(graph, NONE).partition.levels] == [4, 32, 256]


def test_beside_an_import_it_is_stored_and_opened(opens: Open, tmp_path: Path) -> None:
    made = partition_of(opens())
    assert made.path == cells_in(tmp_path)[0]
    assert made.path.name.endswith(".113333.cells")
    other = opens()
    assert PartitionPreprocessing().at_hand(other)
    opened = partition_of(other)
    assert (opened.path, opened.seconds) == (made.path, 0)
    assert_same(opened.partition, made.partition)
    partition_of(opens(), NONE)
    assert [path.name.split(".")[1] for path in cells_in(tmp_path)] == ["000000", "113333"]


def test_the_cache_counts_and_clears_partitions(opens: Open, tmp_path: Path) -> None:
    partition_of(opens())
    assert cache_size(tmp_path / "kept").files == 2
    assert clear_cache(tmp_path / "kept").files == 2
    assert not cells_in(tmp_path)


def damage(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1] + b"!")


def other_roads(path: Path) -> None:
    from road.crp.partition.file import fingerprint, save_partition

    graph = grid_city()
    save_partition(path, partition_of(graph).partition, fingerprint(graph))


def other_levels(path: Path) -> None:
    from road.crp.partition.file import fingerprint, save_partition

    graph = chain(400)
    save_partition(path, partition_of(graph, NONE).partition, fingerprint(graph))


def nothing(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("spoil", [damage, other_roads, other_levels, nothing])
def test_what_is_no_partition_of_these_roads_is_made_anew(
    opens: Open, spoil: Callable[[Path], None]
) -> None:
    made = partition_of(opens())
    assert made.path is not None
    spoil(made.path)
    again = partition_of(opens())
    assert again.seconds > 0
    damaged = f"the partition {made.path.name} was damaged and is made again"
    assert again.note.startswith(damaged) == (spoil in (damage, nothing))
    assert_same(again.partition, made.partition)
    assert partition_of(opens()).seconds == 0
    assert partition_of(opens()).note == ""


def test_a_cancel_leaves_nothing_behind(opens: Open, tmp_path: Path) -> None:
    cancel = Cancel()
    with pytest.raises(CancelledError, match="partition"):
        partition_of(opens(), progress=lambda _fraction, _label: cancel.set(), cancel=cancel)
    assert not cells_in(tmp_path)
    assert {path.suffix for path in (tmp_path / "kept").iterdir()} == {".roads"}
    assert partition_of(opens()).seconds > 0


def test_nothing_is_written_after_a_cancel(
    opens: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cancel = Cancel()

    def made_too_late(graph: RoadGraph, **_: Any) -> Partition:
        cancel.set()
        return Partition(())

    monkeypatch.setattr(app.solving.partitions, "partition_roads", made_too_late)
    with pytest.raises(CancelledError):
        partition_of(opens(), cancel=cancel)
    assert not cells_in(tmp_path)


def test_who_waits_for_another_can_be_cancelled() -> None:
    cancel = Cancel()
    cancel.set()
    with app.solving.partitions._MAKING, pytest.raises(CancelledError):
        partition_of(chain(10), cancel=cancel)


def test_where_it_cannot_be_stored_a_note_says_why(
    opens: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise ExportError("the disk is full", where="cells")

    monkeypatch.setattr(app.solving.partitions, "save_partition", full)
    graph = opens()
    kept = partition_of(graph)
    assert kept.path is None
    assert kept.partition.levels
    assert PartitionPreprocessing().notes(graph) == (
        "the partition could not be kept: cells: the disk is full",
    )


def test_progress_is_told() -> None:
    told: list[tuple[float, str]] = []
    partition_of(chain(400), progress=lambda fraction, label: told.append((fraction, label)))
    assert {label for _, label in told} == {"Partitioning the roads", "Merging cells"}
    assert told[-1][0] == 1.0


def test_the_parameter_stands_for_the_paper_or_for_one_number() -> None:
    assert cells_by() == cells_by(USUAL_MEZZANINES) == PartitionPreprocessing(MEZZANINES)
    assert cells_by(2.0) == PartitionPreprocessing((2,) * 6)
    with pytest.raises(ParameterError, match="six numbers"):
        partition_of(chain(10), (9,) * 6)
