"""What is done instead where the GPU cannot solve: out-of-core or the CPU, and a note that says so.

Only for whoever leaves the backend to Isofront; a GPU that was asked for by name fails as it is.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from app.catalog.algorithms import OUT_OF_CORE, Runner, choose_backend, default_of, find
from app.catalog.rows import TERRAIN
from core.errors import DeviceError, DeviceMemoryError, ParameterError
from gpu.device import first_gpu
from gpu.failures import lost
from raster.geometry import EIGHT


@dataclass(eq=False)
class Plan:
    """How one kind of request is served: what failed on the GPU is not tried there again.

    algorithm, backend : what was asked for; backend is "auto", "cpu" or "gpu".
    notes : why it is not served so.
    made_room : whether, after a lack of memory, all that could make room already has.
    domain : "terrain" or "roads". geometry : of `raster.geometry`. sloped : whether slopes count.
    """

    algorithm: str
    backend: str
    runner: Runner
    notes: tuple[str, ...]
    made_room: bool = False
    domain: str = TERRAIN
    geometry: str = EIGHT
    sloped: bool = False

    @classmethod
    def of(
        cls,
        algorithm: str,
        backend: str,
        device: int | None = None,
        domain: str = TERRAIN,
        geometry: str = EIGHT,
        *,
        sloped: bool = False,
    ) -> Plan:
        """The first choice; raises DeviceError where what was named cannot be had."""
        row = find(algorithm, domain)
        chosen = choose_backend(row, backend, device, geometry, sloped=sloped)
        runner = Runner(algorithm, chosen)
        on_gpu = "gpu" in row.slopes if sloped else row.gpu is not None
        missed = backend == "auto" and runner.backend == "cpu" and on_gpu and lost()
        note = f"The GPU failed earlier ({lost()}); solved on the CPU. {RESTART}"
        notes = (note,) if missed else ()
        if backend == "auto" and sloped and row.gpu and not on_gpu and first_gpu():
            notes = (f"Slopes are solved on the CPU: '{row.id}' knows none on the GPU.",)
        return cls(
            algorithm, backend, runner, notes, domain=domain, geometry=geometry, sloped=sloped
        )

    def step_back(self, error: DeviceError) -> None:
        """Choose what to do after an error; raises it where it is the answer itself.

        The first lack of memory is tried again, once the caller has freed what it can.
        """
        if isinstance(error, DeviceMemoryError) and not self.made_room:
            self.made_room = True
            return
        then = self._instead(error)
        if then is None:
            raise error
        self.runner, self.made_room = then, False
        self.notes = (*self.notes, _note(error, then))

    def succeeded(self) -> None:
        self.made_room = False

    def _instead(self, error: DeviceError) -> Runner | None:
        if self.backend != "auto" or self.runner.backend != "gpu":
            return None
        too_large = isinstance(error, DeviceMemoryError) and self.runner.algorithm != OUT_OF_CORE
        if too_large and self._has(OUT_OF_CORE, "gpu"):
            return Runner(OUT_OF_CORE, "gpu")
        twin = self._has(self.algorithm, "cpu")
        return Runner(self.algorithm if twin else default_of(self.domain), "cpu")

    def _has(self, algorithm: str, backend: str) -> bool:
        """Whether an algorithm runs on a backend, in the geometry, and on slopes if they count."""
        try:
            row = find(algorithm, self.domain)
        except ParameterError:
            return False
        if self.sloped and backend not in row.slopes:
            return False
        return backend in row.backends and not (self.geometry != EIGHT and row.eight_alone(backend))


Answer = TypeVar("Answer")


def first_that_works(
    plan: Plan, attempt: Callable[[], Answer], make_room: Callable[[], None]
) -> Answer:
    """What an attempt by the plan gives; after a DeviceError another follows, if there is one.

    make_room : lets go of solvers, and of the memory that they hold.
    """
    while True:
        try:
            return attempt()
        except DeviceError as error:
            plan.step_back(error)
        # Not before here: the frames of the error held arrays.
        make_room()
        gc.collect()


RESTART = "Restart Isofront to use the GPU again."


def _note(error: DeviceError, then: Runner) -> str:
    """Why and how it was solved otherwise."""
    where = "out-of-core on the GPU" if then.backend == "gpu" else "on the CPU"
    if isinstance(error, DeviceMemoryError):
        return f"Too little memory on the GPU ({error.found}); solved {where} instead."
    found = f"{error.where}: {error.found}" if error.where else error.found
    text = f"The GPU failed ({found}); solved {where} instead."
    return f"{text} {RESTART}" if lost() else text
