"""What our intrinsics share: instructions of LLVM that Numba has no words for.

Elements are counted from the start of an array of any dimension; as everywhere in compiled code
their numbers are not checked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]  # has no stubs
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic as numba_intrinsic

intrinsic: Callable[[Callable[..., Any]], Any] = numba_intrinsic
"""Numba's decorator; callers leave out the typing context."""


def holds(array: Any, dtype: Any) -> bool:
    """Whether a type is that of C-contiguous arrays of a dtype."""
    return isinstance(array, types.Array) and array.dtype == dtype and array.layout == "C"


def element(context: Any, builder: Any, array: tuple[Any, Any], at: tuple[Any, Any]) -> Any:
    """Pointer to element `at` of an array; both are given as type and value."""
    as_struct: Any = cgutils.create_struct_proxy(array[0])  # type: ignore[no-untyped-call]
    index = context.cast(builder, at[1], at[0], types.intp)
    return builder.gep(as_struct(context, builder, array[1]).data, [index])


def declared(builder: Any, result: Any, operands: list[Any], name: str) -> Any:
    """A function of LLVM's own, by its name."""
    kind = ir.FunctionType(result, operands)
    return cgutils.get_or_insert_function(builder.module, kind, name)  # type: ignore[no-untyped-call]
