"""Odd lists of arguments: words that no sensible person types, at every option."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from random import Random

from tests.fuzz.cases import Sound
from tests.fuzz.raster_seeds import CELLS, HEADER, _rows
from tests.fuzz.road_seeds import METRIC, OSM

NUMBERS = (
    "0", "-0.0", "-1", "1", "nan", "-nan", "inf", "-inf", "1e308", "-1e308", "1e-320", "1e999",
    "9" * 400, "9" * 4400, "0." + "1" * 3000, "", " ", "0x10", "1_000", "１２", "²", "1,2", "12abc",
    "2147483648", "9223372036854775808", "1e19", "true", "None",
)  # fmt: skip
LISTS = (
    "60,120", "120,60", "60,60", "60,nan", "inf", "0", "-60,60", ",", ",,60", "60,", "1e308",
    ",".join(map(str, range(1, 3000))), "5-minute", "1e-320,2e-320", "60;120", "60 120",
)  # fmt: skip
PLACES = (
    "500005,8000045", "500005,8000045,5", "auto", "vertex:1", "vertex:-1",
    "vertex:99999999999999999",
    "vertex:" + "9" * 5000, "vertex:", "vertex:nan", "1e308,1e308", "-1e308,0", "nan,nan", "inf,0",
    "500005", "500005,8000045,-1", "500005,8000045,1e308", "500005,8000045,1e300", "1,2,3,4", ",",
    "500005,8000045,1e15", "0,0", "1e20,1e20",
)  # fmt: skip
FILES = (
    "{}/a.asc", "{}/a.osm", "{}/a.tif", "{}", "{}/none.tif", "~nosuchuser/a.tif", "~", "/", "",
    "/dev/null", "{}/a.asc/b.asc", "x" * 300, "x" * 5000, "\udcff.tif", "a\nb.tif", "-", "--",
    "{}/m.json",
    "{}/bad\x1b[31m.asc", "file://{}/a.asc", "http://127.0.0.1:9/a.tif",
    "/vsicurl/http://127.0.0.1:9/a.tif",
    "NETCDF:{}/a.asc:x", "{}/..", "{}/a.zip", "/dev/full",
)  # fmt: skip
OUTPUTS = (
    "{}/out.tif", "{}/out.asc", "{}/out.cog.tif", "{}/out.gpkg", "{}/out.geojson", "{}/out.shp",
    "{}/out.csv", "{}/out.kml", "{}/out.fgb", "{}/out.png", "{}/out.jsonl", "{}/out", "{}",
    "{}/.tif",
    "{}/no/out.tif", "{}/a.tif", "{}/a.asc", "~nosuchuser/out.tif", "", "/dev/full", "/dev/null",
    "/",
    "{}/" + "x" * 300 + ".tif", "{}/\x1b.tif", "{}/a\nb.gpkg", "-", "{}/é\udcff.gpkg",
    "{}/folder.tif",
)  # fmt: skip
WORDS = ("", "x", "auto", "tiled", "dijkstra", "crp", "near-far", "x" * 5000, "\x1b[2J", "%s",
         "EPSG:4326", "EPSG:99999999999999999999", "EPSG:", "WGS 84", "+proj=utm +zone=38",
         "+proj=x",
         "cpu", "gpu", "cuda:0", "tiled,dijkstra", ",", "bicycle", "time", "delta_seconds=1e308",
         "delta_seconds=60", "delta_seconds=nan", "=", "levels=3", "mezzanines=2")  # fmt: skip
SIZES = (
    "64x64",
    "0x0",
    "100x",
    "99999x99999",
    "x",
    "1e3x1e3",
    "-64x64",
    "9" * 400 + "x64",
    "１００x１００",
)

# Option → what its value is drawn from; None takes none.
TERRAIN = {
    "--band": NUMBERS, "--member": WORDS, "--units": ("kmh", "ms", "s_per_m", "x"),
    "--undefined-255": None, "--reproject": ("utm", "x"), "--start": PLACES, "--start-crs": WORDS,
    "--limit": NUMBERS, "--time-limit": NUMBERS, "--zero-speed-kmh": NUMBERS, "--param": WORDS,
    "--device": NUMBERS, "--gpu-memory": NUMBERS,
    "--slope-model": (
        "tobler", "naismith:lambda=1", "naismith:a=", "table:{}/a.asc", "points:0=1,5", "x",
    ),
    "--surface-length": None,
}  # fmt: skip
ROADS = {
    "--coordinates": FILES, "--elevation": FILES, "--profile": WORDS, "--metric": FILES + WORDS,
    "--set": (
        "limit_factor=0.9", "limit_factor=nan", "wait_seconds.signals=1e999", "a.b=3", "=",
        "turn_seconds=left", "closed=[[", "speeds_kmh.track=-1", "name=x" * 900, "slope.x=3",
    ),
    "--overrides": FILES, "--closures": FILES, "--direction": ("from", "to", "x"),
}  # fmt: skip
SOLVE = {
    **TERRAIN, **ROADS, "--algorithm": WORDS, "--backend": WORDS, "--bands": LISTS,
    "--out": OUTPUTS,
    "--cog": None, "--bands-out": OUTPUTS, "--polygons": OUTPUTS, "--isolines": OUTPUTS,
    "--png": OUTPUTS, "--png-size": SIZES, "--roads": FILES, "--join": ("combined", "burned", "x"),
    "--vertices": OUTPUTS, "--cell-size": NUMBERS, "--off-road": LISTS + NUMBERS,
    "--trace": OUTPUTS,
    "--area-method": ("buffer", "walk", "x"), "--tolerance": NUMBERS, "--validate": None,
    "--json": None,
}  # fmt: skip
ROUTE = {**ROADS, "--from": PLACES, "--to": PLACES, "--start-crs": WORDS, "--param": WORDS,
         "--algorithm": WORDS, "--backend": WORDS, "--device": NUMBERS,
         "--json": None}  # fmt: skip
CUSTOMIZE = {**ROADS, "--mezzanines": NUMBERS + LISTS, "--repeat": ("1", "0", "nan", "-1", "1e3"),
             "--save-partition": OUTPUTS, "--backend": WORDS, "--device": NUMBERS,
             "--json": None}  # fmt: skip
CONTRACT = {**ROADS, "--repeat": ("1", "0", "nan"), "--param": WORDS, "--backend": WORDS,
            "--device": NUMBERS, "--json": None}  # fmt: skip
BENCH = {**TERRAIN, "--algorithms": WORDS, "--backend": WORDS, "--repeat": ("1", "0", "nan", "x"),
         "--json": (*OUTPUTS, "-")}  # fmt: skip
INFO = {"--band": NUMBERS, "--member": WORDS, "--coordinates": FILES, "--elevation": FILES,
        "--json": None}  # fmt: skip
Options = Mapping[str, Sequence[str] | None]
COMMANDS: dict[str, Options] = {
    "solve": SOLVE, "route": ROUTE, "customize": CUSTOMIZE, "bench": BENCH, "info": INFO,
    "contract": CONTRACT,
    "demo": {"--files": ("{}/a.asc/x", "{}/a.asc", "/dev/null")},
    "algorithms": {"--json": None, "x": None}, "cache": {"--json": None,
    "x": None}}  # fmt: skip


FOLDER = "folder.tif/empty"
"""Among the files, so that there is a folder with the name of an output."""


def sounds() -> list[Sound]:
    """What the lists name: a raster, roads and a metric; as they are they are looked into."""
    text = {"a.asc": HEADER + _rows(CELLS), "a.osm": OSM, "m.json": json.dumps(METRIC), FOLDER: ""}
    files = {name: content.encode() for name, content in text.items()}
    start = ("--start", "auto", "--validate")
    plain = [
        ("solve", "{}/a.asc", *start, "--bands-out", "{}/b.tif", "--polygons", "{}/b.shp"),
        ("solve", "{}/a.osm", *start, "--polygons", "{}/c.shp", "--png", "{}/c.png"),
        ("solve", "{}/a.osm", *start, "--out", "{}/c.tif", "--cell-size", "10"),
        ("route", "{}/a.osm", "--from", "vertex:11", "--to", "vertex:34"),
        ("customize", "{}/a.osm", "--repeat", "1"),
        ("contract", "{}/a.osm", "--repeat", "1"),
    ]
    return [Sound(files, plain, odd_words=odd_list)]


def odd_list(random: Random) -> Sequence[str]:
    """The words of a command line, most of them sensible."""
    command = random.choice(("solve",) * 8 + tuple(COMMANDS))
    options = COMMANDS[command]
    words = [command]
    roads = random.random() < 0.4
    on_roads_alone = command in ("route", "customize", "contract")
    if on_roads_alone or command in ("solve", "bench", "info"):
        usual = "{}/a.osm" if roads or on_roads_alone else "{}/a.asc"
        words.append(random.choice(FILES) if random.random() < 0.12 else usual)
    given: dict[str, str | None] = {}
    if command in ("solve", "bench"):
        given["--start"] = random.choice(PLACES[:3] if random.random() < 0.6 else PLACES)
    if command == "route":
        given |= {"--from": "vertex:11", "--to": "vertex:34"}
    if command == "bench":
        given |= {"--algorithms": "dijkstra", "--repeat": "1"}
    if command in ("customize", "contract"):
        given |= {"--repeat": "1"}
    for option in random.sample(sorted(options), k=min(len(options), random.choice((1, 1, 2, 3)))):
        values = options[option]
        given[option] = None if values is None else random.choice(values)
    for option, value in given.items():
        if value is None:
            words.append(option)
        else:
            words += [f"{option}={value}"] if random.random() < 0.3 else [option, value]
    if random.random() < 0.05:
        words.insert(random.randrange(len(words) + 1), random.choice(WORDS + NUMBERS))
    return words
