"""What a solver keeps on slopes it finds while nobody asks: steps of a drag are exact then."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from app.catalog.rows import GEOMETRY, STRAIGHT_LINES
from app.solving.request import Options, SolveRequest
from app.solving.solve import Solving
from core.cancel import NEVER, Cancel
from core.errors import CancelledError
from raster.grid import VelocityGrid
from raster.slopes.models import NAMED
from raster.solvers.tiled import Tiled
from tests.app.asking import on_cells
from tests.raster.slopes.ground import drawn_ground

SHAPE = (200, 170)


def asked(grid: VelocityGrid, cell: int, slopes: Any, **named: Any) -> SolveRequest:
    options = Options(
        slopes=slopes, backend="cpu", parameters=((GEOMETRY.name, STRAIGHT_LINES),)
    )  # fmt: skip
    return replace(on_cells(grid, cell, **named), options=options)


def test_prices_are_found_at_rest_and_steps_of_a_drag_are_exact() -> None:
    grid, slopes, starts = drawn_ground(SHAPE, 1, NAMED["tobler"])
    solving, cells = Solving(), [start.element for start in starts]
    shown = solving.run(asked(grid, cells[0], slopes))
    (solver,) = (prepared.solver for prepared in solving._kept._prepared.values())
    assert isinstance(solver, Tiled)
    assert solver.learns
    stopped = Cancel()
    stopped.set()
    with pytest.raises(CancelledError):
        solving.foresee(stopped)
    while solving.foresee(NEVER):
        pass
    assert not solver.learns
    assert solver._prices.kept_tiles > 0
    assert len(solving._pace.exact) == 2, "the first, which found none, says nothing any more"
    for cell in cells[1:]:
        step = solving.run(asked(grid, cell, slopes, preview=True))
        assert not step.preview
        expected = Solving().run(asked(grid, cell, slopes))
        np.testing.assert_array_equal(step.ticks[0], expected.ticks[0])
    assert shown


@pytest.mark.parametrize("slopes", ["none", "not counted"])
def test_where_slopes_do_not_count_nothing_is_solved_again(
    slopes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    grid, given, starts = drawn_ground(SHAPE, 1, NAMED["tobler"])
    counted = None if slopes == "none" else replace(given, model=NAMED["none"])
    solving, solves = Solving(), []
    shown = solving.run(asked(grid, starts[0].element, counted))

    def solve(*asked: object, **_: object) -> None:
        solves.append(asked)

    monkeypatch.setattr(Tiled, "solve", solve)
    while solving.foresee(NEVER):
        pass
    assert not solves
    assert shown
