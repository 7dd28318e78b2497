"""Small road graphs on disk, opened as a user would."""

from __future__ import annotations

import json
import math
from pathlib import Path

from app.document.joined import JoinRequest
from tests.app.cli.test_joined import write_roads, write_terrain
from tests.ui.driving import Driver
from tests.ui.rasters import Rasters

LEFT, BOTTOM = -8.60, 41.15
METRES = 6371008.8 * math.pi / 180
BLOCK = 0.002  # degrees of latitude, 222 m
SIDE = 6


def corner(col: float, row: float) -> tuple[float, float]:
    """Longitude and latitude of a crossing of the town, or of a point between."""
    return LEFT + col * BLOCK / math.cos(math.radians(BOTTOM)), BOTTOM + row * BLOCK


def seconds(blocks: float, kmh: float) -> float:
    """How long some blocks take at a speed."""
    return blocks * BLOCK * METRES * 3.6 / kmh


def amount(user: Driver, col: float, row: float) -> float:
    """What the window says that it takes to a crossing of the town."""
    return user.on_roads.at(*corner(col, row)).amount


class Roads:
    """Writes files into a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def town(self, name: str = "town.geojson") -> Path:
        """Streets of 30 km/h in squares; the row at the foot is primary, the last column a path.

        5 +--+--+--+--+..+
          |  |  |  |  |  :      residential  30 km/h
          …                     primary      60 km/h
        0 +==+==+==+==+==+      path         not for cars
          0           4  5
        """
        lines = []
        for at in range(SIDE):
            kind = "primary" if at == 0 else "residential"
            lines.append(([corner(0, at), corner(SIDE - 1, at)], kind, 60 if at == 0 else 30))
            kind = "path" if at == SIDE - 1 else "residential"
            lines.append(([corner(at, 0), corner(at, SIDE - 1)], kind, 30))
        features = [
            {
                "type": "Feature",
                "geometry": {"type": "LineString", "coordinates": points},
                "properties": {"highway": kind, "maxspeed": str(limit), "oneway": "no"},
            }
            for points, kind, limit in lines
        ]
        path = self.folder / name
        path.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
        return path

    def numbers(self, name: str = "numbers.gr", positions: bool = False) -> Path:
        """Four vertices in a row, an arc each way, of cost 1000, 2000 and 3000 that mean nothing.

        1 --1000-- 2 --2000-- 3 --3000-- 4
        """
        arcs = [(k, k + 1, 1000 * k) for k in (1, 2, 3)]
        lines = [f"a {u} {v} {w}\na {v} {u} {w}" for u, v, w in arcs]
        path = self.folder / name
        path.write_text("p sp 4 6\n" + "\n".join(lines) + "\n")
        if positions:
            rows = "\n".join(f"v {k} {-73_900_000 + 1000 * k} 40700000" for k in range(1, 5))
            path.with_suffix(".co").write_text(f"p aux sp co 4\n{rows}\n")
        return path

    def broken(self, name: str = "broken.gr") -> Path:
        path = self.folder / name
        path.write_text("p sp 2 1\na 1 9 5\n")
        return path


def open_kind(user: Driver, kind: str, folder: Path) -> None:
    """Open the smallest file of a kind of document; of "nothing" none."""
    if kind == "terrain":
        user.open(Rasters(folder).geotiff())
    elif kind == "roads":
        user.open(Roads(folder).town())
    elif kind == "joined":
        terrain, roads = write_terrain(folder / "ground.tif"), write_roads(folder / "roads.gpkg")
        user.window.opener.open_joined(JoinRequest(terrain, roads))
        user.rest()
