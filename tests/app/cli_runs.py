"""How the tests call the command line: in this process, and as a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.main import main

ROOT = Path(__file__).resolve().parents[2]

HEADER = "ncols {cols}\nnrows {rows}\nxllcorner 1000\nyllcorner 2000\ncellsize 10\n"


def write_ascii(path: Path, kmh: np.ndarray[Any, np.dtype[Any]]) -> Path:
    """An ESRI ASCII grid of whole km/h, cells of 10 m, lower left corner at 1000, 2000."""
    rows, cols = kmh.shape
    head = HEADER.format(rows=rows, cols=cols) + "NODATA_value -9999\n"
    body = "\n".join(" ".join(str(int(v)) for v in row) for row in kmh)
    path.write_text(head + body + "\n")
    return path


class CommandLine:
    """Runs commands in this process and reads what they print."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *words: object) -> tuple[int, str, str]:
        """Status, standard output, standard error."""
        self._capsys.readouterr()
        status = main([str(word) for word in words])
        printed = self._capsys.readouterr()
        return status, printed.out, printed.err

    def json(self, *words: object) -> dict[str, Any]:
        """The one object that a command prints; it must succeed and say nothing else."""
        status, out, err = self(*words, "--json")
        assert (status, err) == (0, "")
        record = json.loads(out, parse_constant=_refuse)
        assert isinstance(record, dict)
        return record

    def refused(self, *words: object) -> str:
        """The one line of a command that must fail for bad input."""
        status, out, err = self(*words)
        assert (status, out) == (2, ""), err
        assert err.endswith("\n")
        assert err.count("\n") == 1
        return err[:-1]


def _refuse(name: str) -> None:
    raise AssertionError(f"{name} is not JSON")


def process(*words: object, **environment: str) -> subprocess.Popen[str]:
    """`python -m app …` in a process of its own, not waited for."""
    return subprocess.Popen(
        [sys.executable, "-m", "app", *map(str, words)],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finished(*words: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """`python -m app …`, waited for."""
    started = process(*words, **environment)
    out, err = started.communicate(timeout=240)
    return subprocess.CompletedProcess(started.args, started.returncode, out, err)
