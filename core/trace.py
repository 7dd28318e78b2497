"""What a solver tells while it works, and where it can be sent.

At most one event per outer iteration, never one per cell. The same events feed the live panels
(`Ring`), the benchmarks and the trace files (`JsonLines`); `SILENT` costs nothing.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import IO


@dataclass(frozen=True, slots=True)
class SolveStarted:
    """First event of a solve."""

    algorithm: str
    backend: str
    device: str
    elements: int  # cells or vertices
    active_unit: str  # what `active` and `waiting` count: "tiles", "cells", "vertices"
    tick_seconds: float
    delta_seconds: float  # 0 where the algorithm has no step width


@dataclass(frozen=True, slots=True)
class Iteration:
    """One outer iteration.

    `threshold_seconds` is the largest time served now, `active` what is worked on (near),
    `waiting` what is put off (far), `settled` the elements reached so far, `microseconds` the time
    of this iteration, `bytes_moved` host-device traffic.
    """

    index: int
    seconds: float
    threshold_seconds: float
    active: int
    waiting: int
    settled: int
    kernel: str
    microseconds: float
    bytes_moved: int = 0


@dataclass(frozen=True, slots=True)
class SolveFinished:
    """Last event of a solve, also of a cancelled one."""

    iterations: int
    reached: int
    max_seconds: float
    seconds: float
    partial: bool
    visits: int = 0  # active units summed over all iterations
    bytes_moved: int = 0


Event = SolveStarted | Iteration | SolveFinished
Events = Callable[[], Iterable[Event]]
"""Function that makes events when they are wanted: hundreds of them take longer than a small solve
on a GPU."""


class Trace(ABC):
    """A sink of events. `emit` is called from the solver's thread and must not block."""

    @property
    def wants_events(self) -> bool:
        """Whether anybody reads them: solvers need not count, time and copy what would be lost."""
        return True

    @abstractmethod
    def emit(self, event: Event) -> None: ...

    def emit_later(self, events: Events, *, last: bool = False) -> None:
        """Send events that are made at once, or when the sink is drained, as it prefers.

        last : whether the last event of the solve is among them.
        """
        for event in events():
            self.emit(event)


class Silent(Trace):
    """Drops everything."""

    wants_events = False

    def emit(self, event: Event) -> None:
        pass

    def emit_later(self, events: Events, *, last: bool = False) -> None:
        pass


SILENT = Silent()


class Ring(Trace):
    """Keeps the newest `capacity` events until somebody drains them.

    One thread emits and one drains; `deque.append` and `popleft` are atomic in CPython.
    """

    def __init__(self, capacity: int = 65536) -> None:
        self._events: deque[Event | _Later] = deque(maxlen=capacity)

    def emit(self, event: Event) -> None:
        self._events.append(event)

    def emit_later(self, events: Events, *, last: bool = False) -> None:
        """Have the events made by who drains them; together they take one place."""
        self._events.append(_Later(events, last))

    def drain(self, *, newest: bool = False) -> list[Event]:
        """All events since the last call, oldest first.

        newest : of several solves no more than the last that ended, and what came after: whoever
        shows one solve at a time is spared the others, of which some are not even made.
        """
        taken: list[Event | _Later] = []
        with suppress(IndexError):
            while True:
                taken.append(self._events.popleft())
        drained: list[Event] = []
        for event in taken[_last_ended(taken) if newest else 0 :]:
            if isinstance(event, _Later):
                drained.extend(event.events())
            else:
                drained.append(event)
        return drained


@dataclass(frozen=True, slots=True)
class _Later:
    """Events that are to be made. last : as of `Trace.emit_later`."""

    events: Events
    last: bool

    @staticmethod
    def ends(event: Event | _Later) -> bool:
        """Whether a solve ends with it."""
        return event.last if isinstance(event, _Later) else isinstance(event, SolveFinished)


def _last_ended(events: Sequence[Event | _Later]) -> int:
    """Where the last solve begins that comes to its end among these; 0 where none does."""
    ended = False
    for place in reversed(range(len(events))):
        ended = ended or _Later.ends(events[place])
        if ended and isinstance(events[place], SolveStarted):
            return place
    return 0


class JsonLines(Trace):
    """Writes one JSON object per event to an open text stream."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream

    def emit(self, event: Event) -> None:
        record = {"event": type(event).__name__, **asdict(event)}
        self._stream.write(json.dumps(record) + "\n")


class Tee(Trace):
    """Sends every event to several sinks."""

    def __init__(self, *sinks: Trace) -> None:
        self._sinks = sinks

    @property
    def wants_events(self) -> bool:
        return any(sink.wants_events for sink in self._sinks)

    def emit(self, event: Event) -> None:
        for sink in self._sinks:
            sink.emit(event)

    def emit_later(self, events: Events, *, last: bool = False) -> None:
        for sink in self._sinks:
            sink.emit_later(events, last=last)
