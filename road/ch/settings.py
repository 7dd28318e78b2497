"""What a contraction may be told."""

from __future__ import annotations

from dataclasses import dataclass

from core.errors import ParameterError

SELECTION_FRACTION = 0.3
"""Share C of the states that are candidates in an iteration, as in the paper."""

CORE_SIZE = 1024
"""States K below which contraction stops; the paper has 1025. New York's contraction takes half as
long as with 256, in half as many levels."""

STATES_A_CORE_STATE = 50
"""States of a small search graph for each of its core, of which all distances would else take
longer than the contraction."""

MOST_CORE = 8192
"""States of a core of which all distances take 256 MiB."""


@dataclass(frozen=True)
class ContractionSettings:
    """fraction : C, share of the states that are candidates. core : K; fewer states are the core; 0
    chooses by the size of the search graph.

    Raises ParameterError for values out of range.
    """

    fraction: float = SELECTION_FRACTION
    core: int = 0

    def __post_init__(self) -> None:
        if not 0 < self.fraction <= 1:
            raise ParameterError(
                f"a selection fraction of {self.fraction:g}", advice="Give more than 0, up to 1."
            )
        if not 0 <= self.core <= MOST_CORE:
            raise ParameterError(f"a core of {self.core}", advice=f"Give 0 to {MOST_CORE} states.")

    def core_of(self, states: int, most: int = CORE_SIZE) -> int:
        """K for a search graph of so many states. most : of those that are chosen by size."""
        return self.core or max(min(most, states // STATES_A_CORE_STATE), 1)
