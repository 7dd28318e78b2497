"""The words of the command line: which sub-commands and options there are.

Nothing is loaded here but argparse, so that help, version and mistakes answer at once.
"""

from __future__ import annotations

import argparse
import difflib
import re
from collections.abc import Sequence
from typing import NoReturn

from app.cli import values
from app.settings import VERSION
from core.errors import InputError
from core.files.links import ALLOW
from core.files.user_paths import expanded

COMMANDS = {
    "info": ("app.cli.info:info", "what a raster or a road graph holds"),
    "solve": ("app.cli.solve:solve", "travel times from one or more starts, and their files"),
    "route": ("app.cli.roads.route:route", "the way between two places on roads"),
    "algorithms": ("app.cli.tables:algorithms", "the solvers and their parameters"),
    "devices": ("app.cli.tables:devices", "the processors that can solve"),
    "customize": ("app.cli.customize:customize", "what customizing roads for a metric takes"),
    "bench": ("app.cli.bench:bench", "time solvers against each other on a raster or a road graph"),
    "demo": ("app.cli.demo:demo", "solve the sample terrain and write it, without a window"),
    "cache": ("app.cli.tables:cache", "the rasters and roads imported for speed"),
}
"""Function that runs each sub-command, and what the command is for."""

_PLACES = ("--start", "--from", "--to")
"""Options whose values may begin with a minus."""

WINDOW = "app.cli.window_command:window"

UNITS = ("kmh", "ms", "s_per_m", "s_per_cell")


class Parser(argparse.ArgumentParser):
    """Reports mistakes as InputError, for one line instead of a usage block."""

    def error(self, message: str) -> NoReturn:
        named = re.fullmatch(r"argument ([^:]+): (.*)", message, re.DOTALL)
        where, found = named.groups() if named else (self.prog, message)
        raise InputError(found, where=where, advice=f"See `{self.prog} --help`.")


def parse(words: Sequence[str]) -> argparse.Namespace:
    """The options of a command line; `run` names the function that serves them.

    Raises InputError, and SystemExit for --help and --version.
    """
    words = _joined(words)
    for word in words:
        if re.fullmatch("--[^=]+=--", word):  # argparse takes that for an empty list
            raise InputError(
                "'--' is no value", where=word[:-3], advice="Give one, or leave it out."
            )
    first = words[0] if words else ""
    if first in COMMANDS or first in ("-h", "--help", "--version"):
        return _all_of(_command_parser(), words, f"isofront {first}")
    if first and not first.startswith("-"):
        _expect_file(first)
    return _all_of(_window_parser(), words, "isofront")


def _all_of(parser: Parser, words: Sequence[str], command: str) -> argparse.Namespace:
    arguments, unknown = parser.parse_known_args(words)
    if unknown:
        raise InputError(
            f"'{unknown[0]}' is not known here", where=command, advice=f"See `{command} --help`."
        )
    return arguments


def _joined(words: Sequence[str]) -> list[str]:
    """`--start -500,20` as `--start=-500,20`: argparse takes a leading minus for an option."""
    joined: list[str] = []
    for word in words:
        if joined and joined[-1] in _PLACES and re.match(r"-[\d.]", word):
            joined[-1] = f"{joined[-1]}={word}"
        else:
            joined.append(word)
    return joined


def _expect_file(name: str) -> None:
    path = expanded(name)
    if path.exists() or any(parent.is_file() for parent in path.parents):
        return  # the second: a raster within an archive, `grids.zip/dem.asc`
    alike = difflib.get_close_matches(name, COMMANDS, n=1)
    advice = f"Did you mean `isofront {alike[0]}`?" if alike else "See `isofront --help`."
    raise InputError("there is no such file and no such command", where=name, advice=advice)


def _window_parser() -> Parser:
    parser = Parser(prog="isofront", allow_abbrev=False)
    parser.add_argument("file", nargs="?", metavar="FILE", help="a raster or road graph to open")
    parser.add_argument("--sample", action="store_true", help="open the sample terrain, solved")
    parser.set_defaults(run=WINDOW)
    return parser


