"""`isofront project PLAN …`: its scenarios listed, changed and solved, and results of them kept."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from app.cli.arguments import parse
from app.cli.exit_status import BAD_INPUT, DONE, FAULT
from app.cli.foreground import Foreground
from app.cli.kinds import kind_of
from app.cli.opening import OPENINGS, check_choice, expect_starts, preprocess_first, session_on
from app.cli.report import json_text, table
from app.cli.run import fault_of
from app.cli.window import WindowService
from app.fitting import fitting_bands
from app.project.file import VERSION_KEY, is_project, read_project, version_for, write_project
from app.project.results import result_kept, with_result
from app.project.scenarios import (
    MOST,
    advice_for,
    as_list,
    checked_name,
    chosen_name,
    free_name,
    names_in,
    opened_in,
    same_name,
    values_of,
    with_list,
)
from app.settings import VERSION
from app.solving.one_solve import solve_once
from core.cancel import Cancel
from core.errors import CancelledError, InputError, IsofrontError
from core.files.user_paths import expanded
from core.progress import Progress

Values = Mapping[str, Any]


def project(arguments: Namespace, foreground: Foreground, _window: WindowService) -> int:
    """Do what is asked with a project, and print its scenarios, or its results."""
    path = expanded(arguments.file)
    if not is_project(path):
        raise InputError("is no project", where=str(path), advice="Name a NAME.isofront.")
    do, names = arguments.do, tuple(arguments.names)
    _expect(do, names, path)
    if arguments.keep is not None and do != "solve":
        raise InputError("is for what is solved", where="--keep", advice="Say solve.")
    values = read_project(path).values
    if do == "solve":
        return _solve(path, values, arguments, foreground)
    if do in CHANGES:
        values = CHANGES[do](values, names, path.name)
        _write(path, values)
    tell = _results if do in ("results", "forget") else _scenarios
    tell(path, values, arguments.json)
    return DONE


def _expect(do: str, names: Sequence[str], path: Path) -> None:
    """Raise InputError for what cannot be done, and for too many names or too few."""
    if do not in NEEDS:
        advice = f"Say {', '.join(NEEDS)}."
        raise InputError(f"cannot be told to '{do[:40]}'", where="project", advice=advice)
    needed = NEEDS[do]
    least = sum(not each.startswith("[") for each in needed)
    most = MOST if "[…]" in needed else len(needed)
    if not least <= len(names) <= most:
        words = " ".join(("isofront project", path.name, do, *needed))
        raise InputError(f"{len(names)} names", where=do, advice=f"Write: {words}.")


def _write(path: Path, values: Values) -> None:
    head = {VERSION_KEY: version_for(values), "written_by": VERSION}
    write_project(path, {**head, **{k: v for k, v in values.items() if k not in head}})


# -- changes


def _entry(values: Values, name: str, where: str) -> tuple[list[dict[str, Any]], int]:
    """All scenarios, and the number of the one of a name. Raises InputError."""
    chosen = chosen_name(values, name, where)
    entries = as_list(values)
    return entries, next(k for k, each in enumerate(entries) if each["name"] == chosen)


def _duplicate(values: Values, names: Sequence[str], where: str) -> Values:
    entries, at = _entry(values, names[0], where)
    if len(entries) >= MOST:
        raise InputError(f"has {MOST} scenarios", where=where, advice="Delete one first.")
    known = [each["name"] for each in entries]
    name = checked_name(names[1], known) if len(names) > 1 else free_name(known[at], known)
    copy = {key: value for key, value in entries[at].items() if key != "results"}
    entries.insert(at + 1, {**copy, "name": name})
    return with_list(values, entries, opened_in(values))


def _rename(values: Values, names: Sequence[str], where: str) -> Values:
    entries, at = _entry(values, names[0], where)
    before, opened = entries[at]["name"], opened_in(values)
    name = checked_name(names[1], [each["name"] for each in entries if each is not entries[at]])
    entries[at] = {**entries[at], "name": name}
    return with_list(values, entries, name if opened == before else opened)


def _delete(values: Values, names: Sequence[str], where: str) -> Values:
    entries, at = _entry(values, names[0], where)
    if len(entries) == 1:
        raise InputError("has no other scenario", where=where, advice="A project needs one.")
    gone = entries.pop(at)["name"]
    opened = opened_in(values)
    return with_list(values, entries, entries[max(at - 1, 0)]["name"] if opened == gone else opened)


def _open(values: Values, names: Sequence[str], where: str) -> Values:
    entries, at = _entry(values, names[0], where)
    return with_list(values, entries, entries[at]["name"])


def _forget(values: Values, names: Sequence[str], where: str) -> Values:
    entries, known = as_list(values), list[str]()
    for entry in entries:
        results = entry.get("results", [])
        known += [each["name"] for each in results]
        left = [each for each in results if not same_name(each["name"], names[0])]
        entry.pop("results", None)
        entry.update({"results": left} if left else {})
    if not any(same_name(name, names[0]) for name in known):
        advice = advice_for(names[0], list(dict.fromkeys(known))) if known else "It keeps none."
        raise InputError(f"keeps no result '{names[0][:80]}'", where=where, advice=advice)
    return with_list(values, entries, opened_in(values))


NEEDS: Mapping[str, Sequence[str]] = {
    "scenarios": (),
    "results": (),
    "solve": ("[SCENARIO]", "[…]"),
    "duplicate": ("SCENARIO", "[NEW-NAME]"),
    "rename": ("SCENARIO", "NEW-NAME"),
    "delete": ("SCENARIO",),
    "open": ("SCENARIO",),
    "forget": ("RESULT",),
}
"""Word for each thing that can be done, and the names that it takes, those in brackets perhaps."""

CHANGES: Mapping[str, Callable[[Values, Sequence[str], str], Values]] = {
    "duplicate": _duplicate,
    "rename": _rename,
    "delete": _delete,
    "open": _open,
    "forget": _forget,
}


# -- what there is


def _scenarios(path: Path, values: Values, as_json: bool) -> None:
    rows, opened = [], opened_in(values)
    for entry in as_list(values):
        asked = values_of(values, entry["name"])
        metric = asked.get("vehicle", {}).get("metric", {})
        edits = asked.get("edits", {}).get("layer", ())
        rows.append(
            {
                "name": entry["name"],
                "open": entry["name"] == opened,
                "starts": sum(start.get("on", True) for start in asked.get("starts", ())),
                "limit": asked.get("limit"),
                "vehicle": str(metric.get("name", "")),
                "departure": str(metric.get("situation", {}).get("departure", "")),
                "closures": len(asked.get("vehicle", {}).get("closures", ())),
                "edits": len(edits) if isinstance(edits, list) else 0,
                "results": [each["name"] for each in entry.get("results", ())],
            }
        )
    if as_json:
        print(json_text({"project": str(path), "open": opened, "scenarios": rows}))
        return
    keys = ("name", "starts", "limit", "vehicle", "departure", "closures", "edits", "results")
    shown = []
    for row in rows:
        mark = "* " if row["open"] else "  "
        shown.append((f"{mark}{row['name']}", *(_text(row[key]) for key in keys[1:])))
    print(table(("  scenario", *keys[1:]), shown))


def _text(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(value) or "-"
    if isinstance(value, float):
        return f"{value:.10g}"
    return "-" if value in (None, "") else str(value)


def _results(path: Path, values: Values, as_json: bool) -> None:
    entries = as_list(values)
    if as_json:
        told = [{"name": entry["name"], "results": entry.get("results", [])} for entry in entries]
        print(json_text({"project": str(path), "scenarios": told}))
        return
    found = [(entry["name"], each) for entry in entries for each in entry.get("results", ())]
    rows = [
        (name, each["name"], each["solved"], each.get("by", ""), *_figures(each["figures"]))
        for name, each in found
    ]
    heads = ("scenario", "result", "solved", "by", *_HEADS)
    print(table(heads, rows) if rows else "no results are kept")


_HEADS = ("reached", "farthest", "in the bands")


def _figures(figures: Mapping[str, Any]) -> tuple[str, ...]:
    amounts = " ".join(f"{amount:.6g}" for amount in figures["amounts"])
    farthest = f"{figures['farthest']:.10g} {figures['counts']}"
    return str(figures["reached"]), farthest, f"{amounts} {figures['unit']}"


# -- solving


@dataclass(frozen=True)
class _Solved:
    """What came of a scenario. error : a line; "" where there was none. kept : its result, as a
    project keeps it. same : names of results that are kept already and have the same times, to the
    bit; others : of those that have other times."""

    scenario: str
    error: str = ""
    kept: Mapping[str, Any] | None = None
    same: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


def _solve(path: Path, values: Values, arguments: Namespace, foreground: Foreground) -> int:
    """Solve the scenarios that are named, or all; keep what comes of them if that is asked."""
    asked = [chosen_name(values, name, path.name) for name in arguments.names]
    keep = None if arguments.keep is None else checked_name(arguments.keep, ())
    done, faults = [], 0
    for name in dict.fromkeys(asked or names_in(values)):
        try:
            done.append(_solved(path, name, keep or name, arguments, foreground))
        except (CancelledError, KeyboardInterrupt):
            raise
        except Exception as error:
            told = error if isinstance(error, IsofrontError) else fault_of(error)
            faults += type(told) is IsofrontError
            foreground.bar.clear()
            print(f"isofront: scenario '{name}': {told.one_line()}", file=sys.stderr)
            done.append(_Solved(name, told.one_line()))
    found = {each.scenario: each.kept for each in done if each.kept is not None}
    if keep is not None and found:
        entries = as_list(values)
        for entry in entries:
            if (fresh := found.get(entry["name"])) is not None:
                entry["results"] = list(with_result(entry.get("results", ()), fresh))
        with foreground.on_disk():
            _write(path, with_list(values, entries, opened_in(values)))
    _tell_solved(done, arguments.json)
    failed = any(each.error for each in done)
    return (FAULT if faults else BAD_INPUT) if failed else DONE


def _solved(
    path: Path, scenario: str, name: str, arguments: Namespace, foreground: Foreground
) -> _Solved:
    words = ["solve", str(path), f"--scenario={scenario}"]
    words += [f"--source={text}" for text in arguments.source]
    asked = parse([*words, *(["--allow-links"] if arguments.allow_links else [])])
    expect_starts(asked)
    opening = OPENINGS[kind_of(asked)]

    def work(progress: Progress, cancel: Cancel) -> Mapping[str, Any]:
        def told(fraction: float, label: str) -> None:
            progress(fraction, f"{scenario}: {label}")

        check_choice(asked, opening.domain, (asked.algorithm,), (asked.backend,))
        given = opening.read(asked, foreground, told, cancel)
        session = session_on(given.document, asked, given.slopes)
        request = session.request()
        preprocess_first(request, foreground, told, cancel)
        result, _ = solve_once(request, told, cancel)
        bands = asked.project.bands(given.document.measure)
        if bands is None or bands.automatic:
            bands = fitting_bands(result.times, result.measure)
        told(-1.0, "counting")
        return result_kept(name, result, bands)

    kept = foreground.run(f"{scenario}: solving", partial(work))
    before = next(each for each in as_list(asked.project.file) if each["name"] == scenario)
    results = before.get("results", ())
    same = tuple(each["name"] for each in results if each["times"] == kept["times"])
    others = tuple(each["name"] for each in results if each["times"] != kept["times"])
    return _Solved(scenario, "", kept, same, others)


def _tell_solved(done: Sequence[_Solved], as_json: bool) -> None:
    if as_json:
        told = [
            {
                "scenario": each.scenario,
                "error": each.error,
                **({} if each.kept is None else each.kept["figures"]),
                "times": None if each.kept is None else each.kept["times"],
                "same_as": each.same,
                "other_than": each.others,
            }
            for each in done
        ]
        print(json_text({"version": VERSION, "scenarios": told}))
        return
    rows = [
        (each.scenario, *_figures(each.kept["figures"]), _kept_words(each))
        for each in done
        if each.kept is not None
    ]
    if rows:
        print(table(("scenario", *_HEADS, "kept results"), rows))


def _kept_words(solved: _Solved) -> str:
    """Which kept results have these times."""
    words = [f"as {', '.join(solved.same)}"] if solved.same else []
    words += [f"other than {', '.join(solved.others)}"] if solved.others else []
    return "; ".join(words) or "-"
