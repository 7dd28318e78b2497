"""The table of options: what each command takes, and to which kinds of questions it belongs."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import Any

from app.cli import values
from app.cli.options.build import GRID, INPUTS, RECIPE, RULES, WRITTEN
from app.cli.options.groups import (
    ALGORITHM,
    ALLOW_LINKS,
    BACKEND,
    BANDS,
    CELLS_MEAN,
    COMPRESSION,
    DEVICE,
    FILES,
    FILES_OF_ROADS,
    GRAPH,
    JOIN,
    JSON,
    LAYER,
    LOOK,
    METHODS,
    METRES,
    OF_PROJECTS,
    OFF_ROAD,
    PARAMETERS,
    QUESTION,
    QUESTION_BESIDE,
    QUESTION_ON_SLOPES,
    ROAD_FILES,
    ROAD_METRIC,
    SHOW_IN,
    SIZE,
    SLOPES,
    SOURCE,
    ZERO,
    direction,
    end,
    limit,
)
from app.cli.options.option import CELLS, ROADS, Option, file, option, switch

OF_A_BATCH = (
    option("--scenario", "only that one; several times (all)", action="append", default=[],
           metavar="NAME"),
    switch("--together", "one question a scenario, of all its starts, not one a start"),
)  # fmt: skip
FILES_OF_BATCH = tuple(
    each.as_text()
    for each in (*FILES, BANDS, *LOOK, *FILES_OF_ROADS, switch("--validate", "check each result"))
)

_TABLE = "a table: .csv, .parquet, .npz; or the best origin of each place: .tif, .gpkg"
_MATRIX = (
    option("--origins", "points, or a CSV: vertex, lon,lat or x,y; id", metavar="FILE"),
    option("--destinations", "the same, or all vertices or cells", metavar="FILE|all"),
    option("--start-crs", "CRS of x,y in a CSV, if another", metavar="EPSG:N"),
    option("--farthest", "most metres from a road (any)", **METRES),
    limit("--time-limit"),
    limit("--limit"),
    ZERO,
)
_KEPT = (
    option("--nearest", "only so many of the nearest origins", type=values.count, metavar="K"),
    switch("--best-origin", "the same as --nearest 1"),
    BANDS,
    file("--population", "a raster of counts: people in each band"),
    option("--area-method", "how areas around roads are measured (buffer)", **METHODS),
    option("--tolerance", "from roads to the edge of areas", **METRES),
)
_AUTO: Any = {"default": "auto", "metavar": "ID"}
_MIB: Any = {"type": values.count, "default": None, "metavar": "MIB"}
_CLUSTER: Any = {"default": None, "metavar": "HOST:PORT|local"}
_BESIDE_MATRIX = "speed beside roads and how far, of --out x.tif and --bands (5,250)"
_MATRIX_FILES = (
    option("--out", _TABLE, action="append", default=[], metavar="FILE"),
    file("--statistics", "what lies in each of --bands: .csv"),
    option("--cell-size", "of --out x.tif", **METRES),
    option("--off-road", _BESIDE_MATRIX, **OFF_ROAD),
    switch("--fresh", "begin anew, also where a run was broken off"),
    option("--scheduler", "a Dask cluster works it out; local:N starts N workers", **_CLUSTER),
)

_PATHS = "the way: .gpx, .geojson, .gpkg; or costs of --pairs: .csv"
_GPUS = "how many GPUs share each customization (1)"
_LEVELS = "levels between two others: auto, one number, or six (auto: 1,1,3,3,3,3)"
_TO_COMPARE: Any = {"type": values.names, "required": True, "metavar": "ID,ID,…"}
_BACKENDS: Any = {"type": values.names, "default": ("auto",), "metavar": "B,B,…"}

_SIDE = (
    "times of `solve --out`, a project, or a question to `solve` in quotes: 'FILE --start X,Y …'"
)
_SCENARIOS = "of the one project that is named, in place of B: twice, that of A and that of B"
_COMPARED = (
    option("a", _SIDE, metavar="A"),
    option("b", "the same, to be compared with A", metavar="B", nargs="?"),
    option("--scenario", _SCENARIOS, action="append", default=[], metavar="NAME"),
    option("--names", "what both are called (A,B)", metavar="A,B"),
    BANDS,
    file("--population", "a raster of counts: people won and lost"),
)
_COMPARISON_FILES = (
    file("--out", "B minus A in minutes: .tif; of roads .gpkg, .csv, …"),
    file("--statistics", "what is won and lost within each of --bands: .csv"),
    file("--png", "a picture of the map of B minus A"),
    option("--png-size", "of --png (1600x1000)", **SIZE),
    switch("--dark", "a dark --png"),
)

_NO_SOLVES = ("--owners", "--zonal", "--values")
"""Files of a solve that have no meaning for times that are none of a solve."""

_RUNS: Any = {"type": values.count, "default": 50, "metavar": "N"}
_SPREAD = "standard deviation of the logarithm of speeds (0.2: two in three within a fifth)"
_SPREADS: Any = {"type": values.not_negative, "default": 0.2, "metavar": "S"}
_SEEDS: Any = {"type": values.index, "default": 1, "metavar": "N"}
_ALIKE = "what has one factor: places nearby, cells of one speed or a class of roads, or a street"
_ALIKES: Any = {"choices": ("place", "class", "street"), "default": "place"}
_CORRELATION = "by place, metres at which likeness has fallen to 1/e (a tenth of the extent)"
_CORRELATIONS: Any = {"type": values.metres, "metavar": "M"}
_CERTAIN = "percent of the runs within whose times the files below lie (90)"
_CERTAINTIES: Any = {"type": int, "choices": (10, 50, 90), "default": 90}
_UNCERTAIN = (
    option("--runs", "exact solves, each at speeds of its own (50)", **_RUNS),
    option("--spread", _SPREAD, **_SPREADS),
    option("--seed", "of all that is drawn (1)", **_SEEDS),
    option("--alike", _ALIKE, **_ALIKES),
    option("--correlation", _CORRELATION, **_CORRELATIONS),
    file("--summary", "times at 10, 50, 90 % and the probability: .tif; of roads .csv, .gpkg, …"),
    option("--certainty", _CERTAIN, **_CERTAINTIES),
)

_PROJECT = file("--save-project", "what is asked, to be opened again: .isofront")

_DOING = "scenarios (list them), results, duplicate, rename, delete, open, solve, forget"
_DOINGS: Any = {"nargs": "?", "default": "scenarios", "metavar": "DO"}
_NAMED = "of a scenario; to duplicate or rename, the new name, too; of a result, to forget"
_CHANGED = (
    file("file", "a project: .isofront"),
    option("do", _DOING, **_DOINGS),
    option("names", _NAMED, nargs="*", default=[], metavar="NAME"),
    option("--keep", "what is solved is kept in the project as a result", metavar="NAME"),
)

_FOLDER = "solve the sample terrain and write it into a folder; there is no tour"
_FILES_OF_SAMPLE = (
    option("--files", _FOLDER, dest="out", metavar="DIR"),
    option("--out", argparse.SUPPRESS, dest="out", metavar="DIR"),  # its name of before
    JSON,
)

Group = tuple[str, Sequence[Option]]

OPTIONS: Mapping[str, Sequence[Group]] = {
    "info": (
        ("", LAYER),
        ("road graphs", ROAD_FILES),
        ("", (SHOW_IN, *OF_PROJECTS, ALLOW_LINKS, JSON)),
    ),
    "solve": (
        ("", QUESTION),
        ("slopes", QUESTION_ON_SLOPES),
        ("road graphs", QUESTION_BESIDE),
        ("", (ALGORITHM, BACKEND, BANDS)),
        ("files to write", FILES),
        ("colours of files", LOOK),
        ("terrain and roads together", JOIN),
        ("files of roads", FILES_OF_ROADS),
        ("files to write", (file("--trace", "events of the solve: .jsonl"), _PROJECT)),
        (
            "",
            (
                switch("--validate", "check the result"),
                SHOW_IN,
                *OF_PROJECTS,
                ALLOW_LINKS,
                JSON,
            ),
        ),
    ),
    "burn": (
        (
            "",
            (
                *LAYER,
                *CELLS_MEAN,
                file("--roads", "roads that are burnt into the cells they touch, before edits"),
                file("--out", "the speeds: .tif, .asc"),
                COMPRESSION,
            ),
        ),
        ("road graphs", QUESTION_BESIDE),
        ("", (*OF_PROJECTS, ALLOW_LINKS, JSON)),
    ),
    "route": (
        (
            "",
            (
                *LAYER,
                *CELLS_MEAN,
                end("--from", "origin"),
                end("--to", "destination"),
            ),
        ),
        ("", (file("--pairs", "many ends: .csv", of=frozenset((ROADS,))), file("--out", _PATHS))),
        (
            "",
            (option("--start-crs", "CRS of the places, if another", metavar="EPSG:N"), ZERO),
        ),
        ("", (file("--heights", "a raster of heights, for climb and descent", of=CELLS),)),
        ("slopes", SLOPES),
        ("road graphs", QUESTION_BESIDE),
        ("terrain and roads together", JOIN),
        ("", (ALGORITHM, BACKEND, PARAMETERS, *DEVICE)),
        ("", (SHOW_IN, *OF_PROJECTS, ALLOW_LINKS, JSON)),
    ),
    "matrix": (
        ("", (*LAYER, *CELLS_MEAN)),
        ("", _MATRIX),
        ("slopes", QUESTION_ON_SLOPES),
        ("road graphs", QUESTION_BESIDE),
        ("terrain and roads together", JOIN),
        (
            "",
            (option("--algorithm", "auto, or see `isofront algorithms`", **_AUTO), BACKEND),
        ),
        (
            "",
            (
                PARAMETERS,
                *DEVICE,
                option("--memory", "of a chunk of work (512)", **_MIB),
            ),
        ),
        ("what is kept", _KEPT),
        ("files to write", _MATRIX_FILES),
        ("", (SHOW_IN, *OF_PROJECTS, ALLOW_LINKS, JSON)),
    ),
    "build": (
        ("", RECIPE),
        ("inputs, each of which may be absent", INPUTS),
        ("rules", RULES),
        ("cells", GRID),
        ("files to write", WRITTEN),
        ("", (ALLOW_LINKS, JSON)),
    ),
    "compare": (
        ("", _COMPARED),
        ("files to write", _COMPARISON_FILES),
        ("", (SHOW_IN, ALLOW_LINKS, JSON)),
    ),
    "uncertainty": (
        ("", QUESTION),
        ("slopes", QUESTION_ON_SLOPES),
        ("road graphs", QUESTION_BESIDE),
        ("", (ALGORITHM, BACKEND, BANDS)),
        ("uncertain speeds", _UNCERTAIN),
        ("files to write", tuple(each for each in FILES if each.flag not in _NO_SOLVES)),
        ("colours of files", LOOK),
        ("terrain and roads together", JOIN),
        ("files of roads", FILES_OF_ROADS),
        ("", (SHOW_IN, *OF_PROJECTS, ALLOW_LINKS, JSON)),
    ),
    "batch": (
        ("", (file("table", "a row a question: .csv, .toml, columns as of solve; or a project"),)),
        ("", (file("--summary", "what came of each row: .csv (beside the table)"),)),
        ("", (switch("--fresh", "begin anew, also where a run was broken off"),)),
        ("of a project", OF_A_BATCH),
        ("files to write for each start of a project", FILES_OF_BATCH),
        ("", (ALLOW_LINKS, JSON)),
    ),
    "project": (
        ("", _CHANGED),
        ("", (SOURCE, ALLOW_LINKS, JSON)),
    ),
    "algorithms": (("", (JSON,)),),
    "devices": (("", (JSON,)),),
    "customize": (
        ("", (GRAPH, *ROAD_FILES, *ROAD_METRIC, direction("search"))),
        ("", (option("--mezzanines", _LEVELS, type=values.mezzanines, metavar="N"),)),
        ("", (option("--repeat", "(10)", type=values.count, default=10, metavar="N"),)),
        ("", (option("--gpus", _GPUS, type=values.count, default=1, metavar="N"),)),
        (
            "",
            (file("--save-partition", "write the partition, too"), BACKEND, *DEVICE),
        ),
        ("", (*OF_PROJECTS, ALLOW_LINKS, JSON)),
    ),
    "contract": (
        ("", (GRAPH, *ROAD_FILES, *ROAD_METRIC, direction("search"))),
        ("", (option("--repeat", "(3)", type=values.count, default=3, metavar="N"),)),
        ("", (PARAMETERS, BACKEND, *DEVICE, *OF_PROJECTS, ALLOW_LINKS, JSON)),
    ),
    "bench": (
        ("", QUESTION),
        ("slopes", QUESTION_ON_SLOPES),
        ("road graphs", QUESTION_BESIDE),
        ("terrain and roads together", JOIN),
        ("", (option("--algorithms", "see `isofront algorithms`", **_TO_COMPARE),)),
        ("", (option("--backend", "auto, cpu, gpu", **_BACKENDS),)),
        ("", (option("--repeat", "(5)", type=values.count, default=5, metavar="N"),)),
        ("", (switch("--validate", "validate the results, too, which is not timed"),)),
        ("", (file("--csv", "write the order of finish as a table"),)),
        (
            "",
            (file("--json", "write the figures; - for standard output"), *OF_PROJECTS, ALLOW_LINKS),
        ),
    ),
    "demo": (
        ("", (switch("--loop", "show the tour again and again, until a key is pressed"),)),
        ("without a window", _FILES_OF_SAMPLE),
    ),
    "cache": (("", (switch("--clear", "delete them"), JSON)),),
}
"""Options by command, in groups with a title; those without one are the command's own."""


def options_of(command: str) -> tuple[Option, ...]:
    """All options of a command, in order."""
    return tuple(option for _, group in OPTIONS[command] for option in group)
