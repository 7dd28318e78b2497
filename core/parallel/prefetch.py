"""Asking for memory before it is needed, so that the wait for it passes with other work."""

from __future__ import annotations

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]  # has no stubs
from numba import types

from core.parallel.intrinsics import declared, element, intrinsic

_READ, _KEEP, _DATA = 0, 3, 1


@intrinsic
def prefetch(_typing: Any, array: Any, at: Any) -> Any:
    """Have element `at` of any array brought near, to be read soon; it need not exist."""

    def emit(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        place = element(context, builder, (array, args[0]), (at, args[1]))
        word, address = ir.IntType(32), ir.IntType(8).as_pointer()
        operands = [address, word, word, word]
        hint = declared(builder, ir.VoidType(), operands, "llvm.prefetch.p0")
        how = [word(value) for value in (_READ, _KEEP, _DATA)]
        builder.call(hint, [builder.bitcast(place, address), *how])
        return context.get_dummy_value()

    return (types.void(array, at), emit) if isinstance(array, types.Array) else None
