"""A batch: every start by every limit, each solved by itself and written to a file of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QSize
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from app.bands import Bands
from app.batch.crossed import KINDS, CrossedBatch
from app.batch.rows import DONE, FAILED, KEPT, BatchRow
from app.document.document import Document
from app.editing.session import Change
from app.exports.table import EXPORTS, Format
from app.matrix.start_files import read_starts
from app.solving.jobs import Task
from app.starts import on
from app.units import units
from core.cancel import Cancel
from core.errors import IsofrontError
from core.files.user_paths import expanded
from core.progress import Progress
from resources.paths import SAMPLE, SAMPLE_ROADS
from ui.controllers.editing import Editor
from ui.controllers.filing import POINTS
from ui.texts import area, count, length, milliseconds, translatable
from ui.told import told, told_error
from ui.widgets import form

SIZE = QSize(640, 600)
"""Size in pixels where the screen is not smaller."""

PATTERN = "{start}-{limit}"
"""Names of files that are proposed."""

N = translatable
TITLES = {
    "polygons": N("BatchDialog", "Bands as polygons"),
    "times": N("BatchDialog", "Travel times"),
    "isolines": N("BatchDialog", "Band limits as lines"),
    "bands": N("BatchDialog", "Bands as a raster"),
    "page": N("BatchDialog", "Web map"),
}
STATES = {
    DONE: N("BatchDialog", "done"),
    KEPT: N("BatchDialog", "finished before"),
    FAILED: N("BatchDialog", "failed"),
}


def _tr(text: str) -> str:
    return QCoreApplication.translate("BatchDialog", text)


class BatchDialog(QDialog):
    """Asks for starts, limits and files, runs the batch beside the window, and tells each row.

    palette : tells the colours of the map, which files may hold.
    """

    def __init__(self, editor: Editor, parent: QWidget, palette: Callable[[], str]) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Batch"))
        self.editor, self._palette = editor, palette
        self.rows: list[BatchRow] = []
        self._shown = 0
        self._task: Task | None = None
        self.file, self.limits = QLineEdit(), QLineEdit()
        self._limits_label = QLabel()
        self.folder, self.pattern = QLineEdit(), QLineEdit(PATTERN)
        self.kind, self.format = QComboBox(), QComboBox()
        self.start = QPushButton(self.tr("&Start the batch"))
        self.stop = QPushButton(self.tr("S&top"))
        self.bar = QProgressBar()
        self.said = form.Hint()
        self.table = QTableWidget(0, 5)
        self._name()
        self._lay_out()
        self.kind.currentIndexChanged.connect(self._offer_formats)
        self.start.clicked.connect(self.run_batch)
        self.stop.clicked.connect(self._stop)
        self.finished.connect(self._stop)
        editor.bridge.cancelled.connect(self._ended)
        editor.bridge.task_progress.connect(self._follow)
        editor.changed.connect(self._suit)
        self._suit(Change.DOCUMENT)
        self._ended()

    # -- building

    def _name(self) -> None:
        self.file.setPlaceholderText(self.tr("the starts of the map"))
        self.limits.setPlaceholderText(self.tr("no limit"))
        form.name(
            self.file,
            self.tr("Starts"),
            self.tr("A file of points, each of which is solved by itself; empty for the map's"),
        )
        form.name(
            self.limits,
            self.tr("Limits"),
            self.tr("Each start is solved within each of them: 10, 20, 30 min"),
        )
        form.name(self.kind, self.tr("What"), self.tr("What is written of each result"))
        form.name(self.format, self.tr("Format"), self.tr("The format of the files"))
        form.name(self.folder, self.tr("Folder"), self.tr("Where the files are written"))
        tip = self.tr("{start}, {limit} and {row} are filled in")
        form.name(self.pattern, self.tr("Names"), tip)
        self.table.setHorizontalHeaderLabels(
            (self.tr("Row"), self.tr("Start, limit"), self.tr("State"), self.tr("Time"),
             self.tr("Reached"))
        )  # fmt: skip
        self.table.setAccessibleName(self.tr("Rows"))
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setTabKeyNavigation(False)  # Tab leaves it
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setStretchLastSection(True)
        form.yielding(self.table, 140)
        self.bar.setAccessibleName(self.tr("Progress"))

    def _lay_out(self) -> None:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        for button in (self.start, self.stop):
            buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        page = form.dialog_page(self, buttons)
        rows = form.form()
        rows.addRow(self.tr("Starts"), self._row(self.file, self._choose_file))
        rows.addRow(self._limits_label, self.limits)
        rows.addRow(self.tr("What"), self.kind)
        rows.addRow(self.tr("Format"), self.format)
        rows.addRow(self.tr("Folder"), self._row(self.folder, self._choose_folder))
        rows.addRow(self.tr("Names"), self.pattern)
        page.addLayout(rows)
        page.addWidget(
            form.Hint(
                self.tr(
                    "Bands and solver are those of the window. What is finished is not done again; "
                    "a table of all rows lies in the folder afterwards."
                )
            )
        )
        page.addWidget(self.bar)
        page.addWidget(self.said)
        page.addWidget(self.table, 1)
        self.setMinimumWidth(480)

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        return SIZE

    def _row(self, edit: QLineEdit, choose: Callable[[], None]) -> QHBoxLayout:
        browse = QPushButton(self.tr("Browse…"))
        form.name(browse, self.tr("Browse for {what}").format(what=edit.accessibleName()), "")
        browse.clicked.connect(lambda: choose())
        row = QHBoxLayout()
        row.addWidget(edit, 1)
        row.addWidget(browse)
        return row

    def _choose_file(self) -> None:
        offered = f"{self.tr('Points')} ({POINTS});;{self.tr('All files')} (*)"
        title = self.tr("A file of starts")
        name, _ = QFileDialog.getOpenFileName(self, title, self.folder.text(), offered)
        if name:
            self.file.setText(name)

    def _choose_folder(self) -> None:
        title = self.tr("Where the files are written")
        name = QFileDialog.getExistingDirectory(self, title, self.folder.text())
        if name:
            self.folder.setText(name)

    # -- what is open

    def _suit(self, change: Change) -> None:
        """Offer what can be written of what is open; what runs goes on with what was open."""
        document = self.editor.session.document
        if document is None:
            return
        self._limits_label.setText(self.tr("Limits, {unit}").format(unit=_unit(document)))
        if not change & Change.DOCUMENT:
            return
        offered = [kind for kind in KINDS if kind in EXPORTS[document.shows]]
        self.kind.clear()
        for kind in offered:
            self.kind.addItem(_tr(TITLES[kind]), kind)
        self.limits.setText("")
        # The samples lie among the program's own files: nobody would look there for results.
        if not self.folder.text() and document.path not in (None, SAMPLE, SAMPLE_ROADS):
            self.folder.setText(str(document.path.absolute().parent))

    def _offer_formats(self) -> None:
        document, kind = self.editor.session.document, self.kind.currentData()
        self.format.clear()
        if document is None or kind is None:
            return
        for row in _whole(EXPORTS[document.shows][kind]):
            self.format.addItem(f"{row.label} ({row.suffixes[0]})", row.suffixes[0])

    # -- running

    def run_batch(self) -> None:
        """Have everything that is not finished solved and written."""
        session = self.editor.session
        try:
            document = session.required
            limits = self._limits(document)
        except IsofrontError as error:
            self.said.setText(told_error(error))
            return
        if not self.folder.text().strip():
            self.said.setText(self.tr("Choose a folder for the files."))
            return
        named, starts = self.file.text().strip(), on(session.starts)
        kind, suffix = self.kind.currentData(), self.format.currentData()
        folder, pattern = expanded(self.folder.text().strip()), self.pattern.text().strip()
        bands = None if session.bands.automatic else session.bands
        options, palette = session.options, self._palette()
        rows = self.rows = []
        self._shown = 0
        self.table.setRowCount(0)

        def work(progress: Progress, cancel: Cancel) -> Path:
            asked = on(read_starts(str(expanded(named)), document)) if named else starts
            batch = CrossedBatch(
                document, asked, limits, kind, suffix, folder, pattern, options, bands,
                colormap=palette,
            )  # fmt: skip
            return batch.run(rows.append, progress, cancel)

        def failed(error: IsofrontError) -> None:
            self._ended()
            self.said.setText(told_error(error))

        self.said.setText("")
        self._task = self.editor.bridge.run(self.tr("Batch"), work, self._done, failed)
        # In this order the focus goes to Stop, not to Close, where Return would end the batch.
        self.stop.setEnabled(True)
        self.start.setEnabled(False)
        self.bar.setRange(0, 0)
        self.bar.show()

    def _limits(self, document: Document) -> tuple[float, ...]:
        """Raises InputError, ParameterError."""
        text = self.limits.text().strip()
        if not text:
            return ()
        return Bands.parse(text, units().of(document.measure), _unit(document)).limits

    def _stop(self) -> None:
        if self._task is not None:
            self.said.setText(self.tr("Stopped. Start it again to go on."))
        self.editor.bridge.abandon(self._task)
        self._ended()

    def _ended(self) -> None:
        """Nothing runs any more, whatever became of it."""
        self._task = None
        self.start.setEnabled(self.editor.session.document is not None)
        if self.stop.hasFocus():
            self.start.setFocus()
        self.stop.setEnabled(False)
        self.bar.hide()
        self._show_rows()

    def _follow(self, label: str, fraction: float) -> None:
        if self._task is None or label != self._task.label:
            return
        self.bar.setRange(0, 1000 if fraction >= 0 else 0)
        self.bar.setValue(round(max(fraction, 0.0) * 1000))
        words = told(label)
        self.said.setText(words[:1].upper() + words[1:])
        self._show_rows()

    def _done(self, summary: Path) -> None:
        self._ended()
        states = [row.state for row in self.rows]
        words = self.tr("{done} done, {kept} finished before, {failed} failed. Table: {file}")
        self.said.setText(
            words.format(
                done=count(states.count(DONE)),
                kept=count(states.count(KEPT)),
                failed=count(states.count(FAILED)),
                file=summary,
            )
        )

    def _show_rows(self) -> None:
        """Those that the thread has told since."""
        if self._shown == len(self.rows):
            return
        for row in self.rows[self._shown :]:
            at = self.table.rowCount()
            self.table.insertRow(at)
            last = _reached(row) if row.fault is None else told_error(row.fault)
            took = milliseconds(row.seconds * 1e3)
            cells = (row.row, row.name, _tr(STATES[row.state]), took, last)
            for column, text in enumerate(cells):
                item = QTableWidgetItem(text)
                item.setToolTip(text)
                self.table.setItem(at, column, item)
            self._shown += 1
        for column in range(self.table.columnCount() - 1):  # the last has all that is left
            self.table.resizeColumnToContents(column)


def _unit(document: Document) -> str:
    """The unit of limits that are typed bare."""
    measure = document.measure
    return "min" if measure.quantity == "time" else units().of(measure).base


def _reached(row: BatchRow) -> str:
    """What lies within the last band: km² of ground, or km of streets."""
    amounts = row.figures.get("amounts", ())
    return (length if row.figures.get("unit") == "m" else area)(sum(amounts))


def _whole(rows: tuple[Format, ...]) -> Iterator[Format]:
    """Formats of whole results."""
    yield from (row for row in rows if not row.part)


def open_batch(editor: Editor, window: QWidget, palette: Callable[[], str]) -> BatchDialog:
    """Show the one dialog of a window, with what was asked there last."""
    dialog = window.findChild(BatchDialog)
    if not isinstance(dialog, BatchDialog):
        dialog = BatchDialog(editor, window, palette)
        form.fit_dialog(dialog)
    dialog.show()
    dialog.raise_()
    dialog.activateWindow()
    return dialog
