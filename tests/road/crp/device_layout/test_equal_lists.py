"""Equal lists are stored once, and every list is where it is said to be."""

from __future__ import annotations

import numpy as np
import pytest

from road.crp.device_layout import equal_lists as module
from road.crp.device_layout.equal_lists import deduplicated
from road.graph import I64, U32


def drawn(lists: int, different: int, seed: int) -> tuple[U32, I64]:
    """Lists of up to nine words, some of them empty or the beginning of others."""
    random = np.random.default_rng(seed)
    kinds = [random.integers(0, 3, n).astype(np.uint32) for n in random.integers(0, 10, different)]
    taken = [kinds[i] for i in random.integers(0, different, lists)]
    first = np.append(0, np.cumsum([len(words) for words in taken])).astype(np.int64)
    return np.concatenate([*taken, np.zeros(0, np.uint32)]).astype(np.uint32), first


@pytest.mark.parametrize(("lists", "different"), [(1, 1), (50, 1), (5000, 40), (5000, 4000)])
def test_every_list_is_there_and_none_twice(lists: int, different: int) -> None:
    words, first = drawn(lists, different, lists + different)
    kept, begins = deduplicated(words, first)
    told: dict[bytes, int] = {}
    for k, begin in enumerate(begins.tolist()):
        own = words[first[k] : first[k + 1]]
        np.testing.assert_array_equal(kept[begin : begin + len(own)], own)
        if len(own):
            assert told.setdefault(own.tobytes(), begin) == begin
    assert len(kept) == sum(len(own) // 4 for own in told)


def test_lists_that_are_mixed_alike_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    def alike(begin: int, end: int, words: U32, first: I64, mixed: U32) -> None:
        mixed[begin:end] = 7

    words, first = drawn(2000, 30, 5)
    monkeypatch.setattr(module, "_mix", alike)
    kept, begins = deduplicated(words, first)
    for k, begin in enumerate(begins.tolist()):
        own = words[first[k] : first[k + 1]]
        np.testing.assert_array_equal(kept[begin : begin + len(own)], own)


def test_no_lists() -> None:
    kept, begins = deduplicated(np.zeros(0, np.uint32), np.zeros(1, np.int64))
    assert not len(kept)
    assert not len(begins)
