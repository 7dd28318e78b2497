"""Roads that tests of the command line open."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.drawn_roads import write_dimacs, write_osm


@pytest.fixture
def town(tmp_path: Path) -> Path:
    return write_dimacs(tmp_path)


@pytest.fixture
def crossing(tmp_path: Path) -> Path:
    return write_osm(tmp_path)
