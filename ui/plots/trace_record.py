"""The events of one solve, as columns for plots and totals. No Qt."""

from __future__ import annotations

from collections.abc import Iterable

from core.trace import Event, Iteration, SolveFinished, SolveStarted


class TraceRecord:
    """The newest solve's events; a SolveStarted begins anew."""

    def __init__(self) -> None:
        self.started: SolveStarted | None = None
        self.finished: SolveFinished | None = None
        self.index: list[int] = []
        self.active: list[int] = []
        self.waiting: list[int] = []
        self.microseconds: list[float] = []
        self.kernel: list[str] = []
        self.settled = 0
        self.seconds = 0.0
        self._begun: list[Event] = []

    def add(self, events: Iterable[Event], *, moving: bool = False) -> None:
        """Take events in. moving : another solve follows each at once, so one that has just begun
        is not yet shown where one before it has ended."""
        told: list[Event] = [*self._begun, *events]
        begun: list[Event] = []
        if moving:
            ends = [place for place, e in enumerate(told, 1) if isinstance(e, SolveFinished)]
            if ends:
                told, begun = told[: ends[-1]], told[ends[-1] :]
        self._take(told)
        self._begun = begun

    def _take(self, events: Iterable[Event]) -> None:
        for event in events:
            if isinstance(event, SolveStarted):
                self.__init__()  # type: ignore[misc]  # a new solve, a new record
                self.started = event
            elif isinstance(event, Iteration):
                self._add_iteration(event)
            else:
                self.finished = event
                self.settled, self.seconds = event.reached, event.seconds

    def _add_iteration(self, event: Iteration) -> None:
        self.index.append(event.index)
        self.active.append(event.active)
        self.waiting.append(event.waiting)
        self.microseconds.append(event.microseconds)
        self.kernel.append(event.kernel)
        self.settled, self.seconds = event.settled, event.seconds

    @property
    def visits(self) -> int:
        """Active units summed over the iterations."""
        return self.finished.visits if self.finished is not None else sum(self.active)

    @property
    def by_kernel(self) -> dict[str, float]:
        """Microseconds that each kernel took."""
        took: dict[str, float] = {}
        for kernel, microseconds in zip(self.kernel, self.microseconds, strict=True):
            took[kernel] = took.get(kernel, 0.0) + microseconds
        return took

    @property
    def together(self) -> bool:
        """Whether events stand for several iterations each."""
        return self.iterations > len(self.index)

    @property
    def iterations(self) -> int:
        return self.finished.iterations if self.finished is not None else len(self.index)

    @property
    def mcells_per_second(self) -> float:
        return self.settled / self.seconds / 1e6 if self.seconds > 0 else 0.0
