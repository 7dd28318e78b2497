"""Words that several threads of compiled code share: read, written and counted without tearing.

What a thread wrote before `publish` or `claim` is there for whoever sees their effect through
`observe`, `claim` or `count`. Words are int64 in a C-contiguous array; `at` is an index from its
start, not checked.
"""

from __future__ import annotations

import platform
from collections.abc import Callable
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]  # has no stubs
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

APART = 8
"""Words between those that different threads write, so that each has its own cache line."""

_WORD_BYTES = 8
_intrinsic: Callable[[Callable[..., Any]], Any] = intrinsic  # callers leave out the typing context


def _holds_words(array: Any) -> bool:
    return isinstance(array, types.Array) and array.dtype == types.int64 and array.layout == "C"


def _place(context: Any, builder: Any, array: tuple[Any, Any], at: tuple[Any, Any]) -> Any:
    """Pointer to a word; array and index are given as type and value."""
    as_struct: Any = cgutils.create_struct_proxy(array[0])  # type: ignore[no-untyped-call]
    index = context.cast(builder, at[1], at[0], types.intp)
    return builder.gep(as_struct(context, builder, array[1]).data, [index])


@_intrinsic
def observe(_typing: Any, words: Any, at: Any) -> Any:
    """The word, and with it everything written before it was published."""

    def emit(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        place = _place(context, builder, (words, args[0]), (at, args[1]))
        return builder.load_atomic(place, "acquire", _WORD_BYTES)

    return (types.int64(words, at), emit) if _holds_words(words) else None


@_intrinsic
def publish(_typing: Any, words: Any, at: Any, value: Any) -> Any:
    """Write the word, after everything this thread wrote before."""

    def emit(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        place = _place(context, builder, (words, args[0]), (at, args[1]))
        word = context.cast(builder, args[2], value, types.int64)
        builder.store_atomic(word, place, "release", _WORD_BYTES)
        return context.get_dummy_value()

    return (types.void(words, at, value), emit) if _holds_words(words) else None


@_intrinsic
def count(_typing: Any, words: Any, at: Any) -> Any:
    """Add one to the word, after everything this thread wrote before."""

    def emit(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        place = _place(context, builder, (words, args[0]), (at, args[1]))
        builder.atomic_rmw("add", place, ir.IntType(64)(1), "acq_rel")
        return context.get_dummy_value()

    return (types.void(words, at), emit) if _holds_words(words) else None


@_intrinsic
def claim(_typing: Any, words: Any, at: Any, expected: Any) -> Any:
    """Add one to the word if it is still as expected; returns whether it was."""

    def emit(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        place = _place(context, builder, (words, args[0]), (at, args[1]))
        seen = context.cast(builder, args[2], expected, types.int64)
        following = builder.add(seen, ir.IntType(64)(1))
        outcome = builder.cmpxchg(place, seen, following, "acq_rel", "acquire")
        return builder.extract_value(outcome, 1)

    return (types.boolean(words, at, expected), emit) if _holds_words(words) else None


_HINTS: dict[str, tuple[str, tuple[int, ...]]] = {
    "x86_64": ("llvm.x86.sse2.pause", ()),
    "amd64": ("llvm.x86.sse2.pause", ()),
    "arm64": ("llvm.aarch64.hint", (1,)),
    "aarch64": ("llvm.aarch64.hint", (1,)),
}


@_intrinsic
def pause(_typing: Any) -> Any:
    """Tell the processor that this thread waits for another one."""

    def emit(context: Any, builder: Any, _signature: Any, _args: Any) -> Any:
        word = ir.IntType(32)
        name, operands = _HINTS.get(platform.machine().lower(), ("", ()))
        if name:
            kind = ir.FunctionType(ir.VoidType(), [word] * len(operands))
            hint = cgutils.get_or_insert_function(builder.module, kind, name)  # type: ignore[no-untyped-call]
            builder.call(hint, [word(operand) for operand in operands])
        return context.get_dummy_value()

    return types.void(), emit
