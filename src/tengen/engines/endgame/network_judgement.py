"""Which stones are dead by playouts and by the network together.

Playouts take a corner invasion or a large frame for open, and lose races that any player counts; the network has
learnt who owned what at the end of counted games, and knows neither nakade nor seki as well as it knows shape. The mean
of both is right more often than either (`benchmarks/counted_games.py`; docs/network.md has the figures).
"""

from tengen.engines.endgame.judgement import Judgement
from tengen.engines.endgame.playout_judgement import judge_by_ownership, judge_by_playouts
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.search.network.look import look
from tengen.search.network.model import NetworkModel

_ORIENTATIONS = 4  # of the eight, that the network looks at


def owners_by_network(position: Position, model: NetworkModel) -> dict[Vertex, float]:
    """Who owns each point, -1 White to 1 Black: the mean of either side moving next."""
    turned = position.copy()
    turned.to_play = position.to_play.other
    first, second = (look(each, model, _ORIENTATIONS).ownership for each in (position, turned))
    return {vertex: (first[vertex] + second[vertex]) / 2 for vertex in first}


def judge_by_both(position: Position, model: NetworkModel | None) -> Judgement:
    """Judge the stones of `position` as if the game ended here; by playouts alone where there is no network."""
    by_playouts = judge_by_playouts(position)
    if model is None:
        return by_playouts
    by_network = owners_by_network(position, model)
    mean = {vertex: (owner + by_network[vertex]) / 2 for vertex, owner in by_playouts.ownership.items()}
    return judge_by_ownership(position, mean)
