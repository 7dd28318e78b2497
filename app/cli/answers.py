"""What `isofront solve` tells of a result, whatever it was solved on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.bands import Bands, as_read
from app.cli.report import Words, duration, facts, ground, noted, table
from app.exports.shares import OwnedShare
from app.exports.zonal.table import ZonalTable
from app.measure import Measure
from app.solving.result import Result
from app.solving.solved import Solved
from app.timing.plain_words import PlainSpeed
from app.units import units
from app.verdict import Verdict
from core.trace import Event
from raster.edits.edit import NO_EDITS, EditLayer
from raster.geometry import EIGHT

MOST_OWNERS = 20
"""Starts of which it is told what they are first at; a file has all."""


@dataclass(frozen=True, eq=False)
class Answer:
    """A finished solve, before anything is written.

    words : of the result. notes : remarks on the files.
    verdict : None where it was not asked for. bands : None where nobody chose them and nothing was
    written in them.
    open_ms : reading the files and placing the starts. owned : by start, where it was asked for.
    zonal : by start and band, where it was. edits : of the ground, as they are
    drawn.
    """

    result: Result
    words: Words
    notes: tuple[str, ...]
    events: list[Event]
    verdict: Verdict | None
    bands: Bands | None
    open_ms: float
    owned: tuple[OwnedShare, ...] = ()
    zonal: ZonalTable | None = None
    edits: EditLayer = NO_EDITS

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
        "geometry": times.geometry,
    }
    counted = [("tick", f"{times.tick_seconds:g} s"), ("exact to", solved.exact_to)]
    if times.geometry != EIGHT:
        counted.append(("geometry", f"{times.geometry} lines"))
    placed: dict[str, Any] = {"zero_speed_kmh": solved.zero_speed_kmh}
    if solved.slopes is not None:
        slopes = solved.slopes
        told = {"model": slopes.text, "elevation": slopes.heights.name}
        placed["slopes"] = {**told, "direction": slopes.direction}
        counted.append(("slopes", f"{slopes.text}, {slopes.heights.name}, {slopes.direction}"))
    return Words((rows * cols, "cells"), "cells", found, placed=placed, counted=counted)


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
        "in_words": PlainSpeed.of(result).sentence(),
        **words.timed,
        "open_ms": answer.open_ms,
        "starts": [start.told for start in result.starts],
        **words.placed,
        **_owned(answer),
        "bands": _bands(answer),
        **({} if answer.zonal is None else {"zonal": answer.zonal.record()}),
        "validated": verdict.passed if verdict else None,
        "statements": [{"text": text, "holds": holds} for text, holds in statements],
        "outputs": written,
        "notes": notes,
        **words.more,
    }


def _bands(answer: Answer) -> dict[str, Any] | None:
    """The bands that were asked for, or fitted to be written."""
    bands = answer.bands
    if bands is None:
        return None
    limits = [bands.measure.shown(limit) for limit in bands.limits]
    return {"limits": limits, "unit": bands.measure.base, "fitted": bands.automatic}


def _bands_told(answer: Answer) -> str:
    """What was taken where no bands were given, for people."""
    if answer.bands is None or not answer.bands.automatic:
        return ""
    bands = as_read(answer.bands)
    more = answer.result.times.max_seconds > bands.last
    beyond = f", and {bands.beyond_label().lower()}" if more else ""
    return f"{bands.text()}{beyond}, fitted to 98 % of what is reached; --bands sets others"


def _owned(answer: Answer) -> dict[str, Any]:
    """What each start is first at, where that was asked for."""
    if not answer.owned:
        return {}
    name = _amount_name(answer.result)
    return {
        "owners": [
            {
                "name": row.name,
                "colour": row.start.colour,
                "delay": answer.result.measure.shown(row.start.delay_seconds),
                name: row.amount,
                "share": row.share,
            }
            for row in answer.owned
        ]
    }


def _amount_name(result: Result) -> str:
    return "length_m" if result.on_cells is None else "area_m2"


def _amount(result: Result, row: OwnedShare) -> str:
    """ "12.3 km² (34.0 %)", for people."""
    return f"{ground(row.amount, result.on_cells is None)} ({row.share:.1%})"


def for_people(answer: Answer, written: list[str], notes: Sequence[str]) -> str:
    """Lines for people."""
    result, words = answer.result, answer.words
    count, name = words.reached
    pairs = [
        ("reached", f"{result.times.reached:,} of {count:,} {name}"),
        ("farthest", amount(result.measure, result.times.max_seconds)),
        *words.driven,
        ("solved in", f"{result.solve_ms:.1f} ms"),
        ("by", f"{result.algorithm} on {result.backend}, {result.device}"),
        *words.counted,
    ]
    pairs += [
        ("first at" if index == 0 else " ", f"{row.name}: {_amount(result, row)}")
        for index, row in enumerate(answer.owned[:MOST_OWNERS])
    ]
    pairs.append(("bands", _bands_told(answer)))
    if answer.verdict is not None:
        held = [holds for _, holds in answer.verdict.statements]
        pairs.append(("validated", f"{sum(held)} of {len(held)} statements hold"))
    pairs += [("written" if index == 0 else " ", name) for index, name in enumerate(written)]
    zones = [] if answer.zonal is None else ["", zonal_text(answer.zonal), ""]
    return "\n".join((PlainSpeed.of(result).sentence(), facts(pairs), *zones, *noted(notes)))


def zonal_text(zonal: ZonalTable) -> str:
    """A line for each band of each start that holds anything, and one for each start."""
    unit, worth = units().amounts(zonal.lengths, float(zonal.amounts.sum(axis=1).max(initial=0.0)))
    counted = [f"{raster.name} {raster.unit}".strip() for raster in zonal.rasters]
    rows = []
    for s, start in enumerate(zonal.names[:MOST_OWNERS]):
        labels = (*zonal.bands.labels(), "all")
        for b, label in enumerate(labels):
            bands = slice(None) if b == len(zonal.bands.limits) else slice(b, b + 1)
            amounts = [float(sums[s, bands].sum()) for sums in (zonal.amounts, *zonal.values)]
            if any(amounts):
                texts = [
                    f"{amounts[0] / worth:.3f}",
                    *(f"{n:.10g}" for n in (round(m, 3) for m in amounts[1:])),
                ]
                rows.append((start, label, *texts))
    return table(("start", "band", unit, *counted), rows)


def amount(measure: Measure, value: float) -> str:
    """What solvers count, for people."""
    return duration(value) if measure.quantity == "time" else units().of(measure).text(value)
