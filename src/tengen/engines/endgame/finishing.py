"""Judging a finished game with thought: what is still in doubt is played out.

Playouts tell quickly who owns most of a finished board, but not who wins a race to capture, whether a nakade
kills, or who gets the last ko. There somebody has to think: from the player to move on, both sides play by a
short search for each move, on the points in doubt alone, until both pass. So that every point matters, however
the game stands, the searches are given the komi with which it is even. GNU Go finishes games too before it counts
them, and so do players who cannot agree.

The searches are seeded by the position and have a fixed length: the answer is always the same.
"""

from dataclasses import dataclass
from functools import cached_property

from tengen.engines.candidates import sensible_moves
from tengen.engines.endgame.groups import groups_of, mean_owner
from tengen.engines.endgame.judgement import Judgement
from tengen.engines.endgame.playout_judgement import judge_by_playouts
from tengen.engines.endgame.seki import bent_four_stones, fatal_in_seki, seki_stones
from tengen.engines.endgame.thresholds import ENDGAME
from tengen.game.color import BLACK, Color
from tengen.game.position import Position
from tengen.game.ruleset import Scoring
from tengen.game.scoring import Score, empty_regions, owners
from tengen.game.vertex import PASS, Vertex
from tengen.search.parameters import SearchParameters
from tengen.search.searcher import Searcher

_MEMORY = 8.0  # MB, more than such a search needs
_EVEN = 0.5  # win rate


def judge_to_the_end(position: Position, quick: Judgement | None = None) -> Judgement:
    """Judge the stones of `position`, playing out what a `quick` judgement leaves in doubt; asked twice, the same.

    Without one that is the judgement by playouts.
    """
    quick = quick or judge_by_playouts(position)
    doubts = Doubts(position, quick)
    open_border = is_border_open(position, quick.dead)
    if not doubts.groups and not open_border:
        return quick
    owner = _play_to_the_end(position, doubts)
    dead = set(doubts.surely_dead)
    for stones in doubts.groups:
        color = position[min(stones)]
        lost = sum(owner.get(stone, color) is not color for stone in stones)
        if 2 * lost > len(stones):
            dead |= stones
    judgement = Judgement.of(position, frozenset(dead), seki_stones(position, dead), quick.ownership)
    rules = position.rules
    if rules.scoring is Scoring.AREA and rules.removes_dead and is_border_open(position, judgement.dead):
        # Taking the dead off would leave a gap between the two sides; it was closed while playing on.
        black = sum(color is BLACK for color in owner.values())
        return Judgement(
            judgement.dead,
            judgement.seki,
            Score(black, len(owner) - black + position.points_for_white),
            quick.ownership,
        )
    return judgement


@dataclass(frozen=True)
class Doubts:
    """What a judgement by playouts is not sure of."""

    position: Position
    judgement: Judgement

    @cached_property
    def _bent_fours(self) -> frozenset[Vertex]:
        """Stones in and around bent fours: whose fate is a matter of rules by territory, and of a ko by area."""
        return bent_four_stones(self.position, set(self.judgement.dead))

    @cached_property
    def groups(self) -> list[frozenset[Vertex]]:
        """The groups that may live or die."""
        by_area = self.position.rules.scoring is Scoring.AREA
        found = []
        for group in groups_of(self.position):
            if group.stones & self._bent_fours:
                unclear = by_area
            else:
                unclear = abs(mean_owner(group, self.judgement.ownership)) < ENDGAME.agreed_group
            if unclear:
                found.append(group.stones)
        return found

    @property
    def surely_dead(self) -> frozenset[Vertex]:
        """Dead stones without those in doubt."""
        return self.judgement.dead - {stone for stones in self.groups for stone in stones}


def is_border_open(position: Position, dead: frozenset[Vertex]) -> bool:
    """Whether some of the dead stones stand between the two sides: taken off, they leave a region of both."""
    living = position.stones.keys() - dead
    for region in empty_regions(position, living):
        around = {position[n] for v in region for n in v.neighbors(position.size) if n in living}
        if len(around) == 2 and region & dead:
            return True
    return False


def _play_to_the_end(position: Position, doubts: Doubts) -> dict[Vertex, Color]:
    """Play on until nothing is left to play; the owners of the points then."""
    game = Position(position.size, rules="chinese")
    living = {vertex: color for vertex, color in position.stones.items() if vertex not in doubts.surely_dead}
    game.set_up(living, position.to_play)
    # What would repeat an earlier position (taking back the last ko, above all) nobody may play now either.
    off_board = set(doubts.surely_dead)
    repeating = {color: set(game.legal_moves(color)) - set(position.legal_moves(color)) - off_board for color in Color}
    searcher = Searcher(SearchParameters(memory=_MEMORY, reuse_tree=False, network="no"), 1, position.hash)
    try:
        while not game.is_over and game.move_number < ENDGAME.finishing_moves:
            opinion = judge_by_playouts(game, ENDGAME.finishing_playouts)
            seki = opinion.seki - bent_four_stones(game, set(opinion.dead))
            game.play(_best_move(game, opinion, repeating[game.to_play] | fatal_in_seki(game, seki), searcher))
    finally:
        searcher.close()
    return owners(game, judge_by_playouts(game).dead)


def _best_move(game: Position, opinion: Judgement, closed: set[Vertex], searcher: Searcher) -> Vertex:
    """The move of a short search among the points that have no sure owner; a pass if it gains nothing."""
    in_doubt = {vertex for vertex, owner in opinion.ownership.items() if abs(owner) < ENDGAME.surely_owned} - closed
    moves = [vertex for vertex in sensible_moves(game) if vertex in in_doubt]
    if not moves:
        return PASS
    # Keeping what one has is enough to win, but where the balance hangs on a group it must be won.
    game.komi = round(sum(opinion.ownership.values())) + (-0.5 if game.to_play is BLACK else 0.5)
    searcher.begin(game, moves, fold_symmetry=False)
    searcher.run(ENDGAME.finishing_simulations)
    best = searcher.branches()[0]
    return best.vertex if best.winrate > _EVEN else PASS  # who loses anyway might throw something away
