"""`isofront matrix`: maps of the best origin of each place, and what each band holds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyogrio
import pytest
import rasterio
import shapely
from rasterio.transform import from_origin

from tests.app.cli.road_files import at, write_planar
from tests.app.cli.test_matrix import rows_of, write_rows
from tests.app.cli_runs import CommandLine, write_ascii

ORIGINS = ("1005,2005", "1295,2195", "1105,2095")


PLACES = (at(0.1, 1), at(1, 1.9), at(1.7, 1))
"""On streets of the crossing."""


@pytest.fixture
def raster(tmp_path: Path) -> Path:
    kmh = np.random.default_rng(4).integers(1, 40, (20, 30))
    kmh[3:5, 3] = 0
    return write_ascii(tmp_path / "t.asc", kmh)


@pytest.fixture
def three(tmp_path: Path) -> Path:
    rows = [f"{name},{place}" for name, place in zip("abc", ORIGINS, strict=True)]
    return write_rows(tmp_path / "o.csv", "id,x,y", rows)


def bands_of(path: Path) -> list[np.ndarray]:
    with rasterio.open(path) as dataset:
        return [np.asarray(band) for band in dataset.read(masked=True).filled(np.nan)]


def seconds_by_solve(isofront: CommandLine, raster: Path, *more: object) -> np.ndarray:
    """Of each origin by itself, (origins, rows, cols); infinite where it does not come."""
    found = []
    for place in ORIGINS:
        out = raster.parent / "single.tif"
        words = ("solve", raster, "--start", place, "--out", out, "--algorithm", "dijkstra")
        isofront.json(*words, *more)
        found.append(np.nan_to_num(bands_of(out)[0], nan=np.inf))
    return np.stack(found)


def test_the_best_origin_of_each_cell_of_a_raster(
    isofront: CommandLine, raster: Path, three: Path
) -> None:
    out = raster.parent / "best.tif"
    words = ("matrix", raster, "--origins", three, "--destinations", "all", "--out", out)
    isofront.json(*words, "--limit", "30")
    least, number, count = bands_of(out)
    each = seconds_by_solve(isofront, raster, "--time-limit", "30")
    best = np.where(np.isfinite(each.min(axis=0)), each.min(axis=0), np.nan)
    np.testing.assert_array_equal(least, best.astype(np.float32))
    expected = np.where(np.isnan(best), np.nan, each.argmin(axis=0) + 1)
    np.testing.assert_array_equal(number, expected)
    np.testing.assert_array_equal(count, np.isfinite(each).sum(axis=0))
    assert {1.0, 2.0, 3.0} <= set(number[~np.isnan(number)].tolist())
    assert np.isnan(least).any()
    with rasterio.open(out) as dataset:
        assert dataset.tags()["ISOFRONT_ORIGINS"] == "1: a; 2: b; 3: c"


@pytest.mark.parametrize("off_road", ["0,60", "5,60"])
def test_the_best_origin_of_each_cell_beside_roads(
    isofront: CommandLine, crossing: Path, off_road: str
) -> None:
    folder = crossing.parent
    words = ("--cell-size", "5", "--off-road", off_road)
    out = folder / "best.tif"
    each = []
    for place in PLACES:
        one = write_rows(folder / "one.csv", "lon,lat", [place])
        isofront.json(
            "matrix", crossing, "--origins", one, "--destinations", "all", "--out", out, *words
        )
        each.append(np.nan_to_num(bands_of(out)[0], nan=np.inf))
    all_three = write_rows(folder / "all.csv", "lon,lat", PLACES)
    record = isofront.json(
        "matrix", crossing, "--origins", all_three, "--destinations", "all", "--out", out, *words
    )
    assert "Cells of 5 m" in record["notes"][-1]
    least, number = bands_of(out)
    best = np.min(each, axis=0)
    reached = np.isfinite(best)
    np.testing.assert_array_equal(np.isnan(least), ~reached)
    if off_road == "5,60":  # else cells between two streets have the time of either
        np.testing.assert_allclose(least[reached], best[reached], atol=0.002)
        of = np.nan_to_num(number, nan=1).astype(np.int64) - 1
        chosen = np.take_along_axis(np.stack(each), of[None], axis=0)[0]
        np.testing.assert_allclose(chosen[reached], best[reached], atol=0.01)
    assert set(number[reached].tolist()) == {1.0, 2.0, 3.0}


def test_points_of_destinations_with_their_best_origin(
    isofront: CommandLine, raster: Path, three: Path
) -> None:
    folder = raster.parent
    ends = write_rows(folder / "d.csv", "id,x,y", ["p,1015,2015", "q,1285,2185", "r,1055,2155"])
    words = ("matrix", raster, "--origins", three, "--destinations", ends, "--out")
    isofront.json(*words, folder / "full.csv")
    isofront.json(*words, folder / "best.gpkg")
    meta, _, points, values = pyogrio.raw.read(folder / "best.gpkg")
    fields = dict(zip(meta["fields"], values, strict=True))
    full = {
        (row["destination"], row["origin"]): float(row["time_s"])
        for row in rows_of(folder / "full.csv")
    }
    for k, end in enumerate("pqr"):
        best = min("abc", key=lambda origin: full[end, origin])
        told = (fields["destination"][k], fields["origin"][k], fields["count"][k])
        assert told == (end, best, 3)
        assert fields["time_s"][k] == pytest.approx(full[end, best], rel=1e-11)
    assert shapely.from_wkb(points[0]).coords[0] == (1015, 2015)
    isofront.json(*words, folder / "two.gpkg", "--nearest", "2")
    meta, _, lines, values = pyogrio.raw.read(folder / "two.gpkg")
    fields = dict(zip(meta["fields"], values, strict=True))
    assert fields["rank"].tolist() == [1, 2] * 3
    near = [full[pair] for pair in zip(fields["destination"], fields["origin"], strict=True)]
    assert near[:2] == sorted(full["p", origin] for origin in "abc")[:2]
    ends_of_first = shapely.get_coordinates(shapely.from_wkb(lines[0])).tolist()
    places = dict(zip("abc", ORIGINS, strict=True))
    start = [float(part) for part in places[fields["origin"][0]].split(",")]
    assert ends_of_first == [[1015, 2015], start]


def layer_of(path: Path, layer: str) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Fields and shapes."""
    meta, _, shapes, values = pyogrio.raw.read(path, layer=layer)
    return dict(zip(meta["fields"], values, strict=True)), shapely.from_wkb(shapes)


