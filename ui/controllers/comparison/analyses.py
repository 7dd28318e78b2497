"""What is made of results beside showing them: put together, and told where it is asked for."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from ui.actions import Actions
from ui.bridge import Bridge
from ui.controllers.comparison.certainties import Certainties
from ui.controllers.comparison.comparing import Comparing
from ui.controllers.comparison.zones import Zoning
from ui.controllers.editing import Editor
from ui.controllers.filing import FileController
from ui.controllers.map_link import MapLink
from ui.docks import Docks
from ui.panels.comparison import ComparisonPanel
from ui.panels.uncertainty import UncertaintyPanel
from ui.panels.zones import ZonesPanel


class Analyses:
    """Comparison, uncertain speeds and the zonal table, each with its panel and its commands."""

    def __init__(
        self, window: QWidget, editor: Editor, bridge: Bridge, link: MapLink, docks: Docks
    ) -> None:
        self.comparing = Comparing(window, editor, bridge, link)
        self.certainties = Certainties(window, editor, bridge, link)
        self.zoning = Zoning(window, editor, bridge, link)
        self._docks = docks

    @property
    def all(self) -> tuple[FileController, ...]:
        return self.comparing, self.certainties, self.zoning

    def follow(self, commands: Actions) -> None:
        """Do what panels and commands ask for; a command brings its panel."""
        self.comparing.follow(self._docks.panel(ComparisonPanel), commands)
        self.certainties.follow(self._docks.panel(UncertaintyPanel), commands)
        self.zoning.follow(self._docks.panel(ZonesPanel), commands)
        for command, panel in (("keep_result", "comparison"), ("run_uncertainty", "uncertainty")):
            commands[command].triggered.connect(
                lambda _checked=False, panel=panel: self._docks.show_panel(panel)
            )
