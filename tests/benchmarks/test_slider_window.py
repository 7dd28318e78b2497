"""Steps of a slider in the window are a mouse's, timed to their end and taken apart."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks.measuring.timings import STEP_PARTS

ROOT = Path(__file__).resolve().parents[2]

STEPS = """
import json
import benchmarks.slider_window as slider
slider.PATIENCE_MS, slider.CALM_MS, slider.REST_MS, slider.UNMEASURED = 120_000, 500, 100, 1
roads = slider.Path("resources/sample/island_roads.osm.pbf")
window = slider.SliderWindow(roads, "cpu", (700, 500))
seen = []
class Seen(slider.QObject):
    def eventFilter(self, _watched, event):
        seen.append(event.type().name)
        return False
watch = Seen()
window.hand._slider.installEventFilter(watch)
flat = []
end = window.parts.end
def look(times, at):
    flat.append(window.window.map.frames.frame.flat.pixels.nbytes)
    return end(times, at)
window.parts.end = look
found = slider.measure(window, 3)
found["events"] = [name for name in seen if name.startswith("MouseB") or name == "MouseMove"]
found["flat"] = flat
print(json.dumps(found))
"""
"""A window of its own process: what tests of windows have set up would be another's."""

HAND = """
import json
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSlider
from benchmarks.window.slider_hand import SliderHand
from ui.application import application
app = application(["isofront"], scheme="light", on_screen=False)
slider = QSlider(Qt.Orientation.Horizontal)
slider.setRange(10, 150)
hand = SliderHand(slider)
slider.resize(100, 15)
missing = hand.missing
try:
    hand.press()
except RuntimeError as error:
    short = str(error)
slider.resize(100 + missing, 15)
exact = hand.missing
slider.resize(313, 15)
got = {}
for inverted in (False, True):
    slider.setInvertedAppearance(inverted)
    slider.setValue(60)
    hand.press()
    got[inverted] = []
    for value in range(10, 151):
        hand.move(value)
        got[inverted].append(slider.value())
    hand.release()
try:
    hand.move(20)  # nobody holds it
except RuntimeError as error:
    loose = str(error)
slider.setEnabled(False)
try:
    hand.press()
except RuntimeError as error:
    off = str(error)
down = slider.isSliderDown()
print(json.dumps([missing, short, exact, list(got.values()), loose, off, down]))
"""


def test_steps_are_painted_and_their_parts_told() -> None:
    found = _printed(STEPS, 280)
    assert (found["backend"], found["n"]) == ("cpu", 3)
    parts = {name: figures["median"] for name, figures in found["ms"].items()}
    assert parts.pop("copied") == 0.0  # no device
    assert min(parts.values()) > 0
    assert max(parts["customize"] + parts["solve"], parts["draw"]) < parts["step"]
    assert parts["drawn"] < parts["step"] < 120_000
    assert len(found["slowest"]) == 3
    for step in found["slowest"]:
        assert sum(step[name] for name in STEP_PARTS) == pytest.approx(step["step"], abs=0.05)
        assert step["customize"] + step["solve"] < step["solved"] + 0.05
        assert step["asked"] + step["solved"] < step["told"]
    ends = [found["picture_bytes"][end] for end in ("min", "max")]
    assert ends == [min(found["flat"][1:]), max(found["flat"][1:])]
    moves = ["MouseMove"] * 4  # and one of them unmeasured
    assert found["events"] == ["MouseButtonPress", *moves, "MouseButtonRelease"]


def test_a_mouse_brings_a_slider_to_each_of_its_values() -> None:
    missing, short, exact, got, loose, off, down = _printed(HAND, 60)
    assert missing > 0
    assert short == f"the slider is {missing} pixels too short for its values"
    assert exact == 0
    assert got == 2 * [list(range(10, 151))]
    assert loose == "the slider is at 150, not at 20"
    assert off == "the handle of the slider was not met"
    assert not down


def _printed(code: str, seconds: float) -> Any:
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=seconds
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_what_cannot_be_opened_ends_it_at_once(tmp_path: Path) -> None:
    broken = tmp_path / "net.gr"
    broken.write_text("p sp 2 1\na 1 3 10\n")
    code = STEPS.replace("resources/sample/island_roads.osm.pbf", str(broken))
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert f"RuntimeError: {broken}, line 2" in done.stderr
