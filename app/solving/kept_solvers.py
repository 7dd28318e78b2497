"""Solvers kept from one solve to the next, and their device memory given back when they go."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import replace
from typing import Generic, TypeVar

from app.catalog.algorithms import Prepared
from core.errors import DeviceError
from gpu.buffers import release

S = TypeVar("S")


class KeptSolvers(Generic[S]):
    """The latest solvers by what they were prepared for. most : of them that are kept."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._prepared: dict[Hashable, Prepared[S]] = {}

    def get(self, key: Hashable, make: Callable[[], Prepared[S]]) -> Prepared[S]:
        """The solver of that key, made where there is none; the oldest makes room before."""
        if key not in self._prepared:
            room = self.most - 1
            self._forget(*tuple(self._prepared)[: max(len(self._prepared) - room, 0)])
            self._prepared[key] = make()
        return self._prepared[key]

    def adapt(self, key: Hashable, adapted: Callable[[Prepared[S]], S | None]) -> None:
        """Put what `adapted` makes of the solver of that key in its place; where it makes nothing,
        that one goes, too, as all others do."""
        self._forget(*(other for other in self._prepared if other != key))
        if key not in self._prepared:
            return
        solver = adapted(self._prepared[key])
        if solver is None:
            self.forget_all()
        else:
            self._prepared[key] = replace(self._prepared[key], solver=solver)

    def forget_all(self) -> None:
        self._forget(*self._prepared)

    def _forget(self, *keys: Hashable) -> None:
        gone = [self._prepared.pop(key) for key in keys]
        devices = {p.device.index for p in gone if p.backend == "gpu"}
        gone.clear()  # the arrays go back to the pool, and from there to other programs
        for index in devices:
            with suppress(DeviceError):  # of a GPU that failed there is nothing to be had
                release(index)
