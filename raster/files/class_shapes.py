"""Classes of cells as polygons along the edges of the cells."""

from __future__ import annotations

from typing import Any

import numpy as np
import rasterio
import rasterio.features
import shapely
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from raster.grid import VelocityGrid


def class_polygons(
    grid: VelocityGrid,
    classes: NDArray[np.signedinteger[Any]],
    count: int,
    cancel: Cancel = NEVER,
) -> NDArray[np.object_]:
    """A MultiPolygon for each class from 0 to `count`, in CRS units; empty where it has no cell.

    classes : (rows, cols), below 0 for none. Neighbours have their borders in common to the bit;
    cells that touch at a corner alone are apart. Raises CancelledError.
    """
    transform = rasterio.Affine(grid.cell_x, 0, grid.left, 0, -grid.cell_y, grid.top)
    # GDAL knows no signed bytes in every version.
    wide = classes if classes.dtype != np.int8 else classes.astype(np.int16)
    parts: list[list[Any]] = [[] for _ in range(count)]
    for shape, number in rasterio.features.shapes(
        wide, mask=wide >= 0, connectivity=4, transform=transform
    ):
        cancel.check("the export")
        shell, *holes = shape["coordinates"]
        parts[int(number)].append(shapely.Polygon(shell, holes))
    found = np.empty(count, np.object_)
    found[:] = [shapely.MultiPolygon(some) for some in parts]
    return found
