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

def beside(what=starting.RASTERS):
    print("beside", what.module, "ui.main_window" in sys.modules, flush=True)

starting.application, starting.compile_beside = made, beside
{call}
"""


@pytest.mark.parametrize(
    ("call", "beside"),
    [
        ("starting.run(None, sample='')", "app.solving.warming.ahead"),
        ("starting.run('none.tif', sample='')", "app.solving.warming.ahead"),
        ("starting.run_tour(loop=False)", "app.solving.warming.ahead"),
        ("starting.run('none.OSM', sample='')", "ui.running.roads_beside"),
        ("starting.run(None, sample='roads')", "ui.running.roads_beside"),
    ],
)
def test_what_the_first_file_needs_is_compiled_while_the_window_is_loaded(
    call: str, beside: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(call=call)],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert f"beside {beside} False" in done.stdout, done.stderr
    assert done.returncode == 0, done.stderr
