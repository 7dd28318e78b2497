"""Base layers of the map: chosen, opened in a thread, put in order; and the server of tiles."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from core.cancel import Cancel
from core.errors import IsofrontError
from core.progress import Progress
from ui import preferences
from ui.bridge import Bridge
from ui.controllers.map_link import MapLink
from ui.layers.opening import open_layer
from ui.layers.tiles import TileServerLayer
from ui.panels.layers import LayersPanel
from ui.pictures.stack import NO_LAYERS, LayerStack, Picturable

READABLE = (
    "*.tif *.tiff *.vrt *.png *.jpg *.jp2 *.asc *.mbtiles *.geojson *.json *.gpkg *.shp *.kml "
    "*.kmz *.fgb *.gml *.zip"
)


_SOON_MS = 120
"""Milliseconds from a tile's arrival to its picture."""


class LayerFiles(QObject):
    """Adds files to the base layers of the map, and the tiles of a server where that is on."""

    failed = Signal(object)  # IsofrontError
    server_changed = Signal(bool, str)
    _arrived = Signal()  # a tile is there; sent by another thread

    def __init__(self, window: QWidget, bridge: Bridge, link: MapLink, *, remember: bool) -> None:
        super().__init__(window)
        self._remember = remember
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_SOON_MS)
        self._soon.timeout.connect(self._draw_again)
        self._window, self._bridge, self._link = window, bridge, link
        self._folder: Path | None = None
        self._server: TileServerLayer | None = None
        self._arrived.connect(self._wait_for_more, Qt.ConnectionType.QueuedConnection)

    def follow(self, panel: LayersPanel) -> None:
        """Do what the panel asks for, and have it show what there is."""
        panel.stack_edited.connect(self.show)
        panel.adding_wanted.connect(self.choose)
        panel.server_switched.connect(self.switch)
        self.server_changed.connect(panel.show_server)
        self._link.style_changed.connect(panel.show_style)
        self.begin()

    @property
    def stack(self) -> LayerStack:
        layers = self._link.style.layers
        return layers if isinstance(layers, LayerStack) else NO_LAYERS

    def show(self, stack: LayerStack) -> None:
        """Have the map show these."""
        self._link.set_style("layers", stack if stack.layers else None)

    def choose(self) -> None:
        """Ask for files, and add them."""
        title = self.tr("Add base layers")
        kinds = f"{self.tr('Rasters and drawings')} ({READABLE});;{self.tr('All files')} (*)"
        folder = str(self._folder or Path.home())
        names, _ = QFileDialog.getOpenFileNames(self._window, title, folder, kinds)
        for name in names:
            self.add(Path(name))

    def add(self, path: Path) -> None:
        """Put a file on top of the layers that lie beneath the map."""
        ground = self._link.view.ground
        if ground is None:
            return
        self._folder = path.parent
        tone = len(self.stack.layers)

        def work(progress: Progress, cancel: Cancel) -> Picturable:
            return open_layer(path, ground, tone)

        title = self.tr("Opening {name}").format(name=path.name)
        self._bridge.run(title, work, self._take, self._fail)

    def _take(self, source: Picturable) -> None:
        self.show(self.stack.added(source))

    def _fail(self, error: IsofrontError) -> None:
        self.failed.emit(error)

    # -- the server

    def begin(self) -> None:
        """As it was left the last time: off, unless it was switched on."""
        if not self._remember:
            return
        on, address = preferences.tile_server()
        self.server_changed.emit(on, address)
        if on and address:
            self.switch(on, address)

    def switch(self, on: bool, address: str) -> None:
        """Show tiles of a server, or nothing of it any more; the one setting that lets anything be
        sent."""
        self._drop()
        try:
            if on and address:
                self._server = TileServerLayer(address, self._may_ask, self._arrived.emit)
                self.show(self.stack.founded(self._server))
        except IsofrontError as error:
            on = False
            self.failed.emit(error)
        if self._remember:
            preferences.remember_tile_server(on, address)
        self.server_changed.emit(on, address)

    def _may_ask(self) -> bool:
        return self._server is not None

    def _drop(self) -> None:
        server, self._server = self._server, None
        if server is None:
            return
        server.close()
        index = self.stack.index(server)
        if index >= 0:
            self.show(self.stack.without(index))

    def _wait_for_more(self) -> None:
        """Several tiles come together: they are drawn at once."""
        if not self._soon.isActive():
            self._soon.start()

    def _draw_again(self) -> None:
        index = -1 if self._server is None else self.stack.index(self._server)
        if index >= 0:
            revision = self.stack.layers[index].revision
            self.show(self.stack.changed(index, revision=revision + 1))

    def close(self) -> None:
        """Ask for nothing more; the setting stays."""
        if self._server is not None:
            server, self._server = self._server, None
            server.close()