def _command_parser() -> Parser:
    parser = Parser(
        prog="isofront",
        usage="isofront [FILE] [--sample] | isofront COMMAND … | isofront COMMAND --help",
        description="Shows how far one gets in a given time. Without a command the window opens.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"isofront {VERSION}")
    commands = parser.add_subparsers(
        prog="isofront", metavar="COMMAND", title="commands", required=True
    )
    parsers = {}
    for name, (function, purpose) in COMMANDS.items():
        parsers[name] = commands.add_parser(
            name,
            help=purpose,
            description=f"{purpose[0].upper()}{purpose[1:]}.",
            allow_abbrev=False,
        )
        parsers[name].set_defaults(run=function)
    _info(parsers["info"])
    _solve(parsers["solve"])
    _route(parsers["route"])
    _customize(parsers["customize"])
    _bench(parsers["bench"])
    parsers["demo"].add_argument("--out", required=True, metavar="DIR", help="folder to write into")
    parsers["cache"].add_argument("--clear", action="store_true", help="delete them")
    for name in ("info", "solve", "route", "customize", "bench"):
        parsers[name].add_argument(
            ALLOW,
            action="store_true",
            help="follow names in files to other folders and to the network",
        )
    for name in ("info", "solve", "route", "customize", "algorithms", "devices", "demo", "cache"):
        parsers[name].add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def _info(parser: Parser) -> None:
    _layer(parser)
    _road_files(parser.add_argument_group("road graphs"))


def _layer(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a raster that GDAL reads, or a road graph")
    parser.add_argument("--member", metavar="NAME", help="which raster of a .zip")
    parser.add_argument("--band", type=values.count, default=1, metavar="N", help="band (1)")


def _terrain(parser: Parser) -> None:
    """How to read the raster and where to start: said by `solve` and `bench` alike."""
    _layer(parser)
    parser.add_argument(
        "--units", choices=UNITS, default="kmh", help="what a cell's number means (kmh)"
    )
    parser.add_argument(
        "--undefined-255", action="store_true", help="255 in 8-bit rasters is no data"
    )
    parser.add_argument(
        "--reproject",
        choices=("utm", "none"),
        help="degrees, or a map that stretches, to the local UTM zone; or keep the map's grid",
    )
    parser.add_argument(
        "--start",
        action="append",
        type=values.start,
        required=True,
        metavar="X,Y[,DELAY_S]",
        help="a start in the file's CRS, vertex:ID on roads, or auto; may be given several times",
    )
    parser.add_argument("--start-crs", metavar="EPSG:N", help="CRS of the starts, if another")
    for name in ("--time-limit", "--limit"):
        parser.add_argument(
            name,
            dest="time_limit",
            type=values.positive,
            metavar="S",
            help="seconds; metres where roads cost lengths",
        )
    parser.add_argument(
        "--zero-speed-kmh",
        type=values.not_negative,
        default=0.0,
        metavar="K",
        help="speed that cells of 0 km/h count as; 0 keeps them barriers",
    )
    _runner(parser)
    roads = parser.add_argument_group("road graphs")
    _road_files(roads)
    _road_metric(roads)
    roads.add_argument(
        "--direction", choices=("from", "to"), help="times from the starts (from), or to them"
    )


def _runner(parser: Parser) -> None:
    """What is to solve, but for the names of algorithm and backend."""
    parser.add_argument(
        "--param",
        action="append",
        type=values.parameter,
        default=[],
        metavar="NAME=VALUE",
        help="a parameter of the algorithm; may be given several times",
    )
    _device(parser)


def _device(parser: Parser) -> None:
    """Which GPU, and how much of it."""
    parser.add_argument(
        "--device", type=values.index, metavar="N", help="which GPU; see `isofront devices`"
    )
    parser.add_argument(
        "--gpu-memory",
        type=values.count,
        metavar="MIB",
        help="memory of the GPU to use at most (all that is free)",
    )


Options = argparse._ArgumentGroup | argparse.ArgumentParser


def _road_files(group: Options) -> None:
    """Files that belong to the roads."""
    group.add_argument("--coordinates", metavar="FILE", help="positions of a DIMACS graph: .co")
    group.add_argument("--elevation", metavar="FILE", help="heights, for slopes: raster, .zip")


def _road_metric(group: Options) -> None:
    """What roads cost."""
    group.add_argument(
        "--profile", metavar="NAME", help="car, truck, bicycle, foot or 4x4 (car, or the file's)"
    )
    group.add_argument(
        "--metric", metavar="FILE|NAME", help="a metric in JSON, or time, distance, hops"
    )
    group.add_argument("--overrides", metavar="FILE", help="speeds of single ways: .csv")
    group.add_argument(
        "--closures", metavar="FILE", help="lines, areas and points under which roads are closed"
    )


def _route(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a road graph")
    for name, dest in (("--from", "origin"), ("--to", "destination")):
        parser.add_argument(
            name, dest=dest, type=values.place, required=True, metavar="X,Y", help="or vertex:ID"
        )
    parser.add_argument("--start-crs", metavar="EPSG:N", help="CRS of the places, if another")
    _road_files(parser)
    _road_metric(parser)
    _one_runner(parser)
    _runner(parser)


def _one_runner(parser: Parser) -> None:
    parser.add_argument("--algorithm", default="", metavar="ID", help="see `isofront algorithms`")
    parser.add_argument("--backend", default="auto", help="auto, cpu or gpu")


def _customize(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a road graph")
    _road_files(parser)
    _road_metric(parser)
    parser.add_argument(
        "--direction", choices=("from", "to"), help="search from the starts (from), or to them"
    )
    parser.add_argument(
        "--mezzanines",
        type=values.mezzanines,
        metavar="N",
        help="levels between two others: auto, one number, or six (auto: 1,1,3,3,3,3)",
    )
    parser.add_argument("--repeat", type=values.count, default=10, metavar="N", help="(10)")
    parser.add_argument("--save-partition", metavar="FILE", help="write the partition, too")
    parser.add_argument("--backend", default="auto", help="auto, cpu or gpu")
    _device(parser)
    parser.set_defaults(param=[])


def _solve(parser: Parser) -> None:
    _terrain(parser)
    _one_runner(parser)
    parser.add_argument(
        "--bands", metavar="S,S,…", help="upper limits of the bands, ascending: seconds"
    )
    files = parser.add_argument_group("files to write")
    files.add_argument(
        "--out", metavar="FILE", help="travel times: .tif, .asc; of roads .csv, .gpkg, …"
    )
    files.add_argument("--cog", action="store_true", help="write --out as cloud-optimised GeoTIFF")
    files.add_argument("--bands-out", metavar="FILE", help="band of each cell: .tif")
    files.add_argument("--polygons", metavar="FILE", help="bands as polygons")
    files.add_argument("--isolines", metavar="FILE", help="limits of the bands as lines")
    files.add_argument("--png", metavar="FILE", help="a picture of the map")
    files.add_argument(
        "--png-size", type=values.size, default=(1600, 1000), metavar="WxH", help="(1600x1000)"
    )
    joined = parser.add_argument_group("terrain and roads together")
    joined.add_argument("--roads", metavar="FILE", help="roads to drive on across the raster")
    joined.add_argument(
        "--join",
        choices=("combined", "burned"),
        help="as a graph over the cells (combined), or as speeds of the cells",
    )
    roads = parser.add_argument_group("files of roads")
    roads.add_argument("--vertices", metavar="FILE", help="vertices with their times: .csv, .gpkg")
    roads.add_argument("--cell-size", type=values.metres, metavar="M", help="of --out x.tif")
    roads.add_argument(
        "--off-road",
        type=values.off_road,
        metavar="KMH,METRES",
        help="speed beside roads and how far, of --out x.tif and --area-method walk (5,250)",
    )
    roads.add_argument(
        "--area-method", choices=("buffer", "walk"), help="how --polygons are drawn (buffer)"
    )
    roads.add_argument(
        "--tolerance", type=values.metres, metavar="M", help="from roads to the edge of areas"
    )
    files.add_argument("--trace", metavar="FILE", help="events of the solve: .jsonl")
    parser.add_argument("--validate", action="store_true", help="check the result")


def _bench(parser: Parser) -> None:
    _terrain(parser)
    parser.add_argument(
        "--algorithms",
        type=values.names,
        required=True,
        metavar="ID,ID,…",
        help="see `isofront algorithms`",
    )
    parser.add_argument(
        "--backend", type=values.names, default=("auto",), metavar="B,B,…", help="auto, cpu, gpu"
    )
    parser.add_argument("--repeat", type=values.count, default=5, metavar="N", help="(5)")
    parser.add_argument("--json", metavar="FILE", help="write the figures; - for standard output")
