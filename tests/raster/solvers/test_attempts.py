"""Attempts follow each other with coarser ticks until one loses no cells, has a limit or ends."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from core.errors import ParameterError
from core.solver import Start
from core.times import UNLIMITED
from raster.grid import grid_from_kmh
from raster.solvers.attempts import GridAttempt, SolvesInAttempts
from raster.steps import StepCosts
from raster.ticks import choose_tick
from tests.raster.terrains import noise

GRID = grid_from_kmh(noise(9, 9, 1), 10.0)
SOURCES = (Start(0),)


@dataclass(frozen=True)
class Found:
    tick: float
    partial: bool = False
    max_ticks: int = 0


def ticks_tried(limit: float, lost: int, stopped_at: int = 99) -> list[float]:
    """The ticks of all attempts, if the first `lost` of them lose cells."""
    tried: list[float] = []

    class Loses(SolvesInAttempts[Found]):
        def _attempt(self, attempt: GridAttempt) -> Found:
            assert attempt.costs.values is GRID.values
            tried.append(attempt.tick)
            return Found(attempt.tick, partial=len(tried) == stopped_at)

        def _lost(self, costs: StepCosts, found: Found) -> bool:
            return len(tried) <= lost

    found = Loses(GRID).solve(SOURCES, limit=limit)
    assert found.tick == tried[-1]
    return tried


@pytest.mark.parametrize("lost", [0, 1, 3])
def test_each_attempt_that_loses_cells_is_followed_by_a_coarser_one(lost: int) -> None:
    first = choose_tick(GRID, SOURCES, UNLIMITED)
    assert ticks_tried(UNLIMITED, lost) == [first * 8**n for n in range(lost + 1)]


def test_with_a_limit_or_after_a_cancel_there_is_no_other() -> None:
    assert len(ticks_tried(100.0, 5)) == 1
    assert len(ticks_tried(UNLIMITED, 5, stopped_at=2)) == 2


def test_a_path_beyond_all_ticks_is_an_error() -> None:
    with pytest.raises(ParameterError, match="time limit"):
        ticks_tried(UNLIMITED, 99)
