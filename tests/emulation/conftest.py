from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.emulation import fake_cupy, kernels


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where compiled kernels are kept, for all processes of a run."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    folder /= "kernels"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture
def device(built: Path) -> Iterator[None]:
    """A device that is none: see fake_cupy."""
    if kernels.COMPILER is None:
        pytest.skip("kernels run on the processor only where g++ is installed")
    with fake_cupy.installed(built):
        yield
