"""New terrain: from elevation, land cover, roads and water to a velocity raster."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, QSize, QTimer, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from app.bands import Bands
from app.builder.build import Built, build, check_outputs
from app.builder.plain_tables import table_of
from app.builder.preview import FirstLook, LookQuestion
from app.builder.recipe import Recipe
from app.builder.recipe_files import opened_recipe, text_of
from app.builder.tables import recipe_of
from app.fitting import fitting_bands, suits
from app.solving.jobs import Task
from core.errors import ExportError, InputError, IsofrontError
from core.files.atomic_write import atomic_write
from ui.bridge import Bridge
from ui.dialogs.builder.file_row import FileRow
from ui.dialogs.builder.looking import LookThread, Seen
from ui.dialogs.builder.picture import LEAST_PICTURE, SpeedPicture
from ui.dialogs.builder.recipe_form import RecipeForm
from ui.dialogs.builder.remarks import remarks
from ui.dialogs.builder.words import recipes, tr
from ui.texts import crs_name
from ui.told import told
from ui.widgets import form
from ui.widgets.fitted import Fitted

LOOK_MS = 250
"""Milliseconds without an edit after which a picture is made."""

SPEEDS = "*.tif *.asc *.flt *.bil"
"""Patterns of files that speeds are written to."""


class BuilderDialog(QDialog):
    """Asks for a recipe, shows its speeds, and builds it."""

    built = Signal(object)  # Built
    shown = Signal(object, object)  # Seen and its Bands; None and None for nothing

    def __init__(
        self,
        bridge: Bridge,
        parent: QWidget | None = None,
        question: LookQuestion | None = None,
        bands: Bands | None = None,
    ) -> None:
        """question : starts that the picture shows times from. bands : of its times; None for
        some that fit."""
        super().__init__(parent)
        self.setWindowTitle(tr("New terrain"))
        self.question = question or LookQuestion()
        self._bands, self._ruling = bands, False
        self._bridge = bridge
        self._task: Task | None = None
        self._unfolded = self.geometry()
        self._from: Path | None = None  # file of the recipe that was loaded
        self.form = RecipeForm()
        self.out = FileRow(
            "output", tr("Save as"), tr("The velocity raster; its recipe is written beside it"),
            SPEEDS, many=False, saves=True,
        )  # fmt: skip
        self.picture = SpeedPicture()
        self.why = Fitted("", lines=True)
        self.facts = form.Hint()
        self.bar = QProgressBar()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        roles = QDialogButtonBox.ButtonRole
        self.load = self.buttons.addButton(tr("&Load recipe…"), roles.ActionRole)
        self.save = self.buttons.addButton(tr("&Save recipe…"), roles.ActionRole)
        self.fold = self.buttons.addButton(tr("See the &map"), roles.ActionRole)
        self.fold.setCheckable(True)
        self.fold.setToolTip(tr("Put the picture away: the map behind shows it larger"))
        self.go = self.buttons.addButton(tr("&Build"), roles.AcceptRole)
        self.thread_ = LookThread()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(LOOK_MS)
        self._lay_out()
        self._connect()
        self._rest()

    def _lay_out(self) -> None:
        self.bar.setVisible(False)
        self.bar.setAccessibleName(tr("Progress"))
        self.why.setMinimumHeight(2 * self.fontMetrics().height() + 4)
        room = self.screen().availableSize() - form.DIALOG_FRAME
        beside = room.width() - LEAST_PICTURE.width() - 48  # margins, and the gap between
        self.form.setMinimumWidth(min(self.form.minimumSizeHint().width(), 480, beside))
        foot = form.form()
        label = QLabel(self.out.name)
        label.setBuddy(self.out.edit)
        foot.addRow(label, self.out)
        self.out.add(self.form.type)
        left, self._right = QVBoxLayout(), QWidget()
        left.setSpacing(form.GAP)
        left.addWidget(self.form, 1)
        left.addLayout(foot)
        right = QVBoxLayout(self._right)
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(6)
        right.addWidget(form.Heading(tr("Preview")))
        right.addWidget(self.picture, 1)
        right.addWidget(self.why)
        right.addWidget(self.facts)
        row = QHBoxLayout()
        row.setSpacing(16)
        row.addLayout(left, 1)
        row.addWidget(self._right, 1)
        self._columns = left, right
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.setSpacing(10)
        layout.addLayout(row, 1)
        layout.addWidget(self.bar)
        layout.addWidget(self.buttons)
        self.resize(QSize(1160, 740).boundedTo(room))

    def _connect(self) -> None:
        self.form.edited.connect(self._edited)
        self.form.ruled.connect(self._ruled)
        self.picture.started.connect(self._set_out)
        self.out.edited.connect(self._check_out)
        self._timer.timeout.connect(self._look)
        self.thread_.looked.connect(self._show)
        self.thread_.failed.connect(self._refuse)
        self.picture.pointed.connect(self._explain)
        self.fold.toggled.connect(self._fold)
        self.load.clicked.connect(self._choose_recipe)
        self.save.clicked.connect(self._choose_target)
        self.buttons.accepted.connect(self._begin)
        self.buttons.rejected.connect(self.reject)
        self._bridge.task_progress.connect(self._progress)
        self.finished.connect(lambda _: self.thread_.stop())

    # -- what is asked

    def tables_left(self) -> dict[str, Any]:
        """The recipe as tables, as far as it can be read."""
        return self.form.left()

    def recipe(self) -> Recipe:
        """The recipe; InputError."""
        return recipe_of(self.form.asked(), Path.cwd())

    def show_tables(self, tables: Mapping[str, Any]) -> None:
        """Show a recipe whose files are named whole."""
        self.form.show_tables(tables)

    @property
    def out_path(self) -> Path | None:
        """Where speeds are to be written; None where nothing says it."""
        files = self.out.files
        return Path(files[0]) if files else None

    # -- the picture

    def _edited(self) -> None:
        self._clear()
        self._check_out()
        self._timer.start()

    def _ruled(self) -> None:
        """A rule is another, and may be the next moment again: the picture follows."""
        self._ruling = True
        self._look()

    def _set_out(self, x: float, y: float) -> None:
        """Show times from here."""
        self.question = replace(self.question, starts=((x, y, 0.0),), crs_wkt=None)
        self._ruling = True
        self._look()

    def _fold(self, away: bool) -> None:
        """Put the picture away, so that the map is seen that shows it, too; or have it again."""
        self._right.setVisible(not away)
        left, right = self._columns
        (left if away else right).addWidget(self.facts)
        self.facts.show()  # what is put elsewhere is hidden
        if away:
            self._unfolded = self.geometry()
            self.resize(self.minimumSizeHint().width(), self.height())
            window = self.parentWidget()
            if window is not None:
                self.move(window.mapToGlobal(QPoint(0, self.y() - window.y())))
        else:
            self.setGeometry(self._unfolded)

    def _show_picture(self, seen: Seen | None, bands: Bands | None = None) -> None:
        self.picture.show_seen(seen, bands)
        self.shown.emit(seen, bands)

    def _clear(self) -> None:
        for row in (*self.form.rows, self.out):
            row.warn("")

    def _look(self) -> None:
        if not any(row.files for row in self.form.rows):
            self.thread_.forget()
            self._rest()
            return
        try:
            recipe = self.recipe()
            missing = next((f for f in recipe.files if not os.path.exists(f)), None)
            if missing is not None:
                raise InputError("there is no such file", where=missing, advice="Check its name.")
        except IsofrontError as error:
            self._refuse(error)
            return
        if not self._ruling:
            self.facts.setText(tr("Reading the inputs…"))
        self.thread_.look(recipe, self.question, drag=self._ruling)
        self._ruling = False

    def _show(self, seen: Seen) -> None:
        if self._timer.isActive():
            return  # a newer wish is about to be made
        look = seen.look
        self._show_picture(seen, self._bands_for(look))
        target = look.target
        left, bottom, right, top = target.bounds
        self.form.show_grid(
            f"{target.cell_x:.6g}",
            ", ".join(f"{x:.10g}" for x in (left, bottom, right, top)),
            crs_name(target.crs_wkt) or "",
        )
        self.facts.setText(remarks(look, self.form.type.currentData()))

    def _bands_for(self, look: FirstLook) -> Bands | None:
        """Bands of the times: those that there are, as long as they suit."""
        times = look.times
        if times is None or not times.max_seconds > 0:
            return self._bands
        if self._bands is None or (self._bands.automatic and not suits(self._bands, times)):
            self._bands = fitting_bands(times)
        return self._bands

    def _rest(self) -> None:
        """Nothing is asked yet."""
        self._show_picture(None)
        self.why.setText("")
        self.facts.setText(
            tr("Choose a file of elevation, land cover, roads or speeds to see what comes of it.")
        )

    def _explain(self, words: str) -> None:
        self.why.setText(told(words))

    def _refuse(self, error: IsofrontError) -> None:
        """Say what is wrong, at its row where it has one."""
        self.thread_.forget()
        self._show_picture(None)
        self.why.setText("")
        words = f"{told(error.found)}. {told(error.advice)}".strip()
        row = self._row_of(error.where)
        if row is None:
            where = f"{told(error.where)}: " if error.where else ""
            self.facts.setText(f"{where}{words}")
            return
        several = len(row.files) > 1 and any(Path(f).name in error.where for f in row.files)
        row.warn(f"{Path(error.where).name}: {words}" if several else words)
        self.facts.setText(tr("See {what}.").format(what=row.name))

    def _row_of(self, where: str) -> FileRow | None:
        """The row that an error speaks of."""
        rows = (*self.form.rows, self.out)
        for row in rows:
            names = [file.rpartition("=")[2] for file in row.files]
            if any(name in where for name in names):
                return row
        key = where.removeprefix("recipe: ").split(":")[0].split(".")[0].split(" ")[0]
        key = {"land-cover": "landcover", "class": "landcover"}.get(key, key)
        return next((row for row in rows if row.key == key), None)

    # -- recipes

    def _choose_recipe(self) -> None:
        found = QFileDialog.getOpenFileName(self, tr("Load a recipe"), self._folder(), recipes())
        if name := found[0]:
            self.load_recipe(Path(name))

    def load_recipe(self, path: Path) -> None:
        """Show the recipe of a file, and say where it cannot be read."""
        try:
            recipe = opened_recipe(path)
        except IsofrontError as error:
            self._refuse(error)
            return
        self._from = path
        self.show_tables(table_of(recipe))

    def _choose_target(self) -> None:
        offered = os.path.join(self._folder(), "recipe.toml")
        found = QFileDialog.getSaveFileName(self, tr("Save the recipe"), offered, recipes())
        if name := found[0]:
            path = Path(name)
            self.save_recipe(path if path.suffix else path.with_suffix(".toml"))

    def save_recipe(self, path: Path) -> None:
        """Write the recipe as `isofront build` reads it."""
        try:
            self.form.rules.check()
            text = text_of(self.recipe(), path.parent)
            with atomic_write(path) as target:
                target.write_text(text, encoding="utf-8")
        except IsofrontError as error:
            self._refuse(error)
            return
        self.facts.setText(tr("Saved {name}").format(name=path.name))

    def _folder(self) -> str:
        files = [file for row in (*self.form.rows, self.out) for file in row.files]
        known = self._from or (Path(files[0].rpartition("=")[2]) if files else None)
        return "" if known is None else str(known.parent)

    # -- building

    def _check_out(self) -> None:
        path = self.out_path
        there = path is not None and path.is_file()
        self.out.warn(tr("There is such a file; it will be replaced.") if there else "")

    def _begin(self) -> None:
        """Build what is asked; the window goes on when it is done."""
        path = self.out_path
        try:
            self.form.rules.check()
            recipe = self.recipe()
            if path is None:
                raise ExportError(
                    "nothing says where to write", where="output", advice="Name a file, a .tif."
                )
            check_outputs(recipe, path)
        except IsofrontError as error:
            self._refuse(error)
            return
        self._timer.stop()
        self.thread_.forget()
        self._clear()
        self._set_busy(True)
        title = tr("Building {name}").format(name=path.name)
        work = partial(self._build, recipe, path, self._from)
        self._task = self._bridge.run(title, work, self._done, self._failed)

    @staticmethod
    def _build(recipe: Recipe, path: Path, keep: Path | None, *how: Any) -> Built:
        progress, cancel = how
        return build(recipe, path, keep=keep, progress=progress, cancel=cancel)

    def _set_busy(self, busy: bool) -> None:
        self.bar.setVisible(busy)
        self.bar.setRange(0, 0)
        for part in (self.form, self.out, self.load, self.save, self.go):
            part.setEnabled(not busy)

    def _progress(self, label: str, fraction: float) -> None:
        if self._task is not None:
            self.bar.setRange(0, 1000 if fraction >= 0 else 0)
            self.bar.setValue(round(max(fraction, 0.0) * 1000))

    def _done(self, built: Built) -> None:
        self._task = None
        self._set_busy(False)
        self.accept()
        self.built.emit(built)

    def _failed(self, error: IsofrontError) -> None:
        self._task = None
        self._set_busy(False)
        self._refuse(error)

    def reject(self) -> None:
        """Stop what is being built, else close."""
        if self._task is None:
            super().reject()
            return
        self._bridge.abandon(self._task)
        self._task = None
        self._set_busy(False)
        self.facts.setText(tr("Stopped; nothing was written."))
