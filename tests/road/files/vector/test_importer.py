from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pyogrio
import pyproj
import pytest
import shapely

from core.errors import InputError
from road.costs.metric_records import write_metric
from road.costs.profiles import CAR
from road.files.osm.access import MOTORS
from road.files.source.crs import crs_of
from road.files.vector.fields import FieldChoice, guessed
from road.files.vector.importer import layers_of, read_vector
from road.files.vector.wkb import polylines
from road.graph import RoadGraph
from road.properties import Flag, RoadClass, Vehicle
from road.speed_limits import in_words
from tests.shared_data import needs_shared, shared

LINE = shapely.LineString([(500_000, 5_000_000), (500_100, 5_000_000)])


def write(
    path: Path, geometries: list[Any], crs: str | None = "EPSG:32632", **fields: list[Any]
) -> Path:
    kinds = {type(g).__name__ for g in geometries if g is not None}
    pyogrio.raw.write(
        path,
        np.array([None if g is None else g.wkb for g in geometries], object),
        [np.array(values) for values in fields.values()],
        list(fields),
        geometry_type=kinds.pop() if len(kinds) == 1 else "Unknown",
        crs=crs,
    )
    return path


def usable(graph: RoadGraph, vehicle: Vehicle = Vehicle.CAR) -> list[tuple[float, float]]:
    """x of tail and head of the arcs that a vehicle may use."""
    assert graph.x is not None
    able = (graph.arcs.vehicles & vehicle) != 0
    ends = zip(graph.x[graph.tail[able]], graph.x[graph.head[able]], strict=True)
    return sorted((float(a), float(b)) for a, b in ends)


pytestmark = pytest.mark.filterwarnings("ignore:'crs' was not provided")  # on purpose


@pytest.mark.parametrize("suffix", [".gpkg", ".shp", ".geojson", ".fgb"])
def test_formats_read_alike(tmp_path: Path, suffix: str) -> None:
    crs = "EPSG:4326" if suffix == ".geojson" else "EPSG:32632"
    line = shapely.LineString([(9, 45), (9.001, 45)]) if suffix == ".geojson" else LINE
    path = write(tmp_path / f"net{suffix}", [line], crs, highway=["primary"])
    graph = read_vector(path)
    assert (graph.vertices, graph.arc_count) == (2, 2)
    assert graph.arcs.road_class.tolist() == [RoadClass.PRIMARY] * 2
    assert graph.geographic == (suffix == ".geojson")


@pytest.mark.parametrize("field", ["name", "FULLNAME", "street_name", "nom_voie"])
def test_streets_have_the_names_of_the_usual_fields(tmp_path: Path, field: str) -> None:
    apart = shapely.LineString([(500_000, 5_001_000), (500_100, 5_001_000)])
    path = tmp_path / "net.gpkg"
    graph = read_vector(write(path, [LINE, apart], "EPSG:32632", **{field: ["  Via  Roma ", None]}))
    assert graph.names is not None
    assert graph.y is not None
    places = zip(graph.y[graph.tail], graph.arcs.way, strict=True)
    said = {y: graph.names.of_way(way) for y, way in places}
    assert said == {5_000_000: "Via Roma", 5_001_000: ""}
    assert any(f"name from '{field}'" in note for note in graph.notes)
    assert read_vector(write(tmp_path / "bare.gpkg", [LINE], name=["17"])).names is None


def test_a_zipped_shapefile_is_read_where_it_is(tmp_path: Path) -> None:
    write(tmp_path / "net.shp", [LINE])
    with zipfile.ZipFile(tmp_path / "net.zip", "w") as archive:
        for part in ("shp", "shx", "dbf", "prj"):
            archive.write(tmp_path / f"net.{part}", f"inner/net.{part}")
    assert read_vector(tmp_path / "net.zip").arc_count == 2


@pytest.mark.parametrize(
    ("word", "cars"),
    [
        ("yes", [(500_000, 500_100)]),
        ("F", [(500_000, 500_100)]),
        ("-1", [(500_100, 500_000)]),
        ("no", [(500_000, 500_100), (500_100, 500_000)]),
        (None, [(500_000, 500_100), (500_100, 500_000)]),
    ],
)
def test_one_way_words_are_guessed(
    tmp_path: Path, word: str | None, cars: list[tuple[float, float]]
) -> None:
    other = shapely.transform(LINE, lambda xy: xy + 1e5)
    path = write(tmp_path / "net.gpkg", [LINE, other], oneway=[word, None])
    near = [ends for ends in usable(read_vector(path)) if ends[0] < 550_000]
    assert near == cars


def test_access_closes_streets_and_marks_private_ones(tmp_path: Path) -> None:
    lines = [shapely.LineString([(0, 9 * k), (100, 9 * k)]) for k in range(4)]
    words = ["no", "destination", "yes", ""]
    graph = read_vector(write(tmp_path / "net.gpkg", lines, access=words))
    by_way = dict(zip(graph.arcs.way.tolist(), graph.arcs.flags.tolist(), strict=True))
    assert by_way == {2: Flag.PRIVATE, 3: 0, 4: 0}
    assert any("access from 'access'" in note for note in graph.notes)
    odd = write(tmp_path / "odd.gpkg", lines, access=["north", "south", "no", ""])
    assert read_vector(odd).arc_count == 8


