"""A cancel token: set once, seen by Python and by compiled code."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from numba import njit
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from core.errors import CancelledError


def test_a_fresh_token_lets_work_go_on() -> None:
    cancel = Cancel()
    cancel.check("the solve")
    assert not cancel.requested


def test_a_set_token_stops_the_work_by_name() -> None:
    cancel = Cancel()
    cancel.set()
    cancel.set()
    assert cancel.requested
    with pytest.raises(CancelledError, match="the solve was cancelled"):
        cancel.check("the solve")


def test_nobody_can_set_the_shared_token() -> None:
    with pytest.raises(ValueError, match="read-only"):
        NEVER.set()
    assert not NEVER.requested


@njit(nogil=True)
def _spin(flag: NDArray[np.uint8]) -> int:
    turns = 0
    while flag[0] == 0:
        turns += 1
    return turns


def test_compiled_code_sees_the_flag_that_another_thread_sets() -> None:
    cancel = Cancel()
    spinning = threading.Thread(target=_spin, args=(cancel.flag,))
    spinning.start()
    cancel.set()
    spinning.join(240)
    assert not spinning.is_alive()
