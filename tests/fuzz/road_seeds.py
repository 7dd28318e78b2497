"""Small sound roads of every kind that is read, and the files that go with roads, made here."""

from __future__ import annotations

import gzip
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import osmium
import pyogrio
import shapely

from tests.app.drawn_roads import write_dimacs
from tests.fuzz.cases import Sound
from tests.fuzz.mutations import spoiled_database, spoiled_gzip, spoiled_zip, zipped
from tests.fuzz.raster_seeds import raster_files, virtual_rasters
from tests.road.files.osm_text import node, turn, way, xml

START = ("--start", "auto", "--limit", "600", "--json")

OSM = xml(
    *(node(10 * r + c, c, r) for r in range(1, 4) for c in range(1, 5)),
    node(77, 2.5, 1, highway="traffic_signals"),
    *(way(100 + r, (10 * r + c for c in range(1, 5)),
          {"highway": ("primary", "residential", "track")[r - 1], "maxspeed": "30 mph",
           "lanes": "2", "surface": "gravel", "name": "Straße",
           "oneway": "yes" if r == 2 else "no"})
      for r in range(1, 4)),
    *(way(200 + c, (10 * r + c for r in range(1, 4)),
          {"highway": "tertiary", "access": "destination", "maxspeed": "50"}) for c in range(1, 5)),
    turn(300, "no_left_turn", "from 101, via n12, to 202"),
    turn(301, "only_straight_on", "from 202, via 202, to 102", {"except": "bicycle"}),
)  # fmt: skip

GRAPHML = (
    '<?xml version="1.0" encoding="utf-8"?>\n'
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
    + "".join(
        f'<key id="{name}" for="{kind}" attr.name="{name}" attr.type="{type_}" />\n'
        for name, kind, type_ in (
            ("x", "node", "double"), ("y", "node", "double"), ("crs", "graph", "string"),
            ("length", "edge", "double"), ("highway", "edge", "string"),
            ("maxspeed", "edge", "string"), ("lanes", "edge", "string"),
            ("oneway", "edge", "boolean"), ("geometry", "edge", "string"),
            ("osmid", "edge", "long"),
        )
    )
    + '<graph edgedefault="directed">\n<data key="crs">epsg:4326</data>\n'
    + "".join(
        f'<node id="{i}"><data key="x">{7 + i / 1000}</data><data key="y">46.{i}</data></node>\n'
        for i in range(1, 6)
    )
    + "".join(
        f'<edge source="{i}" target="{i % 5 + 1}" id="0"><data key="length">80.5</data>'
        f'<data key="highway">residential</data><data key="maxspeed">[\'30\', \'50\']</data>'
        f'<data key="lanes">2</data><data key="oneway">False</data><data key="osmid">{i}</data>'
        f'<data key="geometry">LINESTRING ({7 + i / 1000} 46.{i}, 7.0025 46.3)</data></edge>\n'
        for i in range(1, 6)
    )
    + "</graph></graphml>\n"
)  # fmt: skip

MATRIX = "%%MatrixMarket matrix coordinate real symmetric\n% roads\n5 5 5\n" + "".join(
    f"{i % 5 + 1} {i} {i}.5\n" if i < 5 else "5 1 2\n" for i in range(1, 6)
)
PACE = "c roads\np tw 5 6\n1 2\n2 3\n3 4\n4 5\n5 1\n1 3\n"

METRIC = {
    "name": "mine", "based_on": "car", "speeds_kmh": {"residential": 25.5, "primary": 70},
    "closed": ["track"], "limit_factor": 0.9, "top_speed_kmh": 90,
    "surface_factors": {"gravel": 0.5}, "flag_factors": {},
    "slope": [[-10, 1.2], [0, 1], [10, 0.5]],
    "turn_seconds": {"left": 5, "u_turn": None}, "quantity": "time", "limits": "obey",
}  # fmt: skip
WAYS = "osm_id,max_speed,speed_type\n101,20,km/h\n102,0.5,scale\n203,0,km/h\n"


def _words(name: str, *more: str) -> tuple[tuple[str, ...], ...]:
    return (("info", f"{{}}/{name}", "--json"), ("solve", f"{{}}/{name}", *START, *more))


def osm_xml() -> list[Sound]:
    text = OSM.encode()

    def spoil(random: Random, _: bytes) -> bytes:
        return spoiled_gzip(random, text)

    return [
        Sound({"a.osm": text}, _words("a.osm")),
        Sound({"a.osm": text}, _words("a.osm", "--profile", "bicycle")),
        Sound({"a.osm.gz": gzip.compress(text, mtime=0)}, _words("a.osm.gz"), {"a.osm.gz": spoil}),
    ]


