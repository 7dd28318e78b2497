"""What the host's memory has room for."""

from __future__ import annotations

import os
from pathlib import Path

UNKNOWN = 1 << 62
"""Bytes, which no machine has, that are told where nobody says how many are free."""


def free_memory() -> int:
    """Bytes of host memory that can be had without swapping, or UNKNOWN."""
    try:
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) << 10
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_AVPHYS_PAGES")
    except (OSError, AttributeError, ValueError):
        return UNKNOWN
