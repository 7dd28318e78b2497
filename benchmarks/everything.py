"""All benchmarks of a machine, one after the other.

    python -m benchmarks.everything cpu|gpu [--out FOLDER] [--data FOLDER] [--packed FOLDER]
                                    [--only a,b] [--list]

`cpu` needs a machine at rest, `gpu` one CUDA device. Records go into benchmarks/results/, after
which the tables of the docs are drawn anew, or into files of the same names in --out, from where
`python -m benchmarks.records` takes them. --data is the folder of road data that
benchmarks.road_gpu and benchmarks.crp.gpu `--prepare`; --packed holds `roads/` and `partitions/`,
into which they do. A program whose data are not there is skipped and named. Ends with status 1
where a program failed.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measuring.machine import ROOT, commit, is_clean
from benchmarks.records import RESULTS
from benchmarks.report import main as report

DATA = Path(".carry") / "data" / "roads"
PACKED = Path(".carry")


@dataclass(frozen=True)
class Program:
    """A program with what it is given.

    name : of the program, and after a hyphen of what is measured by it.
    words : {data} and {packed} stand for the folders; a word that begins with one has to be there,
        but for folders that are written to.
    file : of its records, without suffix; the program's name unless told.
    """

    name: str
    words: tuple[str, ...]
    file: str = ""

    def line(self, data: Path, packed: Path, out: Path) -> list[str]:
        """The command line."""
        program = self.name.partition("-")[0]
        words = [word.format(data=data, packed=packed) for word in self.words]
        results = out / f"{self.file or program.replace('.', '_')}.jsonl"
        return [sys.executable, "-m", f"benchmarks.{program}", *words, "--out", str(results)]

    def lacking(self, data: Path, packed: Path) -> list[Path]:
        """What it cannot do without and is not there."""
        needed = [word for word in self.words if word.startswith("{") and word not in _MADE]
        paths = [Path(word.format(data=data, packed=packed)) for word in needed]
        return [path for path in paths if not path.exists()]


_MADE = ("{packed}/cpu",)
"""Folders that a program fills without being given files."""

_CRP = ("--roads", "{packed}/roads", "--partitions", "{packed}/partitions")
_NEW_YORK = "{data}/dimacs/USA-road-t.NY.gr.gz"
_PBF = ("{data}/osm/porto_portugal.osm.pbf", "{data}/osm-elevation/poa_osm.pbf")

_WINDOW = ("--terrain", "20000")

COMMANDS: dict[str, tuple[Program, ...]] = {
    "cpu": (
        Program("terrain_cpu", ()),
        Program("straight.cpu", ()),
        Program("slopes.tiled", (), "slopes_cpu"),
        Program("slopes.planes", ()),
        Program("strokes.edits", (), "edits"),
        Program("real_speeds", ("--sizes", "2000,5000")),
        Program("accuracy", ()),
        Program("accuracy", ()),
        Program("cold_start", ()),
        Program("road_cpu", ()),
        Program("osm_import", _PBF),
        Program("crp.partition", ("--instances", "new-york,florida,5m")),
        Program("crp.cpu", ("--partitions", "{packed}/cpu")),
        Program("slider_window", (_NEW_YORK, "--backend", "cpu", "--steps", "51")),
        Program("builder.drag", (), "builder_drag"),
        Program("builder.large", (), "builder_large"),
        Program("window", (*_WINDOW, "--roads", _NEW_YORK)),
        Program("crp.pairs", (*_CRP, "--graphs", "new-york"), "crp_cpu"),
    ),
    "gpu": (
        Program("terrain_gpu", ()),
        Program("anywhere", (), "anywhere_gpu"),
        Program("straight.gpu", ()),
        Program("slopes.tiled", ("--backend", "gpu"), "slopes_gpu"),
        Program("near_far_gpu", ()),
        Program("adaptive_gpu", ()),
        Program("out_of_core_gpu", ()),
        Program("road_gpu", ("--roads", "{packed}/roads")),
        Program("road_decode", ("--roads", "{packed}/roads")),
        Program("many.tables", ("--roads", "{packed}/roads"), "many"),
        Program("many.cluster", ("--roads", "{packed}/roads"), "cluster"),
        Program("slider_window", (_NEW_YORK, "--backend", "gpu")),
        Program("window", (*_WINDOW, "--roads", _NEW_YORK)),
        Program("crp.gpu", (*_CRP, "--graphs", "new-york,florida,porto")),
        Program("crp.gpu-5m", (*_CRP, "--graphs", "synthetic-5m"), "crp_gpu"),
        Program("crp.gpu-18m", (*_CRP, "--graphs", "synthetic-18m"), "crp_gpu"),
        Program("crp.gpu-harder", (*_CRP, "--graphs", "harder-5m,harder-18m"), "crp_gpu"),
        Program("ch_gpu", ("--roads", "{packed}/roads")),
        Program("sanitizer", ("--jobs", "4")),
    ),
}
"""Commands by machine, in order of what a short loan of a machine should bring first."""


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.everything")
    parser.add_argument("machine", choices=tuple(COMMANDS))
    parser.add_argument("--out", type=Path, default=RESULTS, help="folder of the result files")
    parser.add_argument("--data", type=Path, default=DATA, help="folder of the road data")
    parser.add_argument("--packed", type=Path, default=PACKED, help="where --prepare packed them")
    parser.add_argument("--only", default="", help="programs, separated by commas")
    parser.add_argument("--list", action="store_true", help="print the commands, run nothing")
    chosen = parser.parse_args(argv)
    commands = COMMANDS[chosen.machine]
    names = [name for name in chosen.only.split(",") if name]
    unknown = set(names) - {command.name for command in commands}
    if unknown:
        known = ", ".join(command.name for command in commands)
        parser.error(f"no program is called {', '.join(sorted(unknown))}; choose from {known}")
    commands = tuple(c for c in commands if not names or c.name in names)
    if not chosen.list and not is_clean(commit()):
        print("nothing was measured: files differ from their commit", file=sys.stderr)
        return 2
    failed = []
    for command in commands:
        line = command.line(chosen.data, chosen.packed, chosen.out)
        missing = command.lacking(chosen.data, chosen.packed)
        if missing:
            print(f"{command.name}: skipped, there is no {' and no '.join(map(str, missing))}")
            continue
        print(f"{command.name}: {' '.join(line[1:])}", flush=True)
        if chosen.list:
            continue
        began = time.monotonic()
        status = subprocess.run(line, cwd=ROOT, check=False).returncode
        print(f"{command.name}: status {status} after {time.monotonic() - began:.0f} s", flush=True)
        if status:
            failed.append(command.name)
    if chosen.out.resolve() == RESULTS.resolve() and not chosen.list:
        report([])
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
