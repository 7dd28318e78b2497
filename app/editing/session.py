"""The open document: terrain or roads, starts, limit, bands, options and the newest result. No Qt.

Views subscribe and are told what changed; edits go through `app.editing.commands` so that they can
be undone.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import cast

from app.bands import Bands, usual_bands
from app.document.document import Document, answers_meanwhile, may_be_chosen, no_roads
from app.matrix.wishes import MatrixWishes
from app.paths.pins import Pin
from app.roads.closures import Closures
from app.roads.costs import RoadCosts
from app.roads.decoding import gpu_at_work
from app.roads.open_roads import OpenRoads
from app.solving.request import Options, SolveRequest
from app.solving.result import Result
from app.starts import PlacedStart, on
from core.errors import InputError
from core.times import UNLIMITED
from raster.edits.edit import NO_EDITS, EditLayer
from raster.grid import VelocityGrid
from road.search.search_graph import Direction


class Change(enum.Flag):
    """What changed in a session."""

    DOCUMENT = enum.auto()  # something else is open
    STARTS = enum.auto()
    NAMES = enum.auto()  # what starts are called and drawn in, by an edit of that alone
    LIMIT = enum.auto()
    BANDS = enum.auto()
    OPTIONS = enum.auto()
    RESULT = enum.auto()
    METRIC = enum.auto()  # what roads cost, what is closed, or the direction of travel
    MATRIX = enum.auto()  # what is asked between many places, by an edit of it
    UNITS = enum.auto()  # nothing of it, but the units in which it is read
    EDITS = enum.auto()  # speeds of the cells, by edits of the ground
    EDIT_LIST = enum.auto()  # which edits there are, and what they are called
    PINS = enum.auto()  # places that a path is wanted to


Listener = Callable[[Change], None]


@dataclass(eq=False)
class Session:
    """One document, and all that is asked of it. result : the newest. answers : the request that it
    is of; None where there is none, and where it was made elsewhere. matrix : what is asked between
    many places. pins : places that a path is wanted to."""

    document: Document | None = None
    starts: tuple[PlacedStart, ...] = ()
    limit_seconds: float = UNLIMITED
    bands: Bands = field(default_factory=lambda: Bands.even(3600.0, 6))
    options: Options = field(default_factory=Options)
    result: Result | None = None
    answers: SolveRequest | None = None
    matrix: MatrixWishes = field(default_factory=MatrixWishes)
    pins: tuple[Pin, ...] = ()
    _listeners: list[Listener] = field(default_factory=list, repr=False)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` at every change, in the thread that makes it; returns the way out."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def _tell(self, change: Change) -> None:
        for listener in tuple(self._listeners):
            listener(change)

    def open(self, document: Document) -> None:
        """Replace the document; starts and result go, and an algorithm that does not suit it.

        Raises InputError for a document that cannot be driven, before anything changes.
        """
        _ = document.measure  # decodes
        before, options = self.document, self.options
        self.document, self.starts, self.result, self.answers = document, (), None, None
        self.matrix, self.pins = self.matrix.elsewhere, ()
        algorithm = self._suited(before, document)
        if before is None or before.subject is not document.subject:
            slopes = options.slopes if _of_the_same_cells(before, document) else None
            self.options = replace(options, slopes=slopes)
        moved = before is not None and before.domain != document.domain
        if moved or algorithm != options.algorithm:  # parameters are of the algorithm before
            self.options = self.options.by(algorithm, document.domain)
        others = Change.OPTIONS if self.options != options else Change(0)
        others |= self._suit_measure(document)
        self._tell(Change.DOCUMENT | Change.STARTS | Change.RESULT | others)

    def _suited(self, before: Document | None, document: Document) -> str:
        """The algorithm for a document: the one that was chosen, if that was for one of its kind,
        and not the usual one."""
        chosen, usual = self.options.algorithm, document.usual_algorithm
        of_its_kind = before is None or before.kind == document.kind
        by_rule = before is not None and chosen == before.usual_algorithm
        keeps = of_its_kind and not by_rule and may_be_chosen(chosen, document)
        return chosen if keeps else usual

    def _suit_measure(self, document: Document) -> Change:
        """Bands and limit of another kind of cost mean nothing: they begin anew."""
        if document.measure == self.bands.measure:
            return Change(0)
        self.limit_seconds = UNLIMITED
        self.bands = usual_bands(document.measure)
        self.matrix = replace(self.matrix, limit_seconds=UNLIMITED, bands=None)
        return Change.LIMIT | Change.BANDS

    def drive(self, roads: OpenRoads) -> None:
        """Drive the roads of the document otherwise. Raises InputError where that cannot be."""
        before, document = self.required, self.required.driven(roads)
        _ = document.measure  # what cannot be decoded is refused before anything changes
        self.document = document
        others, usual = self._suit_measure(document), document.usual_algorithm
        chosen = self.options.algorithm
        if chosen == before.usual_algorithm != usual:
            self.options = replace(self.options, algorithm=usual, parameters=())
            others |= Change.OPTIONS
        self._tell(Change.METRIC | others)

    def set_road_costs(self, costs: RoadCosts) -> None:
        """Drive by another metric; the graph stays as it is. Raises InputError where it lacks what
        the costs are made of."""
        graph = None if self.result is None else self.result.on_graph
        last = "" if graph is None else graph.backend
        gpu = gpu_at_work(last, self.options.backend, self.options.device)
        self.drive(self.driven.driven(costs, gpu))

    def set_direction(self, direction: Direction) -> None:
        """Ask for times "from" the starts, or "to" them."""
        self.drive(self.driven.turned(direction))

    def set_closures(self, closures: Closures) -> None:
        """Close roads by drawing, and open those of drawings that are gone."""
        self.drive(self.driven.closed_by(closures))

    def set_edits(self, layer: EditLayer) -> None:
        """Edit the cells so. Raises InputError where that cannot be."""
        before = self.required
        self.document = before.with_edits(layer)
        same = self.document.grid is before.grid
        self._tell(Change.EDIT_LIST if same else Change.EDIT_LIST | Change.EDITS)

    def set_starts(self, starts: tuple[PlacedStart, ...]) -> None:
        """Starts that are off are kept and shown, and not solved from."""
        self.starts = starts
        if not on(starts):
            self.result = self.answers = None
        self._tell(Change.STARTS if on(starts) else Change.STARTS | Change.RESULT)

    def call_starts(self, starts: tuple[PlacedStart, ...]) -> None:
        """The same starts, called or coloured otherwise: what is solved stays."""
        self.starts = starts
        called, result = on(starts), self.result
        if result is not None and len(called) == len(result.starts):
            self.result = result.called(called)
        self._tell(Change.NAMES | Change.RESULT)

    def set_limit(self, seconds: float) -> None:
        if not seconds > 0:
            raise InputError(f"a time limit of {seconds} s", advice="Give more than 0.")
        self.limit_seconds = seconds
        self._tell(Change.LIMIT)

    def set_bands(self, bands: Bands) -> None:
        self.bands = bands
        self._tell(Change.BANDS)

    def set_options(self, options: Options) -> None:
        self.options = options
        self._tell(Change.OPTIONS)

    def set_matrix(self, wishes: MatrixWishes) -> None:
        if not wishes.limit_seconds > 0:
            raise InputError(
                f"a time limit of {wishes.limit_seconds} s", advice="Give more than 0."
            )
        self.matrix = wishes
        self._tell(Change.MATRIX)

    def set_pins(self, pins: tuple[Pin, ...]) -> None:
        self.pins = pins
        self._tell(Change.PINS)

    def set_result(self, result: Result | None, answers: SolveRequest | None = None) -> None:
        """answers : the request that it is of; None for that of the result before."""
        self.result = result
        self.answers = None if result is None else answers or self.answers
        self._tell(Change.RESULT)

    def placed(self, start: PlacedStart) -> PlacedStart:
        """The start where it stands; raises InputError, with advice, where none can."""
        return self.required.placed(start, self.options)

    @property
    def covered(self) -> bool:
        """Whether an edit lies over a start, where none can set out any more."""
        document = self.document
        if document is None or not document.edits:
            return False
        fallen = [s for s in on(self.starts) if not _stands(document, s, self.options)]
        if not fallen:
            return False
        bare = document.with_edits(NO_EDITS)
        return any(_stands(bare, start, self.options) for start in fallen)

    def moved(self, index: int, x: float, y: float) -> tuple[PlacedStart, ...] | None:
        """The starts with one elsewhere; None where there is none of that index."""
        if not 0 <= index < len(self.starts):
            return None
        start = self.starts[index].moved(x, y)
        return (*self.starts[:index], start, *self.starts[index + 1 :])

    def request(
        self,
        *,
        preview: bool = False,
        metered: bool = False,
        patient: bool = True,
        owned: bool = False,
    ) -> SolveRequest:
        """What to solve now; raises InputError where a start cannot be used.

        patient : whether to wait where the ground has to be contracted for the costs, however long
            that takes; see `app.solving.contracting`. owned : which start is first where, too.
        """
        document = self.required
        starts = on(self.starts)
        if not starts:
            raise InputError("there is no start", advice="Set one, or choose a file of starts.")
        for start in starts:  # they were placed as the roads were driven then
            self.placed(start)
        limit = self.limit_seconds
        meanwhile = "" if patient else answers_meanwhile(self.options.algorithm, document)
        return SolveRequest(
            document,
            starts,
            document.preview_limit(limit, self.bands) if preview else limit,
            self.options,
            preview,
            metered,
            meanwhile=meanwhile,
            notes=document.remarks(self.options),
            owned=owned,
        )

    def aside(self) -> Session:
        """What is asked now and its answer, for nobody who listens."""
        return replace(self, _listeners=[])

    def take(self, aside: Session) -> None:
        """Ask what was set aside, on the same ground, and have its answer. Matrix and pins stay."""
        before, change = self.aside(), Change.STARTS | Change.RESULT
        for name in ("document", "starts", "limit_seconds", "bands", "options"):
            setattr(self, name, getattr(aside, name))
        self.result, self.answers = aside.result, aside.answers
        one, other = before.required, self.required
        for flag, name in ((Change.METRIC, "roads"), (Change.EDITS, "grid")):
            change |= flag if getattr(one, name) is not getattr(other, name) else Change(0)
        for flag, differ in (
            (Change.EDIT_LIST, one.edits != other.edits),
            (Change.LIMIT, before.limit_seconds != self.limit_seconds),
            (Change.BANDS, before.bands != self.bands),
            (Change.OPTIONS, before.options != self.options),
        ):
            change |= flag if differ else Change(0)
        self._tell(change)
        if change & Change.METRIC:
            self._tell(Change.RESULT)  # which waits while costs move

    @property
    def required(self) -> Document:
        """The document; raises InputError where none is open."""
        if self.document is None:
            raise InputError("nothing is open", advice="Open a file first.")
        return self.document

    @property
    def driven(self) -> OpenRoads:
        """The roads of the document; raises InputError where it has none."""
        roads = None if self.document is None else self.document.roads
        if roads is None:
            raise no_roads()
        return roads


def question_of(asked: SolveRequest | Session) -> tuple[object, ...]:
    """All that decides the times; who works them out is of no matter."""
    options = asked.options
    model = options.zero_speed_kmh, options.geometry, options.counted_slopes
    return asked.document, asked.starts, asked.limit_seconds, *model


def _of_the_same_cells(before: Document | None, document: Document) -> bool:
    """Whether heights of the cells before are of use, as where roads are burned into these."""
    if before is None or not before.panels & document.panels & {"slopes"}:
        return False
    one, other = (cast(VelocityGrid, each.grid) for each in (before, document))
    return (one.shape, one.bounds, one.crs_wkt) == (other.shape, other.bounds, other.crs_wkt)


def _stands(document: Document, start: PlacedStart, options: Options) -> bool:
    try:
        document.placed(start, options)
    except InputError:
        return False
    return True
