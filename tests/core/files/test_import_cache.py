"""The folder of imports: where it lies, and what of it is counted and cleared."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.files.import_cache import RASTERS, CacheSize, cache_folder, cache_size, clear_cache


def test_the_folder_can_be_given_or_named_in_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ISOFRONT_CACHE_DIR", str(tmp_path))
    assert cache_folder() == tmp_path
    assert cache_folder(tmp_path / "other") == tmp_path / "other"
    monkeypatch.delenv("ISOFRONT_CACHE_DIR")
    assert cache_folder().name == "imports"


def test_imports_of_one_kind_are_cleared_and_the_others_stay(tmp_path: Path) -> None:
    for name, content in (("a.tif", "12"), ("b.roads", "345"), ("b.3.cells", "6"), ("c.txt", "7")):
        (tmp_path / name).write_text(content)
    assert cache_size(tmp_path) == CacheSize(3, 6)
    assert clear_cache(tmp_path, RASTERS) == CacheSize(1, 2)
    assert clear_cache(tmp_path) == CacheSize(2, 4)
    assert [path.name for path in tmp_path.iterdir()] == ["c.txt"]
