"""A field of cells at pixels between them, against plain arithmetic, pixel by pixel."""

from __future__ import annotations

import numpy as np
import pytest

from core.geometry.between_cells import between_cells


def plainly(cells: np.ndarray, y: float, x: float) -> float:
    """Bilinear among those of the four cells around that are reached."""
    rows, cols = cells.shape
    y, x = min(max(y, 0.0), rows - 1.0), min(max(x, 0.0), cols - 1.0)
    if not np.isfinite(cells[int(np.rint(y)), int(np.rint(x))]):
        return np.inf
    total = weights = 0.0
    for row in {int(y), min(int(y) + 1, rows - 1)}:
        for col in {int(x), min(int(x) + 1, cols - 1)}:
            weight = (1 - abs(y - row)) * (1 - abs(x - col))
            if np.isfinite(cells[row, col]):
                total, weights = total + weight * float(cells[row, col]), weights + weight
    return total / weights


@pytest.mark.parametrize("barriers", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("shape", [(1, 1), (1, 7), (9, 6)])
def test_pixels_are_those_of_plain_arithmetic(shape: tuple[int, int], barriers: float) -> None:
    drawn = np.random.default_rng(4)
    cells = (drawn.random(shape) * 1000).astype(np.float32)
    cells[drawn.random(shape) < barriers] = np.inf
    down = np.linspace(-0.6, shape[0] - 0.4, 83).astype(np.float32)
    across = np.linspace(-0.6, shape[1] - 0.4, 71).astype(np.float32)
    expected = [[plainly(cells, float(y), float(x)) for x in across] for y in down]
    np.testing.assert_allclose(between_cells(cells, down, across), expected, rtol=2e-5, atol=1e-3)


def test_middles_of_cells_have_their_own_values() -> None:
    cells = np.array([[1, 2, np.inf], [4, np.inf, 6]], np.float32)
    found = between_cells(cells, np.arange(2, dtype=np.float32), np.arange(3, dtype=np.float32))
    np.testing.assert_array_equal(found, cells)
