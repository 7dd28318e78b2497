"""Longitudes and latitudes of a CRS, and lengths and areas that are true on the ground."""

from __future__ import annotations

import math

import numpy as np
import pyproj
import pytest

from core.files.projections import globe_of


@pytest.mark.parametrize("crs", ["EPSG:4326", "EPSG:3857", "EPSG:32633", "EPSG:2263"])
def test_places_come_back_and_lengths_are_those_of_the_ground(crs: str) -> None:
    globe = globe_of(pyproj.CRS(crs).to_wkt())
    assert globe is not None
    corner = np.array([[15.0, 60.0], [15.2, 60.0], [15.2, 60.1]])
    places = globe.places(corner)
    assert globe.lon_lat(places) == pytest.approx(corner, abs=1e-7)
    east, north = 0.2 * 55_800, 0.1 * 111_420  # metres of a degree at 60° N, within some tenths %
    assert globe.length(places[:2]) == pytest.approx(east, rel=3e-3)
    assert globe.length(places) == pytest.approx(east + north, rel=3e-3)
    assert globe.area(places) == pytest.approx(east * north / 2, rel=5e-3)
    assert globe.in_degrees == (crs == "EPSG:4326")


def test_true_north_leans_where_the_grid_of_a_zone_does() -> None:
    """Two degrees east of the middle of the zone, grid north leans east of true north by two
    degrees times the sine of the latitude."""
    globe = globe_of("EPSG:32633")
    assert globe is not None
    ((x, y),) = globe.places(np.array([[17.0, 45.0]])).tolist()
    there = globe.northward(x, y)
    assert there is not None
    leans = math.degrees(math.atan2(there[0] - x, there[1] - y))
    assert leans == pytest.approx(-2 * math.sin(math.radians(45)), abs=0.01)


def test_what_lies_nowhere_has_no_globe() -> None:
    assert globe_of("") is None
    assert globe_of('LOCAL_CS["a plan",UNIT["metre",1]]') is None