@pytest.mark.parametrize("direction", ["from", "to"])
def test_streets_by_the_origin_that_is_first_there(
    isofront: CommandLine, crossing: Path, direction: str
) -> None:
    folder, out = crossing.parent, crossing.parent / "best.gpkg"
    places = [f"{name},{place}" for name, place in zip("abc", PLACES, strict=True)]
    origins = write_rows(folder / "o.csv", "id,lon,lat", places)
    words = ("matrix", crossing, "--origins", origins, "--direction", direction, "--destinations")
    found = isofront.json(*words, "all", "--best-origin", "--out", out, "--bands", "9999")
    assert [name for name, _ in pyogrio.list_layers(out)] == ["nearest", "streets"]
    fields, lines = layer_of(out, "streets")
    assert set(fields["origin"]) == set("abc")
    assert fields["length_m"].sum() == pytest.approx(found["bands"][0]["length_m"], rel=1e-6)
    shares = np.linspace(0.02, 0.98, 7)
    points = [shapely.line_interpolate_point(line, shares, normalized=True) for line in lines]
    along = shapely.get_coordinates(points)
    table = write_rows(folder / "d.csv", "lon,lat", [f"{x:.9f},{y:.9f}" for x, y in along])
    isofront.json(*words, table, "--out", folder / "all.csv")
    costs = np.full((3, len(along)), np.inf)
    for row in rows_of(folder / "all.csv"):
        if row["time_s"]:
            costs["abc".index(row["origin"]), int(row["destination"]) - 1] = float(row["time_s"])
    of = np.repeat(["abc".index(origin) for origin in fields["origin"]], len(shares))
    least = costs.min(axis=0)
    np.testing.assert_allclose(costs[of, np.arange(len(of))], least, atol=0.02)
    assert (least >= np.repeat(fields["time_from"], len(shares)) - 0.02).all()
    assert (least <= np.repeat(fields["time_to"], len(shares)) + 0.02).all()
    tags = pyogrio.read_info(out, layer="streets")["layer_metadata"]
    assert tags["ISOFRONT_ORIGINS"] == "1: a; 2: b; 3: c"
    assert tags["ISOFRONT_DIRECTION"] == direction


