"""Tiles of a server as a base layer. Off unless it is switched on; then the part that is seen is
asked for, tile by tile, and kept in memory and on the disk."""

from __future__ import annotations

import logging
import math
import threading
import urllib.request
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import numpy as np
from PySide6.QtGui import QImage

from app.settings import VERSION
from core.errors import InputError
from raster.files.base import warp
from ui.layers.rasters import premultiplied
from ui.layers.tile_store import Key, TileStore
from ui.pictures.ground import MapGround
from ui.pictures.patch import Patch
from ui.pictures.pixels import Pixels
from ui.pictures.theme import Theme

HALF_WORLD = math.pi * 6378137.0
"""Half the side of the square of Web Mercator, in its units."""

SIDE = 256
"""Pixels of a tile's side."""

DEEPEST = 19
"""Finest level that is asked for."""

MOST_TILES = 64
"""Most tiles of one picture: a screen of large pixels has 40."""

KEPT = 600
"""Number of tiles that are kept in memory."""

PATIENCE_S = 6.0
"""Seconds after which a server is no longer waited for."""

MOST_BYTES = 4 * 2**20
"""Bytes of a tile that are read at most."""

OSM = "openstreetmap.org"

AT_ONCE = 4
"""Most requests at a time: what operators of servers ask for."""


def checked_address(address: str) -> str:
    """The address of tiles; raises InputError for one that names none."""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise InputError(
            f"'{address}' is no address of tiles", advice="Give https://…/{z}/{x}/{y}.png."
        )
    if not all(part in address for part in ("{z}", "{x}", "{y}")):
        raise InputError(
            "the address does not say where zoom and place go",
            where=address,
            advice="Write {z}, {x} and {y} in it.",
        )
    return address


class TileServerLayer:
    """See `ui.pictures.stack.Picturable`.

    allowed : asked before each request; nothing is sent unless it says yes. arrived : called in
    another thread when a tile is there.
    """

    def __init__(
        self, address: str, allowed: Callable[[], bool], arrived: Callable[[], None]
    ) -> None:
        self.at = checked_address(address)
        self.name = urlsplit(address).netloc
        self._allowed, self._arrived = allowed, arrived
        self._tiles: OrderedDict[Key, np.ndarray | None] = OrderedDict()
        self._asked: set[Key] = set()
        self._lock = threading.Lock()
        self._pool = ThreadPoolExecutor(AT_ONCE, "tiles")
        self._store = TileStore(address)

    @property
    def credit(self) -> str:
        """Whose tiles they are, to be read on the map; OpenStreetMap's licence has words for it."""
        host = self.name.partition(":")[0]
        known = host == OSM or host.endswith(f".{OSM}")
        return "© OpenStreetMap contributors" if known else f"© {host}"

    def drawn(self, ground: MapGround, patch: Patch, theme: Theme, pixel_ratio: float) -> Pixels:
        """Of the tiles that are there; the others are asked for."""
        nothing = np.zeros(patch.shape, np.uint32)
        crs, units = ground.map_plane
        if not crs or not self._allowed():
            return nothing
        left, bottom, right, top = (side * units for side in patch.bounds)
        west, south, east, north = warp.mercator_box(crs, (left, bottom, right, top))
        zoom = self._zoom((east - west) / patch.shape[1])
        keys = tiles_over((west, south, east, north), zoom)
        if not keys:
            return nothing
        have = [(key, self._tile(key)) for key in keys]
        cols, rows = ([key[k] for key in keys] for k in (1, 2))
        size = max(rows) - min(rows) + 1, max(cols) - min(cols) + 1
        mosaic = np.zeros((size[0] * SIDE, size[1] * SIDE, 4), np.uint8)
        for (_, x, y), tile in have:
            if tile is not None:
                r, c = (y - min(rows)) * SIDE, (x - min(cols)) * SIDE
                mosaic[r : r + SIDE, c : c + SIDE] = tile
        side = 2 * HALF_WORLD / 2**zoom
        held = (
            min(cols) * side - HALF_WORLD, HALF_WORLD - (max(rows) + 1) * side,
            (max(cols) + 1) * side - HALF_WORLD, HALF_WORLD - min(rows) * side,
        )  # fmt: skip
        box = left, bottom, right, top
        return premultiplied(warp.from_mercator(mosaic, held, crs, box, patch.shape))

    def _zoom(self, metres: float) -> int:
        return max(min(round(math.log2(2 * HALF_WORLD / SIDE / metres)), DEEPEST), 0)

    def _tile(self, key: Key) -> np.ndarray | None:
        with self._lock:
            if key in self._tiles:
                self._tiles.move_to_end(key)
                return self._tiles[key]
            if key not in self._asked:
                self._asked.add(key)
                self._pool.submit(self._fetch, key)
        return None

    def _fetch(self, key: Key) -> None:
        tile = None
        try:
            if self._allowed():
                tile = self._load(key)
        except (OSError, ValueError) as error:
            logging.getLogger(__name__).warning("no tile %s: %s", key, error)
        with self._lock:
            self._tiles[key] = tile
            self._asked.discard(key)
            while len(self._tiles) > KEPT:
                self._tiles.popitem(last=False)
        if tile is not None:
            self._arrived()

    def _load(self, key: Key) -> np.ndarray:
        zoom, x, y = key
        address = self.at.replace("{z}", str(zoom)).replace("{x}", str(x)).replace("{y}", str(y))
        kept = self._store.read(key)
        image = QImage() if kept is None else QImage.fromData(kept)
        if image.isNull():
            asked = urllib.request.Request(address, headers={"User-Agent": f"Isofront/{VERSION}"})
            with urllib.request.urlopen(asked, timeout=PATIENCE_S) as answer:
                said = answer.read(MOST_BYTES)
            image = QImage.fromData(said)
            if image.isNull():
                raise ValueError("the answer is no picture")
            self._store.write(key, said)
        image = image.convertToFormat(QImage.Format.Format_RGBA8888).scaled(SIDE, SIDE)
        return np.frombuffer(bytes(image.constBits()), np.uint8).reshape(SIDE, SIDE, 4)

    def close(self) -> None:
        """Ask for nothing more."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def tiles_over(box: tuple[float, float, float, float], zoom: int) -> list[Key]:
    """Tiles of a level that touch a box of Web Mercator; none where they would be too many."""
    side = 2 * HALF_WORLD / 2**zoom
    last = 2**zoom - 1
    first_x, end_x = (
        min(max(math.floor((x + HALF_WORLD) / side), 0), last) for x in (box[0], box[2])
    )
    first_y, end_y = (
        min(max(math.floor((HALF_WORLD - y) / side), 0), last) for y in (box[3], box[1])
    )
    if (end_x - first_x + 1) * (end_y - first_y + 1) > MOST_TILES:
        return []
    return [(zoom, x, y) for y in range(first_y, end_y + 1) for x in range(first_x, end_x + 1)]