def osm_pbf() -> list[Sound]:
    """Compressed and not: bits turned in the latter reach the reader of its messages."""
    found = []
    for packing in ("none", "zlib"):
        with tempfile.TemporaryDirectory() as folder:
            plain, place = Path(folder) / "a.osm", Path(folder) / "a.osm.pbf"
            plain.write_text(OSM, encoding="utf-8")
            header = osmium.io.Header()
            with osmium.SimpleWriter(
                osmium.io.File(str(place), f"pbf,pbf_compression={packing}"), header=header
            ) as writer:
                for element in osmium.FileProcessor(plain):
                    writer.add(element)
            found.append(Sound({"a.osm.pbf": place.read_bytes()}, _words("a.osm.pbf")))
    return [found[0], *found]


def dimacs() -> list[Sound]:
    with tempfile.TemporaryDirectory() as folder:
        name = write_dimacs(Path(folder)).name
        files = {path.name: path.read_bytes() for path in Path(folder).iterdir()}
    words = (
        *_words(name),
        ("route", f"{{}}/{name}", "--from", "vertex:1", "--to", "vertex:3", "--json"),
    )
    packed = {f"{name}.gz": gzip.compress(files[name], mtime=0)}

    def spoil(random: Random, _: bytes) -> bytes:
        return spoiled_gzip(random, files[name])

    return [Sound(files, words), Sound(packed, _words(f"{name}.gz"), {f"{name}.gz": spoil})]


def graphml() -> list[Sound]:
    return [Sound({"a.graphml": GRAPHML.encode()}, _words("a.graphml"))]


def matrix_market() -> list[Sound]:
    return [Sound({"a.mtx": MATRIX.encode()}, _words("a.mtx"))]


def pace() -> list[Sound]:
    return [Sound({"a.gr": PACE.encode()}, _words("a.gr"))]


def _layer(suffix: str, driver: str, crs: str = "EPSG:32738") -> dict[str, bytes]:
    lines = [
        shapely.LineString(
            [(500000 + 100 * c, 8000000 + 100 * r), (500100 + 100 * c, 8000000 + 100 * r)]
        )
        for r in range(3)
        for c in range(3)
    ] + [
        shapely.LineString([(500000 + 100 * c, 8000000), (500000 + 100 * c, 8000200)])
        for c in range(4)
    ]
    scale = 1.0 if crs == "EPSG:32738" else 1e-5
    wkb = shapely.to_wkb(shapely.transform(np.array(lines), lambda points: points * scale))
    count = len(lines)
    fields = {
        "highway": np.array(["residential", "primary"] * count, object)[:count],
        "oneway": np.array(["yes", "no", "-1"] * count, object)[:count],
        "maxspeed": np.arange(count) * 10 + 10,
    }
    with tempfile.TemporaryDirectory() as folder:
        pyogrio.raw.write(
            Path(folder) / f"a{suffix}", wkb, list(fields.values()), list(fields), driver=driver,
            geometry_type="LineString", crs=crs, layer="a",
        )  # fmt: skip
        return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


def geopackage() -> list[Sound]:
    files = _layer(".gpkg", "GPKG")
    return [Sound(files, _words("a.gpkg"), {"a.gpkg": spoiled_database})]


def shapefile() -> list[Sound]:
    files = _layer(".shp", "ESRI Shapefile")

    def spoil(random: Random, _: bytes) -> bytes:
        return spoiled_zip(random, dict(files))

    return [
        Sound(files, _words("a.shp")),
        Sound(files, _words("a.shp")),
        Sound({"a.zip": zipped(files)}, _words("a.zip"), {"a.zip": spoil}),
    ]


def geojson() -> list[Sound]:
    return [Sound(_layer(".geojson", "GeoJSON", "EPSG:4326"), _words("a.geojson"))]


def flat_geobuf() -> list[Sound]:
    return [Sound(_layer(".fgb", "FlatGeobuf"), _words("a.fgb"))]


def metrics() -> list[Sound]:
    whole = {**METRIC, "vehicle": ["car"]}
    del whole["based_on"]
    words = (("solve", "{}/a.osm", *START, "--metric", "{}/m.json"),)
    return [
        Sound(
            {"a.osm": OSM.encode(), "m.json": json.dumps(text, indent=1).encode()},
            words,
            targets=("m.json",),
        )
        for text in (METRIC, whole)
    ]


def way_speeds() -> list[Sound]:
    words = (("solve", "{}/a.osm", *START, "--overrides", "{}/ways.csv"),)
    files = {"a.osm": OSM.encode(), "ways.csv": WAYS.encode()}
    return [Sound(files, words, targets=("ways.csv",))]


