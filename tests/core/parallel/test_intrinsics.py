"""Instructions that Numba has no words for: arrays that are lent, a counter, a fence."""

from __future__ import annotations

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import llvmlite.binding as llvm  # type: ignore[import-untyped]  # has no stubs
import numpy as np
from llvmlite import ir
from numba import njit

from core.parallel.atomics import fence, observe, pause, publish
from core.parallel.intrinsics import borrowed
from core.parallel.processor import counter_on_arm, cycles


class Pair(NamedTuple):
    keys: Any
    values: Any


@njit
def pick(pair: Any, at: int) -> Any:
    return pair.values[pair.keys[at]]


@njit
def total(pair: Any) -> Any:
    lent = Pair(borrowed(pair.keys), borrowed(pair.values))
    found = 0.0
    for at in range(len(lent.keys)):
        found += pick(lent, at)
    lent.values[0] = -1.0
    return found


def test_a_borrowed_array_is_the_same_memory_and_its_owner_keeps_it() -> None:
    pair = Pair(np.array([2, 0, 1]), np.array([1.0, 2.0, 4.0]))
    before = [sys.getrefcount(array) for array in pair]
    for _ in range(50):
        pair.values[0] = 1.0
        assert total(pair) == 7.0
        assert pair.values[0] == -1.0
    assert [sys.getrefcount(array) for array in pair] == before
    assert pair.keys.tolist() == [2, 0, 1]


@njit
def _counter(_nothing: int) -> Any:
    return cycles()


def test_the_counter_runs_on_also_while_nobody_works() -> None:
    shown: list[int] = []
    for _ in range(5):
        shown.append(_counter(0))
        time.sleep(0.001)
    assert shown == sorted(set(shown)), "on a processor that has one"


def test_on_arm_the_counter_is_one_that_programs_may_read() -> None:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    module = ir.Module()
    module.triple = "aarch64-unknown-linux-gnu"
    function = ir.Function(module, ir.FunctionType(ir.IntType(64), []), "shown")
    builder = ir.IRBuilder(function.append_basic_block())
    builder.ret(counter_on_arm(builder))
    machine = llvm.Target.from_triple(module.triple).create_target_machine()
    parsed = llvm.parse_assembly(str(module))
    assert "CNTVCT_EL0" in machine.emit_assembly(parsed).upper()
    assert machine.emit_object(parsed)


@njit(nogil=True)
def _meet(words: Any, mine: int, turns: int, seen: Any) -> None:
    """Turn by turn, when both are there: write my word, pass a fence, read the other's."""
    for turn in range(1, turns + 1):
        publish(words, 16 + 8 * mine, turn)
        while observe(words, 24 - 8 * mine) < turn:
            pause()
        words[8 * mine] = turn
        fence()
        seen[turn - 1] = words[8 - 8 * mine]


def test_of_two_that_write_and_then_read_one_sees_the_other() -> None:
    turns = 2_000
    words, seen = np.zeros(32, np.int64), np.zeros((2, turns), np.int64)
    _meet(words, 0, 0, seen[0])
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda k: _meet(words, k, turns, seen[k]), range(2)))
    assert np.all(seen.max(axis=0) >= np.arange(1, turns + 1))
