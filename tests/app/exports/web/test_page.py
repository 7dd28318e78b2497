"""Web maps: one page with everything in it, that asks for nothing."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyproj
import pytest
import shapely

from app.bands import Bands
from app.exports.table import export
from app.exports.web import shapes
from app.exports.web.page import page
from app.exports.web.slices import MOST_SLICES, Slices
from app.measure import Measure
from app.starts import PlacedStart
from core.cancel import NEVER
from resources.colormaps import DEFAULT
from resources.paths import path as resource
from tests.app.cli_runs import CommandLine, write_ascii
from tests.app.exports.test_roads import BANDS as ROAD_BANDS
from tests.app.exports.test_roads import city
from tests.app.exports.test_roads import solve as solve_roads
from tests.app.exports.test_table import BANDS, solve
from tests.app.exports.web.chromium import (
    HEIGHT,
    WIDTH,
    elements,
    needs_chromium,
    picture,
    requests,
)  # fmt: skip
from tests.raster.fields import UTM_38S
from ui.pictures.theme import DARK, LIGHT


def data_of(path: Path) -> dict[str, Any]:
    """What the page's program is told."""
    text = path.read_text("utf-8")
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    told = json.loads(found[1])
    assert isinstance(told, dict)
    return told


def written(path: Path, solved: Any, bands: Bands = BANDS) -> dict[str, Any]:
    export("page", path, solved, bands)
    return data_of(path)


