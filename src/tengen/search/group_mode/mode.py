"""Group mode and zone mode in a search: what it is held to, what becomes of its tree, and what the kernels are told.

**Where the mode stands aside** the whole board is searched as if it were off: on boards below 13x13, before the first
move, after a pass (then the question is whether the game is over), where a region was asked for, and where too few of
the moves that may be tried are in the groups: what was fought about is settled then, the next large move is elsewhere.

**The tree** of the search before is kept while its nodes have the moves that are wanted now: in the same position, and
after moves that have left the set of points as it was. Otherwise the search begins with an empty one. With a zone it is
kept in the same position alone, since its results are tuned by another estimate.

**A pass** in the tree says: the next move is elsewhere. Two of them do not end the game, it is played out
(`kernels/tree/play.py`). Which move that is the engine finds out by searching the whole board.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Any

import numpy as np

from tengen.game.color import Color
from tengen.game.position import Position
from tengen.game.vertex import PASS, Vertex
from tengen.search.group_mode.groups import recent_groups
from tengen.search.group_mode.parameters import FROM_SIZE, GroupModeParameters
from tengen.search.group_mode.zone import tuned_rest, zone_around
from tengen.search.region import MOST_DEPTH, Region
from tengen.search.territory import point_flags

Array = np.ndarray[Any, Any]


def searched_groups(
    parameters: GroupModeParameters, position: Position, moves: Collection[Vertex] | None
) -> frozenset[Vertex]:
    """The points that a search of `position` is held to, none if to none; `moves` may be tried, all if None."""
    last = position.last_move
    if not parameters.group_mode or position.size < FROM_SIZE or last is None or last.vertex.is_pass:
        return frozenset()
    groups = recent_groups(position, parameters.group_distance)
    tried = [vertex for vertex in (position.legal_moves() if moves is None else moves) if not vertex.is_pass]
    inside = sum(vertex in groups for vertex in tried)
    return groups if parameters.group_least <= inside < len(tried) else frozenset()


def regions_of(groups: frozenset[Vertex]) -> tuple[Region, ...]:
    """The regions that hold both colours to the groups however far from the root; a pass is allowed."""
    if not groups:
        return ()
    return tuple(Region(color, groups | {PASS}, MOST_DEPTH, allow=True) for color in Color)


class GroupMode:
    """What the search under way is held to."""

    def __init__(self, parameters: GroupModeParameters) -> None:
        self.parameters = parameters
        self.groups: frozenset[Vertex] = frozenset()  # none: the whole board is searched
        self.zone: frozenset[Vertex] = frozenset()  # none: playouts go everywhere
        self.needs_new_tree = False
        self._owners: Array | None = None  # by playouts before the search
        self._in_zone = 0.0  # Black's points by those that keep to the zone

    def begin(
        self, position: Position, moves: Collection[Vertex] | None, regions: Sequence[Region], *, same: bool, used: bool
    ) -> Sequence[Region]:
        """A search of `position` begins, the `same` as before or another; the regions that it is held to.

        Those that were asked for go before; and if it is not to be `used`, so does the whole board.
        """
        stands_aside = bool(regions) or not used
        self.groups = frozenset() if stands_aside else searched_groups(self.parameters, position, moves)
        before, self.zone = self.zone, self._zone_of(position)
        self.needs_new_tree = bool(before or self.zone) and not (same and before == self.zone)
        if self.needs_new_tree:
            self._owners = None
        return regions or regions_of(self.groups)

    def _zone_of(self, position: Position) -> frozenset[Vertex]:
        if not self.groups or not self.parameters.zone_mode:
            return frozenset()
        zone = zone_around(position, self.groups, self.parameters.zone_distance)
        return zone if len(zone) <= self.parameters.zone_most * position.size**2 else frozenset()

    def write_to(self, root: Array, estimate: Callable[[int], Array]) -> None:
        """Tell the kernels; `estimate` plays so many playouts by the root's policy and tells who owned what."""
        settings, policy = root["settings"], root["policy"]
        settings["in_groups"] = bool(self.groups)
        if not self.zone:
            return
        flags = point_flags(self.zone)
        owners = self._owners if self._owners is not None else estimate(self.parameters.zone_simulations)
        policy["has_zone"], policy["zone"] = 1, flags
        if self._owners is None:
            self._owners = owners
            self._in_zone = float(estimate(self.parameters.zone_simulations)[flags == 1].sum())
        outside = float(owners.sum()) - self._in_zone
        komi = float(settings["komi"][0] + settings["stones_ahead"][0])
        policy["outside_score"] = outside
        settings["zone_komi"] = outside - tuned_rest(self._in_zone, outside, komi, self.parameters.zone_tuning)

    def with_outside(self, ownership: dict[Vertex, float]) -> dict[Vertex, float]:
        """The owners of all points, those beyond the zone by the playouts before the search: later ones left them."""
        if self._owners is None or not self.zone:
            return ownership
        owners = self._owners.round(4).tolist()
        return {vertex: own if vertex in self.zone else owners[vertex.point] for vertex, own in ownership.items()}
