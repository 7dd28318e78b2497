"""How the kernel of `tiled` is laid out on a device: by geometry, on the level and on slopes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from core.errors import DeviceError
from gpu.grids.device_grid import TILE
from raster.geometry import STRAIGHT

SLOPED_BYTES = 4 * (5 * TILE * (TILE + 1) + 4 * 6 * TILE)
"""Shared memory of a warp on slopes: labels and four planes of steps, six steps over each side."""

TEAM = 2
"""Warps that settle a tile together, one for each way of a sweep."""

CROSSED_TEAM = 4
"""The same where two sweep along while two sweep across, along straight lines; see
docs/algorithms/tiled-gpu.md."""

MOST_CROSSED = 1.25
"""Fill of a device with teams of two, as `TiledLaunch.fill` has it, up to which four settle a tile
of square cells along straight lines on the level: with more, all warps are busy for most of a
solve, and four settle less than twice what two do. On an H200 that is 10,400² cells. Of other
cells, over which rows take longer, four settle a tile on grids of any size; see
docs/experiments.md."""

PLACES = (TILE + 2) * (TILE + 3)
"""Cells of a tile and its halo, rows padded by a place."""

TOLD_BYTES = {TEAM: 80, CROSSED_TEAM: 152}
"""Bytes of what the warps of a team tell each other, by how many they are."""


def _of_team(words: int, told: int) -> int:
    """Bytes of so many words and what a team tells, in whole pieces of 16."""
    return -(-(4 * words + told) // 16) * 16


LEVEL_BYTES = {
    team: (_of_team(3 * PLACES, told), _of_team(4 * PLACES, told))
    for team, told in TOLD_BYTES.items()
}
"""Shared memory of a team on the level, by its warps, of square cells and of others: labels and two
half costs or three of a tile and its halo, and what they tell each other."""

STRAIGHT_SLOPED_BYTES = (
    _of_team(4 * PLACES, TOLD_BYTES[CROSSED_TEAM]),
    _of_team(5 * PLACES, TOLD_BYTES[CROSSED_TEAM]),
)
"""The same of four on slopes, of square cells and of others: labels, heights and two half costs or
three, and what they tell each other."""

ROWS_AHEAD = 4
"""Rows of a tile whose prices, where they are kept, are on their way to a warp."""

ROW_PRICES = 13 * TILE
"""Words of the prices of a row; as in row_prices.cuh."""

KEPT_BYTES = {
    team: _of_team(team * (ROWS_AHEAD + 4 // team) * ROW_PRICES + PLACES, told)
    for team, told in TOLD_BYTES.items()
}
"""Shared memory of a team where prices along straight lines are kept, by its warps: rows of each of
them and those beyond the borders it looks after, labels of a tile and its halo, and what they tell
each other."""

LEAST_WARPS = 3
"""Warps of a block at least: the manager has one to decide, one to move tiles, one to watch."""

MOST_WARPS = 16
"""Warps of a block at most: with more, a thread would have too few registers."""

MOST_WIDE_WARPS = 18
"""The same with eight directions on the level over values of a byte, which take fewer registers."""

MOST_PRICING_WARPS = 12
"""Warps of a block at most where lines on slopes are priced as they are looked at, which takes more
registers."""

WORKERS = 8, 4, 3, 2
"""Workers of a block, in the order in which they are tried."""

WIDE_FILL = 2.0
"""Fill of a device, as `TiledLaunch.fill` has it, from which a block has WIDE_WORKERS with eight
directions on the level, over values of a byte: others take more registers than there are for so
many. On an H200 that is 16,800² cells; see docs/experiments.md."""

WIDE_WORKERS = 9, *WORKERS
"""Workers of a block, in the order in which they are tried, where a front is wide enough to keep
one more busy for most of a solve."""

WIDER = 0.45
"""Part by which buckets are wider than elsewhere where blocks have WIDE_WORKERS and a start has the
whole grid around it: more tiles are visited in vain, but all workers have one. From a corner a
front is half as long, and buckets are as they are."""

IDLE_WANTED = 0.66, 0.22, 0.05, 0.7
"""Share of the workers that are wanted idle where the front is one tile, how much less it is by the
share of the workers that the front keeps busy, and its bounds. Chosen on two terrains of 2000² to
20000², on slopes and along straight lines; see docs/experiments.md."""

IDLE_WANTED_EIGHT = 0.46, 0.22, 0.05, 0.7
"""The same with eight directions on the level, of which teams are sooner done with a tile."""


@dataclass(frozen=True)
class TiledLaunch:
    """How the kernel is laid out on a device: one block a multiprocessor."""

    blocks: int
    workers: int  # of a block; each settles a tile at a time
    team: int  # warps of a worker
    shared: int
    spare: int  # bytes of shared memory that are left
    idle: tuple[float, float, float, float]  # IDLE_WANTED, or as it is

    @classmethod
    def on(
        cls,
        device: int,
        worker_bytes: int,
        team: int,
        *,
        most_warps: int = MOST_WARPS,
        workers: tuple[int, ...] = WORKERS,
        idle: tuple[float, float, float, float] = IDLE_WANTED,
    ) -> TiledLaunch:
        """worker_bytes : of shared memory that each works in. most_warps : of a block. workers :
        of a block, as WORKERS has them."""
        import cupy

        attributes = cupy.cuda.Device(device).attributes
        table = 256 * 12
        most = attributes["MaxSharedMemoryPerBlockOptin"] - table - 8 * 1024  # the manager's own
        warps = range(LEAST_WARPS, most_warps + 1)
        fitting = (n for n in workers if n * team in warps and n * worker_bytes <= most)
        found = next(fitting, 0)
        if found == 0:
            raise DeviceError(
                f"{attributes['MaxSharedMemoryPerBlockOptin']} bytes of shared memory a block",
                where=f"GPU {device}",
                advice="This device is too small; choose the CPU.",
            )
        own = found * worker_bytes
        return cls(attributes["MultiProcessorCount"], found, team, own + table, most - own, idle)

    @property
    def warps(self) -> int:
        """Of a block."""
        return self.workers * self.team

    @property
    def wide(self) -> bool:
        """Whether a block has one worker more, as for wide fronts."""
        return self.workers == WIDE_WORKERS[0]

    @property
    def constants(self) -> dict[str, int]:
        """What the kernel is compiled for."""
        return {"WARPS": self.warps, "TEAM": self.team}

    @property
    def all_workers(self) -> int:
        """Of all blocks but the manager's."""
        return (self.blocks - 1) * self.workers

    def fill(self, tiles: int) -> float:
        """How many times a front around a grid of so many tiles would keep all workers busy."""
        found: float = 4 * float(tiles) ** 0.5 / self.all_workers
        return found

    def idle_wanted(self, tiles: int) -> int:
        """Workers that are wanted idle on a grid of so many tiles: wide fronts keep all busy with
        near tiles, narrow ones must not run ahead."""
        share, by_fill, least, most = self.idle
        found: float = min(max(share - by_fill * self.fill(tiles), least), most)
        return round(self.all_workers * found)


