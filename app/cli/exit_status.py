"""What the process returns to whoever started it."""

from __future__ import annotations

DONE = 0

FAULT = 1
"""A fault of ours, or a result that fails its checks."""

BAD_INPUT = 2
"""Whatever the advice of the error can cure."""

INTERRUPTED = 130
"""Ended by an interrupt: 128 and the number of the signal."""
