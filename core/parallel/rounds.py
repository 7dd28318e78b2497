"""Telling many short rounds to a trace: one by one at first, later several together.

Solvers that work in queues need thousands of rounds, mazes millions. A trace wants some hundreds of
events, early ones in detail.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.trace import Iteration, SolveFinished, SolveStarted, Trace

GROUPS = 64
"""Events of each kernel after which four times as many rounds share one: 10 000 rounds make some
300 events, 10 million 600."""


@dataclass
class _Share:
    """What rounds of one kernel add up to since the last event."""

    rounds: int = 0
    active: int = 0
    microseconds: float = 0.0


@dataclass
class RoundLog:
    """The events of one attempt; knows its clock.

    An event stands for one round or for several in succession: `active` is then their mean, what
    waits and is settled counts at the last one, and microseconds are summed for each kernel.

    one_by_one : tell every round separately, however many there are.
    clock : when the round began that is under way.
    """

    trace: Trace
    tick: float
    one_by_one: bool = False
    rounds: int = 0
    visits: int = 0
    bytes_moved: int = 0
    began: float = field(default_factory=time.perf_counter)
    clock: float = field(default_factory=time.perf_counter)
    _shares: dict[str, _Share] = field(default_factory=dict)
    _pending: int = 0
    _together: int = 1
    _groups: int = 0
    _events: int = 0
    _bytes_told: int = 0
    _latest: tuple[float, int, int, int] = (0.0, 0, 0, 0)

    def start(
        self,
        algorithm: str,
        backend: str,
        device: str,
        elements: int,
        delta: float,
        active_unit: str,
    ) -> None:
        """Tell that the solve begins. delta : seconds."""
        self.trace.emit(
            SolveStarted(algorithm, backend, device, elements, active_unit, self.tick, delta)
        )

    def start_timing(self) -> None:
        """Leave out of the next timing what was done since the last."""
        self.clock = time.perf_counter()

    def record(
        self,
        kernel: str,
        active: int,
        waiting: int,
        settled: int,
        threshold: int = 0,
        rounds: int = 1,
    ) -> float:
        """Note rounds that ended now and took since the last did; returns how many microseconds."""
        now = time.perf_counter()
        took, self.clock = (now - self.clock) * 1e6, now
        seconds = now - self.began
        self.round(kernel, active, waiting, settled, threshold, seconds, took, rounds)
        return took

    def round(
        self,
        kernel: str,
        active: int,
        waiting: int,
        settled: int,
        threshold: int,
        seconds: float,
        microseconds: float,
        rounds: int = 1,
    ) -> None:
        """Note rounds of a kernel that together worked on `active` elements.

        threshold : ticks. seconds : since the solve began, when the last of them was over.
        """
        self.rounds += rounds
        self.visits += active
        if not self.trace.wants_events:
            return
        share = self._shares.setdefault(kernel, _Share())
        share.rounds += rounds
        share.active += active
        share.microseconds += microseconds
        self._latest = seconds, threshold, waiting, settled
        self._pending += rounds
        if self._pending >= self._together:
            self._tell()

    def one_each(self, kernel: str, rows: NDArray[np.int64], ended: NDArray[np.float64]) -> None:
        """Note rounds of a kernel that follow one another, each an event of its own, which are made
        when somebody reads them: a hundred take as long as some rounds.

        rows : (rounds, 4 at least), what they worked on, what waits, what is settled, and the
        threshold in ticks; kept. ended : (rounds,), when they were over, seconds of `clock`.
        """
        if not len(rows):
            return
        if self._shares:
            self._tell()
        first, before, since = self._events, self.clock, self.began
        self.rounds += len(rows)
        self.visits += int(rows[:, 0].sum())
        self._events += len(rows)
        self.clock = float(ended[-1])

        def events() -> Iterable[Iteration]:
            took = np.diff(ended, prepend=before) * 1e6
            told = zip(rows.tolist(), (ended - since).tolist(), took.tolist(), strict=True)
            for index, (row, seconds, microseconds) in enumerate(told, first):
                active, waiting, settled, threshold = row[:4]
                yield Iteration(
                    index, seconds, threshold * self.tick, active, waiting, settled, kernel,
                    microseconds,
                )  # fmt: skip

        self.trace.emit_later(events)

    def ends(self, rounds: int) -> list[int]:
        """How many of the next so many rounds are over when each event is full, and all of them."""
        pending, together, groups = self._pending, self._together, self._groups
        ends = [0]
        while ends[-1] < rounds:
            ends.append(min(ends[-1] + together - pending, rounds))
            pending, groups = 0, groups + 1
            if groups % GROUPS == 0:
                together *= 4
        return ends[1:]

    def _tell(self) -> None:
        seconds, threshold, waiting, settled = self._latest
        for kernel, share in self._shares.items():
            moved = self.bytes_moved - self._bytes_told
            self._bytes_told = self.bytes_moved
            self.trace.emit(
                Iteration(
                    self._events,
                    seconds,
                    threshold * self.tick,
                    share.active // share.rounds,
                    waiting,
                    settled,
                    kernel,
                    share.microseconds,
                    moved,
                )
            )
            self._events += 1
        self._shares = {}
        self._pending = 0
        self._groups += 1
        if self._groups % GROUPS == 0 and not self.one_by_one:
            self._together *= 4

    def finish(self, reached: int, last: int, partial: bool) -> None:
        """Tell what is left and the end. last : largest label, ticks."""
        if self._shares:
            self._tell()
        self.trace.emit(
            SolveFinished(
                self.rounds,
                reached,
                last * self.tick,
                time.perf_counter() - self.began,
                partial,
                self.visits,
                self.bytes_moved,
            )
        )
