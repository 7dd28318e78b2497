"""All readers of the program by name, each with the sound inputs that are spoiled."""

from __future__ import annotations

from tests.fuzz import (
    argument_lists,
    builder_seeds,
    kept_seeds,
    project_seeds,
    raster_seeds,
    road_seeds,
)

READERS = {
    **raster_seeds.READERS,
    **road_seeds.READERS,
    **kept_seeds.READERS,
    **builder_seeds.READERS,
    **project_seeds.READERS,
    "arguments": argument_lists.sounds,
}
