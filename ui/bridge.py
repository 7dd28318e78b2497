"""The only place where threads meet Qt: one timer asks the solver and the tasks how they are.

Nothing of a window is called from another thread, but for `beforehand`. Thirty times a second the
timer drains the solver's outcomes and trace and looks at every running task, then tells the window
by signals. An outcome itself is announced at once, by a signal that Qt hands over to the window's
thread: looking for it each millisecond came half a millisecond late, and took the processor from
those who solve.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from shiboken6 import isValid

from app.solving.jobs import SolveDone, SolveFailed, SolverThread, Task
from app.solving.one_solve import SolveProgress
from app.solving.request import SolveRequest
from core.cancel import Cancel
from core.errors import IsofrontError
from core.progress import Progress

FRAME_MS = 33

MOVING_SECONDS, MOVING_DRAIN_SECONDS = 0.25, 0.4
"""Seconds after a question under a moving hand within which the next one is likely, and from one
time that what solvers tell is taken to the next meanwhile: the map's picture waits for it, and
nobody reads faster."""

LEAD_SECONDS = 0.0015
"""Seconds that a window under a moving hand waits at most until its question is being solved; what
it does itself then goes on beside the solve, instead of before it."""

PATIENCE_SECONDS = 2.0
"""Seconds that a window that closes waits for what writes files. Cancelled, it leaves none half
written; what cannot stop in this time is put right by the next start."""

Work = Callable[[Progress, Cancel], Any]
Done = Callable[[Any], None]
Failed = Callable[[IsofrontError], None]


@dataclass(eq=False)
class _Running:
    """A task and what follows it. An abandoned one may still run, but nobody waits for it."""

    task: Task
    done: Done | None
    failed: Failed | None
    quiet: bool
    abandoned: bool = False


def _unseen(done: SolveDone) -> None:
    """Nobody looks at an answer before it is told."""


class Bridge(QObject):
    """Runs solves and tasks for a window and reports them in the window's thread.

    beforehand : called with what was solved before that is reported, by the solver's thread: the
        one thing that is.
    """

    solve_started = Signal(object)  # SolveRequest, also of previews
    solve_finished = Signal(object)  # SolveDone that is still wanted
    solve_failed = Signal(object)  # SolveFailed that is still wanted
    solve_dropped = Signal()  # cancelled before it began, so no outcome will come
    solve_progress = Signal(float)  # 0..1 as SolveProgress has it, -1 before it is known
    trace_events = Signal(list)
    task_started = Signal(str)
    task_progress = Signal(str, float)  # title or label; 0..1, -1 where unknown
    failed = Signal(object)  # IsofrontError of a task that has no answer of its own
    idle = Signal()  # nothing visible runs any more
    cancelled = Signal()
    _answered = Signal()  # by the solver's thread: there is an outcome

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.beforehand: Callable[[SolveDone], object] = _unseen
        self._solver = SolverThread(self._announce, lambda done: self.beforehand(done))
        self._answered.connect(self._look, Qt.ConnectionType.QueuedConnection)
        self._tasks: list[_Running] = []
        self._newest: SolveRequest | None = None
        self._awaited = 0  # generation of the newest request without an outcome, 0 for none
        self._shown = 0  # generation of the newest outcome told
        self._progress = SolveProgress(self._keep_fraction)
        self._fraction = 0.0
        self._moving_until = 0.0  # by the clock: the hand moves, as far as is known
        self._drained_at = 0.0  # by the clock, what the solver told
        self._was_busy = self._stopping = False
        self._timer = QTimer(self)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self.drain)
        self._timer.start()

    # -- solves

    def submit(self, request: SolveRequest, *, moving: bool = False) -> None:
        """Solve; whatever is older and not yet shown is no longer wanted.

        moving : whether the question follows a hand that goes on.
        """
        self._moving_until = time.monotonic() + MOVING_SECONDS if moving else 0.0
        self._awaited = self._solver.submit(request, LEAD_SECONDS if moving else 0.0)
        self._newest, self._stopping = request, False
        self._progress = SolveProgress(self._keep_fraction, request.limit_seconds)
        self._fraction = -1.0
        self._was_busy = True
        self.solve_started.emit(request)

    def forget_solves(self) -> None:
        """Stop solving and show nothing of what was asked for so far."""
        self._solver.cancel()
        self._shown = max(self._shown, self._awaited)
        self._awaited = 0

    @property
    def solving(self) -> bool:
        return self._awaited > 0

    # -- tasks

    def run(
        self,
        title: str,
        work: Work,
        done: Done | None = None,
        failed: Failed | None = None,
        *,
        quiet: bool = False,
    ) -> Task:
        """Work in a thread of its own; `done` or `failed` is called here when it ends.

        A quiet task shows no progress and Esc leaves it alone; a cancelled one calls nothing.
        """
        task = Task(title, work).start()
        self._tasks.append(_Running(task, done, failed, quiet))
        if not quiet:
            self._was_busy = True
            self.task_started.emit(title)
        return task

    def abandon(self, task: Task | None) -> None:
        """Stop a task and ignore what comes of it."""
        for running in self._tasks:
            if running.task is task:
                running.task.cancel.set()
                running.abandoned = True

    # -- everything

    @property
    def busy(self) -> bool:
        """Whether something runs that a user would want to cancel."""
        return self.solving or any(not (r.quiet or r.abandoned) for r in self._tasks)

    def runs(self, *titles: str) -> bool:
        """Whether a task of one of these titles runs that somebody waits for."""
        return any(r.task.title in titles and not r.abandoned for r in self._tasks)

    @property
    def at_rest(self) -> bool:
        """Whether nothing runs at all, quiet tasks included."""
        return not self.solving and not self._tasks

    def cancel(self) -> None:
        """Stop all visible work. The window is free at once, even where a thread lingers."""
        if not self.busy:
            return
        self._solver.cancel()
        self._stopping = True
        for running in self._tasks:
            if not running.quiet:
                running.task.cancel.set()
                running.abandoned = True
        self.cancelled.emit()

    def close(self, *, for_good: bool = False) -> None:
        """Stop the timer and every thread, and wait for them.

        for_good : the process ends right after. Only work that the user set off, which may be
            writing a file, is waited for, and no longer than PATIENCE_SECONDS; threads that do no
            more than compute end with the process.
        """
        self._timer.stop()
        self.beforehand = _unseen  # else a window that is gone would be held by it
        for running in self._tasks:
            running.task.cancel.set()
        if for_good:
            self._solver.cancel()
            until = time.monotonic() + PATIENCE_SECONDS
            for running in self._tasks:
                if not running.quiet:
                    running.task.wait(max(until - time.monotonic(), 0.0))
        else:
            self._solver.close()
            for running in self._tasks:
                running.task.stop()
        self._tasks.clear()

    def drain(self) -> None:
        """Tell what happened since the last call."""
        now = time.monotonic()
        moving = now < self._moving_until
        if not moving or now - self._drained_at >= MOVING_DRAIN_SECONDS:
            self._drained_at = now
            self._drain_trace(newest=moving)
        self._tell_progress()
        self._drain_solver()
        self._drain_tasks()
        self._tell_idle()

    def _look(self) -> None:
        if self._timer.isActive():  # else it was closed meanwhile
            self._drain_solver()
            self._tell_idle()

    def _tell_idle(self) -> None:
        if self._was_busy and not self.busy:
            self._was_busy = False
            self.idle.emit()

    def _announce(self) -> None:
        """In the solver's thread."""
        if isValid(self):  # else the process is about to end
            self._answered.emit()

    def _drain_trace(self, *, newest: bool) -> None:
        events = self._solver.trace.drain(newest=newest)
        if events:
            self.trace_events.emit(events)
        for event in events:
            self._progress.emit(event)

    def _tell_progress(self) -> None:
        fraction, label = self._solver.preparing
        if self.solving and self._stopping:  # code that is being compiled comes to its end first
            self.task_progress.emit(self.tr("stopping after what is under way"), -1.0)
        elif self.solving and label:
            self.task_progress.emit(label, fraction)
        elif self.solving and self._newest is not None and not self._newest.preview:
            self.solve_progress.emit(self._fraction)

    def _keep_fraction(self, fraction: float, label: str) -> None:
        self._fraction = fraction

    def _drain_solver(self) -> None:
        # Asked before polling: an outcome is put down before the solver calls itself idle.
        solver_idle, awaited = not self._solver.busy, self._awaited
        for outcome in self._solver.poll():
            self._take(outcome)
        if self._awaited and self._awaited == awaited and solver_idle:  # not asked for just now
            self._awaited = 0
            self.solve_dropped.emit()

    def _take(self, outcome: SolveDone | SolveFailed) -> None:
        generation = outcome.request.generation
        newest = generation == self._awaited
        if newest:
            self._awaited = 0
        if generation <= self._shown:
            return
        if isinstance(outcome, SolveFailed):
            if newest:
                self._shown = generation
                self.solve_failed.emit(outcome)
        elif newest or not outcome.solved.times.partial:
            # A partial result that is not the newest was stopped by its successor.
            self._shown = generation
            self.solve_finished.emit(outcome)

    def _drain_tasks(self) -> None:
        ended = [running for running in self._tasks if running.task.finished]
        for running in ended:
            self._tasks.remove(running)
            self._end(running)
        for running in self._tasks:
            if not (running.quiet or running.abandoned):
                task = running.task
                self.task_progress.emit(task.label or task.title, task.fraction)

    def _end(self, running: _Running) -> None:
        task = running.task
        if running.abandoned or task.cancelled:
            return
        if task.error is None:
            if running.done is not None:
                running.done(task.result)
        elif running.failed is not None:
            running.failed(task.error)
        elif not running.quiet:
            self.failed.emit(task.error)
