"""Where a solver's labels lie on a device, if not in the order of states."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gpu.buffers import require
from road.graph import U32


@dataclass(frozen=True, eq=False)
class LabelOrder:
    """Shared by a solver and its results, which may outlive it.

    of_state : uint32, states; where the label of each lies.
    """

    of_state: U32
    device: int

    @cached_property
    def array(self) -> Any:
        """The same on the device, brought when first asked for; there for all streams. For who is
        on that device; DeviceMemoryError."""
        import cupy

        require(self.of_state.nbytes, self.device, "times of these roads")
        brought = cupy.asarray(self.of_state)
        cupy.cuda.get_current_stream().synchronize()
        return brought

    @property
    def nbytes(self) -> int:
        """Device memory, once it was brought."""
        return self.of_state.nbytes if "array" in vars(self) else 0
