"""Vehicles out of files and into them, as the command line takes them by `--metric`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import QWidget

from app.exports.table import Format
from app.roads.costs import RoadCosts
from core.errors import InputError
from road.costs.metric import Metric
from road.costs.metric_files import read_metric
from road.costs.metric_records import write_metric
from road.costs.profiles import PROFILES
from ui.bridge import Bridge
from ui.controllers.editing import Editor
from ui.controllers.filing import FileController
from ui.panels.vehicle import VehiclePanel

FORMATS = (Format("JSON", (".json",)),)


class VehicleFiles(FileController):
    """Drives by the metric of a file, and writes the one that is driven by."""

    def __init__(
        self, window: QWidget, editor: Editor, bridge: Bridge, panel: VehiclePanel
    ) -> None:
        super().__init__(window, editor, bridge)
        panel.file_wanted.connect(self.choose)
        panel.file_saving.connect(self.choose_target)

    def choose(self) -> None:
        """Ask for a file of a vehicle, and drive by it."""
        path = self.ask_to_read(self.tr("Vehicle from a file"), self.tr("Vehicles"), "*.json")
        if path:
            self.read(path)

    def read(self, path: Path) -> None:
        """Drive by the metric of a file, in one step of undo."""
        self.reading(path, lambda *_: _called(read_metric(path), path), self._drive)

    def _drive(self, metric: Metric) -> None:
        self._editor.edit_roads(lambda edits: edits.set_costs(RoadCosts.of_metric(metric)))

    def choose_target(self) -> None:
        """Ask for a file, and write the vehicle to it."""
        metric = self._metric()
        if metric is None:
            return
        target = self.ask_to_write(self.tr("Save vehicle"), metric.name, FORMATS)
        if target:
            self.save(target[0])

    def save(self, path: Path) -> None:
        """Write all that is set of the vehicle to a file, called after it."""
        metric = self._metric()
        if metric is None:
            return
        named = replace(metric, name=path.stem)
        alone = self.tr("Speeds of single ways are not in it: their table is a file of its own.")

        def write(*_: object) -> tuple[str, ...]:
            write_metric(path, named)
            return () if named.ways is None else (alone,)

        self.writing(path, write)

    def _metric(self) -> Metric | None:
        """What is driven by; None where costs of a file are, or where no roads are open."""
        try:
            return self._editor.session.driven.costs.metric
        except InputError as error:
            self.failed.emit(error)
            return None


def _called(metric: Metric, path: Path) -> Metric:
    """After the file, where it is called like a preset, which it is no longer."""
    return replace(metric, name=path.stem) if metric.name in PROFILES else metric
