"""Garbage is not collected while all widgets are gone through: it may be windows that were closed.

Qt would go on to where a widget was, which ends the program. So each case is a process of its own.
"""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path

import pytest

from ui.running.alive import kept_alive

ROOT = Path(__file__).resolve().parents[3]

BEGIN = """
import gc
from PySide6.QtWidgets import QApplication, QCalendarWidget, QLabel
from ui import theme

class Label(QLabel):
    changes = 0
    def changeEvent(self, event):
        super().changeEvent(event)
        Label.changes += 1
        # What the interpreter does when enough was made meanwhile.
        if Label.changes == 20 and gc.isenabled():
            gc.collect()

app = QApplication([])
theme.apply(app, "light")
gc.collect()
gc.freeze()
gc.disable()
"""

DRESSED = """
living = [Label("living") for _ in range(100)]
for label in living:
    label.show()
for _ in range(200):
    label = Label("closed")
    label.itself = [label]
    label.show()
del label
app.processEvents()
Label.changes = 0
gc.set_threshold(1_000_000, 1000, 1000)
gc.enable()
"""

LISTED = """
living = [QCalendarWidget() for _ in range(6)]
for _ in range(6):
    closed = QCalendarWidget()
    closed.itself = [closed]
del closed
# Python knows none of what they consist of, and makes an object for each.
gc.set_threshold(gc.get_count()[0] + 40, 1000, 1000)
gc.enable()
"""

THEME = """
theme.apply(app, "dark")
assert Label.changes > 300, Label.changes
"""

WINDOW = """
with theme.undressed():
    pass
"""


@pytest.mark.parametrize(
    ("made", "done"),
    [
        pytest.param(DRESSED, THEME, id="theme chosen"),
        pytest.param(DRESSED, WINDOW, id="window made"),
        pytest.param(LISTED, WINDOW, id="widgets counted"),
    ],
)
def test_closed_windows_are_not_taken_apart_while_all_are_gone_through(
    made: str, done: str
) -> None:
    end = "assert gc.isenabled()\nprint('alive')"
    words = [sys.executable, "-c", "\n".join((BEGIN, made, done, end))]
    ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr[-2000:]
    assert ran.stdout.split() == ["alive"]


def test_who_collects_nothing_anyway_is_left_so() -> None:
    assert gc.isenabled()
    with kept_alive():
        with kept_alive():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()
