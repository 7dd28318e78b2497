"""Products of words in 64 bits and shifts, lane by lane of vectors of `core.parallel.simd`, and
look-ups."""

from __future__ import annotations

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]  # has no stubs
from numba import types

from core.parallel.intrinsics import declared, element, holds, intrinsic
from core.parallel.simd import VECTOR, WIDTH

_WORD, _LONG = ir.IntType(32), ir.IntType(64)
_VECTOR, _LONGS = ir.VectorType(_WORD, WIDTH), ir.VectorType(_LONG, WIDTH)
_TWO = types.UniTuple(VECTOR, 2)  # type: ignore[no-untyped-call]


def _in_all(kind: Any, number: int) -> Any:
    return ir.Constant(kind, [number] * WIDTH)


def _spread(builder: Any, kind: Any, value: Any) -> Any:
    """A vector of `kind` with one value in every lane."""
    single = builder.insert_element(ir.Constant(kind, ir.Undefined), value, _WORD(0))
    return builder.shuffle_vector(single, single, _in_all(_VECTOR, 0))


@intrinsic
def product(_typing: Any, vector: Any, word: Any) -> Any:
    """Upper and lower words of the product of every lane and a word: two vectors."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        factor = _spread(builder, _VECTOR, context.cast(builder, args[1], word, types.uint32))
        long = builder.mul(builder.zext(args[0], _LONGS), builder.zext(factor, _LONGS))
        upper = builder.trunc(builder.lshr(long, _in_all(_LONGS, 32)), _VECTOR)
        both = upper, builder.trunc(long, _VECTOR)
        return context.make_tuple(builder, signature.return_type, both)

    return (_TWO(vector, word), emit) if vector == VECTOR else None


@intrinsic
def looked_up(_typing: Any, array: Any, places: Any) -> Any:
    """Upper and lower words of the elements of an array of int64 at the places that lanes say."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        first = element(context, builder, (array, args[0]), (types.intp, ir.Constant(_LONG, 0)))
        pointers = ir.VectorType(_LONG.as_pointer(), WIDTH)
        flags = ir.VectorType(ir.IntType(1), WIDTH)
        operands, name = (
            [pointers, _WORD, flags, _LONGS],
            f"llvm.masked.gather.v{WIDTH}i64.v{WIDTH}p0",
        )
        gather = declared(builder, _LONGS, operands, name)
        base = _spread(builder, _LONGS, builder.ptrtoint(first, _LONG))
        away = builder.shl(builder.zext(args[1], _LONGS), _in_all(_LONGS, 3))
        places = builder.inttoptr(builder.add(base, away), pointers)
        unset = ir.Constant(_LONGS, ir.Undefined)
        found = builder.call(gather, [places, _WORD(8), _in_all(flags, 1), unset])
        upper = builder.trunc(builder.lshr(found, _in_all(_LONGS, 32)), _VECTOR)
        both = upper, builder.trunc(found, _VECTOR)
        return context.make_tuple(builder, signature.return_type, both)

    fits = holds(array, types.int64) and places == VECTOR
    return (_TWO(array, places), emit) if fits else None


@intrinsic
def along(_typing: Any, value: Any, gain: Any, share: Any) -> Any:
    """value + gain · share, the gain signed, the share the upper 16 bits of a word as a fraction of
    2¹⁶; rounded down."""

    def emit(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        share = builder.lshr(args[2], _in_all(_VECTOR, 16))
        long = builder.mul(builder.sext(args[1], _LONGS), builder.zext(share, _LONGS))
        more = builder.trunc(builder.ashr(long, _in_all(_LONGS, 16)), _VECTOR)
        return builder.add(args[0], more)

    return (VECTOR(value, gain, share), emit) if value == gain == share == VECTOR else None


@intrinsic
def rounded_product(_typing: Any, left: Any, right: Any, shift: Any, most: Any) -> Any:
    """left · right / 2^shift, rounded half up, `most` where that is less."""

    def emit(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        long = builder.mul(builder.zext(args[0], _LONGS), builder.zext(args[1], _LONGS))
        half = _in_all(_LONGS, 1 << shift.literal_value - 1)
        long = builder.lshr(builder.add(long, half), _in_all(_LONGS, shift.literal_value))
        top = _spread(builder, _VECTOR, context.cast(builder, args[3], most, types.uint32))
        upper = builder.lshr(long, _in_all(_LONGS, 32))
        small = builder.icmp_unsigned("==", upper, _in_all(_LONGS, 0))
        word = builder.trunc(long, _VECTOR)
        word = builder.select(builder.icmp_unsigned("<", word, top), word, top)
        return builder.select(small, word, top)

    fits = left == right == VECTOR and isinstance(shift, types.IntegerLiteral)
    return (VECTOR(left, right, shift, most), emit) if fits else None


@intrinsic
def shifted_right(_typing: Any, vector: Any, bits: Any) -> Any:
    """Every lane, taken as a signed number, divided by 2^bits and rounded down."""

    def emit(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ashr(args[0], _in_all(_VECTOR, bits.literal_value))

    fits = vector == VECTOR and isinstance(bits, types.IntegerLiteral)
    return (VECTOR(vector, bits), emit) if fits else None
