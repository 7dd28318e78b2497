"""Keeps contracted roads up with their costs: beside other work, once a slider rests."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from app.catalog.algorithms import choose_backend, find
from app.document.document import Document
from app.editing.session import Change, Session
from app.solving.jobs import Task
from app.solving.one_solve import made_ready
from app.solving.request import SolveRequest
from app.solving.result import Result
from app.starts import on
from core.cancel import Cancel
from core.errors import InputError, IsofrontError
from core.progress import Progress
from ui.bridge import Bridge
from ui.texts import of_catalogue


class Contracting(QObject):
    """What is known of the roads' contraction, where the chosen algorithm sets out from one.

    What was just opened or chosen is waited for. Once costs have moved it is not
    (`app.solving.contracting` says who answers then): the roads are contracted beside other work,
    and solved once more when they are. What is stopped is begun again when it is asked for, or when
    costs move the next time.
    """

    changed = Signal()  # `running` or `stopped` did
    was_stopped = Signal()  # by the user, who may want it after all
    failed = Signal(object)  # IsofrontError

    def __init__(
        self, session: Session, bridge: Bridge, solve: Callable[[], None], parent: QObject
    ) -> None:
        """solve : what asks for the newest result once more."""
        super().__init__(parent)
        self._session, self._bridge, self._solve = session, bridge, solve
        self._awaited: Document | None = None  # driven so, it is waited for
        self._stopped: Document | None = None
        self._contracted: Document | None = None  # driven so, it was solved by its contraction
        self._task: Task | None = None
        bridge.cancelled.connect(self._stop)

    @property
    def patient(self) -> bool:
        """Whether a solve waits for the contraction, however long it takes."""
        return self._session.document is self._awaited

    @property
    def running(self) -> bool:
        return self._task is not None

    @property
    def stopped(self) -> bool:
        """Whether it waits for the user's word."""
        return self._stopped is not None and self._stopped is self._session.document

    def follow(self, change: Change) -> None:
        """Whatever was contracted for what is no more is given up."""
        if change & (Change.DOCUMENT | Change.METRIC | Change.OPTIONS):
            self._give_up()
        if change & Change.DOCUMENT or (change & Change.OPTIONS and not change & Change.METRIC):
            self._awaited = self._session.document

    def after(self, result: Result) -> None:
        """Begin where a result asks for it."""
        if result.contraction is not None:
            self._contracted = self._session.document
        if result.stale and not self.running and not self.stopped:
            self.begin()

    def begin(self) -> None:
        """Contract for the costs as they are now."""
        document = self._session.document
        if self.running or document is None or not on(self._session.starts):
            return
        try:
            request = self._session.request()
        except InputError as error:
            self.failed.emit(error)
            return
        options = request.options
        row = find(options.algorithm, document.domain)
        if choose_backend(row, options.backend, options.device) == "gpu":
            # A device contracts sooner than it is sent what is kept, and for who solves alone.
            self._done(document)
            return
        answers = of_catalogue(find(document.usual_algorithm, document.domain).title)
        title = self.tr("Contracting the roads ({answers} answers meanwhile)")
        self._stopped = None
        self._task = self._bridge.run(
            title.format(answers=answers),
            partial(_contracted, request),
            lambda _none: self._done(document),
            self._failed,
        )
        self.changed.emit()

    def _done(self, document: Document) -> None:
        self._task = self._stopped = None
        self._awaited = document
        self.changed.emit()
        if document is self._session.document:
            self._solve()

    def _failed(self, error: IsofrontError) -> None:
        self._rest()
        self.failed.emit(error)

    def _stop(self) -> None:
        if self.running:
            self._rest()
            self.was_stopped.emit()

    def _rest(self) -> None:
        """Until the user asks for it, or costs move."""
        self._task, self._stopped = None, self._session.document
        self.changed.emit()

    def give_way(self) -> None:
        """A solve was stopped before it began: where it waited for the contraction, others are not
        to wait for it again."""
        document = self._session.document
        if document is None or self.running or self.stopped or not self._session.starts:
            return
        if document is self._contracted:
            return
        if find(self._session.options.algorithm, document.domain).contracts:
            self._awaited = None
            self._rest()
            self.was_stopped.emit()

    def _give_up(self) -> None:
        if self._task is not None:
            self._bridge.abandon(self._task)
            self._task = None
            self.changed.emit()


def _contracted(request: SolveRequest, progress: Progress, cancel: Cancel) -> None:
    """Told by the title of the work, whatever step of it runs."""
    made_ready(request, lambda fraction, _label: progress(fraction, ""), cancel)
