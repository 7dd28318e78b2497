"""One dialog for all that can be written: what, how, a preview of it, and one button."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.bands import Bands
from app.exports.table import Format
from app.solving.jobs import Task
from core.errors import IsofrontError
from ui.bridge import Bridge, Work
from ui.dialogs.export.choice import ExportChoice, named
from ui.dialogs.export.choice_form import ChoiceForm
from ui.dialogs.export.preview import WIDTH, ExportPreview
from ui.told import told, told_error
from ui.widgets import form
from ui.widgets.fitted import Fitted

PREVIEW_MS = 250
"""Milliseconds without an edit after which a preview is made."""

Foresee = Callable[[str, ExportChoice], Work]
"""Function that gives the work of making an ExportPreview of a kind."""


class ExportDialog(QDialog):
    """Asks for what matters, and shows what will be written."""

    chosen = Signal(str, object)  # a kind, ExportChoice

    def __init__(
        self,
        offers: Mapping[str, Sequence[Format]],
        bands: Bands,
        before: ExportChoice,
        foresee: Foresee,
        bridge: Bridge,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Export"))
        self._offers = offers
        self._foresee, self._bridge = foresee, bridge
        self._task: Task | None = None
        self._image: QImage | None = None
        self.kinds = QListWidget()
        self.kinds.setAccessibleName(self.tr("What to export"))
        self.form = ChoiceForm(before, bands)
        self.picture = QLabel()
        self.said = form.Hint()
        self.facts: tuple[tuple[str, str], ...] = ()
        self._facts = form.form()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.go = self.buttons.addButton(self.tr("Export…"), QDialogButtonBox.ButtonRole.AcceptRole)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PREVIEW_MS)
        for kind in offers:
            item = QListWidgetItem(named(kind), self.kinds)
            item.setData(Qt.ItemDataRole.UserRole, kind)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self.kinds.setSpacing(2)
        self.kinds.setFixedWidth(self.kinds.sizeHintForColumn(0) + 28)
        self.picture.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.picture.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.picture.setAccessibleName(self.tr("Preview"))
        self._facts.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._facts.setVerticalSpacing(2)
        page = QWidget()
        inside = QVBoxLayout(page)
        inside.setContentsMargins(0, 0, 6, 0)
        inside.setSpacing(form.GAP)
        inside.addWidget(self.form)
        inside.addWidget(form.Heading(self.tr("What will be written")))
        inside.addLayout(self._facts)
        inside.addWidget(self.said)
        inside.addStretch(1)
        middle = form.Scrolling(page)
        middle.setMinimumWidth(344)
        row = QHBoxLayout()
        row.setSpacing(16)
        row.addWidget(self.kinds)
        row.addWidget(middle, 3)
        row.addWidget(self.picture, 4)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 14)
        layout.setSpacing(12)
        layout.addLayout(row, 1)
        layout.addWidget(self.buttons)
        self._least = self.minimumSizeHint().width() + WIDTH // 2
        room = self.screen().availableSize() - form.DIALOG_FRAME
        self.resize(QSize(940, 520).boundedTo(room))

    def _connect(self) -> None:
        self.kinds.currentItemChanged.connect(lambda *_: self._turn())
        self.kinds.itemActivated.connect(lambda _: self.accept())
        self.form.edited.connect(self._edited)
        self._timer.timeout.connect(self._begin)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.finished.connect(lambda _: self._forget())

    @property
    def kind(self) -> str:
        """The chosen one."""
        item = self.kinds.currentItem()
        return "" if item is None else str(item.data(Qt.ItemDataRole.UserRole))

    def show_kind(self, kind: str) -> None:
        """Turn to a kind."""
        for row, each in enumerate(self._offers):
            if each == kind:
                self.kinds.setCurrentRow(row)
                return
        self.kinds.setCurrentRow(0)

    def accept(self) -> None:
        """Hand on what is chosen, unless it makes no sense."""
        if not self.kind or self.form.wrong_bands():
            return
        kind, choice = self.kind, self.form.choice()
        super().accept()
        self.chosen.emit(kind, choice)

    def _turn(self) -> None:
        kind = self.kind
        self._drop_picture()  # that of another kind says nothing of this one
        if kind:
            self.form.ask_for(kind, self._offers[kind])
            self._edited()

    def _edited(self) -> None:
        """Another preview is due."""
        self._bridge.abandon(self._task)
        self._task = None
        wrong = self.form.wrong_bands()
        self.go.setEnabled(not wrong)
        self.said.setText(wrong or self.tr("The preview is being made…"))
        self.show_preview(None)
        if not wrong:
            self._timer.start()

    def _begin(self) -> None:
        try:
            work = self._foresee(self.kind, self.form.choice())
        except IsofrontError as error:
            self._failed(error)
            return
        title = self.tr("Preview")
        self._task = self._bridge.run(title, work, self._ready, self._failed, quiet=True)

    def _ready(self, preview: ExportPreview) -> None:
        self._task = None
        self.said.setText(" ".join(map(told, preview.notes)))
        self.show_preview(preview)

    def _failed(self, error: IsofrontError) -> None:
        self._task = None
        self._drop_picture()
        self.said.setText(told_error(error))

    def _forget(self) -> None:
        self._timer.stop()
        self._bridge.abandon(self._task)
        self._task = None

    def show_preview(self, preview: ExportPreview | None) -> None:
        """Show what will be written; None while that is not known."""
        while self._facts.rowCount():
            self._facts.removeRow(0)
        self.facts = () if preview is None else tuple(preview.facts)
        for name, value in self.facts:
            label = Fitted(value, lines=True)
            self._facts.addRow(form.Hint(name), label)
        if preview is not None:
            self._image = preview.image
            self._fit_picture()

    def _drop_picture(self) -> None:
        self._image = None
        self._fit_picture()

    def _fit_picture(self) -> None:
        if self._image is None:
            self.picture.setPixmap(QPixmap())
            return
        ratio = self.devicePixelRatioF()
        room = self.picture.size() * ratio
        pixels = QPixmap.fromImage(self._image).scaled(
            room, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
        pixels.setDevicePixelRatio(ratio)
        self.picture.setPixmap(pixels)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        super().resizeEvent(event)
        # A sliver of a preview says nothing, and what is asked needs its room.
        self.picture.setVisible(self.width() >= self._least)
        self._fit_picture()
