"""What `isofront matrix` tells of a finished matrix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.cli.report import duration, facts, noted, table
from app.exports.matrix.coverage import Coverage
from app.matrix.run import FinishedMatrix


@dataclass(frozen=True, eq=False)
class MatrixAnswer:
    """A finished matrix and what is told of it. covered : None where no bands were asked for."""

    finished: FinishedMatrix
    notes: tuple[str, ...]
    covered: Coverage | None
    open_ms: float


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
        ("method", f"{told['algorithm']}{on}"),
        ("reason", told["reason"]),
        ("worked out in", duration(finished.solve_ms / 1e3)),
        ("ready in", duration(told["prepare_ms"] / 1e3)),
        *(("written" if k == 0 else " ", name) for k, name in enumerate(written)),
    ]
    lines = [facts(pairs)]
    if answer.covered is not None:
        lines += ["", table(*answer.covered.table())]
    return "\n".join((*lines, *noted(answer.notes)))
