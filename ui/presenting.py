"""Before an audience: the map on the whole screen, with a caption, a large legend and no panels."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSize, Qt
from PySide6.QtGui import QFont, QKeyEvent
from PySide6.QtWidgets import QLabel, QMainWindow, QToolBar

from ui import theme
from ui.actions import Actions
from ui.bridge import Bridge
from ui.canvas.map_view import MapView
from ui.controllers.editing import Editor
from ui.docks import Docks
from ui.texts import milliseconds
from ui.welcome.first_steps import FirstSteps
from ui.widgets.stage import Stage

LARGER = 1.6
"""Size of letters on the map before an audience, in those at a desk."""

HIGH_ENOUGH, SMALLEST = 720, 0.65
"""Pixels of a screen on which letters are so large; the least share of that on a lower one, where
they would cover the map."""

MARGIN = 16  # pixels between the caption and the edges of the map

FULL_SCREEN = Qt.WindowState.WindowFullScreen


class Presenting(QObject):
    """Keeps the window true to the commands of full screen and of presentation.

    stage : what fills the middle of the window. view : the map on it.
    """

    def __init__(
        self,
        window: QMainWindow,
        stage: Stage,
        view: MapView,
        tools: QToolBar,
        docks: Docks,
        editor: Editor,
        bridge: Bridge,
        commands: Actions,
        steps: FirstSteps,
    ) -> None:
        super().__init__(window)
        self._window, self._view, self._tools, self._docks = window, view, tools, docks
        self._editor, self._bridge = editor, bridge
        self._full, self._present = commands["full_screen"], commands["present"]
        self._cancel = commands["cancel"]
        self._stage, self._steps, self._was_full = stage, steps, False
        self._font = QFont(view.font())
        self.caption = QLabel(stage)
        self.caption.setObjectName("caption")
        self.caption.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.caption.hide()
        self._full.toggled.connect(self._fill_screen)
        self._present.toggled.connect(self._show)
        editor.followers.told.connect(lambda _: self._tell())
        window.installEventFilter(self)

    def stop(self) -> None:
        """What Esc means: cancel what runs; else leave the presentation; else full screen; else put
        down the map's tool, wherever the keyboard is."""
        shown = next((a for a in (self._present, self._full) if a.isChecked()), None)
        if self._bridge.busy:
            self._bridge.cancel()
        elif shown is not None:
            shown.setChecked(False)
        else:
            none = Qt.KeyboardModifier.NoModifier
            pressed = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Escape, none)
            self._cancel.setEnabled(False)  # or a key that no tool takes comes back as this command
            QCoreApplication.sendEvent(self._view, pressed)
            self._cancel.setEnabled(True)

    def leave(self) -> None:
        """Be a usual window again, whose layout can be kept."""
        self._present.setChecked(False)
        self._full.setChecked(False)

    def _fill_screen(self, on: bool) -> None:
        states = self._window.windowState()
        if bool(states & FULL_SCREEN) != on:
            self._window.setWindowState(states ^ FULL_SCREEN)
        if not on:
            self._present.setChecked(False)

    def _show(self, on: bool) -> None:
        if on:
            self._was_full = self._full.isChecked()
            self._font = QFont(self._view.font())
        for part in (self._window.menuBar(), self._tools, self._window.statusBar()):
            part.setVisible(not on)
        self._docks.put_aside(on)
        self._steps.put_aside(on)
        font = QFont(self._font)
        if on:
            high = self._window.screen().availableGeometry().height()
            share = min(max(high / HIGH_ENOUGH, SMALLEST), 1.0)
            font.setPointSizeF(font.pointSizeF() * LARGER * share)
        self._view.setFont(font)
        self._full.setChecked(on or self._was_full)
        self._tell()

    def _tell(self) -> None:
        """What is shown, from where, and how quickly it was worked out."""
        session, words = self._editor.session, []
        document, result = session.document, session.result
        shown = self._present.isChecked() and document is not None
        self.caption.setVisible(shown)
        if not shown or document is None:
            self._view.keep_free(0)
            self._stage.keep_free(QSize(0, 0))
            return
        if (count := len(session.starts)) == 1:
            words.append(self.tr("From one start"))
        elif count:
            words.append(self.tr("From {count} starts").format(count=count))
        if result is not None:
            where, took = result.backend.upper(), milliseconds(result.solve_ms)
            words.append(self.tr("solved on {where} in {took}").format(where=where, took=took))
        lines = f"<b>{escape(document.title)}</b>"
        self.caption.setText(f"{lines}<br>{' · '.join(words)}" if words else lines)
        colours = theme.current()
        self.caption.setStyleSheet(
            f"#caption {{ color: {colours.text}; background: {colours.panel};"
            f" border: 1px solid {colours.border}; border-radius: 8px; padding: 8px 14px;"
            f" font-size: {self._view.font().pointSizeF():.1f}pt; }}"
        )
        self.caption.adjustSize()
        self.caption.move(MARGIN, MARGIN)
        self.caption.raise_()
        self._view.keep_free(self.caption.height() + MARGIN)
        self._stage.keep_free(self.caption.size() + QSize(MARGIN, MARGIN))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        """A window manager may end full screen, too; and the caption keeps to the theme."""
        if event.type() == QEvent.Type.WindowStateChange:
            self._full.setChecked(bool(self._window.windowState() & FULL_SCREEN))
        elif event.type() == QEvent.Type.PaletteChange:
            self._tell()
        return super().eventFilter(watched, event)
