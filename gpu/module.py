"""Kernels from `.cu` files: compiled once for a device, launched."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from core.errors import DeviceError
from gpu import driver
from gpu.failures import device_errors, first_line
from gpu.sources import asserted

EXACT = "-fmad=false"
"""Option of the compiler that leaves a product and a sum the two roundings that the source says."""


class Module:
    """A compiled `.cu` file with its constants, on the current device. exact : see `load`."""

    def __init__(
        self, stem: str, constants: tuple[tuple[str, int], ...], exact: bool = False
    ) -> None:
        import cupy

        options = ("-std=c++17", *(f"-D{name}={value}" for name, value in constants))
        if exact:
            options = (*options, EXACT)
        self._raw = cupy.RawModule(code=asserted(f"{stem}.cu"), options=options)
        self._stem = stem
        self._kernels: dict[str, Any] = {}

    def kernel(self, name: str) -> Any:
        """A kernel by name; compiles the module on first use."""
        if name not in self._kernels:
            import cupy

            try:
                self._kernels[name] = self._raw.get_function(name)
            except cupy.cuda.compiler.CompileException as error:
                raise DeviceError(
                    f"the kernels of {self._stem}.cu do not compile here ({first_line(error)})",
                    advice="Update the NVIDIA driver and CuPy, or choose the CPU.",
                ) from error
        return self._kernels[name]

    def _with_shared(self, name: str, shared: int) -> Any:
        """A kernel that may have so much dynamic shared memory."""
        kernel = self.kernel(name)
        if shared > 48 * 1024 and kernel.max_dynamic_shared_size_bytes < shared:
            kernel.max_dynamic_shared_size_bytes = shared
        return kernel

    def launch(
        self, name: str, blocks: int | tuple[int, int], threads: int, *args: Any, shared: int = 0
    ) -> None:
        """Launch on the current stream; `shared` is dynamic shared memory in bytes."""
        kernel = self._with_shared(name, shared)
        grid = blocks if isinstance(blocks, tuple) else (blocks,)
        kernel(grid, (threads,), args, shared_mem=shared)

    def launch_early(
        self, name: str, blocks: int, threads: int, argument: Any, shared: int = 0
    ) -> None:
        """Launch a kernel that waits, with `earlier_ended`, for the one before, which need not have
        ended; where a device has no such launches, after it. argument : its only one, a struct."""
        import cupy

        stream = cupy.cuda.get_current_stream()
        if not driver.launches_early(cupy.cuda.Device().id):
            self.launch(name, blocks, threads, argument, shared=shared)
            return
        function = self._with_shared(name, shared).kernel.ptr
        driver.launch_early(function, blocks, threads, argument.tobytes(), shared, stream.ptr)

    def launch_together(self, name: str, blocks: int, threads: int, *args: Any) -> None:
        """Launch a kernel whose blocks wait for one another: all are there at once, or none.

        blocks : at most `resident_blocks`.
        """
        # CuPy takes this option at the launch of the function that a raw kernel wraps.
        self.kernel(name).kernel((blocks,), (threads,), args, enable_cooperative_groups=True)

    def resident_blocks(self, name: str, threads: int, device: int, shared: int = 0) -> int:
        """How many blocks of a kernel a device holds at once. shared : as in `launch`."""
        import cupy

        kernel = self._with_shared(name, shared)
        each = cupy.cuda.driver.occupancyMaxActiveBlocksPerMultiprocessor(
            kernel.kernel.ptr, threads, shared
        )
        return int(cupy.cuda.Device(device).attributes["MultiProcessorCount"] * each)


@cache
def _load(
    stem: str, constants: tuple[tuple[str, int], ...], device: int, exact: bool = False
) -> Module:
    return Module(stem, constants, exact)


def load(stem: str, constants: Mapping[str, int], device: int, *, exact: bool = False) -> Module:
    """The module of gpu/`stem`.cu with these constants; one per device and set of constants.

    exact : whether it computes with fractions that have to be a processor's to the last bit: no
    product and sum are then one operation with one rounding.
    """
    return _load(stem, tuple(sorted(constants.items())), device, exact)


def compile_one(device: int) -> None:
    """Compile and load a module, as every solver has to; raises DeviceError where that fails."""
    import cupy

    with device_errors(device), cupy.cuda.Device(device):
        load("grids/tile_layout", {"VALUE": 1, "SQUARE": 1}, device).kernel("view_classes")


@cache
def reading_stream(device: int) -> Any:
    """The stream on which results are read while a solve runs on its own.

    One for all threads: CuPy keeps freed memory by stream, so a new one would find none to reuse.
    """
    import cupy

    with cupy.cuda.Device(device):
        return cupy.cuda.Stream(non_blocking=True)
