"""What the network thinks of a position at first sight, without any search."""

from dataclasses import dataclass

import numpy as np

from tengen.game.color import BLACK
from tengen.game.position import Position
from tengen.game.vertex import PASS, Vertex
from tengen.kernels.network.inputs import GLOBALS
from tengen.kernels.network.leaves import show_leaf
from tengen.kernels.thread_record import SIMULATION
from tengen.kernels.workspace import new_works
from tengen.search.network.evaluator import last_moves, orientations_of, unseen_komi
from tengen.search.network.model import BY_DEFAULT, NetworkModel, network_model


@dataclass(frozen=True)
class FirstSight:
    """The network's opinion; win rate and margin are those of whoever is to move."""

    chances: dict[Vertex, float]  # how likely a strong player is to play each legal move, or to pass
    winrate: float
    margin: float  # points, with the komi
    deviation: float  # how far it may be off
    ownership: dict[Vertex, float]  # 1 Black's, -1 White's


def first_sight(
    position: Position, network: str = BY_DEFAULT, orientations: int = 1, first: int | None = None
) -> FirstSight | None:
    """What a network thinks of a position; None where there is none.

    `orientations` says how many of the eight ways to hold the board are looked at, and the mean is told; the `first` of
    them hangs on the position, if it is not named.

    >>> seen = first_sight(Position(19), "yes")
    >>> max(seen.chances, key=seen.chances.get) in {Vertex.parse(v) for v in ("Q16", "D4", "D16", "Q4", "R16", "Q17")}
    True
    """
    model = network_model(network)
    return None if model is None else look(position, model, orientations, first)


def look(position: Position, model: NetworkModel, orientations: int = 1, first: int | None = None) -> FirstSight:
    """The same by a network that is loaded."""
    size = position.size
    shown, told = np.empty(size * size, np.uint32), np.empty((1, GLOBALS), np.float32)
    leaf = np.zeros(1, SIMULATION)  # of a search that has not left its root
    leaf["board"] = position.board
    show_leaf(leaf, last_moves(position), float(position.points_for_white), new_works(), shown, told[0])
    turns = orientations_of(size)
    first = int(position.hash) & 7 if first is None else first
    chances, owners = np.zeros(size * size + 1), np.zeros(size * size)
    ends = np.zeros(3)
    for number in range(orientations):
        source, back = turns[(first + number) % 8]
        seen = model.run(shown[source][None], told, size)
        chances[:-1] += seen.chances[0][back]
        chances[-1] += seen.chances[0][-1]
        owners += seen.owners[0][back]
        ends += seen.winrates[0], seen.margins[0], seen.deviations[0]
    chances, owners, ends = chances / orientations, owners / orientations, ends / orientations
    vertices = [Vertex(column, row) for row in range(size) for column in range(size)]
    legal = {vertex: chances[vertex.row * size + vertex.column] for vertex in position.legal_moves() if vertex != PASS}
    legal[PASS] = chances[-1]
    total = sum(legal.values()) or 1.0
    sign = 1 if position.to_play is BLACK else -1
    margin = ends[1] + unseen_komi(-sign * float(position.points_for_white))
    return FirstSight(
        {vertex: float(chance / total) for vertex, chance in legal.items()},
        float(ends[0]),
        float(margin),
        float(ends[2]),
        dict(zip(vertices, (sign * owners).round(4).tolist(), strict=True)),
    )