def test_streets_that_no_origin_reaches_are_left_out(isofront: CommandLine, crossing: Path) -> None:
    folder, out = crossing.parent, crossing.parent / "best.gpkg"
    origins = write_rows(folder / "o.csv", "lon,lat", [PLACES[0]])
    words = ("matrix", crossing, "--origins", origins, "--destinations", "all", "--limit")
    isofront.json(*words, "1", "--out", out)
    fields, lines = layer_of(out, "streets")
    assert fields["time_to"].tolist() == pytest.approx([1.0])
    assert fields["time_from"].tolist() == [0.0]
    assert shapely.get_num_geometries(lines).tolist() == [1]


def write_counts(
    path: Path, counts: np.ndarray, left: float, top: float, cell: float, crs: str | None
) -> Path:
    rows, cols = counts.shape
    with rasterio.open(
        path, "w", driver="GTiff", width=cols, height=rows, count=1, dtype="float32", crs=crs,
        transform=from_origin(left, top, cell, cell), nodata=-1,
    ) as dataset:  # fmt: skip
        dataset.write(counts.astype(np.float32), 1)
    return path


@pytest.mark.parametrize("cell", [5, 10, 40])
def test_people_in_each_band_of_a_raster(
    isofront: CommandLine, raster: Path, three: Path, cell: int
) -> None:
    counts = np.random.default_rng(1).integers(0, 9, (400 // cell, 600 // cell)).astype(float)
    counts[0, 0] = -1  # no data
    file = write_counts(raster.parent / "people.tif", counts, 900, 2300, cell, None)
    words = ("matrix", raster, "--origins", three, "--destinations", "all", "--population", file)
    bands = isofront.json(*words, "--bands", "20,40,9999")["bands"]
    seconds = seconds_by_solve(isofront, raster).min(axis=0)
    fine = np.kron(counts.clip(min=0), np.ones((cell // 5, cell // 5))) / (cell // 5) ** 2
    over = fine[20:60, 20:80].reshape(20, 2, 30, 2).sum(axis=(1, 3))
    edges = [(0, 20), (20, 40), (40, 9999)]
    inside = [(seconds <= 20), (seconds > 20) & (seconds <= 40), (seconds > 40) & (seconds < 9999)]
    for band, (begin, end), held in zip(bands, edges, inside, strict=True):
        assert (band["from"], band["to"]) == (begin, end)
        assert band["destinations"] == held.sum()
        assert band["area_m2"] == pytest.approx(100 * held.sum())
        assert band["people"] == pytest.approx(over[held].sum())


def test_streets_and_people_in_each_band_of_roads(isofront: CommandLine, tmp_path: Path) -> None:
    street = write_planar(tmp_path)
    origins = write_rows(tmp_path / "o.csv", "x,y", ["500000,5000000"])
    counts = np.ones((20, 120))  # a hectare each, around the street
    file = write_counts(tmp_path / "p.tif", counts, 499_000, 5_001_000, 100, "EPSG:32633")
    words: tuple[object, ...] = ("matrix", street, "--origins", origins, "--destinations", "all")
    words += ("--metric", "distance", "--off-road", "0,200", "--population", file)
    found = isofront.json(*words, "--bands", "400,1001")
    near, far = found["bands"]
    assert (near["length_m"], far["length_m"]) == (
        pytest.approx(400, rel=0.01),
        pytest.approx(600, rel=0.01),
    )
    assert (near["destinations"], far["destinations"]) == (1, 1)
    around = 400 * 400 + np.pi * 200**2 / 2
    assert near["people"] == pytest.approx(around / 1e4, rel=0.1)
    everybody = 1400 * 400 / 1e4  # in the cells around the street
    whole = found["within"]
    assert whole["people"] == pytest.approx(near["people"] + far["people"])
    assert whole["everybody"] == pytest.approx(everybody, rel=0.1)
    assert far["people_share"] == far["people"] / whole["everybody"]
    assert whole["people_share"] == whole["people"] / whole["everybody"]
    text = isofront(*words, "--bands", "400,1001")[1]
    people = f"{whole['people']:.0f} of {whole['everybody']:.0f} people"
    told = f"{people} ({100 * whole['people_share']:.1f} %), 2 destinations, 1.0 km of streets"
    assert f"within 1001 m  {told}, 0.1 km²" in text
    assert "band        destinations  km of streets    km²  people  % of people" in text


def test_areas_of_bands_are_those_of_polygons_and_go_into_a_table(
    isofront: CommandLine, tmp_path: Path
) -> None:
    street, out = write_planar(tmp_path), tmp_path / "reach.csv"
    origins = write_rows(tmp_path / "o.csv", "x,y", ["500000,5000000"])
    words: tuple[object, ...] = ("matrix", street, "--origins", origins, "--destinations", "all")
    words += ("--metric", "distance", "--bands", "400,1001", "--statistics", out)
    for how, within, off_road in (("buffer", 50, ""), ("buffer", 20, ""), ("walk", 0, "5,100")):
        more: tuple[object, ...] = ("--area-method", how)
        more += ("--tolerance", within) if within else ("--off-road", off_road)
        record = isofront.json(*words, *more)
        assert record["outputs"] == [str(out)]
        asked = ("--start", "500000,5000000", "--metric", "distance", "--bands", "400,1001")
        isofront.json("solve", street, *asked, "--polygons", tmp_path / "areas.gpkg", *more)
        meta, _, _, values = pyogrio.raw.read(tmp_path / "areas.gpkg", read_geometry=False)
        drawn = dict(zip(meta["fields"], values, strict=True))["area_m2"].tolist()
        rows = rows_of(out)
        assert [float(row["area_m2"]) for row in rows] == pytest.approx(drawn)
        assert [float(row["to"]) for row in rows] == [400, 1001]
        assert [float(row["length_m"]) for row in rows] == pytest.approx([400, 600], rel=0.01)
        if how == "buffer":
            caps = np.pi * within**2
            expected = [800 * within + caps, 1200 * within]
            assert drawn == pytest.approx(expected, rel=0.02)
            assert f"Areas: all ground within {within:g} m of a reached road." in record["notes"]
    said = isofront.refused(*words[:-4], "--out", tmp_path / "x.csv", "--statistics", out)
    assert "is for --bands" in said
    assert "'.json' are not written here" in isofront.refused(*words[:-1], tmp_path / "reach.json")


@pytest.mark.parametrize(
    ("text", "said"), [(None, "there is no such file"), ("x", "cannot be read")]
)
def test_a_population_that_cannot_be_read_ends_in_a_line(
    isofront: CommandLine, raster: Path, three: Path, text: str | None, said: str
) -> None:
    file = raster.parent / "people.tif"
    if text is not None:
        file.write_text(text)
    words = ("matrix", raster, "--origins", three, "--destinations", "all", "--population", file)
    assert said in isofront.refused(*words, "--bands", "60")
