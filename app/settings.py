"""What the installation and the environment say."""

from __future__ import annotations

import os

VERSION = "0.1.0"
"""Version of Isofront. Written here and in pyproject.toml (a test compares), because asking the
package metadata takes longer than `isofront --version` may."""


def debug_wanted() -> bool:
    """Whether ISOFRONT_DEBUG asks for tracebacks and library warnings."""
    return os.environ.get("ISOFRONT_DEBUG", "") not in ("", "0")


def quiet_gdal() -> None:
    """Let GDAL write its remarks nowhere, unless the user names a file for them.

    To be called before GDAL speaks for the first time. There are two copies of it, rasterio's and
    pyogrio's, with threads of their own, some of them beyond any handler that Python could set:
    where none is set, both write to standard error, or to the file of this name.
    """
    os.environ.setdefault("CPL_LOG", os.devnull)
