"""What slopes do to steps: heights, a model with its curve, and which way times run."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import cast

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFileDialog,
    QPushButton,
    QWidget,
)

from app.editing.session import Change
from core.cancel import Cancel
from core.errors import IsofrontError
from core.progress import Progress
from raster.files.elevation import elevation_beside
from raster.files.slopes.heights import read_heights
from raster.files.slopes.table import read_table
from raster.grid import VelocityGrid
from raster.slopes.heights import CellHeights
from raster.slopes.models import LEVEL, FactorTable, Naismith, NoSlope, SlopeModel, Tobler
from raster.slopes.slopes import GridSlopes
from ui.controllers.editing import Editor
from ui.panels.panel import Panel
from ui.plots.point_curve import Points
from ui.plots.slope_curve import SlopeCurve
from ui.told import told, told_error
from ui.widgets import form

USUAL_TABLE = FactorTable(
    ((-45.0, 3.0), (-20.0, 1.6), (-5.0, 0.9), (0.0, 1.0), (10.0, 1.8), (25.0, 4.0), (45.0, 12.0))
)
"""Table that is there to be changed."""

WALK = Naismith(friction=1.0)

CHOICES: tuple[tuple[str, SlopeModel], ...] = (
    ("none", LEVEL),
    ("tobler", Tobler()),
    ("tobler-off-path", Tobler(off_path=True)),
    ("naismith", Naismith()),
    ("walk", WALK),
    ("table", USUAL_TABLE),
)
"""Models to choose from, by a word for each."""


def word_of(model: SlopeModel) -> str:
    """The word of a model, whatever its coefficients."""
    if isinstance(model, Naismith):
        return "naismith" if model.friction is None else "walk"
    if isinstance(model, FactorTable):
        return "table"
    return model.text


class SlopesPanel(Panel):
    shown_changes = Change.OPTIONS | Change.DOCUMENT
    wants = "slopes"

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self.read = QPushButton(self.tr("Elevation raster…"))
        self.model = QComboBox()
        self.direction = QComboBox()
        self.surface = QCheckBox(self.tr("Lengths along the ground"))
        self.table = QPushButton(self.tr("Read factors…"))
        self.curve = SlopeCurve()
        self.heights = form.Hint()
        self.failed = form.Hint()
        self.coefficients: dict[str, QDoubleSpinBox] = {}
        self._explanation = form.Hint()
        self._coefficient_form = QWidget()
        self._wanted: SlopeModel = LEVEL  # chosen before there were heights
        self._shown: SlopeModel = LEVEL
        self._beside: Path | None = None  # heights that a model takes by itself
        self._fill()
        self._lay_out()
        self.refresh(self.shown_changes)

    # -- building

    def _fill(self) -> None:
        names = {
            "none": self.tr("None"),
            "tobler": self.tr("Tobler, on paths"),
            "tobler-off-path": self.tr("Tobler, off paths"),
            "naismith": self.tr("Naismith–Langmuir"),
            "walk": self.tr("r.walk: friction added"),
            "table": self.tr("Table of factors"),
        }
        for word, _ in CHOICES:
            self.model.addItem(names[word], word)
        self.direction.addItem(self.tr("From the starts"), "from")
        self.direction.addItem(self.tr("To the starts"), "to")
        labels = {
            "a": self.tr("a, s/m level"),
            "b": self.tr("b, s/m up"),
            "c": self.tr("c, s/m down"),
            "d": self.tr("d, s/m steep down"),
            "threshold": self.tr("Steep below"),
            "friction": self.tr("Lambda"),
        }
        rows = form.form()
        self._coefficient_form.setLayout(rows)
        for each in fields(Naismith):
            box = QDoubleSpinBox()
            box.setDecimals(4)
            box.setRange(-100.0, 100.0)
            box.setSingleStep(0.05)
            form.name(box, labels[each.name], self.tr("Coefficient of the model, as in r.walk"))
            box.editingFinished.connect(self._turn)
            rows.addRow(labels[each.name], box)
            self.coefficients[each.name] = box
        self.read.clicked.connect(self._choose_heights)
        self.model.activated.connect(self._choose_model)
        self.direction.activated.connect(self._choose_direction)
        self.surface.toggled.connect(self._choose_surface)
        self.table.clicked.connect(self._choose_table)
        self.curve.dragged.connect(self._drag)

    def _lay_out(self) -> None:
        page = QWidget()
        layout = form.column(page)
        rows = form.form()
        tips = {
            self.read: self.tr("Heights of the ground, in any format and CRS"),
            self.model: self.tr("What a slope does to the time of a step"),
            self.direction: self.tr("Uphill and downhill differ, and so do these"),
            self.table: self.tr("Degrees and factors from a text file, as ArcGIS has them"),
            self.surface: self.tr("Steps are as long as the ground, and not as the map"),
        }
        names = {
            self.read: self.tr("Elevation raster"),
            self.model: self.tr("Slope model"),
            self.direction: self.tr("Direction"),
            self.table: self.tr("Read factors"),
            self.surface: self.tr("Lengths along the ground"),
        }
        for control, tip in tips.items():
            form.name(control, names[control], tip)
        rows.addRow(self.tr("Heights"), self.read)
        rows.addRow("", self.heights)
        rows.addRow(self.tr("Model"), self.model)
        rows.addRow(self.tr("Times"), self.direction)
        layout.addLayout(rows)
        layout.addWidget(self.failed)
        layout.addWidget(self.surface)
        layout.addWidget(self.curve)
        layout.addWidget(self.table)
        layout.addWidget(self._coefficient_form)
        layout.addWidget(self._explanation)
        layout.addStretch(1)
        outside = form.column(self)
        outside.setContentsMargins(0, 0, 0, 0)
        outside.addWidget(form.Scrolling(page))

    # -- showing

    def refresh(self, change: Change) -> None:
        if change & Change.DOCUMENT:
            self._wanted = LEVEL
            self._beside = None if self._file is None else elevation_beside(self._file)
            self._say("")
        slopes = self.session.options.slopes
        model = self._wanted if slopes is None else slopes.model
        if model != self._shown:  # what was wrong is said of another one
            self._shown = model
            self._say("")
        word = word_of(model)
        self.model.setCurrentIndex(self.model.findData(word))
        self.direction.setCurrentIndex(0 if slopes is None or slopes.direction == "from" else 1)
        self.direction.setEnabled(slopes is not None)
        self.surface.blockSignals(True)
        self.surface.setChecked(slopes is not None and slopes.surface)
        self.surface.blockSignals(False)
        self.surface.setEnabled(slopes is not None and not model.added)
        self.heights.setText(self._heights_words(slopes))
        self.table.setVisible(word == "table")
        self._coefficient_form.setVisible(isinstance(model, Naismith))
        if isinstance(model, Naismith):
            for name, box in self.coefficients.items():
                box.setValue(getattr(model, name) or 0.0)
            self.coefficients["friction"].setEnabled(model.friction is not None)
        self.curve.setVisible(not isinstance(model, NoSlope))
        self.curve.show_model(model)
        self._explanation.setText(self._explained(word))

    def _heights_words(self, slopes: GridSlopes | None) -> str:
        if slopes is None and self._beside is not None:
            words = self.tr("{name} lies beside it; choose a model")
            return words.format(name=self._beside.name)
        if slopes is None:
            return self.tr("no elevation raster was read")
        notes = " ".join(told(note) for note in slopes.heights.notes)
        words = self.tr("{name}, heights rounded to {unit} mm")
        unit = f"{slopes.heights.unit * 1000:.2g}"
        said = words.format(name=slopes.heights.name, unit=unit)
        return f"{said}. {notes}" if notes else said

    def _explained(self, word: str) -> str:
        words = {
            "none": self.tr("Uphill and downhill take the same time."),
            "tobler": self.tr("The speeds of the raster are those at 5 % downwards, the fastest."),
            "tobler-off-path": self.tr("As on paths, at six tenths of the speed."),
            "naismith": self.tr("The speeds of the raster are those on level ground."),
            "walk": self.tr(
                "As r.walk of GRASS: walking takes the time of these coefficients, and lambda "
                "times what the speeds say comes on top."
            ),
            "table": self.tr("Beyond the first and the last angle nobody can go."),
        }
        return words[word]

    def _say(self, text: str) -> None:
        self.failed.setText(text)
        if text:
            form.show_in_sight(self.failed)
        else:
            self.failed.hide()

    # -- editing

    def _set(self, model: SlopeModel, merge_key: str = "") -> None:
        slopes = self.session.options.slopes
        if slopes is None:
            self._wanted = model
            self.refresh(Change.OPTIONS)
            return
        surface = slopes.surface and not model.added
        self.editor.set_slopes(replace(slopes, model=model, surface=surface), merge_key)

    def _choose_model(self) -> None:
        model = dict(CHOICES)[self.model.currentData()]
        self._set(model)
        if self.session.options.slopes is None and model != LEVEL:
            path = self._file
            beside = None if path is None else elevation_beside(path)
            if beside is None:
                self._choose_heights()
            else:
                self.take(beside)

    def _choose_direction(self) -> None:
        slopes = self.session.options.slopes
        if slopes is not None:
            self.editor.set_slopes(replace(slopes, direction=self.direction.currentData()))

    def _choose_surface(self, ticked: bool) -> None:
        slopes = self.session.options.slopes
        if slopes is not None:
            self.editor.set_slopes(replace(slopes, surface=ticked))

    def _turn(self) -> None:
        slopes = self.session.options.slopes
        model = self._wanted if slopes is None else slopes.model
        if not isinstance(model, Naismith):
            return
        turned = {name: box.value() for name, box in self.coefficients.items()}
        if model.friction is None:
            turned["friction"] = None  # type: ignore[assignment]  # what multiplies has none
        try:
            changed = replace(model, **turned)
        except IsofrontError as error:
            self._say(told_error(error))
            return
        self._say("")
        if changed != model:
            self._set(changed)

    def _drag(self, points: Points) -> None:
        self._set(FactorTable(points), f"slopes {self.curve.strokes}")

    def _choose_table(self) -> None:
        name, _ = QFileDialog.getOpenFileName(
            self, self.tr("Table of factors"), self._folder, self.tr("All files (*)")
        )
        if name:
            self.take_table(Path(name))

    def take_table(self, path: Path) -> None:
        """Read a table of factors."""
        try:
            table = read_table(path)
        except IsofrontError as error:
            self._say(told_error(error))
            return
        self._say("")
        self._set(table)

    # -- heights

    @property
    def _file(self) -> Path | None:
        document = self.session.document
        return None if document is None else document.files.get("terrain")

    @property
    def _folder(self) -> str:
        return str(Path.home() if self._file is None else self._file.parent)

    def _choose_heights(self) -> None:
        name, _ = QFileDialog.getOpenFileName(
            self, self.tr("Elevation raster"), self._folder, self.tr("All files (*)")
        )
        if name:
            self.take(Path(name))

    def take(self, path: Path) -> None:
        """Read heights for the terrain that is open; slopes count then, by Tobler's function where
        nobody chose another."""
        document = self.session.required
        grid = cast(VelocityGrid, document.grid)

        def work(progress: Progress, cancel: Cancel) -> CellHeights:
            return read_heights(path, grid, progress=progress, cancel=cancel)

        def done(heights: CellHeights) -> None:
            if self.session.document is None or self.session.document.subject is not grid:
                return  # something else was opened meanwhile
            self._say("")
            before = self.session.options.slopes
            if before is not None:
                self.editor.set_slopes(replace(before, heights=heights))
                return
            model = self._wanted if self._wanted != LEVEL else Tobler()
            self.editor.set_slopes(GridSlopes(heights, model))

        title = self.tr("Reading {name}").format(name=path.name)
        self.editor.bridge.run(title, work, done, lambda error: self._say(told_error(error)))
