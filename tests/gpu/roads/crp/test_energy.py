"""What a solver on a device tells of customizing: its total at once, levels and joules if asked."""

from __future__ import annotations

import numpy as np
import pytest

from app.catalog.algorithms import Prepared
from app.solving.customizing import customize_ms_of, report_of
from core.cancel import Cancel
from core.solver import Start
from gpu.device import choose_gpu
from gpu.roads.crp.customization.customize import Customizer
from gpu.roads.crp.device_metric import DeviceMetric
from gpu.roads.crp.query.isochrone import Crp
from road.solvers.dijkstra import Dijkstra
from tests.road.crp.nests import halved
from tests.road.drawn import random_town
from tests.road.searches import random_weights

pytestmark = pytest.mark.gpu


@pytest.fixture
def solver() -> Crp:
    roads = random_town(400, 5)
    partition = halved(roads, (4, 32, 128))
    return Crp(roads, random_weights(roads, 1), partition=partition, edge_based=True)


def test_previews_do_not_work_on_the_levels_again(
    solver: Crp, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Customizer] = []
    real = Customizer.level_times

    def counted(customizer: Customizer, metric: DeviceMetric) -> list[float]:
        asked.append(customizer)
        return real(customizer, metric)

    monkeypatch.setattr(Customizer, "level_times", counted)
    prepared = Prepared(solver, "crp", "gpu", choose_gpu())
    assert customize_ms_of(prepared) == solver.customized_ms > 0
    assert report_of(prepared, hasty=True) is None
    assert not asked
    report = report_of(prepared)
    assert report is not None
    assert report.total_ms == solver.customized_ms
    assert report_of(prepared) == report
    assert len(asked) == 1


def test_measuring_energy_leaves_the_costs_as_they_are(solver: Crp) -> None:
    joules = solver.joules()
    assert joules is None or joules >= 0
    search = solver.search
    expected = Dijkstra(search.graph, search.weights).solve((Start(0),))
    np.testing.assert_array_equal(solver.solve((Start(0),)).labels, expected.labels)
    stopped = Cancel()
    stopped.set()
    assert solver.joules(stopped) is None
