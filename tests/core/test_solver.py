"""Starts refuse what no front can leave from."""

from __future__ import annotations

import math

import pytest

from core.errors import ParameterError
from core.solver import Start


def test_a_start_sets_out_at_once_unless_told_otherwise() -> None:
    assert Start(7).delay_seconds == 0.0


@pytest.mark.parametrize("element", [-1, -(2**40)])
def test_an_element_below_zero_is_refused(element: int) -> None:
    with pytest.raises(ParameterError, match=str(element)):
        Start(element)


@pytest.mark.parametrize("seconds", [-1.0, math.inf, math.nan])
def test_a_delay_that_is_no_time_is_refused(seconds: float) -> None:
    with pytest.raises(ParameterError, match="delay"):
        Start(0, seconds)
