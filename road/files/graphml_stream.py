"""GraphML as a stream of nodes and edges: the tree is forgotten as it is read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from core.cancel import Cancel
from core.errors import InputError
from core.progress import Progress
from road.files.source import open_unpacked

_EVERY = 1 << 12  # elements between two reports of progress

_INIT = re.compile(r"init['\"]?\s*[:=]\s*['\"]?([\w:]+)")
"""`{'init': 'epsg:4326', 'no_defs': True}` or `+init=epsg:4326`, as OSMnx wrote until 2019."""


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
class Edge:
    """An edge: the ids of its ends and its attributes as text, by name."""

    source: str
    target: str
    data: dict[str, str] = field(default_factory=dict)


def graph_elements(
    path: Path, text: GraphText, progress: Progress, cancel: Cancel
) -> Iterator[Node | Edge]:
    """Nodes and edges in the order of the file; InputError with the line where it is no XML."""
    size = path.stat().st_size
    with open_unpacked(path) as (content, file):
        try:
            reader = _Reader(str(path), text)
            for count, (event, element) in enumerate(
                ElementTree.iterparse(content, events=("start", "end"))
            ):
                if count % _EVERY == 0:
                    cancel.check("reading the roads")
                    progress(file.tell() / size, "Reading the street network")
                found = reader.take(event, element)
                if found is not None:
                    yield found
        except ElementTree.ParseError as error:
            raise InputError(
                f"is not sound XML: {error.msg.split(':')[0]}",
                where=f"{path}, line {error.position[0]}",
                advice="Fetch it again.",
            ) from error


class _Reader:
    """Turns events of the parser into nodes and edges, and lets go of their elements."""

    def __init__(self, where: str, text: GraphText) -> None:
        self._where = where
        self._text = text
        self._names: dict[str, str] = {}
        self._graph: ElementTree.Element | None = None

    def take(self, event: str, element: ElementTree.Element) -> Node | Edge | None:
        tag = element.tag.rpartition("}")[2]
        if event == "start":
            if tag == "graph":
                self._graph = element
                self._text.directed = element.get("edgedefault", "directed") == "directed"
            return None
        if tag == "key":
            self._names[element.get("id", "")] = element.get("attr.name", "")
        elif tag == "graph":
            crs = self._data(element).get("crs", "")
            init = _INIT.search(crs)
            self._text.crs = init.group(1) if init else crs
        elif tag in ("node", "edge"):
            found = self._node(element) if tag == "node" else self._edge(element)
            element.clear()
            if self._graph is not None:
                self._graph.remove(element)
            return found
        return None

    def _data(self, element: ElementTree.Element) -> dict[str, str]:
        return {
            self._names.get(key, key): (child.text or "").strip()
            for child in element
            if (key := child.get("key")) is not None
        }

    def _node(self, element: ElementTree.Element) -> Node:
        name, data = element.get("id", ""), self._data(element)
        return Node(name, self._number(name, data, "x"), self._number(name, data, "y"))

    def _number(self, node: str, data: dict[str, str], name: str) -> float | None:
        text = data.get(name, "")
        if not text:
            return None
        try:
            return float(text)
        except ValueError as error:
            raise InputError(
                f"its {name}, '{text[:40]}', is no number",
                where=f"{self._where}, node {node}",
                advice="Correct the file, or fetch it again.",
            ) from error

    def _edge(self, element: ElementTree.Element) -> Edge:
        return Edge(element.get("source", ""), element.get("target", ""), self._data(element))
