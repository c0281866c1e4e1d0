"""Who owned what at the end of a counted game: the playouts' opinion, where it agrees with the count on record."""

from dataclasses import dataclass

import numpy as np

from tengen.engines.playout_pool import PlayoutPool
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.geometry import PASS
from tengen.records.collections import CollectedGame
from tengen.search.evaluator import move_points

PLAYOUTS = 40  # of each game: at its end most is settled
_OWNED = 0.4  # how far a point's mean owner must be from nobody's
_AGREES = 2.0  # points: area and territory differ by one or two


@dataclass(frozen=True)
class FinalOwners:
    """The end of a counted game."""

    owners: np.ndarray  # int8 by row and column from A1 on: 1 Black's, -1 White's, 0 nobody's
    difference: float  # Black's margin by these less the one on record

    @property
    def agrees(self) -> bool:
        """Whether this is the count that both players agreed to."""
        return abs(self.difference) <= _AGREES


def final_owners(game: CollectedGame, pool: PlayoutPool) -> FinalOwners | None:
    """Judge the end of a game; None where it was not counted, or has a move that is not legal."""
    if game.margin is None or game.winner is None:
        return None
    position = Position(game.size, komi=game.komi)
    try:
        for point in game.moves.tolist():
            position.play(Vertex.from_point(point))
    except ValueError:
        return None
    owners = np.zeros(game.size * game.size)
    for turned in (False, True):  # half begin with the other player, so that neither has the move
        position.to_play = position.to_play.other if turned else position.to_play
        pool.begin(position, [PASS])
        pool.run(PLAYOUTS // 2)
        owners += pool.statistics()["owner"][move_points(game.size)[:-1]]
    owners /= 2 * (PLAYOUTS // 2)
    owned = (owners > _OWNED).astype(np.int8) - (owners < -_OWNED).astype(np.int8)
    recorded = game.margin if game.winner.name == "BLACK" else -game.margin
    return FinalOwners(owned, float(owned.sum()) - game.komi - recorded)
