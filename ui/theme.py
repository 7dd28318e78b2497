"""Light and dark looks: the colours, and how the application puts them on.

`apply` sets style, palette and style sheet; Qt then sends every widget a `PaletteChange` event, at
which a widget that paints by itself reads `current()` again. Nothing needs to be disconnected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from ui.pictures.theme import DARK, LIGHT, Theme
from ui.running.alive import kept_alive

SCHEMES = ("system", "light", "dark")
TAB_SIDE = 9
"""Pixels left and right of a tab's title, where there is room."""

FEW = 500
"""Widgets that are dressed anew sooner than a window is made in its dress: it has 2,000."""

_PROPERTY, _DRESSED = "isofrontColorScheme", "isofrontDressed"


def current() -> Theme:
    """The theme in use: the one chosen with `apply`, else what the system asks for."""
    app = QGuiApplication.instance()
    chosen = app.property(_PROPERTY) if app is not None else None
    if chosen in ("light", "dark"):
        return DARK if chosen == "dark" else LIGHT
    scheme = QGuiApplication.styleHints().colorScheme()
    if scheme == Qt.ColorScheme.Unknown:
        dark = QGuiApplication.palette().color(QPalette.ColorRole.Window).lightness() < 128
        return DARK if dark else LIGHT
    return DARK if scheme == Qt.ColorScheme.Dark else LIGHT


def apply(app: QApplication, scheme: str = "system") -> Theme:
    """Dress the application; `scheme` is one of SCHEMES. Returns the theme now in use."""
    if scheme not in SCHEMES:
        raise ValueError(f"no colour scheme '{scheme}'; choose one of {', '.join(SCHEMES)}")
    app.setProperty(_PROPERTY, scheme)
    theme = current()
    with kept_alive():
        if not app.property(_DRESSED):  # half a second where a window is open, and nothing new
            app.setStyle("Fusion")
            app.setProperty(_DRESSED, True)
        app.setPalette(palette(theme))
        app.setStyleSheet(style_sheet(theme))
    return theme


def follow_system(app: QApplication) -> Callable[[], None]:
    """Dress again whenever the system turns light or dark; returns the way out."""

    def restyle(_scheme: Qt.ColorScheme) -> None:
        if app.property(_PROPERTY) == "system":
            apply(app, "system")

    hints = app.styleHints()
    hints.colorSchemeChanged.connect(restyle)

    def stop() -> None:
        hints.colorSchemeChanged.disconnect(restyle)

    return stop


