"""Pictures laid over one another are those that Qt makes of them."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QImage, QPainter

from core.geometry import blending
from core.geometry.blending import as_one

Pixels = NDArray[np.uint32]
BACKDROP = 0x305070


def _pixels(random: np.random.Generator, shape: tuple[int, int], alpha: int = -1) -> Pixels:
    """Premultiplied, of all alphas unless one is given."""
    alphas = random.integers(0, 256, shape) if alpha < 0 else np.full(shape, alpha)
    parts = [random.integers(0, alphas + 1) << shift for shift in (0, 8, 16)]
    return np.asarray(sum(parts) | alphas << 24, np.uint32)


def _by_qt(layers: list[Pixels], solid: bool) -> Pixels:
    rows, cols = layers[0].shape
    found = np.empty((rows, cols), np.uint32)
    image = QImage(found.data, cols, rows, 4 * cols, QImage.Format.Format_RGB32)
    image.fill(QColor.fromRgb(BACKDROP))
    painter = QPainter(image)
    for k, layer in enumerate(layers):
        opaque = solid and k == 0
        kind = QImage.Format.Format_RGB32 if opaque else QImage.Format.Format_ARGB32_Premultiplied
        painter.drawImage(0, 0, QImage(layer.data, cols, rows, 4 * cols, kind))
    painter.end()
    return found


@pytest.mark.parametrize("solid", [False, True])
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("shape", [(1, 1), (1, 70), (41, 3), (60, 67)])
def test_they_are_those_of_qt(count: int, solid: bool, shape: tuple[int, int]) -> None:
    random = np.random.default_rng(count)
    layers = [_pixels(random, shape) for _ in range(count)]
    if solid:
        layers[0] = _pixels(random, shape, 255)
    assert np.array_equal(as_one(layers, BACKDROP, solid=solid), _by_qt(layers, solid))


def test_every_alpha_rounds_as_it_does_there() -> None:
    below, alphas = np.meshgrid(np.arange(256), np.arange(256))
    low = np.asarray(0xFF000000 | below * 0x010101, np.uint32)
    high = np.asarray(alphas << 24 | (alphas // 2) * 0x010101, np.uint32)
    assert np.array_equal(as_one([low, high], 0, solid=True), _by_qt([low, high], True))


def test_threads_draw_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(9)
    layers = [_pixels(random, (37, 50)) for _ in range(3)]
    alone = as_one(layers, BACKDROP)
    monkeypatch.setattr(blending, "WORTH_THREADS", 0)
    assert np.array_equal(as_one(layers, BACKDROP), alone)


def test_what_covers_all_is_opaque_whatever_its_alpha() -> None:
    lowest = np.full((2, 2), 0x00123456, np.uint32)
    clear = np.zeros((2, 2), np.uint32)
    assert (as_one([lowest, clear], BACKDROP, solid=True) == 0xFF123456).all()
    assert (as_one([lowest], BACKDROP, solid=True) == 0xFF123456).all()
