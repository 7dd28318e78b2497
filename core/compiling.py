"""Whether a kernel is being compiled right now, as on a machine that never ran it: for who says why
something takes so long."""

from __future__ import annotations

import sys
from typing import Any

COMPILES = "numba:compile"
"""Name of Numba's events of compiling a kernel; loading one that was kept is none."""


class _Depth:
    """Kernels that are being compiled, one within another; one thread at a time does it."""

    now = 0
    known = False  # whether Numba tells

    def told_by(self, events: Any) -> None:
        """Listen to Numba. What had begun before is not known, and its end counts for nothing."""
        depth = self

        class Listener(events.Listener):  # type: ignore[misc]  # loaded late
            def on_start(self, event: object) -> None:
                depth.now += 1

            def on_end(self, event: object) -> None:
                depth.now = max(depth.now - 1, 0)

        events.register(COMPILES, Listener())
        self.known = True


_DEPTH = _Depth()


def compiling() -> bool:
    """Whether any thread compiles a kernel. It does not load Numba, which takes long, and knows
    nothing of what had begun before it was first asked."""
    events = sys.modules.get("numba.core.event")
    # While it is being loaded it lacks what it has at its end.
    if not _DEPTH.known and hasattr(events, "install_recorder"):
        _DEPTH.told_by(events)
    return _DEPTH.now > 0
