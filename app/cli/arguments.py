"""The words of the command line: which sub-commands and options there are.

Nothing is loaded here but argparse, so that help, version and mistakes answer at once.
"""

from __future__ import annotations

import argparse
import difflib
import re
from collections.abc import Sequence
from typing import Any, NoReturn

from app.cli.options.groups import OF_PROJECTS, SCENARIO
from app.cli.options.table import OPTIONS, options_of
from app.cli.window import SAMPLES
from app.project.file import is_project
from app.settings import VERSION
from core.errors import InputError
from core.files.user_paths import expanded

COMMANDS = {
    "info": ("app.cli.info:info", "what a raster or a road graph holds"),
    "solve": ("app.cli.solve:solve", "travel times from one or more starts, and their files"),
    "burn": ("app.cli.burn:burn", "a velocity raster with edits, or roads, burnt into it"),
    "route": ("app.cli.paths.command:route", "the way between two places, on ground or roads"),
    "matrix": ("app.cli.matrix.command:matrix", "times between many places"),
    "build": (
        "app.cli.builder.command:build",
        "a velocity raster from elevation, land cover, roads and water",
    ),
    "batch": ("app.cli.batch:batch", "many questions of a table, gone on with after a break"),
    "project": ("app.cli.projects.command:project", "scenarios of a project, and their results"),
    "compare": ("app.cli.compare.command:compare", "two results against each other: B minus A"),
    "uncertainty": (
        "app.cli.uncertainty.command:uncertainty",
        "times reached with 10, 50 and 90 %% certainty, over uncertain speeds",
    ),
    "algorithms": ("app.cli.tables:algorithms", "the solvers and their parameters"),
    "devices": ("app.cli.tables:devices", "the processors that can solve"),
    "customize": (
        "app.cli.roads.customize:customize",
        "how long customizing roads for a metric takes",
    ),
    "contract": (
        "app.cli.roads.contract:contract",
        "how long contracting roads for their costs takes",
    ),
    "bench": ("app.cli.bench:bench", "time solvers against each other on a raster or a road graph"),
    "demo": ("app.cli.demo:demo", "a tour of the program by itself, or files of the sample"),
    "cache": ("app.cli.tables:cache", "the cache of imported rasters and roads"),
}
"""Function that runs each sub-command, and what the command is for."""

NO_QUESTION = ("info", "project")
"""Commands that take a project for what it is."""

WINDOW = "app.cli.window_command:window"


class Parser(argparse.ArgumentParser):
    """Reports mistakes as InputError, for one line instead of a usage block."""

    def error(self, message: str) -> NoReturn:
        named = re.fullmatch(r"argument ([^:]+): (.*)", message, re.DOTALL)
        where, found = named.groups() if named else (self.prog, message)
        raise InputError(found, where=where, advice=f"See `{self.prog} --help`.")


class Once(argparse.Action):
    """Keeps the one value of an option, and refuses another: argparse would let the last win and
    say nothing of the others. given : by which of their names this line gave
    values so far."""

    def __init__(self, *words: Any, given: dict[str, str], **how: Any) -> None:
        super().__init__(*words, **how)
        self._given = given

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        flag = option_string or self.dest
        if self.dest in self._given:
            before = self._given[self.dest]
            raise InputError(
                f"is given twice, {before} before" if before != flag else "is given twice",
                where=flag,
                advice="It takes one value: give it once.",
            )
        self._given[self.dest] = flag
        setattr(namespace, self.dest, values)


def _add(group: argparse._ActionsContainer, given: dict[str, str], flag: str, **how: Any) -> None:
    """Add an option to a parser, or to a group of it; `Once` where it takes one value."""
    if flag.startswith("--") and "action" not in how:
        how |= {"action": Once, "given": given}
    group.add_argument(flag, **how)


