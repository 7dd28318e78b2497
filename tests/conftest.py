"""What every test may rely on: no screen, no files of the user, GPU tests named where skipped."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

if not os.environ.get("ISOFRONT_TEST_WINDOW"):  # set it to watch the windows
    os.environ["QT_QPA_PLATFORM"] = "offscreen"  # before Qt is loaded

from gpu.device import devices, first_gpu

_skipped_for_gpu = pytest.StashKey[list[str]]()


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Nothing of the user's cache is read or written, by child processes neither."""
    folder = tmp_path_factory.mktemp("cache")
    os.environ["ISOFRONT_CACHE_DIR"] = str(folder)
    return folder


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    config.stash[_skipped_for_gpu] = []
    marked = [item for item in items if item.get_closest_marker("gpu")]
    if not marked or first_gpu() is not None:
        return
    reason = next((d.remark for d in devices() if d.backend == "gpu"), "") or "there is no GPU"
    for item in marked:
        item.add_marker(pytest.mark.skip(reason=f"needs a CUDA device: {reason}"))
        config.stash[_skipped_for_gpu].append(item.nodeid)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = terminalreporter.config.stash.get(_skipped_for_gpu, [])
    if skipped:
        terminalreporter.write_line(f"{len(skipped)} GPU tests skipped, no CUDA device answers:")
        for name in skipped:
            terminalreporter.write_line(f"  {name}")
