"""Every start by every limit on what is open: each solved by itself, and written to a file."""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

from app.bands import Bands
from app.batch.journal import BatchJournal, fingerprint
from app.batch.rows import (
    DONE,
    FAILED,
    BatchRow,
    figures_of,
    filled_in,
    write_batch_summary,
)
from app.document.document import Document
from app.exports.request import ExportOptions
from app.exports.table import EXPORTS, export, format_among
from app.fitting import fitting_bands
from app.measure import Measure
from app.settings import VERSION
from app.solving.request import Options, SolveRequest
from app.solving.solve import Solving
from app.starts import PlacedStart, names_of
from app.user_errors import as_user_error
from core.cancel import NEVER, Cancel
from core.errors import CancelledError, InputError
from core.files.atomic_write import not_written
from core.progress import Progress, no_progress
from core.times import UNLIMITED
from resources.colormaps import DEFAULT

JOURNAL, SUMMARY = "isofront-batch.journal", "isofront-batch-summary.csv"
"""Names of what a batch keeps in its folder, and of the table of what came of it."""

KINDS = ("polygons", "times", "isolines", "bands", "page")
"""Kinds of exports of `app.exports.table.EXPORTS` that a batch writes; not all lie on roads."""

Told = Callable[[BatchRow], None]


@dataclass(frozen=True)
class CrossedQuestion:
    """One start within one limit, what it is called, and where it goes."""

    name: str
    start: PlacedStart
    limit: float
    path: Path


@dataclass(frozen=True, eq=False)
class CrossedBatch:
    """What is asked. limits : in what solvers count. bands : None for some that fit each result.

    kind, suffix : of the files; pattern : their names without it, with `{start}`, `{limit}` and
    `{row}` to be filled in. folder : is made where its parent is there. Raises InputError for one
    that cannot be, and for a pattern by which two files would have one name.
    """

    document: Document
    starts: tuple[PlacedStart, ...]
    limits: tuple[float, ...]
    kind: str
    suffix: str
    folder: Path
    pattern: str
    options: Options = field(default_factory=Options)
    bands: Bands | None = None
    writing: ExportOptions = field(default_factory=ExportOptions)
    colormap: str = DEFAULT

    def __post_init__(self) -> None:
        if not self.folder.is_dir() and not self.folder.parent.is_dir():  # the last one is made
            raise InputError(
                "there is no such folder", where=str(self.folder.parent), advice="Check the name."
            )
        if not self.starts:
            raise InputError("there is no start", advice="Set one, or choose a file of starts.")
        format_among(EXPORTS[self.document.shows][self.kind], Path(f"x{self.suffix}"))
        paths = [question.path for question in self.questions()]
        if len(set(paths)) < len(paths):
            raise InputError(
                "several files would have one name",
                where=self.pattern,
                advice="Put {start} and {limit}, or {row}, into it.",
            )

    def questions(self) -> tuple[CrossedQuestion, ...]:
        """All of them, the limits of the first start before those of the next."""
        measure, found = self.document.measure, list[CrossedQuestion]()
        for name, start in zip(names_of(self.starts), self.starts, strict=True):
            for limit in self.limits or (UNLIMITED,):
                told = "all" if limit == UNLIMITED else f"{measure.shown(limit):.10g}"
                values = {"start": name, "limit": told, "row": str(len(found) + 1)}
                try:
                    stem = filled_in(self.pattern, values)
                except KeyError as error:
                    raise InputError(
                        f"{{{error.args[0]}}} is not known",
                        where=self.pattern,
                        advice="Use {start}, {limit} and {row}.",
                    ) from error
                if not stem or Path(stem).name != stem:
                    raise InputError("is no name of a file", where=stem or "an empty name")
                path = self.folder / f"{stem}{self.suffix}"
                called = name if limit == UNLIMITED else f"{name}, {_in_words(limit, measure)}"
                found.append(CrossedQuestion(called, start, limit, path))
        return tuple(found)

    def run(
        self,
        told: Told = lambda row: None,
        progress: Progress = no_progress,
        cancel: Cancel = NEVER,
    ) -> Path:
        """Answer all that is not finished, and write the summary; returns where it lies.

        told : is called in this thread with each row. What fails in a row is said there. Raises
        CancelledError, with what is finished remembered, and ExportError.
        """
        try:
            self.folder.mkdir(exist_ok=True)
        except OSError as error:
            raise not_written(self.folder, error) from error
        journal, solving = BatchJournal(self.folder / JOURNAL), Solving()
        questions, done = self.questions(), list[BatchRow]()
        for number, question in enumerate(questions):
            cancel.check("the batch")

            def report(part: float, label: str, number: int = number) -> None:
                progress((number + max(part, 0.0)) / len(questions), label)

            report(0.0, f"{number + 1} of {len(questions)}: {question.name}")
            row = self._row(str(number + 1), question, journal, solving, report, cancel)
            done.append(row)
            told(row)
        summary = self.folder / SUMMARY
        write_batch_summary(summary, done)
        return summary

    def _row(
        self,
        number: str,
        question: CrossedQuestion,
        journal: BatchJournal,
        solving: Solving,
        progress: Progress,
        cancel: Cancel,
    ) -> BatchRow:
        mark, began = self._fingerprint(question), time.perf_counter()
        kept = journal.finished(mark)
        if kept is not None:
            return BatchRow.kept(number, question.name, kept)
        try:
            start = self.document.placed(question.start, self.options)
            request = SolveRequest(self.document, (start,), question.limit, self.options)
            result = solving.run(request, cancel=cancel, progress=progress)
            cancel.check("the batch")
            bands = self.bands or fitting_bands(result.times, result.measure)
            figures = figures_of(result, bands)
            told = {"options": self.writing, "colormap": self.colormap}
            export(
                self.kind,
                question.path,
                result,
                bands,
                progress=progress,
                cancel=cancel,
                **told,  # type: ignore[arg-type]
            )
        except CancelledError:
            raise
        except Exception as error:
            fault = as_user_error(error)
            line, seconds = fault.one_line(), time.perf_counter() - began
            return BatchRow(number, question.name, FAILED, seconds, line, fault=fault)
        files, took = (question.path.name,), time.perf_counter() - began
        row = BatchRow(number, question.name, DONE, took, "", files, figures)
        journal.add(mark, [question.path], row.told)
        return row

    def _fingerprint(self, question: CrossedQuestion) -> str:
        """Of all that its file depends on."""
        document, roads = self.document, self.document.roads
        driven = [getattr(roads, name, None) for name in ("costs", "direction", "closures")]
        asked = {
            "version": VERSION,
            "kind": (document.kind, self.kind, self.colormap, self.writing),
            "options": self.options,
            "roads": blake2b(pickle.dumps(driven), digest_size=16).hexdigest(),
            "start": question.start.record(),
            "limit": question.limit,
            "bands": self.bands,
            "path": question.path.absolute(),
        }
        return fingerprint(asked, sorted(path.absolute() for path in document.files.values()))


def _in_words(limit: float, measure: Measure) -> str:
    """`5 min`, `330 s`: the whole limit, in the largest unit of which it is a whole number."""
    for name, worth in reversed(measure.units):
        if limit >= worth and (limit / worth).is_integer():
            return f"{limit / worth:.0f} {name}"
    return f"{measure.shown(limit):.10g} {measure.base}"
