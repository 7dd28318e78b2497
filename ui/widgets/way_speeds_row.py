"""A table of speeds of single ways: which one is in use, chosen and taken away."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QWidget

from ui.texts import one_line
from ui.widgets import form
from ui.widgets.icons import icon

NAME_LENGTH = 26


class WaySpeedsRow(QWidget):
    """wanted : another table. removed : none any more."""

    wanted = Signal()
    removed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.choose = QPushButton(self.tr("Speeds of ways…"))
        self.remove = QToolButton()
        self.facts = form.Hint()
        form.name(
            self.choose,
            self.tr("Speeds of ways"),
            self.tr(
                "A CSV file of osm_id,max_speed,speed_type, such as a day's congestion; "
                "it can be dropped on the map too"
            ),
        )
        form.name(self.remove, self.tr("Remove"), self.tr("Use the vehicle's own speeds again"))
        self.choose.clicked.connect(self.wanted)
        self.remove.clicked.connect(self.removed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.choose)
        row.addWidget(self.facts, 1)
        row.addWidget(self.remove)
        self.remove.setIcon(icon("close"))
        self.remove.setAutoRaise(True)
        self.show_ways("", 0, 0)

    def show_ways(self, name: str, met: int, count: int) -> None:
        """Which table is in use, and how many of its ways the roads have; "" for none."""
        self.remove.setVisible(bool(name))
        if not name:
            self.facts.setText(self.tr("none"))
            self.facts.setToolTip("")
            return
        words = self.tr("{met} of {count} ways matched").format(met=met, count=count)
        self.facts.setText(f"{one_line(name, NAME_LENGTH)}\n{words}")
        self.facts.setToolTip(f"{name}: {words}")

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "remove"):
            self.remove.setIcon(icon("close"))
