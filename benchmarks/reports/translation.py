"""The German of the window: finds every text, and keeps the file of translations up to date.

    python -m benchmarks.reports.translation

puts new texts into `resources/translations/isofront_de.ts`, drops those that are gone and names
what has no German yet. Write it between `<translation>` and `</translation>`, take
`type="unfinished"` away and call the program again: it also makes the `.qm` that the window loads.

Qt's `lupdate` and `lrelease` do both. What `lupdate` cannot see in Python (a context that a helper
adds, tables of packages that do not know Qt) is listed for it here.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import PySide6

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "resources" / "translations"
TEXTS, COMPILED = FOLDER / "isofront_de.ts", FOLDER / "isofront_de.qm"
TOOLS = Path(PySide6.__file__).parent

Text = tuple[str, str]
"""A context and a text of it, in English."""

HELPERS = ("tr", "_tr", "say")
"""Functions that translate a text in the context of their module, of the class around them, or of
whoever hands them in."""

HANDED_IN = {"say": "PerformancePanel"}
"""Contexts of functions that are handed in."""


INNER = "Inner"
"""Context of texts of packages that do not know Qt, in which they may stay English."""

SINGLE_WORDS = (
    "arcs", "cells", "tiles", "vertices", "states", "no GPU", "1 {0} an arc", "{0} an arc",
    "{0} cells are", "{0} cell is", "Beyond {0} {1}", "{0} from '{1}'", "one way", "speed",
    "access", "elevation", "direction", "applied", "right", "left", "bridge", "tunnel", "surface",
    "barrier", "open {0} km/h", "speed {0} km/h", "factor {0}",
    "traffic keeps right (by coordinates)", "traffic keeps {0}, as driving_side says",
    "traffic keeps left, as in {0} (by coordinates)", "none", "a barrier", "start {0}",
    "vertex {0}", "undefined", "barriers", "isochrones", "isolines", "a text", "a number", "a list",
    "a table", "text", "text or null", "a number or null", "numbers",
    "{0} is not a whole number", "{0} is not true or false", "{0} is not text or null",
    "{0} is not a number or null", "Give {0}.", "Say {0}.", "Choose {0}.", "Use {0}.", "Open {0}.",
    "Give a whole number, {0} to {1}.", "Give X,Y.",
    "Give [[0, 5.0], …].", "{0}, line {1}", "{0}, row {1}", "{0}, edit {1}", "{0}, node {1}",
    "{0}, byte {1}", "{0}, feature {1}", "{0} bands", "{0} limits", "{0} classes", "{0} runs",
    "{0} workers", "{0} entries", "{0} numbers", "{0} characters", "{0} holds {1}", "a {0} of {1}",
    "slope '{0}'", "class {0}", "there is no <osm> element", "{0}, layer {1}",
    "{0}, scenario '{1}'", "{0}: the {1} is not a number", "{0}: the {1} is not a whole number",
    "'{0}' is not a time", "'{0}' is not a limit", "max_speed is '{0}'", "speed_type is '{0}'",
    "osm_id is '{0}'", "a metre on the ground is {0} to {1} metres on its map ({2})",
    " or ", " and ", "{0} → {1}", "{0} × {1} {2}", "{0} × {1} ({2} %) {3}", "slope {0}°", "closed",
    "water", "sea",
)  # fmt: skip
"""Texts of a word, or put together of such, that `ui.told` is asked for."""

UNSEEN = (
    "app/cli/", "app/timing/plain_words", "app/catalog/rows",
    "road/files/osm/sides", "app/cluster/program", "app/tag_words",
)  # fmt: skip
"""Begin the paths of modules whose texts the window never shows, or translates by itself."""

SEEN = ("app/cli/opening", "app/cli/projects/asking")
"""Begin the paths of those among them that the window calls all the same."""

FOR_PROGRAMMERS = (
    *("ValueError", "TypeError", "KeyError", "RuntimeError", "AssertionError", "compile"),
    *("NotImplementedError", "IndexError", "getLogger", "info", "warning", "RawModule", "execute"),
    *("print", "startswith", "kept_threads"),
)
"""Functions whose texts no user of the window sees."""

FOR_FILES = (
    "COST_MODEL", "cost_model", "FEET", "_FEET", "GRAPHS", "SHORTCUTS_A_VERTEX", "TO_LOCK", "_FULL",
)  # fmt: skip
"""Functions and constants whose texts are names or words of other programs, or go into files and
the command line alone."""

WORD, FIELD = re.compile("[A-Za-z]{2,}"), re.compile(r"\{\d+\}")

NO_PHRASE = re.compile(
    r"SELECT|INSERT|CREATE|;\}|<\w+|\n|\+proj|import \{|\\d|^\w+_\w+ "
    # Formats of a log, alternatives, types and arguments of Python, options.
    r"|%\(|\w\|\w|^\w+\[\w+, |=(True|False)\b|^--\w+ \w+$"
    # Whatever is not whatever: `ui.told` would put it upon messages of others.
    r"|^\{0\} is not \{1\}$"
)
"""Pattern of what is no text for people, though it has words."""


@cache
def collected(root: Path = ROOT) -> tuple[Text, ...]:
    """Every text of the window with its context, sorted; the source is read once. Raises ValueError
    for one that nobody could find, because it is put together before it is translated."""
    files = [f for folder in ("app", "ui") for f in sorted((root / folder).rglob("*.py"))]
    trees = {
        ".".join(f.relative_to(root).with_suffix("").parts): ast.parse(f.read_text("utf-8"))
        for f in files
    }
    contexts = {name: dict(_contexts(tree)) for name, tree in trees.items()}
    found: set[Text] = set()
    for name, tree in trees.items():
        known = dict(contexts[name])
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module in contexts:
                for each in node.names:
                    if each.name in contexts[node.module]:
                        known[each.asname or each.name] = contexts[node.module][each.name]
        found.update(_TextFinder(name, known).read(tree))
    return tuple(sorted({*found, *tables(), *inner(root)}))


def _contexts(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Helpers of a module, and constants, by name with the context that they mean."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name in HELPERS:
            for call in ast.walk(node):
                if isinstance(call, ast.Call) and _name(call.func) == "translate":
                    context = call.args[0]
                    if isinstance(context, ast.Constant):
                        yield node.name, str(context.value)
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            for target in node.targets:
                if isinstance(target, ast.Name) and isinstance(node.value.value, str):
                    yield target.id, node.value.value


def _name(function: ast.expr) -> str:
    return (
        function.attr if isinstance(function, ast.Attribute)
        else function.id if isinstance(function, ast.Name)
        else ""
    )  # fmt: skip


class _TextFinder(ast.NodeVisitor):
    """Texts of a module. known : contexts of helpers and of constants, by name."""

    def __init__(self, module: str, known: dict[str, str]) -> None:
        self._module, self._known = module, known
        self._classes: list[str] = []
        self._found: list[Text] = []

    def read(self, tree: ast.Module) -> list[Text]:
        self.visit(tree)
        return self._found

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._classes.append(node.name)
        self.generic_visit(node)
        self._classes.pop()

    def visit_Call(self, node: ast.Call) -> None:
        name = _name(node.func)
        if name in ("translate", "translatable", "N") and len(node.args) == 2:
            context, text = node.args
            if isinstance(text, ast.Constant) and isinstance(text.value, str):
                self._add(self._value(context), text.value)
        elif name in HELPERS and node.args:
            text = node.args[0]
            if isinstance(text, ast.Constant) and isinstance(text.value, str):
                self._add(self._context(node.func, name), text.value)
            elif isinstance(text, ast.JoinedStr | ast.BinOp | ast.IfExp):
                raise ValueError(f"{self._module}: {ast.unparse(node)} is no text, but several")
        self.generic_visit(node)

    def _value(self, context: ast.expr) -> str:
        if isinstance(context, ast.Constant):
            return str(context.value)
        return self._known[_name(context)]

    def _context(self, function: ast.expr, name: str) -> str:
        if isinstance(function, ast.Name) and name in self._known:
            return self._known[name]
        if name in HANDED_IN:
            return HANDED_IN[name]
        if not self._classes:
            raise ValueError(f"{self._module}: nobody knows in which context {name} translates")
        return self._classes[-1]

    def _add(self, context: str, text: str) -> None:
        if text.strip():
            self._found.append((context, text))


def tables() -> Iterator[Text]:
    """Texts of tables of packages that do not know Qt."""
    from app.builder.land_covers import KINDS
    from app.catalog.rows import JOINED_ROWS, ROAD_ROWS, TERRAIN_ROWS
    from app.exports.table import EXPORTS
    from app.project.schema import schema
    from raster.units import Units
    from road.properties import RoadClass

    words = {code.name.lower().replace("_", " ") for code in RoadClass}
    words |= {unit.label for unit in Units} | set(SINGLE_WORDS)
    words |= set(_of_schema(schema())) | set(KINDS)
    kinds = (formats for kinds in EXPORTS.values() for formats in kinds.values())
    words |= {each.label for formats in kinds for each in formats}
    yield from ((INNER, word) for word in words if "/" not in word)
    for row in (*TERRAIN_ROWS, *ROAD_ROWS, *JOINED_ROWS):
        yield "Catalogue", row.title
        yield "Catalogue", row.explanation
        yield "Catalogue", row.source
        yield from (("Catalogue", row.eight_alone(b)) for b in row.backends if row.eight_alone(b))
        for parameter in row.parameters:
            choices = (choice.label for choice in parameter.choices)
            for text in (parameter.label, parameter.unit, parameter.explanation, *choices):
                if any(letter.isalpha() for letter in text) and text not in ("s", "µs", "MiB"):
                    yield "Catalogue", text


def _of_schema(rule: object) -> Iterator[str]:
    """How what has a pattern is written: advice of the schema of projects."""
    for each in rule.values() if isinstance(rule, dict) else rule if isinstance(rule, list) else ():
        yield from _of_schema(each)
    if isinstance(rule, dict) and isinstance(rule.get("pattern"), str):
        yield rule["description"]


def inner(root: Path = ROOT) -> Iterator[Text]:
    """What packages that do not know Qt may say to a user, with numbered fields in place of what is
    put in (`ui.told`): texts of two words or more, those left out that only a programmer sees."""
    for package in ("core", "raster", "road", "gpu", "app"):
        for file in sorted((root / package).rglob("*.py")):
            path = file.relative_to(root).as_posix()
            if path.startswith(SEEN) or not path.startswith(UNSEEN):
                yield from ((INNER, text) for text in _phrases(ast.parse(file.read_text("utf-8"))))


def _phrases(tree: ast.Module) -> Iterator[str]:
    unseen: set[int] = set()
    for node in ast.walk(tree):
        inside: Iterable[ast.AST] = ()
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            inside = [node.value]  # a docstring
        elif isinstance(node, ast.Assert) and node.msg is not None:
            inside = ast.walk(node.msg)
        elif isinstance(node, ast.Compare):
            inside = [node.left, *node.comparators]  # what a text is looked through for
        elif isinstance(node, ast.Subscript):
            inside = [node.slice]  # a name by which something is found
        elif _is_for_others(node):
            inside = ast.walk(node)
        elif isinstance(node, ast.JoinedStr):
            inside = (part for value in node.values for part in ast.walk(value))
        unseen.update(map(id, inside))
        if id(node) in unseen or not isinstance(node, ast.Constant | ast.JoinedStr):
            continue
        text = _template(node)
        words = WORD.findall(FIELD.sub(" ", text))
        if len(words) >= 2 and " " in text.strip() and not NO_PHRASE.search(text):
            yield text


def _is_for_others(node: ast.AST) -> bool:
    """Whether texts in a call, a function or an assignment are told to nobody in the window."""
    if isinstance(node, ast.Call):
        return _name(node.func) in FOR_PROGRAMMERS
    if isinstance(node, ast.FunctionDef):
        return node.name in FOR_FILES
    targets = node.targets if isinstance(node, ast.Assign) else ()
    names = (name for each in targets for name in ast.walk(each) if isinstance(name, ast.Name))
    return any(name.id in FOR_FILES for name in names)


def _template(node: ast.Constant | ast.JoinedStr) -> str:
    """A text with `{0}`, `{1}` … in place of what is put in."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    parts, fields = [], 0
    for value in node.values:
        if isinstance(value, ast.Constant):
            parts.append(str(value.value))
        else:
            parts.append(f"{{{fields}}}")
            fields += 1
    return "".join(parts)


