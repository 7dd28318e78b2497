"""Names of the sample's places and streets: made up, and the same every time."""

from __future__ import annotations

import numpy as np

HARBOURS = (
    "Ember Haven",
    "Kelport",
    "Saltmouth",
    "Tern Bay",
    "Osprey Quay",
    "Duneport",
    "Lowhaven",
)
MARKETS = ("Thornmarket", "Alderford", "Millbridge", "Hollowdale", "Linfield", "Stonewick")
FIRST = (
    "Ash", "Barley", "Birch", "Black", "Bramble", "Cold", "Cress", "Dun", "Elm", "Fern", "Fox",
    "Gorse", "Hart", "Hazel", "Heron", "Larch", "Mallow", "Mead", "Nettle", "Oat", "Otter", "Pine",
    "Raven", "Reed", "Rowan", "Rush", "Sorrel", "Thistle", "Wether", "Willow", "Wren", "Yarrow",
)  # fmt: skip
LAST = (
    "by", "combe", "cote", "dean", "field", "ford", "gate", "ham", "hill", "holm", "ley", "ness",
    "side", "stead", "thorpe", "ton", "wick", "wold",
)  # fmt: skip
STREETS = (
    "Anchor", "Baker", "Beacon", "Bell", "Bridge", "Castle", "Chapel", "Cherry", "Church",
    "Clover", "Cooper", "Fisher", "Garden", "Gull", "Harbour", "Heather", "Juniper", "Lantern",
    "Linden", "Maple", "Market", "Mill", "Oak", "Orchard", "Plover", "Potter", "Rope", "Sail",
    "School", "Smith", "Spring", "Station", "Tanner", "Tower", "Weaver", "Well",
)  # fmt: skip
KINDS = ("Street", "Street", "Lane", "Row", "Walk")


def place_names(towns: int, hamlets: int, seed: int) -> list[str]:
    """One for each of the towns, harbours first, and hamlets."""
    random = np.random.default_rng(seed + 50)
    big = (*HARBOURS, *MARKETS)[:towns]
    firsts = [FIRST[k % len(FIRST)] for k in random.permutation(len(FIRST) * 3)]
    lasts = [LAST[int(k)] for k in random.integers(len(LAST), size=len(FIRST) * 3)]
    small = dict.fromkeys(first + last for first, last in zip(firsts, lasts, strict=True))
    return [*big, *list(small)[:hamlets]]


def street_names(count: int, random: np.random.Generator) -> list[str]:
    """So many names for the streets of one place; none twice while they last."""
    order = random.permutation(len(STREETS))
    kinds = random.integers(len(KINDS), size=count)
    return [f"{STREETS[order[k % len(order)]]} {KINDS[kinds[k]]}" for k in range(count)]
