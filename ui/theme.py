"""Light and dark looks: the colours, and how the application puts them on.

`apply` sets style, palette and style sheet; Qt then sends every widget a `PaletteChange` event, at
which a widget that paints by itself reads `current()` again. Nothing needs to be disconnected.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

SCHEMES = ("system", "light", "dark")
_PROPERTY = "isofrontColorScheme"


@dataclass(frozen=True)
class Theme:
    """Colours as #rrggbb text. Those from `canvas` on are the map's, the last ones the plots'."""

    name: str
    window: str
    panel: str
    field: str
    border: str
    text: str
    muted: str
    accent: str
    accent_text: str
    accent_soft: str
    good: str
    warning: str
    error: str
    canvas: str
    slow: str
    fast: str
    barrier: str
    barrier_hatch: str
    isoline: str
    start: str
    start_ring: str
    path: str
    path_casing: str
    road_minor: str
    road_major: str
    road_closed: str
    road_shut: str
    road_casing: str
    shadow: str
    plot: str
    plot_grid: str
    series: tuple[str, ...]

    @property
    def is_dark(self) -> bool:
        return self.name == "dark"


LIGHT = Theme(
    name="light",
    window="#f4f5f7",
    panel="#ffffff",
    field="#ffffff",
    border="#d9dde3",
    text="#1d2430",
    muted="#667085",
    accent="#2563c9",
    accent_text="#ffffff",
    accent_soft="#e3ecfb",
    good="#1a7f56",
    warning="#a15c00",
    error="#c0342b",
    canvas="#e6e9ed",
    slow="#a9a294",
    fast="#fbf9f4",
    barrier="#5d6b7a",
    barrier_hatch="#6b7a8a",
    isoline="#10151c",
    start="#e0353f",
    start_ring="#ffffff",
    path="#151b26",
    path_casing="#ffffff",
    road_minor="#b9c0ca",
    road_major="#7f8b9a",
    road_closed="#d3d8de",
    road_shut="#c2185b",
    road_casing="#8d97a4",
    shadow="#0b1220",
    plot="#ffffff",
    plot_grid="#d9dde3",
    series=("#2563c9", "#d9730d", "#1a7f56", "#8b4fc4", "#64748b"),
)

DARK = Theme(
    name="dark",
    window="#1b1f26",
    panel="#232830",
    field="#1b1f26",
    border="#363d48",
    text="#e7eaf0",
    muted="#98a2b3",
    accent="#6ea3f5",
    accent_text="#0d1420",
    accent_soft="#2b3a55",
    good="#4cc38a",
    warning="#f0b04a",
    error="#f2786f",
    canvas="#14171c",
    slow="#3a3c3e",
    fast="#8c8b86",
    barrier="#222d3a",
    barrier_hatch="#2e3b4a",
    isoline="#0a0d12",
    start="#ff5a5f",
    start_ring="#ffffff",
    path="#ffffff",
    path_casing="#0b0f15",
    road_minor="#434b57",
    road_major="#77818f",
    road_closed="#272d36",
    road_shut="#ff5d9e",
    road_casing="#050608",
    shadow="#000000",
    plot="#1f242b",
    plot_grid="#363d48",
    series=("#6ea3f5", "#f0a35a", "#4cc38a", "#c39af0", "#98a2b3"),
)


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
    app.setStyle("Fusion")
    app.setPalette(palette(theme))
    app.setStyleSheet(style_sheet(theme))
    configure_plots(theme)
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
    """What Fusion and the palette cannot say: tool bars, docks, tool tips, splitters."""
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
    """


def configure_plots(theme: Theme) -> None:
    """Colours of pyqtgraph widgets made from now on."""
    import pyqtgraph  # half a second to import, and a map needs none of it

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
