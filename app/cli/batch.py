"""`isofront batch TABLE`: the questions of a table, each as `isofront solve` answers it."""

from __future__ import annotations

import contextlib
import sys
import time
from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from app.batch.journal import BatchJournal, fingerprint
from app.batch.rows import (
    DONE,
    FAILED,
    KEPT,
    BatchRow,
    figures_of,
    filled_in,
    write_batch_summary,
)
from app.batch.table import TableRow, read_table
from app.cli.arguments import parse
from app.cli.exit_status import BAD_INPUT, FAULT
from app.cli.exit_status import DONE as ALL_DONE
from app.cli.foreground import Foreground
from app.cli.kinds import kind_of
from app.cli.opening import OPENINGS, OpenedFiles, check_choice, expect_starts
from app.cli.options.option import Option
from app.cli.options.table import options_of
from app.cli.outputs import FILES, Outputs, target_of
from app.cli.projects.rows import expect_table, rows_of
from app.cli.report import json_text, table
from app.cli.run import fault_of
from app.cli.solve import answered
from app.cli.values import limit as limit_of
from app.cli.window import WindowService
from app.fitting import fitting_bands
from app.matrix.start_files import read_starts
from app.project.file import is_project
from app.settings import VERSION
from app.solving.solve import Solving
from app.starts import PlacedStart, names_of, on
from core.cancel import Cancel
from core.errors import CancelledError, InputError, IsofrontError
from core.files.user_paths import expanded
from core.progress import Progress

NAME, EACH_START, LIMITS = "name", "each-start", "limits"
"""Columns beside the options of `solve`: what a row is called, a file of which each start is
answered by itself, and limits that are answered one by one."""

NO_COLUMNS = ("--json", "--allow-links", "--limit", "--source", "--save-project")
"""Options of `solve` that are none of a row; the last is another word for the time limit."""

OF_A_QUESTION = frozenset(
    (
        *("start", "starts", "start_crs", "time_limit", "param", "device", "gpu_memory"),
        *("algorithm", "backend", "bands", "validate", "cog", "png_size", "base_layer"),
        *("top_layer", "palette", "relief", "continuous", "dark", "cell_size", "off_road"),
        *("area_method", "tolerance", "command", "run", "json", "allow_links"),
        *(flag.removeprefix("--").replace("-", "_") for flag in FILES),
    )
)
"""Values of a question that other questions about the same open files may have otherwise."""

TOLD = 10
"""Rows that are told to people one by one; the summary has all."""


def batch(arguments: Namespace, foreground: Foreground, window: WindowService) -> int:
    """Answer all rows, write the summary, print; 2 where a row failed by its input, 1 by a
    fault."""
    expect_table(arguments)
    file = expanded(arguments.table).absolute()
    beside = file.with_name(f"{file.stem}-summary.csv")
    summary = target_of("--summary", arguments.summary or str(beside)).absolute()
    if is_project(file):
        rows = rows_of(file, arguments)
    else:
        rows = read_table(file, (*_columns(), NAME, EACH_START, LIMITS), (*_lists(), LIMITS))
    journal = BatchJournal(file.with_name(f"{file.name}.journal"), fresh=arguments.fresh)
    run = BatchRun(journal, foreground, window, len(rows))
    with contextlib.chdir(file.parent):
        run.answer(rows)
    run.done.sort(key=lambda row: [int(part) for part in row.row.split(".")])
    write_batch_summary(summary, run.done)
    if arguments.json:
        told = [{"row": row.row, "name": row.name, "state": row.state, "error": row.error,
                 **row.told} for row in run.done]  # fmt: skip
        print(json_text({"version": VERSION, "rows": told, "summary": str(summary)}))
    else:
        print(_for_people(run.done, summary))
    failed = [row for row in run.done if row.state == FAILED]
    return (FAULT if run.faults else BAD_INPUT) if failed else ALL_DONE


def _options() -> dict[str, Option]:
    """The options of `solve` that may be columns, by their names."""
    return {
        option.flag.removeprefix("--"): option
        for option in options_of("solve")
        if option.flag not in NO_COLUMNS
    }


def _columns() -> tuple[str, ...]:
    return tuple(_options())


def _lists() -> tuple[str, ...]:
    return tuple(n for n, option in _options().items() if option.how.get("action") == "append")


def _words(row: TableRow) -> list[str]:
    """The row as a command line."""
    words = ["solve"]
    options = _options()
    for name, texts in row.values.items():
        option = options.get(name)
        if option is None:
            continue
        if option.flag == "file":
            words.append(texts[0])
        elif option.how.get("action") == "store_true":
            words += [option.flag] if _yes(texts[0], name) else []
        elif option.how.get("action") == "append":
            words += [f"{option.flag}={text}" for text in texts]
        else:
            words.append(f"{option.flag}={','.join(texts)}")
    return words


