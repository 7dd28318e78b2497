"""Ground that is contracted for its costs: what that took, and who answers once costs have moved.

The rule, for a request that does not wait. Where the ground is contracted for just these costs, the
algorithm that was chosen answers. Where the last contraction took no longer than QUICK_MS, it
contracts again, at each step of a slider, too. Else `SolveRequest.meanwhile` answers, what solves
where nobody chose, while somebody has the ground contracted beside (`made_ready` of
`app.solving.one_solve`). Whoever answers, the bits are the same.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from app.catalog.algorithms import Prepared, find, of_question
from app.catalog.rows import ROADS
from app.solving.request import SolveRequest
from road.ch.report import ContractionReport as ContractionReport

QUICK_MS = 250.0
"""Milliseconds of a contraction up to which every step of a slider has one: four pictures a second,
and the algorithm that was chosen answers throughout."""


def contraction_of(prepared: Prepared[Any]) -> ContractionReport | None:
    """What contracting for a solver took, whenever that was, and where; None of solvers that
    contract nothing."""
    report: ContractionReport | None = getattr(prepared.solver, "contraction", None)
    if report is None or report.device or report.backend != prepared.backend:
        return report
    return replace(report, device=prepared.device.name)


@dataclass(frozen=True)
class LastContraction:
    """The newest contraction of a ground.

    preparation, costs : what it was made for. took_ms : None where another backend had it made, so
    that it tells nothing of the next.
    """

    preparation: tuple[object, ...]
    costs: object
    took_ms: float | None

    @classmethod
    def of(
        cls, prepared: Prepared[Any], preparation: tuple[object, ...], costs: object
    ) -> LastContraction | None:
        """That of a solver; None of those that contract nothing."""
        report = contraction_of(prepared)
        if report is None:
            return None
        own = report.backend == prepared.backend
        return cls(preparation, costs, report.total_ms if own else None)

    def serves(self, preparation: tuple[object, ...], costs: object) -> bool:
        return self.costs is costs and self.preparation == preparation

    @property
    def quick(self) -> bool:
        return self.took_ms is not None and self.took_ms <= QUICK_MS


def answered_by(
    request: SolveRequest,
    last: LastContraction | None,
    preparation: tuple[object, ...],
    costs: object,
) -> SolveRequest:
    """The request, by `meanwhile` where the rule says so; its note and `stale` say why."""
    if not request.meanwhile:
        return request
    if last is not None and (last.quick or last.serves(preparation, costs)):
        return replace(request, meanwhile="")
    row = find(request.meanwhile, ROADS)
    backend = request.options.backend
    options = replace(
        request.options,
        algorithm=row.id,
        backend=backend if backend in ("auto", *row.backends) else "auto",
        parameters=of_question(request.options.parameters, request.document.domain),
    )
    took = None if last is None else last.took_ms
    stale = stale_words(row.title, took)
    return replace(request, options=options, stale=stale, notes=(*request.notes, stale))


def stale_words(answered: str, took_ms: float | None) -> str:
    """In a line, who answered and why. took_ms : of the last contraction; None where unknown."""
    takes = "may take a while" if took_ms is None else f"takes about {took_ms / 1e3:.1f} s"
    return (
        f"{answered} answered: contracting the roads for the new costs {takes}. "
        "The times are the same."
    )
