"""Scenarios of a project: several questions about the same files, each with a name.

A project keeps what they have in common at its head, and a list of what each asks. Whoever wants
one gets the values of a project that asks nothing else.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from typing import Any

from core.errors import InputError

VERSION = 1
"""Version of the list of scenarios that is written and read."""

KEYS = ("starts", "limit", "bands", "vehicle", "slopes", "solver", "edits")
"""Values of a project that a scenario may have otherwise; those that it does not name are those at
the head."""

ROLES = ("slopes", "ways")
"""Sources that a scenario may have otherwise: heights that count, speeds of single ways."""

USUAL_NAME = "Scenario 1"
"""Name of the one scenario of a project that has no list of them."""

MOST_LETTERS = 80
"""Most letters of a name."""

MOST = 100
"""Most scenarios of a project."""


def listed(values: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The scenarios as the file has them; none where there is no list, or one of a version that
    nobody here knows."""
    slot = values.get("scenarios", {})
    found: Sequence[Mapping[str, Any]] = slot["list"] if slot.get("version") == VERSION else ()
    return found


def names_in(values: Mapping[str, Any]) -> tuple[str, ...]:
    """What the scenarios are called; one name where there is no list."""
    return tuple(entry["name"] for entry in listed(values)) or (USUAL_NAME,)


def opened_in(values: Mapping[str, Any]) -> str:
    """Name of the scenario that is opened where nobody says which."""
    names = names_in(values)
    named = values.get("scenarios", {}).get("open", "") if listed(values) else ""
    return named if named in names else names[0]


def same_name(one: str, other: str) -> bool:
    """Whether two names are one to people: capitals and spaces at the ends are of no matter."""
    return one.strip().casefold() == other.strip().casefold()


def check_names(values: Mapping[str, Any], where: str) -> None:
    """Raise InputError where two scenarios have one name, one has none, or sources are named that
    there are not."""
    before: list[str] = []
    for number, entry in enumerate(listed(values)):
        name, at = entry["name"], f"{where}, scenarios.list[{number}]"
        if not name.strip():
            raise InputError("a scenario has no name", where=at, advice="Give it one.")
        if any(same_name(name, other) for other in before):
            raise InputError(
                f"two scenarios are called '{name}'", where=at, advice="Rename one of them."
            )
        before.append(name)
        for role, source in entry.get("files", {}).items():
            if source not in values["sources"]:
                found = f"its {role} are '{source}', which is no source"
                raise InputError(found, where=at, advice="Add it to `sources`.")
    named = values.get("scenarios", {}).get("open") if before else None
    if named is not None and named not in before:
        raise InputError(
            f"there is no scenario '{named}' to open",
            where=f"{where}, scenarios.open",
            advice=advice_for(named, before),
        )


def advice_for(name: str, names: Sequence[str]) -> str:
    """What to name instead of a scenario that there is not."""
    alike = difflib.get_close_matches(name.casefold(), [n.casefold() for n in names], n=1)
    for known in names:
        if alike and known.casefold() == alike[0]:
            return f"Did you mean '{known}'?"
    return f"There are: {', '.join(names[:12])}{' …' if len(names) > 12 else ''}."


def chosen_name(values: Mapping[str, Any], asked: str | None, where: str) -> str:
    """The name of the scenario that is asked for; None asks for the one that is opened. Raises
    InputError where there is none of that name."""
    if asked is None:
        return opened_in(values)
    names = names_in(values)
    for name in names:
        if same_name(name, asked):
            return name
    raise InputError(
        f"has no scenario '{asked[:MOST_LETTERS]}'", where=where, advice=advice_for(asked, names)
    )


def values_of(values: Mapping[str, Any], name: str) -> dict[str, Any]:
    """The values of a project that asks what one of its scenarios does, and nothing else."""
    entry = next((each for each in listed(values) if each["name"] == name), None)
    if entry is None:
        return dict(values)
    of_others = {
        source for each in listed(values) for source in each.get("files", {}).values()
    }  # fmt: skip
    sources = {n: source for n, source in values["sources"].items() if n not in of_others}
    own = entry.get("files", {})
    sources |= {role: values["sources"][source] for role, source in own.items()}
    asked = {key: entry[key] for key in KEYS if key in entry}
    return {**values, **asked, "sources": sources}


# -- changes of the list


def as_list(values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The scenarios as a list that may be changed, also of a project that has none; each says all
    that it asks, and nothing of it stands at the head."""
    entries = listed(values) or ({"name": USUAL_NAME},)
    of_one = {source for entry in entries for source in entry.get("files", {}).values()}
    shared = {role: role for role in ROLES if role in values["sources"] and role not in of_one}
    head = {key: values[key] for key in KEYS if key in values}
    found = []
    for entry in entries:
        files = {**shared, **entry.get("files", {})}
        found.append({**head, **entry, **({"files": files} if files else {})})
    return found


def with_list(
    values: Mapping[str, Any], entries: Sequence[Mapping[str, Any]], opened: str
) -> dict[str, Any]:
    """The values of a project with these scenarios. opened : name of the one to open."""
    used = {source for entry in entries for source in entry.get("files", {}).values()}
    before = {s for entry in as_list(values) for s in entry.get("files", {}).values()}
    sources = {n: s for n, s in values["sources"].items() if n in used or n not in before}
    head = {key: value for key, value in values.items() if key not in KEYS}
    scenarios = {"version": VERSION, "open": opened, "list": [dict(entry) for entry in entries]}
    return {**head, "sources": sources, "scenarios": scenarios}


def checked_name(name: str, others: Sequence[str]) -> str:
    """A name for a scenario, without spaces at its ends. Raises InputError for none, for one that
    is too long, has control characters, or is taken."""
    name = name.strip()
    if not name:
        raise InputError("a scenario needs a name", advice="Give it one.")
    if len(name) > MOST_LETTERS or not name.isprintable():
        raise InputError(
            f"'{name[:20]}…' is no name for a scenario",
            advice=f"Give up to {MOST_LETTERS} plain letters.",
        )
    if any(same_name(name, other) for other in others):
        raise InputError(f"there is a scenario '{name}' already", advice="Give another name.")
    return name


def free_name(name: str, others: Sequence[str]) -> str:
    """A name like another one that none has: "Bridge closed 2"."""
    stem, _, number = name.rpartition(" ")
    stem, count = (stem, int(number)) if stem and number.isdecimal() else (name, 1)
    while True:
        count += 1
        found = f"{stem[: MOST_LETTERS - 5]} {count}"
        if not any(same_name(found, other) for other in others):
            return found
