"""What an engine's judgement of a position tells a search that plays by territory rules."""

from tengen.engines.groups import liberties_of
from tengen.engines.interface import Judgement
from tengen.game.position import Position
from tengen.game.scoring import count
from tengen.search.territory import Outlook

SETTLED = 0.95  # ownership of a point that needs no further move
_CLOSED = 0.8  # of one that is not fought for, though playouts may invade it now and then
_MOST_OPEN = 0.25  # of the points; with more of them open nobody knows how the game will end


def outlook_of(position: Position, judgement: Judgement) -> Outlook | None:
    """Which points are still open, and how many points of eyes in seki do not count; None if it is too early."""
    open_points = frozenset(vertex for vertex, owner in judgement.ownership.items() if abs(owner) < _CLOSED)
    in_seki = judgement.seki | liberties_of(position, judgement.seki)
    if len(open_points - in_seki) > _MOST_OPEN * position.size**2:
        return None
    with_eyes = count(position, judgement.dead).margin
    return Outlook(open_points, round(with_eyes - count(position, judgement.dead, judgement.seki).margin))
