"""Solving on cells: what a start on a raster is, and the solvers that run on one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from app.catalog.algorithms import GridSolver, Prepared, Runner, prepare
from app.catalog.rows import TERRAIN
from app.coordinates import short, short_place
from app.owners import Owners
from app.solving.preview_pace import PreviewPace
from app.solving.problem import Problem, Run
from app.solving.request import SolveRequest
from app.solving.solved import Solved, with_precision
from app.solving.warm_up import warm
from app.starts import PlacedStart
from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.progress import Progress
from core.solver import Sources, Start
from raster.coarse import Coarse, Near, coarsen, coarsen_by_rows
from raster.grid import VelocityGrid
from raster.ownership import owners_on_cells
from raster.previews.along_paths import off_along_paths
from raster.previews.corridor import CoarseQuestion, compile_kernels
from raster.previews.near_starts import from_rims, near_each
from raster.slopes.slopes import GridSlopes
from raster.solvers.attempts import HostSolver
from raster.solvers.dynamic import DynamicUpdate, SolvedBefore
from raster.starts import nearest_passable
from raster.travel_times import in_memory


def cell_of(grid: VelocityGrid, start: PlacedStart, zero_speed_kmh: float = 0.0) -> tuple[int, int]:
    """Row and column of the cell that a start stands on. Raises InputError for a vertex, outside
    the grid, and on a barrier with the nearest passable cell as advice."""
    if start.vertex is not None:
        where = f"start vertex:{start.vertex}"
        raise InputError("a raster has no vertices", where=where, advice="Give X,Y.")
    finest = min(grid.cell_x, grid.cell_y)
    where = f"start {short_place(start.x, start.y, finest)}"
    cell = grid.cell_at(start.x, start.y)
    if cell is None:
        left, bottom, right, top = (short(edge, finest) for edge in grid.bounds)
        raise InputError(
            "outside the raster",
            where=where,
            advice=f"Its x runs from {left} to {right}, its y from {bottom} to {top}; check the "
            "order X,Y and the CRS of the start.",
        )
    if grid.passable(*cell, zero_speed_kmh):
        return cell
    kind = "on a barrier (0 km/h)" if grid.kmh_at(*cell) <= 0 else "on a cell without data"
    fix = nearest_passable(grid, *cell, zero_speed_kmh)
    if fix is None:
        raise InputError(kind, where=where, advice="No cell of this raster can be entered.")
    x, y = (short(value, finest) for value in grid.centre_of(*fix))
    raise InputError(kind, where=where, advice=f"The nearest passable cell is {x},{y}.")


@dataclass(frozen=True, eq=False)
class CellProblem:
    """A request on a raster; names as in `app.solving.problem.Problem`.

    tags : what files of the result should say beside. by_rows : whether the speeds are read from a
        file, so that few of them are looked at for a coarser raster.
    """

    request: SolveRequest
    ground: VelocityGrid
    tags: tuple[tuple[str, str], ...] = ()
    by_rows: bool = False

    domain = TERRAIN
    costs = None
    most_kept = 2  # one for the grid and one for the coarser grid of its previews
    factor = 1
    silent = False

    @property
    def zero_speed_kmh(self) -> float:
        return self.request.options.zero_speed_kmh

    @property
    def slopes(self) -> GridSlopes | None:
        return self.request.options.counted_slopes

    @property
    def preparation(self) -> tuple[object, ...]:
        return self.zero_speed_kmh, self.slopes

    @cached_property
    def sources(self) -> Sources:
        grid, cols = self.ground, self.ground.cols
        cells = [cell_of(grid, start, self.zero_speed_kmh) for start in self.request.starts]
        return tuple(
            Start(row * cols + col, start.delay_seconds)
            for (row, col), start in zip(cells, self.request.starts, strict=True)
        )

    def hurried(
        self, pace: PreviewPace, backend: str, before: Problem | None, cancel: Cancel = NEVER
    ) -> Problem:
        grid = self.ground
        factor = pace.factor(grid.rows * grid.cols, backend)
        if factor == 1:
            return self
        if isinstance(before, CoarserCellProblem) and before.factor == factor:
            coarse = before.coarse
        else:
            coarse = (coarsen_by_rows if self.by_rows else coarsen)(grid, factor, cancel)
        # Sources that are many cells around a start do not say whose these are.
        exact_near = backend == "cpu" and not self.request.owned
        return CoarserCellProblem(self, coarse, exact_near=exact_near)

    def prepared(
        self,
        runner: Runner,
        parameters: Mapping[str, float],
        device: int | None,
        progress: Progress,
        cancel: Cancel,
    ) -> Prepared[GridSolver]:
        asked = self.zero_speed_kmh, runner, parameters, device
        return _prepared(self.ground, self.sources, *asked, self.slopes, progress)

    def adapted(self, prepared: Prepared[GridSolver]) -> None:
        """No solver on cells is customized."""

    def updating(self, prepared: Prepared[GridSolver], solved: Problem, times: Any) -> Any | None:
        """Where cells were edited, and the times of before lie on the host."""
        if not isinstance(prepared.solver, HostSolver) or not in_memory(times):
            return None
        if not isinstance(solved, CellProblem) or solved.preparation != self.preparation:
            return None
        if solved.ground is self.ground:  # another start, or the same question again
            return None
        before = SolvedBefore(solved.ground, solved.sources, solved.request.limit_seconds, times)
        how: Any = {
            "zero_speed_kmh": self.zero_speed_kmh,
            "geometry": self.request.options.geometry,
            "slopes": self.slopes,
        }
        return DynamicUpdate(self.ground, before, prepared.solver, **how)

    def off_along_paths(self, times: Any) -> float:
        return 0.0

    def result(self, run: Run) -> Solved:
        return with_precision(self.told(run))

    def told(self, run: Run) -> Solved:
        """The result, of whose precision nothing is said."""
        prepared, known = run.prepared, self.request.options.slopes
        return Solved(
            grid=self.ground,
            times=run.times,
            starts=self.request.starts,
            algorithm=prepared.algorithm,
            backend=prepared.backend,
            device=prepared.device.name,
            zero_speed_kmh=self.zero_speed_kmh,
            slopes=self.slopes,
            heights=None if known is None else known.heights,
            solve_ms=run.solve_ms,
            prepare_ms=run.prepare_ms,
            notes=run.notes,
            tags=self.tags,
            subject_=self.request.document.subject,
        )


@dataclass(frozen=True, eq=False)
class CoarserCellProblem:
    """The same on a coarser raster, its times seen at full size.

    exact_near : whether the ground around the starts is solved as it is, which the CPU does.
    """

    exact: CellProblem
    coarse: Coarse
    exact_near: bool

    domain = TERRAIN
    costs = None
    most_kept = 2
    silent = False

    @property
    def ground(self) -> VelocityGrid:
        return self.exact.ground

    @property
    def factor(self) -> int:
        return self.coarse.factor

    @property
    def preparation(self) -> tuple[object, ...]:
        return (*self.exact.preparation, self.factor)

    @cached_property
    def slopes(self) -> GridSlopes | None:
        """Those of the coarser raster."""
        exact = self.exact.slopes
        return None if exact is None else exact.coarser(self.factor)

    @cached_property
    def sources(self) -> Sources:
        sources, zero = self.exact.sources, self.exact.zero_speed_kmh
        return from_rims(self.coarse, self.near, sources, zero)

    @cached_property
    def near(self) -> tuple[Near, ...]:
        """What was solved around the starts."""
        if not self.exact_near:
            return ()
        asked = self.exact.request
        limit, zero = asked.limit_seconds, self.exact.zero_speed_kmh
        how = asked.options.geometry, self.exact.slopes
        return near_each(self.coarse, self.exact.sources, zero, limit, *how)

    def hurried(
        self, pace: PreviewPace, backend: str, before: Problem | None, cancel: Cancel = NEVER
    ) -> Problem:
        return self

    def prepared(
        self,
        runner: Runner,
        parameters: Mapping[str, float],
        device: int | None,
        progress: Progress,
        cancel: Cancel,
    ) -> Prepared[GridSolver]:
        zero = self.exact.zero_speed_kmh
        asked = zero, runner, parameters, device
        if not self.exact.by_rows:
            compile_kernels(self.exact.ground, self.coarse.grid, self.exact.slopes)
        return _prepared(self.coarse.grid, self.sources, *asked, self.slopes, progress)

    def adapted(self, prepared: Prepared[GridSolver]) -> None:
        """No solver on cells is customized."""

    def updating(self, prepared: Prepared[GridSolver], solved: object, times: Any) -> None:
        """What is coarser is solved anew."""

    def off_along_paths(self, times: Any) -> float:
        """0 of a mapped file, all of which would have to be read for that."""
        if self.exact.by_rows:
            return 0.0
        slopes = self.exact.slopes, self.slopes
        on_both = self.coarse, self.exact.sources, self.sources
        asked = CoarseQuestion(*on_both, self.near, self.exact.zero_speed_kmh, slopes)
        return off_along_paths(asked, times)

    def result(self, run: Run) -> Solved:
        seen = replace(run, times=self.coarse.magnified(run.times, self.near))
        told = replace(self.exact.told(seen), preview=True)
        if not self.exact.request.owned:
            return told
        coarse = self.coarse.grid, run.times, self.sources, self.exact.zero_speed_kmh
        owners = owners_on_cells(*coarse, slopes=self.slopes)
        return replace(told, owners=Owners(owners, self.factor))


def _prepared(
    grid: VelocityGrid,
    sources: Sources,
    zero_speed_kmh: float,
    runner: Runner,
    parameters: Mapping[str, float],
    device: int | None,
    slopes: GridSlopes | None,
    progress: Progress,
) -> Prepared[GridSolver]:
    warm(grid, runner, sources, zero_speed_kmh, parameters, slopes, progress)
    asked = runner.algorithm, runner.backend, zero_speed_kmh, parameters, device
    return prepare(grid, *asked, slopes)
