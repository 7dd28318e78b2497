"""What is known of the terrain: file, size, CRS, speeds, notes of the reader."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import numpy as np
from PySide6.QtWidgets import QHBoxLayout, QPushButton

from app.editing.session import Change
from app.solving.jobs import Task
from app.units import units
from core.cancel import NEVER, Cancel
from core.files.import_cache import RASTERS, cache_size, clear_cache
from raster.grid import VelocityGrid, Window
from ui.controllers.editing import Editor
from ui.panels.panel import Panel
from ui.texts import byte_size, count, crs_name, figure
from ui.told import told
from ui.widgets import form
from ui.widgets.figures import Facts

BLOCK_CELLS = 1 << 20


@dataclass(frozen=True)
class SpeedSummary:
    """slowest, fastest : km/h of the passable cells; 0 where there is none. The rest are counts."""

    slowest: float
    fastest: float
    passable: int
    barriers: int
    no_data: int


def summarise(grid: VelocityGrid, cancel: Cancel = NEVER) -> SpeedSummary:
    """Look at every cell once, some rows at a time."""
    slowest, fastest, passable, no_data = np.inf, 0.0, 0, 0
    step = max(BLOCK_CELLS // grid.cols, 1)
    for row in range(0, grid.rows, step):
        cancel.check("the summary")
        height = min(step, grid.rows - row)
        speeds = grid.kmh(Window(row, 0, height, grid.cols), (height, grid.cols))
        no_data += int(np.count_nonzero(np.isnan(speeds)))
        moving = speeds[speeds > 0]
        if moving.size:
            passable += moving.size
            slowest = min(slowest, float(moving.min()))
            fastest = max(fastest, float(moving.max()))
    barriers = grid.rows * grid.cols - passable - no_data
    return SpeedSummary(slowest if passable else 0.0, fastest, passable, barriers, no_data)


class TerrainPanel(Panel):
    shown_changes = Change.DOCUMENT | Change.UNITS
    wants = "terrain"

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self.facts = Facts()
        self.notes = form.Hint()
        self._cache = form.Hint()
        self._clear = QPushButton(self.tr("Clear"))
        self._task: Task | None = None
        self._lay_out()
        self.facts.show_facts([(self.tr("File"), self.tr("no terrain is open"))])
        self._show_notes(())
        self.show_cache_size()

    def _lay_out(self) -> None:
        layout = form.column(self)
        layout.addWidget(self.facts)
        self._notes_heading = form.Heading(self.tr("Notes"))
        layout.addSpacing(form.GAP)
        layout.addWidget(self._notes_heading)
        layout.addWidget(self.notes)
        layout.addStretch(1)
        form.name(
            self._clear,
            self.tr("Clear the import cache"),
            self.tr(
                "Text grids are imported once and cached; clearing "
                "only makes the next opening slower"
            ),
        )
        self._clear.clicked.connect(self._clear_cache)
        row = QHBoxLayout()
        row.addWidget(self._cache, 1)
        row.addWidget(self._clear)
        layout.addLayout(row)

    def refresh(self, change: Change) -> None:
        self.editor.bridge.abandon(self._task)
        grid = cast(VelocityGrid, self.session.required.grid)
        self.show_cache_size()
        self._show_notes(grid.notes)
        self._show_facts(grid, None)
        self._task = self.editor.bridge.run(
            self.tr("Summarizing the speeds"),
            lambda progress, cancel: summarise(grid, cancel),
            lambda summary: self._show_facts(grid, summary),
            quiet=True,
        )

    def _show_notes(self, notes: tuple[str, ...]) -> None:
        self._notes_heading.setVisible(bool(notes))
        self.notes.setVisible(bool(notes))
        self.notes.setText("\n".join(f"• {told(note)}" for note in notes))

    def _show_facts(self, grid: VelocityGrid, speeds: SpeedSummary | None) -> None:
        path = self.session.required.path
        (small, side), (large, worth) = units().small, units().large
        width, height = grid.cols * grid.step_x / worth, grid.rows * grid.step_y / worth
        facts = [
            (self.tr("File"), path.name if path else grid.name),
            (self.tr("Size"), f"{count(grid.cols)} × {count(grid.rows)} {self.tr('cells')}"),
            (self.tr("Cell"), f"{grid.step_x / side:.6g} × {grid.step_y / side:.6g} {small}"),
            (self.tr("Extent"), f"{figure(width, 4)} × {figure(height, 4)} {large}"),
            (self.tr("CRS"), crs_name(grid.crs_wkt) or self.tr("the file names none")),
        ]
        self.facts.show_facts([*facts, *self._speed_facts(grid, speeds)])
        self.facts.setToolTip(str(path) if path else "")

    def _speed_facts(
        self, grid: VelocityGrid, speeds: SpeedSummary | None
    ) -> list[tuple[str, str]]:
        def share(cells: int) -> str:
            return f"{cells / (grid.rows * grid.cols):.1%}" if cells else self.tr("none")

        names = (
            self.tr("Speed"), self.tr("Passable"), self.tr("Barriers"), self.tr("No data"),
        )  # fmt: skip
        if speeds is None:
            return [(name, "…") for name in names]
        unit, worth = units().speed
        told = f"{speeds.slowest / worth:.4g} – {speeds.fastest / worth:.4g} {unit}"
        speed = told if speeds.passable else "–"
        cells = (speeds.passable, speeds.barriers, speeds.no_data)
        return list(zip(names, (speed, *map(share, cells)), strict=True))

    # -- the import cache

    def show_cache_size(self) -> None:
        size = cache_size(suffixes=RASTERS).bytes
        self._cache.setText(self.tr("Import cache: {size}").format(size=byte_size(size)))
        self._clear.setEnabled(size > 0)

    def _clear_cache(self) -> None:
        clear_cache(suffixes=RASTERS)
        self.show_cache_size()
