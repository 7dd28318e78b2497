"""The route to the pointer: drawn on the map, its turns and streets in a list."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from tests.road.files.osm_text import DEGREES_PER_100_M, node, way, xml
from tests.ui.driving import Driver
from tests.ui.roads import Roads, corner
from ui.panels.route import RoutePanel


def _begins(lines: list[object], at: tuple[float, float]) -> bool:
    """Whether the newest line is one, and begins there."""
    if not lines or lines[-1] is None:
        return False
    return bool(np.allclose(np.asarray(lines[-1])[0], at, atol=1e-3))


def test_the_route_to_the_pointer_is_drawn_and_its_turns_listed(
    user: Driver, tmp_path: Path
) -> None:
    user.open(Roads(tmp_path).town())
    user.click(*corner(0, 0))
    lines: list[object] = []
    user.window.hover.path.connect(lambda line, note: lines.append(line))
    user.move(*corner(3, 2))
    user.wait(lambda: lines and lines[-1] is not None)
    line = np.asarray(lines[-1])
    assert line[0] == pytest.approx(corner(3, 2), abs=1e-3)
    assert line[-1] == pytest.approx(corner(0, 0), abs=1e-3)
    panel = user.window.docks.panel(RoutePanel)
    assert "Start on primary" in panel.text
    assert "Turn left into residential" in panel.text
    assert panel.figures.text("length") == "1.1 km"
    assert "travel times on the map" in panel.method.text()
    options = user.window.session.options
    user.window.editor.set_options(replace(options, algorithm="crp", backend="cpu"))
    user.rest()
    for direction, at in (("from", corner(2, 3)), ("to", corner(3, 2))):
        user.window.session.set_direction(direction)  # type: ignore[arg-type]
        user.rest()
        lines.clear()
        user.move(*at)
        # One to where the pointer was may come first: it was searched for anew, too.
        user.wait(partial(_begins, lines, at))
        assert "from cell to cell" in panel.method.text()


def test_the_route_tells_streets_by_their_names(user: Driver, tmp_path: Path) -> None:
    """What goes straight on is one line as long as it is called the same."""
    path = tmp_path / "named.osm"
    called = ("Rua Nova", "Rua Nova", "Rua Velha", "")
    streets = [
        way(k, (k, k + 1), {"highway": "residential", "name": name})
        for k, name in enumerate(called, start=1)
    ]
    path.write_text(xml(*(node(k, k, 1) for k in range(1, 6)), *streets), encoding="utf-8")
    user.open(path)
    user.click(DEGREES_PER_100_M, DEGREES_PER_100_M)
    user.move(5 * DEGREES_PER_100_M, DEGREES_PER_100_M)
    panel = user.window.docks.panel(RoutePanel)
    user.wait(lambda: panel.table.rowCount() == 3)
    told = [line.partition("\t")[0] for line in panel.text.splitlines()]
    assert told == [
        "Start on Rua Nova · residential",
        "Continue along Rua Velha · residential",
        "Continue along residential · way 4",
    ]
