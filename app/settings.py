"""What the installation and the environment say."""

from __future__ import annotations

import os

VERSION = "0.1.0"
"""Version of Isofront. Written here and in pyproject.toml (a test compares), because asking the
package metadata takes longer than `isofront --version` may."""


def debug_wanted() -> bool:
    """Whether ISOFRONT_DEBUG asks for tracebacks and library warnings."""
    return os.environ.get("ISOFRONT_DEBUG", "") not in ("", "0")
