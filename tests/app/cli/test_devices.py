"""`isofront devices`: every processor, its memory, what is wrong with it and what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import DeviceError
from gpu.buffers import BUDGET_VARIABLE
from gpu.device import Device, Software
from tests.app.cli_runs import CommandLine

READY = Device(
    "gpu", 0, "Imaginary 9000", 8 << 30, capability="9.0", free_bytes=6 << 30, budget_bytes=5 << 30
)
OLD = Device("gpu", 1, "Imaginary 60", 2 << 30, False, "Its compute capability is 6.1.", "6.1")
INSTALLED = Software("13.0", "12.9", "14.2.0", "12.9")


@pytest.fixture
def two_gpus(monkeypatch: pytest.MonkeyPatch) -> None:
    processor = Device("cpu", 0, "Imaginary 8 (4 cores)", 16 << 30)
    monkeypatch.delenv(BUDGET_VARIABLE, raising=False)
    monkeypatch.setattr("app.cli.tables.surveyed", lambda: (processor, READY, OLD))
    monkeypatch.setattr("app.cli.tables.software", lambda: INSTALLED)
    monkeypatch.setattr("app.cli.tables.choose_gpu", lambda: READY)
    monkeypatch.setattr("app.cli.tables.kernel_cache", lambda: Path("kernels"))


def test_the_table_tells_memory_and_state(isofront: CommandLine, two_gpus: None) -> None:
    status, out, err = isofront("devices")
    assert (status, err) == (0, "")
    heads, processor, ready, old, why, chosen, memory, installed, kept = out.splitlines()
    assert heads.split() == ["backend", "index", "name", "capability", "memory", "free", "state"]
    assert "16.0 GiB" in processor
    assert ready.split()[-6:] == ["9.0", "8.0", "GiB", "6.0", "GiB", "ready"]
    assert old.endswith("cannot be used")
    assert why == "GPU 1: Its compute capability is 6.1."
    assert chosen.startswith("GPU 0 is used unless --device N or ISOFRONT_GPU_DEVICE")
    assert memory.startswith("5.0 GiB of its memory may be used: all free memory")
    assert kept == "Kernels are compiled once and kept in kernels."
    assert installed == ("Installed: driver for CUDA 13.0, CuPy 14.2.0 for CUDA 12.9, NVRTC 12.9.")


def test_json_holds_every_field(isofront: CommandLine, two_gpus: None) -> None:
    record = isofront.json("devices")
    processor, ready, old = record["devices"]
    assert processor["free_bytes"] is None
    assert ready == {
        "backend": "gpu",
        "index": 0,
        "name": "Imaginary 9000",
        "memory_bytes": 8 << 30,
        "usable": True,
        "remark": "",
        "capability": "9.0",
        "free_bytes": 6 << 30,
        "budget_bytes": 5 << 30,
    }
    assert old["usable"] is False
    assert record["cuda"] == {
        "driver": "13.0",
        "runtime": "12.9",
        "cupy": "14.2.0",
        "compiler": "12.9",
    }
    assert record["gpu_memory_limit_bytes"] is None
    assert (record["chosen_gpu"], record["kernel_cache"]) == (0, "kernels")


def test_a_gpu_named_by_the_environment_that_cannot_be_used_is_told(
    isofront: CommandLine, two_gpus: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> Device:
        raise DeviceError("cannot be used: too old", where="GPU 1")

    monkeypatch.setattr("app.cli.tables.choose_gpu", refuse)
    assert "GPU 1: cannot be used: too old" in isofront("devices")[1].splitlines()
    assert isofront.json("devices")["chosen_gpu"] is None


def test_a_folder_of_kernels_that_cannot_be_written_is_told(
    isofront: CommandLine, two_gpus: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.cli.tables.kernel_cache", lambda: None)
    assert "Every process compiles the kernels again" in isofront("devices")[1]


def test_a_limit_of_memory_is_told(
    isofront: CommandLine, two_gpus: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(BUDGET_VARIABLE, "2048")
    assert "at most 2.0 GiB are allowed" in isofront("devices")[1]
    assert isofront.json("devices")["gpu_memory_limit_bytes"] == 2 << 30


def test_a_limit_that_is_none_is_one_line(
    isofront: CommandLine, two_gpus: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(BUDGET_VARIABLE, "plenty")
    assert BUDGET_VARIABLE in isofront.refused("devices")
    assert BUDGET_VARIABLE in isofront.refused("devices", "--json")


def test_without_cuda_nothing_is_said_of_its_versions(
    isofront: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.cli.tables.software", Software)
    assert "Installed" not in isofront("devices")[1]
    assert set(isofront.json("devices")["cuda"].values()) == {None}
