"""A process that opens spoiled inputs one after another, and tells its parent of each.

Two lines of JSON a case go to standard output: that it begins, and what came of it. Standard error
and output of the program itself go to files at the level of the system, since libraries written in
C print there, too.
"""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import sys
import tempfile
import time
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from tests.fuzz.cases import Case, Sound, spoiled_case

ROOT = Path(__file__).resolve().parents[2]

LONGEST_LINE = 600
"""Letters of an error, paths of the test's own folder left out."""

MOST_BYTES = 1 << 30
ADDRESS_SPACE = 16 << 30
SECONDS = float(os.environ.get("FUZZ_SECONDS", "5"))
"""Of processor time for a case."""

AS_USERS_DO = "FUZZ_AS_USERS_DO"
"""Variable that lets files which are programs for GDAL be read in another process."""

_UNPRINTABLE = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


@cache
def sounds(reader: str) -> list[Sound]:
    """The sound inputs of a reader."""
    from tests.fuzz import probes, readers

    return {**readers.READERS, **probes.READERS}[reader]()


class Streams:
    """Standard output and error, caught in files."""

    def __init__(self) -> None:
        self.to_parent = os.fdopen(os.dup(1), "w", buffering=1)
        self._files = [tempfile.TemporaryFile(), tempfile.TemporaryFile()]  # noqa: SIM115
        for stream, file in enumerate(self._files, start=1):
            os.dup2(file.fileno(), stream)

    def taken(self) -> tuple[str, str]:
        """What was printed since the last call: (output, errors)."""
        sys.stdout.flush()
        sys.stderr.flush()
        texts = []
        for file in self._files:
            file.seek(0)
            texts.append(file.read().decode("utf-8", "replace"))
            file.seek(0)
            file.truncate()
        return texts[0], texts[1]


def served(words: list[str]) -> int:
    """The exit status of a command line of the program, or of one of the harness's own."""
    if words[0] == "settings":
        from tests.fuzz.kept_seeds import read_settings

        return read_settings(words[1])
    if words[0].startswith("probe-"):
        from tests.fuzz.probes import act

        return act(words[0].removeprefix("probe-"), seconds=SECONDS)
    from app.main import main

    return main(words)


def run(case: Case, folder: Path, streams: Streams) -> str:
    """What is wrong with how a case ends; empty where nothing is."""
    words = case.sound.written(folder, case.words)
    random = Random(f"{case.reader} {case.number} around")
    around = case.sound.around(folder, random) if case.sound.around else nullcontext()
    os.chdir(folder)  # where what is named without a folder goes
    with around:
        streams.taken()
        began = time.process_time()
        try:
            status = served(words)
        except BaseException as error:
            return f"raised {type(error).__name__}: {error}"
        seconds = time.process_time() - began
        out, err = streams.taken()
    slow = f"took {seconds:.1f} s" if seconds > SECONDS else ""
    return slow or judged(status, out, err.replace(str(folder), "…"), case.sound.opens)


def judged(status: int, out: str, err: str, opens: bool) -> str:
    """Whether an end is one that a user may meet: it opens, or one line says why not."""
    if status == 0:
        # Remarks of ours are allowed, such as that a kept import was damaged.
        lines = err.splitlines()
        if not all(line.startswith("isofront: ") for line in lines) or "internal error" in err:
            return f"opened, and printed {err!r}"
        return _json_fault(out)
    if status != 2 or opens:
        return f"ended with {status}: {err!r}"
    if out or err.count("\n") != 1 or not err.startswith("isofront"):
        return f"not one line: {err!r}, {out!r}"
    if "internal error" in err or "Traceback" in err or _UNPRINTABLE.search(err):
        return f"no line for people: {err!r}"
    return f"{len(err)} letters: {err[:200]!r}" if len(err) > LONGEST_LINE else ""


def _json_fault(out: str) -> str:
    try:
        if out.startswith("{"):
            json.loads(out, parse_constant=_refused)
    except ValueError as error:
        return f"printed no JSON: {error}"
    return ""


def _refused(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def main(jobs: list[list[Any]]) -> None:
    """jobs : (reader, numbers of cases); number -1-k is the k-th sound input, as it is."""
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    streams = Streams()
    if not os.environ.get(AS_USERS_DO):
        _programs_here()

    def tell(**what: Any) -> None:
        print(json.dumps(what), file=streams.to_parent, flush=True)

    for reader, numbers in jobs:
        for number in numbers:
            tell(reader=reader, number=number)
            fault = _served_case(reader, number, streams)
            peak = _peak_bytes()
            if peak > MOST_BYTES and not fault:
                fault = f"took {peak / 2**30:.1f} GiB"
            tell(reader=reader, number=number, fault=fault)
            if peak > MOST_BYTES:
                return  # the peak of a process never falls: the parent starts another


def _programs_here() -> None:
    """Another process a case would be dear. The watch runs a case that crashes here again with it:
    what GDAL dies of there ends in a line."""
    from raster.files import gdal_raster
    from road.files import elevation

    for reader in (gdal_raster, elevation):
        reader.is_program = lambda head: False  # type: ignore[attr-defined]


def _peak_bytes() -> int:
    """The most memory that this process had at a time."""
    status = Path("/proc/self/status")
    if status.exists():  # Linux counts the parent's peak into ru_maxrss of a child
        text = status.read_text()
        return int(text.partition("VmHWM:")[2].split()[0]) * 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def _served_case(reader: str, number: int, streams: Streams) -> str:
    if number < 0:
        sound = sounds(reader)[-1 - number]
        for words in sound.words:
            case = Case(reader, number, Sound(sound.files, sound.words, opens=True), words)
            with tempfile.TemporaryDirectory() as folder:
                fault = run(case, Path(folder), streams)
                os.chdir(ROOT)
            if fault and not fault.startswith("took"):  # kernels are compiled
                return fault
        return ""
    folder = tempfile.mkdtemp(prefix="fuzz")
    try:
        return run(spoiled_case(reader, number, sounds(reader)), Path(folder), streams)
    finally:
        os.chdir(ROOT)
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
