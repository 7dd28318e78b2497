"""What an export will hold, as a small picture and as facts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QImage

from app.exports.plans.file_plan import (
    FilePlan,
    PlannedCells,
    PlannedLayer,
    PlannedPage,
    PlannedTable,
    crs_of,
)
from ui.dialogs.export.sketch import sketch_of
from ui.texts import byte_size, count, crs_name

translate = QCoreApplication.translate

WIDTH, HEIGHT = 400, 300
"""Most pixels of the small picture."""

MOST_FIELDS = 12
"""Fields that are named; more are counted."""

Fact = tuple[str, str]


@dataclass(frozen=True, eq=False)
class ExportPreview:
    """image : None where there is nothing to be seen. facts : (name, value). notes : what the
    writer remarks."""

    image: QImage | None
    facts: Sequence[Fact]
    notes: Sequence[str] = ()


def shrunk(image: QImage) -> QImage:
    """A picture as large as there is room; small ones stay."""
    if image.width() <= WIDTH and image.height() <= HEIGHT:
        return image
    whole = image.copy()
    whole.setDevicePixelRatio(1.0)
    return whole.scaled(
        WIDTH * 2,
        HEIGHT * 2,
        Qt.AspectRatioMode.KeepAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )


def of_picture(image: QImage, facts: Sequence[Fact], size: int | None = None) -> ExportPreview:
    """Of a picture that is written as it is. size : bytes of its file."""
    pixels = translate("Export", "{width} × {height} pixels").format(
        width=count(image.width()), height=count(image.height())
    )
    told = [(translate("Export", "Picture"), pixels), *facts]
    if size is not None:
        told.append((translate("Export", "Size"), byte_size(size)))
    return ExportPreview(shrunk(image), told)


def of_plan(plan: FilePlan, suffix: str, notes: Sequence[str]) -> ExportPreview:
    """Of what a writer told of a file with a suffix."""
    facts: list[Fact] = []
    image = None
    for part in plan.parts:
        image = sketch_of(part, WIDTH * 2, HEIGHT * 2)
        facts += _facts(part, suffix)
        about = byte_size(part.size)
        if not isinstance(part, PlannedPage):
            about = translate("Export", "about {size}").format(size=about)
        facts.append((translate("Export", "Size"), about))
    return ExportPreview(image, facts, notes)


def _facts(
    part: PlannedLayer | PlannedCells | PlannedTable | PlannedPage, suffix: str
) -> list[Fact]:
    if isinstance(part, PlannedLayer):
        return _of_layer(part, suffix)
    if isinstance(part, PlannedCells):
        return _of_cells(part)
    if isinstance(part, PlannedTable):
        return [
            (translate("Export", "Lines"), count(part.rows)),
            (translate("Export", "Fields"), _named(part.heads)),
        ]
    drawn = len(part.drawn[0])
    return [
        (translate("Export", "Areas"), count(len(part.areas))),
        (translate("Export", "Lines"), count(len(part.lines))),
        *([(translate("Export", "Drawings"), count(drawn))] if drawn else []),
        (
            translate("Export", "Relief"),
            translate("Export", "yes") if part.relief else translate("Export", "no heights known"),
        ),
    ]


def _of_layer(part: PlannedLayer, suffix: str) -> list[Fact]:
    layer = part.layer
    what = translate("Export", "{count} features, {points} points").format(
        count=count(len(layer.geometries)), points=count(part.points)
    )
    crs = crs_of(layer, suffix)
    name = crs if crs is None or crs.startswith("EPSG:") else crs_name(crs)
    return [
        (translate("Export", "Layer"), f"{layer.name}, {layer.geometry_type}"),
        (translate("Export", "Holds"), what),
        (translate("Export", "Fields"), _named(list(layer.fields))),
        (translate("Export", "CRS"), name or translate("Export", "none")),
    ]


def _of_cells(part: PlannedCells) -> list[Fact]:
    across, down = (f"{side:.6g} m" for side in part.side)
    side = across if across == down else f"{across} × {down}"
    return [
        (translate("Export", "Cells"), f"{count(part.cols)} × {count(part.rows)}"),
        (translate("Export", "Numbers"), part.dtype),
        (translate("Export", "Cell size"), side),
        (translate("Export", "CRS"), crs_name(part.crs_wkt) or translate("Export", "none")),
    ]


def _named(names: Sequence[str]) -> str:
    more = len(names) - MOST_FIELDS
    listed = ", ".join(names[:MOST_FIELDS])
    return f"{listed}, … (+{more})" if more > 0 else listed
