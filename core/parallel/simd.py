"""A SIMD vector of 32 words as one value in compiled code, and the transpose of 32 of them.

Written as loops over an array, a row of words that is handed on is stored and loaded again shifted
by a word to either side, and each such load waits until the two stores that it overlaps have left
the core. Whether the loops become vector code at all also hangs on what the compiler can prove
about their indices. As a value the vector stays in registers and is shifted by a shuffle; LLVM
makes of 32 lanes two, four or eight registers, whatever the processor has.

Words are uint32 and wrap round. Indices count words from the start of a C-contiguous array of any
dimension; as everywhere in compiled code they are not checked.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]  # has no stubs
from numba import njit, types
from numba.extending import models, overload, register_model

from core.parallel.in_place import in_place
from core.parallel.intrinsics import declared, element, holds, intrinsic

WIDTH = 32
BLOCK = 8
"""Rows and columns transposed at a time; they fill half the registers of AVX2."""

_WORD = ir.IntType(32)
_VECTOR = ir.VectorType(_WORD, WIDTH)
_Emit = Callable[..., Any]


class VectorType(types.Type):
    """Numba's type of a vector."""

    def __init__(self) -> None:
        super().__init__(name="Vector")


VECTOR = VectorType()


@register_model(VectorType)
class _VectorModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: VectorType) -> None:
        super().__init__(manager, kind, _VECTOR)  # type: ignore[no-untyped-call]


def _holds_words(array: Any) -> bool:
    return holds(array, types.uint32)


def _address(context: Any, builder: Any, array: tuple[Any, Any], at: Any, kind: Any) -> Any:
    """Pointer to `kind` at element `at` of an array, given as its type and its value."""
    place = element(context, builder, array, (types.intp, at))
    return builder.bitcast(place, kind.as_pointer())


def _lanes_taken(lanes: Iterable[int]) -> Any:
    """Operand of a shuffle: which lane of its two operands each lane of the result takes."""
    chosen = list(lanes)
    return ir.Constant(ir.VectorType(_WORD, len(chosen)), chosen)


def _spread(builder: Any, kind: Any, value: Any) -> Any:
    """A vector of `kind` with one value in every lane."""
    single = builder.insert_element(ir.Constant(kind, ir.Undefined), value, _WORD(0))
    return builder.shuffle_vector(single, single, _lanes_taken([0] * WIDTH))


