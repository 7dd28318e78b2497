"""Costs that change a little are customized where they changed, to the bits of all anew."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from core.times import UNREACHED
from road.costs.metric import Weights
from road.crp.customization import changed as changed_module
from road.crp.customization import customize as customize_module
from road.crp.customization.changed import runs_of
from road.crp.customization.customize import Customized, customize
from road.crp.customization.pieces import WorkPlan, plan_of
from road.crp.overlay.overlay import Overlay, overlay_of
from road.crp.query.isochrone import Crp
from road.graph import RoadGraph
from road.search.search_graph import Direction, SearchGraph
from tests.road.crp.nests import halved
from tests.road.drawn import random_town
from tests.road.searches import random_weights

MANY = 400


def assert_same(found: Customized, expected: Customized) -> None:
    for mine, other in zip(
        (found.kept, *found.shortcuts, *found.down),
        (expected.kept, *expected.shortcuts, *expected.down),
        strict=True,
    ):
        np.testing.assert_array_equal(mine, other)


def changed_a_little(weights: Weights, arcs: np.ndarray, cost: int) -> Weights:
    costs = weights.arc_costs.copy()
    costs[arcs] = cost
    return replace(weights, arc_costs=costs)


@pytest.fixture
def worked_on(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Cells of the lowest level that were customized, told in numbers."""
    told: list[int] = []
    for name in ("run_microcode", "customize_cells"):
        kernel = getattr(customize_module, name)

        def noted(begin: int, end: int, cells: object, *rest: object, kernel=kernel) -> int:  # type: ignore[no-untyped-def]
            told.append(end - begin)
            found: int = kernel(begin, end, cells, *rest)
            return found

        monkeypatch.setattr(customize_module, name, noted)

    def all_of(overlay: Overlay, *how: Any) -> WorkPlan:
        told.append(overlay.levels[0].cells)
        return plan_of(overlay, *how)

    monkeypatch.setattr(customize_module, "plan_of", all_of)
    return told


def laid_over(
    town: RoadGraph, weights: Weights, direction: Direction
) -> tuple[Overlay, SearchGraph]:
    search = SearchGraph.of(town, weights, direction)
    partition = halved(town, (4, 8, 16, 64), mezzanine=(16,), phantom=(8,))
    return overlay_of(search, partition), search


@pytest.mark.parametrize("by_code", [True, False])
@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("turns", [False, True])
def test_a_few_changes_after_another_give_the_bits_of_all_anew(
    turns: bool, direction: Direction, by_code: bool, worked_on: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    if not by_code:
        monkeypatch.setattr(customize_module, "microcode_of", lambda _: None)
    town = random_town(MANY, 5)
    weights = random_weights(town, 5, turns=turns)
    overlay, search = laid_over(town, weights, direction)
    done = customize(overlay, search, keep_all=True)
    random = np.random.default_rng(8)
    for cost in (UNREACHED, 3, 900_000, 1):  # closed, sooner, later, sooner again
        arcs = random.integers(0, town.arc_count, 3)
        weights = changed_a_little(weights, arcs, cost)
        search = SearchGraph.of(town, weights, direction)
        worked_on.clear()
        done = customize(overlay, search, keep_all=True, before=done)
        assert 0 < sum(worked_on) < overlay.levels[0].cells
        assert_same(done, customize(overlay, search, keep_all=True))


def test_what_did_not_change_is_not_worked_on(worked_on: list[int]) -> None:
    town = random_town(MANY, 6)
    weights = random_weights(town, 6)
    overlay, search = laid_over(town, weights, "from")
    done = customize(overlay, search, keep_all=True)
    worked_on.clear()
    same = SearchGraph.of(town, replace(weights), "from")
    assert_same(customize(overlay, same, keep_all=True, before=done), done)
    assert sum(worked_on) == 0


def test_all_is_customized_where_much_changes_or_a_level_was_forgotten(
    worked_on: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    town = random_town(MANY, 7)
    overlay, search = laid_over(town, random_weights(town, 7), "from")
    other = SearchGraph.of(town, random_weights(town, 8), "from")
    expected = customize(overlay, other, keep_all=True)
    done = customize(overlay, search, keep_all=True)
    forgetful = customize(overlay, search)
    lazy = customize(overlay, search, down=False, keep_all=True)
    worked_on.clear()
    assert_same(customize(overlay, other, keep_all=True, before=done), expected)
    monkeypatch.setattr(changed_module, "MOST_CHANGED", 1.1)
    for before in (forgetful, lazy):
        assert_same(customize(overlay, other, keep_all=True, before=before), expected)
    assert sum(worked_on) >= 3 * overlay.levels[0].cells
    assert_same(customize(overlay, other, keep_all=True, before=done), expected)


def test_runs_are_parted_where_gaps_are_widest() -> None:
    cells = np.array([2, 3, 5, 40, 41, 90])
    assert runs_of(cells) == [(2, 4), (5, 6), (40, 42), (90, 91)]
    assert runs_of(cells, 3) == [(2, 6), (40, 42), (90, 91)]
    assert runs_of(cells, 1) == [(2, 91)]
    assert runs_of(cells[:0]) == []


def test_a_solver_goes_on_where_a_street_was_closed(worked_on: list[int]) -> None:
    town = random_town(MANY, 9)
    weights = random_weights(town, 9)
    solver = Crp(town, weights, partition=halved(town, (4, 16, 64)), smallest=0)
    worked_on.clear()
    closed = solver.customize(changed_a_little(weights, np.array([17, 200]), UNREACHED))
    assert 0 < sum(worked_on) < solver.overlay.levels[0].cells
    assert_same(closed.customized, customize(solver.overlay, closed.search, keep_all=True))
