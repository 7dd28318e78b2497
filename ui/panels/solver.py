"""How to solve: algorithm, backend, its knobs, and the proof that the result is right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.catalog.algorithms import (
    LARGE_GRAPH_ARCS,
    Algorithm,
    default_of,
    find,
    has,
    rows_of,
)
from app.catalog.rows import GEOMETRY, STRAIGHT_LINES, TERRAIN
from app.editing.session import Change
from gpu.device import Device, devices, first_gpu
from raster.geometry import STRAIGHT
from ui.controllers.editing import Editor
from ui.panels.panel import Panel
from ui.texts import byte_size, of_catalogue
from ui.told import told
from ui.widgets import form
from ui.widgets.badge import Badge
from ui.widgets.icons import icon
from ui.widgets.knob import ChoiceKnob, Knob, knob_of

BACKENDS = ("auto", "cpu", "gpu")
ONE_KMH = 1.0

ANY_GPU = -1
"""Value that stands for the choice that is left to Isofront: a combo box does not find None."""

MEMORY_STEP_MIB = 256


class SolverPanel(Panel):
    shown_changes = Change.OPTIONS | Change.RESULT | Change.DOCUMENT
    validate_wanted = Signal()

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self.algorithm = QComboBox()
        self.backend = QComboBox()
        self.device = QComboBox()
        self.memory = QSpinBox()
        self.zero = QCheckBox(self.tr("0 km/h counts as 1 km/h"))
        self.validate = QPushButton(self.tr("Validate"))
        self.badge = Badge()
        self.knobs: dict[str, Knob] = {}
        self._choices = form.form()
        self._knob_form = form.form()
        self._explanation = form.Hint()
        self._source = form.Hint()
        self.doubt = QWidget()
        self.go_on = QPushButton(self.tr("Choose it all the same"))
        self.keep = QPushButton(self.tr("Keep the other"))
        self._asked: Algorithm | None = None
        self._fill()
        self._name()
        self._lay_out()
        self.show_gpus([d for d in devices() if d.backend == "gpu" and d.usable])
        self.refresh(self.shown_changes)

    # -- building

    def _fill(self) -> None:
        self._fill_algorithms()
        labels = (self.tr("Automatic"), self.tr("CPU"), self.tr("GPU"))
        for backend, label in zip(BACKENDS, labels, strict=True):
            self.backend.addItem(label, backend)
        self.algorithm.activated.connect(self._choose_algorithm)
        self.backend.activated.connect(self._choose_backend)
        self.memory.setSingleStep(MEMORY_STEP_MIB)
        self.memory.setSuffix(" MiB")
        self.memory.setSpecialValueText(self.tr("all free memory"))
        self.memory.setKeyboardTracking(False)
        self.device.activated.connect(self._choose_device)
        self.memory.valueChanged.connect(self._choose_memory)
        self.zero.toggled.connect(self._choose_zero)
        self.validate.clicked.connect(self.validate_wanted)
        self.go_on.clicked.connect(self._go_on)
        self.keep.clicked.connect(self._show_options)

    @property
    def _domain(self) -> str:
        document = self.session.document
        return TERRAIN if document is None else document.domain

    def _fill_algorithms(self) -> None:
        self.algorithm.clear()
        for place, row in enumerate(rows_of(self._domain)):
            self.algorithm.addItem(of_catalogue(row.title), row.id)
            tip = of_catalogue(row.explanation)
            self.algorithm.setItemData(place, tip, Qt.ItemDataRole.ToolTipRole)

    def _name(self) -> None:
        form.name(
            self.algorithm,
            self.tr("Algorithm"),
            self.tr("All algorithms give the same bits; they differ in speed"),
        )
        form.name(self.backend, self.tr("Backend"), self.tr("The processor that solves"))
        form.name(self.device, self.tr("GPU"), self.tr("The GPU that solves"))
        form.name(
            self.memory,
            self.tr("GPU memory"),
            self.tr(
                "Upper limit on the GPU memory used; larger rasters "
                "are solved in blocks or on the CPU"
            ),
        )
        form.name(
            self.zero,
            self.tr("0 km/h counts as 1 km/h"),
            self.tr("Cells of 0 km/h are barriers; tick to cross them at 1 km/h"),
        )
        form.name(
            self.validate,
            self.tr("Validate the result"),
            self.tr("Check the conditions that make travel times correct (F8)"),
        )

    def _lay_out(self) -> None:
        layout = form.column(self)
        choices = self._choices
        choices.addRow(self.tr("Algorithm"), self.algorithm)
        choices.addRow(self.tr("Backend"), self.backend)
        choices.addRow(self.tr("GPU"), self.device)
        choices.addRow(self.tr("GPU memory"), self.memory)
        layout.addLayout(choices)
        layout.addWidget(self.doubt)
        layout.addWidget(self._explanation)
        layout.addLayout(self._knob_form)
        layout.addWidget(self.zero)
        layout.addSpacing(form.GAP)
        layout.addWidget(form.Heading(self.tr("Validation")))
        row = QHBoxLayout()
        row.addWidget(self.validate)
        row.addWidget(self.badge)
        row.addStretch(1)
        layout.addLayout(row)
        layout.addStretch(1)
        layout.addWidget(self._source)
        self.validate.setIcon(icon("validate"))
        self._lay_out_doubt()

    def _lay_out_doubt(self) -> None:
        layout = QVBoxLayout(self.doubt)
        layout.setContentsMargins(0, 0, 0, 0)
        words = self.tr(
            "Terrain and roads are one graph here. To prepare it for this algorithm takes minutes "
            "at the next solve, which Esc ends; another one answers at once, with the same times."
        )
        layout.addWidget(form.Hint(words))
        buttons = QHBoxLayout()
        form.name(self.keep, self.keep.text(), self.tr("The algorithm stays as it is"))
        form.name(self.go_on, self.go_on.text(), words)
        buttons.addWidget(self.keep)
        buttons.addWidget(self.go_on)
        buttons.addStretch(1)
        layout.addLayout(buttons)
        self.doubt.hide()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "validate"):
            self.validate.setIcon(icon("validate"))

    def show_gpus(self, gpus: Sequence[Device]) -> None:
        """Offer a choice of GPUs where there are several, and of memory where there is one."""
        self.device.clear()
        self.device.addItem(self.tr("Automatic"), ANY_GPU)
        for gpu in gpus:
            words = f"{gpu.index} · {gpu.name}, {byte_size(gpu.memory_bytes)}"
            self.device.addItem(words, gpu.index)
        self.memory.blockSignals(True)
        self.memory.setRange(0, max((gpu.memory_bytes >> 20 for gpu in gpus), default=0))
        self.memory.blockSignals(False)
        self._choices.setRowVisible(self.device, len(gpus) > 1)
        self._choices.setRowVisible(self.memory, len(gpus) > 0)

    # -- showing

    def refresh(self, change: Change) -> None:
        session = self.session
        if change & Change.DOCUMENT:
            self._fill_algorithms()
            document = session.document
            self.zero.setVisible(document is None or document.takes_zero_speed)
        if change & (Change.RESULT | Change.DOCUMENT):
            self.validate.setEnabled(session.result is not None)
            self.badge.clear()
        if change & (Change.OPTIONS | Change.DOCUMENT):
            self._show_options()

    def _show_options(self) -> None:
        self._asked = None
        self.doubt.hide()
        options = self.session.options
        if not has(options.algorithm, self._domain):
            return  # the options of what is being opened are on their way
        row = find(options.algorithm, self._domain)
        self.algorithm.setCurrentIndex(self.algorithm.findData(row.id))
        self.backend.setCurrentIndex(self.backend.findData(options.backend))
        straight = options.geometry == STRAIGHT
        self._show_backends(row, straight=straight)
        self.device.setCurrentIndex(
            self.device.findData(ANY_GPU if options.device is None else options.device)
        )
        self.memory.blockSignals(True)
        self.memory.setValue(options.gpu_memory_mib)
        self.memory.blockSignals(False)
        self.zero.blockSignals(True)
        self.zero.setChecked(options.zero_speed_kmh > 0)
        self.zero.blockSignals(False)
        more = *self._words_on_gpus(row), *self._words_on_the_rule()
        self._explanation.setText(" ".join((of_catalogue(row.explanation), *more)))
        self._source.setText(self.tr("Source: {source}").format(source=of_catalogue(row.source)))
        self._show_knobs(row, dict(options.parameters))

    def _words_on_the_rule(self) -> list[str]:
        """Which algorithm a GPU takes on roads where nobody chooses one, and when; nothing where
        there is no such rule."""
        domain = self._domain
        once, moving = (
            of_catalogue(
                find(default_of(domain, LARGE_GRAPH_ARCS, costs_move=moving), domain).title
            )
            for moving in (False, True)
        )
        document = self.session.document
        if once == moving or document is None or not document.customizes:
            return []
        words = self.tr(
            "Unless you choose another, a GPU solves large road graphs with “{once}”, and with "
            "“{moving}” once sliders or closures move and the roads are divided into cells."
        )
        return [words.format(once=once, moving=moving)]

    def _show_backends(self, row: Algorithm, *, straight: bool) -> None:
        """Choices that cannot be had are grey and say why. straight : straight lines are asked
        for."""
        gpu = first_gpu()
        remark = told(next((d.remark for d in devices() if d.backend == "gpu"), ""))
        reasons = {
            "cpu": "" if row.cpu else self.tr("This algorithm does not run on the CPU."),
            "gpu": ""
            if row.gpu and gpu
            else self.tr("This algorithm does not run on the GPU in this version.")
            if not row.gpu
            else remark,
        }
        for backend, reason in reasons.items():
            without = row.eight_alone(backend) if straight else ""
            _offer(self.backend, backend, reason or self._words_without_lines(without))
        for each in rows_of(self._domain):
            needs = "" if each.cpu or gpu else self.tr("This algorithm needs a GPU.") + f" {remark}"
            if straight:
                needs = needs or self._words_without_lines(_without_lines(each))
            if self.algorithm.findData(each.id) >= 0:  # others are still on their way
                tip = of_catalogue(each.explanation)
                _offer(self.algorithm, each.id, needs.rstrip(), tip)

    def _words_without_lines(self, why: str) -> str:
        """Why there are no straight lines, for the user; "" where there are."""
        return self.tr("No straight lines: {why}").format(why=of_catalogue(why)) if why else ""

    def _show_knobs(self, row: Algorithm, values: dict[str, float]) -> None:
        if list(self.knobs) != [p.name for p in row.parameters]:
            self._rebuild_knobs(row)
        for parameter in row.parameters:
            value = values.get(parameter.name, parameter.default)
            self.knobs[parameter.name].show_value(value)
        directions = self.knobs.get(GEOMETRY.name)
        if isinstance(directions, ChoiceKnob):
            why = self._words_without_lines(_without_lines(row))
            _offer(directions, STRAIGHT_LINES, why, of_catalogue(GEOMETRY.explanation))

    def _words_on_gpus(self, row: Algorithm) -> list[str]:
        """Why several GPUs cannot share the work of an algorithm that would let them."""
        count = sum(d.backend == "gpu" and d.usable for d in devices())
        if count > 1 or not any(parameter.counts_gpus for parameter in row.parameters):
            return []
        if count:
            return [self.tr("Several GPUs would share the work; this machine has one.")]
        return [self.tr("Several GPUs would share the work; none can be used here.")]

    def _rebuild_knobs(self, row: Algorithm) -> None:
        while self._knob_form.rowCount():
            self._knob_form.removeRow(0)
        self.knobs = {}
        for parameter in row.parameters:
            knob = knob_of(parameter)
            knob.setEnabled(not (parameter.counts_gpus and self._words_on_gpus(row)))
            knob.turned.connect(self._turn_knobs)
            self.knobs[parameter.name] = knob
            self._knob_form.addRow(of_catalogue(parameter.label), knob)

    # -- editing

    def _choose_algorithm(self) -> None:
        row = find(self.algorithm.currentData(), self._domain)
        if self._takes_minutes(row):
            self._asked = row
            form.show_in_sight(self.doubt)
        else:
            self._take(row)

    def _takes_minutes(self, row: Algorithm) -> bool:
        """Whether it would first have the ground prepared, for so long."""
        document = self.session.document
        new = row.id != self.session.options.algorithm and row.preprocessing is not None
        return new and document is not None and document.prepared_in_minutes

    def _go_on(self) -> None:
        if self._asked is not None:
            self._take(self._asked)

    def _take(self, row: Algorithm) -> None:
        options = self.session.options
        backend = options.backend if options.backend in ("auto", *row.backends) else "auto"
        chosen = options.by(row.id, self._domain)
        self.editor.set_options(replace(chosen, backend=backend))

    def _choose_backend(self) -> None:
        self.editor.set_options(replace(self.session.options, backend=self.backend.currentData()))

    def _choose_device(self) -> None:
        index = self.device.currentData()
        device = None if index == ANY_GPU else index
        self.editor.set_options(replace(self.session.options, device=device))

    def _choose_memory(self, mib: int) -> None:
        self.editor.set_options(replace(self.session.options, gpu_memory_mib=mib))

    def _choose_zero(self, ticked: bool) -> None:
        speed = ONE_KMH if ticked else 0.0
        self.editor.set_options(replace(self.session.options, zero_speed_kmh=speed))

    def _turn_knobs(self) -> None:
        turned = tuple((name, knob.value()) for name, knob in self.knobs.items())
        self.editor.set_options(replace(self.session.options, parameters=turned))


def _without_lines(row: Algorithm) -> str:
    """Why it has no straight lines, wherever it runs; "" where it has on one of its backends."""
    reasons = [row.eight_alone(backend) for backend in row.backends]
    return reasons[0] if all(reasons) else ""


def _offer(box: QComboBox, value: object, reason: str, words: str = "") -> None:
    """Make a choice grey where there is a reason, which its tip says; else the tip is `words`."""
    item = box.model().item(box.findData(value))  # type: ignore[attr-defined]
    item.setEnabled(not reason)
    item.setToolTip(reason or words)
