"""Texts of packages that do not know Qt, in the user's language: errors, notes, labels, units.

These are put together where they arise (`f"{count} cells are below 0"`). The program that finds all
texts (`benchmarks.reports.translation`) finds them with numbered fields in place of what is put
in, `{0} cells are below 0`; here a text is recognised by the words between, and what was put in
goes into the translation. What nobody knows stays as it is.
"""

from __future__ import annotations

import re
from functools import cache
from xml.etree import ElementTree

from PySide6.QtCore import QCoreApplication

from core.errors import IsofrontError
from resources.paths import path
from ui import language

CONTEXT = "Inner"
"""Context of these texts in the file of translations."""

FIELD = re.compile(r"\{\w+\}")
"""Pattern of what is put in: by number in texts that arise in one piece, else by name."""
WORD = re.compile(r"\b(?!(?:min|ms|km|mi|ft)\b)[A-Za-z]{2,}")
"""Pattern of what is more than a unit: `0–10 min` is looked for nowhere."""

DEEPEST = 3
"""Texts within texts within texts: an error that quotes another, and its parts."""

LISTED = (". ", "; ", ", ")
"""Signs between what a text lists."""

CHOSEN = re.compile(r"(?:[^\s,]+, )*[^\s,]+(?:( or | and )[^\s,]+)+")
"""Pattern of names of a word that are listed, as `LEFT, RIGHT or BOTH`."""

GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+ ?")
"""Pattern of a count with commas between its thousands, which are decimal to many readers."""

THIN_SPACE = "\u202f"
"""Sign between thousands in a window."""

COUNTED = re.compile(r"(\d[\d,]* )(.+)", re.DOTALL)
"""Pattern of a number and what is counted."""

JOINED = (
    re.compile(COUNTED.pattern + "()()()", re.DOTALL),
    re.compile(r"((?:\d[\d,]* (?!\())?)(.+?)( \()(.+)(\))", re.DOTALL),
)
"""Patterns of a text after a number, and of one before another in parentheses."""


def told(text: str, depth: int = 0) -> str:
    """The text in the user's language, as far as it is known."""
    if language.current == "en" or not text.strip():
        return text
    if depth and GROUPED.fullmatch(text):
        return text.replace(",", THIN_SPACE)
    known = QCoreApplication.translate(CONTEXT, text)
    if known != text or depth > DEEPEST or not WORD.search(text):
        return known
    if counted := COUNTED.fullmatch(text):
        number, thing = counted.groups()
        said = QCoreApplication.translate(CONTEXT, thing)
        if said != thing:  # before a template of fewer words that fits, too
            return f"{told(number, depth + 1)}{said}"
    if depth and (listed := _told_each(text, depth)):
        return listed
    if depth and (chosen := CHOSEN.fullmatch(text)):
        return text.replace(chosen[1], QCoreApplication.translate(CONTEXT, chosen[1]))
    for longest, template in _templates():
        if longest in text and (found := _pattern(template).fullmatch(text)):
            words = QCoreApplication.translate(CONTEXT, template)
            parts = {
                field: (part, part if _is_quoted(part, template) else told(part, depth + 1))
                for field, part in zip(FIELD.findall(template), found.groups(), strict=True)
            }
            return _filled(words, parts, template[:1].isupper())
    if not depth and ": " in text:
        head, between, rest = text.partition(": ")
        known = QCoreApplication.translate(CONTEXT, f"{head}{between}")
        said = told(rest, depth + 1)
        if known != f"{head}{between}" or said != rest:
            return f"{known}{said}"
    for joined in JOINED:
        if found := joined.fullmatch(text):
            before, rest, between, within, end = found.groups()
            said = told(rest, depth + 1)
            if said != rest or within:
                number = told(before, depth + 1)
                return f"{number}{said}{between}{told(within, depth + 1)}{end}"
    return text


def _is_quoted(part: str, template: str) -> bool:
    """Whether a number is what somebody gave, which is told as it came."""
    return " is not " in template and GROUPED.fullmatch(part) is not None


def told_error(error: IsofrontError) -> str:
    """What an error says, as one text: each of its parts has a translation of its own."""
    where, found, advice = map(told, (error.where, error.found, error.advice))
    text = f"{where}: {found}" if where else f"{found[:1].upper()}{found[1:]}"
    return f"{text.rstrip('.')}. {advice}" if advice else text


def _filled(words: str, parts: dict[str, tuple[str, str]], is_sentence: bool) -> str:
    """A text with its parts in place of fields. parts : as they came and as they are told, by
    field. A sentence that begins with one begins with a capital, but for names."""

    def part(field: re.Match[str]) -> str:
        came, said = parts.get(field[0], (field[0], field[0]))
        first = is_sentence and field.start() == 0 and said.split(" ")[0] != came.split(" ")[0]
        return f"{said[:1].upper()}{said[1:]}" if first else said

    return FIELD.sub(part, words)


def _told_each(text: str, depth: int) -> str:
    """What a list says, if each part of it is known; else nothing."""
    for between in LISTED:
        if between in text:
            parts = text.split(between)
            said = [told(part, depth + 1) for part in parts]
            if all(one != other for one, other in zip(parts, said, strict=True)):
                return between.join(said)
    return ""


@cache
def _templates() -> list[tuple[str, str]]:
    """Texts with fields, those with most words first, each after the longest part of it."""
    tree = ElementTree.parse(path("translations/isofront_de.ts"))
    found: list[tuple[int, str, str]] = []
    for context in tree.iter("context"):
        if context.findtext("name") == CONTEXT:
            for message in context.iter("message"):
                source = message.findtext("source", "")
                parts = FIELD.split(source)
                if len(parts) > 1:
                    found.append((sum(map(len, parts)), max(parts, key=len), source))
    return [(longest, source) for _size, longest, source in sorted(found, reverse=True)]


@cache
def _pattern(template: str) -> re.Pattern[str]:
    return re.compile("(.*?)".join(re.escape(part) for part in FIELD.split(template)), re.DOTALL)
