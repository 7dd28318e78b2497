"""Memory of fields that are gone is used again, and never one that somebody still looks at."""

from __future__ import annotations

import gc
import threading
from typing import Any
from weakref import WeakValueDictionary

import numpy as np
import pytest

from core.parallel import spare as module
from core.parallel.spare import MOST_KEPT, WORTH_KEEPING, WORTH_SHARING, Spare, shared_spare

SHAPE = (600, 800)
TURNED = (800, 600)
BYTES = 4 * 600 * 800


def test_memory_is_used_again_once_all_views_are_gone() -> None:
    spare = Spare()
    field = spare.field(SHAPE)
    field[:] = 7
    place, corner = field.ctypes.data, field[590:, 30:]
    del field
    other = spare.field(SHAPE)
    assert other.ctypes.data != place, "a part of the first is still looked at"
    other[:] = 3
    assert corner.min() == corner.max() == 7
    del corner
    again = spare.field(TURNED)
    assert again.ctypes.data == place
    assert again.flags.writeable
    assert again.flags.c_contiguous


def test_what_looks_at_a_field_through_a_buffer_holds_it() -> None:
    spare = Spare()
    field = spare.field(SHAPE)
    looks: list[Any] = [field.data, field.view(np.int32), field.reshape(-1)[5::7], field.T]
    place = field.ctypes.data
    del field
    while looks:
        assert spare.field(SHAPE).ctypes.data != place
        looks.pop()
    places = [held.ctypes.data for held in [spare.field(SHAPE) for _ in range(2)]]
    assert place in places


def test_fields_of_another_size_have_memory_of_their_own() -> None:
    spare = Spare()
    spare.field(SHAPE)
    assert spare.nbytes == BYTES
    assert spare.field((601, 800)).size == 601 * 800
    assert spare.nbytes == BYTES + 4 * 601 * 800, "of each size there is one"


def test_small_fields_are_not_kept() -> None:
    spare = Spare()
    assert spare.field((1, WORTH_KEEPING - 1)).shape == (1, WORTH_KEEPING - 1)
    assert spare.nbytes == 0
    spare.field((1, WORTH_KEEPING))
    assert spare.nbytes == 4 * WORTH_KEEPING


def test_no_more_memories_are_kept_than_so_many_and_the_latest() -> None:
    spare = Spare()
    fields = [spare.field((600 + more, 800)) for more in range(MOST_KEPT + 2)]
    places = [field.ctypes.data for field in fields]
    while fields:
        fields.pop(0)
    assert spare.nbytes == sum(4 * 800 * (600 + more) for more in range(2, MOST_KEPT + 2))
    last = spare.field((600 + MOST_KEPT + 1, 800))
    assert last.ctypes.data == places[-1]


def test_no_more_is_kept_than_a_share_of_what_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    free = [8 * BYTES]
    monkeypatch.setattr(module, "free_memory", lambda: free[0])
    spare = Spare()
    fields = [spare.field(SHAPE) for _ in range(3)]
    fields.clear()
    assert spare.nbytes == 2 * BYTES
    free[0] = 3 * BYTES
    spare.field(SHAPE)
    assert spare.nbytes == 0, "three quarters of one field is no field"


def test_what_is_forgotten_is_free_and_so_are_fields_that_somebody_had() -> None:
    spare = Spare()
    held = spare.field(SHAPE)
    held[:] = 5
    spare.field(SHAPE)
    assert spare.nbytes == BYTES
    spare.forget()
    assert spare.nbytes == 0
    assert held.max() == 5
    del held
    assert spare.nbytes == 0, "it was lent before"
    spare.field(SHAPE)
    assert spare.nbytes == BYTES


def test_all_share_one_as_long_as_anybody_holds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_SHARED", WeakValueDictionary())
    one = shared_spare()
    one.field(SHAPE)
    assert shared_spare() is one
    assert shared_spare().nbytes == BYTES
    del one
    gc.collect()
    assert shared_spare().nbytes == 0


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_every_word_is_filled_and_copied(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "thread_count", lambda: threads)
    spare = Spare()
    shape = (3, WORTH_SHARING // 2 + 7)
    assert (spare.filled(shape, 1 << 30) == 1 << 30).all()
    other = np.arange(shape[0] * shape[1], dtype=np.uint32).reshape(shape)
    copied = spare.copied(other)
    np.testing.assert_array_equal(copied, other)
    copied[:] = 0
    assert other.max() == other.size - 1


def test_no_two_threads_ever_have_the_same_memory() -> None:
    spare, wrong = Spare(), []

    def work(name: int) -> None:
        for turn in range(200):
            field = spare.field((512, 512 + 8 * (turn % 3)))
            field[::16] = name
            if field[::16].min() != name or field[::16].max() != name:
                wrong.append(name)
            del field

    workers = [threading.Thread(target=work, args=(name,)) for name in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not wrong
