"""Hierarchies of the CPU on a device, to test queries apart from contraction there."""

from __future__ import annotations

from collections.abc import Callable

from gpu.roads.ch.device_hierarchy import DeviceHierarchy
from road.ch.contraction import contract
from road.search.search_graph import SearchGraph


def uploading(core: int) -> Callable[..., DeviceHierarchy]:
    """What contracts instead of the device: core : states below which it stops."""

    def contracted(search: SearchGraph, device: int, *_: object) -> DeviceHierarchy:
        return DeviceHierarchy.of(contract(search, core=core).hierarchy, device)

    return contracted