def test_pedestrians_walk_against_one_way_streets(tmp_path: Path) -> None:
    graph = read_vector(write(tmp_path / "net.gpkg", [LINE], oneway=["yes"]))
    assert len(usable(graph, Vehicle.FOOT)) == 2
    assert len(usable(graph, Vehicle.BICYCLE)) == 1


def test_a_choice_of_fields_and_words_is_obeyed(tmp_path: Path) -> None:
    path = write(
        tmp_path / "net.gpkg",
        [LINE],
        flow=["against"],
        v=[30],
        kind=["A-road"],
        deck=[1],
    )
    choice = FieldChoice(
        one_way="flow",
        backward=("Against",),
        speed="v",
        speed_unit="mph",
        road_class="kind",
        classes=(("a-road", "motorway"),),
        bridge="deck",
    )
    graph = read_vector(path, fields=choice)
    assert usable(graph) == [(500_100, 500_000)]
    assert [in_words(code) for code in graph.arcs.speed_limit] == ["30 mph"]
    assert graph.arcs.road_class.tolist() == [RoadClass.MOTORWAY]
    assert graph.arcs.vehicles.tolist() == [MOTORS]


@pytest.mark.parametrize(
    ("values", "forward", "backward"),
    [
        (["F", "T", "B"], {"f", "forward"}, {"t", "backward"}),
        (["FT", "TF", "", "N"], {"ft"}, {"tf"}),
        (["0", "1", "2"], {"0"}, {"1"}),
        (["0", "1"], {"yes", "true", "1", "y"}, {"-1", "reverse"}),
    ],
)
def test_directions_are_told_by_all_their_words(
    values: list[str], forward: set[str], backward: set[str]
) -> None:
    choice = guessed("net", {"direction": [value.lower() for value in values]})
    assert choice.one_way == "direction"
    assert (set(choice.forward), set(choice.backward)) == (forward, backward)


def test_words_that_nobody_knows_are_no_directions() -> None:
    assert guessed("net", {"direction": ["north", "south"], "type": ["a", "b"]}) == FieldChoice(
        layer="net"
    )


def test_layers_bridges_and_tunnels_keep_lines_apart(tmp_path: Path) -> None:
    across = shapely.LineString([(500_050, 4_999_950), (500_050, 5_000_050)])
    values: Any
    for name, values in (("bridge", ["no", "yes"]), ("tunnel", ["T", "F"]), ("layer", [0, -1])):
        path = write(tmp_path / f"{name}.gpkg", [LINE, across], **{name: values})
        assert read_vector(path).vertices == 4
    assert read_vector(write(tmp_path / "flat.gpkg", [LINE, across])).vertices == 5


def test_lengths_are_true_ones_far_outside_of_the_zone(tmp_path: Path) -> None:
    # UTM 32 stretches by 1.0096 at 10.8° from its meridian; the ellipsoid does not.
    far = shapely.LineString([(-345_000, 4_850_000), (-344_000, 4_850_000)])
    graph = read_vector(write(tmp_path / "far.gpkg", [far]))
    assert graph.arcs.length_m[0] == pytest.approx(1000 / 1.0084, rel=1e-3)


@pytest.mark.parametrize("epsg", [32632, 3035, 4326])
def test_a_crs_in_esris_words_is_known_by_its_authority(epsg: int) -> None:
    esri = pyproj.CRS.from_epsg(epsg).to_wkt("WKT1_ESRI")
    assert "EPSG" not in esri
    assert crs_of(esri, "").wkt == pyproj.CRS.from_epsg(epsg).to_wkt()


def test_degrees_without_a_crs_are_noted(tmp_path: Path) -> None:
    line = shapely.LineString([(9, 45), (9.001, 45)])
    graph = read_vector(write(tmp_path / "net.shp", [line], None))
    assert graph.geographic
    assert "the layer names no CRS: its coordinates are read as EPSG:4326" in graph.notes
    assert graph.arcs.length_m[0] == pytest.approx(78.85, rel=1e-3)
    plan = shapely.LineString([(5000, 45), (5100, 45)])
    assert read_vector(write(tmp_path / "plan.shp", [plan], None)).arcs.length_m[0] == 100


def test_way_is_the_feature_and_streets_share_shapes(tmp_path: Path) -> None:
    bent = shapely.LineString([(0, 0), (50, 50), (100, 0)])
    graph = read_vector(write(tmp_path / "net.gpkg", [LINE, bent]))
    assert sorted(graph.arcs.way.tolist()) == [1, 1, 2, 2]
    assert graph.shapes is not None
    assert graph.shapes.points.tolist() == [[50, 50]]


