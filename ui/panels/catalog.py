"""THE table of panels; the window builds its docks and its Panels menu from it."""

from __future__ import annotations

from dataclasses import dataclass

from ui.panels.comparison import ComparisonPanel
from ui.panels.contraction import ContractionPanel
from ui.panels.customization import CustomizationPanel
from ui.panels.ground.edits import EditsPanel
from ui.panels.ground.slopes import SlopesPanel
from ui.panels.isochrones import IsochronesPanel
from ui.panels.layers import LayersPanel
from ui.panels.matrix import MatrixPanel
from ui.panels.panel import Panel
from ui.panels.paths import PathsPanel
from ui.panels.performance import PerformancePanel
from ui.panels.roads import RoadsPanel
from ui.panels.route import RoutePanel
from ui.panels.scenarios import ScenariosPanel
from ui.panels.solver import SolverPanel
from ui.panels.starts import StartsPanel
from ui.panels.terrain import TerrainPanel
from ui.panels.uncertainty import UncertaintyPanel
from ui.panels.vehicle import VehiclePanel
from ui.panels.zones import ZonesPanel
from ui.texts import translatable

UPPER, LOWER = "upper", "lower"


@dataclass(frozen=True)
class Row:
    """A panel, its name and key, and the stack of the right side it begins in.

    at_first : False where it stays away until it is asked for.
    """

    id: str
    title: str
    key: str
    stack: str
    panel: type[Panel]
    at_first: bool = True

    def fits(self, ids: frozenset[str]) -> bool:
        """Whether the panel is of use with a document that names these."""
        return self.panel.wants in ("", *ids)


N = translatable

# fmt: off
PANELS: tuple[Row, ...] = (
    Row("isochrones", N("Panels", "Isochrones"), "Ctrl+1", UPPER, IsochronesPanel),
    Row("starts", N("Panels", "Starts"), "Ctrl+2", UPPER, StartsPanel),
    Row("vehicle", N("Panels", "Vehicle"), "Ctrl+6", UPPER, VehiclePanel),
    Row("solver", N("Panels", "Solver"), "Ctrl+3", UPPER, SolverPanel),
    Row("matrix", N("Panels", "Matrix"), "Ctrl+M", UPPER, MatrixPanel),
    Row("terrain", N("Panels", "Terrain"), "Ctrl+4", UPPER, TerrainPanel),
    Row("roads", N("Panels", "Roads"), "Ctrl+8", UPPER, RoadsPanel),
    Row("slopes", N("Panels", "Slopes"), "Ctrl+Alt+4", UPPER, SlopesPanel, False),
    Row("edits", N("Panels", "Edits"), "Ctrl+Alt+G", UPPER, EditsPanel, False),
    Row("scenarios", N("Panels", "Scenarios"), "Ctrl+Alt+1", UPPER, ScenariosPanel, False),
    Row("comparison", N("Panels", "Comparison"), "Ctrl+Shift+K", UPPER, ComparisonPanel, False),
    Row("paths", N("Panels", "Paths"), "Ctrl+Alt+7", UPPER, PathsPanel, False),
    Row("uncertainty", N("Panels", "Uncertainty"), "Ctrl+Shift+U", UPPER, UncertaintyPanel, False),
    Row("zones", N("Panels", "Zones"), "Ctrl+Shift+T", UPPER, ZonesPanel, False),
    Row("performance", N("Panels", "Performance"), "Ctrl+5", LOWER, PerformancePanel),
    Row("customization", N("Panels", "Customization"), "Ctrl+9", LOWER, CustomizationPanel),
    Row("contraction", N("Panels", "Contraction"), "Ctrl+Alt+9", LOWER, ContractionPanel),
    Row("route", N("Panels", "Route"), "Ctrl+7", LOWER, RoutePanel),
    Row("layers", N("Panels", "Layers"), "Ctrl+L", LOWER, LayersPanel),
)
# fmt: on
