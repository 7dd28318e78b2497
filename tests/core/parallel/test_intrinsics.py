"""Instructions that Numba has no words for: a counter, a fence, room that is reserved."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import llvmlite.binding as llvm  # type: ignore[import-untyped]  # has no stubs
import numpy as np
from llvmlite import ir
from numba import njit

from core.parallel.atomics import fence, observe, pause, publish, reserve
from core.parallel.processor import counter_on_arm, cycles


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


@njit(nogil=True)
def _reserve_each(words: Any, amounts: Any, found: Any) -> None:
    for k in range(len(amounts)):
        found[k] = reserve(words, 1, amounts[k])


def test_what_threads_reserve_does_not_overlap() -> None:
    words, turns = np.array([7, 100, 9]), 5_000
    amounts = np.random.default_rng(1).integers(0, 5, (2, turns))
    found = np.empty_like(amounts)
    _reserve_each(words, amounts[0, :0], found[0, :0])
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda k: _reserve_each(words, amounts[k], found[k]), range(2)))
    order = np.argsort(found, axis=None, kind="stable")
    begins, sizes = found.reshape(-1)[order], amounts.reshape(-1)[order]
    some = sizes > 0
    ends = begins[some] + sizes[some]
    assert begins[some][0] == 100
    assert begins[some][1:].tolist() == ends[:-1].tolist()
    assert words.tolist() == [7, int(ends[-1]), 9]
