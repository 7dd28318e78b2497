"""Where on the globe a map lies, and how much it stretches there."""

from __future__ import annotations

import pyproj
import pytest

from core.files.projections import scale_within, utm_epsg_at
from core.map_scale import TRUE

MERCATOR = pyproj.CRS.from_epsg(3857).to_wkt()


@pytest.mark.parametrize(
    ("longitude", "latitude", "epsg"),
    [(43.3, -11.7, 32738), (-180, 1, 32601), (180, 1, 32601), (179.9, -1, 32760), (0, 0, 32631)],
)
def test_every_place_has_its_zone(longitude: float, latitude: float, epsg: int) -> None:
    assert utm_epsg_at(longitude, latitude) == epsg


def test_web_mercator_stretches_by_the_latitude_and_what_lies_nowhere_is_taken_as_it_is() -> None:
    x, y = pyproj.Transformer.from_crs(4326, 3857, always_xy=True).transform(11, 60)
    scale = scale_within((x, y, x + 10, y + 10), MERCATOR, 1.0)
    assert scale.mean == pytest.approx(2, rel=0.01)
    assert scale_within((0, 0, 1, 1), 'LOCAL_CS["a room",UNIT["metre",1]]', 1.0) == TRUE
    assert scale_within((0, 0, 1, 1), "no CRS", 1.0) == TRUE
