"""What is remembered from run to run, in one place. Each choice takes effect at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QWidget,
)

from app.units import METRIC, units
from core.files.import_cache import cache_folder, cache_size, clear_cache
from ui import preferences, theme
from ui.controllers.editing import Editor
from ui.language import LANGUAGES, SYSTEM
from ui.texts import byte_size
from ui.widgets import form
from ui.widgets.tile_server import name_tile_server


@dataclass(frozen=True)
class Switches:
    """What of the window the dialog works.

    schemes : actions that turn it light or dark, by their names in `theme.SCHEMES`.
    systems : actions that choose units, by their names in `app.units.SYSTEMS`.
    front : action that has the front played after each solve.
    switch_server : takes whether tiles may be asked for, and the address of them.
    """

    editor: Editor
    schemes: dict[str, QAction]
    systems: dict[str, QAction]
    front: QAction
    switch_server: Callable[[bool, str], None]


class PreferencesDialog(QDialog):
    """Keeps nothing itself: what is chosen is what the menus and panels choose, too."""

    def __init__(self, switches: Switches, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Preferences"))
        self._switches = switches
        self.language, self.scheme, self.backend = QComboBox(), QComboBox(), QComboBox()
        self.units = QComboBox()
        self.front = QCheckBox(self.tr("Play the &front once after each new start"))
        self.server = QCheckBox(self.tr("&Tiles from a server"))
        self.address = QLineEdit()
        self.cache = form.Hint()
        self.clear = QPushButton(self.tr("&Clear"))
        self._fill()
        self._name()
        self._lay_out()
        self.show_all()
        self._connect()
        self.finished.connect(self.deleteLater)
        form.fit_dialog(self)

    def _fill(self) -> None:
        self.language.addItem(self.tr("As the system"), SYSTEM)
        for code, own_name in LANGUAGES.items():
            self.language.addItem(own_name, code)
        for scheme, action in self._switches.schemes.items():
            self.scheme.addItem(action.text().replace("&", ""), scheme)
        for system, action in self._switches.systems.items():
            self.units.addItem(action.text().replace("&", ""), system)
        for backend, words in (
            ("auto", self.tr("Automatic")), ("cpu", self.tr("CPU")), ("gpu", self.tr("GPU")),
        ):  # fmt: skip
            self.backend.addItem(words, backend)

    def _name(self) -> None:
        tip = self.tr("Takes effect when Isofront is started the next time")
        form.name(self.language, self.tr("Language"), tip)
        form.name(self.scheme, self.tr("Light or dark"), self.tr("How the window looks"))
        tip = self.tr("Lengths, areas and speeds in the window; files stay metric")
        form.name(self.units, self.tr("Units"), tip)
        tip = self.tr("The processor that solves, if the algorithm runs on it")
        form.name(self.backend, self.tr("Backend"), tip)
        tip = self.tr("Play the front once when a new start is solved; any input ends it")
        form.name(self.front, self.tr("Play the front once after each new start"), tip)
        name_tile_server(self.server, self.address)
        tip = self.tr("Delete what was imported; it is imported again when it is opened")
        form.name(self.clear, self.tr("Clear the import cache"), tip)

    def _lay_out(self) -> None:
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Close | QDialogButtonBox.StandardButton.RestoreDefaults
        )
        buttons.rejected.connect(self.reject)
        self.defaults = buttons.button(QDialogButtonBox.StandardButton.RestoreDefaults)
        self.defaults.setText(self.tr("&Restore defaults"))
        for button in (self.defaults, self.clear):  # Return in a field is to undo nothing
            button.setAutoDefault(False)
        rows = form.form()
        rows.addRow(self.tr("&Language"), self.language)
        rows.addRow("", form.Hint(self.tr("The language changes at the next start.")))
        rows.addRow(self.tr("Light or &dark"), self.scheme)
        rows.addRow(self.tr("&Units"), self.units)
        rows.addRow(self.tr("&Backend"), self.backend)
        rows.addRow("", self.front)
        rows.addRow("", self.server)
        rows.addRow(self.tr("&Address"), self.address)
        rows.addRow(self.tr("Import cache"), self.cache)
        below = QHBoxLayout()  # beside it, words in several lines would be cut off
        below.addWidget(self.clear)
        below.addStretch(1)
        rows.addRow("", below)
        form.dialog_page(self, buttons).addLayout(rows)

    def _connect(self) -> None:
        self.language.activated.connect(self._choose_language)
        self.scheme.activated.connect(
            lambda _index: self._switches.schemes[self.scheme.currentData()].trigger()
        )
        self.units.activated.connect(
            lambda _index: self._switches.systems[self.units.currentData()].trigger()
        )
        self.backend.activated.connect(self._choose_backend)
        self.front.toggled.connect(self._switches.front.setChecked)
        self.server.toggled.connect(lambda _on: self._switch_server())
        self.address.editingFinished.connect(self._switch_server)
        self.clear.clicked.connect(self._clear_cache)
        self.defaults.clicked.connect(self.reset)

    def show_all(self) -> None:
        """Show what holds now."""
        self.language.setCurrentIndex(self.language.findData(preferences.language()))
        self.scheme.setCurrentIndex(self.scheme.findData(preferences.colour_scheme()))
        self.units.setCurrentIndex(self.units.findData(units().name))
        backend = self._switches.editor.session.options.backend
        self.backend.setCurrentIndex(self.backend.findData(backend))
        on, address = preferences.tile_server()
        for control in (self.front, self.server):
            control.blockSignals(True)
        self.front.setChecked(self._switches.front.isChecked())
        self.server.setChecked(on)
        for control in (self.front, self.server):
            control.blockSignals(False)
        self.address.setText(address)
        self._show_cache()

    def _show_cache(self) -> None:
        held = cache_size()
        self.cache.setText(self.tr("{size} in {folder}").format(
            size=byte_size(held.bytes), folder=cache_folder()
        ))  # fmt: skip
        self.clear.setEnabled(held.files > 0)

    # -- what the user does

    def _choose_language(self) -> None:
        preferences.remember_language(self.language.currentData())

    def _choose_backend(self) -> None:
        backend = self.backend.currentData()
        preferences.remember_backend(backend)
        editor = self._switches.editor
        editor.set_options(replace(editor.session.options, backend=backend))

    def _switch_server(self) -> None:
        on, address = self.server.isChecked(), self.address.text().strip()
        if (on, address) != preferences.tile_server():
            self._switches.switch_server(on, address)

    def _clear_cache(self) -> None:
        clear_cache()
        self._show_cache()

    def reset(self) -> None:
        """As it is at the first run, the cache and the files that were opened left alone."""
        preferences.remember_language(SYSTEM)
        self._switches.schemes[theme.SCHEMES[0]].trigger()
        self._switches.systems[METRIC.name].trigger()
        self.backend.setCurrentIndex(self.backend.findData("auto"))
        self._choose_backend()
        self._switches.front.setChecked(True)
        if preferences.tile_server() != (False, ""):
            self._switches.switch_server(False, "")
        self.show_all()
