"""A hand on mouse and keyboard that does whatever comes to mind, the same for the same seed.

What it does goes in by events as Qt sends them, so that a control that is hidden, disabled or
covered is not reached, and a dialog that waits is served by the same hand.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from PySide6.QtCore import QEvent, QEventLoop, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QFileDialog,
    QLineEdit,
    QTabBar,
    QWidget,
)

from tests.ui.driving import LEFT_BUTTON, NO_KEY
from ui.actions import ENTRIES
from ui.main_window import MainWindow

KEYS = (
    *"ABCDFGIKLNOPTWX+-", "Escape", "Return", "Tab", "Backspace", "Delete", "Left", "Right", "Up",
    "Down", "PageUp", "PageDown", "Home", "End", "Space", "F1", "F5", "F6", "F8", "F11",
)  # fmt: skip
"""Keys by their names in Qt."""

TEXTS = ("5", "10 min", "0", "-3", "1e9", "abc", "5, 10, 20", "8.6 W, 41.1", "0:30", "½", "")
MODIFIERS = (
    NO_KEY, NO_KEY, NO_KEY, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier,
)  # fmt: skip
STEPS = 6
"""Events of the mouse between the ends of a drag."""

NOTCH = 120
SERVE_MS = 30
"""Milliseconds between looks whether a dialog or a menu waits."""

REMEMBERED = 25
"""Actions that are told when something went wrong."""

LEFT_ALONE = frozenset({"quit"})
"""Commands that are not chosen: the window is closed at the end of its turn."""


def pause(milliseconds: int) -> None:
    """Serve events for a while; QTest.qWait does not survive a slot that fails."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop, loop.quit)
    loop.exec()


