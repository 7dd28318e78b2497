"""What every solver offers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeVar, runtime_checkable

from core.cancel import NEVER, Cancel
from core.errors import ParameterError
from core.times import UNLIMITED
from core.trace import SILENT, Trace


@dataclass(frozen=True, slots=True)
class Start:
    """Where a front sets out.

    element : flat index of a cell (row * cols + col) or a vertex.
    delay_seconds : time already on the clock when the front leaves here; its label starts
        there (what ArcGIS calls the source start cost).
    """

    element: int
    delay_seconds: float = 0.0

    def __post_init__(self) -> None:
        if self.element < 0:
            raise ParameterError(f"start element {self.element}", advice="Give 0 or more.")
        if not 0 <= self.delay_seconds < UNLIMITED:
            raise ParameterError(f"delay of {self.delay_seconds} s", advice="Give 0 s or more.")


Sources = tuple[Start, ...]

Result_co = TypeVar("Result_co", covariant=True)


class OneToAll(Protocol[Result_co]):
    """Constructing prepares (uploads, allocates); `solve` may be called many times."""

    def solve(
        self,
        sources: Sources,
        *,
        limit: float = UNLIMITED,
        trace: Trace = SILENT,
        cancel: Cancel = NEVER,
    ) -> Result_co:
        """Times from `sources` to every element within `limit` seconds.

        A cancelled solve returns what it has, marked `partial`: labels are then upper bounds.
        """
        ...


Costs_contra = TypeVar("Costs_contra", contravariant=True)


@runtime_checkable
class Customizable(Protocol[Costs_contra]):
    """A solver whose preparation does not depend on costs: other costs need little of it again."""

    def customize(self, costs: Costs_contra, /) -> Customizable[Costs_contra]:
        """A solver of the same class for other costs; this one is not to be used any more."""
        ...
