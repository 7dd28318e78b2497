"""The benchmark of real speeds compares the same ground."""

from __future__ import annotations

import numpy as np

from benchmarks.instances.terrains import fractal_terrain
from benchmarks.real_speeds import BYTES, measured, variants


def test_every_variant_has_the_same_barriers_and_nearly_the_same_speeds() -> None:
    grid = fractal_terrain(90, 70, 3)
    whole = grid.kmh(grid.whole(), grid.shape)
    for name, variant in variants(grid, 1).items():
        kmh = variant.kmh(variant.whole(), variant.shape)
        np.testing.assert_array_equal(kmh > 0, whole > 0, err_msg=name)
        assert np.all((kmh >= whole) & (kmh < whole + 1)), name
        assert str(variant.values.dtype) == name.split(",")[0]


def test_timings_of_all_are_compared_with_those_in_bytes() -> None:
    solved: list[str] = []

    def prepare(grid):  # type: ignore[no-untyped-def]
        return lambda start: solved.append(grid.values.dtype.name)

    records = measured(prepare, fractal_terrain(40, 40, 3), 3)
    assert [record["values"] for record in records] == list(variants(fractal_terrain(9, 9, 3), 1))
    assert records[0]["values"] == BYTES
    assert records[0]["ratio"] == 1.0
    assert all(record["n"] == 3 for record in records)
    assert solved.count("float32") == 2 * 5  # square and oblong: twice before three timings