@contextmanager
def undressed() -> Iterator[None]:
    """Dress what is made meanwhile at the end, in one go: the style sheet would dress each part
    anew at every step by which it gets to its place."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    sheet = app.styleSheet()
    with kept_alive():
        if sheet and len(app.allWidgets()) < FEW:
            app.setStyleSheet("")
    try:
        yield
    finally:
        if app.styleSheet() != sheet:
            with kept_alive():
                app.setStyleSheet(sheet)


def palette(theme: Theme) -> QPalette:
    """The Qt palette of a theme."""
    role = QPalette.ColorRole
    colours = {
        role.Window: theme.window,
        role.WindowText: theme.text,
        role.Base: theme.field,
        role.AlternateBase: theme.panel,
        role.ToolTipBase: theme.panel,
        role.ToolTipText: theme.text,
        role.PlaceholderText: theme.muted,
        role.Text: theme.text,
        role.Button: theme.panel,
        role.ButtonText: theme.text,
        role.BrightText: theme.error,
        role.Link: theme.accent,
        role.Highlight: theme.accent,
        role.HighlightedText: theme.accent_text,
        role.Mid: theme.border,
    }
    made = QPalette(QColor(theme.panel), QColor(theme.window))
    for part, colour in colours.items():
        made.setColor(part, QColor(colour))
    for part in (role.WindowText, role.Text, role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, part, mix(theme.muted, theme.window, 0.4))
    return made


def mix(first: str, second: str, share: float) -> QColor:
    """`share` of the second colour in the first, 0..1."""
    a, b = QColor(first), QColor(second)
    return QColor.fromRgbF(
        a.redF() + (b.redF() - a.redF()) * share,
        a.greenF() + (b.greenF() - a.greenF()) * share,
        a.blueF() + (b.blueF() - a.blueF()) * share,
    )


def style_sheet(theme: Theme) -> str:
    """What Fusion and the palette cannot say: tool bars, docks, tool tips, splitters, flat tabs,
    the chosen one underlined. (A sheet of the window's own would style all its parts once more.)"""
    return f"""
    QToolTip {{ color: {theme.text}; background: {theme.panel};
        border: 1px solid {theme.border}; padding: 4px 6px; }}
    QMainWindow::separator {{ background: {theme.border}; width: 1px; height: 1px; }}
    QToolBar {{ background: {theme.window}; border: 0;
        border-bottom: 1px solid {theme.border}; spacing: 4px; padding: 4px 6px; }}
    QToolBar QToolButton {{ border: 1px solid transparent; border-radius: 6px;
        padding: 4px 8px; color: {theme.text}; }}
    QToolBar QToolButton:hover {{ background: {theme.accent_soft}; }}
    QToolBar QToolButton:checked {{ background: {theme.accent_soft};
        border-color: {theme.accent}; }}
    QToolBar #qt_toolbar_ext_button {{ padding: 0; }}
    QToolBar QToolButton:disabled {{ color: {theme.muted}; }}
    QPushButton:checked {{ background: {theme.accent_soft}; color: {theme.text};
        border: 1px solid {theme.accent}; border-radius: 3px; padding: 4px; }}
    QStatusBar {{ background: {theme.window}; border-top: 1px solid {theme.border}; }}
    QStatusBar::item {{ border: 0; }}
    QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
    QMenu {{ background: {theme.panel}; border: 1px solid {theme.border}; padding: 4px; }}
    QMenu::item {{ padding: 5px 22px 5px 14px; border-radius: 4px; }}
    QMenu::item:selected {{ background: {theme.accent_soft}; color: {theme.text}; }}
    QMenu::item:disabled {{ color: {theme.muted}; }}
    QMenu::separator {{ height: 1px; background: {theme.border}; margin: 4px 8px; }}
    QTabBar {{ qproperty-drawBase: 0; font-weight: 600; }}
    QTabBar::tab {{ background: {theme.window}; color: {theme.muted};
        padding: 8px {TAB_SIDE}px 6px; border: 0; border-bottom: 2px solid transparent; }}
    QTabBar::tab:hover {{ color: {theme.text}; }}
    QTabBar::tab:selected {{ color: {theme.text}; border-bottom: 2px solid {theme.accent}; }}
    QTabBar::tear {{ width: 0; image: none; }}
    QTabBar QToolButton {{ background: {theme.window}; border: 0; }}
    """


def configure_plots(theme: Theme) -> None:
    """Colours of pyqtgraph widgets made from now on."""
    import pyqtgraph  # a quarter of a second to load, and a map needs none of it

    pyqtgraph.setConfigOptions(
        background=theme.plot, foreground=theme.muted, antialias=True, imageAxisOrder="row-major"
    )


def restyle_plot(plot: Any, theme: Theme) -> None:
    """Recolour an existing pyqtgraph PlotWidget or PlotItem: background, axes, title."""
    from pyqtgraph import mkPen

    if hasattr(plot, "setBackground"):
        plot.setBackground(theme.plot)
    item = plot.getPlotItem() if hasattr(plot, "getPlotItem") else plot
    for side in ("left", "right", "top", "bottom"):
        axis = item.getAxis(side)
        axis.setPen(mkPen(theme.plot_grid))
        axis.setTextPen(mkPen(theme.muted))
