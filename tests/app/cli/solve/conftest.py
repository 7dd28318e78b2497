"""Walled ground as a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.cli.solve.walled import WALLED
from tests.app.cli_runs import write_ascii


@pytest.fixture
def terrain(tmp_path: Path) -> Path:
    return write_ascii(tmp_path / "terrain.asc", WALLED)
