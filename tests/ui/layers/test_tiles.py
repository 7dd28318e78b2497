"""Tiles of a server: nothing is sent unless that is switched on."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QColor, QImage

from core.errors import InputError
from tests.ui.driving import Driver
from tests.ui.roads import Roads
from ui import preferences
from ui.canvas.film import rgb_of
from ui.layers.tile_store import FRESH_S, LOOK_EVERY, TileStore
from ui.layers.tiles import HALF_WORLD, TileServerLayer, checked_address, tiles_over
from ui.panels.layers import LayersPanel


class Server:
    """Hands out red tiles on this machine; asked : the paths."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        picture = QImage(256, 256, QImage.Format.Format_RGB32)
        picture.fill(QColor(255, 0, 0))
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        picture.save(buffer, "PNG")  # type: ignore[call-overload]  # takes text
        tile, asked = buffer.data().data(), self.asked

        class Answer(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                asked.append(self.path)
                self.send_response(200)
                self.end_headers()
                self.wfile.write(tile)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        self.address = f"http://127.0.0.1:{self._server.server_port}/{{z}}/{{x}}/{{y}}.png"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture
def server(qapp: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    made = Server()
    yield made
    made.close()


def red(user: Driver) -> bool:
    """Whether the map is, but for streets and what stands on it."""
    pixels = rgb_of(user.window.map.snapshot())
    return bool(((pixels[..., 0] > 240) & (pixels[..., 2] < 20)).mean() > 0.5)


def test_nothing_is_sent_unless_it_is_switched_on(
    user: Driver, server: Server, tmp_path: Path
) -> None:
    panel = user.window.docks.panel(LayersPanel)
    assert preferences.tile_server() == (False, "")  # as it is at first
    assert not panel.server.isChecked()
    user.open(Roads(tmp_path).town())
    panel.address.setText(server.address)
    panel.address.editingFinished.emit()  # an address alone sends nothing
    user.window.map.zoom_in()
    user.window.map.pan(0.3, 0.2)
    user.window.map.snapshot()
    user.bot.wait(300)
    assert server.asked == []
    assert user.window.link.style.layers is None

    panel.server.setChecked(True)
    user.window.map.snapshot()
    user.wait(lambda: red(user))
    assert server.asked
    assert all(path.endswith(".png") and path.count("/") == 3 for path in server.asked)
    assert preferences.tile_server() == (True, server.address)

    assert "127.0.0.1" in user.window.map._credits()

    (layer,) = user.window.layer_files.stack.layers
    source = layer.source
    assert isinstance(source, TileServerLayer)
    user.wait(lambda: not source._asked)  # what is on its way may come
    panel.server.setChecked(False)
    assert "127.0.0.1" not in user.window.map._credits()
    before = len(server.asked)
    user.window.map.zoom_out()
    user.window.map.snapshot()
    user.bot.wait(300)
    assert len(server.asked) == before
    assert not red(user)
    assert preferences.tile_server() == (False, server.address)


def test_an_address_that_is_none_is_refused_with_advice(user: Driver, tmp_path: Path) -> None:
    user.open(Roads(tmp_path).town())
    panel = user.window.docks.panel(LayersPanel)
    panel.address.setText("ftp://example.org/{z}/{x}/{y}")
    panel.server.setChecked(True)
    assert "{z}/{x}/{y}" in user.message
    assert not panel.server.isChecked()
    with pytest.raises(InputError, match="zoom and place"):
        checked_address("https://example.org/tiles")


def test_tiles_stay_on_the_disk_while_they_are_fresh_and_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ISOFRONT_CACHE_DIR", str(tmp_path))
    now = [time.time()]
    store = TileStore("https://a.org/{z}/{x}/{y}", most_bytes=40_000, clock=lambda: now[0])
    for x in range(2 * LOOK_EVERY + 1):
        store.write((7, x, 0), bytes(500))
    assert store.read((7, 2 * LOOK_EVERY, 0)) == bytes(500)
    assert TileStore("https://b.org/{z}/{x}/{y}").read((7, 2 * LOOK_EVERY, 0)) is None
    held = list((tmp_path / "tiles").glob("*/*"))
    assert 60 <= len(held) <= 80, "the oldest went"
    now[0] += FRESH_S + 60
    assert store.read((7, 2 * LOOK_EVERY, 0)) is None


def test_tiles_that_touch_a_box() -> None:
    assert tiles_over((-1.0, -1.0, 1.0, 1.0), 1) == [(1, 0, 0), (1, 1, 0), (1, 0, 1), (1, 1, 1)]
    assert tiles_over((1.0, 1.0, 2.0, 2.0), 1) == [(1, 1, 0)]
    assert tiles_over((-HALF_WORLD, -HALF_WORLD, HALF_WORLD, HALF_WORLD), 6) == []  # too many
