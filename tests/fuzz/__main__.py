"""Fuzzing by hand: `python -m tests.fuzz --many 50000 --reader geojson`.

Without --reader all readers share the cases. `--case N` writes the files of one case to --keep and
runs it here, so that its fault can be looked at.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

from tests.fuzz.cases import spoiled_case
from tests.fuzz.child import served, sounds
from tests.fuzz.readers import READERS
from tests.fuzz.watch import Fault, fuzz

CHUNK = 200  # cases after which faults are shown


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--many", type=int, default=1000, help="cases of all readers together")
    parser.add_argument("--from", dest="first", type=int, default=0, help="first case of a reader")
    parser.add_argument("--reader", action="append", choices=sorted(READERS), help="only these")
    parser.add_argument("--children", type=int, default=2)
    parser.add_argument("--case", type=int, help="one case of the one reader, in this process")
    parser.add_argument("--keep", type=Path, help="where the files of --case are written")
    options = parser.parse_args()
    readers = options.reader or sorted(READERS)
    if options.case is not None:
        return _one(readers[0], options.case, options.keep)
    each = -(-options.many // len(readers))
    began, cases, kinds = time.monotonic(), 0, Counter[str]()
    for first in range(options.first, options.first + each, CHUNK):
        last = min(first + CHUNK, options.first + each)
        done, faults = fuzz([(name, range(first, last)) for name in readers], options.children)
        cases += done
        for fault in faults:
            kinds[_kind(fault)] += 1
            if kinds[_kind(fault)] <= 3:
                print(fault, flush=True)
    print(f"{cases} cases in {time.monotonic() - began:.0f} s, {kinds.total()} faults")
    for kind, count in kinds.most_common():
        print(f"{count:6} {kind}")
    return int(bool(kinds))


def _kind(fault: Fault) -> str:
    """Faults that read alike but for numbers and names."""
    letters = "".join("#" if letter.isdigit() else letter for letter in fault.text)
    return f"{fault.reader}: {letters[:90]}"


def _one(reader: str, number: int, keep: Path | None) -> int:
    if keep is None:
        raise SystemExit("--keep names a folder for the files")
    case = spoiled_case(reader, number, sounds(reader))
    keep.mkdir(parents=True, exist_ok=True)
    words = case.sound.written(keep, case.words)
    print(" ".join(words), file=sys.stderr)
    os.environ["ISOFRONT_DEBUG"] = "1"
    if case.sound.around is None:
        return served(words)
    with case.sound.around(keep, Random(f"{reader} {number} around")):
        return served(words)


if __name__ == "__main__":
    sys.exit(main())
