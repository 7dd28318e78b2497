"""What is known of the roads: file, size, extent, forbidden turns, notes of the reader."""

from __future__ import annotations

import numpy as np

from app.editing.session import Change
from app.roads.open_roads import OpenRoads
from ui.controllers.editing import Editor
from ui.panels.panel import Panel
from ui.texts import count, crs_name, length
from ui.told import told
from ui.widgets import form
from ui.widgets.figures import Facts


class RoadsPanel(Panel):
    shown_changes = Change.DOCUMENT | Change.UNITS
    wants = "roads"

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self.facts = Facts()
        self.notes = form.Hint()
        self._heading = form.Heading(self.tr("Notes"))
        layout = form.column(self)
        layout.addWidget(self.facts)
        layout.addSpacing(form.GAP)
        layout.addWidget(self._heading)
        layout.addWidget(self.notes)
        layout.addStretch(1)

    def refresh(self, change: Change) -> None:
        roads = self.session.driven
        notes = roads.graph.notes
        self._heading.setVisible(bool(notes))
        self.notes.setVisible(bool(notes))
        self.notes.setText("\n".join(f"• {told(note)}" for note in notes))
        self.facts.show_facts(self._facts(roads))
        self.facts.setToolTip(str(roads.path) if roads.path else "")

    def _facts(self, roads: OpenRoads) -> list[tuple[str, str]]:
        graph = roads.graph
        metres = float(np.sum(graph.arcs.length_m, dtype=np.float64))
        side = self.tr("left") if graph.left_hand else self.tr("right")
        given = ", ".join(f"{g.name} ({g.unit})" if g.unit else g.name for g in graph.given)
        slopes = self.tr("known") if graph.arcs.slope is not None else self.tr("unknown")
        return [
            (self.tr("File"), roads.path.name if roads.path else graph.name),
            (self.tr("Vertices"), count(graph.vertices)),
            (self.tr("Arcs"), count(graph.arc_count)),
            (self.tr("Length"), length(metres) if metres else self.tr("unknown")),
            # Not the restrictions of the file: `only_…` forbids each other turn, and some are void.
            (self.tr("Forbidden turns"), count(graph.forbidden.count)),
            (self.tr("Traffic"), side),
            (self.tr("Slopes"), slopes),
            (self.tr("Costs"), given or self.tr("by vehicle")),
            (self.tr("CRS"), crs_name(graph.crs_wkt) or self.tr("the file names none")),
        ]
