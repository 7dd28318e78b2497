"""Runs at uncertain speeds: beside the window, shown like any result, and into files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QWidget

from app.document.document import answers_meanwhile
from app.editing.session import Change
from app.exports.table import EXPORTS, Format, export
from app.exports.uncertainty.request import SummaryExport, export_summary, formats_of
from app.solving.jobs import Task
from app.solving.result import Result
from app.uncertainty.certainty import Certainty, certainty_of
from app.uncertainty.noise import SpeedNoise
from core.cancel import Cancel
from core.errors import InputError, IsofrontError
from core.progress import Progress
from core.times import UNLIMITED
from ui.actions import Actions
from ui.bridge import Bridge
from ui.controllers.comparison.contrasts import contrasted
from ui.controllers.editing import Editor
from ui.controllers.exporting import filters
from ui.controllers.filing import FileController
from ui.controllers.kinds import CLASS_AT, SHOWN
from ui.controllers.map_link import Against, MapLink
from ui.controllers.reading.readers import PlaceReader, WayShown
from ui.panels.uncertainty import UncertaintyPanel
from ui.pictures.classes import NOBODY, Classes
from ui.pictures.scene import Named
from ui.pictures.style import OverlayStyle
from ui.texts import amount

USUAL, DIFFERENCE, PROBABILITY = "usual", "difference", "probability"
"""Names of what the map may show beside a certainty in percent: the newest result, by how much the
surest times are later than the boldest, how likely the limit is kept."""

STEPS = ((0.0, 0.1), (0.1, 0.5), (0.5, 0.9), (0.9, 1.0))
"""Probabilities, from more than the first up to the second, that have a colour; what every run
reaches has one more."""

COLOURS: NDArray[np.uint8] = np.array(
    ((150, 45, 4), (225, 140, 40), (247, 214, 120), (110, 180, 150), (0, 110, 120)), np.uint8
)
"""uint8, (steps + 1, 3): rarely reached to surely reached, told apart by all."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Certainties", text)


class Certainties(FileController):
    """found : what came of the newest runs; None where there is nothing, or it holds no longer.
    view : what the map shows. running : whether runs are worked out."""

    changed = Signal()  # any of these

    def __init__(self, window: QWidget, editor: Editor, bridge: Bridge, link: MapLink) -> None:
        super().__init__(window, editor, bridge)
        self._link = link
        self.found: Certainty | None = None
        self.view = USUAL
        self._difference: Against | None = None  # what the map shows by DIFFERENCE
        self._task: Task | None = None
        editor.changed.connect(self._on_change)
        bridge.cancelled.connect(self._ended)
        link.instead_changed.connect(self._give_way_to)
        link.style_changed.connect(self._give_way)
        link.against_changed.connect(self._ended_by_another)

    @property
    def running(self) -> bool:
        return self._task is not None

    def follow(self, panel: UncertaintyPanel, commands: Actions) -> None:
        """Do what the panel and the command ask for, and show there what is."""
        panel.run_wanted.connect(self.run)
        panel.stop_wanted.connect(self._bridge.cancel)
        panel.view_wanted.connect(self.look)
        panel.export_wanted.connect(self.choose_target)
        commands["run_uncertainty"].triggered.connect(lambda _=False: self.run(panel.noise()))

        def show() -> None:
            ready = self._editor.session.result is not None
            panel.show_runs(self, ready=ready)
            commands.enable(ready and not self.running, "run_uncertainty")

        self.changed.connect(show)
        show()

    # -- running

    def run(self, noise: SpeedNoise) -> None:
        """Solve what the map asks at speeds that are drawn so."""
        session = self._editor.session
        try:
            request = session.request()
        except InputError as error:
            self.failed.emit(error)
            return
        document, options, bands = session.required, session.options, session.bands
        instead = answers_meanwhile(options.algorithm, document)
        if instead:  # a contraction would be made anew for each run
            options = replace(options, algorithm=instead, parameters=())
        request = replace(request, options=options)
        limit = request.limit_seconds if request.limit_seconds < UNLIMITED else bands.limits[-1]

        def work(progress: Progress, cancel: Cancel) -> Certainty:
            found = certainty_of(request, document, noise, lambda _: limit, progress, cancel)
            _ = found.areas
            return found

        self._bridge.abandon(self._task)
        self._task = self._bridge.run(self.tr("Uncertain speeds"), work, self._take, self._fell)
        self.changed.emit()

    def _take(self, found: Certainty) -> None:
        self._task, self.found = None, found
        self.look("90")

    def _fell(self, error: IsofrontError) -> None:
        self._ended()
        self.failed.emit(error)

    def _ended(self) -> None:
        if self._task is not None:
            self._task = None
            self.changed.emit()

    def _on_change(self, change: Change) -> None:
        if change & (Change.DOCUMENT | Change.METRIC | Change.STARTS):
            self._bridge.abandon(self._task)
            self._task = None
            if self.found is not None:
                self.look(USUAL)
                self.found = None
        if change & Change.BANDS and self.view.isdigit():
            self.look(self.view)
        self.changed.emit()

    def _give_way_to(self, name: str) -> None:
        """The map shows the times of the starts again, or something of another panel."""
        if self.view not in (USUAL, DIFFERENCE, name):
            self.view = USUAL
            self.changed.emit()

    def _give_way(self, style: OverlayStyle) -> None:
        """Places in the colours of their first starts are those of the newest result."""
        if style.owners and self.view != USUAL:
            self.look(USUAL)

    def _ended_by_another(self) -> None:
        """Another difference stands on the map, or none."""
        if self.view == DIFFERENCE and self._link.against is not self._difference:
            self.view = USUAL
            self.changed.emit()

    # -- on the map

    def look(self, view: str) -> None:
        """Let the map show USUAL, a certainty in percent, DIFFERENCE or PROBABILITY."""
        found = self.found
        before, self.view = self.view, view if found is not None else USUAL
        if before == DIFFERENCE and self.view != before:
            self._difference = None
            self._link.show_against(None)
        if found is None or self.view == USUAL:
            self._link.show_instead(None)
        if found is not None and self.view == DIFFERENCE:
            names = self.tr("10 %"), self.tr("90 %")
            both = found.times[10], found.times[90]
            self._difference = lambda document, _, options: contrasted(
                document, *both, options, names, rising=True
            )
            self._link.show_plain_times()
            self._link.show_against(self._difference)
        elif found is not None and self.view == PROBABILITY:
            classes = probability_classes(found)
            reader = CertaintyReader.of(found, self._editor.session.options.zero_speed_kmh)
            self._link.show_instead(classes, self.view, reader=reader)
        elif found is not None and self.view != USUAL:
            reader = CertaintyReader.of(found, self._editor.session.options.zero_speed_kmh)
            result = found.times[int(self.view)]
            bands = replace(self._editor.session.bands, certainty=int(self.view))
            self._link.show_instead(result, self.view, bands, reader)
        self.changed.emit()

    # -- into a file

    def choose_target(self) -> None:
        """Ask for a file, and write all certainties to it, or what is known of the one shown."""
        found = self.found
        if found is None:
            return
        kinds = self.kinds(found)
        stem = f"{found.document.name}_certainty"
        formats = [row for _, row in kinds]
        target = self.ask_to_write(self.tr("Export certainties"), stem, formats)
        if target:
            path, chosen = target
            lines = filters(formats)
            kind = kinds[lines.index(chosen)][0] if chosen in lines else ""
            self.writing(path, lambda *how: self.write(found, kind, path, *how))

    def kinds(self, found: Certainty) -> list[tuple[str, Format]]:
        """(kind of export, format with a label that says of what): "" for all certainties."""
        everything = self.tr("All certainties, {format}")
        rows = [
            ("", replace(row, label=everything.format(format=row.label)))
            for row in formats_of(found)
        ]
        percent = self.percent
        for kind, text in (
            ("times", self.tr("Times at {n} %, {format}")),
            ("polygons", self.tr("Areas at {n} %, {format}")),
        ):
            rows += [
                (kind, replace(row, label=text.format(n=percent, format=row.label)))
                for row in EXPORTS[found.lies_on][kind]
            ]
        return rows

    @property
    def percent(self) -> int:
        """The certainty that is shown, or the surest."""
        return int(self.view) if self.view.isdigit() else 90

    def write(
        self, found: Certainty, kind: str, path: Path, progress: Progress, cancel: Cancel
    ) -> tuple[str, ...]:
        """Write a kind of export; for any thread. Raises ExportError, CancelledError."""
        if not kind:
            return export_summary(SummaryExport(path, found, progress, cancel))
        told, bands = found.times[self.percent], self._editor.session.bands
        report = export(kind, path, told, bands, progress=progress, cancel=cancel)
        return report.notes


