"""What each move is worth, by a search of the position after it.

A search for the best move looks long at good moves and leaves the others after a glance; here every
one gets its share, as somebody who wants to compare them all needs it (the thesis's program calls
its command for this `uct_evaluate`).
"""

import time
from collections.abc import Callable
from dataclasses import replace

from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.search.parameters import SearchParameters
from tengen.search.searcher import UNLIMITED, Searcher
from tengen.search.symmetry import families

LEAST_SIMULATIONS = 300  # a move
_MOST_MEMORY = 100.0  # MB


def evaluate_moves(
    position: Position,
    parameters: SearchParameters,
    simulations: int | None,
    seconds: float | None = None,
    *,
    threads: int = 1,
    seed: int = 1,
    stopped: Callable[[], bool] = lambda: False,
) -> dict[Vertex, float]:
    """The mover's win rate after each legal move but pass, best first.

    The simulations and seconds are for all moves together, whatever is used up first; each move gets
    at least `LEAST_SIMULATIONS`. When `stopped` says so, the moves not searched yet are left out; at
    least one is rated. Moves that are the same by symmetry are searched once.

    >>> rates = evaluate_moves(Position(2, komi=0.5), SearchParameters(playout="light"), 300)
    >>> [str(vertex) for vertex in rates]
    ['A1', 'A2', 'B1', 'B2']
    """
    # A tree of its own, begun afresh for each move: that of the game is left as it is. Rates are by the real komi.
    memory = min(parameters.memory, _MOST_MEMORY)
    alone = replace(parameters, memory=memory, reuse_tree=False, dynamic_komi="none")
    searcher = Searcher(alone, threads, seed)
    moves = position.legal_moves()
    alike = families(position, moves) if parameters.fold_symmetry else [[vertex] for vertex in moves]
    if simulations is None:
        simulations = 0 if seconds is None else UNLIMITED
    share = max(LEAST_SIMULATIONS, simulations // max(1, len(alike)))
    share_seconds = None if seconds is None else seconds / max(1, len(alike))
    rates: dict[Vertex, float] = {}
    try:
        for family in alike:
            if rates and stopped():
                break
            after = position.copy()
            after.play(family[0])
            rate = 1.0 - _search(searcher, after, share, share_seconds, stopped)
            rates |= dict.fromkeys(family, rate)
    finally:
        searcher.close()
    return dict(sorted(rates.items(), key=lambda item: (-item[1], item[0])))


def _search(
    searcher: Searcher,
    position: Position,
    simulations: int,
    seconds: float | None,
    stopped: Callable[[], bool],
) -> float:
    """The win rate of the player to move over all simulations from a position."""
    searcher.begin(position)
    began = time.monotonic()
    while searcher.simulations < simulations:
        done = searcher.simulations
        out_of_time = seconds is not None and done >= LEAST_SIMULATIONS and time.monotonic() - began >= seconds
        if out_of_time or (done > 0 and stopped()):
            break
        until = LEAST_SIMULATIONS if done < LEAST_SIMULATIONS else simulations
        searcher.run_slice(until - done)
    return searcher.winrate
