"""When a player may pass: whether the game is over, and won even if the opponent plays on.

Baudiš's Pachi has the question too (`pass_is_safe` in its unit tests, which `benchmarks/pachi_suites.py` asks).
"""

from functools import cached_property

from tengen.engines.endgame.groups import groups_of, liberties_of, mean_owner
from tengen.engines.endgame.judgement import Judgement
from tengen.engines.endgame.playout_judgement import judge_by_playouts
from tengen.engines.endgame.thresholds import ENDGAME
from tengen.game.color import BLACK
from tengen.game.move import Group
from tengen.game.phase import filled_part
from tengen.game.position import Position
from tengen.game.ruleset import Scoring
from tengen.game.scoring import count, owners
from tengen.game.vertex import Vertex


class Opinion:
    """A judgement of a position, made when it is first asked for and in a part of a move's time."""

    def __init__(self, position: Position, seconds: float | None) -> None:
        self.position = position
        self.seconds = seconds

    @property
    def is_due(self) -> bool:
        """Whether the board is full enough, and the time long enough, for a judgement before every move."""
        # Who counts territory may be done with half of the board empty.
        full = ENDGAME.full_of_territory if self.position.rules.scoring is Scoring.TERRITORY else ENDGAME.full
        return filled_part(self.position) > full and (self.seconds is None or self.seconds >= ENDGAME.hurried)

    @cached_property
    def judgement(self) -> Judgement:
        """Dead stones, seki and ownership."""
        if self.seconds is None:
            return judge_by_playouts(self.position)
        return judge_by_playouts(
            self.position, max(50, min(ENDGAME.judging_playouts, int(self.seconds * ENDGAME.judging_rate)))
        )


def should_pass(opinion: Opinion) -> bool:
    """Whether the opponent has just passed, and to pass as well is safe."""
    last = opinion.position.last_move
    if last is None or not last.vertex.is_pass or last.color is opinion.position.to_play:
        return False
    return pass_is_safe(opinion.position, opinion.judgement)


def pass_is_safe(position: Position, judgement: Judgement) -> bool:
    """Whether the player to move has won if he passes now, whatever the opponent may still try.

    The board must be decided, and the game won by the playouts' count and by that of the judgement. Where area
    counts, a move more costs nothing: no group may be in doubt, and all dame may go to the opponent. Where territory
    counts, it must be won with every group in doubt lost to the player.
    """
    by_area = position.rules.scoring is Scoring.AREA
    in_doubt = [group for group in groups_of(position) if _is_in_doubt(group, judgement)]
    if by_area and in_doubt:
        return False
    known = {stone for group in in_doubt for stone in group.stones}
    undecided = sum(
        abs(owner) < ENDGAME.decided_point for vertex, owner in judgement.ownership.items() if vertex not in known
    )
    if undecided > ENDGAME.most_undecided * position.size**2:
        return False  # an opponent who passes in the opening wants to see us play
    expected = sum(judgement.ownership.values()) - position.points_for_white
    sign = 1 if position.to_play is BLACK else -1
    open_points = len(_dame(position, judgement)) if by_area else 0
    margin = min(sign * judgement.score.margin, _worst_margin(position, judgement, in_doubt))
    return sign * expected > 0 and margin > open_points


def _is_in_doubt(group: Group, judgement: Judgement) -> bool:
    return abs(mean_owner(group, judgement.ownership)) < ENDGAME.sure_group and not group.stones & judgement.seki


def _worst_margin(position: Position, judgement: Judgement, in_doubt: list[Group]) -> float:
    """By how much the player to move wins if every group in doubt turns out as he does not wish."""
    mover = position.to_play
    dead = set(judgement.dead)
    for group in in_doubt:
        dead = dead | group.stones if group.color is mover else dead - group.stones
    taken_off = dead if position.rules.removes_dead else set[Vertex]()
    margin = count(position, taken_off, judgement.seki - dead).margin
    return margin if mover is BLACK else -margin


def is_settled(position: Position, judgement: Judgement, surely: float = ENDGAME.surely_owned) -> bool:
    """Whether nothing is left to gain: every point has its owner, `surely`, but for dame where they count nothing.

    A judgement lets either side begin, so what hangs on the next move has no sure owner.
    """
    if not position.rules.removes_dead:
        return False  # dead stones are still to be taken
    dame = _dame(position, judgement)
    if dame and position.rules.scoring is Scoring.AREA:
        return False
    return all(abs(judgement.ownership[vertex]) >= surely for vertex in position.vertices() if vertex not in dame)


def _dame(position: Position, judgement: Judgement) -> set[Vertex]:
    """Empty points that are nobody's, but not those of a seki."""
    owned = owners(position, judgement.dead)
    shared = liberties_of(position, judgement.seki)
    return {v for v in position.vertices() if v not in owned and v not in shared and position[v] is None}
