"""`isofront route`: to who answers it, by what the file holds."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from functools import partial

from app.cli.foreground import Foreground
from app.cli.kinds import kind_of
from app.cli.options.option import BURNED, COMBINED, ROADS, TERRAIN
from app.cli.window import WindowService


def route(arguments: Namespace, foreground: Foreground, window: WindowService) -> int:
    """Find the way and print it. Raises InputError."""
    return _ROUTES[kind_of(arguments)](arguments, foreground, window)


def _on_roads(arguments: Namespace, foreground: Foreground, window: WindowService) -> int:
    from app.cli.roads.route import route as on_roads  # loads the road solvers

    return on_roads(arguments, foreground, window)


def _on_ground(kind: str, arguments: Namespace, foreground: Foreground, _: WindowService) -> int:
    from app.cli.paths.on_cells import route as on_cells

    return on_cells(arguments, kind, foreground)


_ROUTES: dict[str, Callable[[Namespace, Foreground, WindowService], int]] = {
    ROADS: _on_roads,
    **{kind: partial(_on_ground, kind) for kind in (TERRAIN, COMBINED, BURNED)},
}
"""Functions that answer, by what a file holds and how roads are joined with it."""
