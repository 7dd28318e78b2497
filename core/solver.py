"""What every solver offers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, runtime_checkable

from core.cancel import NEVER, Cancel
from core.errors import ParameterError
from core.progress import Progress
from core.times import UNLIMITED
from core.trace import SILENT, Trace


@dataclass(frozen=True, slots=True)
class Start:
    """Where a front sets out.

    element : flat index of a cell (row * cols + col) or a vertex.
    delay_seconds : time already on the clock when the front leaves here; its label starts
        there (what ArcGIS calls the source start cost).
    passing : a front comes by here that set out elsewhere, as on the rim of what is solved apart.
    """

    element: int
    delay_seconds: float = 0.0
    passing: bool = False

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


OnDisk = Callable[[], AbstractContextManager[None]]
"""Context to be in while a file is written that is to stay."""

Ground_contra = TypeVar("Ground_contra", contravariant=True)


class Preprocessing(Protocol[Ground_contra]):
    """The first phase of a solver: what depends on the ground alone, whatever it costs to cross it.

    Built once for a ground and kept, in memory or beside its import, so that later solvers find it
    at hand. A frozen value: equal ones build the same.
    """

    def build(
        self, ground: Ground_contra, *, progress: Progress, cancel: Cancel, on_disk: OnDisk
    ) -> Mapping[str, Any]:
        """What the solver's class takes by these keywords; built now where it is not at hand.

        Raises CancelledError.
        """
        ...

    def at_hand(self, ground: Ground_contra, search: Callable[[], Any] | None = None) -> bool:
        """Whether it need not be built any more.

        search : makes what the costs are searched on, of what costs have a part in; it is called
        only where something is kept that may be for these. None where no costs are meant.
        """
        ...

    def notes(self, ground: Ground_contra) -> tuple[str, ...]:
        """What there is to say of what is kept: a damaged file, a folder that is full."""
        ...


Costs_contra = TypeVar("Costs_contra", contravariant=True)


@runtime_checkable
class Customizable(Protocol[Costs_contra]):
    """A solver whose preparation does not depend on costs: other costs need little of it again."""

    def customize(self, costs: Costs_contra, /) -> Customizable[Costs_contra]:
        """A solver of the same class for other costs; this one is not to be used any more."""
        ...
