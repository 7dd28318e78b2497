"""Errors that are advice: what was found, where, what to do."""

from __future__ import annotations

from core.plain_text import plain

MOST_FOUND, MOST_WHERE, MOST_ADVICE = 320, 320, 640
"""Most characters kept of each part; advice may list what there is to choose from."""


class IsofrontError(Exception):
    """Base of every error a user may see.

    Parameters
    ----------
    found : what was found, without a full stop.
    where : file, line, coordinate or option it was found in; may be empty.
    advice : what to do about it, a sentence; may be empty.

    The parts may quote files and command lines: they are kept as `core.plain_text.plain` makes
    them, for the terminal and for the window alike.
    """

    def __init__(self, found: str, *, where: str = "", advice: str = "") -> None:
        self.found = plain(found, MOST_FOUND)
        self.where = plain(where, MOST_WHERE)
        self.advice = plain(advice, MOST_ADVICE)
        super().__init__(self.one_line())

    def one_line(self) -> str:
        """`WHERE: FOUND. ADVICE`, on one line."""
        text = f"{self.where}: {self.found}" if self.where else self.found
        if self.advice:
            text = f"{text.rstrip('.')}. {self.advice}"
        return text


class InputError(IsofrontError):
    """A file, value or option that cannot be used. Exit status 2."""


class ExportError(IsofrontError):
    """A result that cannot be written; whatever stood at the target is untouched."""


class DeviceError(IsofrontError):
    """A device that is absent, too old or failed."""


class DeviceMemoryError(DeviceError):
    """Not enough memory on the device."""


class ParameterError(InputError):
    """A solver parameter outside its range."""


class CancelledError(IsofrontError):
    """The user cancelled; nothing was written. Exit status 130."""

    def __init__(self, what: str = "the work") -> None:
        super().__init__(f"{what} was cancelled")
