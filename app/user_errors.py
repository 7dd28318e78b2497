"""Whatever goes wrong in the window, as an error that a user may see."""

from __future__ import annotations

import logging

from core.errors import DeviceMemoryError, IsofrontError
from core.files.atomic_write import from_system


def as_user_error(error: Exception) -> IsofrontError:
    """The error a user sees; anything not ours says what it was and asks to report it."""
    if isinstance(error, IsofrontError):
        return error
    if isinstance(error, MemoryError):
        return DeviceMemoryError(
            "not enough memory",
            advice="Close other programs, choose out-of-core, or cut the raster to a smaller part.",
        )
    if isinstance(error, OSError):
        return from_system(error, "the system")
    logging.getLogger(__name__).error("internal error", exc_info=error)
    return IsofrontError(
        f"internal error: {type(error).__name__}: {error}",
        advice="Please report it with the file and the steps that led here.",
    )
