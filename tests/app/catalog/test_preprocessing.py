"""A solver brings its phases: what a row names is built, kept and handed on, whatever it is."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from app.catalog.algorithms import customizable, find, preprocessing_of
from app.catalog.parameters import Parameter
from app.catalog.rows import ROADS, Algorithm
from app.solving.solve import Solving
from core.errors import ParameterError
from road.costs.metric import Weights
from road.graph import RoadGraph
from road.solvers.dijkstra import Dijkstra
from tests.app.asking import on_roads, otherwise
from tests.app.drawn_roads import opened
from tests.app.gpu_rows import use_rows
from tests.test_architecture import ROOT, parsed


@dataclass(frozen=True)
class Order:
    """The preprocessing of a made-up solver: vertices by importance."""

    kind: float
    built: ClassVar[list[RoadGraph]] = []

    def build(self, ground: RoadGraph, **_told: Any) -> dict[str, Any]:
        self.built.append(ground)
        return {"order": f"{self.kind:g} of {ground.vertices}"}

    def at_hand(self, ground: RoadGraph, search: Callable[[], Any] | None = None) -> bool:
        return ground in self.built

    def notes(self, ground: RoadGraph) -> tuple[str, ...]:
        return (f"ordered {ground.vertices} vertices",)


class ByOrder(Dijkstra):
    """A made-up solver that needs vertices in an order."""

    orders: ClassVar[list[str]] = []

    def __init__(self, graph: RoadGraph, weights: Weights, **options: Any) -> None:
        super().__init__(graph, weights, direction=options["direction"])
        self.orders.append(options["order"])
        assert {"progress", "cancel", "edge_based", "depth"} <= set(options)


KIND = Parameter("kind", "Kind of order", "", 1, 0, 9, "Of the order.", phase="preprocessing")
DEPTH = Parameter("depth", "Depth", "", 1, 0, 9, "Of the search.")
ROW = Algorithm(
    "by-order", "By order", ROADS, "made up", "Made up.", cpu=f"{__name__}:ByOrder", gpu=None,
    parameters=(KIND, DEPTH), preprocessing=f"{__name__}:Order",
)  # fmt: skip


def test_a_made_up_solver_with_a_preprocessing_needs_a_row_and_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    use_rows(monkeypatch, ROW)
    roads, given = opened(), (("kind", 3.0), ("depth", 2.0))
    request = on_roads(roads, 0)
    expected = Solving().run(request)
    solved = Solving().run(otherwise(request, algorithm="by-order", parameters=given))
    assert (solved.times.labels == expected.times.labels).all()
    assert ByOrder.orders[-1] == "3 of 5"
    assert solved.notes == ("ordered 5 vertices",)
    phase = preprocessing_of("by-order", dict(given))
    assert phase == Order(3.0)
    assert phase.at_hand(roads.graph)


def test_solvers_that_set_out_from_the_roads_have_no_preprocessing() -> None:
    assert preprocessing_of("dijkstra", {}) is None
    with pytest.raises(ParameterError, match="no algorithm 'quantum'"):
        preprocessing_of("quantum", {})


def test_the_one_that_takes_other_costs_in_an_instant_is_a_row_of_the_table() -> None:
    assert find(customizable().id, ROADS).preprocessing is not None


def test_nothing_but_the_catalogue_knows_which_solver_works_on_cells() -> None:
    words = {"crp", "partitioned"}
    files = [f for folder in ("app", "ui") for f in sorted((ROOT / folder).rglob("*.py"))]
    found = []
    for file in files:
        if file.parent == ROOT / "app" / "catalog":
            continue
        for node in ast.walk(parsed(file)):
            said = {getattr(node, name, None) for name in ("attr", "id", "arg")}
            said |= {node.value} if isinstance(node, ast.Constant) else set()
            if words & {word for word in said if isinstance(word, str)}:
                found.append(f"{file.name}:{getattr(node, 'lineno', 0)}")
    assert found == []
