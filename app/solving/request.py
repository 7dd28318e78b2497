"""What a solve is asked for, whatever is open."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol

from app.catalog.algorithms import DEFAULT, geometry_of, of_question
from app.starts import PlacedStart
from core.cancel import Cancel
from core.progress import Progress
from core.solver import Preprocessing
from core.times import UNLIMITED

if TYPE_CHECKING:
    from app.roads.open_roads import OpenRoads
    from app.solving.problem import Problem
    from raster.slopes.slopes import GridSlopes


@dataclass(frozen=True, slots=True)
class Options:
    """How to solve.

    zero_speed_kmh : what cells of 0 km/h count as; 0 keeps them barriers.
    slopes : of the cells of a raster, whether they count or not.
    device : index of the GPU to use; None for one that is chosen by itself.
    gpu_memory_mib : memory that may be used on it; 0 for all that is free.
    """

    algorithm: str = DEFAULT
    backend: str = "auto"
    zero_speed_kmh: float = 0.0
    parameters: tuple[tuple[str, float], ...] = ()
    device: int | None = None
    gpu_memory_mib: int = 0
    slopes: GridSlopes | None = None

    @property
    def geometry(self) -> str:
        """Of `raster.geometry`."""
        return geometry_of(dict(self.parameters))

    @property
    def counted_slopes(self) -> GridSlopes | None:
        """Slopes that make steps cost otherwise; None where there are none."""
        return self.slopes if self.slopes is not None and self.slopes.counts else None

    def by(self, algorithm: str, domain: str) -> Options:
        """The same for another algorithm of a domain; parameters of the one before go, but for
        those that say what is asked."""
        kept = of_question(self.parameters, domain)
        return replace(self, algorithm=algorithm, parameters=kept)


class Solvable(Protocol):
    """What can be solved on, such as a document. Frozen: it may be open otherwise meanwhile.

    domain : whose solvers answer, of `app.catalog.rows`. subject : the same object for as long as
    preparations for it are of use.
    """

    @property
    def domain(self) -> str: ...
    @property
    def subject(self) -> object: ...
    def problem(self, request: SolveRequest, progress: Progress, cancel: Cancel) -> Problem:
        """What a solver works on. For any thread; may take long, and raises CancelledError."""
        ...

    def driven(self, roads: OpenRoads) -> Solvable:
        """The same with its roads driven otherwise. Raises InputError where that cannot be."""
        ...


@dataclass(frozen=True, eq=False)
class SolveRequest:
    """Everything a solve needs, frozen, so that the session may change meanwhile.

    limit_seconds : and delays: in the unit of the costs where those are no time.
    preview : an answer is wanted at once, as while a start is dragged; where an exact one takes
        long (`app.solving.preview_pace`) it is that of a coarser grid.
    metered : the energy of the customization is asked for, which takes a second on a GPU.
    preprocessing : of the solver, instead of the one by its row and parameters.
    meanwhile : algorithm that answers where the one of the options would have to contract the
        ground first, and that takes long (`app.solving.contracting`); "" waits however long it
        takes.
    stale : where it does answer, why.
    notes : what the user should know of how it is solved.
    owned : which start is first where is asked for, too.
    generation : rises with every request; 0 until submitted.
    """

    document: Solvable
    starts: tuple[PlacedStart, ...]
    limit_seconds: float = UNLIMITED
    options: Options = field(default_factory=Options)
    preview: bool = False
    metered: bool = False
    preprocessing: Preprocessing[Any] | None = None
    meanwhile: str = ""
    stale: str = ""
    notes: tuple[str, ...] = ()
    owned: bool = False
    generation: int = 0
