"""What a check of a result says."""

from __future__ import annotations

from typing import Protocol


class Verdict(Protocol):
    """Whether a result is what it claims to be; statements : (text, whether it holds)."""

    @property
    def passed(self) -> bool: ...
    @property
    def statements(self) -> tuple[tuple[str, bool], ...]: ...
