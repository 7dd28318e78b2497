"""What `isofront matrix` tells of a finished matrix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.bands import as_read
from app.cli.report import facts, noted, table, took
from app.cli.roads.driving import costs_facts, costs_record
from app.exports.matrix.coverage import Coverage
from app.matrix.run import FinishedMatrix
from app.roads.open_roads import OpenRoads
from app.units import units
from core.numerals import counted


@dataclass(frozen=True, eq=False)
class MatrixAnswer:
    """A finished matrix and what is told of it. covered : None where no bands were asked for.
    driven : the roads, if any."""

    finished: FinishedMatrix
    notes: tuple[str, ...]
    covered: Coverage | None
    open_ms: float
    driven: tuple[OpenRoads, ...] = ()


def record(answer: MatrixAnswer, written: Sequence[str]) -> dict[str, Any]:
    """One object for a program."""
    finished = answer.finished
    job, worked = finished.job, finished.worked
    method = job.method if worked is None else worked.method
    measure = job.document.measure
    return {
        "origins": len(job.origins),
        "destinations": job.count,
        "direction": job.spec.direction,
        **costs_record(*answer.driven),
        "limit_seconds": job.spec.limit_seconds,
        "unit": measure.base,
        "nearest": job.spec.keeping.nearest or None,
        "algorithm": method.algorithm,
        "backend": method.backend,
        "device": None if worked is None else worked.device,
        "reason": method.reason,
        "reckoned_seconds": method.seconds,
        "solve_ms": finished.solve_ms,
        "prepare_ms": 0.0 if worked is None else worked.prepare_ms,
        "open_ms": answer.open_ms,
        "chunks": finished.chunks,
        "resumed_chunks": finished.resumed,
        "bands": None if answer.covered is None else answer.covered.record(),
        "within": None if answer.covered is None else answer.covered.within(),
        "outputs": written,
        "notes": answer.notes,
    }


def for_people(answer: MatrixAnswer, written: Sequence[str]) -> str:
    """Lines for people."""
    finished, told = answer.finished, record(answer, written)
    on = f" on {told['backend']}, {told['device']}" if finished.worked else ""
    everywhere = finished.job.destinations is None
    kind = finished.job.ground.everything
    pairs = [
        ("origins", f"{told['origins']:,}"),
        ("destinations", f"all {told['destinations']:,} {kind}" * everywhere),
        ("destinations", f"{told['destinations']:,}" * (not everywhere)),
        ("nearest", str(told["nearest"] or "")),
        *costs_facts(*answer.driven),
        ("method", f"{told['algorithm']}{on}"),
        ("reason", told["reason"]),
        ("worked out in", took(finished.solve_ms)),
        ("ready in", took(told["prepare_ms"])),
        *(("written" if k == 0 else " ", name) for k, name in enumerate(written)),
    ]
    covered = answer.covered
    if covered is not None:
        pairs.append((f"within {as_read(covered.bands).limit_labels()[-1]}", _within(covered)))
    lines = [facts(pairs)]
    if covered is not None:
        lines += ["", _statistics(covered)]
    return "\n".join((*lines, *noted(answer.notes)))


def _shown(covered: Coverage) -> dict[str, tuple[str, float, int]]:
    """Head, worth of the base unit and decimals of each column of statistics."""
    street, metres = units().amounts(True, 0.0)
    land, patch = units().amounts(False, covered.within().get("area_m2", 0.0))
    return {
        "destinations": ("destinations", 1.0, 0),
        "length_m": (f"{street} of streets", 1 / metres, 3),
        "area_m2": (land, 1 / patch, 3),
        "people": ("people", 1.0, 1),
        "people_share": ("% of people", 1e2, 1),
    }


def _statistics(covered: Coverage) -> str:
    shown = _shown(covered)
    columns = [
        (head, [f"{worth * amount:.{digits}f}" for amount in column])
        for name, column in covered.table().items()
        for head, worth, digits in [shown[name]]
    ]
    rows = zip(as_read(covered.bands).labels(), *(cells for _, cells in columns), strict=True)
    return table(["band", *(head for head, _ in columns)], list(rows))


def _much(amount: float, lengths: bool) -> str:
    unit, worth = units().amounts(lengths, amount)
    return f"{amount / worth:,.1f} {unit}"


def _within(covered: Coverage) -> str:
    """What all bands hold together: `90 of 180 people (50.0 %), 4 destinations, …`."""
    told = covered.within()
    people = told.get("people")
    parts = [f"{counted(told['destinations'], 'destination')}"]
    if people is not None:
        share = f"({100 * told['people_share']:.1f} %)"
        parts.insert(0, f"{people:,.0f} of {covered.everybody:,.0f} people {share}")
    if "length_m" in told:
        parts.append(_much(told["length_m"], lengths=True) + " of streets")
    if "area_m2" in told:
        parts.append(_much(told["area_m2"], lengths=False))
    return ", ".join(parts)
