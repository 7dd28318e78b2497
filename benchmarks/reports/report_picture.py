"""Draws a report of the sample island for the documents:
`python -m benchmarks.reports.report_picture OUT.png`, or OUT.pdf."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from app.bands import Bands
from benchmarks.reports.waiting import rest
from ui.application import application
from ui.main_window import MainWindow
from ui.report.write import ReportDraft, write_report

HARBOURS = (("North harbour", 407_900.0, 4_396_300.0), ("East farm", 411_200.0, 4_391_900.0))
"""Names and places of starts, in metres of the island's zone."""

BANDS = "3, 6, 9, 12, 15 min"

PIXELS_AN_INCH = 100
"""Pixels that suffice for a picture beside text."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    asked = parser.parse_args()
    application([], scheme="light", on_screen=False)
    window = MainWindow(remember=False)
    window.show()
    try:
        window.open_sample()
        rest(window)
        window.editor.starts.remove({0})
        for _, x, y in HARBOURS:
            window.editor.place(x, y, add=True)
        window.editor.set_bands(Bands.parse(BANDS))
        window.link.set_style("owners", True)  # a field and its value
        rest(window)
        window.link.set_style("owners", False)
        document, result = window.session.document, window.session.result
        assert document is not None, window.stage.messages.text()
        assert result is not None, window.stage.messages.text()
        named = zip(result.starts, HARBOURS, strict=True)
        starts = tuple(replace(start, name=name) for start, (name, _, _) in named)
        result = result.called(starts)
        window.map.set_starts(starts)
        bands, palette = window.session.bands, window.link.style.palette
        title = "How soon two crews are there"
        draft = ReportDraft.of(window.map, document, result, bands, palette, title=title)
        verdict = result.validate()
        write_report(asked.out, draft, verdict=verdict, pixels_an_inch=PIXELS_AN_INCH)
    finally:
        window.close()


if __name__ == "__main__":
    main()
