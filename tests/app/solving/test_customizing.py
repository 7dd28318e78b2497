"""What a customization is told with: reports of solvers, timings, the figures of the paper
beside."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from app.catalog.algorithms import Prepared, Runner
from app.document.roads import RoadsDocument
from app.roads.costs import HOPS, RoadCosts
from app.roads.open_roads import OpenRoads
from app.solving.customizing import customize_ms_of, energy_words, report_of
from app.solving.request import SolveRequest
from app.solving.road_solved import RoadSolved
from app.solving.solve import Solving
from app.timing.bench import compare
from app.timing.crp_paper import LEVEL_SIZES, LOWEST_MS, TABLE_1, bars, paper_row
from app.timing.customization_timings import decoded_anew, time_customizations, typical
from core.cancel import Cancel
from core.errors import CancelledError, ParameterError
from gpu.device import Device
from road.crp.customization.report import CustomizationReport, CustomizedLevel
from tests.app.asking import on_roads
from tests.road.drawn import chain, random_town


def town(profile: str = "car") -> OpenRoads:
    return OpenRoads.of(random_town(500, 1)).driven(RoadCosts.of_profile(profile))


def asked(roads: OpenRoads, algorithm: str = "crp") -> SolveRequest:
    """On the CPU, whatever else there is."""
    return on_roads(roads, 0, algorithm=algorithm, backend="cpu")


def report_of_levels(*levels: tuple[int, float]) -> CustomizationReport:
    made = (CustomizedLevel(size, "query", 1, 1, 1, ms, "local", 4) for size, ms in levels)
    return CustomizationReport(tuple(made), 10.0, 1, 2, 3, "cpu")


def test_a_result_brings_what_its_solver_tells() -> None:
    solved = Solving().run(asked(town()))
    report = solved.customization
    assert report is not None
    assert [(level.size, level.kind) for level in report.levels] == [
        (90, "mezzanine"), (256, "query"), (430, "mezzanine"),
    ]  # fmt: skip
    assert [level.engine for level in report.levels] == ["microinstructions", "local", "local"]
    assert all(level.cells > 1 and level.shortcuts > 0 for level in report.levels)
    assert (report.backend, report.device) == ("cpu", solved.device)
    assert report.total_ms > 0
    assert report.memory_bytes > report.shortcut_bytes > 0
    assert report.set_up_bytes > 0
    shares = report.share_of("microinstructions") + report.share_of("local")
    assert shares == pytest.approx(1)


def test_other_solvers_tell_nothing() -> None:
    solved = Solving().run(asked(town(), algorithm="near-far"))
    assert (solved.customization, solved.customize_ms) == (None, None)


class OnDevice:
    """A solver as it is on a GPU: its report is dear, and its driver tells joules."""

    customized_ms = 2.5

    def __init__(self, joules: float | None = 0.75) -> None:
        self.asked = 0
        self._joules = joules

    @property
    def report(self) -> CustomizationReport:
        self.asked += 1
        return replace(report_of_levels((4, 1.0)), backend="gpu", total_ms=2.5)

    def joules(self, cancel: Cancel) -> float | None:
        return None if cancel.requested else self._joules


def on_device(solver: OnDevice) -> Prepared[Any]:
    return Prepared(solver, "crp", "gpu", Device("gpu", 0, "Some GPU", 1 << 30))


def told_by(solver: OnDevice, **how: Any) -> CustomizationReport:
    report = report_of(on_device(solver), **how)
    assert report is not None
    return report


def test_in_haste_a_gpu_is_not_asked_for_its_levels() -> None:
    solver = OnDevice()
    prepared = on_device(solver)
    assert customize_ms_of(prepared) == 2.5
    assert report_of(prepared, hasty=True) is None
    assert solver.asked == 0, "a look at what it can is no question, either"
    report = told_by(solver)
    assert solver.asked == 1
    assert (report.device, report.energy_joules, report.metered) == ("Some GPU", None, False)


def test_energy_is_measured_where_it_is_asked_for() -> None:
    report = told_by(OnDevice(), metered=True)
    assert (report.energy_joules, report.metered) == (0.75, True)
    assert energy_words(report) == "0.75 J"
    silent = told_by(OnDevice(None), metered=True)
    assert energy_words(silent) == "not reported by the driver"
    assert energy_words(told_by(OnDevice())) == "not measured"
    stopped = Cancel()
    stopped.set()
    assert not told_by(OnDevice(), metered=True, cancel=stopped).metered


def test_a_cpu_says_that_it_tells_no_energy() -> None:
    report = Solving().run(replace(asked(town()), metered=True)).customization
    assert report is not None
    assert report.energy_joules is None
    assert energy_words(report) == "not reported by the CPU"


def test_previews_on_the_cpu_bring_their_levels_for_nothing() -> None:
    solved = Solving().run(replace(asked(town()), preview=True))
    assert solved.customization.total_ms == solved.customize_ms


def test_a_comparison_measures_the_energy_too() -> None:
    runners = Runner("dijkstra", "cpu"), Runner("crp", "cpu")
    plain, by_cells = compare(asked(town()), runners, 1)
    assert (plain.customization, plain.customizing) == (None, ())
    assert by_cells.customization.metered
    assert len(by_cells.customizing) == 1


def test_a_graph_without_cells_has_no_levels() -> None:
    roads = OpenRoads(chain(4), RoadCosts(given=HOPS))
    report = Solving().run(asked(roads)).customization
    assert report is not None
    assert (report.levels, report.levels_ms, report.share_of("local")) == ((), 0, 0)


def test_timings_decode_and_customize_each_time() -> None:
    told: list[tuple[float, str]] = []
    timings = time_customizations(asked(town()), town(), 3, lambda *progress: told.append(progress))
    assert len(timings.decode_ms) == len(timings.reports) == len(timings.total_ms) == 3
    assert len({id(report) for report in timings.reports}) == 3
    assert timings.typical.metered
    assert min(timings.total_ms) <= timings.typical.total_ms <= max(timings.total_ms)
    assert timings.set_up_ms > 0
    assert "customizing, 3 of 3" in {label for _, label in told}


def test_timings_can_be_cancelled() -> None:
    cancel = Cancel()
    with pytest.raises(CancelledError):
        time_customizations(asked(town()), town(), 2, lambda *_: cancel.set(), cancel)


def test_weights_decoded_anew_are_the_same_but_not_the_same_object() -> None:
    roads = town()
    request = asked(roads)
    solved = Solving().run(request).on_graph
    assert solved is not None
    again, milliseconds = decoded_anew(request, solved)
    assert isinstance(again.document, RoadsDocument)
    anew = again.document.roads
    assert anew.weights is not roads.weights
    assert (anew.weights.arc_costs == roads.weights.arc_costs).all()
    assert milliseconds > 0


def test_the_typical_customization_has_medians_and_mean_energy() -> None:
    reports = [
        replace(report_of_levels((4, ms)), total_ms=10 * ms, energy_joules=ms) for ms in (1, 2, 9)
    ]
    middle = typical(reports)
    assert (middle.levels[0].ms, middle.total_ms, middle.energy_joules) == (2, 20, 4)
    assert typical([report_of_levels((4, 1.0))]).energy_joules is None


def test_a_level_of_the_paper_holds_the_mezzanine_levels_below_it() -> None:
    report = report_of_levels((4, 1.0), (11, 2.0), (32, 3.0), (90, 4.0), (256, 5.0), (131072, 6.0))
    shown = bars(report, paper_row("local", 1))
    assert [(bar.level, bar.size, bar.ms) for bar in shown] == [
        (-1, 4, 1.0), (0, 32, 5.0), (1, 256, 9.0), (4, 131072, 6.0),
    ]  # fmt: skip
    assert [bar.paper_ms for bar in shown] == [LOWEST_MS, 52.2, 26.5, 16.7]
    highest = report_of_levels((1 << 20, 1.0), (1 << 22, 2.0))
    (bar,) = bars(highest, paper_row("local", 0))
    assert (bar.level, bar.ms, bar.paper_ms) == (5, 3.0, None)


@pytest.mark.parametrize("row", TABLE_1)
def test_rows_of_the_paper_add_up(row: object) -> None:
    """Levels and the lowest make the total but for a hundredth; a figure misread would show."""
    assert isinstance(row, type(TABLE_1[0]))
    assert len(row.level_ms) == len(LEVEL_SIZES) - 1
    if row.total_ms is not None:
        levels = sum(ms for ms in row.level_ms if ms is not None)
        assert levels + LOWEST_MS == pytest.approx(row.total_ms, rel=0.03)


def test_a_row_that_the_paper_lacks_is_refused() -> None:
    with pytest.raises(ParameterError, match="no row 'local' with 7"):
        paper_row("local", 7)


def test_a_comparison_sees_bits_that_change_with_a_customization(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run, timings = Solving.run, []

    def wrong(self: Solving, request: Any, **named: Any) -> Any:
        solved = run(self, request, **named)
        timings.append(solved)
        if len(timings) == 3:  # warmed up, measured once, then customized anew
            assert isinstance(solved, RoadSolved)
            labels = solved.times.state_labels.copy()
            labels[0] ^= 1
            return replace(solved, times=replace(solved.times, state_labels=labels))
        return solved

    runners = (Runner("crp", "cpu"),)
    assert compare(asked(town()), runners, 1)[0].equal
    monkeypatch.setattr(Solving, "run", wrong)
    assert not compare(asked(town()), runners, 1)[0].equal
