"""The colours of the light and the dark look. No Qt."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Theme:
    """Colours as #rrggbb text. Those from `canvas` on are the map's, the last ones the plots'.

    canvas : what roads lie on. sea : what a terrain lies in, and where it has no data. slow, fast :
    of ground that is not reached.
    """

    name: str
    window: str
    panel: str
    field: str
    border: str
    text: str
    muted: str
    accent: str
    accent_text: str
    accent_soft: str
    good: str
    warning: str
    error: str
    canvas: str
    sea: str
    slow: str
    fast: str
    barrier: str
    barrier_hatch: str
    isoline: str
    start: str
    start_ring: str
    path: str
    path_casing: str
    road_minor: str
    road_major: str
    road_closed: str
    road_shut: str
    road_casing: str
    rest_minor: str
    rest_major: str
    street_name: str
    place_name: str
    name_halo: str
    shadow: str
    plot: str
    plot_grid: str
    series: tuple[str, ...]

    @property
    def is_dark(self) -> bool:
        return self.name == "dark"


LIGHT = Theme(
    name="light",
    window="#f4f5f7",
    panel="#ffffff",
    field="#ffffff",
    border="#d9dde3",
    text="#1d2430",
    muted="#667085",
    accent="#2563c9",
    accent_text="#ffffff",
    accent_soft="#e3ecfb",
    good="#1a7f56",
    warning="#a15c00",
    error="#c0342b",
    canvas="#e6e9ed",
    sea="#cbdde9",
    slow="#a9a294",
    fast="#fbf9f4",
    barrier="#3b4654",
    barrier_hatch="#8494a4",
    isoline="#10151c",
    start="#e0353f",
    start_ring="#ffffff",
    path="#151b26",
    path_casing="#ffffff",
    road_minor="#b9c0ca",
    road_major="#7f8b9a",
    road_closed="#d3d8de",
    road_shut="#c2185b",
    road_casing="#8d97a4",
    rest_minor="#cdd3da",
    rest_major="#b3bcc7",
    street_name="#3b4454",
    place_name="#141a24",
    name_halo="#ffffff",
    shadow="#0b1220",
    plot="#ffffff",
    plot_grid="#d9dde3",
    series=("#2563c9", "#d9730d", "#1a7f56", "#8b4fc4", "#64748b"),
)

DARK = Theme(
    name="dark",
    window="#1b1f26",
    panel="#232830",
    field="#1b1f26",
    border="#363d48",
    text="#e7eaf0",
    muted="#98a2b3",
    accent="#6ea3f5",
    accent_text="#0d1420",
    accent_soft="#2b3a55",
    good="#4cc38a",
    warning="#f0b04a",
    error="#f2786f",
    canvas="#14171c",
    sea="#0d1319",
    slow="#3a3c3e",
    fast="#8c8b86",
    barrier="#1b2532",
    barrier_hatch="#7b8ea4",
    isoline="#0a0d12",
    start="#ff5a5f",
    start_ring="#ffffff",
    path="#ffffff",
    path_casing="#0b0f15",
    road_minor="#434b57",
    road_major="#77818f",
    road_closed="#353d49",
    road_shut="#ff5d9e",
    road_casing="#050608",
    rest_minor="#3a434f",
    rest_major="#424c59",
    street_name="#c4ccd8",
    place_name="#f4f6fa",
    name_halo="#0a0d12",
    shadow="#000000",
    plot="#1f242b",
    plot_grid="#363d48",
    series=("#6ea3f5", "#f0a35a", "#4cc38a", "#c39af0", "#98a2b3"),
)
