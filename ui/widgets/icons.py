"""The project's own line icons, drawn in the colours of the theme."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap, QPixmapCache
from PySide6.QtSvg import QSvgRenderer

from resources.paths import path
from ui import theme

SIZES = (16, 24, 48)  # pixels: menus and buttons at scale factors of one and two


def icon(name: str, colour: str | None = None) -> QIcon:
    """The icon of a name, #rrggbb where given, else as the theme writes text.

    An icon does not follow the theme: ask again at a PaletteChange.
    """
    colours = theme.current()
    made = QIcon()
    for size in SIZES:
        made.addPixmap(pixmap(name, colour or colours.text, size), QIcon.Mode.Normal)
        faint = theme.mix(colours.muted, colours.window, 0.45).name()
        made.addPixmap(pixmap(name, faint, size), QIcon.Mode.Disabled)
    return made


def pixmap(name: str, colour: str, size: int) -> QPixmap:
    """An icon of `size` pixels in one colour."""
    key = f"isofront {name} {colour} {size}"
    picture = QPixmap()
    if QPixmapCache.find(key, picture):
        return picture
    drawing = path(f"icons/{name}.svg").read_text("utf-8").replace("currentColor", colour)
    renderer = QSvgRenderer(QByteArray(drawing.encode()))
    picture = QPixmap(size, size)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    renderer.render(painter)
    painter.end()
    QPixmapCache.insert(key, picture)
    return picture