def closures() -> list[Sound]:
    """Lines and areas over the roads, as GeoJSON, GeoPackage and KML."""
    line = [[0.0001, 0.0014], [0.003, 0.0014]]
    area = [[[0.0, 0.0], [0.001, 0.0], [0.001, 0.001], [0.0, 0.0]]]
    shapes = [
        {"type": "LineString", "coordinates": line}, {"type": "Polygon", "coordinates": area},
        {"type": "MultiPoint", "coordinates": [[0.0009, 0.0009]]},
    ]  # fmt: skip
    features = [{"type": "Feature", "properties": {"n": 1}, "geometry": shape} for shape in shapes]
    text = json.dumps({"type": "FeatureCollection", "features": features}).encode()
    kml = (
        b'<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark>'
        b"<name>x</name><LineString><coordinates>0.0001,0.0014 0.003,0.0014</coordinates>"
        b"</LineString></Placemark></Document></kml>"
    )
    found = []
    for name, content in (("c.geojson", text), ("c.kml", kml)):
        words = (("solve", "{}/a.osm", *START, "--closures", f"{{}}/{name}"),)
        found.append(Sound({"a.osm": OSM.encode(), name: content}, words, targets=(name,)))
    return found


def places() -> list[Sound]:
    """Places of a matrix: CSV by each kind of columns, and layers of points."""
    tables = {
        "a.csv": 'id,vertex\neins,11\n"zwei",22\n,34\n',
        "b.csv": "lon,name,lat,id\n0.0009,x,0.0009,1\n0.0027,y,0.0018,2\n",
        "c.csv": "x,y\n0.0009,0.0009\n0.0018,0.0027\n",
    }
    files = {name: text.encode() for name, text in tables.items()}
    for suffix, driver in ((".gpkg", "GPKG"), (".geojson", "GeoJSON"), (".shp", "ESRI Shapefile")):
        files |= _points(suffix, driver)
    found = []
    for name in (*tables, "p.gpkg", "p.geojson", "p.shp"):
        own = {key: data for key, data in files.items() if Path(key).stem == Path(name).stem}
        if name.startswith("p."):
            suffixes = (".shp", ".shx", ".dbf", ".prj") if name == "p.shp" else (Path(name).suffix,)
            own = {key: data for key, data in own.items() if Path(key).suffix in suffixes}
        words = ("matrix", "{}/a.osm", "--origins", f"{{}}/{name}", "--json", "--out", "{}/out.csv")
        all_ = (*words, "--destinations", "all", "--nearest", "2")
        pairs = (*words, "--destinations", f"{{}}/{name}", "--limit", "600")
        spoil = {name: spoiled_database} if name == "p.gpkg" else None
        found.append(Sound({"a.osm": OSM.encode(), **own}, (all_, pairs), spoil, sorted(own)))
    return found


def _points(suffix: str, driver: str) -> dict[str, bytes]:
    """Three points with names, one of which is empty."""
    points = shapely.points([0.0009, 0.0018, 0.0027], [0.0009, 0.0018, 0.0018])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"p{suffix}"
        pyogrio.raw.write(
            path, shapely.to_wkb(points), [np.array(["eins", "", "drei"], object)], ["id"],
            driver=driver, geometry_type="Point", crs="EPSG:4326",
        )  # fmt: skip
        return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


def elevation() -> list[Sound]:
    """Heights under the roads: rasters, packed and virtual, and a grid of text."""
    degrees: dict[str, Any] = {
        "crs": "EPSG:4326",
        "transform": (0.001, 0, -0.001, 0, -0.001, 0.004),
    }
    (tiff,) = raster_files("GTiff", ".tif", **degrees).values()
    grid = raster_files("AAIGrid", ".asc", **degrees)
    old, new = b"500000, 10, 0, 8000050, 0, -10", b"-0.001, 0.001, 0, 0.004, 0, -0.001"
    plain, filtered = (
        virtual_rasters()[k].files["a.vrt"].replace(b"32738", b"4326").replace(old, new)
        for k in (0, 2)
    )
    kinds = {
        "a.tif": {"a.tif": tiff},
        "a.zip": {"a.zip": zipped({"a.tif": tiff})},
        "a.asc": grid,
        "a.vrt": {"a.vrt": plain, "a.tif": tiff},
        "b.vrt": {"b.vrt": filtered, "a.tif": tiff},
    }
    return [
        Sound(
            {"a.osm": OSM.encode(), **files},
            (("solve", "{}/a.osm", *START, "--elevation", f"{{}}/{name}"),),
            targets=sorted(files),
        )
        for name, files in kinds.items()
    ]


READERS: dict[str, Callable[[], list[Sound]]] = {
    "osm": osm_xml,
    "pbf": osm_pbf,
    "dimacs": dimacs,
    "graphml": graphml,
    "matrix": matrix_market,
    "pace": pace,
    "geopackage": geopackage,
    "shapefile": shapefile,
    "geojson": geojson,
    "flatgeobuf": flat_geobuf,
    "metric": metrics,
    "ways": way_speeds,
    "closure": closures,
    "places": places,
    "elevation": elevation,
}
