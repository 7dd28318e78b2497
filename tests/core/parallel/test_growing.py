"""Arrays that grow in compiled code, and none that is assigned to a slice of another there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from core.parallel.growing import longer, longer_rows

ROOT = Path(__file__).parents[3]
PACKAGES = "core", "raster", "road", "app", "ui"
COMPILED = "njit", "in_place", "overload"


@pytest.mark.parametrize("dtype", [np.uint64, np.int64, np.float32])
def test_what_was_there_stays_and_as_much_room_is_added(dtype: Any) -> None:
    array: NDArray[Any] = np.arange(1, 8).astype(dtype)
    more = longer(array, 5)
    assert more.dtype == dtype
    assert len(more) == 14
    np.testing.assert_array_equal(more[:5], array[:5])
    rows: NDArray[Any] = np.arange(12).astype(dtype).reshape(4, 3)
    more = longer_rows(rows, 3)
    assert (more.dtype, more.shape) == (dtype, (8, 3))
    np.testing.assert_array_equal(more[:3], rows[:3])


def _slices_assigned(text: str) -> Iterator[ast.Assign]:
    """Those of compiled functions that get something else than a constant."""
    for function in ast.walk(ast.parse(text)):
        if not isinstance(function, ast.FunctionDef):
            continue
        if not any(ast.unparse(d).startswith(COMPILED) for d in function.decorator_list):
            continue
        for node in ast.walk(function):
            if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Subscript):
                continue
            sliced = any(isinstance(part, ast.Slice) for part in ast.walk(node.targets[0].slice))
            value = ast.unparse(node.value)
            if sliced and not (value.isupper() or value.lstrip("-").isdigit()):
                yield node


def test_compiled_code_assigns_no_array_to_a_slice() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)}"
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        for node in _slices_assigned(path.read_text(encoding="utf-8"))
    ]
    assert found == [], (
        "four seconds to compile each; copy one by one, or see core/parallel/growing.py"
    )


def test_such_an_assignment_is_seen() -> None:
    text = "@njit\ndef f(a, b):\n    a[:3] = b\n    a[:] = 0\n    a[1:] = -1\n    a[:2] = BARRIER\n"
    assert [ast.unparse(node) for node in _slices_assigned(text)] == ["a[:3] = b"]
