"""What an engine's judgement of a position tells a search that plays by territory rules."""

from tengen.engines.endgame.groups import liberties_of
from tengen.engines.endgame.judgement import Judgement
from tengen.engines.endgame.passing import Opinion
from tengen.engines.endgame.playout_judgement import judge_by_playouts
from tengen.engines.endgame.thresholds import ENDGAME
from tengen.game.position import Position
from tengen.game.ruleset import Scoring
from tengen.game.scoring import count
from tengen.search.territory import Outlook

_JUDGING_SHARE = 25  # of the playouts one in so many goes into looking for the end of a game of territory
_FEWEST_JUDGED = 20


def outlook_of(position: Position, judgement: Judgement) -> Outlook | None:
    """Which points are still open, and how many points of eyes in seki do not count; None if it is too early."""
    open_points = frozenset(
        vertex for vertex, owner in judgement.ownership.items() if abs(owner) < ENDGAME.closed_point
    )
    in_seki = judgement.seki | liberties_of(position, judgement.seki)
    if len(open_points - in_seki) > ENDGAME.most_open * position.size**2:
        return None
    with_eyes = count(position, judgement.dead).margin
    return Outlook(open_points, round(with_eyes - count(position, judgement.dead, judgement.seki).margin))


def outlook_for_search(position: Position, playouts: int | None) -> Outlook | None:
    """What a search by territory rules needs to know of the end of the game, in a small part of its `playouts`."""
    if position.rules.scoring is not Scoring.TERRITORY or not Opinion(position, None).is_due:
        return None
    wanted = ENDGAME.judging_playouts if playouts is None else playouts // _JUDGING_SHARE
    judgement = judge_by_playouts(position, min(ENDGAME.judging_playouts, max(_FEWEST_JUDGED, wanted)))
    return outlook_of(position, judgement)
