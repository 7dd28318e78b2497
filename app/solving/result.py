"""What is known of a finished solve, whatever it was on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from app.measure import Measure
from app.owners import Owners
from app.starts import PlacedStart
from app.verdict import Verdict
from core.cancel import NEVER, Cancel

if TYPE_CHECKING:  # the road solvers are compiled code, dear to load for terrain
    from app.solving.road_solved import RoadSolved
    from app.solving.solved import Solved
    from road.ch.report import ContractionReport
    from road.crp.customization.report import CustomizationReport


class Result(Protocol):
    """Travel times and how they came about.

    times : of the domain: `raster.travel_times`, `road.results.travel_times`.
    subject : of the document that they are of. starts : as they were placed, at least one.
    met : (x, y) where each start met a road, None where it stands as it was placed.
    backend : "cpu" or "gpu". device : its name. solve_ms : wall time of the solve.
    answer_ms : the same with finding out who is first where, if that was asked, too.
    gone_on : whether it went on from the times before, and looked at what an edit changes alone.
    prepare_ms : of making the solver, or customizing it, before.
    validated : whether the certificate check passed; None where it was not asked for.
    notes : what the user should know of how it came about, as that the GPU could not be used.
    lies_on : what the times are of: a key of `app.exports.table.EXPORTS`.
    preview : whether it is coarser, or goes less far, than what was asked for.
    quick : whether each step of a drag may be solved in full as far as the window knows.
    exact_to : how far times are rounded, in words; "" where it is not known.
    elements : cells, or arcs, that were solved on.
    ticks : all that a solver found, for comparisons to the bit.
    on_cells : the result on cells that this is, or shows; None of roads alone.
    on_graph : the result on roads that this is, or that it shows; None of cells alone.
    customize_ms : of customizing for the costs, also where that was for an earlier solve; None
        where solvers of that kind are not customized. customization : the same level by level;
        None of previews on a GPU, too.
    contraction : of contracting for the costs, whenever that was; None of solvers that do not.
    stale : why another algorithm than the chosen one answered, whose contraction is of other costs,
        as one of the notes says; "" where the chosen one did.
    owners : who is first where; None where nobody asked.
    """

    @property
    def times(self) -> Any: ...
    @property
    def subject(self) -> object: ...
    @property
    def starts(self) -> tuple[PlacedStart, ...]: ...
    @property
    def met(self) -> tuple[tuple[float, float] | None, ...]: ...
    @property
    def measure(self) -> Measure: ...
    @property
    def lies_on(self) -> str: ...
    @property
    def algorithm(self) -> str: ...
    @property
    def backend(self) -> str: ...
    @property
    def device(self) -> str: ...
    @property
    def solve_ms(self) -> float: ...
    @property
    def answer_ms(self) -> float: ...
    @property
    def gone_on(self) -> bool: ...
    @property
    def prepare_ms(self) -> float: ...
    @property
    def validated(self) -> bool | None: ...
    @property
    def notes(self) -> tuple[str, ...]: ...
    @property
    def preview(self) -> bool: ...
    @property
    def quick(self) -> bool: ...
    @property
    def exact_to(self) -> str: ...
    @property
    def elements(self) -> int: ...
    @property
    def ticks(self) -> tuple[NDArray[np.uint32], ...]: ...
    @property
    def on_cells(self) -> Solved | None: ...
    @property
    def on_graph(self) -> RoadSolved | None: ...
    @property
    def customize_ms(self) -> float | None: ...
    @property
    def customization(self) -> CustomizationReport | None: ...
    @property
    def contraction(self) -> ContractionReport | None: ...
    @property
    def stale(self) -> str: ...
    @property
    def owners(self) -> Owners | None: ...
    def validate(self) -> Verdict:
        """Check it; for any thread."""
        ...

    def checked(self, passed: bool) -> Self:
        """The same, saying whether it passed."""
        ...

    def answered(self, answer_ms: float, gone_on: bool) -> Self:
        """The same, saying how long all of the answer took, and whether it went on."""
        ...

    def owned(self, cancel: Cancel = NEVER) -> Self:
        """The same with its owners; for any thread. Raises CancelledError."""
        ...

    def owned_amounts(self) -> list[float]:
        """What each start is first at, of what `amounts` counts. For any thread."""
        ...

    def called(self, starts: tuple[PlacedStart, ...]) -> Self:
        """The same with its starts called, and coloured, otherwise."""
        ...

    def amounts(self, limits: Sequence[float]) -> list[float]:
        """What lies in each band: m² of cells, metres of streets. For any thread."""
        ...
