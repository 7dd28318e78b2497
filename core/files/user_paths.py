"""Paths as people write them."""

from __future__ import annotations

import os
from pathlib import Path


def expanded(name: str | Path) -> Path:
    """With `~` as the home of the user, and `~somebody` as that of another; where there is no such
    user it is a name like any other, and no error as for `Path.expanduser`."""
    return Path(os.path.expanduser(name))
