"""A plug-in for pytest: writes down which kernels the tests launched, and how often.

    ISOFRONT_LAUNCHED=FILE python -m pytest -p tests.gpu.launched …

The file is JSON, launches by `stem kernel`. A launch that was recorded and replayed counts once.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

from gpu.module import Module

_launches: Counter[str] = Counter()
_kernel = Module.kernel


def _noted(module: Module, name: str) -> Any:
    _launches[f"{module._stem} {name}"] += 1
    return _kernel(module, name)


Module.kernel = _noted  # type: ignore[method-assign, assignment]  # every launch asks for its kernel


def pytest_sessionfinish() -> None:
    file = os.environ.get("ISOFRONT_LAUNCHED")
    if file:
        Path(file).write_text(json.dumps(_launches), encoding="utf-8")