@pytest.mark.parametrize(
    "flavour", ["LineString", "LineString Z", "MultiLineString", "MultiLineString Z"]
)
def test_well_known_binary_is_read_as_shapely_writes_it(flavour: str) -> None:
    rng = np.random.default_rng(3)
    depth = 3 if flavour.endswith("Z") else 2
    lines = [shapely.LineString(rng.normal(size=(n, depth))) for n in (2, 5, 3)]
    shape = shapely.MultiLineString(lines) if flavour.startswith("Multi") else lines[1]
    texts = [shapely.to_wkb(shape, flavor="iso"), None, shapely.Point(1, 2).wkb]
    found = polylines(np.array(texts, object))
    parts = list(getattr(shape, "geoms", [shape]))
    assert np.array_equal(found.points, np.concatenate([shapely.get_coordinates(p) for p in parts]))
    assert found.feature.tolist() == [0] * len(parts)
    assert found.others == 2


def test_a_point_layer_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "shops.gpkg", [shapely.Point(1, 2)])
    with pytest.raises(InputError, match=r"there are no lines in it \(shops: Point\)"):
        read_vector(path)


def test_a_missing_field_or_layer_names_those_there_are(tmp_path: Path) -> None:
    path = write(tmp_path / "net.gpkg", [LINE], kind=["a"])
    with pytest.raises(InputError, match=r"no field 'sort'\. Choose from kind"):
        read_vector(path, fields=FieldChoice(road_class="sort"))
    with pytest.raises(InputError, match=r"no layer 'rail' of lines\. Choose net"):
        read_vector(path, fields=FieldChoice(layer="rail"))


def test_a_damaged_file_is_told_in_one_line(tmp_path: Path) -> None:
    path = write(tmp_path / "net.shp", [LINE, LINE])
    content = path.read_bytes()
    path.write_bytes(content[:120])
    with pytest.raises(InputError, match="the layer cannot be read") as caught:
        read_vector(path)
    assert "\n" not in caught.value.one_line()


def test_a_vehicle_that_is_opened_as_roads_is_told_where_to_open_it(tmp_path: Path) -> None:
    path = tmp_path / "van.json"
    write_metric(path, CAR)
    with pytest.raises(InputError, match=r"no GeoJSON.*Vehicle ▸ From file.*--metric"):
        read_vector(path)
    path.write_text('{"type": "Feature')
    with pytest.raises(InputError, match="the layer cannot be read"):
        read_vector(path)


def test_a_point_without_coordinates_names_its_feature(tmp_path: Path) -> None:
    odd = shapely.LineString([(0, 0), (float("inf"), 1)])
    path = write(tmp_path / "net.gpkg", [LINE, odd])
    with pytest.raises(InputError, match="layer net, feature 2: has a point without coordinates"):
        read_vector(path)


@pytest.mark.parametrize(
    "wrong", [{"snap_m": -1.0}, {"speed_unit": "furlongs"}, {"classes": (("a", "boulevard"),)}]
)
def test_a_choice_refuses_what_cannot_be(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        FieldChoice(**wrong)


def test_geojson_of_mixed_geometries_reads_its_lines(tmp_path: Path) -> None:
    shapes = [shapely.LineString([(9, 45), (9.01, 45)]), shapely.Point(9, 45)]
    features = [
        {"type": "Feature", "properties": {}, "geometry": json.loads(shapely.to_geojson(shape))}
        for shape in shapes
    ]
    path = tmp_path / "net.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    graph = read_vector(path)
    assert graph.arc_count == 2
    assert "1 features are not lines and are left out" in graph.notes


@needs_shared
def test_swellendam_is_noded_as_shapely_nodes_it() -> None:
    path = shared("roads/vector/roads_33S.shp")
    graph = read_vector(path)
    _, _, geometries, _ = pyogrio.raw.read(path)
    parts = [part for shape in shapely.from_wkb(geometries) for part in shapely.get_parts(shape)]
    reference = shapely.node(shapely.multilinestrings(parts))
    ends = {tuple(np.round(g.coords[k], 3)) for g in reference.geoms for k in (0, -1)}
    assert graph.vertices == len(ends) == 599
    assert graph.arc_count == 2 * len(reference.geoms) == 1506
    # Far outside of its zone the map is 0.3 % longer than the ground.
    assert graph.arcs.length_m.sum(dtype=np.float64) / 2 == pytest.approx(
        reference.length, rel=4e-3
    )
    (layer,) = layers_of(path)
    assert (layer.features, layer.crs) == (345, "EPSG:32733")
    assert [field.name for field in layer.fields] == ["TYPE", "NAME", "ONEWAY", "LANES"]
    guess = layer.guess
    assert (guess.one_way, guess.road_class, guess.lanes) == ("ONEWAY", "TYPE", "LANES")


@needs_shared
def test_the_qgis_network_is_one_piece_with_speeds_and_directions() -> None:
    graph = read_vector(shared("roads/vector/qgis_network_analysis.gpkg"))
    assert set(graph.arcs.speed_limit.tolist()) == {20, 50, 100}
    assert not graph.geographic
    assert graph.y is not None
    assert graph.y.min() > 14e6  # beyond the equator of a zone of the south: as the file says
    assert np.unique(graph.arcs.way).size == 7
    assert "in 'direction', 0 is read as along the line, 1 as against it" in graph.notes
