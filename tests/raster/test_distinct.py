"""Distinct numbers of a raster and the codes that stand for them."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from raster.distinct import MOST_CODES, CodeOf, DistinctNumbers


def distinct(*blocks: NDArray[np.generic]) -> NDArray[np.float32] | None:
    found = DistinctNumbers()
    for block in blocks:
        found.add(block, np.ones(block.shape, np.bool_))
    return found.numbers


def test_numbers_of_all_blocks_are_told_once_and_ascending() -> None:
    random = np.random.default_rng(5)
    blocks = [random.choice(np.linspace(0.1, 90, 700), (40, 50)) for _ in range(3)]
    expected = np.unique(np.stack(blocks).astype(np.float32))
    found = distinct(*blocks)
    assert found is not None
    np.testing.assert_array_equal(found, expected)


def test_what_is_no_speed_is_one_number_and_nan_is_none() -> None:
    numbers = np.array([-3.5, -0.0, 0.0, -np.inf, np.nan, 7.25, np.inf], np.float32)
    found = distinct(numbers)
    assert found is not None
    assert found.tolist() == [0.0, 7.25, np.inf]
    out = np.empty(7, np.uint8)
    assert CodeOf(found).write(numbers, ~np.isnan(numbers), 255, out) == 0
    assert out.tolist() == [0, 0, 0, 0, 255, 1, 2]


def test_cells_without_data_are_not_looked_at() -> None:
    found = DistinctNumbers()
    found.add(np.array([1.5, 2.5]), np.array([True, False]))
    assert found.numbers is not None
    assert found.numbers.tolist() == [1.5]


@pytest.mark.parametrize(("count", "fits"), [(MOST_CODES, True), (MOST_CODES + 1, False)])
def test_they_are_given_up_where_they_are_more_than_codes(count: int, fits: bool) -> None:
    numbers = np.arange(1, count + 1) / 16
    assert (distinct(numbers[::-1], numbers) is not None) == fits


def test_every_number_has_its_place_as_its_code() -> None:
    numbers = np.sort(np.random.default_rng(6).random(MOST_CODES).astype(np.float32))
    numbers = np.unique(numbers)
    cells = np.random.default_rng(7).choice(numbers, (60, 70))
    out = np.empty((120, 70), np.uint16)[::-2]  # as a file that begins in the south is read
    assert CodeOf(numbers).write(cells, np.ones(cells.shape, np.bool_), -1, out) == 0
    np.testing.assert_array_equal(numbers[out], cells)


def test_numbers_that_were_not_there_before_are_counted() -> None:
    code_of = CodeOf(np.array([1.5, 2.5], np.float32))
    valid, out = np.array([True, True, True, False]), np.empty(4, np.uint8)
    assert code_of.write(np.array([1.5, 3.5, np.nan, 4.5]), valid, -1, out) >= 2
