"""The heap of fours gives states back in the order of their last labels."""

from __future__ import annotations

import numpy as np
import pytest

from road.crp.query.heap import NOWHERE, lower, take_least


@pytest.mark.parametrize("seed", range(5))
def test_states_come_back_by_label_each_once(seed: int) -> None:
    random = np.random.default_rng(seed)
    states = 300
    heap = np.empty(states, np.uint64)
    places = np.full(states, NOWHERE, np.int32)
    labels: dict[int, int] = {}
    count = 0
    for _ in range(3000):
        if labels and random.random() < 0.4:
            label, state = int(heap[0]) >> 32, int(heap[0]) & 0xFFFFFFFF
            assert (label, state) == min((ticks, s) for s, ticks in labels.items())
            take_least(heap, count, places)
            count -= 1
            del labels[state]
            assert places[state] == NOWHERE
        else:
            state = int(random.integers(states))
            label = int(random.integers(labels.get(state, 1 << 30)) if labels.get(state, 1) else 0)
            if label < labels.get(state, 1 << 30):
                count = lower(heap, count, places, np.int64(label), np.uint64(state))
                labels[state] = label
        assert count == len(labels)
    for state in labels:
        assert int(heap[places[state]]) & 0xFFFFFFFF == state