def launch_on(
    device: int, square: bool, geometry: str, sloped: bool, tiles: int, value_bytes: int
) -> TiledLaunch:
    """Where a tile is priced when it is visited.

    square : whether cells are. sloped : whether there are slopes. tiles : of the grid. value_bytes
        : of a cell's value, as the grid has it.
    """
    if sloped and geometry == STRAIGHT:
        own = STRAIGHT_SLOPED_BYTES[not square]
        return TiledLaunch.on(device, own, CROSSED_TEAM, most_warps=MOST_PRICING_WARPS)
    if sloped:
        return TiledLaunch.on(device, SLOPED_BYTES, 1)
    if geometry == STRAIGHT:
        by_two, by_four = (
            TiledLaunch.on(device, own[not square], team) for team, own in LEVEL_BYTES.items()
        )
        return by_two if square and by_two.fill(tiles) > MOST_CROSSED else by_four
    eight = partial(
        TiledLaunch.on, device, LEVEL_BYTES[TEAM][not square], TEAM, idle=IDLE_WANTED_EIGHT
    )
    usual = eight()
    if value_bytes > 1 or usual.fill(tiles) <= WIDE_FILL:
        return usual
    return eight(most_warps=MOST_WIDE_WARPS, workers=WIDE_WORKERS)


def kept_launch_on(device: int) -> TiledLaunch | None:
    """Where prices along straight lines on slopes are kept; None on a device too small for it."""
    for team in (CROSSED_TEAM, TEAM):  # two need less
        try:
            return TiledLaunch.on(device, KEPT_BYTES[team], team)
        except DeviceError:
            continue
    return None
