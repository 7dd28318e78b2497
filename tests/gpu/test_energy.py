"""The meter of joules: what it makes of the driver's counter, and where there is none."""

from __future__ import annotations

import ctypes
from typing import Any

import pytest

import gpu.energy
from core.cancel import Cancel
from gpu.energy import NOT_TOLD, EnergyMeter


class Driver:
    """A library as NVML is, whose counters rise by some joules with every look."""

    def __init__(self, joules_a_look: float, status: int = 0) -> None:
        self._step, self._status, self._millijoules = joules_a_look * 1e3, status, 0.0
        self.buses: list[bytes] = []

    def nvmlInit_v2(self) -> int:  # noqa: N802  NVML's name
        return 0

    def nvmlDeviceGetHandleByPciBusId_v2(self, bus: Any, handle: Any) -> int:  # noqa: N802
        self.buses.append(bus.value)
        return 0

    def nvmlDeviceGetTotalEnergyConsumption(self, handle: Any, told: Any) -> int:  # noqa: N802
        self._millijoules += self._step
        told._obj.value = int(self._millijoules)
        return self._status


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two GPUs on which nothing runs, and little patience."""
    monkeypatch.setattr(gpu.energy, "_wait", lambda: None)
    monkeypatch.setattr(gpu.energy, "_bus_of", lambda device: b"0000:0%d" % device)
    monkeypatch.setattr(gpu.energy, "ENERGY_S", 0.02)


def _library(monkeypatch: pytest.MonkeyPatch, driver: object) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda name: driver)


def test_the_energy_of_one_work_is_its_share(still: None, monkeypatch: pytest.MonkeyPatch) -> None:
    driver, done = Driver(5.0), []
    _library(monkeypatch, driver)
    told = EnergyMeter((0, 3)).of(lambda: done.append(1))
    assert driver.buses == [b"0000:00", b"0000:03"]
    # Two devices are read before and after: each reading adds up both, 10 and 15, then 20 and 25.
    assert told["joules"] == round((15 + 20 - 5 - 10) / len(done), 5)
    watts = told["watts"]
    assert watts is not None
    assert 0 < watts <= 20 / 0.02


@pytest.mark.parametrize("status", [3, 999])
def test_a_device_that_counts_none_tells_none(
    still: None, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    done: list[int] = []
    _library(monkeypatch, Driver(5.0, status))
    assert EnergyMeter((0,)).of(lambda: done.append(1)) == NOT_TOLD
    assert not done, "nothing is repeated in vain"


def test_without_a_driver_nothing_is_told(still: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> None:
        raise OSError(name)

    monkeypatch.setattr(ctypes, "CDLL", absent)
    assert EnergyMeter((0,)).joules() is None
    _library(monkeypatch, object())  # one that is too old to know the counter
    assert EnergyMeter((0,)).of(lambda: None) == NOT_TOLD


def test_measuring_is_cancelled(still: None, monkeypatch: pytest.MonkeyPatch) -> None:
    _library(monkeypatch, Driver(5.0))
    cancel, done = Cancel(), []

    def work() -> None:
        done.append(1)
        cancel.set()

    assert EnergyMeter((0,)).of(work, cancel) == NOT_TOLD
    assert len(done) == 1
