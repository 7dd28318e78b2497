"""What was drawn that a result heeds stands on its web map."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyproj
import pytest
import shapely

from app.exports.plans.file_plan import FilePlan, PlannedPage
from app.exports.request import ExportOptions
from app.exports.table import export
from app.exports.web.drawn import MOST_DRAWN
from app.roads.closures import Closure, Closures
from app.solving.road_solved import RoadSolved
from raster.edits.edit import AreaShape, EditLayer, FloodShape, GroundEdit, LineShape
from tests.app.cli_runs import CommandLine, write_ascii
from tests.app.exports.test_roads import BANDS as ROAD_BANDS
from tests.app.exports.test_roads import city
from tests.app.exports.test_roads import solve as solve_roads
from tests.app.exports.test_table import BANDS, solve
from tests.app.exports.web.chromium import elements, needs_chromium
from tests.app.exports.web.test_page import area_of, data_of, places

LEFT, TOP = 305_190.0, 8_744_790.0
"""Corner of the terrain, whose cells are 30 m."""

SQUARE = ((300.0, -900.0), (900.0, -900.0), (900.0, -300.0), (300.0, -300.0))
HOLE = ((500.0, -700.0), (700.0, -700.0), (700.0, -500.0), (500.0, -500.0))


def there(corners: Any) -> Any:
    return tuple((LEFT + x, TOP + y) for x, y in corners)


LAYER = EditLayer(
    (
        GroundEdit(AreaShape(there(SQUARE), (there(HOLE),)), "barrier", name="lake <b>"),
        GroundEdit(LineShape(there(((0.0, -60.0), (2000.0, -60.0))), 120.0), "speed", 5.0),
        GroundEdit(LineShape(there(((0.0, -1500.0), (2000.0, -1500.0)))), "open", 3.0),
        GroundEdit(LineShape(there(((1500.0, -1000.0),))), "factor", 0.5),
        GroundEdit(FloodShape(there(((1200.0, -1200.0),))[0]), "speed", 7.0),
        GroundEdit(LineShape(there(((9.0, -9.0), (99.0, -99.0)))), "barrier", visible=False),
    )
)


def written(path: Path, layer: EditLayer = LAYER, crs_wkt: str | None = None) -> dict[str, Any]:
    options = ExportOptions(edits=layer)
    export("page", path, solve(crs_wkt), BANDS, options=options)
    return data_of(path)


def test_edits_that_count_are_drawn_where_they_lie(tmp_path: Path) -> None:
    data = written(tmp_path / "map.html")
    shapes = data["drawn"]
    assert [shape["words"] for shape in shapes] == [
        "Barrier (lake <b>)", "Speed 5 km/h", "Open 3 km/h", "Factor 0.5", "Speed 7 km/h",
    ]  # fmt: skip
    assert len({shape["colour"] for shape in shapes}) == 4
    lake, stroke, line, place, flood = shapes
    expected = shapely.Polygon(there(SQUARE), [there(HOLE)])
    assert area_of(lake["areas"], data).symmetric_difference(expected).area < 0.01 * expected.area
    left, bottom, right, top = area_of(stroke["areas"], data).bounds
    assert (left, bottom, right, top) == pytest.approx(
        (LEFT - 60, TOP - 120, LEFT + 2060, TOP), abs=3
    )
    (part,) = line["lines"]
    np.testing.assert_allclose(
        places(part, data), there(((0.0, -1500.0), (2000.0, -1500.0))), atol=data["step"]
    )
    assert not line["areas"]
    for shape, (x, y) in ((place, (1500.0, -1000.0)), (flood, (1200.0, -1200.0))):
        [at] = places(shape["at"], data)
        assert at == pytest.approx((LEFT + x, TOP + y), abs=data["step"])


@pytest.mark.parametrize("crs", ["EPSG:32738", "EPSG:3857"])
def test_edits_lie_on_the_ground_in_longitudes_and_latitudes(tmp_path: Path, crs: str) -> None:
    data = written(tmp_path / "map.html", crs_wkt=pyproj.CRS(crs).to_wkt())
    transform = pyproj.Transformer.from_crs(crs, "EPSG:4326", always_xy=True).transform
    [flood] = places(data["drawn"][-1]["at"], data)
    expected = transform(LEFT + 1200.0, TOP - 1200.0)
    assert flood == pytest.approx(expected, abs=2 * data["step"])
    lake = area_of(data["drawn"][0]["areas"], data)
    middle = transform(LEFT + 350.0, TOP - 850.0)
    assert lake.contains(shapely.Point(middle))


@pytest.mark.parametrize("side", ["west", "east"])
def test_edits_lie_on_maps_that_go_on_past_the_antimeridian(tmp_path: Path, side: str) -> None:
    crs = pyproj.CRS.from_epsg(32760)
    into = pyproj.Transformer.from_crs("EPSG:4326", crs, always_xy=True)
    x, y = into.transform(180.0, -17.0)  # in the middle of the terrain
    place = (x - 600.0, y) if side == "west" else (x + 600.0, y)
    layer = EditLayer((GroundEdit(FloodShape(place), "speed", 7.0),))
    plan, options = FilePlan(), ExportOptions(edits=layer)
    solved = solve(crs.to_wkt(), left=x - 1200.0, top=y + 900.0)
    export("page", tmp_path / "map.html", solved, BANDS, options=options)
    export("page", tmp_path / "map.html", solved, BANDS, options=options, plan=plan)
    data = data_of(tmp_path / "map.html")
    west, east = (places(data["box"][ends], data)[0][0] for ends in (slice(2), slice(2, 4)))
    assert west < 180 < east
    [longitude] = places(data["drawn"][0]["at"], data)[:, 0]
    assert west < longitude < 180 if side == "west" else 180 < longitude < east
    [part] = plan.parts
    assert isinstance(part, PlannedPage)
    assert not part.drawn[0][0].is_empty


def test_metres_west_of_nothing_are_no_longitudes(tmp_path: Path) -> None:
    layer = EditLayer((GroundEdit(FloodShape((-300.0, -300.0)), "speed", 7.0),))
    options = ExportOptions(edits=layer)
    export("page", tmp_path / "map.html", solve(None, left=-900.0, top=0.0), BANDS, options=options)
    data = data_of(tmp_path / "map.html")
    assert places(data["box"][2:], data)[0][0] > 180
    [place] = places(data["drawn"][0]["at"], data)
    assert place == pytest.approx((-300.0, -300.0), abs=data["step"])


def test_of_many_edits_some_are_drawn(tmp_path: Path) -> None:
    many = EditLayer(LAYER.edits[4:5] * (MOST_DRAWN + 5))
    assert len(written(tmp_path / "map.html", many)["drawn"]) == MOST_DRAWN


def test_what_is_foretold_of_a_page_has_its_drawings_within_the_map(tmp_path: Path) -> None:
    far = GroundEdit(LineShape(there(((300.0, -300.0), (9e6, -300.0)))), "barrier")
    plan, options = FilePlan(), ExportOptions(edits=LAYER.with_edit(far))
    export("page", tmp_path / "map.html", solve(None), BANDS, options=options, plan=plan)
    [part] = plan.parts
    assert isinstance(part, PlannedPage)
    outlines, tones = part.drawn
    assert len(outlines) == len(tones) == 6
    assert outlines[0].length == pytest.approx(4 * 600 + 4 * 200)
    box, whole = (shapely.total_bounds(shapes) for shapes in (outlines, part.areas))
    assert (box[:2] >= whole[:2]).all()
    assert (box[2:] <= whole[2:]).all()
    assert {tuple(tone) for tone in tones.tolist()} > {(0xC2, 0x18, 0x5B, 255)}


def closed() -> RoadSolved:
    solved = solve_roads(city())
    graph = solved.roads.graph
    assert graph.x is not None
    assert graph.y is not None
    west, south, east, north = graph.x.min(), graph.y.min(), graph.x.max(), graph.y.max()
    line = Closure(((west, south), (east, north)))
    area = Closure(((west, south), (east, south), (east, north)), area=True)
    roads = replace(solved.roads, closures=Closures((line, area)))
    return replace(solved, roads=roads)


def test_closures_are_drawn_over_roads(tmp_path: Path) -> None:
    solved = closed()
    export("page", tmp_path / "map.html", solved, ROAD_BANDS)
    data = data_of(tmp_path / "map.html")
    line, area = data["drawn"]
    assert line["kind"] == area["kind"] == "closed"
    assert len(line["lines"]) == len(area["areas"]) == 1
    ends = places(line["lines"][0], data)
    assert area_of(area["areas"], data).bounds == pytest.approx(
        (*ends.min(axis=0), *ends.max(axis=0)), abs=2e-4
    )
    assert 43 < ends[0][0] < 43.6


def test_the_command_line_draws_edits_on_web_maps(isofront: CommandLine, tmp_path: Path) -> None:
    terrain = write_ascii(tmp_path / "plain.asc", np.full((20, 30), 5))
    edits, target = tmp_path / "edits.geojson", tmp_path / "map.html"
    edits.write_text(
        '{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {}, '
        '"geometry": {"type": "LineString", "coordinates": [[1020, 2020], [1020, 2180]]}}]}'
    )
    asked = "solve", terrain, "--start", "1100,2100", "--html", target
    isofront.json(*asked)
    assert data_of(target)["drawn"] == []
    isofront.json(*asked, "--edits", edits)
    assert [shape["words"] for shape in data_of(target)["drawn"]] == ["Barrier"]


@needs_chromium
def test_a_browser_draws_them_and_names_them_as_text(tmp_path: Path) -> None:
    written(tmp_path / "map.html")
    found = elements(tmp_path / "map.html", tmp_path)
    pane = re.search(r"leaflet-drawn-pane.*?</svg>", found, re.DOTALL)
    assert pane is not None
    assert len(re.findall("<path", pane[0])) == 5
    assert legend_of(found) == [
        "Drawn barrier",
        "Drawn speed",
        "Opened by drawing",
        "Multiplied speeds",
    ]


@needs_chromium
def test_a_browser_draws_closures(tmp_path: Path) -> None:
    export("page", tmp_path / "map.html", closed(), ROAD_BANDS)
    assert legend_of(elements(tmp_path / "map.html", tmp_path)) == ["Closed by drawing"]


def legend_of(page: str) -> list[str]:
    """What a page's legend says below its bands and its one start."""
    legend = re.search(r'<table id="legend">.*?</table>', page, re.DOTALL)
    assert legend is not None
    found: list[str] = re.findall(r'<td colspan="2">(.*?)</td>', legend[0])
    return found[1:]
