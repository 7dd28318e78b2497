"""`isofront compare A B`: what is won and lost, sooner and later, from A to B."""

from __future__ import annotations

import shlex
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from app.asked.differing import differing
from app.bands import Bands
from app.cli.answers import amount
from app.cli.arguments import parse
from app.cli.exit_status import DONE
from app.cli.foreground import Foreground
from app.cli.kinds import kind_of
from app.cli.opening import OPENINGS, check_choice, expect_starts, preprocess_first, session_on
from app.cli.options.option import TERRAIN
from app.cli.outputs import FILES, PICTURE, PNG, Output, drawn
from app.cli.report import facts, ground, json_text, noted
from app.cli.window import PictureLook, WindowService
from app.exports.comparison.cells import as_solved, compared_files, read_times
from app.exports.comparison.gains import Gains
from app.exports.comparison.request import (
    STATISTICS,
    ComparisonExport,
    export_comparison,
    formats_of,
)
from app.exports.comparison.results import Comparison, compared
from app.fitting import fitting_bands
from app.project.file import is_project
from app.solving.one_solve import solve_once
from app.solving.request import SolveRequest
from app.solving.result import Result
from core.cancel import Cancel
from core.errors import InputError
from core.files.user_paths import expanded
from core.progress import Progress, part_of
from raster.edits.edit import NO_EDITS, EditLayer


@dataclass(frozen=True)
class Side:
    """A or B. words : of its question; one alone is a file of times. arguments : the question as
    `isofront solve` reads it; None of a file."""

    letter: str
    words: tuple[str, ...]
    arguments: Namespace | None

    @classmethod
    def of(cls, letter: str, text: str) -> Side:
        """Raises InputError for a question that is none."""
        if expanded(text).exists() and not is_project(text):
            return cls(letter, (text,), None)
        try:
            words = (text,) if is_project(text) else tuple(shlex.split(text))
        except ValueError as error:
            raise InputError(f"{letter}: {error}", where=text[:80], advice="Close it.") from error
        if len(words) < 2 and not is_project(text):
            raise InputError(
                f"{letter} is neither a file nor a question",
                where=text[:80],
                advice="Give times that `isofront solve --out` wrote, or 'FILE --start X,Y …'.",
            )
        return cls.asking(letter, words)

    @classmethod
    def asking(cls, letter: str, words: tuple[str, ...]) -> Side:
        """What the words of a command line ask. Raises InputError for a question that is none."""
        arguments = parse(("solve", *words))
        for option in (*FILES, "--cog", "--validate", "--json"):
            if getattr(arguments, option.removeprefix("--").replace("-", "_")):
                raise InputError(
                    f"is no part of {letter}", where=option, advice="Give --out to the comparison."
                )
        expect_starts(arguments)
        return cls(letter, words, arguments)

    @property
    def file(self) -> str:
        return self.words[0] if self.arguments is None else str(self.arguments.file)


def compare(arguments: Namespace, foreground: Foreground, window: WindowService) -> int:
    """Compare, write and print."""
    sides = _sides(arguments)
    if (sides[0].arguments is None) != (sides[1].arguments is None):
        raise InputError(
            "one is a file of times and the other a question", advice="Give two of a kind."
        )
    asked = sides[1].arguments
    opening = OPENINGS[TERRAIN if asked is None else kind_of(asked)]
    outputs = _outputs(arguments, sides, opening.lies_on)
    if arguments.bands and opening.measure:  # nonsense is refused before the work
        Bands.parse(arguments.bands, opening.measure)
    work = partial(_answer, arguments, sides, outputs, foreground)
    comparison, gains, results, edits = foreground.run("comparing", work)
    for output in outputs:
        if output.kind == PICTURE:
            look = PictureLook(dark=arguments.dark, edits=edits)
            how = results, comparison.names, *arguments.png_size, look, comparison.differs
            draw = partial(_draw, window, how)
            foreground.run_here("drawing", partial(drawn, output.path, draw))
            foreground.written.append(str(output.path))
    if arguments.json:
        told = {
            "a": comparison.names[0],
            "b": comparison.names[1],
            "differs": comparison.differs or None,
            **gains.summary(),
            "within": gains.record(),
            "outputs": foreground.written,
            "notes": comparison.notes,
        }
        print(json_text(told))
    else:
        print(_for_people(comparison, gains, foreground.written))
    return DONE