class Hands:
    """Works on a window. done : the last actions, in words. made : actions so far."""

    def __init__(self, window: MainWindow, random: Random, files: Sequence[Path], out: Path):
        self.window, self.random = window, random
        self._files, self._out = list(files), out
        self.done: deque[str] = deque(maxlen=REMEMBERED)
        self.made = 0
        self._served: list[QWidget] = []
        self._stopped = False
        self._serve_soon()
        self._kinds: Sequence[tuple[int, Callable[[], str]]] = (
            (6, self._click), (3, self._drag), (3, self._wheel), (3, self._hover), (5, self._key),
            (6, self._command), (12, self._control), (1, self._resize), (1, self._drop),
        )  # fmt: skip

    def act(self) -> None:
        """One action, and a moment or a while for what follows from it."""
        weights, kinds = zip(*self._kinds, strict=True)
        kind = self.random.choices(kinds, weights)[0]
        self.done.append(kind.__name__.strip("_"))
        self.done[-1] = kind()
        self.made += 1
        pause(self.random.choice((0, 0, 5, 30, 80)))
        if self.random.random() < 0.2:
            self.rest()

    def rest(self) -> None:
        """Until what runs has ended, or was cancelled since it takes long."""
        for _ in range(200):
            if not self.window.bridge.busy:
                return
            pause(25)
        self.window.commands["cancel"].trigger()

    def stop(self) -> None:
        self._stopped = True

    # -- on the map

    def _at(self) -> QPoint:
        size = self.window.map.size()
        return QPoint(self.random.randrange(size.width()), self.random.randrange(size.height()))

    def _shown(self) -> bool:
        return self.window.map.isVisible() and self.window.isVisible()

    def _click(self) -> str:
        if not self._shown():
            return "no map"
        at, keys = self._at(), self.random.choice(MODIFIERS)
        double = self.random.random() < 0.15
        press = QTest.mouseDClick if double else QTest.mouseClick
        button = LEFT_BUTTON if self.random.random() < 0.9 else Qt.MouseButton.RightButton
        press(self.window.map, button, keys, at)
        return f"{press.__name__} {button.name} {keys.name} {at.toTuple()}"

    def _drag(self) -> str:
        if not self._shown():
            return "no map"
        view, first, last = self.window.map, self._at(), self._at()
        if self.window.session.starts and self.random.random() < 0.6:
            start = self.random.choice(self.window.session.starts)
            pixel = view.pixel_of(start.x, start.y)
            if all(map(math.isfinite, pixel)):  # else roads have no places
                first = QPoint(*map(round, pixel))
        QTest.mousePress(view, LEFT_BUTTON, NO_KEY, first)
        for step in range(1, STEPS + 1):
            at = first + (last - first) * (step / STEPS)
            moved = QMouseEvent(
                QEvent.Type.MouseMove, QPointF(at), QPointF(view.mapToGlobal(at)),
                Qt.MouseButton.NoButton, LEFT_BUTTON, NO_KEY,
            )  # fmt: skip
            QApplication.sendEvent(view, moved)
            pause(self.random.choice((0, 4, 16)))
        if self.random.random() < 0.1:
            QTest.keyClick(view, Qt.Key.Key_Escape)
        QTest.mouseRelease(view, LEFT_BUTTON, NO_KEY, last)
        return f"drag {first.toTuple()} to {last.toTuple()}"

    def _wheel(self) -> str:
        if not self._shown():
            return "no map"
        notches = self.random.choice((-3, -2, -1, 1, 2, 3))
        self._turn(self.window.map, self._at(), notches)
        return f"wheel {notches}"

    def _hover(self) -> str:
        if not self._shown():
            return "no map"
        for _ in range(3):
            QTest.mouseMove(self.window.map, self._at())
            pause(2)
        return "hover"

    @staticmethod
    def _turn(widget: QWidget, at: QPoint, notches: int) -> None:
        turned = QWheelEvent(
            QPointF(at), QPointF(widget.mapToGlobal(at)), QPoint(), QPoint(0, NOTCH * notches),
            Qt.MouseButton.NoButton, NO_KEY, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(widget, turned)

    # -- elsewhere in the window

    def _key(self) -> str:
        name, keys = self.random.choice(KEYS), self.random.choice(MODIFIERS)
        name = {"+": "Plus", "-": "Minus"}.get(name, name)
        focus = QApplication.focusWidget() or self.window
        if self._owner(focus) is None:
            return "no focus"
        QTest.keyClick(focus, Qt.Key[f"Key_{name}"], keys)
        return f"key {name} {keys.name} in {type(focus).__name__}"

    def _command(self) -> str:
        commands = self.window.commands
        able = [entry.id for entry in ENTRIES if commands[entry.id].isEnabled()]
        id_ = self.random.choice([id_ for id_ in able if id_ not in LEFT_ALONE])
        self.done[-1] = f"command {id_}"
        commands[id_].trigger()
        return f"command {id_}"

    def _control(self) -> str:
        """Work on any control that can be seen in the window or its dialogs."""
        kinds = (
            QAbstractButton, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit, QTabBar,
            QAbstractItemView,
        )  # fmt: skip
        controls = [
            widget
            for top in QApplication.topLevelWidgets()
            if top.isVisible()
            for widget in top.findChildren(QWidget)
            if isinstance(widget, kinds)
            and widget.isVisible()
            and widget.isEnabled()
            and not widget.visibleRegion().isEmpty()
            and not _closes(widget)
        ]
        if not controls:
            return "no control"
        return self._work(self.random.choice(controls))

    def _work(self, control: QWidget) -> str:
        name = f"{type(control).__name__} {control.accessibleName() or control.objectName()}"
        if isinstance(control, QAbstractButton):
            name += control.text()
        self.done[-1] = name
        seen = control.visibleRegion().boundingRect()
        at = QPoint(
            self.random.randint(seen.left(), seen.right()),
            self.random.randint(seen.top(), seen.bottom()),
        )
        if isinstance(control, QLineEdit):
            control.setFocus()
            control.selectAll()
            QTest.keyClicks(control, self.random.choice(TEXTS))
            QTest.keyClick(control, Qt.Key.Key_Return)
        elif isinstance(control, QComboBox):
            control.setFocus()
            QTest.keyClick(control, self.random.choice((Qt.Key.Key_Down, Qt.Key.Key_Up)))
        elif isinstance(control, QAbstractItemView):
            target = control.viewport()
            QTest.mouseClick(target, LEFT_BUTTON, self.random.choice(MODIFIERS), at)
        elif isinstance(control, QAbstractButton | QTabBar):
            QTest.mouseClick(control, LEFT_BUTTON, NO_KEY, at)
        else:
            control.setFocus()
            for _ in range(self.random.randint(1, 4)):
                QTest.keyClick(control, self.random.choice((Qt.Key.Key_Up, Qt.Key.Key_PageDown)))
            if self.random.random() < 0.5:
                QTest.mouseClick(control, LEFT_BUTTON, NO_KEY, at)
        return name

    def _resize(self) -> str:
        if self.random.random() < 0.4:
            self.window.showNormal() if self.window.isMaximized() else self.window.showMaximized()
            return "maximise or not"
        width, height = self.random.randint(640, 1900), self.random.randint(480, 1100)
        self.window.resize(width, height)
        return f"resize {width} {height}"

    def _drop(self) -> str:
        path = self.random.choice(self._files)
        self.done[-1] = f"open {path.name}"
        self.window.open_path(path)
        return f"open {path.name}"

    # -- what waits for an answer

    def _serve_soon(self) -> None:
        # One timer each: none is served again while a dialog runs that it had opened.
        if not self._stopped:
            QTimer.singleShot(SERVE_MS, self.window, self._serve)

    def _serve(self) -> None:
        """Answer a menu or a dialog that keeps everything else waiting, and what that opens."""
        self._serve_soon()
        waiting = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        if waiting is None or waiting in self._served:
            return
        self._served.append(waiting)
        try:
            if isinstance(waiting, QFileDialog):
                self._choose_file(waiting)
            elif waiting.isModal():
                self._answer(waiting)
            else:
                self._look_through(waiting)
        finally:
            self._served.pop()

    def _look_through(self, popup: QWidget) -> None:
        for _ in range(self.random.randint(0, 4)):
            QTest.keyClick(popup, Qt.Key.Key_Down)
        QTest.keyClick(popup, Qt.Key.Key_Escape)
        popup.close()

    def _choose_file(self, dialog: QFileDialog) -> None:
        saving = dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave
        path = self._out / f"out{self.made}" if saving else self.random.choice(self._files)
        edit = dialog.findChild(QLineEdit, "fileNameEdit")
        if self.random.random() < 0.3 or not isinstance(edit, QLineEdit):
            QTest.keyClick(dialog, Qt.Key.Key_Escape)
            return
        edit.setText(str(path))
        QTest.keyClick(edit, Qt.Key.Key_Return)
        if dialog.isVisible() and QApplication.activeModalWidget() is dialog:
            dialog.reject()

    def _answer(self, dialog: QWidget) -> None:
        buttons = [
            each
            for each in dialog.findChildren(QAbstractButton)
            if each.isVisible() and each.isEnabled()
        ]
        if not buttons or self.random.random() < 0.3:
            QTest.keyClick(dialog, Qt.Key.Key_Escape)
            return
        button = self.random.choice(buttons)
        self.done.append(f"answer {type(dialog).__name__}: {button.text()}")
        QTest.mouseClick(button, LEFT_BUTTON)

    def _owner(self, widget: QWidget) -> QWidget | None:
        top = widget.window()
        return top if top.isVisible() else None


def _closes(widget: QWidget) -> bool:
    """Whether it is of Qt's own dialogs, which are answered as a whole."""
    return isinstance(widget.window(), QFileDialog)
