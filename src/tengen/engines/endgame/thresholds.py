"""The numbers by which the end of a game is judged, in one place.

Ownership is that of playouts, from -1 (White's) to 1 (Black's); thresholds are for its absolute value.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class EndgameThresholds:
    """When a point, a group or a game is clear enough."""

    # points, by their ownership
    settled_point: float = 0.95  # needs no further move
    surely_owned: float = 0.9  # nobody will fight for it
    closed_point: float = 0.8  # is not fought for, though playouts may invade it now and then
    firmly_owned: float = 0.75  # is in a large territory, which playouts invade now and then
    decided_point: float = 0.5  # has its owner

    # groups, by the mean ownership of their points
    sure_group: float = 0.6  # its fate needs no further move
    agreed_group: float = 0.5  # three of four playouts agree: not worth playing out
    dead_below: float = 0.0  # from its owner's side: the majority decides
    surely_dead_below: float = -0.6

    # boards
    most_open: float = 0.25  # of the points; with more of them open nobody knows how the game will end
    most_undecided: float = 0.15  # of the points, dame and the like, when both may pass
    most_contested: int = 20  # points, dame and the like, of a board that may be finished
    full: float = 0.5  # part of the points with a stone, from which on a game may be nearly over …
    full_of_territory: float = 0.3  # … and where territory counts

    # effort
    judging_playouts: int = 400
    judging_rate: int = 2000  # playouts of a judgement for each second allotted to a move: a fraction of the time
    hurried: float = 0.1  # seconds for a move below which nothing is judged beforehand
    cleanup_playouts: int = 100  # to see whether a move loses something
    finishing_playouts: int = 300  # to see what is still in doubt
    finishing_simulations: int = 1500  # for a move that finishes a game
    finishing_moves: int = 14

    # giving up, and passing
    believed_visits: int = 100  # of the best move, before one resigns
    believed_looks: int = 5  # the same where a network judges: its first sight is calibrated (docs/learning.md)
    fights_until: float = 0.5  # of the game, for whoever gave a handicap
    lost_below: float = 0.15  # win rate of a lost game, the same from above of a won one
    least_after_pass: int = 200  # simulations that look at a pass
    as_good: float = 0.01  # difference of win rates


ENDGAME = EndgameThresholds()
