"""Queries as recorded launches: what is cleared, upward, the sweep.

A query is a dozen launches of some microseconds each, which the host would take longer to ask for
than the device to do. All that differs from one query to the next lies on the device, in struct
Query, which is sent from pinned memory; the copy and the launches are recorded once for each metric
and replayed.
"""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from gpu.roads.crp.device_metric import DeviceMetric
from gpu.roads.crp.query.sweep import Sweeps
from gpu.roads.crp.query.upward import LaunchSizes, Told, Upward


class _Recordings:
    """Of one metric. places : `Upward.places` when they were made. launches : by their sizes and
    whether there is a limit."""

    def __init__(self) -> None:
        self.places: tuple[int, int] | None = None
        self.launches: dict[tuple[LaunchSizes, bool], Any] = {}


class RecordedQueries:
    """Replays queries on one overlay; on the current stream."""

    def __init__(self, upward: Upward, sweeps: Sweeps) -> None:
        self._upward, self._sweeps = upward, sweeps
        self._recorded: WeakKeyDictionary[DeviceMetric, _Recordings] = WeakKeyDictionary()

    def run(self, told: Told, metric: DeviceMetric, *, limited: bool) -> None:
        """Send a query, and write its labels by the costs of a metric; all labels are cleared where
        `Sweeps.clears_first` says so. limited : whether it has a limit.

        The first of its kind is launched as it is, so that memory is there when it is recorded.
        """
        import cupy

        recordings = self._recorded.get(metric)
        if recordings is None:
            recordings = self._recorded[metric] = _Recordings()
        of, stream = (told.sizes, limited), cupy.cuda.get_current_stream()
        if recordings.places != self._upward.places:
            recordings.launches.clear()
        recorded = recordings.launches.get(of)
        if recorded is not None:
            recorded.launch(stream)
            self._upward.sent()
            return
        self._launch(told, metric, limited)
        recordings.places = self._upward.places
        stream.begin_capture()
        self._launch(told, metric, limited)
        recordings.launches[of] = stream.end_capture()
        self._upward.sent()

    def _launch(self, told: Told, metric: DeviceMetric, limited: bool) -> None:
        (cells, lowest, _), sweeps = told.sizes, self._sweeps
        self._upward.send(told)
        sweeps.make_ready(told.query, cells, metric, limited=limited)
        self._upward.launch(told, metric, lowest, gates=sweeps.gates)
        for stage in sweeps.stages[limited]:
            sweeps.launch(stage, told.query, metric, limited=limited)
