"""A matrix worked out by the workers of a cluster; what is kept, and resumed, lies here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from app.cluster.dask_crew import dask_crew
from app.cluster.dispatch import CrewReport, hand_out
from app.matrix.request import MatrixJob
from app.matrix.run import Keep, Worked, Workshop
from app.matrix.sent import cluster_job
from core.cancel import Cancel
from core.numerals import counted
from core.progress import Progress

MOST_TOLD = 4
"""Workers that a note names one by one."""


def on_cluster(address: str) -> Workshop:
    """What works out the chunks of a matrix on a Dask cluster, for `app.matrix.run.run_matrix`.

    address : of the scheduler, as "tcp://HOST:PORT" or "HOST:PORT"; "local" or "local:N" starts N
        workers on this machine, for this matrix.
    The workshop raises CancelledError, and ClusterError for all that is wrong with the cluster,
    with what was kept until then.
    """

    def work(
        job: MatrixJob, numbers: Sequence[int], keep: Keep, progress: Progress, cancel: Cancel
    ) -> Worked:
        sent = cluster_job(job, progress, cancel)
        cancel.check("the matrix")
        progress(-1.0, f"connecting to {address}")
        with dask_crew(address, sent) as crew:
            report = hand_out(crew, sent, numbers, keep, progress, cancel)
        device = counted(len(report.told), "worker")
        reason = f"{job.method.reason}; each worker by what is quickest there"
        if job.request.options.algorithm:
            reason = job.method.reason
        method = replace(job.method, reason=reason)
        return Worked(method, device, report.prepare_seconds * 1e3, tuple(_notes(report)))

    return work


def _notes(report: CrewReport) -> Iterable[str]:
    told: dict[str, int] = {}
    for words in report.told.values():
        told[words] = told.get(words, 0) + 1
    for words, count in told.items():
        yield f"{count} × {words}" if count > 1 else words
    if report.lost:
        yield f"{counted(report.lost, 'worker was', 'workers were')} lost; others did what was left"
    for worker, why in list(report.refused.items())[:MOST_TOLD]:
        yield f"{worker} got no work: {why}"
    more = len(report.refused) - MOST_TOLD
    if more > 0:
        yield f"{counted(more, 'more worker')} got no work"
