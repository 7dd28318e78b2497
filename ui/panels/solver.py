"""How to solve: algorithm, backend, its knobs, and the proof that the result is right."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QPushButton,
)

from app.catalog import ALGORITHMS, Algorithm, Parameter, find
from app.session import Change
from gpu.device import devices, first_gpu
from ui.editing import Editor
from ui.panels.panel import Panel
from ui.widgets import form
from ui.widgets.badge import Badge
from ui.widgets.icons import icon

BACKENDS = ("auto", "cpu", "gpu")
ONE_KMH = 1.0


class SolverPanel(Panel):
    shown_changes = Change.OPTIONS | Change.RESULT | Change.GRID
    validate_wanted = Signal()

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self.algorithm = QComboBox()
        self.backend = QComboBox()
        self.zero = QCheckBox(self.tr("0 km/h counts as 1 km/h"))
        self.validate = QPushButton(self.tr("Validate"))
        self.badge = Badge()
        self.knobs: dict[str, QDoubleSpinBox] = {}
        self._knob_form = form.form()
        self._explanation = form.Hint()
        self._source = form.Hint()
        self._fill()
        self._name()
        self._lay_out()
        self.refresh(self.shown_changes)

    # -- building

    def _fill(self) -> None:
        for row in ALGORITHMS:
            if row.domain == "terrain":
                self.algorithm.addItem(row.title, row.id)
                place = self.algorithm.count() - 1
                self.algorithm.setItemData(place, row.explanation, Qt.ItemDataRole.ToolTipRole)
        labels = (self.tr("Automatic"), self.tr("CPU"), self.tr("GPU"))
        for backend, label in zip(BACKENDS, labels, strict=True):
            self.backend.addItem(label, backend)
        self.algorithm.activated.connect(self._choose_algorithm)
        self.backend.activated.connect(self._choose_backend)
        self.zero.toggled.connect(self._choose_zero)
        self.validate.clicked.connect(self.validate_wanted)

    def _name(self) -> None:
        form.name(
            self.algorithm,
            self.tr("Algorithm"),
            self.tr("All algorithms give the same bits; they differ in speed"),
        )
        form.name(self.backend, self.tr("Backend"), self.tr("Which processor solves"))
        form.name(
            self.zero,
            self.tr("0 km/h counts as 1 km/h"),
            self.tr("Cells of 0 km/h are barriers; ticked, one crosses them at 1 km/h"),
        )
        form.name(
            self.validate,
            self.tr("Validate the result"),
            self.tr("Check the four statements that make a field of travel times right (F8)"),
        )

    def _lay_out(self) -> None:
        layout = form.column(self)
        choices = form.form()
        choices.addRow(self.tr("Algorithm"), self.algorithm)
        choices.addRow(self.tr("Backend"), self.backend)
        layout.addLayout(choices)
        layout.addWidget(self._explanation)
        layout.addLayout(self._knob_form)
        layout.addWidget(self.zero)
        layout.addSpacing(form.GAP)
        layout.addWidget(form.Heading(self.tr("Proof")))
        row = QHBoxLayout()
        row.addWidget(self.validate)
        row.addWidget(self.badge)
        row.addStretch(1)
        layout.addLayout(row)
        layout.addStretch(1)
        layout.addWidget(self._source)
        self.validate.setIcon(icon("validate"))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "validate"):
            self.validate.setIcon(icon("validate"))

    # -- showing

    def refresh(self, change: Change) -> None:
        if change & (Change.RESULT | Change.GRID):
            self.validate.setEnabled(self.session.solved is not None)
            self.badge.clear()
        if change & Change.OPTIONS:
            self._show_options()

    def _show_options(self) -> None:
        options = self.session.options
        row = find(options.algorithm)
        self.algorithm.setCurrentIndex(self.algorithm.findData(row.id))
        self.backend.setCurrentIndex(self.backend.findData(options.backend))
        self._show_backends(row)
        self.zero.blockSignals(True)
        self.zero.setChecked(options.zero_speed_kmh > 0)
        self.zero.blockSignals(False)
        self._explanation.setText(row.explanation)
        self._source.setText(self.tr("Source: {source}").format(source=row.source))
        self._show_knobs(row, dict(options.parameters))

    def _show_backends(self, row: Algorithm) -> None:
        """Choices that cannot be had are grey and say why."""
        gpu = first_gpu()
        remark = next((d.remark for d in devices() if d.backend == "gpu"), "")
        reasons = {
            "cpu": "" if row.cpu else self.tr("This algorithm does not run on the CPU."),
            "gpu": ""
            if row.gpu and gpu
            else self.tr("This algorithm does not run on the GPU in this version.")
            if not row.gpu
            else remark,
        }
        model = self.backend.model()
        for backend, reason in reasons.items():
            item = model.item(self.backend.findData(backend))  # type: ignore[attr-defined]
            item.setEnabled(not reason)
            item.setToolTip(reason)

    def _show_knobs(self, row: Algorithm, values: dict[str, float]) -> None:
        if list(self.knobs) != [p.name for p in row.parameters]:
            self._rebuild_knobs(row)
        for parameter in row.parameters:
            knob = self.knobs[parameter.name]
            knob.blockSignals(True)
            knob.setValue(values.get(parameter.name, parameter.default))
            knob.blockSignals(False)

    def _rebuild_knobs(self, row: Algorithm) -> None:
        while self._knob_form.rowCount():
            self._knob_form.removeRow(0)
        self.knobs = {}
        for parameter in row.parameters:
            knob = self._knob(parameter)
            self.knobs[parameter.name] = knob
            self._knob_form.addRow(parameter.label, knob)

    def _knob(self, parameter: Parameter) -> QDoubleSpinBox:
        knob = QDoubleSpinBox()
        knob.setRange(parameter.minimum, parameter.maximum)
        knob.setDecimals(1)
        knob.setStepType(QDoubleSpinBox.StepType.AdaptiveDecimalStepType)
        knob.setKeyboardTracking(False)
        knob.setSuffix(f" {parameter.unit}" if parameter.unit else "")
        if parameter.default == parameter.minimum == 0.0:
            knob.setSpecialValueText(self.tr("automatic"))
        form.name(knob, parameter.label, parameter.explanation)
        knob.valueChanged.connect(self._turn_knobs)
        return knob

    # -- editing

    def _choose_algorithm(self) -> None:
        row = find(self.algorithm.currentData())
        options = self.session.options
        backend = options.backend if options.backend in ("auto", *row.backends) else "auto"
        self.editor.set_options(replace(options, algorithm=row.id, backend=backend, parameters=()))

    def _choose_backend(self) -> None:
        self.editor.set_options(replace(self.session.options, backend=self.backend.currentData()))

    def _choose_zero(self, ticked: bool) -> None:
        speed = ONE_KMH if ticked else 0.0
        self.editor.set_options(replace(self.session.options, zero_speed_kmh=speed))

    def _turn_knobs(self) -> None:
        turned = tuple((name, knob.value()) for name, knob in self.knobs.items())
        self.editor.set_options(replace(self.session.options, parameters=turned))