def places(numbers: list[int], data: dict[str, Any]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Points, as the page's program reads them."""
    steps = np.cumsum(np.array(numbers).reshape(-1, 2), axis=0)
    return np.asarray(data["origin"] + steps * data["step"], np.float64)


def area_of(polygons: list[list[list[int]]], data: dict[str, Any]) -> Any:
    rings = [[places(ring, data) for ring in polygon] for polygon in polygons]
    return shapely.union_all([shapely.make_valid(shapely.Polygon(r[0], r[1:])) for r in rings])


def test_the_page_names_nothing_that_would_have_to_be_fetched(tmp_path: Path) -> None:
    written(tmp_path / "map.html", solve())
    text = (tmp_path / "map.html").read_text("utf-8")
    assert "default-src 'none'" in text
    assert not re.search(r"<(?:link|img|iframe|script[^>]*\ssrc)", text.split("<script", 1)[0])
    assert re.findall(r"<script[^>]*>", text) == [
        '<script type="application/json" id="data">', "<script>", "<script>",
    ]  # fmt: skip
    assert not re.search(r"url\((?!data:)", text.split("</style>")[0])
    assert "@import" not in text
    assert "sourceMappingURL" not in text


def test_the_slices_cover_what_is_reached_where_it_lies(tmp_path: Path) -> None:
    solved = solve(None)
    data = written(tmp_path / "map.html", solved)
    assert not data["geographic"]
    found = [area_of(polygons, data) for polygons in data["areas"]]
    assert [row["label"] for row in data["bands"]] == list(BANDS.labels())
    assert len(found) == len(data["slices"]) > len(BANDS.limits)
    grid = solved.grid
    seconds = solved.times.seconds(grid.whole(), (grid.rows, grid.cols))
    right = 0
    cells = np.argwhere(np.isfinite(seconds))[::37]
    limits = Slices.of(BANDS).fine.limits
    for row, col in cells.tolist():
        place = shapely.Point(*grid.centre_of(row, col))
        number = int(np.searchsorted(limits, seconds[row, col]))
        right += bool(found[number].distance(place) <= 4 * data["step"])
    assert right == len(cells)


@pytest.mark.parametrize("crs", [UTM_38S, "EPSG:3857", "EPSG:4326"])
def test_every_crs_comes_as_longitude_and_latitude(tmp_path: Path, crs: str) -> None:
    place = {"EPSG:4326": {"left": 43.2, "top": -11.4, "cell": 0.0003}}.get(crs, {})
    if crs == "EPSG:3857":
        place = {"left": 4_810_000.0, "top": -1_280_000.0}
    data = written(tmp_path / "map.html", solve(pyproj.CRS(crs).to_wkt(), **place))
    assert data["geographic"]
    (start,) = (places(row["at"], data)[0] for row in data["starts"])
    assert 43 < start[0] < 43.6
    assert -11.7 < start[1] < -11.2
    west, south, east, north = np.concatenate(
        [places(data["box"][:2], data), places(data["box"][2:], data)]
    ).ravel()
    assert west < start[0] < east
    assert south < start[1] < north


@pytest.mark.parametrize("crs", [UTM_38S, ""])
def test_roads_are_lines_by_slice(tmp_path: Path, crs: str) -> None:
    data = written(tmp_path / "map.html", solve_roads(city(crs)), ROAD_BANDS)
    assert data["geographic"]
    assert data["areas"] == []
    slices = {line["slice"] for line in data["lines"]}
    assert slices == set(range(len(data["slices"])))
    for line in data["lines"]:
        for part in line["parts"]:
            points = places(part, data)
            assert len(points) >= 2
            assert ((points[:, 0] > 43) & (points[:, 0] < 43.6)).all()
    assert all(row["amount"].endswith(" km") for row in data["bands"])
    assert {"Costs": "car", "Time limit": "1 min 30 s"}.items() <= dict(data["about"]).items()
    assert not [name for name, _ in data["about"] if "_" in name]


def test_names_and_titles_cannot_end_the_script(tmp_path: Path) -> None:
    nasty = "</script><img src=x onerror=alert(1)>{data}"
    solved = solve()
    start = replace(solved.starts[0], name=nasty)
    named = replace(solved, starts=(start,), grid=replace(solved.grid, name=nasty))
    data = written(tmp_path / "map.html", named)
    assert data["starts"][0]["name"] == nasty
    text = (tmp_path / "map.html").read_text("utf-8")
    assert "<img" not in text
    assert text.count("</script>") == 3


@pytest.mark.parametrize("side", ["top", "bottom", "left", "right"])
def test_arrows_of_names_are_as_light_or_dark_as_these(side: str) -> None:
    text = page("roads", {"about": []})
    assert f".leaflet-tooltip-{side}::before {{ border-{side}-color: var(--plate); }}" in text


def test_the_title_of_a_page_can_be_read(tmp_path: Path) -> None:
    solved = solve()
    named = replace(solved, grid=replace(solved.grid, name="grande_comore_30m"))
    written(tmp_path / "map.html", named)
    assert "<title>Grande Comore 30m</title>" in (tmp_path / "map.html").read_text("utf-8")


def test_a_long_title_breaks_between_its_words() -> None:
    text = page("speeds_of.the-north & <b>", {"about": []})
    assert "<h1>speeds_<wbr>of.<wbr>the-<wbr>north &amp; &lt;b&gt;</h1>" in text
    assert "<title>speeds_of.the-north &amp; &lt;b&gt;</title>" in text


def test_where_nothing_is_reached_the_page_shows_the_starts(tmp_path: Path) -> None:
    data = written(tmp_path / "map.html", solve(limit=1e-3), Bands((1e-3,)))
    assert len(data["starts"]) == 1


def test_bands_are_divided_at_round_times_only() -> None:
    fine = Slices.of(Bands((600.0, 1200.0, 1800.0)))
    assert len(fine.fine.limits) <= MOST_SLICES
    assert set(np.diff(fine.fine.limits)) == {60.0}
    assert Slices.of(Bands((7.3, 19.1))).fine.limits == (7.3, 19.1)
    beyond = Slices.of(Bands((600.0,)).with_beyond(900.0))
    assert beyond.band[-2:] == (0, 1)
    assert beyond.told(DEFAULT)[-1]["until"] == "all"
    hops = Bands((2.0, 4.0), Measure("count", (("hops", 1.0),)))
    assert Slices.of(hops).fine.limits == (2.0, 4.0)


def test_many_points_become_fewer_without_gaps(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(5)
    seam = np.column_stack((np.linspace(0, 1, 4000), 0.5 + 0.02 * rng.random(4000)))
    lower = shapely.Polygon([(0, 0), *seam, (1, 0)])
    upper = shapely.Polygon([(0, 1), *seam, (1, 1)])
    areas = np.array([shapely.MultiPolygon([lower]), shapely.MultiPolygon([upper])])
    zigzag = np.array([shapely.LineString(seam)])
    monkeypatch.setattr(shapes, "MOST_POINTS", 500)
    found, lines, tolerance = shapes.fewer(areas, zigzag, 1e-6, NEVER)
    assert shapely.get_num_coordinates(np.concatenate([found, lines])).sum() <= 500
    assert tolerance > 1e-6
    assert shapely.area(found).sum() == pytest.approx(1.0, abs=1e-9)
    assert shapely.area(shapely.intersection(*found)) == pytest.approx(0.0, abs=1e-9)


def test_the_library_comes_with_its_licence() -> None:
    assert "BSD 2-Clause" in resource("leaflet/LICENSE").read_text("utf-8")
    assert "Leaflet 1.9.4" in page("t", {})


def test_the_command_line_writes_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cli = CommandLine(capsys)
    terrain = write_ascii(tmp_path / "plain.asc", np.full((20, 30), 5))
    target = tmp_path / "map.html"
    told = cli.json("solve", terrain, "--start", "1100,2100", "--html", target)
    assert told["outputs"] == [str(target)]
    assert data_of(target)["starts"]


# -- in a browser


@pytest.fixture
def shown(tmp_path: Path) -> Path:
    solved = solve()
    second = PlacedStart(solved.starts[0].x + 300, solved.starts[0].y, name="Moroni <b>")
    export("page", tmp_path / "map.html", replace(solved, starts=(*solved.starts, second)), BANDS)
    return tmp_path / "map.html"


def share_of(pixels: np.ndarray[Any, Any], colour: str) -> float:
    """The share of the picture, without the legend, that has a colour."""
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    far = np.abs(pixels[:, : WIDTH - 310].astype(int) - (red, green, blue)).max(axis=2)
    return float((far <= 2).mean())


@needs_chromium
def test_a_browser_draws_every_band_and_asks_for_nothing(shown: Path, tmp_path: Path) -> None:
    data = data_of(shown)
    pixels = picture(shown, tmp_path)
    assert pixels.shape == (HEIGHT, WIDTH, 3)
    assert all(share_of(pixels, band["colour"]) > 0.01 for band in data["bands"])
    first = sum(row["band"] == 0 for row in data["slices"]) - 1
    early = picture(shown, tmp_path, f"light&slice={first}")
    assert share_of(early, data["bands"][0]["colour"]) > 0
    assert share_of(early, data["bands"][-1]["colour"]) == 0
    dark = picture(shown, tmp_path, "dark")
    assert dark.mean() < pixels.mean() - 40
    assert requests(shown, tmp_path) == []


@needs_chromium
def test_on_a_small_screen_the_scale_is_not_beneath_the_legend(shown: Path, tmp_path: Path) -> None:
    pixels = picture(shown, tmp_path, size=(500, 800))
    beside_the_buttons = pixels[8:60, 50:200].mean(axis=2)
    assert (beside_the_buttons < 130).sum() > 100, "its lines and letters"


@needs_chromium
def test_what_a_page_asks_for_would_be_seen(shown: Path, tmp_path: Path) -> None:
    text, address = shown.read_text("utf-8"), "http://127.0.0.1:9/picture.png"
    asking = text.replace("<body>", f'<body><img src="{address}">')
    shown.write_text(asking, "utf-8")
    assert requests(shown, tmp_path) == [], "the page's policy forbids it"
    shown.write_text(re.sub("<meta http-equiv.*", "", asking), "utf-8")
    assert requests(shown, tmp_path) == [address]


@needs_chromium
def test_a_browser_names_starts_as_text(shown: Path, tmp_path: Path) -> None:
    found = elements(shown, tmp_path)
    assert "Moroni &lt;b&gt;" in found
    ready = re.search(r'data-ready="(\d+)"', found)
    assert ready is not None
    assert int(ready[1]) == sum(bool(area) for area in data_of(shown)["areas"])


@needs_chromium
def test_a_browser_draws_roads(tmp_path: Path) -> None:
    path = tmp_path / "roads.html"
    data = written(path, solve_roads(city()), ROAD_BANDS)
    pixels = picture(path, tmp_path)
    assert all(share_of(pixels, band["colour"]) > 1e-4 for band in data["bands"])
    assert share_of(pixels, LIGHT.canvas) > 0.5, "they lie in no sea"
    assert share_of(picture(path, tmp_path, "dark"), DARK.canvas) > 0.5


POINTING = """
const under = document.getElementById("under"), heard = new Set(), spots = [];
for (let y = 20; y < innerHeight; y += 40) for (let x = 20; x < 600; x += 40) spots.push([x, y]);
const pointing = setInterval(() => {
  heard.add(under.textContent.trim());
  if (!spots.length) {
    document.body.dataset.heard = JSON.stringify([...heard]);
    clearInterval(pointing);
    return;
  }
  const [x, y] = spots.pop(), at = { clientX: x, clientY: y, bubbles: true, view: window };
  document.elementFromPoint(x, y).dispatchEvent(new MouseEvent("mousemove", at));
}, 4);
"""
"""Puts a pointer on one spot after another, and notes on the page what it tells of them."""


@needs_chromium
def test_the_pointer_is_told_of_the_ground_that_lies_below_roads(
    shown: Path, tmp_path: Path
) -> None:
    data = data_of(shown)
    data["lines"] = [{"slice": 0, "width": 2, "parts": [[0, 0, 1, 1]]}]
    text = re.sub("<meta http-equiv.*", "", shown.read_text("utf-8"))  # which forbids scripts
    start = text.index('id="data">') + len('id="data">')
    end = text.index("</script>", start)
    text = text[:start] + json.dumps(data) + text[end:]
    shown.write_text(text.replace("</body>", f"<script>{POINTING}</script></body>"), "utf-8")
    heard = re.search('data-heard="(.*?)"', elements(shown, tmp_path))
    assert heard is not None
    labels = {row["label"] for row, area in zip(data["slices"], data["areas"], strict=True) if area}
    assert len(set(json.loads(heard[1].replace("&quot;", '"'))) & labels) > 5
