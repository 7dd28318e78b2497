"""From a request to its result, in the calling thread, with the solver kept for the next one."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

from app.catalog.algorithms import Prepared
from app.solving.contracting import LastContraction, answered_by
from app.solving.fallback import Plan, first_that_works
from app.solving.kept_solvers import KeptSolvers
from app.solving.preview_pace import PreviewPace
from app.solving.problem import Problem, Run
from app.solving.request import SolveRequest
from app.solving.result import Result
from core.cancel import NEVER, Cancel
from core.progress import Progress, no_progress
from core.trace import SILENT, Trace
from gpu.buffers import limit_memory
from gpu.failures import device_errors


@dataclass(frozen=True, eq=False)
class _HeardProblem:
    """A problem, and who listens to it and may stop it.

    trace, cancel : of the solve. progress, abandon : of what is prepared for it.
    """

    problem: Problem
    request: SolveRequest
    trace: Trace
    cancel: Cancel
    progress: Progress
    abandon: Cancel

    @property
    def preparation(self) -> tuple[object, ...]:
        """What a solver is prepared for, beside its ground, its costs and what runs."""
        options = self.request.options
        asked = options.parameters, options.device, options.gpu_memory_mib
        return *self.problem.preparation, *asked


class Solving:
    """Solves requests one after another and keeps the last solvers: another start needs no new one,
    other costs no new ground, and no new solver where it can be customized.

    Where the backend is left to Isofront and the GPU fails, it goes on without; the result says so.
    """

    def __init__(self) -> None:
        self._ground: object = None
        self._costs: object = None
        self._plan: tuple[tuple[object, ...], Plan] | None = None
        self._contracted: LastContraction | None = None
        self._kept: KeptSolvers[Any] = KeptSolvers(1)
        self._hurried: Problem | None = None
        self._pace = PreviewPace()

    def run(
        self,
        request: SolveRequest,
        trace: Trace = SILENT,
        cancel: Cancel = NEVER,
        *,
        progress: Progress = no_progress,
        abandon: Cancel | None = None,
    ) -> Result:
        """Solve in the calling thread.

        progress : of preparing a solver, where that takes long; an empty label says that it is
        ready.
        abandon : stops the preparation; None takes `cancel`. Raises CancelledError then, while a
        cancelled solve has a partial result.
        """
        limit_memory(request.options.gpu_memory_mib)
        abandon = cancel if abandon is None else abandon
        problem = request.document.problem(request, progress, abandon)
        if self._ground is not problem.ground:
            self.forget()
            self._ground = problem.ground
        self._kept.most = problem.most_kept
        if problem.silent:
            trace = SILENT
        work = _HeardProblem(problem, request, trace, cancel, progress, abandon)
        answered = answered_by(request, self._contracted, work.preparation, problem.costs)
        if answered.stale:
            problem = request.document.problem(answered, progress, abandon)
            work = replace(work, problem=problem, request=answered)
        plan = self._plan_of(work)
        return first_that_works(plan, lambda: self._attempt(plan, work), self._kept.forget_all)

    def forget(self) -> None:
        """Let go of ground, solvers and device memory."""
        self._kept.forget_all()
        self._ground = self._costs = self._plan = self._hurried = self._contracted = None
        self._pace = PreviewPace()

    def _plan_of(self, work: _HeardProblem) -> Plan:
        options = work.request.options
        kind = (options.algorithm, options.backend, *work.preparation)
        if self._plan is None or self._plan[0] != kind:
            asked = options.algorithm, options.backend, options.device
            self._plan = kind, Plan.of(*asked, work.problem.domain)
            self._pace = PreviewPace()
        return self._plan[1]

    def _attempt(self, plan: Plan, work: _HeardProblem) -> Result:
        began = time.perf_counter()
        work = self._in_time(plan, work)
        prepared = self._prepared(plan, work)
        ready = time.perf_counter()
        problem, request = work.problem, work.request
        contracted = LastContraction.of(prepared, work.preparation, problem.costs)
        self._contracted = contracted or self._contracted
        with device_errors(prepared.device.index):
            times = prepared.solver.solve(
                problem.sources, limit=request.limit_seconds, trace=work.trace, cancel=work.cancel
            )
        solve_ms = (time.perf_counter() - ready) * 1e3
        plan.succeeded()
        if not times.partial:
            self._pace.took(solve_ms, problem.factor)
        notes, prepare_ms = (*request.notes, *plan.notes), (ready - began) * 1e3
        return problem.result(Run(prepared, times, notes, prepare_ms, solve_ms, work.cancel))

    def _in_time(self, plan: Plan, work: _HeardProblem) -> _HeardProblem:
        """What is solved in truth: of a preview perhaps a coarser problem."""
        if not work.request.preview:
            return work
        hurried = work.problem.hurried(self._pace, plan.runner.backend, self._hurried)
        if hurried.factor > 1:
            self._hurried = hurried
        return replace(work, problem=hurried)

    def _prepared(self, plan: Plan, work: _HeardProblem) -> Prepared[Any]:
        runner, problem, options = plan.runner, work.problem, work.request.options
        own = runner.algorithm == options.algorithm
        parameters = dict(options.parameters) if own else {}
        device = options.device if runner.backend == "gpu" else None

        def make() -> Prepared[Any]:
            return problem.prepared(runner, parameters, device, work.progress, work.abandon)

        key = (runner, *work.preparation)
        if self._costs is not problem.costs:
            self._costs = None  # an error leaves the solver between two metrics
            self._kept.adapt(key, problem.adapted)
            self._costs = problem.costs
        return self._kept.get(key, make)
