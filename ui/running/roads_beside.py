"""What the process beside this one compiles where the first file is one of roads.

The island's roads are opened, drawn and solved in it, and driven otherwise: what is compiled for
these serves any file. The process that shows the window reads and draws at the same time, so this
one begins with what is asked for last.
"""

from __future__ import annotations

from app.solving.warming.ahead import CompiledBeside

ROADS = CompiledBeside("ui.running.roads_beside", "glow._spread_and_lay")
"""Kernels of roads, by the one of the light along them, which comes with the first times."""


def compile_here() -> None:
    """Open the sample's roads, and do all that is done with roads until a click is answered."""
    from PySide6.QtGui import QGuiApplication

    from app.document.roads import RoadsDocument
    from app.roads.files import open_road_file
    from app.solving.request import Options
    from core.cancel import NEVER
    from resources.paths import SAMPLE_ROADS
    from road.maps.name_lines import name_lines_of
    from ui.controllers.kinds import draw_in_little, read_in_little, show_in_little

    shows_nothing = QGuiApplication(["isofront", "-platform", "offscreen"])  # but has letters
    document, usual = RoadsDocument(open_road_file(SAMPLE_ROADS, to_click=False)), Options()
    name_lines_of(document.roads.graph, lambda x, y: (x, y))
    document.good_start(usual, NEVER)
    read_in_little(document)
    solved = document.warm_up(usual, NEVER)
    if solved is not None:
        show_in_little(solved)
    draw_in_little(document)
    document.warm_up_edits(usual)
    del shows_nothing


if __name__ == "__main__":
    compile_here()
