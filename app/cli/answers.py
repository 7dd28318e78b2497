"""What `isofront solve` tells of a result, whatever it was solved on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.bands import Bands
from app.cli.report import Words, duration, facts, noted
from app.measure import Measure
from app.solving.result import Result
from app.solving.solved import Solved
from app.verdict import Verdict
from core.trace import Event


@dataclass(frozen=True, eq=False)
class Answer:
    """A finished solve, before anything is written.

    words : of the result. notes : remarks on the files.
    verdict : None where it was not asked for. bands : None where nobody chose them.
    open_ms : reading the files and placing the starts.
    """

    result: Result
    words: Words
    notes: tuple[str, ...]
    events: list[Event]
    verdict: Verdict | None
    bands: Bands | None
    open_ms: float

    @property
    def valid(self) -> bool:
        return self.verdict is None or self.verdict.passed


def on_cells(solved: Solved) -> Words:
    """Of a result on cells."""
    times = solved.times
    rows, cols = times.shape
    found = {
        "rows": rows,
        "cols": cols,
        "cells_reached": times.reached,
        "max_seconds": times.max_seconds,
        "limit_seconds": times.limit_seconds,
        "tick_seconds": times.tick_seconds,
        "precision": solved.precision,
    }
    counted = [("tick", f"{times.tick_seconds:g} s"), ("exact to", solved.exact_to)]
    zero = {"zero_speed_kmh": solved.zero_speed_kmh}
    return Words((rows * cols, "cells"), "cells", found, placed=zero, counted=counted)


def record(answer: Answer, written: list[str], notes: Sequence[str]) -> dict[str, Any]:
    """One object for a program."""
    result, words, verdict = answer.result, answer.words, answer.verdict
    statements = verdict.statements if verdict else ()
    return {
        "algorithm": result.algorithm,
        "backend": result.backend,
        "device": result.device,
        **words.found,
        "solve_ms": result.solve_ms,
        **words.timed,
        "open_ms": answer.open_ms,
        "starts": [start.told for start in result.starts],
        **words.placed,
        "validated": verdict.passed if verdict else None,
        "statements": [{"text": text, "holds": holds} for text, holds in statements],
        "outputs": written,
        "notes": notes,
        **words.more,
    }


def for_people(answer: Answer, written: list[str], notes: Sequence[str]) -> str:
    """Lines for people."""
    result, words = answer.result, answer.words
    count, name = words.reached
    speed = result.elements / max(result.solve_ms, 1e-3) / 1e3
    digits = f"{speed:.0f}" if speed >= 100 else f"{speed:.3g}"
    pairs = [
        ("reached", f"{result.times.reached} of {count} {name}"),
        ("farthest", amount(result.measure, result.times.max_seconds)),
        *words.driven,
        ("solved in", f"{result.solve_ms:.1f} ms, {digits} million {words.elements}/s"),
        ("by", f"{result.algorithm} on {result.backend}, {result.device}"),
        *words.counted,
    ]
    if answer.verdict is not None:
        held = [holds for _, holds in answer.verdict.statements]
        pairs.append(("validated", f"{sum(held)} of {len(held)} statements hold"))
    pairs += [("written" if index == 0 else " ", name) for index, name in enumerate(written)]
    return "\n".join((facts(pairs), *noted(notes)))


def amount(measure: Measure, value: float) -> str:
    """What solvers count, for people."""
    return duration(value) if measure.quantity == "time" else measure.text(value)
