"""The zone of a search, and its score: tuned so that the game in it is worth playing.

MoGo 2006, 3.3, derives the zone from the groups and shows in its figure 9 that it is larger, but not how. Here it is
the groups and all within some steps of them in the common fate graph, strings of both colours as a whole.

Before the search s̄0 is estimated for the zone and s̄1 for the rest of the board (`estimate.py`), in Black's points. Then

    ŝ1 = α(s̄1 + s̄0 - komi) - (s̄0 - komi)                                   (the paper's equation 2)

is what the rest counts, and a simulation that comes to s0 in the zone has the score s0 + ŝ1. If it comes to the s̄0 that
was expected, that is α of the lead that was expected on the whole board: "the score is always closer to a close game".

The whole lead is not lost: s0 + s̄1 is the margin that is told, and s̄1 - ŝ1, by which the search's score is less, is
handed to the kernels as points for White (`zone_komi`), as dynamic komi is.
"""

from collections.abc import Collection

from tengen.game.position import Position
from tengen.game.vertex import Vertex


def zone_around(position: Position, groups: Collection[Vertex], distance: int) -> frozenset[Vertex]:
    """The points of the zone around `groups`: those, and all within `distance` steps of the common fate graph."""
    stones = position.stones
    zone = newest = set(groups)
    for _ in range(distance):
        beside = {near for vertex in newest for near in vertex.neighbors(position.size)} - zone
        newest = set(beside)
        for vertex in beside:
            if vertex in stones:
                newest |= position.group(vertex).stones
        zone = zone | newest
    return frozenset(zone)


def tuned_rest(zone: float, rest: float, komi: float, tuning: float) -> float:
    """What the rest of the board counts (ŝ1): `zone` and `rest` are s̄0 and s̄1, Black's points; `tuning` is α.

    >>> tuned_rest(zone=10.0, rest=20.0, komi=6.0, tuning=1.0)
    20.0
    >>> tuned_rest(zone=10.0, rest=20.0, komi=6.0, tuning=0.0)  # then 10 in the zone is an even game
    -4.0
    """
    return tuning * (rest + zone - komi) - (zone - komi)
