"""The least time from any origin everywhere, streets and cells among the destinations or not."""

from __future__ import annotations

from dataclasses import replace

from app.matrix.request import MatrixJob
from app.solving.one_solve import solve_once
from app.solving.result import Result
from core.cancel import Cancel
from core.progress import Progress


def union_of(job: MatrixJob, progress: Progress, cancel: Cancel) -> Result:
    """One solve from all origins at once, by what solves where nobody chose. Raises
    CancelledError."""
    request = job.solving
    options = request.options.by(job.document.usual_algorithm, job.document.domain)
    request = replace(request, starts=job.origins.places, options=options)
    progress(-1.0, "the least time from any origin")
    return solve_once(request, progress, cancel)[0]
