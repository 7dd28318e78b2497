"""What the program does before its window is there."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

PROGRAM = """
import sys
from PySide6.QtCore import QTimer
from ui.running import starting

make = starting.application

def made(*words, **more):
    app = make(*words, **more)
    QTimer.singleShot(500, app, app.quit)
    return app

def beside():
    print("beside", "ui.main_window" in sys.modules, flush=True)

starting.application, starting.compile_beside = made, beside
{call}
"""


@pytest.mark.parametrize(
    ("call", "beside"),
    [
        ("starting.run(None, sample='')", True),
        ("starting.run('none.tif', sample='')", True),
        ("starting.run_tour(loop=False)", True),
        ("starting.run('none.OSM', sample='')", False),
        ("starting.run(None, sample='roads')", False),
    ],
)
def test_a_solver_of_terrain_is_compiled_while_the_window_is_loaded(
    call: str, beside: bool
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(call=call)],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ("beside False" in done.stdout) == beside, done.stderr
    assert done.returncode == 0, done.stderr
