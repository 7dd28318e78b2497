"""Scenarios of what is open: the one that is asked now, and those that are set aside meanwhile."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.editing.commands import History
from app.editing.session import Session
from app.project.project import EDITS_VERSION, Project
from app.project.results import with_result
from app.project.saving import KeptScenario, ProjectContents, kept, scenarios_kept
from app.project.scenarios import KEYS, MOST, USUAL_NAME, checked_name, free_name, same_name
from app.project.sources import FoundSource, located, relative
from core.errors import InputError

MEMORY_SHARE = 4
"""A so-many-th of the machine's memory may hold answers of scenarios that are set aside."""

UNKNOWN_MEMORY = 4 << 30
"""Bytes of memory that are counted with where the system does not say."""


@dataclass(eq=False)
class Scenario:
    """One of them. plain : what it asks, as a project keeps it; None of the one that is asked now.
    session : the same, open, perhaps with its answer; None where that is not in memory. history :
    what was done to it. results : those that the project keeps. foreign : edits of a newer
    Isofront, as values of a project. used : when it was asked last."""

    name: str
    plain: KeptScenario | None = None
    session: Session | None = None
    history: History | None = None
    results: tuple[Mapping[str, Any], ...] = ()
    foreign: Mapping[str, Any] = field(default_factory=dict)
    used: int = 0


class OpenScenarios:
    """entries : all, in their order. at : number of the one that is asked now. usual_name : of the
    one that nobody has named, in the user's language."""

    def __init__(self, usual_name: str = USUAL_NAME) -> None:
        self._usual_name = usual_name
        self.entries = [Scenario(usual_name)]
        self.at = 0
        self._named = False  # a list is kept, even of one
        self._clock = 0

    def begin(self, project: Project | None = None) -> None:
        """Those of a project whose scenario is open now; one without a name for None."""
        self.entries, self.at = [Scenario(self._usual_name)], 0
        entries = [] if project is None else scenarios_kept(project)
        self._named = bool(entries)
        if project is not None and entries:
            self.entries = [
                Scenario(e.name, e, results=tuple(e.results), foreign=foreign_in(e.values))
                for e in entries
            ]
            self.at = self.names.index(project.scenario)
            self.current.plain = None
        elif project is not None:
            self.current.foreign = foreign_in(project.values)

    @property
    def names(self) -> list[str]:
        return [entry.name for entry in self.entries]

    @property
    def current(self) -> Scenario:
        return self.entries[self.at]

    @property
    def kept(self) -> list[KeptScenario]:
        """All as a project keeps them, but for what the one asks that is asked now; none where
        there is one without a name."""
        if not self._named:
            return []
        return [
            KeptScenario(entry.name, {}, results=entry.results)
            if entry.plain is None
            else KeptScenario(
                entry.name, entry.plain.values, entry.plain.files, entry.plain.stamps, entry.results
            )
            for entry in self.entries
        ]

    # -- which there are

    def duplicated(self, session: Session, history: History) -> Scenario:
        """Set what is asked now aside, and go on with another that asks the same. Raises
        InputError."""
        if len(self.entries) >= MOST:
            raise InputError(f"there are {MOST} scenarios", advice="Delete one first.")
        name = free_name(self.current.name, self.names)
        number = self.at + 1
        self.set_aside(session, history)
        self.entries.insert(number, Scenario(name, foreign=self.current.foreign))
        self.at, self._named = number, True
        return self.current

    def rename(self, number: int, name: str) -> None:
        """Call one otherwise. Raises InputError for a name that is taken, or none."""
        others = [n for k, n in enumerate(self.names) if k != number]
        self.entries[number].name = checked_name(name, others)
        self._named = True

    def without(self, number: int) -> Scenario:
        """Take one away that is not asked now; returns it."""
        gone = self.entries.pop(number)
        self.at -= number < self.at
        return gone

    def put_back(self, number: int, entry: Scenario) -> None:
        """Have one again that was taken away, under another name where that is taken now."""
        if any(same_name(entry.name, name) for name in self.names):
            entry.name = free_name(entry.name, self.names)
        self.entries.insert(number, entry)
        self.at += number <= self.at

    def keep_result(self, fresh: Mapping[str, Any]) -> None:
        """Keep a result of the scenario that is asked now, in place of one of its name."""
        self.current.results = with_result(self.current.results, fresh)
        self._named = True

    # -- which is asked

    def set_aside(self, session: Session, history: History) -> None:
        """What is asked now is to be asked again later."""
        self._clock += 1
        entry = self.current
        entry.plain = kept(entry.name, session, entry.foreign)
        entry.session, entry.history, entry.used = session.aside(), history, self._clock

    def take(self, number: int) -> Scenario:
        """This one is asked now."""
        self.at = number
        entry = self.current
        entry.plain = entry.session = None
        return entry

    def trim(self, most_bytes: int | None = None) -> None:
        """Let go of answers, and then of edited ground, that was not asked for the longest time,
        until the rest has room. They are solved, and opened, again."""
        most = memory_share() if most_bytes is None else most_bytes
        aside = sorted((e for e in self.entries if e.session is not None), key=lambda e: e.used)
        for entry in aside:
            if sum(held(each) for each in self.entries) <= most:
                return
            assert entry.session is not None
            entry.session.result = entry.session.answers = None
        for entry in aside:
            if sum(held(each) for each in self.entries) <= most:
                return
            entry.session = None


def foreign_in(values: Mapping[str, Any]) -> dict[str, Any]:
    """Of a scenario's values the edits that nobody here knows."""
    edits = values.get("edits", {})
    return {"edits": edits} if edits.get("version", EDITS_VERSION) != EDITS_VERSION else {}


def held(entry: Scenario) -> int:
    """Bytes that a scenario holds beyond what all have in common: times, and edited cells."""
    if entry.session is None or entry.session.document is None:
        return 0
    result, document = entry.session.result, entry.session.document
    times = 0 if result is None else 4 * result.elements
    cells = getattr(document.grid, "values", None)
    return times + (cells.nbytes if document.edits and cells is not None else 0)


def memory_share() -> int:
    """Bytes that answers of scenarios may take that are set aside."""
    try:
        whole = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        whole = UNKNOWN_MEMORY
    return whole // MEMORY_SHARE


def project_of(entry: KeptScenario, contents: ProjectContents, where: Path) -> Project:
    """A scenario as a project that asks nothing else. contents : of what is open now. where : the
    project's file, or where one would be. Raises InputError where a file of its own is gone."""
    folder = where.absolute().parent
    shared = {name: path for name, path in contents.files.items() if not _is_own(name)}
    named = {
        role: {**entry.stamps.get(role, {}), "path": relative(path, folder)}
        for role, path in entry.files.items()
    }
    told = f"{where.name}, scenario '{entry.name}'"
    own = located(named, folder, told, {}, outside=True)  # it was asked for with the project
    found: dict[str, FoundSource] = {name: FoundSource(path) for name, path in shared.items()}
    head = {k: v for k, v in contents.values.items() if k not in (*KEYS, "scenarios")}
    values = {**head, **entry.values, "sources": {}}
    return Project(values, where, {**found, **own}, {}, entry.name)


def _is_own(name: str) -> bool:
    """Whether a source is of a scenario, and not of all."""
    return name.partition("_")[0] in ("slopes", "ways")
