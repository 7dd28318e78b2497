"""A race: solvers answer the same question, one after the other, and are set side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QPushButton,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from app.catalog.algorithms import Runner
from app.document.document import may_be_chosen
from app.editing.session import Change
from app.solving.jobs import Task
from app.solving.request import SolveRequest
from app.solving.result import Result
from app.timing.bench import Measurement, compare
from app.timing.plain_words import DIJKSTRA, times_as
from app.timing.race import Finish, finishes, who_may_race
from core.cancel import Cancel
from core.errors import IsofrontError
from core.progress import Progress
from ui import theme
from ui.controllers.editing import Editor
from ui.controllers.exporting import folder_beside
from ui.controllers.kinds import SHOWN
from ui.dialogs.race_files import SUFFIXES, write_race
from ui.pictures.small_front import SmallFront
from ui.pictures.style import OverlayStyle
from ui.plots.race_bars import RaceBars
from ui.plots.race_maps import MAP_SIZE, Lane, RaceMaps
from ui.texts import milliseconds, runner_name
from ui.told import told, told_error
from ui.widgets import form

FEWEST, MOST, USUAL = 1, 99, 5
"""Measured solves of each runner, after one that warms up."""

FEWEST_RACERS = 2
"""Runners of a race at first, where there are so many."""

SIDE = 250
"""Least width in pixels of the list of who races."""

SIZE = QSize(920, 680)
"""Size in pixels where the screen is not smaller."""

Fronts = Mapping[Runner, SmallFront | None]


class RaceDialog(QDialog):
    """Chooses who races, runs the race beside the window, and keeps all runs in a table.

    style : tells how the map is drawn, for the small maps.
    """

    dijkstra_measured = Signal(object, float)  # SolveRequest; median milliseconds

    def __init__(
        self,
        editor: Editor,
        parent: QWidget | None = None,
        style: Callable[[], OverlayStyle] = OverlayStyle,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Race of solvers"))
        self.editor = editor
        self.rows: list[Finish] = []
        self.boxes: dict[Runner, QCheckBox] = {}
        self._style = style
        self._task: Task | None = None
        self._runs = 0
        self._refused = False
        self._list = QWidget()
        self._who = QVBoxLayout(self._list)
        self._who.setContentsMargins(0, 0, 0, 0)
        self._who.addStretch(1)
        self.repeat = QSpinBox()
        self.repeat.setRange(FEWEST, MOST)
        self.repeat.setValue(USUAL)
        tip = self.tr("Each warms up once; the median of so many further solves counts")
        form.name(self.repeat, self.tr("Solves of each"), tip)
        self.start = QPushButton(self.tr("Start the &race"))
        self.stop = QPushButton(self.tr("S&top"))
        self.again = QPushButton(self.tr("&Play again"))
        self.save = QPushButton(self.tr("Sa&ve…"))
        self.said = form.Hint()
        self.pace = form.Hint()
        self.maps = RaceMaps()
        self.above_bars = form.Heading(self.tr("Speed-up over the slowest"))
        self.bars = RaceBars()
        self.table = QTableWidget(0, 8)
        self._lay_out()
        self.start.clicked.connect(self.race)
        self.stop.clicked.connect(self._stop)
        self.again.clicked.connect(self.maps.play)
        self.save.clicked.connect(self.choose_target)
        self.finished.connect(self._stop)
        editor.bridge.cancelled.connect(self._ended)
        editor.bridge.task_progress.connect(self._tell)
        editor.changed.connect(self._follow)
        self.offer()

    # -- building

    def _lay_out(self) -> None:
        heads = (
            self.tr("Run"), self.tr("On"), self.tr("Place"), self.tr("Solver"), self.tr("Median"),
            self.tr("Speed-up"), self.tr("Equal bits"), self.tr("Validated"),
        )  # fmt: skip
        self.table.setHorizontalHeaderLabels(heads)
        self.table.setAccessibleName(self.tr("All runs"))
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setTabKeyNavigation(False)  # Tab leaves it
        self.table.verticalHeader().hide()
        form.yielding(self.table)
        self.tabs = QTabWidget()
        self.tabs.addTab(self._newest(), self.tr("&Newest race"))
        self.tabs.addTab(self.table, self.tr("A&ll runs"))
        above = QHBoxLayout()
        above.addLayout(self._choices())
        above.addWidget(self.tabs, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.addButton(self.save, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addLayout(above, 1)
        layout.addWidget(self.said)
        layout.addWidget(buttons)

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        return SIZE

    def _choices(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.addWidget(form.Heading(self.tr("Who races, from the starts of the map")))
        who = form.Scrolling(self._list)
        who.setMinimumWidth(SIDE)
        column.addWidget(who, 1)
        row = QHBoxLayout()
        row.addWidget(form.Hint(self.tr("Solves of each")))
        row.addWidget(self.repeat)
        column.addLayout(row)
        row = QHBoxLayout()
        for button in (self.start, self.stop):
            row.addWidget(button)
        column.addLayout(row)
        return column

    def _newest(self) -> QWidget:
        """Maps and bars, one under the other."""
        page = QWidget()
        column = QVBoxLayout(page)
        row = QHBoxLayout()
        row.addWidget(self.pace, 1)
        row.addWidget(self.again, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(row)
        column.addWidget(self.maps)
        column.addSpacing(form.GAP)
        column.addWidget(self.above_bars)
        column.addWidget(self.bars)
        column.addStretch(1)
        return form.Scrolling(page)

    def offer(self) -> None:
        """Offer the solvers that the open document can be solved by here."""
        for box in self.boxes.values():
            self._who.removeWidget(box)
            box.deleteLater()
        self.boxes = {}
        self.said.setText("")
        self._show_race((), {})
        document, options = self.editor.session.document, self.editor.session.options
        if document is not None:
            chosen = options.algorithm, DIJKSTRA, document.usual_algorithm
            sloped = options.counted_slopes is not None
            asked = document.domain, options.device, options.geometry
            able = who_may_race(*asked, sloped=sloped)
            able = tuple(each for each in able if may_be_chosen(each.algorithm, document))
            for place, runner in enumerate(able):
                box = QCheckBox(runner_name(runner))
                box.setChecked(runner.algorithm in chosen)
                self._who.insertWidget(place, box)
                self.boxes[runner] = box
            self._tick_rivals()
        self._ended()

    def _tick_rivals(self) -> None:
        """Nobody races alone: where only one solver suits, the next of the list does as well."""
        if sum(box.isChecked() for box in self.boxes.values()) < FEWEST_RACERS:
            for box in [box for box in self.boxes.values() if not box.isChecked()][:1]:
                box.setChecked(True)

    def _follow(self, change: Change) -> None:
        """Something else is open: others may race, and what races now is of no use."""
        if change & Change.DOCUMENT:
            self._stop()
            self.offer()
        elif self._refused and change & Change.STARTS:
            self._say("")

    # -- racing

    def race(self) -> None:
        """Have those that are ticked solve what the map shows, one after the other."""
        chosen = [runner for runner, box in self.boxes.items() if box.isChecked()]
        try:
            request = self.editor.session.request()
        except IsofrontError as error:
            self._say(told_error(error), refused=True)
            return
        if not chosen:
            self.said.setText(self.tr("Nobody is chosen: tick a solver."))
            return
        repeat, drawn = self.repeat.value(), self._drawing()
        fronts: dict[Runner, SmallFront | None] = {}

        def seen(runner: Runner, result: Result) -> None:
            fronts[runner] = drawn(result)

        def work(progress: Progress, cancel: Cancel) -> tuple[Measurement, ...]:
            told = {"validate": True, "seen": seen}
            return compare(request, chosen, repeat, progress, cancel, **told)  # type: ignore[arg-type]

        def failed(error: IsofrontError) -> None:
            self._ended()
            self.said.setText(told_error(error))

        self._say(self.tr("They race one after the other, each warmed up first."))
        bridge = self.editor.bridge
        done = lambda found: self._show(request, found, fronts)  # noqa: E731
        self._task = bridge.run(self.tr("Racing"), work, done, failed)
        self.start.setEnabled(False)
        self.stop.setEnabled(True)

    def _say(self, words: str, *, refused: bool = False) -> None:
        """refused : there was no race for want of starts; it is told until they change."""
        self.said.setText(words)
        self._refused = refused

    def _drawing(self) -> Callable[[Result], SmallFront | None]:
        """What draws the small map of a result as the map is drawn now; for any thread."""
        session, ratio = self.editor.session, self.devicePixelRatioF()
        document, zero = session.required, session.options.zero_speed_kmh
        bands, style, colours = session.bands, self._style(), theme.current()

        def drawn(result: Result) -> SmallFront | None:
            scene = SHOWN[document.shows].scene(document, result, zero)
            if scene is None:
                return None
            return SmallFront.of(scene, bands, style, colours, MAP_SIZE, ratio)

        return drawn

    def _stop(self) -> None:
        self.editor.bridge.abandon(self._task)
        self._ended()

    def _ended(self) -> None:
        """Nothing runs any more, whatever became of it."""
        self._task = None
        self.start.setEnabled(bool(self.boxes))
        self.stop.setEnabled(False)
        self.save.setEnabled(bool(self.rows))

    def _tell(self, label: str, _fraction: float) -> None:
        """Say who is running."""
        if self._task is not None and label == self._task.label:
            self.said.setText(told(label))

    def _show(self, request: SolveRequest, found: tuple[Measurement, ...], fronts: Fronts) -> None:
        self._runs += 1
        document = self.editor.session.document
        order = finishes(self._runs, "" if document is None else document.name, found)
        self.rows += order
        for m in found:
            if m.runner.algorithm == DIJKSTRA:
                self.dijkstra_measured.emit(request, m.median)
        self._show_race(order, fronts)
        for finish in order:
            self._add_row(finish)
        first = order[0]
        factor = times_as(first.factor)
        words = self.tr("{name} is first in {time}, {factor} times as fast as the slowest.")
        if factor == "1":  # alone, or as fast as all others
            words = self.tr("{name} took {time}.")
        name = self.boxes[first.measured.runner].text()
        took = milliseconds(first.measured.median)
        self.said.setText(words.format(name=name, time=took, factor=factor))
        self._ended()

    def _show_race(self, order: tuple[Finish, ...], fronts: Fronts) -> None:
        """The newest race, on its maps in the order in which runners are offered."""
        self.bars.show_rows(order)
        of = {finish.measured.runner: finish for finish in order}
        lanes = [Lane(of[r], fronts.get(r)) for r in self.boxes if r in of]
        self.maps.show_lanes(lanes)
        self.again.setVisible(bool(lanes))
        self.above_bars.setVisible(bool(order))
        words = self.tr("Once they have raced, a small map shows each of them.")
        self.pace.setText(self.maps.pace_words() or words)

    def _add_row(self, finish: Finish) -> None:
        m, at = finish.measured, self.table.rowCount()
        self.table.insertRow(at)
        badges = (_badge(m.equal), _badge(m.validated))
        cells = (
            str(finish.run), finish.document, str(finish.place), runner_name(m.runner),
            milliseconds(m.median), f"{times_as(finish.factor)} ×", *badges,
        )  # fmt: skip
        for column, text in enumerate(cells):
            self.table.setItem(at, column, QTableWidgetItem(text))
        self.table.resizeColumnsToContents()

    # -- files

    def choose_target(self) -> None:
        """Ask for a file and write it."""
        kinds = ";;".join(f"{suffix[1:].upper()} (*{suffix})" for suffix in SUFFIXES)
        document = self.editor.session.required
        offered = str(folder_beside(document) / f"{document.name}_race{SUFFIXES[0]}")
        name, chosen = QFileDialog.getSaveFileName(self, self.tr("Save the race"), offered, kinds)
        if name:
            path = Path(name)
            known = path.suffix.lower() in SUFFIXES
            suffix = f".{chosen[:3].lower()}" if chosen else ".csv"
            self.write(path if known else path.with_name(path.name + suffix))

    def write(self, target: Path) -> None:
        """Write all runs as CSV, or the newest as a picture."""
        try:
            write_race(target, self.rows, self.bars, self.maps)
        except IsofrontError as error:
            self.said.setText(told_error(error))
            return
        self.said.setText(self.tr("Written: {file}").format(file=target))


def _badge(holds: bool | None) -> str:
    return "–" if holds is None else "✓" if holds else "✗"
