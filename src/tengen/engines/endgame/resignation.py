"""When to give up: not because a handicap was large, nor because the search played for a harder or easier win.

The win rate of the tree is that under the dynamic komi (`search/dynamic_komi`). When we give points it is low
though the game is won, so the real komi has its say too; when we take points it is near even for as long as there is
hope, which is why they end at 95 % of the game (Baudiš 2011, 5.2). Whoever gives a handicap has the whole
game to catch up and begins it far behind: he fights on until half of it is over.
"""

from tengen.engines.endgame.thresholds import ENDGAME
from tengen.game.color import WHITE
from tengen.game.phase import phase_of
from tengen.game.position import Position
from tengen.search.report import SearchedMove


def is_hopeless(position: Position, best: SearchedMove, below: float, judged: bool = False) -> bool:
    """Whether the mover should resign, as his best move wins less often than `below`.

    Where a network has judged the leaves, a few visits are enough to believe it.

    >>> from tengen.game.vertex import PASS
    >>> best = SearchedMove(PASS, visits=900, winrate=0.03)
    >>> is_hopeless(Position(9), best, 0.1)
    True
    >>> giving = Position(9, komi=0.5)
    >>> giving.give_handicap(["C3", "G7", "C7", "G3"])
    >>> is_hopeless(giving, best, 0.1)
    False
    """
    believed = ENDGAME.believed_looks if judged else ENDGAME.believed_visits
    if best.visits <= believed or max(best.winrate, best.value) >= below:
        return False
    return not is_catching_up(position)


def is_catching_up(position: Position) -> bool:
    """Whether the mover gave a handicap and has had too little of the game yet to make it good."""
    gives_handicap = position.handicap > 1 and position.to_play is WHITE
    return gives_handicap and phase_of(position) < ENDGAME.fights_until
