"""Asking for memory before it is needed, so that the wait for it passes with other work."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]  # has no stubs
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_intrinsic: Callable[[Callable[..., Any]], Any] = intrinsic  # callers leave out the typing context

_READ, _KEEP, _DATA = 0, 3, 1


@_intrinsic
def prefetch(_typing: Any, array: Any, at: Any) -> Any:
    """Have array[at] brought near, to be read soon. at : not checked; any number does no harm."""

    def emit(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        as_struct: Any = cgutils.create_struct_proxy(array)  # type: ignore[no-untyped-call]
        index = context.cast(builder, args[1], at, types.intp)
        place = builder.gep(as_struct(context, builder, args[0]).data, [index])
        word, address = ir.IntType(32), ir.IntType(8).as_pointer()
        kind = ir.FunctionType(ir.VoidType(), [address, word, word, word])
        hint = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")  # type: ignore[no-untyped-call]
        operands = [word(value) for value in (_READ, _KEEP, _DATA)]
        builder.call(hint, [builder.bitcast(place, address), *operands])
        return context.get_dummy_value()

    is_plain = isinstance(array, types.Array) and array.layout == "C"
    return (types.void(array, at), emit) if is_plain else None
