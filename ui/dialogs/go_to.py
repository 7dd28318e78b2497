"""Go to a place: by coordinates, or by a name that the roads, the starts or the paths have."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QWidget,
)

from app.matrix.places import DEGREES
from core.errors import IsofrontError
from ui.controllers.reading.places import FoundPlace
from ui.told import told_error
from ui.widgets import form

ROWS_HIGH = 150
"""Height in pixels of the list of what was found, at first."""

Find = Callable[[str, str], Sequence[FoundPlace]]
"""Function that finds places by a text, and the CRS of coordinates in it; raises errors of ours."""


class GoToDialog(QDialog):
    """Lists what the text may mean while it is typed; Return goes to the chosen one.

    tell : what is said of a place beside its name.
    """

    gone_to = Signal(object)  # FoundPlace
    start_wanted = Signal(object)  # FoundPlace

    def __init__(
        self, find: Find, tell: Callable[[FoundPlace], str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Go to"))
        self._find, self._tell = find, tell
        self.field, self.crs, self.list = QLineEdit(), QComboBox(), QListWidget()
        self.hint = form.Hint()
        self.go, self.start = QPushButton(self.tr("&Go")), QPushButton(self.tr("&Set start there"))
        self._lay_out()
        self.field.textChanged.connect(lambda _text: self._look())
        self.crs.currentTextChanged.connect(lambda _text: self._look())
        self.field.installEventFilter(self)
        self.list.itemActivated.connect(lambda _item: self._go())
        self.go.clicked.connect(self._go)
        self.start.clicked.connect(self._set_start)
        self.finished.connect(self.deleteLater)
        self._look()
        self.field.setFocus()

    def _lay_out(self) -> None:
        tr = self.tr
        self.field.setPlaceholderText(tr("-8.61, 41.15 or 41°09'N 8°37'W, or a name"))
        self.field.setClearButtonEnabled(True)
        form.name(
            self.field,
            tr("Place"),
            tr("Two numbers, X first, degrees with N, S, E, W, or letters of a name"),
        )
        self.crs.setEditable(True)
        self.crs.addItems([tr("Map"), tr("Lon, lat")])
        form.name(
            self.crs,
            tr("CRS of the coordinates"),
            tr("That of the map, longitude and latitude, or one such as EPSG:32629"),
        )
        form.name(self.list, tr("Places found"), tr("Return or a double click goes there"))
        self.list.setMinimumHeight(60)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        form.name(self.start, tr("Set start there"), tr("Go there, and set the start"))
        self.go.setDefault(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.addButton(self.go, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(self.start, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        row, page = QHBoxLayout(), form.dialog_page(self, buttons)
        row.addWidget(self.field, 3)
        row.addWidget(self.crs, 1)
        page.addLayout(row)
        page.addWidget(self.list, 1)
        page.addWidget(self.hint)
        form.fit_dialog(self)
        self.resize(460, self.height())

    def _look(self) -> None:
        """List what the text may mean now."""
        chosen = self.crs.currentText().strip()
        known = {self.crs.itemText(0): "", self.crs.itemText(1): DEGREES}
        self.list.clear()
        found: Sequence[FoundPlace] = ()
        words = ""
        try:
            found = self._find(self.field.text(), known.get(chosen, chosen))
        except IsofrontError as error:
            words = told_error(error)
        for place in found:
            name = () if place.exact else (place.name,)  # coordinates, which are told again
            item = QListWidgetItem(" · ".join((*name, place.kind, self._tell(place))))
            item.setData(Qt.ItemDataRole.UserRole, place)
            self.list.addItem(item)
        if found:
            self.list.setCurrentRow(0)
        self.hint.setText(words)
        for button in (self.go, self.start):
            button.setEnabled(bool(found))

    @property
    def place(self) -> FoundPlace | None:
        """The chosen one."""
        item = self.list.currentItem()
        found = None if item is None else item.data(Qt.ItemDataRole.UserRole)
        return found if isinstance(found, FoundPlace) else None

    def _go(self) -> None:
        """Go there; the dialog would lie over the place."""
        if self.place is not None:
            self.gone_to.emit(self.place)
            self.accept()

    def _set_start(self) -> None:
        if self.place is not None:
            self.start_wanted.emit(self.place)
            self._go()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        """The arrows of the field move in the list."""
        moves = (Qt.Key.Key_Up, Qt.Key.Key_Down)
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            moved = event.key() in moves and self.list.event(event)
            if moved:
                return True
        return super().eventFilter(watched, event)
