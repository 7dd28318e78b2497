"""What is open: one protocol, whatever it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from app.bands import Bands
from app.catalog.algorithms import OUT_OF_CORE, find, has
from app.document.reading import Sources
from app.measure import Measure
from app.roads.closures import Closures
from app.roads.named_places import PlaceOrStreet
from app.roads.open_roads import OpenRoads
from app.solving.problem import Problem
from app.solving.request import Options, SolveRequest
from app.solving.result import Result
from app.starts import PlacedStart
from core.cancel import Cancel
from core.errors import InputError
from core.progress import Progress
from raster.edits.edit import EditLayer
from raster.elevation import Elevation
from raster.grid import VelocityGrid

Work = Callable[[Progress, Cancel], object]

Bounds = tuple[float, float, float, float]


class Document(Protocol):
    """A terrain, roads, or whatever else can be open. A frozen value: what is driven otherwise is
    another document of the same subject.

    kind : of a row of `app.document.kinds`. domain : whose solvers answer, of `app.catalog.rows`.
    subject : the same object for as long as the same things are open, however they are driven.
    name : of its file. title : what a window is called. crs_wkt : "" where none is named.
    notes : what was found in its files.
    bounds : (left, bottom, right, top) in its CRS; None where nothing can be clicked or drawn.
    grid : cells with speeds, to be drawn and read. roads : those that can be driven otherwise, in
        the document's CRS. None of what a document does not have.
    resolution : units of its CRS that places are told apart by: a cell, a metre.
    closures : of its roads, by drawing. edits : of its cells. shown_edits : as
        they are drawn, floods as the areas that they hold.
    over_cells : what roads there are, and how they lie on cells if not as roads. inclines : slopes
        of its streets, as arcs have them; None where they count as level, and without streets.
    attribution : what a map of it has to say of its source.
    usual_algorithm : what solves where nobody chose. It may be another once costs have moved, as by
        sliders and closures. groundwork : what that sets out from and is not at hand yet, to be
        built beside other work. customizes : whether it may be, as customizing pays.
    prepared_in_minutes : whether to partition or contract its ground takes as long.
    shows : what there is to see: "cells", "roads", "cells and roads".
    counts_lengths : whether a band holds a length of streets, and not an area.
    has_vertices : whether a start may be named by the id of a vertex.
    takes_zero_speed : whether cells of 0 km/h may be crossed. takes_elevation : whether heights
        give its map relief.
    files : what was opened, by what was asked for: "terrain", "roads". sources : the same with how
    it was read, so that it can be opened again.
    panels : ids of the panels that are of use beside those that always are.
    nearest_words : what a button says that takes `nearest`.
    none_good : why there is no good start.
    """

    @property
    def kind(self) -> str: ...
    @property
    def domain(self) -> str: ...
    @property
    def subject(self) -> object: ...
    @property
    def path(self) -> Path | None: ...
    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def crs_wkt(self) -> str: ...
    @property
    def notes(self) -> tuple[str, ...]: ...
    @property
    def bounds(self) -> Bounds | None: ...
    @property
    def grid(self) -> VelocityGrid | None: ...
    @property
    def roads(self) -> OpenRoads | None: ...
    @property
    def closures(self) -> Closures: ...
    @property
    def edits(self) -> EditLayer: ...
    @property
    def shown_edits(self) -> EditLayer: ...
    @property
    def over_cells(self) -> str: ...
    @property
    def inclines(self) -> NDArray[np.int8] | None: ...
    @property
    def attribution(self) -> str: ...
    @property
    def measure(self) -> Measure: ...
    @property
    def resolution(self) -> float: ...
    @property
    def usual_algorithm(self) -> str: ...
    @property
    def customizes(self) -> bool: ...
    @property
    def prepared_in_minutes(self) -> bool: ...
    @property
    def groundwork(self) -> Work | None: ...
    @property
    def panels(self) -> frozenset[str]: ...
    @property
    def shows(self) -> str: ...
    @property
    def counts_lengths(self) -> bool: ...
    @property
    def has_vertices(self) -> bool: ...
    @property
    def takes_zero_speed(self) -> bool: ...
    @property
    def takes_elevation(self) -> bool: ...
    def places_named(self, letters: str) -> Iterable[PlaceOrStreet]:
        """Places and streets with these casefolded letters in their names, the shortest first."""
        ...

    def elevation(self, path: Path, *, progress: Progress, cancel: Cancel) -> Elevation:
        """Heights of a file, for where it lies. Raises InputError, CancelledError."""
        ...

    @property
    def files(self) -> Mapping[str, Path]: ...
    @property
    def sources(self) -> Sources: ...
    def side(self, options: Options) -> str:
        """Where starts lie on a way, "from" or "to"; "" where it makes no difference."""
        ...

    @property
    def nearest_words(self) -> str: ...
    @property
    def none_good(self) -> InputError: ...

    # -- starts

    def placed(self, start: PlacedStart, options: Options) -> PlacedStart:
        """The start, with the place of the vertex that it names. Raises InputError, with advice,
        where no front can set out."""
        ...

    def met(self, start: PlacedStart) -> tuple[float, float] | None:
        """Where a start meets a road; None where it stands as it was placed, or nowhere."""
        ...

    def nearest(self, start: PlacedStart, options: Options) -> tuple[float, float] | None:
        """The nearest place where a start can stand."""
        ...

    def same_place(self, one: PlacedStart, other: PlacedStart) -> bool:
        """Whether two starts stand in the same cell, or on the same point of a road."""
        ...

    def good_start(self, options: Options, cancel: Cancel) -> PlacedStart:
        """A start from which one gets far. For any thread. Raises InputError where none does."""
        ...

    # -- solving

    def problem(self, request: SolveRequest, progress: Progress, cancel: Cancel) -> Problem:
        """What a solver works on. For any thread; may take long. Raises CancelledError."""
        ...

    def preview_limit(self, limit_seconds: float, bands: Bands) -> float:
        """How far a preview goes."""
        ...

    def remarks(self, options: Options) -> tuple[str, ...]:
        """What the user should know of solving it so."""
        ...

    def warm_up(self, options: Options, cancel: Cancel) -> Result | None:
        """Compile and load what a first solve needs, so that it is answered at once; returns what
        was solved for that. For a thread of its own."""
        ...

    def unsolved(self, options: Options) -> Result | None:
        """A result of a few places with times of nobody, to compile what shows one while solvers
        are compiled elsewhere; None where they are not."""
        ...

    def warm_up_edits(self, options: Options) -> None:
        """The same for going on from the times before, as after each step of a brush. For a thread
        of its own."""
        ...

    # -- driving

    def driven(self, roads: OpenRoads) -> Document:
        """The same with its roads driven otherwise. Raises InputError where it has none, or where
        they cannot be driven so."""
        ...

    # -- editing

    def with_edits(self, layer: EditLayer) -> Document:
        """The same with other edits of its cells. Raises InputError where it has none, and where
        they cannot be edited so."""
        ...


def no_roads() -> InputError:
    """Why roads that are not there cannot be driven."""
    return InputError("no roads are open", advice="Open a road graph first.")


def may_be_chosen(algorithm: str, document: Document) -> bool:
    """Whether an algorithm may take the place of the usual one: where there is one of that id, and
    unless memory is so short that there is no choice."""
    return has(algorithm, document.domain) and document.usual_algorithm != OUT_OF_CORE


def answers_meanwhile(algorithm: str, document: Document) -> str:
    """The algorithm that answers while another contracts the ground; "" for one that contracts
    nothing."""
    contracts = find(algorithm, document.domain).contracts
    return document.usual_algorithm if contracts else ""