def _sides(arguments: Namespace) -> tuple[Side, Side]:
    """Both; raises InputError where scenarios are named and not one project, or not two of them."""
    names = arguments.scenario
    if arguments.b is not None:
        if names:
            raise InputError(
                "is for one project, and two things are compared",
                where="--scenario",
                advice="Leave out B, or write it into a question in quotes.",
            )
        return Side.of("A", arguments.a), Side.of("B", arguments.b)
    if not is_project(arguments.a) or len(names) != 2:
        raise InputError(
            "there is nothing to compare with",
            where=str(arguments.a)[:80],
            advice="Name B, or a project and two of its scenarios: --scenario A --scenario B.",
        )
    one, other = (
        Side.asking(letter, (arguments.a, f"--scenario={name}"))
        for letter, name in zip("AB", names, strict=True)
    )
    if arguments.names is None:
        called = [str(side.arguments.project.scenario) for side in (one, other) if side.arguments]
        if called[0] == called[1]:
            raise InputError(
                f"'{called[0]}' is named twice", where="--scenario", advice="Name another one."
            )
        arguments.names = called
    return one, other


def _draw(window: WindowService, how: Any, path: Path) -> None:
    window.pictures().render_difference(path, *how)


def _answer(
    arguments: Namespace,
    sides: tuple[Side, Side],
    outputs: Sequence[Output],
    foreground: Foreground,
    progress: Progress,
    cancel: Cancel,
) -> tuple[Comparison, Gains, tuple[Result, Result], EditLayer]:
    """The comparison, what is gained, both results, and the edits of B's ground."""
    names = _names(arguments.names)
    comparison, usual, results, edits = _compared(sides, names, foreground, progress, cancel)
    bands = Bands.parse(arguments.bands, comparison.measure) if arguments.bands else usual
    people = None if arguments.population is None else expanded(arguments.population)
    gains = comparison.gains(bands.limits if bands else (), people, progress, cancel)
    for output in outputs:
        if output.kind == PICTURE:  # the main thread draws
            continue
        with foreground.on_disk():
            if output.option == "--statistics":
                gains.write(output.path, comparison.differs)
            else:
                export = ComparisonExport(output.path, comparison, progress, cancel)
                comparison = _noting(comparison, export_comparison(export))
        foreground.written.append(str(output.path))
    return comparison, gains, results, edits


def _noting(comparison: Any, notes: tuple[str, ...]) -> Any:
    return replace(comparison, notes=tuple(dict.fromkeys((*comparison.notes, *notes))))


def _compared(
    sides: tuple[Side, Side],
    names: tuple[str, str],
    foreground: Foreground,
    progress: Progress,
    cancel: Cancel,
) -> tuple[Comparison, Bands | None, tuple[Result, Result], EditLayer]:
    """The comparison, bands that fit B, both results, and the edits of B's ground."""
    told = {f"ISOFRONT_{side.letter}_QUESTION": shlex.join(side.words) for side in sides}
    if sides[0].arguments is None:
        a, b = (read_times(expanded(side.file), progress, cancel) for side in sides)
        both = compared_files(a, b, names, told)
        return both, None, (as_solved(both.grid, both.a), as_solved(both.grid, both.b)), NO_EDITS
    asked, results, edits = [], [], NO_EDITS
    for k, side in enumerate(sides):
        part = part_of(progress, k / 2, (k + 1) / 2)
        request, result, edits = _solved(side, foreground, part, cancel)
        asked.append(request)
        results.append(result)
    found: Any = compared(results[0], results[1], names, asked=differing(asked[0], asked[1]))
    if found.lies_on == "cells":
        found = replace(found, tags={**told, **found.tags})
    bands = fitting_bands(results[1].times, results[1].measure)
    return found, bands, (results[0], results[1]), edits


