"""What can be set about group mode and zone mode."""

from dataclasses import dataclass

from tengen.parameters import parameter

FROM_SIZE = 13  # points a side: on smaller boards everything is near everything
_MOGO = "MoGo 3.3"


@dataclass(frozen=True)
class GroupModeParameters:
    """The settings of group mode and zone mode, a part of those of the search."""

    group_mode: bool = parameter(
        False,
        help="Search only moves in the groups of the last two moves, on boards from 13x13 on; see "
        "docs/groups-and-zones.md",
        source=_MOGO,
    )
    group_distance: int = parameter(
        3,
        unit="steps",
        help="In the common fate graph, how near empty points and strings must be to belong to a group",
        minimum=1,
        maximum=19,
        source=_MOGO,
    )
    group_least: int = parameter(
        20,
        unit="moves",
        help="If the groups offer fewer, the whole board is searched",
        minimum=1,
        maximum=361,
    )
    zone_mode: bool = parameter(
        False,
        help="With group_mode: playouts are played in a zone around the groups, and the score is tuned towards a close "
        "game",
        source=_MOGO,
    )
    zone_distance: int = parameter(
        3,
        unit="steps",
        help="In the common fate graph, how far the zone reaches beyond the groups",
        minimum=0,
        maximum=38,
        source=_MOGO,
    )
    zone_most: float = parameter(
        0.75,
        unit="part of the board",
        help="Where the zone would be larger, playouts are played on the whole board",
        minimum=0,
        maximum=1,
    )
    zone_simulations: int = parameter(
        5000,
        unit="playouts",
        help="Before a search, on the whole board and as many in the zone, for what zone and rest are worth; with a "
        "clock for at most a fifth of the time",
        minimum=1,
        maximum=10_000_000,
        source=_MOGO,
    )
    zone_tuning: float = parameter(
        0.5,
        help="What part of the estimated lead stays in the score of a zone (the paper's α, which it does not tell)",
        minimum=0,
        maximum=1,
        source=_MOGO,
    )
