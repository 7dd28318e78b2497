"""Plain values and arrays come back from bytes as they were, or not at all."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from core.files.array_layout import ALIGNMENT, ArrayLayout, DamagedArraysError, OtherLayoutError

LAYOUT = ArrayLayout(b"ISOTESTS", 1)
META = {"name": "höher", "numbers": [1, 2.5, None]}
ARRAYS: dict[str, np.ndarray] = {
    "few": np.arange(3, dtype=np.uint32),
    "square": np.arange(6.0).reshape(2, 3),
    "flags": np.array([True, False]),
    "none": np.empty(0, np.uint8),
    "wide": np.empty((0, 7), np.int32),
}


def test_a_message_comes_back_as_it_was() -> None:
    for arrays in (ARRAYS, {"none": ARRAYS["none"]}, {}):
        meta, found = LAYOUT.unpacked(LAYOUT.packed(META, arrays))
        assert {name: meta[name] for name in META} == META
        assert list(found) == list(arrays)
        for name, array in arrays.items():
            assert found[name].dtype == array.dtype
            np.testing.assert_array_equal(found[name], array)
            assert not found[name].flags.writeable


def test_arrays_are_not_copied() -> None:
    data = LAYOUT.packed(META, ARRAYS)
    _, found = LAYOUT.unpacked(memoryview(data))
    whole = np.frombuffer(data, np.uint8)
    begin = found["square"].ctypes.data - whole.ctypes.data
    assert 0 < begin < len(data)
    assert begin % ALIGNMENT == 0


@pytest.mark.parametrize("part", np.linspace(0, 1, 40, endpoint=False))
def test_a_flipped_bit_or_a_lost_end_is_noticed(part: float) -> None:
    data = LAYOUT.packed(META, ARRAYS)
    spoiled = bytearray(data)
    spoiled[int(part * len(data))] ^= 16
    try:
        _, found = LAYOUT.unpacked(bytes(spoiled))
        for name, array in ARRAYS.items():  # the bit lay between two arrays
            np.testing.assert_array_equal(found[name], array)
    except (DamagedArraysError, OtherLayoutError):
        pass
    with pytest.raises(DamagedArraysError):
        LAYOUT.unpacked(data[: int(part * (len(data) - ALIGNMENT))])


@pytest.mark.parametrize("array", [np.array([{}]), np.array([3], ">u4"), np.array(["a"])])
def test_nothing_but_numbers_of_this_machine_is_read(array: np.ndarray[Any, Any]) -> None:
    data = bytes(2 * ALIGNMENT)
    with pytest.raises(ValueError, match="'a' of"):
        LAYOUT.array(data, {"name": "a", "dtype": array.dtype.str, "shape": [1], "offset": 64})


def test_other_layouts_are_told() -> None:
    data = LAYOUT.packed({}, ARRAYS)
    with pytest.raises(OtherLayoutError, match="of version 1, not 2"):
        replace(LAYOUT, version=2).unpacked(data)
    with pytest.raises(DamagedArraysError, match="other bytes"):
        replace(LAYOUT, magic=b"ISOOTHER").unpacked(data)
