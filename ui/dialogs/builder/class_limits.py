"""What land cover forbids: a ceiling of the speed, and a slope from which a class is closed."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from core.errors import InputError, IsofrontError
from raster.builder.rules import CoverClass
from ui.dialogs.builder.fields import number, number_text
from ui.dialogs.builder.words import cover_name, tr
from ui.told import told_error
from ui.widgets import form

FIELDS = ("ceiling_kmh", "steepest_deg", "share")
"""Numbers of a class that have a column; the last of fractions alone."""


class ClassLimits(QWidget):
    """A line for each class of land cover, with a field for each of its limits."""

    turned = Signal(object)
    """All classes as they are now."""

    def __init__(self) -> None:
        super().__init__()
        self._classes: tuple[CoverClass, ...] = ()
        self.fields: dict[tuple[str, str], QLineEdit] = {}
        self.wrong: dict[QLineEdit, InputError] = {}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(form.GAP)
        layout.addWidget(form.Heading(tr("Ceilings and steepest slopes of land cover"), lines=True))
        self._rows = QWidget()
        self._grid = QGridLayout(self._rows)
        layout.addWidget(self._rows)

    def show_classes(self, classes: tuple[CoverClass, ...], *, fractions: bool) -> None:
        """Show these; nothing where there are none. fractions : whether cells have shares of
        them."""
        columns = FIELDS if fractions else FIELDS[:2]
        fits = [(each.name, key) for each in classes for key in columns]
        if fits != list(self.fields):
            self._fill([each.name for each in classes], columns)
        self._classes = classes
        self.wrong.clear()
        for (name, key), line in self.fields.items():
            value = next(getattr(each, key) for each in classes if each.name == name)
            if line.text() != number_text(value):
                line.setText(number_text(value))
            form.mark(line, "")
        self.setVisible(bool(classes))

    def _fill(self, names: list[str], columns: tuple[str, ...]) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            part = item.widget()
            if part is not None:
                part.deleteLater()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(form.GAP)
        self.fields = {}
        heads = (tr("At most, km/h"), tr("Closed from, °"), tr("In a share of, %"))
        tips = (
            tr("Speed that {what} allows at most; empty for any"),
            tr("Slope from which {what} is closed; empty for none"),
            tr("Percent of a cell from which the limits of {what}, and water, hold"),
        )
        for col, head in enumerate(heads[: len(columns)], start=1):
            self._grid.addWidget(QLabel(head), 0, col)
        for row, name in enumerate(names, start=1):
            what = cover_name(name)
            self._grid.addWidget(QLabel(what), row, 0)
            for col, key in enumerate(columns, start=1):
                line = QLineEdit()
                form.name(line, f"{what}: {heads[col - 1]}", tips[col - 1].format(what=what))
                line.setMinimumWidth(48)
                line.textEdited.connect(lambda _, name=name, key=key: self._read(name, key))
                self._grid.addWidget(line, row, col)
                self.fields[name, key] = line

    def _read(self, name: str, key: str) -> None:
        """Take what a field says, or mark it."""
        line = self.fields[name, key]
        try:
            value = number(line.text(), "land cover")
            told_all = {key: 50.0 if key == "share" and value is None else value}
            classes = tuple(
                replace(each, **told_all) if each.name == name else each  # type: ignore[arg-type]
                for each in self._classes
            )
        except IsofrontError as error:
            self.wrong[line] = InputError(error.found, where=error.where, advice=error.advice)
            form.mark(line, told_error(InputError(error.found, advice=error.advice)))
            return
        self.wrong.pop(line, None)
        form.mark(line, "")
        self._classes = classes
        self.turned.emit(classes)