def probability_classes(found: Certainty) -> Classes:
    """Places by how likely they are reached within the limit."""
    likely = found.probability
    step = np.full(likely.shape, NOBODY, np.int8)
    for number, (low, high) in enumerate(STEPS):
        step[(likely > low) & (likely <= high)] = number
    step[likely >= 1.0] = len(STEPS)
    percents = [(round(low * 100), round(high * 100)) for low, high in STEPS]
    labels = [f"{low} – {high} %" for low, high in percents] + [_tr("in every run")]
    entries = tuple(
        ((int(red), int(green), int(blue)), label)
        for (red, green, blue), label in zip(COLOURS.tolist(), labels, strict=True)
    )
    title = _tr("Reached in {limit}").format(limit=amount(found.limit, found.usual.measure))
    return Classes(step, COLOURS, Named(title, tuple(reversed(entries))))


@dataclass(frozen=True, eq=False)
class CertaintyReader:
    """Tells the times of a place at 10 and 90 %, and how likely the limit is kept there. There is
    no way: each run may have another.

    reader : of the place. at : of the times, the boldest first.
    """

    reader: PlaceReader
    at: tuple[PlaceReader, ...]
    found: Certainty
    runs_at: Callable[[float, float], int]

    solved = True

    @classmethod
    def of(cls, found: Certainty, zero_speed_kmh: float) -> CertaintyReader:
        document = found.document
        row = SHOWN[document.shows]

        def reading(result: Result) -> PlaceReader:
            return row.reader(document, result, zero_speed_kmh)

        at = reading(found.times[10]), reading(found.times[90])
        numbers = Classes(found.within.astype(np.int32), COLOURS, Named("", ()))
        class_at = CLASS_AT[document.shows](found.times[50], numbers)
        return cls(reading(found.usual), at, found, class_at)

    def place(self, x: float, y: float) -> tuple[str, str, str]:
        position, words, usual = self.reader.place(x, y)
        early, late = (reader.place(x, y)[2] for reader in self.at)
        if not usual or not early:
            return position, words, usual
        runs = self.runs_at(x, y)
        told = _tr("{early} – {late}, {share} % within {limit}").format(
            early=early,
            late=late,
            share=round(100 * max(runs, 0) / self.found.noise.runs),
            limit=amount(self.found.limit, self.found.usual.measure),
        )
        return position, words, told

    def way(self, x: float, y: float) -> WayShown | None:
        return None
