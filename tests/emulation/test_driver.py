"""Calls of the driver, with a driver that is none."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from core.errors import DeviceError
from core.times import UNREACHED
from gpu import driver
from gpu.buffers import Lender, clear
from gpu.driver import fill as filled_by_the_driver
from gpu.failures import device_errors
from tests.emulation import fake_cupy

pytestmark = pytest.mark.usefixtures("device")

ILLEGAL = 1
"""Status CUDA_ERROR_INVALID_VALUE."""


class Driver:
    """Notes what it is asked for. status : what it answers."""

    def __init__(self, status: int = 0) -> None:
        self.status, self.asked = status, []  # type: ignore[var-annotated]

    def __call__(self, *arguments: Any) -> int:
        self.asked.append(arguments)
        return self.status


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    driver.launches_early.cache_clear()
    yield
    driver.launches_early.cache_clear()


def test_words_are_filled_by_the_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    called = Driver()
    monkeypatch.setattr(driver, "_function", lambda name: called)
    array = fake_cupy.zeros(7, np.uint32)
    filled_by_the_driver(array, UNREACHED)
    ((to, word, count, _),) = called.asked
    assert (to.value, word.value, count.value) == (array.data.ptr, UNREACHED, 7)


def test_they_are_filled_without_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "_function", lambda name: None)
    array = fake_cupy.zeros(7, np.uint32)
    filled_by_the_driver(array, 5)
    assert array.get().tolist() == [5] * 7


def test_what_it_refuses_is_an_error_of_the_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "_function", lambda name: Driver(ILLEGAL))
    with pytest.raises(DeviceError), device_errors(0):
        filled_by_the_driver(fake_cupy.zeros(7, np.uint32), 5)
    with pytest.raises(DeviceError), device_errors(0):
        driver.launch_early(1, 2, 32, b"1234", 0, 0)


def test_a_launch_is_asked_for_as_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[Any, ...]] = []

    def launch(config: Any, function: Any, arguments: Any, _: None) -> int:
        told, attribute = config._obj, config._obj.attributes[0]
        argument = ctypes.string_at(arguments[0], 4)
        asked = *told.grid, *told.block, told.shared, told.count, attribute.id, attribute.allowed
        seen.append((*asked, function.value, argument))
        return 0

    monkeypatch.setattr(driver, "_function", lambda name: launch)
    driver.launch_early(77, 9, 64, b"abcd", 1024, 0)
    # CUlaunchAttributeID 6 is CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION
    assert seen == [(9, 1, 1, 64, 1, 1, 1024, 1, 6, 1, 77, b"abcd")]


@pytest.mark.parametrize(
    ("capability", "version", "known", "possible"),
    [
        ("90", 12_030, True, True),
        ("100", 13_000, True, True),
        ("89", 12_030, True, False),
        ("90", 12_020, True, False),
        ("90", 12_030, False, False),
    ],
)
def test_early_launches_take_a_device_and_a_driver_that_have_them(
    capability: str, version: int, known: bool, possible: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    import cupy

    monkeypatch.setattr(fake_cupy.Device, "compute_capability", capability)
    monkeypatch.setattr(cupy.cuda.runtime, "driverGetVersion", lambda: version, raising=False)
    monkeypatch.setattr(driver, "_function", lambda name: Driver() if known else None)
    assert driver.launches_early(0) is possible


def test_labels_are_lent_cleared_or_as_they_are() -> None:
    lender = Lender(5, 0)
    first, second = lender.lend(), lender.lend(cleared=True)
    assert second.get().tolist() == [UNREACHED] * 5
    first[...] = 3
    lender._free.append(first)
    assert lender.lend() is first
    lender._free.append(first)
    lender.prepare()
    lender.prepare()  # one is enough
    assert not lender._free
    assert lender.lend(cleared=True) is first
    assert first.get().tolist() == [UNREACHED] * 5
    clear(second)
    lender.prepare()
    assert lender.lend() is not second  # all that is left is the one that was made ready
    assert lender._cleared is None