def listing(texts: Iterable[Text]) -> str:
    """A source file that holds these texts, for `lupdate`."""
    return "".join(f"QT_TRANSLATE_NOOP({_quoted(c)}, {_quoted(t)})\n" for c, t in texts)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def update(target: Path = TEXTS) -> None:
    """Bring a file of translations up to date with the source."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "texts.py"
        source.write_text(listing(collected()), encoding="utf-8")
        _call(
            "lupdate", "-silent", "-no-obsolete", "-disable-heuristic", "similartext",
            "-disable-heuristic", "sametext",
            "-locations", "none", "-source-language", "en", "-target-language", "de",
            str(source), "-ts", str(target),
        )  # fmt: skip


def compile_(target: Path, texts: Path = TEXTS) -> None:
    """Make what the window loads."""
    _call("lrelease", "-silent", "-nounfinished", str(texts), "-qm", str(target))


def _call(tool: str, *arguments: str) -> None:
    """One of Qt's tools, which lie in PySide6 under the same name on every system but Windows."""
    program = TOOLS / (f"{tool}.exe" if sys.platform == "win32" else tool)
    subprocess.run([program, *arguments], check=True)


def translations(file: Path = TEXTS) -> dict[Text, str]:
    """What a file of translations says, by context and text; "" where it is unfinished."""
    said: dict[Text, str] = {}
    for context in ElementTree.parse(file).iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            assert translation is not None
            finished = translation.get("type") is None
            key = context.findtext("name", ""), message.findtext("source", "")
            said[key] = (translation.text or "") if finished else ""
    return said


def missing(file: Path = TEXTS) -> list[Text]:
    """Texts of the source without a translation, but for those that may stay English."""
    said = translations(file)
    return [text for text in collected() if text[0] != INNER and not said.get(text)]


if __name__ == "__main__":
    update()
    compile_(COMPILED)
    for context, text in missing():
        print(f"no German yet: {context}: {text!r}")
