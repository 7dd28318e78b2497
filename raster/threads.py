"""One parallel compiled region at a time.

Numba's workqueue layer, the only one every wheel brings, aborts the process when two threads enter
parallel regions together. Whoever launches one holds this lock; it is free in the usual case of a
single solver thread.
"""

from __future__ import annotations

import threading

PARALLEL_REGION = threading.Lock()
