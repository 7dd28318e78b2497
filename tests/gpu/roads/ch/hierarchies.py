"""Hierarchies of the CPU on a device, to test queries apart from contraction there; and what is
found of tables in ticks of a millisecond."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from core.parallel.nearest_rows import NearestRows
from gpu.roads.ch.device_hierarchy import DeviceHierarchy
from road.ch.contraction import contract
from road.ch.report import ContractionReport
from road.ch.settings import ContractionSettings
from road.graph import U32
from road.search.search_graph import SearchGraph


def uploading(core: int) -> Callable[..., tuple[DeviceHierarchy, ContractionReport]]:
    """What contracts instead of the device: core : states below which it stops."""

    def contracted(
        search: SearchGraph, device: int, *_: object
    ) -> tuple[DeviceHierarchy, ContractionReport]:
        done = contract(search, ContractionSettings(core=core))
        return DeviceHierarchy.of(done.hierarchy, device), done.report

    return contracted


def nearest_of(table: U32, kept: int) -> NearestRows:
    """Row by row."""
    found = NearestRows.none(kept, table.shape[1])
    for number, row in enumerate(table):
        found.take(number, row, 0.001)
    return found


def assert_same(found: NearestRows, expected: NearestRows) -> None:
    for name in ("seconds", "row", "count"):
        right = getattr(expected, name)
        assert getattr(found, name).dtype == right.dtype
        np.testing.assert_array_equal(getattr(found, name), right)
