"""What the host's memory has room for."""

from __future__ import annotations

import os
from pathlib import Path


def free_memory() -> int:
    """Bytes of host memory that can be had without swapping; a large number where nobody says."""
    try:
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) << 10
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_AVPHYS_PAGES")
    except (OSError, AttributeError, ValueError):
        return 1 << 62
