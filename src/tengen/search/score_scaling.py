"""How much of a simulation's result is its score: more as less is left to play for.

A small part of every result is the margin, so that larger wins are preferred a little (thesis 3.3).
Petr Baudiš suggests to let that part grow "in suitable situations", told by the move number or by how
many stones are unstable (thesis 7.1.1, dynamic score-value scaling). Early on the score of a playout is
mostly noise; when the board is settled it is what is left to play for, and the tree then tells a move that
gives points away from one that does not, though both win or both lose. The part is

    share = score_share + (score_share_late - score_share) · progress,

with a progress from 0 to 1 that is one number for a whole search:

    phase    how far the game has gone, by stones and moves (`game/phase.py`)
    settled  the part of the points that one player owned in most simulations of the search before; 0 in
             the first search of a game, or where too few simulations have been looked at
    advantage  how far the win rate of the search before was from even, 0 at 1/2 and 1 at 0 and 1; likewise. The
             paper on McGnuGo (section 6) proposes it as a temperature that chooses between strict results (won or
             lost) "when the situation is balanced" and differentiated ones "when in clear advantage/disadvantage"

A win by little is then worth 1 - share: a late share beyond what engines take for a decided game
(0.15 in `engines/builtin/mcts.py`) or the resignation threshold would keep them from seeing that it is one.
"""

from collections.abc import Mapping
from typing import Protocol

from tengen.game.phase import phase_of
from tengen.game.position import Position
from tengen.game.vertex import Vertex

SCALINGS = ("none", "phase", "settled", "advantage")
LEAST_SAMPLES = 50  # of simulations, before they say what is settled
_OWNED = 0.8  # mean ownership of a point that is settled


class _Shares(Protocol):
    """The parameters this is about."""

    @property
    def score_scaling(self) -> str: ...
    @property
    def score_share(self) -> float: ...
    @property
    def score_share_late(self) -> float: ...


def settled_part(ownership: Mapping[Vertex, float]) -> float:
    """The part of the points that surely have an owner.

    >>> settled_part({Vertex(0, 0): -0.9, Vertex(0, 1): 0.3, Vertex(1, 0): 1.0, Vertex(1, 1): 0.0})
    0.5
    """
    return sum(abs(owner) >= _OWNED for owner in ownership.values()) / max(1, len(ownership))


def advantage_of(winrate: float) -> float:
    """How far a win rate is from even.

    >>> advantage_of(0.5), advantage_of(0.25), advantage_of(1.0)
    (0.0, 0.5, 1.0)
    """
    return abs(2 * winrate - 1)


def score_share_for(shares: _Shares, position: Position, seen: float) -> float:
    """The score's part in the results of a search of `position`; `seen` is the progress as the search before saw it."""
    if shares.score_scaling == "none":
        return shares.score_share
    progress = phase_of(position) if shares.score_scaling == "phase" else seen
    return shares.score_share + (shares.score_share_late - shares.score_share) * progress
