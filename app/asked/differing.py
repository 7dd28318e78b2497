"""What differs between two questions, in one plain sentence beside their comparison."""

from __future__ import annotations

from collections.abc import Iterator

from app.asked.ground import ground, limit, starts
from app.asked.moving import directions, driving, slopes, zero_speed
from app.asked.points import Differing, Point, document_of
from app.catalog.algorithms import find
from app.solving.request import SolveRequest


def differing(a: SolveRequest, b: SolveRequest) -> Differing:
    """What two requests ask otherwise. Names and colours of starts are of no matter, and who solves
    is told though it does not change the times."""
    return Differing(
        tuple(
            point
            for found in (ground, starts, limit, directions, zero_speed, slopes, driving, solver)
            for point in found(a, b)
        )
    )


def solver(a: SolveRequest, b: SolveRequest) -> Iterator[Point]:
    """Not where each is the usual one: nobody chose them."""
    usual = [r.options.algorithm == document_of(r).usual_algorithm for r in (a, b)]
    if a.options.algorithm != b.options.algorithm and not all(usual):
        titles = (find(r.options.algorithm, document_of(r).domain).title for r in (a, b))
        yield Point("the solver", *titles)
