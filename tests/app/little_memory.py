"""A machine with little free memory."""

from __future__ import annotations

import pytest

import raster.solvers.out_of_core  # noqa: F401  so that it keeps what is truly free, for its blocks


def lower_memory(monkeypatch: pytest.MonkeyPatch, free_bytes: int) -> None:
    """Let so many bytes be free when it is asked whether a raster or its times fit."""
    monkeypatch.setattr("raster.blocks.store.free_memory", lambda: free_bytes)
