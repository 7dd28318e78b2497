"""What can be done about something that went wrong, or may not have been meant."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Remedy:
    """What a button beside a message does about it."""

    label: str
    act: Callable[[], None]
