"""What solvers work on: cells with speeds, or arcs with costs, and what a request adds to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from app.catalog.algorithms import Prepared, Runner
from app.solving.preview_pace import PreviewPace
from app.solving.result import Result
from core.cancel import NEVER, Cancel
from core.progress import Progress


@dataclass(frozen=True, eq=False)
class Run:
    """A solve that ended, as its result tells of it.

    times : what the solver found. notes : why it was not solved as asked.
    prepare_ms : of making the solver, or of customizing it. cancel : that of the solve.
    """

    prepared: Prepared[Any]
    times: Any
    notes: tuple[str, ...]
    prepare_ms: float
    solve_ms: float
    cancel: Cancel


class Problem(Protocol):
    """One question to one solver. Two classes of it: `CellProblem` and `ArcProblem`.

    domain : whose solvers answer. ground : solvers are kept for as long as it is the same.
    costs : what solvers are customized for where they can be; None where that is never so.
    preparation : what else a solver is prepared for.
    most_kept : solvers that are of use at the same time.
    factor : how many times coarser it is than what was asked, 1 for exactly that.
    silent : whether the solve tells nobody of its rounds.
    """

    @property
    def domain(self) -> str: ...
    @property
    def ground(self) -> object: ...
    @property
    def costs(self) -> object: ...
    @property
    def preparation(self) -> tuple[object, ...]: ...
    @property
    def most_kept(self) -> int: ...
    @property
    def factor(self) -> int: ...
    @property
    def silent(self) -> bool: ...
    @property
    def sources(self) -> tuple[Any, ...]:
        """What the solver starts from. Raises InputError where a start cannot be used."""
        ...

    def hurried(
        self, pace: PreviewPace, backend: str, before: Problem | None, cancel: Cancel = NEVER
    ) -> Problem:
        """What is solved where an answer is wanted at once; before : the last such answer. Raises
        CancelledError."""
        ...

    def prepared(
        self,
        runner: Runner,
        parameters: Mapping[str, float],
        device: int | None,
        progress: Progress,
        cancel: Cancel,
    ) -> Prepared[Any]:
        """A solver that is ready. progress, cancel : of what takes long about it."""
        ...

    def adapted(self, prepared: Prepared[Any]) -> Any | None:
        """A solver for these costs made of one for others; None where it has to be made anew."""
        ...

    def updating(self, prepared: Prepared[Any], solved: Problem, times: Any) -> Any | None:
        """A solver that goes on from the times of another problem of the same subject; None where
        all is solved anew."""
        ...

    def off_along_paths(self, times: Any) -> float:
        """Relative error that nine in ten of its times keep to, as far as its own paths tell; 0 of
        what is exact."""
        ...

    def result(self, run: Run) -> Result: ...