def _yes(text: str, name: str) -> bool:
    if text.lower() in ("yes", "1", "true", "on"):
        return True
    if text.lower() in ("no", "0", "false", "off"):
        return False
    raise InputError(f"'{text}' is neither yes nor no", where=name, advice="Give yes or no.")


@dataclass(frozen=True, eq=False)
class _Question:
    """A question that a row asks, one of several perhaps. row : its number. arguments : as
    `isofront solve` has them, with names of files filled in."""

    row: str
    name: str
    arguments: Namespace

    @property
    def fingerprint(self) -> str:
        asked = {k: v for k, v in vars(self.arguments).items() if k not in ("run", "command")}
        read = [
            expanded(text)
            for name, value in asked.items()
            if name not in _WRITTEN
            for text in _texts(value)
        ]
        files = sorted({path.absolute() for path in read if _is_file(path)})
        return fingerprint({"version": VERSION, **asked}, files)


_WRITTEN = frozenset(flag.removeprefix("--").replace("-", "_") for flag in FILES)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _texts(each)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


@dataclass(eq=False)
class BatchRun:
    """Answers rows; those about the same files one after the other, which are then opened once."""

    journal: BatchJournal
    foreground: Foreground
    window: WindowService
    rows: int
    done: list[BatchRow] = field(default_factory=list)
    faults: int = 0
    _opened: tuple[str, OpenedFiles, Solving] | None = None
    _checked: set[str] = field(default_factory=set)
    _targets: dict[Path, str] = field(default_factory=dict)

    def answer(self, rows: Sequence[TableRow]) -> None:
        groups: dict[str, list[tuple[TableRow, Namespace]]] = {}
        for row in rows:
            with self._told(str(row.number), _called(row)):
                arguments = parse(_words(row))
                groups.setdefault(_opened_by(arguments), []).append((row, arguments))
        for group in groups.values():
            for row, arguments in group:
                self._answer_row(row, arguments)

    @contextlib.contextmanager
    def _told(self, row: str, name: str) -> Iterator[None]:
        """Around work for a row: what fails is told in a line, and the next is answered."""
        began = time.perf_counter()
        try:
            yield
        except (CancelledError, KeyboardInterrupt):
            raise
        except Exception as error:
            told = error if isinstance(error, IsofrontError) else fault_of(error)
            self.faults += type(told) is IsofrontError
            self.foreground.bar.clear()
            print(f"isofront: row {row}: {told.one_line()}", file=sys.stderr)
            seconds = time.perf_counter() - began
            self.done.append(BatchRow(row, name, FAILED, seconds, told.one_line()))

    def _answer_row(self, row: TableRow, arguments: Namespace) -> None:
        with self._told(str(row.number), _called(row)):
            for question in self._questions(row, arguments):
                with self._told(question.row, question.name):
                    self.done.append(self._one(question))

    def _questions(self, row: TableRow, arguments: Namespace) -> list[_Question]:
        """Every start by every limit, where a row asks for several. Raises InputError."""
        limits: list[float | str | None] = [_limit(text) for text in row.values.get(LIMITS, ())]
        starts: list[PlacedStart | None] = [None]
        if EACH_START in row.values:
            document = self._given(arguments, row.number).document
            name = row.values[EACH_START][0]
            starts = list(on(read_starts(name, document, arguments.start_crs)))
            told = names_of([start for start in starts if start is not None])
            measure = document.measure
        else:
            expect_starts(arguments)
        found: list[_Question] = []
        for at, start in enumerate(starts):
            for limit in limits or [None]:
                asked, called = copy(arguments), [_called(row)]
                if start is not None:
                    delay = float(measure.shown(start.delay_seconds))
                    asked.start = [*arguments.start, replace(start, delay_seconds=delay)]
                    asked.start_crs = None
                    called.append(told[at])
                if limit is not None:
                    asked.time_limit = limit
                    called.append(_as_given(limit))
                project = getattr(arguments, "project", None)
                several = len(starts) * max(len(limits), 1) > 1
                number = f"{row.number}.{len(found) + 1}" if several else str(row.number)
                asked.__dict__.update(
                    _filled(arguments, {
                        "row": number, "name": _called(row) or number,
                        "start": told[at] if start is not None else _start_called(row),
                        "scenario": getattr(project, "scenario", "scenario"),
                        "limit": _as_given(asked.time_limit or 0.0),
                    })
                )  # fmt: skip
                found.append(_Question(number, " ".join(filter(None, called)), asked))
        return found

    def _given(self, arguments: Namespace, row: int) -> OpenedFiles:
        """The files of a row, open; the last ones are kept, and the solvers for them."""
        key = _opened_by(arguments)
        if self._opened is None or self._opened[0] != key:
            self._opened = None  # two large rasters at a time may be too many
            opening = OPENINGS[kind_of(arguments)]
            read = partial(opening.read, arguments, self.foreground)
            given = self.foreground.run(f"row {row} of {self.rows}: opening", read)
            self._opened = key, given, Solving()
        return self._opened[1]

    def _one(self, question: _Question) -> BatchRow:
        """Answer a question, unless that was done before. Raises what goes wrong."""
        arguments, mark = question.arguments, question.fingerprint
        opening = OPENINGS[kind_of(arguments)]
        for option in FILES:
            name = getattr(arguments, option.removeprefix("--").replace("-", "_"))
            if name is not None:
                self._claim(expanded(name).absolute(), question.row)
        kept = self.journal.finished(mark)
        if kept is not None:
            return BatchRow.kept(question.row, question.name, kept)
        outputs = Outputs.planned(arguments, opening.lies_on)
        self._check(arguments, opening.domain)
        began = time.perf_counter()
        given = self._given(arguments, int(question.row.split(".")[0]))
        assert self._opened is not None
        solving, label = self._opened[2], f"row {question.row} of {self.rows}: "

        def work(progress: Progress, cancel: Cancel) -> Any:
            def told(fraction: float, what: str) -> None:
                progress(fraction, label + what)

            answer = answered(arguments, given, self.foreground, solving, told, cancel)
            bands = answer.bands or fitting_bands(answer.result.times, answer.result.measure)
            told(-1.0, "counting")
            return answer, bands, figures_of(answer.result, bands)

        answer, bands, figures = self.foreground.run(f"{label}solving", work)
        if not answer.valid:
            raise IsofrontError("the result fails its validation; nothing was written")
        before = len(self.foreground.written)
        shown = answer.result, bands, answer.events
        outputs.write(*shown, self.foreground, self.window, answer.edits)
        files = tuple(self.foreground.written[before:])
        row = BatchRow(
            question.row, question.name, DONE, time.perf_counter() - began, "", files, figures
        )
        self.journal.add(mark, [Path(name) for name in files], row.told)
        return row

    def _claim(self, path: Path, row: str) -> None:
        owner = self._targets.setdefault(path, row)
        if owner != row:
            raise InputError(
                f"row {owner} writes the same file",
                where=path.name,
                advice="Put {row}, {name}, {start}, {scenario} or {limit} into its name.",
            )

    def _check(self, arguments: Namespace, domain: str) -> None:
        """Once for each solver that is asked for, before anything large is read."""
        names = ("algorithm", "backend", "param", "device")
        key = f"{domain} {[getattr(arguments, name) for name in names]}"
        if key not in self._checked:
            check_choice(arguments, domain, (arguments.algorithm,), (arguments.backend,))
            self._checked.add(key)


