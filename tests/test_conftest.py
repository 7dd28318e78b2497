"""What tests are told of a device that is not there, by one process or by several."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

TESTS = """
import pytest

@pytest.mark.gpu
def test_of_the_device() -> None: ...

def test_of_nothing() -> None: ...

@pytest.mark.skip(reason="another")
def test_skipped_for_something_else() -> None: ...
"""


@pytest.mark.parametrize("processes", [[], ["-n", "1"]], ids=["one process", "several"])
def test_skipped_gpu_tests_are_named(processes: list[str], tmp_path: Path) -> None:
    written = tmp_path / "test_written.py"
    written.write_text(TESTS, encoding="utf-8")
    told = subprocess.run(
        [
            sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "tests.conftest",
            "-c", str(ROOT / "pyproject.toml"), "--rootdir", str(tmp_path), *processes,
            str(written),
        ],
        cwd=ROOT, capture_output=True, text=True, check=False,
        env=os.environ
        | {"CUDA_VISIBLE_DEVICES": "", "PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": ""},
    )  # fmt: skip
    lines = told.stdout.splitlines()
    assert told.returncode == 0, told.stdout + told.stderr
    first = lines.index("1 GPU tests skipped, no CUDA device answers:")
    assert lines[first + 1].endswith("test_written.py::test_of_the_device")
    assert not any("for_something_else" in line for line in lines)
