"""Which stones are dead when the game is over: the opinion of playouts, and of proof.

Groups that Benson's theorem calls alive are alive, and what stands in the territory of
such groups is dead. Of the others, playouts tell who owns their points at the end. A group in
doubt lives if it would then be in seki (`seki.py`). This takes a part of a move's time and serves
while a game goes on; `finishing.py` thinks about what is left in doubt at the very end.
"""

import numpy as np

from tengen.engines.endgame.groups import groups_of, mean_owner
from tengen.engines.endgame.judgement import Judgement
from tengen.engines.endgame.seki import seki_stones, surrounded_by_bent_four
from tengen.engines.endgame.thresholds import ENDGAME
from tengen.engines.playout_pool import PlayoutPool, Statistics
from tengen.game.color import Color
from tengen.game.life import unconditional_life
from tengen.game.position import Position
from tengen.game.ruleset import Scoring
from tengen.game.vertex import Vertex
from tengen.kernels.geometry import PASS


def ownership_of(position: Position, statistics: Statistics) -> dict[Vertex, float]:
    """The mean owner of every point over the playouts, -1 White's to 1 Black's."""
    playouts = max(1, int(np.sum(statistics["visits"])))
    owners = statistics["owner"] / playouts
    return {vertex: round(float(owners[vertex.point]), 4) for vertex in position.vertices()}


def judge_by_playouts(position: Position, playouts: int = ENDGAME.judging_playouts) -> Judgement:
    """Judge the stones of `position` as if the game ended here.

    The playouts depend on the position alone: asked twice, the answer is the same, and
    asking does not change the moves of an engine.
    """
    pool = PlayoutPool(1, position.hash, "moggy")
    pool.begin(position, [PASS])
    pool.run(playouts // 2)
    first = pool.statistics()
    # Half of the playouts begin with the other player, so that neither has the move.
    turned = position.copy()
    turned.to_play = position.to_play.other
    pool.begin(turned, [PASS])
    pool.run(playouts // 2)
    second = pool.statistics()
    for name in ("visits", "owner"):
        first[name] += second[name]
    return judge_by_ownership(position, ownership_of(position, first))


def judge_by_ownership(position: Position, ownership: dict[Vertex, float]) -> Judgement:
    """Judge the stones of `position` given who tends to own each point."""
    proven = {color: unconditional_life(position, color) for color in Color}
    dead: set[Vertex] = set()
    doubtful: set[Vertex] = set()
    for group in groups_of(position):
        if group.stones & proven[group.color].stones:
            continue
        mean = mean_owner(group, ownership)
        if group.stones & proven[group.color.other].territory or mean < ENDGAME.dead_below:
            dead |= group.stones
            if mean > ENDGAME.surely_dead_below:
                doubtful |= group.stones
    if position.rules.scoring is Scoring.TERRITORY:
        for group, around in surrounded_by_bent_four(position, dead):
            dead = (dead | around) - group.stones
            doubtful -= around
    # Playouts do not understand seki and kill one side or the other about as often: where
    # a doubtful group would be in seki if it were alive, it is.
    rescued = doubtful & seki_stones(position, dead - doubtful)
    seki = seki_stones(position, dead - rescued)
    dead -= rescued & seki
    return Judgement.of(position, frozenset(dead), seki, ownership)
