"""What a broken run leaves: whole chunks of the same job, which nobody else works on."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from app.matrix.store import ChunkStore, chunk_store, folder_of
from core.errors import ExportError, InputError


def arrays(seed: int) -> dict[str, np.ndarray]:
    random = np.random.default_rng(seed)
    return {"ticks": random.integers(0, 9, (3, 5)).astype(np.uint32), "tick_seconds": np.ones(3)}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With chunks 0 and 2 of a job that ended early."""
    folder = folder_of(tmp_path / "out.csv")
    with chunk_store(folder, "key") as store:
        for number in (0, 2):
            store.keep(number, arrays(number))
    return folder


def test_the_same_job_finds_its_chunks(folder: Path) -> None:
    with chunk_store(folder, "key") as store:
        assert (store.found, store.other, store.kept) == ({0, 2}, False, 2)
        for number in store.found:
            found = store.read(number)
            assert list(found) == ["ticks", "tick_seconds"]
            for name, array in arrays(number).items():
                np.testing.assert_array_equal(found[name], array)
        store.forget()
    assert not folder.exists()


def test_another_job_and_a_fresh_run_find_none(folder: Path) -> None:
    with chunk_store(folder, "key", resume=False) as store:
        assert (store.found, store.other) == (set(), False)
        store.keep(1, arrays(1))
    with chunk_store(folder, "other") as store:
        assert (store.found, store.other) == (set(), True)
    assert not folder.exists()


@pytest.mark.parametrize("place", [0, 40, -60, -1])
def test_a_damaged_chunk_is_none(folder: Path, place: int) -> None:
    file = folder / "chunk-00000002"
    data = bytearray(file.read_bytes())
    data[place] ^= 1
    file.write_bytes(data)
    (folder / "chunk-00000007.part").write_bytes(b"half")
    with chunk_store(folder, "key") as store:
        assert store.found == {0}
    assert not (folder / "chunk-00000007.part").exists()


def test_a_chunk_that_is_damaged_meanwhile_is_told(folder: Path) -> None:
    with chunk_store(folder, "key") as store:
        store.path(0).write_bytes(store.path(0).read_bytes()[:-9])
        with pytest.raises(InputError, match="a finished chunk is damaged"):
            store.read(0)


def test_two_runs_do_not_work_on_one_matrix(folder: Path) -> None:
    with chunk_store(folder, "key"):
        with pytest.raises(InputError, match="another run works on a matrix there"):
            ChunkStore(folder, "key")
        with pytest.raises(InputError, match="another run"):
            ChunkStore(folder, "other")
    assert ChunkStore(folder, "key").found == {0, 2}


def test_a_folder_appears_with_the_first_chunk(tmp_path: Path) -> None:
    folder = tmp_path / "chunks"
    with chunk_store(folder, "key") as store:
        assert not folder.exists()
        store.keep(0, arrays(0))
        assert folder.is_dir()
    absent = ChunkStore(tmp_path / "no" / "chunks", "key")
    with pytest.raises(ExportError):
        absent.keep(0, arrays(0))
