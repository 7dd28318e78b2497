"""What a program asks of the processor itself: memory before it is needed, so that the wait for it
passes with other work, and how far its counter is."""

from __future__ import annotations

import platform
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


_COUNTER = ir.IntType(64)
_ON_X86 = ("x86_64", "amd64")
_ON_ARM = ("arm64", "aarch64")


@intrinsic
def cycles(_typing: Any) -> Any:
    """What the processor's counter shows, int64: it runs evenly, at a rate that only a comparison
    with another clock tells. 0 on processors whose counter programs may not read."""

    def emit(_context: Any, builder: Any, _signature: Any, _args: Any) -> Any:
        machine = platform.machine().lower()
        if machine in _ON_X86:
            return builder.call(declared(builder, _COUNTER, [], "llvm.readcyclecounter"), [])
        return counter_on_arm(builder) if machine in _ON_ARM else _COUNTER(0)

    return types.int64(), emit


def counter_on_arm(builder: Any) -> Any:
    """The value of the counter that programs may read there; the one that LLVM takes for cycles
    belongs to the system, and assembly in line needs a parser that Numba does not load."""
    register = builder.module.add_metadata(["cntvct_el0"])
    name = "llvm.read_volatile_register.i64"
    return builder.call(declared(builder, _COUNTER, [ir.MetaDataType()], name), [register])
