"""Terrain and roads together: which files, who drives, and how the two become one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, cast, get_args

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.document.document import Document
from app.document.joined import JoinRequest
from app.document.joining import Join
from app.roads.open_roads import OpenRoads
from core.files.user_paths import expanded
from road.costs.profiles import PROFILES
from road.search.search_graph import Direction
from ui.texts import translatable, vehicle_name
from ui.widgets import form


class JoinWords(NamedTuple):
    """A way to join: what it is called, and what it means. directed : times may be to starts."""

    name: str
    explanation: str
    directed: bool


N = translatable
JOINS: dict[Join, JoinWords] = {
    "combined": JoinWords(
        N("JoinDialog", "Roads and ground kept separate"),
        N(
            "JoinDialog",
            "A road may be left wherever it lies on the ground; bridges and tunnels pass "
            "over and under. One-way streets are respected; turns cost nothing.",
        ),
        directed=True,
    ),
    "burned": JoinWords(
        N("JoinDialog", "Roads burned into the cells"),
        N(
            "JoinDialog",
            "Every cell that a road touches takes its speed, in all directions; a "
            "bridge becomes a crossing. Any solver for terrain can be used.",
        ),
        directed=False,
    ),
}
DIRECTIONS = {
    "from": N("JoinDialog", "From the starts"),
    "to": N("JoinDialog", "To the starts"),
}


def _tr(text: str) -> str:
    return QCoreApplication.translate("JoinDialog", text)


class JoinDialog(QDialog):
    """Asks for both files; those that are open are proposed, and how their roads are driven."""

    chosen = Signal(object)  # JoinRequest

    def __init__(self, document: Document | None, parent: QWidget | None = None) -> None:
        """document : what is open."""
        super().__init__(parent)
        self._document = document
        files: Mapping[str, Path] = {} if document is None else document.files
        self.setWindowTitle(self.tr("Open terrain and roads together"))
        self.setMinimumWidth(500)
        self.terrain, self.roads = (
            QLineEdit(str(files[kind]) if kind in files else "") for kind in ("terrain", "roads")
        )
        self.join, self.profile, self.direction = QComboBox(), QComboBox(), QComboBox()
        self._explanation = form.Hint()
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel
        )
        self._fill()
        self._lay_out()
        self._explain()

    def _fill(self) -> None:
        for join in get_args(Join):
            self.join.addItem(_tr(JOINS[join].name), join)
        for name in PROFILES:
            self.profile.addItem(vehicle_name(name), name)
        for direction, words in DIRECTIONS.items():
            self.direction.addItem(_tr(words), direction)
        driven = None if self._document is None else self._document.roads
        if driven is not None:
            self._propose(driven)
        form.name(self.terrain, self.tr("Terrain"), self.tr("A velocity raster"))
        form.name(self.roads, self.tr("Roads"), self.tr("A road graph or a layer of streets"))
        form.name(self.join, self.tr("How"), self.tr("How roads and terrain are joined"))
        form.name(self.profile, self.tr("Vehicle"), self.tr("Who drives on the roads"))
        form.name(self.direction, self.tr("Times"), self.tr("From the starts, or to them"))
        self.join.currentIndexChanged.connect(self._explain)
        for edit in (self.terrain, self.roads):
            edit.textChanged.connect(self._explain)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.accepted.connect(lambda: self.chosen.emit(self.request()))
        self.finished.connect(self._forget)

    def _forget(self) -> None:
        """Of what was open: whoever has the dialog would keep its memory."""
        self._document = None

    def _propose(self, driven: OpenRoads) -> None:
        """Who drives now, as it is set where that is no preset."""
        costs = driven.costs
        if costs.name not in PROFILES or costs.changes:
            words = self.tr("{vehicle}, as it is set").format(vehicle=vehicle_name(costs.name))
            self.profile.insertItem(0, words, "")
        wanted = self.profile.findData("")
        self.profile.setCurrentIndex(wanted if wanted >= 0 else self.profile.findData(costs.name))
        self.direction.setCurrentIndex(self.direction.findData(driven.direction))

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(12)
        rows = form.form()
        rows.addRow(self.tr("Terrain"), self._file_row(self.terrain))
        rows.addRow(self.tr("Roads"), self._file_row(self.roads))
        rows.addRow(self.tr("Vehicle"), self.profile)
        rows.addRow(self.tr("How"), self.join)
        rows.addRow(self.tr("Times"), self.direction)
        layout.addLayout(rows)
        layout.addWidget(self._explanation)
        layout.addStretch(1)
        layout.addWidget(self.buttons)

    def _file_row(self, edit: QLineEdit) -> QHBoxLayout:
        browse = QPushButton(self.tr("Browse…"))
        form.name(browse, self.tr("Browse for {what}").format(what=edit.accessibleName()), "")

        def choose() -> None:
            known = edit.text() or self.terrain.text() or self.roads.text()
            folder = str(Path(known).parent) if known else ""
            name, _ = QFileDialog.getOpenFileName(self, edit.toolTip(), folder)
            if name:
                edit.setText(name)

        browse.clicked.connect(choose)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(edit, 1)
        row.addWidget(browse)
        return row

    def _explain(self) -> None:
        words = JOINS[self.join.currentData()]
        self._explanation.setText(_tr(words.explanation))
        self.direction.setEnabled(words.directed)
        both = all(edit.text().strip() for edit in (self.terrain, self.roads))
        self.buttons.button(QDialogButtonBox.StandardButton.Open).setEnabled(both)

    def request(self) -> JoinRequest:
        """What was chosen."""
        terrain, roads = (expanded(edit.text().strip()) for edit in (self.terrain, self.roads))
        join = cast(Join, self.join.currentData())
        direction = cast(Direction, self.direction.currentData())
        profile, directed = self.profile.currentData(), JOINS[join].directed
        direction = direction if directed else "from"
        return JoinRequest(terrain, roads, join, profile, direction, self._document)
