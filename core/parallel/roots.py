"""Square roots of whole numbers in SIMD vectors, exact to the unit: floors, lane by lane.

An estimate in float32 is rounded, and one comparison of squares says whether it is one too large.
The squares have more bits than a lane, but those that are compared lie so close together that
their lowest 32 tell which is larger.

Why one: sides up to LONGEST are exact in float32. A rounding adds at most 2⁻²⁴ of what is rounded,
so an estimate of √n, n being a difference of squares and no less than nearly half of the longer
side's, is off by less than 0.4, and by 0.5 more once it is rounded to a whole number: that number
is the floor of √n or one more.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]  # has no stubs
from numba import types

from core.parallel.intrinsics import declared, intrinsic
from core.parallel.simd import VECTOR, WIDTH

LONGEST = (1 << 22) - 1
"""Longest side of which roots are exact."""

LONGEST_ASIDE = (1 << 26) - 1
"""Longest side of which `legs_aside` is exact: its square is a whole number in float64, and so far
from the next one that its root is rounded to no other whole number."""

SHORT_ASIDE, LEAST_SHARE, MIDDLE_SHARE = (1 << 21) - 1, 1 << 21, 3 << 22
"""Longest side and least share of which `short_legs_aside` is exact, and the share from which on it
is exact up to LONGEST. With R, the share in its unit, and F, the side, float32 takes the square off
by no more than 2⁻²⁴ (1 + 3/(1 + R)) F², and it is no less than F² R/(1 + R). So the root is off by
0.69 for R = 1/8, by 0.52 for R = 3/4 up to LONGEST, and by 0.19 and 0.38 more as it is rounded: by
less than 1, and what is cut off it is the floor, or one more or less."""

_WORDS = ir.VectorType(ir.IntType(32), WIDTH)
_REALS = ir.VectorType(ir.FloatType(), WIDTH)
_WIDE = ir.VectorType(ir.IntType(64), WIDTH)
_DOUBLES = ir.VectorType(ir.DoubleType(), WIDTH)
_FIRST = ir.IntType(32)(0)

_ROUNDING = 1.5 * 2**23
"""Added to a float32 below 2²² it leaves a whole number, the nearest, in the low bits. Added to a
NaN it leaves one, whose bits, less _ROUNDING_BITS, are beyond all lengths."""

_ROUNDING_BITS = 0x4B400000

_UP = 1 + 2.0**-21
"""Factor that makes up for all roundings of a comparison."""


def _constant(value: Any) -> Any:
    """A vector of one number, of reals or of words."""
    kind = _REALS if isinstance(value, float) else _WORDS
    return ir.Constant(kind, [value] * WIDTH)


@intrinsic
def legs(_typing: Any, longest: Any, other: Any) -> Any:
    """legs(longest, other): the floor of √(longest² - other²) where that is no less than `other`,
    else something less than `other`, or above 2²⁹.

    longest : 2 to LONGEST, else anything comes out. other : below 2³⁰.
    """

    def emit(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        reals = [builder.sitofp(side, _REALS) for side in args]
        fused = declared(builder, _REALS, [_REALS] * 3, f"llvm.fmuladd.v{WIDTH}f32")
        longest_squared = builder.fmul(reals[0], reals[0])
        difference = builder.call(fused, [builder.fneg(reals[1]), reals[1], longest_squared])
        root = declared(builder, _REALS, [_REALS], f"llvm.sqrt.v{WIDTH}f32")
        estimate = builder.fadd(builder.call(root, [difference]), _constant(_ROUNDING))
        rounded = builder.sub(builder.bitcast(estimate, _WORDS), _constant(_ROUNDING_BITS))
        squares = [builder.mul(side, side) for side in (*args, rounded)]
        beyond = builder.sub(builder.sub(squares[0], squares[1]), squares[2])
        return builder.add(rounded, builder.ashr(beyond, _constant(31)))  # one less if negative

    return (VECTOR(longest, other), emit) if longest == other == VECTOR else None


@intrinsic
def shorter_lanes(_typing: Any, longest: Any, other: Any, bound: Any) -> Any:
    """shorter_lanes(longest, other, bound): a bit for every lane in which the leg of `legs` is no
    less than `other` and below `bound`, and for a few more. Of any length below 2³⁰."""

    def emit(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        ends = builder.sub(args[0], args[2]), builder.add(args[0], args[2])
        below, above, leg, side = (
            builder.sitofp(words, _REALS) for words in (*ends, args[1], args[0])
        )
        square = builder.fmul(builder.fmul(leg, _constant(_UP)), leg)
        shorter = builder.fcmp_ordered("<", builder.fmul(below, above), square)
        most = builder.fmul(side, _constant(0.5**0.5 * _UP))
        lanes = builder.and_(shorter, builder.fcmp_ordered("<=", leg, most))
        return builder.zext(builder.bitcast(lanes, ir.IntType(WIDTH)), ir.IntType(64))

    given = longest, other, bound
    return (types.int64(*given), emit) if given == (VECTOR,) * 3 else None


@intrinsic
def legs_aside(_typing: Any, longest: Any, other: Any, share: Any) -> Any:
    """legs_aside(longest, other, share): the floor of √(longest² - share · other² / 2²⁴).

    longest : 1 to LONGEST_ASIDE. other : below 2³⁰, so that a whole number is left; else anything
        comes out. share : a whole number up to 2³², for all lanes.
    """

    def emit(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        def wide(number: int) -> Any:
            return ir.Constant(_WIDE, [number] * WIDTH)

        word = context.cast(builder, args[2], share, types.uint64)
        single = builder.insert_element(ir.Constant(_WIDE, ir.Undefined), word, _FIRST)
        part = builder.shuffle_vector(single, single, ir.Constant(_WORDS, [0] * WIDTH))
        side, leg = (builder.zext(given, _WIDE) for given in args[:2])
        square, rest = builder.mul(leg, leg), wide((1 << 24) - 1)
        # By parts, since the product has more than 64 bits; cut off upwards.
        low = builder.add(builder.mul(part, builder.and_(square, rest)), rest)
        high = builder.mul(part, builder.lshr(square, wide(24)))
        taken = builder.add(high, builder.lshr(low, wide(24)))
        left = builder.sub(builder.mul(side, side), taken)
        # Below 2⁵² it is the low bits of 2⁵² + itself, which loses 2⁵² without rounding.
        lifted = builder.bitcast(builder.or_(left, wide(0x433 << 52)), _DOUBLES)
        real = builder.fsub(lifted, ir.Constant(_DOUBLES, [2.0**52] * WIDTH))
        root = declared(builder, _DOUBLES, [_DOUBLES], f"llvm.sqrt.v{WIDTH}f64")
        return builder.fptosi(builder.call(root, [real]), _WORDS)

    return (VECTOR(longest, other, share), emit) if longest == other == VECTOR else None


@intrinsic
def short_legs_aside(_typing: Any, longest: Any, other: Any, share: Any) -> Any:
    """The same as `legs_aside` in a fraction of the time.

    longest : 1 to SHORT_ASIDE, or to LONGEST where share is MIDDLE_SHARE or more. share :
        LEAST_SHARE at least.
    """

    def emit(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        def alike(number: Any, kind: Any) -> Any:
            single = builder.insert_element(ir.Constant(kind, ir.Undefined), number, _FIRST)
            return builder.shuffle_vector(single, single, ir.Constant(_WORDS, [0] * WIDTH))

        real = context.cast(builder, args[2], share, types.float32)
        unit = ir.Constant(ir.FloatType(), 2.0**-24)
        sides = [builder.sitofp(given, _REALS) for given in args[:2]]
        fused = declared(builder, _REALS, [_REALS] * 3, f"llvm.fmuladd.v{WIDTH}f32")
        part = alike(builder.fneg(builder.fmul(real, unit)), _REALS)
        squares = [builder.fmul(side, side) for side in sides]
        left = builder.call(fused, [part, squares[1], squares[0]])
        root = declared(builder, _REALS, [_REALS], f"llvm.sqrt.v{WIDTH}f32")
        guess = builder.fptosi(builder.call(root, [left]), _WORDS)
        # How far the square is from the guess's, by the lowest 32 bits of both.
        whole = alike(context.cast(builder, args[2], share, types.uint64), _WIDE)
        leg = builder.zext(args[1], _WIDE)
        rest = ir.Constant(_WIDE, [(1 << 24) - 1] * WIDTH)
        taken = builder.add(builder.mul(builder.mul(leg, leg), whole), rest)
        taken = builder.trunc(builder.lshr(taken, ir.Constant(_WIDE, [24] * WIDTH)), _WORDS)
        square = builder.sub(builder.mul(args[0], args[0]), taken)
        beyond = builder.sub(square, builder.mul(guess, guess))
        short = builder.icmp_signed(">", beyond, builder.add(guess, guess))
        down = builder.ashr(beyond, _constant(31))  # one less if negative
        return builder.sub(builder.add(guess, down), builder.sext(short, _WORDS))

    return (VECTOR(longest, other, share), emit) if longest == other == VECTOR else None
