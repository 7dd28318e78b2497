"""Words that several threads of compiled code share: read, written, counted and lowered whole.

What a thread wrote before `publish` or `claim` is there for whoever sees their effect through
`observe`, `claim`, `count` or `reserve`; `lower` promises nothing of the kind. Words are int64, for
`lower` uint32, in a C-contiguous array; `at` is an index from its start, not checked.
"""

from __future__ import annotations

import platform
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]  # has no stubs
from numba import types

from core.parallel.intrinsics import declared, element, holds, intrinsic

LINE_WORDS = 8
"""Words between those that different threads write, so that each has its own cache line."""

_WORD_BYTES = 8


@intrinsic
def observe(_typing: Any, words: Any, at: Any) -> Any:
    """The word, and with it everything written before it was published."""

    def emit(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        place = element(context, builder, (words, args[0]), (at, args[1]))
        return builder.load_atomic(place, "acquire", _WORD_BYTES)

    return (types.int64(words, at), emit) if holds(words, types.int64) else None


@intrinsic
def publish(_typing: Any, words: Any, at: Any, value: Any) -> Any:
    """Write the word, after everything this thread wrote before."""

    def emit(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        place = element(context, builder, (words, args[0]), (at, args[1]))
        word = context.cast(builder, args[2], value, types.int64)
        builder.store_atomic(word, place, "release", _WORD_BYTES)
        return context.get_dummy_value()

    return (types.void(words, at, value), emit) if holds(words, types.int64) else None


@intrinsic
def count(_typing: Any, words: Any, at: Any) -> Any:
    """Add one to the word, after everything this thread wrote before."""

    def emit(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        place = element(context, builder, (words, args[0]), (at, args[1]))
        builder.atomic_rmw("add", place, ir.IntType(64)(1), "acq_rel")
        return context.get_dummy_value()

    return (types.void(words, at), emit) if holds(words, types.int64) else None


@intrinsic
def reserve(_typing: Any, words: Any, at: Any, amount: Any) -> Any:
    """Add an amount to the word, after everything this thread wrote before; returns what stood
    there."""

    def emit(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        place = element(context, builder, (words, args[0]), (at, args[1]))
        word = context.cast(builder, args[2], amount, types.int64)
        return builder.atomic_rmw("add", place, word, "acq_rel")

    return (types.int64(words, at, amount), emit) if holds(words, types.int64) else None


@intrinsic
def claim(_typing: Any, words: Any, at: Any, expected: Any) -> Any:
    """Add one to the word if it is still as expected; returns whether it was."""

    def emit(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        place = element(context, builder, (words, args[0]), (at, args[1]))
        seen = context.cast(builder, args[2], expected, types.int64)
        following = builder.add(seen, ir.IntType(64)(1))
        outcome = builder.cmpxchg(place, seen, following, "acq_rel", "acquire")
        return builder.extract_value(outcome, 1)

    return (types.boolean(words, at, expected), emit) if holds(words, types.int64) else None


@intrinsic
def lower(_typing: Any, words: Any, at: Any, bound: Any) -> Any:
    """Atomic minimum of the word and a bound; returns what stood there before.

    Of several threads that lower one word from the same value, one gets that value back.
    """

    def emit(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        place = element(context, builder, (words, args[0]), (at, args[1]))
        value = context.cast(builder, args[2], bound, types.uint32)
        return builder.atomic_rmw("umin", place, value, "monotonic")

    return (types.uint32(words, at, bound), emit) if holds(words, types.uint32) else None


@intrinsic
def fence(_typing: Any) -> Any:
    """What this thread wrote before is there for others before it reads anything after: of two
    threads that each write, pass a fence and read what the other writes, one at least sees it."""

    def emit(context: Any, builder: Any, _signature: Any, _args: Any) -> Any:
        builder.fence("seq_cst")
        return context.get_dummy_value()

    return types.void(), emit


_HINTS: dict[str, tuple[str, tuple[int, ...]]] = {
    "x86_64": ("llvm.x86.sse2.pause", ()),
    "amd64": ("llvm.x86.sse2.pause", ()),
    "arm64": ("llvm.aarch64.hint", (1,)),
    "aarch64": ("llvm.aarch64.hint", (1,)),
}


@intrinsic
def pause(_typing: Any) -> Any:
    """Tell the processor that this thread waits for another one."""

    def emit(context: Any, builder: Any, _signature: Any, _args: Any) -> Any:
        word = ir.IntType(32)
        name, operands = _HINTS.get(platform.machine().lower(), ("", ()))
        if name:
            hint = declared(builder, ir.VoidType(), [word] * len(operands), name)
            builder.call(hint, [word(operand) for operand in operands])
        return context.get_dummy_value()

    return types.void(), emit