def _called(row: TableRow) -> str:
    return row.values.get(NAME, ("",))[0]


def _start_called(row: TableRow) -> str:
    """What the one start of a row is called, where a project says that."""
    return row.values.get("start-name", ("start",))[0]


def _opened_by(arguments: Namespace) -> str:
    """A text that is the same for questions about the same files, opened in the same way."""
    values = vars(arguments)
    return repr(sorted((k, repr(v)) for k, v in values.items() if k not in OF_A_QUESTION))


def _limit(text: str) -> float | str:
    try:
        return limit_of(text)
    except ArgumentTypeError as error:
        raise InputError(str(error), where=LIMITS) from error


def _as_given(limit: float | str) -> str:
    """A limit as it is put into names."""
    return "".join(limit.split()) if isinstance(limit, str) else f"{limit:g}"


def _filled(arguments: Namespace, values: dict[str, str]) -> dict[str, str]:
    """The names of files to write, with what is to be filled in."""
    found = {}
    for name in sorted(_WRITTEN):
        text = getattr(arguments, name)
        if text is None:
            continue
        try:
            found[name] = filled_in(text, values)
        except KeyError as error:
            raise InputError(
                f"{{{error.args[0]}}} is not known",
                where=text,
                advice="Use {row}, {name}, {start}, {scenario} or {limit}.",
            ) from error
    return found


def _for_people(rows: Sequence[BatchRow], summary: Path) -> str:
    """How many rows came to what, and the first of them."""
    states = [row.state for row in rows]
    counts = [f"{states.count(DONE)} done", f"{states.count(KEPT)} finished before"]
    counts.append(f"{states.count(FAILED)} failed")
    lines = [
        (row.row, row.name, row.state, f"{row.seconds:.2f}", " ".join(row.files))
        for row in rows[:TOLD]
    ]
    more = [f"and {len(rows) - TOLD} more"] if len(rows) > TOLD else []
    heads = ("row", "name", "state", "seconds", "files")
    return "\n".join((table(heads, lines), *more, ", ".join(counts), f"summary: {summary}"))