def _solved(
    side: Side, foreground: Foreground, progress: Progress, cancel: Cancel
) -> tuple[SolveRequest, Result, EditLayer]:
    arguments = side.arguments
    assert arguments is not None
    try:
        opening = OPENINGS[kind_of(arguments)]
        check_choice(arguments, opening.domain, (arguments.algorithm,), (arguments.backend,))
        given = opening.read(arguments, foreground, progress, cancel)
        request = session_on(given.document, arguments, given.slopes).request()
        preprocess_first(request, foreground, progress, cancel)
        result = solve_once(request, progress, cancel)[0]
        return request, result, given.document.shown_edits
    except InputError as error:
        error.found = f"{side.letter}: {error.found}"
        raise


def _names(text: str | Sequence[str] | None) -> tuple[str, str]:
    if text is None:
        return "A", "B"
    names = [name.strip() for name in (text.split(",") if isinstance(text, str) else text)]
    if len(names) != 2 or not all(names) or names[0] == names[1]:
        raise InputError(
            f"'{text}' is not two names", where="--names", advice="Give --names BEFORE,AFTER."
        )
    return names[0], names[1]


def _outputs(arguments: Namespace, sides: tuple[Side, Side], lies_on: str) -> tuple[Output, ...]:
    _names(arguments.names)
    asked = (
        ("--out", arguments.out, formats_of(lies_on)),
        ("--statistics", arguments.statistics, STATISTICS),
        ("--png", arguments.png, PNG),
    )
    outputs = [
        Output(option, PICTURE if formats is PNG else "comparison", expanded(name), formats)
        for option, name, formats in asked
        if name is not None
    ]
    for output in outputs:
        for source in (*(side.file for side in sides), arguments.population):
            if source is not None:
                output.check(expanded(source))
    if len({output.path for output in outputs}) < len(outputs):
        raise InputError("is named twice", where=str(outputs[0].path), advice="Name two files.")
    return tuple(outputs)


def _for_people(comparison: Comparison, gains: Gains, written: Sequence[str]) -> str:
    a, b = comparison.names
    sooner, same, later, won, lost = gains.kinds[1:]
    pairs = [
        ("compared", f"{a} with {b}"),
        *((("differs", comparison.differs),) if comparison.differs else ()),
        ("sooner", _much(sooner, gains)),
        ("same", _much(same, gains)),
        ("later", _much(later, gains)),
        ("won", f"{_much(won, gains)}, reached in {b} alone"),
        ("lost", f"{_much(lost, gains)}, reached in {a} alone"),
    ]
    if gains.mean == gains.mean:  # not NaN: some places are reached by both
        signed = [_signed(n, gains) for n in (gains.mean, gains.least, gains.most)]
        pairs.append(("on average", f"{signed[0]}, from {signed[1]} to {signed[2]}"))
    for k, row in enumerate(gains.rows):
        limit = amount(gains.measure, row.limit) if row.limit < float("inf") else "at all"
        head = f"within {limit}" if row.limit < float("inf") else limit
        told = f"{_much(row.a, gains)} → {_much(row.b, gains)}, won {_much(row.won, gains)}, "
        told += f"lost {_much(row.lost, gains)}"
        if gains.people:
            people = gains.people[k]
            told += f"; people {people.a:,.0f} → {people.b:,.0f}, won {people.won:,.0f}, "
            told += f"lost {people.lost:,.0f}"
        pairs.append((head, told))
    pairs += [("written" if k == 0 else " ", name) for k, name in enumerate(written)]
    return "\n".join((facts(pairs), *noted(comparison.notes)))


def _much(value: float, gains: Gains) -> str:
    return ground(value, gains.lengths)


def _signed(value: float, gains: Gains) -> str:
    sign = "+" if value > 0 else "−" if value < 0 else ""
    return f"{sign}{amount(gains.measure, abs(value))}"
