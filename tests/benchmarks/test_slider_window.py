"""Steps of a slider in the window are timed to their end."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

STEPS = """
import json
import benchmarks.slider_window as slider
slider.PATIENCE_MS, slider.CALM_MS, slider.REST_MS, slider.UNMEASURED = 120_000, 500, 100, 1
roads = slider.Path("resources/sample/island_roads.osm.pbf")
window = slider.SliderWindow(roads, "cpu", (700, 500))
print(json.dumps(slider.measure(window, 3)))
"""
"""A window of its own process: what tests of windows have set up would be another's."""


def test_steps_are_painted_and_their_parts_told() -> None:
    done = subprocess.run(
        [sys.executable, "-c", STEPS], cwd=ROOT, capture_output=True, text=True, timeout=280
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert (found["backend"], found["n"]) == ("cpu", 3)
    parts = {name: figures["median"] for name, figures in found["ms"].items()}
    assert min(parts.values()) > 0
    assert max(parts["customize"] + parts["solve"], parts["draw"]) < parts["step"]
    assert parts["drawn"] < parts["step"] < 120_000


def test_what_cannot_be_opened_ends_it_at_once(tmp_path: Path) -> None:
    broken = tmp_path / "net.gr"
    broken.write_text("p sp 2 1\na 1 3 10\n")
    code = STEPS.replace("resources/sample/island_roads.osm.pbf", str(broken))
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert f"RuntimeError: {broken}, line 2" in done.stderr
