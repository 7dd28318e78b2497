"""Where the shared test data lies, if it does; the project passes without it."""

from __future__ import annotations

from pathlib import Path

import pytest

_beside = Path(__file__).resolve().parents[2] / "shared" / "data"
_inside = Path(__file__).resolve().parents[1] / ".carry" / "data"

SHARED: Path | None = next((p for p in (_beside, _inside) if p.is_dir()), None)

needs_shared = pytest.mark.skipif(
    SHARED is None, reason="the shared terrain and road data are absent"
)


def shared(relative: str) -> Path:
    """Path of a shared file; only for tests marked `needs_shared`."""
    assert SHARED is not None
    return SHARED / relative
