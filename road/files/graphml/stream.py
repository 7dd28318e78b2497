"""GraphML as a stream of nodes and edges: nothing is kept of what has been read.

The parser tells of each tag as it comes. No tree is made: one of elements that nobody asked for
would fill the memory.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from core.cancel import Cancel
from core.errors import InputError
from core.files.packed import Unpacked
from core.progress import Progress
from road.files.source.reading import open_unpacked

_AT_ONCE = 1 << 18
"""Bytes handed to the parser between two looks at progress and cancel; some 10 ms of work."""

MOST_DEPTH = 64
"""Most elements inside each other. GraphML nests five deep, and graphs in nodes five more each."""

MOST_TEXT = 1 << 22
"""Most characters of one attribute: a geometry of some 100,000 points."""

_INIT = re.compile(r"init['\"]?\s*[:=]\s*['\"]?([\w:]+)")
"""Form of a CRS as OSMnx wrote it until 2019: `{'init': 'epsg:4326', 'no_defs': True}` or
`+init=epsg:4326`."""


@dataclass(slots=True)
class GraphText:
    """What the file says of the whole graph; complete when the stream has ended."""

    directed: bool = True
    crs: str = ""


@dataclass(frozen=True, slots=True)
class Node:
    """A node: its id as it is written, x and y; None where it has none."""

    id: str
    x: float | None
    y: float | None


@dataclass(frozen=True, slots=True)
class GraphmlEdge:
    """An edge: the ids of its ends and its attributes as text, by name."""

    source: str
    target: str
    data: dict[str, str] = field(default_factory=dict)


def graph_elements(
    path: Path, text: GraphText, progress: Progress, cancel: Cancel
) -> Iterator[Node | GraphmlEdge]:
    """Nodes and edges in the order of the file; InputError with the line where it is no XML."""
    size = path.stat().st_size
    with open_unpacked(path) as (content, file):
        reader = _Reader(str(path), text)
        for _ in reader.parts(content):
            cancel.check("reading the roads")
            progress(file.tell() / size, "Reading the street network")
            yield from reader.found
            reader.found.clear()


class _Reader:
    """Turns what the parser tells into nodes and edges. found : those not yet taken."""

    def __init__(self, where: str, text: GraphText) -> None:
        self.found: list[Node | GraphmlEdge] = []
        self._where = where
        self._text = text
        self._names: dict[str, str] = {}
        self._open: list[str] = []
        # Attributes and data by name of the node or edge that is open, and of those around it.
        self._held: list[tuple[dict[str, str], dict[str, str]]] = []
        self._key: str | None = None
        self._words: list[str] = []
        self._letters = 0
        self._parser = parser = expat.ParserCreate(namespace_separator="}")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters

    def parts(self, content: Unpacked) -> Iterator[None]:
        """Parse, with a pause after each piece; InputError."""
        try:
            fed = 0
            while piece := content.read(_AT_ONCE):
                self._parser.Parse(piece, False)
                fed += len(piece)
                if fed - self._parser.CurrentByteIndex > MOST_TEXT:
                    raise self._error(f"a tag of more than {MOST_TEXT} letters")
                yield
            self._parser.Parse(b"", True)
            yield
        except expat.ExpatError as error:
            raise self._error(f"is not valid XML: {expat.ErrorString(error.code)}") from error
        except (ValueError, LookupError) as error:  # of an encoding that nobody knows
            raise self._error(f"is not valid XML: {error}") from error

    def _error(self, found: str) -> InputError:
        line = self._parser.CurrentLineNumber
        return InputError(found, where=f"{self._where}, line {line}", advice="Fetch it again.")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        tag = name.rpartition("}")[2]
        self._open.append(tag)
        if len(self._open) > MOST_DEPTH:
            raise self._error(f"more than {MOST_DEPTH} elements lie in each other")
        if tag == "key":
            self._names[attributes.get("id", "")] = attributes.get("attr.name", "")
        elif tag == "graph":
            self._text.directed = attributes.get("edgedefault", "directed") == "directed"
            self._held.append((attributes, {}))
        elif tag in ("node", "edge"):
            self._held.append((attributes, {}))
        elif tag == "data" and self._held:
            self._key, self._words, self._letters = attributes.get("key"), [], 0

    def _characters(self, words: str) -> None:
        if self._key is None:
            return
        self._letters += len(words)
        if self._letters > MOST_TEXT:
            raise self._error(f"an attribute of more than {MOST_TEXT} letters")
        self._words.append(words)

    def _end(self, _name: str) -> None:
        tag = self._open.pop()
        if tag == "data" and self._key is not None:
            name = self._names.get(self._key, self._key)
            self._held[-1][1][name] = "".join(self._words).strip()
            self._key = None
        elif tag == "graph":
            crs = self._held.pop()[1].get("crs", "")
            init = _INIT.search(crs)
            self._text.crs = init.group(1) if init else crs or self._text.crs
        elif tag in ("node", "edge"):
            held = self._held.pop()
            self.found.append(self._node(*held) if tag == "node" else _edge(*held))

    def _node(self, attributes: dict[str, str], data: dict[str, str]) -> Node:
        name = attributes.get("id", "")
        return Node(name, self._number(name, data, "x"), self._number(name, data, "y"))

    def _number(self, node: str, data: dict[str, str], name: str) -> float | None:
        text = data.get(name, "")
        if not text:
            return None
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            raise InputError(
                f"its {name}, '{text[:40]}', is not a number",
                where=f"{self._where}, node {node[:40]}",
                advice="Correct the file, or fetch it again.",
            )
        return value


def _edge(attributes: dict[str, str], data: dict[str, str]) -> GraphmlEdge:
    return GraphmlEdge(attributes.get("source", ""), attributes.get("target", ""), data)
