"""What the process returns to whoever started it."""

from __future__ import annotations

DONE = 0

FAULT = 1
"""Exit status of a fault in the program, or of a result that fails its checks."""

BAD_INPUT = 2
"""Exit status of bad input, which the advice in the message tells how to correct."""

INTERRUPTED = 130
"""Exit status after an interrupt: 128 plus the number of the signal."""
