"""Cleaning up: taking the opponent's dead stones off the board, move by move, after the players did not agree.

KGS asks for it (`kgs-genmove_cleanup`): the game goes on until every dead stone is captured, and then all that is
left counts as alive. There is no hurry and nothing else to win, so a move is good if it takes liberties from a dead
group and loses nothing: no group of one's own may die of it, and no seki be broken.
"""

from tengen.engines.candidates import sensible_moves
from tengen.engines.endgame.groups import groups_of, liberties_of
from tengen.engines.endgame.judgement import Judgement
from tengen.engines.endgame.playout_judgement import judge_by_playouts
from tengen.engines.endgame.thresholds import ENDGAME
from tengen.game.position import Position
from tengen.game.scoring import empty_regions
from tengen.game.vertex import Vertex
from tengen.kernels.entry_points import is_self_atari_move


def moves_that_capture_dead(position: Position, judgement: Judgement) -> list[Vertex]:
    """Moves that go after the opponent's dead stones and lose nothing; none when all are gone.

    On their liberties, where possible. Where each of these would be self-atari, the other points around the dead
    stones come first: there the attackers get their liberties.
    """
    dead = frozenset(stone for stone in judgement.dead if position[stone] is not position.to_play)
    if not dead:
        return []
    color = int(position.to_play)
    liberties = liberties_of(position, dead)
    around = {v for region in _without(position, judgement.dead) if region & dead for v in region}
    shared = liberties_of(position, judgement.seki)
    playable = [vertex for vertex in sensible_moves(position) if vertex in around and vertex not in shared]
    calm = [vertex for vertex in playable if not is_self_atari_move(position.board, vertex.point, color)]
    for wanted in (
        [vertex for vertex in calm if vertex in liberties],
        calm,
        [vertex for vertex in playable if vertex in liberties],
    ):
        if harmless := [vertex for vertex in wanted if _loses_nothing(position, judgement, vertex)]:
            return harmless
    return []


def _without(position: Position, dead: frozenset[Vertex]) -> list[set[Vertex]]:
    """The empty regions that there are when the dead stones are gone."""
    return list(empty_regions(position, position.stones.keys() - dead))


def _loses_nothing(position: Position, judgement: Judgement, vertex: Vertex) -> bool:
    """Whether no living stone of the mover's is dead after the move; those in seki nobody has touched."""
    mover, left_out = position.to_play, judgement.dead | judgement.seki
    after = position.copy()
    after.play(vertex)
    later = judge_by_playouts(after, ENDGAME.cleanup_playouts)
    own = [group.stones for group in groups_of(position) if group.color is mover and not group.stones & left_out]
    return not any(stones & later.dead for stones in own)
