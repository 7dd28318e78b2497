from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.emulation import fake_cupy, kernels


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where compiled kernels are kept."""
    return tmp_path_factory.mktemp("kernels")


@pytest.fixture
def device(built: Path) -> Iterator[None]:
    """A device that is none: see fake_cupy."""
    if kernels.COMPILER is None:
        pytest.skip("kernels run on the processor only where g++ is installed")
    with fake_cupy.installed(built):
        yield
