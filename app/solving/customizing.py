"""What customization a solver's costs come from, as results carry it."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol, cast, runtime_checkable

from app.catalog.algorithms import Prepared, RoadSolver
from core.cancel import NEVER, Cancel
from road.crp.customization.report import CustomizationReport as CustomizationReport


class Reporting(Protocol):
    """A solver that tells what customizing it took; the same until it is customized again.

    report : on a GPU every level is worked on once more for it, when it is first asked for.
    """

    @property
    def customized_ms(self) -> float: ...
    @property
    def report(self) -> CustomizationReport: ...


@runtime_checkable
class Metered(Protocol):
    """A solver whose device may tell the energy of customizing it."""

    def joules(self, cancel: Cancel = ...) -> float | None: ...


def customize_ms_of(prepared: Prepared[RoadSolver]) -> float | None:
    """What customizing took on the clock; None of solvers that are not customized."""
    solver = _reporting(prepared)
    return None if solver is None else solver.customized_ms


def report_of(
    prepared: Prepared[RoadSolver],
    *,
    hasty: bool = False,
    metered: bool = False,
    cancel: Cancel = NEVER,
) -> CustomizationReport | None:
    """What a solver tells, with the name of its device; None of solvers that tell nothing.

    hasty : only what costs no time, so None of those on a GPU.
    metered : with the energy of a customization, which takes a second there.
    """
    solver = _reporting(prepared)
    if solver is None or (hasty and prepared.backend == "gpu"):
        return None
    told = replace(solver.report, device=prepared.device.name)
    if not metered:
        return told
    joules = solver.joules(cancel) if isinstance(solver, Metered) else None
    return replace(told, energy_joules=joules, metered=not cancel.requested)


def energy_words(report: CustomizationReport) -> str:
    """`37.3 J`, or why there is no figure."""
    if report.energy_joules is not None:
        return f"{report.energy_joules:.3g} J"
    if report.backend == "cpu":
        return "not reported by the CPU"
    return "not reported by the driver" if report.metered else "not measured"


def _reporting(prepared: Prepared[RoadSolver]) -> Reporting | None:
    """The solver, if it tells of its customization. Its class is looked at, since to look for the
    report of a solver would be to ask for it."""
    solver = prepared.solver
    return cast(Reporting, solver) if hasattr(type(solver), "report") else None