def parse(words: Sequence[str]) -> argparse.Namespace:
    """The options of a command line; `run` names the function that serves them.

    Raises InputError, and SystemExit for --help and --version.
    """
    words = _joined(words)
    for word in words:
        if re.fullmatch("--[^=]+=--", word):  # argparse takes that for an empty list
            raise InputError(
                "'--' is not a value", where=word[:-3], advice="Give one, or leave it out."
            )
    first = words[0] if words else ""
    if first in COMMANDS or first in ("-h", "--help", "--version"):
        found = _all_of(_command_parser(), words, f"isofront {first}")
        return _filled(found, words)
    if first and not first.startswith("-"):
        _expect_file(first)
    return _all_of(_window_parser(), words, "isofront")


def _filled(arguments: argparse.Namespace, words: Sequence[str]) -> argparse.Namespace:
    """The arguments with what a project says that they name in place of a file."""
    of_files = arguments.command not in NO_QUESTION
    if of_files and is_project(getattr(arguments, "file", None)):
        from app.cli.options.projects import with_project  # loads readers

        return with_project(arguments, options_of(arguments.command), words)
    for option in OF_PROJECTS if of_files and hasattr(arguments, "file") else ():
        if getattr(arguments, option.name, None):
            raise InputError(
                "is for projects, and no project is named",
                where=option.flag,
                advice="Leave it out.",
            )
    return arguments


def _all_of(parser: Parser, words: Sequence[str], command: str) -> argparse.Namespace:
    arguments, unknown = parser.parse_known_args(words)
    if unknown:
        found, advice = f"'{unknown[0]}' is not a known argument", f"See `{command} --help`."
        if not unknown[0].startswith("-") and getattr(arguments, "file", None):
            found = f"takes one file, and '{unknown[0]}' comes after '{arguments.file}'"
            advice = f"Call it once for each file, or see `{command} --help`."
        raise InputError(found, where=command, advice=advice)
    return arguments


def _joined(words: Sequence[str]) -> list[str]:
    """`--start -500,20` as `--start=-500,20`: argparse takes a leading minus for an option."""
    joined: list[str] = []
    for word in words:
        if joined and re.fullmatch("--[^=]+", joined[-1]) and re.match(r"-[\d.]", word):
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
    words = "open a sample island, solved: its terrain, its roads, or both as one graph"
    how: Any = {"nargs": "?", "const": SAMPLES[0], "default": "", "choices": SAMPLES}
    given: dict[str, str] = {}
    _add(parser, given, "--sample", help=words, **how)
    _add(
        parser, given, "--language", choices=("system", "en", "de"), default="",
        metavar="LANGUAGE", help="of the window: en, de, or system (as chosen in the preferences)",
    )  # fmt: skip
    _add(parser, given, SCENARIO.flag, **SCENARIO.how)
    parser.set_defaults(run=WINDOW)
    return parser


def _command_parser() -> Parser:
    parser = Parser(
        prog="isofront",
        usage="isofront [FILE] [--sample [NAME]] | isofront COMMAND … | isofront COMMAND --help",
        description="Shows how far one can get in a given time. "
        "Without a command the window opens.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"isofront {VERSION}")
    commands = parser.add_subparsers(
        prog="isofront", metavar="COMMAND", title="commands", required=True
    )
    parsers, given = {}, dict[str, str]()
    for name, (function, purpose) in COMMANDS.items():
        parsers[name] = commands.add_parser(
            name,
            help=purpose,
            description=f"{purpose[0].upper()}{purpose[1:]}.",
            allow_abbrev=False,
        )
        parsers[name].set_defaults(run=function, command=name)
        groups: dict[str, argparse._ActionsContainer] = {"": parsers[name]}
        for title, options in OPTIONS[name]:
            if title not in groups:
                groups[title] = parsers[name].add_argument_group(title)
            for option in options:
                words = str(option.how["help"]).replace("%", "%%")  # argparse fills in names
                _add(groups[title], given, option.flag, **{**option.how, "help": words})
    parsers["customize"].set_defaults(param=[])
    return parser
