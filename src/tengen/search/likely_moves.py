"""What a strong player would play, by the learnt weights alone: a look at the board without any search.

>>> from tengen.game.position import Position
>>> moves = likely_moves(Position(9))
>>> round(sum(chance for _, chance in moves), 6)
1.0
"""

import numpy as np

from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.geometry import POINTS
from tengen.kernels.learnt.strengths import measure_chances
from tengen.kernels.workspace import new_works
from tengen.search.learnt_weights import YES, LearntWeights, learnt_weights


def likely_moves(position: Position, weights: LearntWeights | str = YES) -> list[tuple[Vertex, float]]:
    """The moves of whoever is to play, each with its chance to be what a strong player plays, likeliest first.

    `weights` are those of a setting `patterns`: yes, no or a file. Own eyes and what the rules forbid are left out; a
    pass is not considered. An empty list: nothing sensible is left.
    """
    learnt = learnt_weights(weights) if isinstance(weights, str) else weights
    chances = np.zeros(POINTS)
    measure_chances(position.board, new_works(), *learnt.of(position.size), chances)
    order = np.argsort(-chances, kind="stable")
    found = [(Vertex.from_point(int(point)), float(chances[point])) for point in order if chances[point] > 0]
    allowed = [(vertex, chance) for vertex, chance in found if position.is_legal(vertex)]
    total = sum(chance for _, chance in allowed)
    return [(vertex, chance / total) for vertex, chance in allowed]
