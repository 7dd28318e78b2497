"""What customization a solver's costs come from, as results carry it."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol, runtime_checkable

from app.catalog import Prepared, RoadSolver
from road.crp.report import CustomizationReport as CustomizationReport


@runtime_checkable
class Reporting(Protocol):
    """A solver that tells what customizing it took; the same until it is customized again."""

    @property
    def report(self) -> CustomizationReport: ...


def report_of(prepared: Prepared[RoadSolver]) -> CustomizationReport | None:
    """What a solver tells, with the name of its device; None of solvers that tell nothing."""
    solver = prepared.solver
    if not isinstance(solver, Reporting):
        return None
    return replace(solver.report, device=prepared.device.name)
