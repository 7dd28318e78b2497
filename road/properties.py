"""What an arc can be: road classes, surfaces, vehicles, flags, turns. Caches store the codes."""

from __future__ import annotations

from enum import IntEnum, IntFlag


class RoadClass(IntEnum):
    """The `highway` tag of OpenStreetMap by its standard values; links follow their road."""

    UNKNOWN = 0
    MOTORWAY = 1
    MOTORWAY_LINK = 2
    TRUNK = 3
    TRUNK_LINK = 4
    PRIMARY = 5
    PRIMARY_LINK = 6
    SECONDARY = 7
    SECONDARY_LINK = 8
    TERTIARY = 9
    TERTIARY_LINK = 10
    UNCLASSIFIED = 11
    RESIDENTIAL = 12
    LIVING_STREET = 13
    SERVICE = 14
    TRACK = 15
    PEDESTRIAN = 16
    CYCLEWAY = 17
    BRIDLEWAY = 18
    FOOTWAY = 19
    PATH = 20
    STEPS = 21
    FERRY = 22


class Surface(IntEnum):
    """How the ground is, by groups of OpenStreetMap's `surface` values."""

    UNKNOWN = 0
    PAVED = 1
    COBBLES = 2
    COMPACTED = 3
    GRAVEL = 4
    EARTH = 5
    SAND = 6
    MUD = 7


class Vehicle(IntFlag):
    """Who may use an arc, as bits."""

    NONE = 0
    CAR = 1
    BICYCLE = 2
    FOOT = 4
    OFFROAD = 8  # four-wheel drive
    TRUCK = 16
    BUS = 32


class Flag(IntFlag):
    """What else is known of an arc, as bits."""

    NONE = 0
    TOLL = 1
    BRIDGE = 2
    TUNNEL = 4
    ROUNDABOUT = 8
    FERRY = 16
    URBAN = 32
    PRIVATE = 64  # access only for residents, deliveries, customers


class Turn(IntEnum):
    """Kinds of turns from one arc into the next; `road.turns` tells finer ones apart."""

    STRAIGHT = 0
    LEFT = 1
    RIGHT = 2
    U_TURN = 3


class ArcEnd(IntEnum):
    """What makes one wait at the end of an arc, in its direction."""

    NONE = 0
    SIGNALS = 1
    STOP = 2
    GIVE_WAY = 3
    LARGER_ROAD = 4  # met without a sign
    GATE = 5
    LANDING = 6  # of a ferry


class Layer(IntEnum):
    """What a rule of an arc is about; where one of them closes it, it is closed."""

    ACCESS = 0
    DIRECTION = 1
    SIZE = 2


class Access(IntEnum):
    """What a tag, or a rule, says of a kind of vehicle; the greater is the more welcoming."""

    SILENT = -1
    NO = 0
    PRIVATE = 1
    YES = 2
