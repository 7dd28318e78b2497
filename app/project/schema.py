"""Values of a JSON file against a schema: the part of JSON Schema that `project.schema.json` uses.

Written out here since it is a page, says what is wrong in our words, and stops at the first.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from core.errors import InputError
from resources.paths import path

TYPES: Mapping[str, tuple[tuple[type, ...], str]] = {
    "object": ((dict,), "a table"),
    "array": ((list,), "a list"),
    "string": ((str,), "text"),
    "integer": ((int,), "a whole number"),
    "number": ((int, float), "a number"),
    "boolean": ((bool,), "true or false"),
    "null": ((type(None),), "null"),
}
"""Types of Python for each of JSON's, and what people call them."""

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that no name has, and that would do something to who prints it."""

KNOWN_VERSION = 1
"""Version of parts of which the schema says `if` it is that, `then` what they hold."""

QUOTED = 40
"""Most characters of a value that an error quotes."""


@cache
def schema() -> dict[str, Any]:
    """The schema of project files."""
    found: dict[str, Any] = json.loads(path("project.schema.json").read_text(encoding="utf-8"))
    return found


def check(values: object, where: str) -> None:
    """Raise InputError for what is not as the schema has it; where : what is checked."""
    _check(values, schema(), "", where)


def _check(value: Any, rule: Mapping[str, Any], at: str, where: str) -> None:
    then = rule.get("then")  # of parts that are known in some of their versions
    while "$ref" in rule:
        rule = schema()["$defs"][rule["$ref"].rpartition("/")[2]]
    if "enum" in rule:
        if type(value) not in (str, type(None)) or value not in rule["enum"]:
            known = ", ".join(str(each) for each in rule["enum"] if each is not None)
            raise _wrong(f"{_quoted(value)} is not known", at, where, f"Give one of: {known}.")
        return
    _check_type(value, rule, at, where)
    if isinstance(value, dict):
        _check_table(value, rule, at, where)
        if then and value.get("version") == KNOWN_VERSION:
            _check(value, then, at, where)
    elif isinstance(value, list):
        least, most = rule.get("minItems", 0), rule.get("maxItems")
        if len(value) < least or (most is not None and len(value) > most):
            advice = f"Give {least:,} to {most:,}."
            raise _wrong(f"{len(value):,} entries", at, where, advice)
        for number, each in enumerate(value):
            _check(each, rule["items"], f"{at}[{number}]", where)
    elif isinstance(value, str):
        _check_text(value, rule, at, where)
    elif value is not None and not isinstance(value, bool):
        least, most = rule.get("minimum", -float("inf")), rule.get("maximum", float("inf"))
        if not least <= value <= most:
            advice = f"Give {least:g} or more, up to {most:g}."
            raise _wrong(f"{_quoted(value)}", at, where, advice)


def _check_type(value: Any, rule: Mapping[str, Any], at: str, where: str) -> None:
    names = rule.get("type", ())
    names = (names,) if isinstance(names, str) else names
    kinds = [kind for name in names for kind in TYPES[name][0]]
    odd = isinstance(value, bool) and bool not in kinds  # which is an int of Python's
    if kinds and (odd or not isinstance(value, tuple(kinds))):
        wanted = " or ".join(TYPES[name][1] for name in names)
        raise _wrong(f"{_quoted(value)} is not {wanted}", at, where, f"Give {wanted}.")


def _check_table(value: Mapping[str, Any], rule: Mapping[str, Any], at: str, where: str) -> None:
    known, others = rule.get("properties", {}), rule.get("additionalProperties", True)
    for name in rule.get("required", ()):
        if name not in value:
            raise _wrong(f"has no '{name}'", at, where, "Add it.")
    if len(value) > rule.get("maxProperties", len(value)):
        raise _wrong(f"{len(value):,} entries", at, where, f"Give at most {rule['maxProperties']}.")
    for name, each in value.items():
        _check_text(name, {"maxLength": 1000}, at, where)
        place = f"{at}.{name}" if at else name
        if name in known:
            _check(each, known[name], place, where)
        elif others is False:
            alike = difflib.get_close_matches(name, known, n=1)
            advice = f"Did you mean '{alike[0]}'?" if alike else f"Known are: {', '.join(known)}."
            raise _wrong(f"there is no '{name[:QUOTED]}'", at, where, advice)
        elif isinstance(others, dict):
            _check(each, others, place, where)


def _check_text(value: str, rule: Mapping[str, Any], at: str, where: str) -> None:
    least, most = rule.get("minLength", 0), rule.get("maxLength", len(value))
    if not least <= len(value) <= most:
        advice = f"Give {least:,} to {most:,}."
        raise _wrong(f"{len(value):,} characters", at, where, advice)
    if _CONTROL.search(value) and most <= 4096:
        raise _wrong("has control characters", at, where, "Write it without.")
    if "pattern" in rule and not re.search(rule["pattern"], value):
        raise _wrong(f"{_quoted(value)} is none", at, where, rule["description"])


def _quoted(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False) if not isinstance(value, (dict, list)) else ""
    return (text or ("a table" if isinstance(value, dict) else "a list"))[:QUOTED]


def _wrong(found: str, at: str, where: str, advice: str) -> InputError:
    return InputError(found, where=f"{where}, {at}" if at else where, advice=advice)
