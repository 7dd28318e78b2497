"""Lowering a label that several threads of compiled code share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_intrinsic: Callable[[Callable[..., Any]], Any] = intrinsic  # callers leave out the typing context


def _holds_labels(array: Any) -> bool:
    return isinstance(array, types.Array) and array.dtype == types.uint32 and array.layout == "C"


@_intrinsic
def lower(_typing: Any, labels: Any, at: Any, label: Any) -> Any:
    """Atomic minimum of labels[at] and a label; returns what stood there before.

    labels : uint32, C-contiguous. at : not checked, 0 or more. Of several threads that lower one
    label from the same value, one gets that value back.
    """

    def emit(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        as_struct: Any = cgutils.create_struct_proxy(labels)  # type: ignore[no-untyped-call]
        index = context.cast(builder, args[1], at, types.intp)
        place = builder.gep(as_struct(context, builder, args[0]).data, [index])
        value = context.cast(builder, args[2], label, types.uint32)
        return builder.atomic_rmw("umin", place, value, "monotonic")

    return (types.uint32(labels, at, label), emit) if _holds_labels(labels) else None
