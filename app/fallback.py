"""What is done instead where the GPU cannot solve: out-of-core or the CPU, and a note that says so.

Only for whoever leaves the backend to Isofront; a GPU that was asked for by name fails as it is.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.catalog import DEFAULT, OUT_OF_CORE, Runner, choose_backend, find
from core.errors import DeviceError, DeviceMemoryError, ParameterError
from gpu.failures import lost


@dataclass(eq=False)
class Plan:
    """How one kind of request is served: what failed on the GPU is not tried there again.

    algorithm, backend : what was asked for; backend is "auto", "cpu" or "gpu".
    notes : why it is not served so.
    roomy : whether, after a lack of memory, all that could make room already has.
    """

    algorithm: str
    backend: str
    runner: Runner
    notes: tuple[str, ...]
    roomy: bool = False

    @classmethod
    def of(cls, algorithm: str, backend: str, device: int | None = None) -> Plan:
        """The first choice; raises DeviceError where what was named cannot be had."""
        runner = Runner(algorithm, choose_backend(find(algorithm), backend, device))
        missed = backend == "auto" and runner.backend == "cpu" and find(algorithm).gpu and lost()
        note = f"The GPU failed earlier ({lost()}); solved on the CPU. {RESTART}"
        return cls(algorithm, backend, runner, (note,) if missed else ())

    def step_back(self, error: DeviceError) -> None:
        """Choose what to do after an error; raises it where it is the answer itself.

        The first lack of memory is tried again, once the caller has freed what it can.
        """
        if isinstance(error, DeviceMemoryError) and not self.roomy:
            self.roomy = True
            return
        then = self._instead(error)
        if then is None:
            raise error
        self.runner, self.roomy = then, False
        self.notes = (*self.notes, _note(error, then))

    def succeeded(self) -> None:
        self.roomy = False

    def _instead(self, error: DeviceError) -> Runner | None:
        if self.backend != "auto" or self.runner.backend != "gpu":
            return None
        too_large = isinstance(error, DeviceMemoryError) and self.runner.algorithm != OUT_OF_CORE
        if too_large and _out_of_core_runs_on_the_gpu():
            return Runner(OUT_OF_CORE, "gpu")
        return Runner(self.algorithm if find(self.algorithm).cpu else DEFAULT, "cpu")


def _out_of_core_runs_on_the_gpu() -> bool:
    try:
        return find(OUT_OF_CORE).gpu is not None
    except ParameterError:
        return False


RESTART = "Restart Isofront to use the GPU again."


def _note(error: DeviceError, then: Runner) -> str:
    """Why and how it was solved otherwise."""
    where = "out-of-core on the GPU" if then.backend == "gpu" else "on the CPU"
    if isinstance(error, DeviceMemoryError):
        return f"Too little memory on the GPU ({error.found}); solved {where} instead."
    found = f"{error.where}: {error.found}" if error.where else error.found
    text = f"The GPU failed ({found}); solved {where} instead."
    return f"{text} {RESTART}" if lost() else text
