"""How fast a solve was, in one sentence that needs no unit explained."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from app.solving.request import SolveRequest
from app.solving.result import Result

if TYPE_CHECKING:  # loads road solvers, dear for a window of terrain
    from app.timing.bench import Measurement

FEW = 1000
"""Places below which a rate says nothing: what a solve takes anyway outweighs them."""

EVEN = 1.05
"""Ratio of two times up to which neither is called the faster."""


@dataclass(frozen=True)
class PlainSpeed:
    """What a solve did.

    places : cells, vertices, or both of them, that got a time. ms : wall time of the solve.
    dijkstra_ms : what Dijkstra's algorithm took on this machine for the same question; None where
    that was not measured. partial : whether it was stopped. coarse : whether it was a preview.
    gone_on : whether it looked at what an edit changes alone, which says nothing of a rate.
    """

    places: int
    ms: float
    dijkstra_ms: float | None = None
    partial: bool = False
    coarse: bool = False
    gone_on: bool = False

    @classmethod
    def of(cls, result: Result, dijkstra_ms: float | None = None) -> Self:
        graph = result.on_graph
        times = result.times if graph is None else graph.times
        own = result.algorithm == DIJKSTRA
        alone = own or result.gone_on or times.partial or result.preview
        compared = None if alone else dijkstra_ms
        how = times.partial, result.preview, result.gone_on
        return cls(times.reached, result.solve_ms, compared, *how)

    @classmethod
    def measured(cls, of: Measurement, others: Sequence[Measurement]) -> Self:
        """Of a runner, by its median; beside Dijkstra's if that is among the others."""
        own = of.runner.algorithm == DIJKSTRA
        medians = (m.median for m in others if m.runner.algorithm == DIJKSTRA and not own)
        return cls(of.reached, of.median, next(medians, None))

    def sentence(self, say: Callable[[str], str] = str, thousands: str = ",") -> str:
        """ "948,000 places in 17 ms: 56 million a second, 37 times Dijkstra here".

        say : translates the words. thousands : stands between groups of three digits.
        """
        if self.partial:
            words = say("Stopped after {time}, with {places}")
        elif self.coarse:
            words = say("A preview of {places} in {time}")
        elif self.gone_on:
            words = say("{places} in {time}, going on from the times before")
        else:
            words = say("{places} in {time}")
        told = words.format(places=self._places(say, thousands), time=plain_time(self.ms, say))
        if self.gone_on or self.places < FEW or self.ms <= 0:
            return told
        rate = rough(self.places / self.ms * 1e3, say, thousands)
        told = say("{told}: {rate} a second").format(told=told, rate=rate)
        return told if self.dijkstra_ms is None else f"{told}, {self._against(say)}"

    def _places(self, say: Callable[[str], str], thousands: str) -> str:
        if self.places == 1:
            return say("1 place")
        return say("{count} places").format(count=rounded(self.places, thousands))

    def _against(self, say: Callable[[str], str]) -> str:
        assert self.dijkstra_ms is not None
        ratio = self.dijkstra_ms / self.ms
        if 1 / EVEN <= ratio <= EVEN:
            return say("as fast as Dijkstra here")
        if ratio < 1:
            return say("Dijkstra is {ratio} times as fast here").format(ratio=times_as(1 / ratio))
        return say("{ratio} times Dijkstra here").format(ratio=times_as(ratio))


DIJKSTRA = "dijkstra"


class DijkstraTimes:
    """What Dijkstra's algorithm took here, for the questions it was asked since the document, or
    what its roads cost, last changed. Nothing is ever estimated."""

    def __init__(self) -> None:
        self._document: object = None
        self._took: dict[tuple[object, ...], float] = {}

    def note(self, request: SolveRequest, ms: float) -> None:
        """Remember what it took for a question; of several times the newest counts."""
        if self._document is not request.document:
            self._document, self._took = request.document, {}
        self._took[_question(request)] = ms

    def note_solve(self, request: SolveRequest, result: Result) -> None:
        """The same of a finished solve, if it was Dijkstra's and went all the way by itself."""
        some = result.times.partial or result.preview or result.gone_on
        if result.algorithm == DIJKSTRA and not some:
            self.note(request, result.solve_ms)

    def of(self, request: SolveRequest) -> float | None:
        """Milliseconds for just this question; None where it was not measured."""
        same = self._document is request.document
        return self._took.get(_question(request)) if same else None


def _question(request: SolveRequest) -> tuple[object, ...]:
    """What changes the work: not who does it, nor what starts are called."""
    starts = tuple(replace(start, name="", colour="") for start in request.starts)
    options = request.options
    model = options.zero_speed_kmh, options.geometry, options.slopes
    return starts, request.limit_seconds, *model


def rounded(number: float, thousands: str = ",") -> str:
    """A whole number of which three digits say something: `948,000`, `1,230,000`."""
    size = 10 ** max(math.floor(math.log10(number)) - 2, 0) if number >= 1 else 1
    return f"{round(number / size) * size:,}".replace(",", thousands)


def rough(number: float, say: Callable[[str], str] = str, thousands: str = ",") -> str:
    """With two digits, as one says it: `56 million`, `1.2 billion`, `930,000`."""
    number = float(f"{number:.2g}")
    for size, name in ((1e9, say("{number} billion")), (1e6, say("{number} million"))):
        if number >= size:
            return name.format(number=rounded_to_two(number / size))
    return f"{round(number):,}".replace(",", thousands)


def rounded_to_two(number: float) -> str:
    """`1.2`, `56`, `560`."""
    return f"{number:.1f}".removesuffix(".0") if number < 10 else f"{number:.0f}"


def times_as(ratio: float) -> str:
    """A ratio with two digits: `1.3`, `37`, `120`."""
    return rounded_to_two(float(f"{ratio:.2g}"))


def plain_time(ms: float, say: Callable[[str], str] = str) -> str:
    """`0.12 ms`, `3.4 ms`, `17 ms`, `2.4 s`, `3 min 5 s`."""
    if ms < 10:
        return say("{number} ms").format(number=f"{ms:.2g}")
    if ms < 999.5:
        return say("{number} ms").format(number=f"{ms:.0f}")
    if ms < 59_950:
        return say("{number} s").format(number=f"{ms / 1e3:.1f}")
    seconds = round(ms / 1e3)
    return say("{minutes} min {seconds} s").format(minutes=seconds // 60, seconds=seconds % 60)
