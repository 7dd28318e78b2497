"""From a request to its result, in the calling thread, with the solver kept for the next one."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any
from weakref import ref

from app.catalog.algorithms import Prepared, of_question
from app.solving.contracting import LastContraction, answered_by
from app.solving.fallback import Plan, first_that_works
from app.solving.kept_solvers import KeptSolvers
from app.solving.preview_pace import MOST_OFF, MOST_OFF_ALONG_PATHS, PreviewPace, Tried
from app.solving.problem import Problem, Run
from app.solving.request import SolveRequest
from app.solving.result import Result
from core.cancel import NEVER, Cancel
from core.errors import CancelledError
from core.parallel.kernel_cache import keeps
from core.parallel.spare import shared_spare
from core.progress import Progress, no_progress
from core.trace import SILENT, Trace
from gpu.buffers import limit_memory
from gpu.failures import device_errors
from raster.coarse import off_by

COARSE_KERNEL = "walks.around_paths"
"""Kernel, by module and name, that is compiled for every coarser grid: where it was before, so was
what else these take."""


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

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock  # in seconds
        self._ground: object = None
        self._costs: object = None
        self._plan: tuple[tuple[object, ...], Plan] | None = None
        self._contracted: LastContraction | None = None
        self._kept: KeptSolvers[Any] = KeptSolvers(1)
        self._hurried: Problem | None = None
        self._exact: tuple[_HeardProblem, ref[Any]] | None = None  # the last, and its times
        self._before: tuple[_HeardProblem, ref[Any]] | None = None  # the same, edited since
        self._coarse: tuple[SolveRequest, Any] | None = None  # the last preview's
        self._pace = PreviewPace()
        self._tried: Tried | None = None  # where the coarser grid was compared
        self._spare = shared_spare()  # kept from one solver to the next
        self._off = 0.0  # by its own paths, of the last answer

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
            exact = self._exact or self._before
            same = (
                exact is not None and exact[0].request.document.subject is request.document.subject
            )
            self._let_go()
            if not same:
                self._spare.forget()
            self._ground = problem.ground
            self._before = exact if same else None
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

    def foresee(self, cancel: Cancel) -> bool:
        """Have a solver find what it keeps; make the coarser grid on which the next drag would
        begin, and see by the last exact answer how near it is: the longest part of a first step.
        Returns whether there is more to foresee, as another grid where this one was too far off.
        Raises CancelledError.
        """
        plan, exact = self._plan, self._exact
        if plan is None or exact is None or exact[1]() is None:
            return False
        work, before, backend = exact[0], self._hurried, plan[1].runner.backend
        self._learn(plan[1], work, cancel)
        problem = work.problem.hurried(self._pace, backend, before, cancel)
        if problem.factor == 1:
            return False
        self._hurried = problem
        if not self._pace.untried:
            return False
        self._try(plan[1], replace(work, cancel=cancel, abandon=cancel, progress=no_progress))
        cancel.check("the preview")
        return True

    def _learn(self, plan: Plan, work: _HeardProblem, cancel: Cancel) -> None:
        """Answer the last question again, unheard, where the solver then takes less the next time;
        and once more, to see how long that is."""
        if work.request.options.counted_slopes is None:
            return
        heard = replace(work, cancel=cancel, abandon=cancel, progress=no_progress)
        solver = self._prepared(plan, heard).solver
        if not getattr(solver, "learns", False):  # as none on a GPU does
            return
        solver.learn_at_once()
        began = 0.0
        for _ in range(2):
            began = self._clock()
            solver.solve(work.problem.sources, limit=work.request.limit_seconds, cancel=cancel)
            cancel.check("the preview")
        self._pace.learned((self._clock() - began) * 1e3)

    def forget(self) -> None:
        """Let go of ground, solvers, device memory and the memory of fields that are gone."""
        self._let_go()
        self._spare.forget()

    def _let_go(self) -> None:
        """Of ground, solvers and device memory; ground that is edited has fields of the same
        size."""
        self._kept.forget_all()
        self._ground = self._costs = self._plan = self._hurried = self._contracted = None
        self._exact = self._before = self._coarse = None
        self._pace, self._tried = PreviewPace(), None

    def _plan_of(self, work: _HeardProblem) -> Plan:
        options = work.request.options
        kind = (options.algorithm, options.backend, *work.preparation)
        if self._plan is None or self._plan[0] != kind:
            asked = options.algorithm, options.backend, options.device
            of = work.problem.domain, options.geometry
            self._plan = kind, Plan.of(*asked, *of, sloped=options.counted_slopes is not None)
            self._pace, self._tried = PreviewPace(), None
        return self._plan[1]

    def _attempt(self, plan: Plan, asked: _HeardProblem) -> Result:
        work = self._in_time(plan, asked)
        found = self._answer(plan, work)
        if work.problem.factor > 1 and not (found.times.partial or self._is_trusted(found.times)):
            coarse, work, found = found.times, asked, self._answer(plan, asked)
            if not found.times.partial:
                self._compare(coarse, found.times, asked.problem)
        if found.times.partial:
            return found
        if work.problem.factor > 1:
            self._coarse = work.request, found.times
            return found
        if self._coarse is not None and _same_question(self._coarse[0], work.request):
            shown = self._coarse[1]  # the hand rests where the last step was
            self._pace.was_off(off_by(shown, found.times), shown.factor)
            self._coarse = None
        labelled = found if found.on_graph is None else found.on_graph
        self._exact, self._before = (work, ref(labelled.times)), None
        return found

    def _answer(self, plan: Plan, work: _HeardProblem) -> Result:
        began = self._clock()
        sources = work.problem.sources  # of a coarser grid: once the ground around them is solved
        placed = self._clock()
        prepared = self._prepared(plan, work)
        ready = self._clock()
        problem, request = work.problem, work.request
        contracted = LastContraction.of(prepared, work.preparation, problem.costs)
        self._contracted = contracted or self._contracted
        solver = self._updating(prepared, problem)
        with device_errors(prepared.device.index):
            times = solver.solve(
                sources, limit=request.limit_seconds, trace=work.trace, cancel=work.cancel
            )
        solve_ms = (self._clock() - ready + placed - began) * 1e3
        plan.succeeded()
        notes, prepare_ms = (*request.notes, *plan.notes), (ready - placed) * 1e3
        run = Run(prepared, times, notes, prepare_ms, solve_ms, work.cancel)
        asked = self._clock()
        found = problem.result(run)
        if request.owned and found.owners is None and not times.partial:
            with suppress(CancelledError):  # the times are whole
                found = found.owned(work.cancel)
        if not times.partial:
            self._off = problem.off_along_paths(times)
        counts = request.owned or problem.factor > 1
        more_ms = (self._clock() - asked) * 1e3 if counts else 0.0
        gone_on = getattr(solver, "settled", None) is not None
        found = found.answered(solve_ms + more_ms, gone_on)
        if not times.partial:
            self._pace.took(found.answer_ms, problem.factor)
        return found

    def _updating(self, prepared: Prepared[Any], problem: Problem) -> Any:
        """The solver; where ground or costs were edited since the last answer, one that goes on
        there."""
        solved, before = self._before or self._exact or (None, lambda: None)
        times = before()
        if solved is None or times is None:
            return prepared.solver
        return problem.updating(prepared, solved.problem, times) or prepared.solver

    def _in_time(self, plan: Plan, work: _HeardProblem) -> _HeardProblem:
        """What is solved in truth: of a preview perhaps a coarser problem."""
        exact, backend = work.problem, plan.runner.backend
        if not work.request.preview or self._would_compile(backend):
            return work
        problem = exact.hurried(self._pace, backend, self._hurried)
        if problem.factor > 1:
            self._hurried = problem
            if self._pace.untried:
                # No more than one grid a step: the next may be as far off, and all take a while.
                near = self._try(plan, work) <= MOST_OFF
                problem = exact.hurried(self._pace, backend, self._hurried) if near else exact
        return replace(work, problem=problem)

    def _would_compile(self, backend: str) -> bool:
        """Whether a coarser grid would be tried for the first time on this machine, and the hand
        would wait for seconds where exact steps take a fraction of one: slow for a moment, as they
        may be where other programs run. `foresee` tries it once the hand rests."""
        pace = self._pace
        return pace.untried and pace.bearable(backend) and not keeps(COARSE_KERNEL)

    def _try(self, plan: Plan, work: _HeardProblem) -> float:
        """Answer the last exact question on the coarser grid, to see what that takes and how far it
        is off before a preview is shown; returns that share, 0 where nothing can be compared."""
        solved, times = self._exact or (work, lambda: None)
        exact = times()
        if exact is None:
            return 0.0
        problem = solved.problem.hurried(self._pace, plan.runner.backend, self._hurried)
        heard = replace(work, problem=problem, request=solved.request, trace=SILENT)
        tried = self._answer(plan, heard)
        if tried.times.partial:
            return 0.0
        return self._compare(tried.times, exact, solved.problem)

    def _compare(self, coarse: Any, exact: Any, problem: Problem) -> float:
        """See how far the times of a coarser grid are off, before any are shown; returns it."""
        share = off_by(coarse, exact)
        self._pace.was_off(share, coarse.factor, tried=True)
        near = share <= MOST_OFF
        self._tried = Tried(coarse.factor, exact.reached, problem.sources) if near else None
        return share

    def _is_trusted(self, times: Any) -> bool:
        """Whether a preview may be shown: near by its own paths, on ground where it was tried."""
        if not self._tried_there(times):
            return False
        if self._off > MOST_OFF_ALONG_PATHS:
            self._pace.doubted()
            return False
        self._pace.trusted()
        return True

    def _tried_there(self, times: Any) -> bool:
        """Whether a preview lies on ground on which its grid was tried; also before there is any
        exact answer, when none can be."""
        if self._tried is None:
            return not self._pace.exact
        return self._tried.tells_of(times)

    def _prepared(self, plan: Plan, work: _HeardProblem) -> Prepared[Any]:
        runner, problem, options = plan.runner, work.problem, work.request.options
        own = runner.algorithm == options.algorithm
        asked = options.parameters
        parameters = dict(asked if own else of_question(asked, problem.domain))
        device = options.device if runner.backend == "gpu" else None

        def make() -> Prepared[Any]:
            return problem.prepared(runner, parameters, device, work.progress, work.abandon)

        key = (runner, *work.preparation)
        if self._costs is not problem.costs:
            self._costs = None  # an error leaves the solver between two metrics
            self._kept.adapt(key, problem.adapted)
            self._costs = problem.costs
        return self._kept.get(key, make)


def _same_question(one: SolveRequest, other: SolveRequest) -> bool:
    return (one.starts, one.limit_seconds) == (other.starts, other.limit_seconds)
