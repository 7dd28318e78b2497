"""Starts of the program are measured as whoever installs it has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.cold_start import _run


def test_a_later_start_finds_what_the_first_one_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    said = _run(["-c", "import app.bands; print(app.bands.__cached__)"], tmp_path)
    assert Path(said.strip()).is_relative_to(tmp_path)
    assert Path(said.strip()).is_file()
