"""What a process beside the window compiles of roads is what a file of roads needs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.road.files.osm_text import node, way, xml

PROGRAM = """
import gc, json, sys
from pathlib import Path
from numba.core.dispatcher import Dispatcher

from ui.running import roads_beside

def known():
    found = {}
    for each in gc.get_objects():
        if isinstance(each, Dispatcher) and each.signatures:
            name = f"{each.py_func.__module__}.{each.py_func.__qualname__}"
            if name.split(".")[0] in ("core", "road"):
                found[name] = len(each.signatures)
    return found

roads_beside.compile_here()
before = known()

from app.solving.request import Options
from core.cancel import NEVER
from core.progress import no_progress
from ui.controllers.kinds import show_in_little
from ui.controllers.opening import RoadOpenOptions, inspect_roads, made_ready

read = inspect_roads(Path(sys.argv[1]), False).read
document = made_ready(read(RoadOpenOptions(), no_progress, NEVER), no_progress)
document.good_start(Options(), NEVER)
show_in_little(document.warm_up(Options(), NEVER))
document.warm_up_edits(Options())
after = known()
print(json.dumps([len(before), {k: n for k, n in after.items() if n != before.get(k, 0)}]))
"""


def test_a_file_of_roads_finds_it_compiled(tmp_path: Path) -> None:
    nodes = [node(10 * i + j, i, j) for i in range(1, 5) for j in range(4)]
    ways = [
        way(500 + i, [10 * i + j for j in range(4)], {"highway": "residential", "name": f"No. {i}"})
        for i in range(1, 5)
    ]
    ways += [
        way(600 + j, [10 * i + j for i in range(1, 5)], {"highway": "primary"}) for j in range(4)
    ]
    path = tmp_path / "town.osm"
    path.write_text(xml(*nodes, *ways), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(path)],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    compiled, missing = json.loads(done.stdout.splitlines()[-1])
    assert compiled > 30
    assert missing == {}
