"""What each move is worth, by a search of the position after it.

A search for the best move looks long at good moves and leaves the others after a glance; here every
one gets its share, as somebody who wants to compare them all needs it (the thesis's program calls
its command for this `uct_evaluate`).
"""

import time
from collections.abc import Callable

from tengen.engines.interface import Engine
from tengen.engines.request import Limit, SearchRequest
from tengen.engines.thinking_engine import limits_of
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.search.symmetry import families

LEAST_PLAYOUTS = 300  # a move
LEAST_EVALUATIONS = 10  # a move, by a network: 300 of them would take minutes on 19x19


def evaluate_moves(engine: Engine, position: Position, limit: Limit | None = None) -> dict[Vertex, float]:
    """The mover's win rate after each legal move but pass, best first.

    The playouts and seconds of the limit, or else of the engine, are for all moves together, whatever is used up
    first; each move gets at least `LEAST_PLAYOUTS`, or `LEAST_EVALUATIONS` by a network. When the engine is told to
    stop, the moves not searched yet are left out; at least one is rated. Moves that are the same by symmetry are
    searched once. What the engine knows of its game stays.

    >>> from tengen.engines.registry import create_engine
    >>> with create_engine("mcts", playouts=300, seed=1) as engine:
    ...     rates = evaluate_moves(engine, Position(2, komi=0.5))
    >>> [str(vertex) for vertex in rates]
    ['A1', 'A2', 'B1', 'B2']
    """
    engine.stop_pondering()
    playouts, allotment = limits_of(engine.options, position, limit or Limit())
    moves = position.legal_moves()
    folds = engine.settings().get("fold_symmetry", True)
    alike = families(position, moves) if folds else [[vertex] for vertex in moves]
    least = LEAST_EVALUATIONS if engine.asks_network(position.size) else LEAST_PLAYOUTS
    share = None if playouts is None else max(least, playouts // max(1, len(alike)))
    seconds = None if allotment is None else allotment.desired / max(1, len(alike))
    rates: dict[Vertex, float] = {}
    with engine.apart() as helper:
        for family in alike:
            if rates and engine.is_stopping:
                break
            after = position.copy()
            after.play(family[0])
            rate = _winrate(helper, after, share, seconds, least, lambda: engine.is_stopping)
            rates |= dict.fromkeys(family, 1.0 - rate)
    engine.resume()
    return dict(sorted(rates.items(), key=lambda item: (-item[1], item[0])))


def _winrate(
    helper: Engine,
    position: Position,
    playouts: int | None,
    seconds: float | None,
    least: int,
    stop: Callable[[], bool],
) -> float:
    """How often the player to move wins, by a search of so many playouts or, after the `least`, so many seconds."""
    if seconds is None:
        return helper.search(SearchRequest(position, Limit(playouts), stop=stop)).mean_winrate
    began = time.monotonic()
    found = helper.search(SearchRequest(position, Limit(least), stop=stop))
    left = seconds - (time.monotonic() - began)
    if left > 0.001 and playouts != least and not stop():
        more = None if playouts is None else playouts - least
        found = helper.search(SearchRequest(position, Limit(more, left), stop=stop))
    return found.mean_winrate