def _loading(words: int, lanes: Iterable[int]) -> Any:
    """Load `words` words and keep some lanes of them."""
    taken, kind = _lanes_taken(lanes), ir.VectorType(_WORD, words)

    def typed(_typing: Any, array: Any, at: Any) -> Any:
        def emit(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            index = context.cast(builder, args[1], at, types.intp)
            place = _address(context, builder, (array, args[0]), index, kind)
            loaded = builder.load(place, align=4)
            return builder.shuffle_vector(loaded, loaded, taken)

        return (VECTOR(array, at), emit) if _holds_words(array) else None

    return intrinsic(typed)


load = _loading(WIDTH, range(WIDTH))
"""load(array, at): the 32 words from index `at` on."""

load_evens = _loading(2 * WIDTH, range(0, 2 * WIDTH, 2))
"""load_evens(array, at): every second of the 64 words from index `at` on."""

load_odds = _loading(2 * WIDTH, range(1, 2 * WIDTH, 2))
"""load_odds(array, at): the other ones."""


@intrinsic
def store(_typing: Any, array: Any, at: Any, vector: Any) -> Any:
    """Write a vector to an array from index `at` on."""

    def emit(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        index = context.cast(builder, args[1], at, types.intp)
        place = _address(context, builder, (array, args[0]), index, _VECTOR)
        builder.store(args[2], place, align=4)
        return context.get_dummy_value()

    return (
        (types.void(array, at, vector), emit) if _holds_words(array) and vector == VECTOR else None
    )


@intrinsic
def quotients(
    _typing: Any, array: Any, at: Any, dividend: Any, instead: Any, most: Any, otherwise: Any
) -> Any:
    """Of the 32 float32 from index `at` on: dividend / number in float64, rounded half to even,
    1 to `most`. `instead` stands for numbers up to 0; what then is not above 0, NaN with it, gives
    `otherwise`.
    """

    def emit(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        double = ir.DoubleType()
        reals = ir.VectorType(double, WIDTH)
        floats = ir.VectorType(ir.FloatType(), WIDTH)

        index = context.cast(builder, args[1], at, types.intp)
        over, zero, top, none = (
            _spread(builder, reals, context.cast(builder, value, kind, types.float64))
            for value, kind in zip(args[2:], (dividend, instead, most, otherwise), strict=True)
        )
        nothing, one = (ir.Constant(reals, [number] * WIDTH) for number in (0.0, 1.0))
        place = _address(context, builder, (array, args[0]), index, floats)
        given = builder.fpext(builder.load(place, align=4), reals)
        number = builder.select(builder.fcmp_ordered("<=", given, nothing), zero, given)
        rint = declared(builder, reals, [reals], f"llvm.rint.v{WIDTH}f64")
        whole = builder.call(rint, [builder.fdiv(over, number)])
        whole = builder.select(builder.fcmp_ordered("<", whole, one), one, whole)
        whole = builder.select(builder.fcmp_ordered(">", whole, top), top, whole)
        whole = builder.select(builder.fcmp_ordered(">", number, nothing), whole, none)
        return builder.fptosi(whole, _VECTOR)

    if not holds(array, types.float32):
        return None
    return VECTOR(array, at, dividend, instead, most, otherwise), emit


@intrinsic
def fill(_typing: Any, word: Any) -> Any:
    """A vector of one value."""

    def emit(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return _spread(builder, _VECTOR, context.cast(builder, args[0], word, types.uint32))

    return VECTOR(word), emit


def _lane_by_lane(emit_vectors: _Emit) -> Any:
    def typed(_typing: Any, left: Any, right: Any) -> Any:
        def emit(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return emit_vectors(builder, *args)

        return (VECTOR(left, right), emit) if left == right == VECTOR else None

    return intrinsic(typed)


def _emit_least(builder: Any, left: Any, right: Any) -> Any:
    return builder.select(builder.icmp_unsigned("<", left, right), left, right)


least = _lane_by_lane(_emit_least)
"""least(left, right): the smaller of two vectors, lane by lane."""

most = _lane_by_lane(lambda make, a, b: make.select(make.icmp_unsigned(">", a, b), a, b))
"""most(left, right): the larger of two vectors, lane by lane."""

within = _lane_by_lane(
    lambda builder, vector, bound: builder.zext(builder.icmp_unsigned("<=", vector, bound), _VECTOR)
)
"""within(vector, bound): 1 where the vector is at most the bound, else 0, lane by lane."""


@intrinsic
def select_less(_typing: Any, left: Any, right: Any, chosen: Any, otherwise: Any) -> Any:
    """Lane by lane `chosen` where `left` is below `right`, else `otherwise`."""

    def emit(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.select(builder.icmp_unsigned("<", args[0], args[1]), args[2], args[3])

    return (VECTOR(left, right, chosen, otherwise), emit) if left == VECTOR else None


@njit(nogil=True, inline="always")
def where_less(vector: Any, bound: Any, otherwise: Any) -> Any:
    """Lane by lane `vector` where it is below `bound`, else `otherwise`."""
    return select_less(vector, bound, vector, otherwise)


@intrinsic
def scaled(_typing: Any, vector: Any, share: Any, bits: Any) -> Any:
    """Every lane times share / 2^bits, rounded down, 2³² - 1 at most; products are below 2⁶³."""

    def emit(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        wide = ir.VectorType(ir.IntType(64), WIDTH)
        given = zip(args[1:], (share, bits), strict=True)
        words = (context.cast(builder, word, kind, types.uint64) for word, kind in given)
        factor, shift = (_spread(builder, wide, word) for word in words)
        whole = builder.lshr(builder.mul(builder.zext(args[0], wide), factor), shift)
        top = ir.Constant(wide, [(1 << 32) - 1] * WIDTH)
        return builder.trunc(_emit_least(builder, whole, top), _VECTOR)

    return (VECTOR(vector, share, bits), emit) if vector == VECTOR else None


def _masking(emit_flags: _Emit, kind: Any, emit_mask: _Emit) -> Any:
    def typed(_typing: Any, left: Any, right: Any) -> Any:
        def emit(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            mask = builder.bitcast(emit_flags(builder, *args), _WORD)
            return emit_mask(builder, mask)

        return (kind(left, right), emit) if left == right == VECTOR else None

    return intrinsic(typed)


def _as_int64(builder: Any, mask: Any) -> Any:
    return builder.zext(mask, ir.IntType(64))


any_less = _masking(
    lambda builder, left, right: builder.icmp_unsigned("<", left, right),
    types.boolean,
    lambda builder, mask: builder.icmp_unsigned("!=", mask, _WORD(0)),
)
"""any_less(left, right): whether a lane is smaller in the left vector."""

less_lanes = _masking(
    lambda builder, left, right: builder.icmp_unsigned("<", left, right), types.int64, _as_int64
)
"""less_lanes(left, right): a bit for every lane that is smaller in the left vector, the first one
lowest."""

differing_lanes = _masking(
    lambda builder, left, right: builder.icmp_unsigned("!=", left, right), types.int64, _as_int64
)
"""differing_lanes(left, right): a bit for every lane that differs."""


def _placing(name: str, emit_place: _Emit) -> Any:
    def typed(_typing: Any, word: Any) -> Any:
        def emit(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            kind, flag = ir.IntType(32), ir.IntType(1)
            zeros = declared(builder, kind, [kind, flag], f"llvm.{name}.i32")
            given = context.cast(builder, args[0], word, types.uint32)
            place = emit_place(builder, builder.call(zeros, [given, flag(1)]))
            return _as_int64(builder, place)

        return types.int64(word), emit

    return intrinsic(typed)


lowest_bit = _placing("cttz", lambda builder, zeros: zeros)
"""lowest_bit(word): number of the lowest bit set in 32, which are not 0; int64."""

highest_bit = _placing("ctlz", lambda builder, zeros: builder.sub(_WORD(31), zeros))
"""highest_bit(word): number of the highest one."""


@intrinsic
def lane(_typing: Any, vector: Any, at: Any) -> Any:
    """One word of a vector."""

    def emit(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.extract_element(args[0], context.cast(builder, args[1], at, types.uint32))

    return (types.uint32(vector, at), emit) if vector == VECTOR else None


@intrinsic
def with_lane(_typing: Any, vector: Any, at: Any, word: Any) -> Any:
    """A vector with another word in one place."""

    def emit(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        place = context.cast(builder, args[1], at, types.uint32)
        value = context.cast(builder, args[2], word, types.uint32)
        return builder.insert_element(args[0], value, place)

    return (VECTOR(vector, at, word), emit) if vector == VECTOR else None


def _operator(function: Any, emit_vectors: _Emit) -> None:
    """Let an operator of Python work on vectors."""
    implementation = _lane_by_lane(emit_vectors)

    @overload(function)
    def choose(left: Any, right: Any) -> Any:
        def vectors(left: Any, right: Any) -> Any:
            return implementation(left, right)

        return vectors if left == right == VECTOR else None


_operator(operator.add, lambda builder, left, right: builder.add(left, right))
_operator(operator.sub, lambda builder, left, right: builder.sub(left, right))
_operator(operator.mul, lambda builder, left, right: builder.mul(left, right))
_operator(operator.or_, lambda builder, left, right: builder.or_(left, right))
_operator(operator.xor, lambda builder, left, right: builder.xor(left, right))


def _shifting(lanes: Iterable[int]) -> Any:
    taken = _lanes_taken(lanes)

    def typed(_typing: Any, vector: Any, word: Any) -> Any:
        def emit(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            entering = context.cast(builder, args[1], word, types.uint32)
            return builder.shuffle_vector(args[0], _spread(builder, _VECTOR, entering), taken)

        return (VECTOR(vector, word), emit) if vector == VECTOR else None

    return intrinsic(typed)


from_left = _shifting([WIDTH, *range(WIDTH - 1)])
"""from_left(vector, word): every lane takes the one before it, the first one takes the word."""

from_right = _shifting([*range(1, WIDTH), WIDTH])
"""from_right(vector, word): every lane takes the one after it, the last one takes the word."""


def _reducing(emit_vectors: _Emit) -> Any:
    def typed(_typing: Any, vector: Any) -> Any:
        def emit(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            left, half = args[0], WIDTH // 2
            while half:
                upper, lower = (_lanes_taken(range(k, k + half)) for k in (half, 0))
                left = emit_vectors(
                    builder,
                    builder.shuffle_vector(left, left, lower),
                    builder.shuffle_vector(left, left, upper),
                )
                half //= 2
            return builder.extract_element(left, _WORD(0))

        return (types.uint32(vector), emit) if vector == VECTOR else None

    return intrinsic(typed)


smallest = _reducing(_emit_least)
"""smallest(vector): the smallest word."""

total = _reducing(lambda builder, left, right: builder.add(left, right))
"""total(vector): the sum of the words."""

union = _reducing(lambda builder, left, right: builder.or_(left, right))
"""union(vector): the bits set in any word."""


@intrinsic
def transpose_block(_typing: Any, array: Any, source: Any, target: Any) -> Any:
    """Copy 8×8 of 32×32 words, from indices `source` and `target` on: rows become columns."""
    block = ir.VectorType(_WORD, BLOCK)

    def emit(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        def place(first: Any, row: int) -> Any:
            at = builder.add(first, first.type(row * WIDTH))
            return _address(context, builder, (array, args[0]), at, block)

        begin = context.cast(builder, args[1], source, types.intp)
        end = context.cast(builder, args[2], target, types.intp)
        rows = [builder.load(place(begin, row), align=4) for row in range(BLOCK)]
        for row, line in enumerate(_transposed(builder, rows)):
            builder.store(line, place(end, row), align=4)
        return context.get_dummy_value()

    return (types.void(array, source, target), emit) if _holds_words(array) else None


@in_place
def transpose(array: Any, source: int, target: int) -> None:
    """Copy 32×32 words, row after row from index `source` on, to `target`: rows become columns."""
    for row in range(0, WIDTH, BLOCK):
        for col in range(0, WIDTH, BLOCK):
            transpose_block(array, source + row * WIDTH + col, target + col * WIDTH + row)


def _transposed(builder: Any, rows: list[Any]) -> list[Any]:
    """Swap the two off-diagonal quarters of the square, then of its quarters, and so on."""
    size = step = len(rows)
    while step := step // 2:
        upper_half = [lane if not lane & step else lane + size - step for lane in range(size)]
        lower_half = [lane + step if not lane & step else lane + size for lane in range(size)]
        for k in (k for k in range(size) if not k & step):
            upper, lower = rows[k], rows[k + step]
            rows[k] = builder.shuffle_vector(upper, lower, _lanes_taken(upper_half))
            rows[k + step] = builder.shuffle_vector(upper, lower, _lanes_taken(lower_half))
    return rows
