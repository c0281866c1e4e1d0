"""Levels by the network: moves drawn from what strong players would play, checked by a little search.

At one look the network says how likely a strong player is to make each move. A level draws a few of the reasonable
moves (its `looks`), each in proportion to

    chance ^ (1 / temperature) · (what catches a weak player's eye)

(Gumbel's noise, as in `level_choice.py`), asks the network about the position after each of them, and plays the
one after which it stands best. With one look nothing is checked: the move drawn is played. The hotter, the more often
a move is only plausible: one that a strong player considers and rejects. What catches the eye (`_EYE`) counts the
more the hotter: stones that can be taken, or saved from being taken. So a beginner answers an atari, and does not see
what comes after it.

Reasonable are moves that have a chance at all (`_LEAST_CHANCE` of the best one's), but none that only loses stones,
that is on the first line (or on the second where nothing is there) and neither takes nor saves any, or that is in settled
territory; unless the network finds it natural (`_NATURAL`). When only the last points are left everybody plays them
well, and passes when none is left.
"""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tengen.engines.endgame.cleanup import moves_that_capture_dead
from tengen.engines.endgame.passing import Opinion, should_pass
from tengen.engines.endgame.resignation import is_catching_up
from tengen.engines.level_choice import is_sound, takes_or_saves
from tengen.engines.levels import Drawing
from tengen.game.phase import filled_part
from tengen.game.position import Position
from tengen.game.ruleset import Scoring
from tengen.game.vertex import PASS, RESIGN, Vertex
from tengen.kernels.entry_points import is_sensible_move
from tengen.search.network.look import FirstSight, look
from tengen.search.network.model import NetworkModel
from tengen.search.report import SearchedMove, SearchReport

_LEAST_CHANCE = 0.001  # of the best move's
_NATURAL = 0.05  # chance of a move that is played whatever the rules of thumb say
_EYE = 1.5  # added to the logarithm of a chance, at a temperature of 2
_SETTLED = 0.9  # ownership of a point that nobody plays at
_OPEN = 0.5  # ownership of a point that may yet be anybody's
_MOST_UNSETTLED = 0.12  # of the points, when only the end of the game is left
_LEAST_FILLED = 0.3  # of the points, before it may be
_TEMPERATURE_AT_THE_END = 0.2  # at most
_SCORE_SHARE, _SCORE_RANGE = 0.3, 30.0  # of the judgement after a move; points
_DOUBT = 5.0  # resign only at a win rate so many times below the usual one: those are of strong players
_LONGEST = 2  # moves a point of the board, after which only open points are played


@dataclass(frozen=True)
class Wish:
    """What is wanted of a level beside its strength."""

    seed: int
    resign_below: float = 0.0  # 0: never
    most_looks: int | None = None  # by a limit of the move
    admits: Callable[[Vertex], bool] = lambda vertex: True


def draw_move(position: Position, drawing: Drawing, model: NetworkModel, wish: Wish) -> tuple[Vertex, SearchReport]:
    """The move that a level plays, and what it saw; the same for the same seed."""
    sight = look(position, model)
    opinion = Opinion(position, None)
    if wish.admits(PASS) and should_pass(opinion):
        return PASS, _report(position, sight, [_unchecked(sight, PASS)])
    if wish.resign_below and _is_hopeless(position, sight, wish.resign_below):
        return RESIGN, _report(position, sight, [_unchecked(sight, PASS)])
    moves = _reasonable(position, sight, wish)
    late = _is_late(position, sight)
    if late and wish.admits(PASS) and (not moves or sight.chances[PASS] > sight.chances[moves[0]]):
        moves = _last_moves(position, sight, moves, opinion)
    if not moves:
        moves = [] if wish.admits(PASS) else [v for v in position.legal_moves() if wish.admits(v)][:1]
    if not moves:
        return PASS, _report(position, sight, [_unchecked(sight, PASS)])
    noise = random.Random(f"{wish.seed} {position.move_number} {position.hash}")
    temperature = min(drawing.temperature, _TEMPERATURE_AT_THE_END) if late else drawing.temperature
    drawn = draw(position, sight, moves, temperature, noise)
    looks = int(drawing.looks) + (noise.random() < drawing.looks % 1)
    if wish.most_looks is not None:
        looks = min(looks, wish.most_looks)
    seen = check(position, sight, drawn[: max(1, looks)], model)
    return seen[0].vertex, _report(position, sight, seen)


def draw(
    position: Position, sight: FirstSight, moves: Sequence[Vertex], temperature: float, noise: random.Random
) -> list[Vertex]:
    """The moves in an order drawn by their chances."""
    if temperature == 0:
        return sorted(moves, key=lambda vertex: -sight.chances[vertex])
    # A weak player's eye; the noise is multiplied and not the chances divided, so 0 is no special case but for speed.
    eye = _EYE * max(0.0, temperature - 1.0)

    def appeal(vertex: Vertex) -> float:
        drawn = -math.log(-math.log(noise.random() or 0.5))
        caught = eye if eye and takes_or_saves(position, vertex) else 0.0
        return math.log(sight.chances[vertex] or 1e-12) + caught + temperature * drawn

    appeals = {vertex: appeal(vertex) for vertex in moves}
    return sorted(moves, key=lambda vertex: -appeals[vertex])


def check(position: Position, sight: FirstSight, drawn: Sequence[Vertex], model: NetworkModel) -> list[SearchedMove]:
    """The moves drawn, the best first by a look at what comes after it; a single one is taken as it is."""
    if len(drawn) == 1:
        return [_unchecked(sight, drawn[0])]
    found = []
    for vertex in drawn:
        after = position.copy()
        after.play(vertex)
        seen = look(after, model)
        chance = sight.chances[vertex]
        found.append(SearchedMove(vertex, 1, 1 - seen.winrate, -seen.margin, seen.deviation, chance, (vertex,)))
    return sorted(found, key=lambda move: -_standing(move))


def _unchecked(sight: FirstSight, vertex: Vertex) -> SearchedMove:
    return SearchedMove(vertex, 1, sight.winrate, sight.margin, sight.deviation, sight.chances[vertex], (vertex,))


def _standing(move: SearchedMove) -> float:
    points = 0.0 if move.score is None else max(-1.0, min(1.0, move.score / _SCORE_RANGE))
    return (1 - _SCORE_SHARE) * move.winrate + _SCORE_SHARE * points / 2


def _report(position: Position, sight: FirstSight, seen: Sequence[SearchedMove]) -> SearchReport:
    return SearchReport(
        position.copy(),
        tuple(seen),
        mean_score=sight.margin,
        score_deviation=sight.deviation,
        playouts=1 if len(seen) < 2 else 1 + len(seen),
        ownership=sight.ownership,
        policy=sight.chances,
    )


# ---- reasonable moves ------------------------------------------------------------------


def _reasonable(position: Position, sight: FirstSight, wish: Wish) -> list[Vertex]:
    """The moves to draw from, the likeliest first."""
    color, board = int(position.to_play), position.board
    legal = [
        vertex
        for vertex in sight.chances
        if vertex != PASS and wish.admits(vertex) and is_sensible_move(board, vertex.point, color)
    ]
    if not legal:
        return []
    legal.sort(key=lambda vertex: -sight.chances[vertex])
    least = _LEAST_CHANCE * sight.chances[legal[0]]
    endless = position.move_number > _LONGEST * position.size**2

    def may_be_played(vertex: Vertex) -> bool:
        settled = abs(sight.ownership[vertex]) >= _SETTLED
        if endless and settled:
            return False
        return sight.chances[vertex] >= _NATURAL or (not settled and is_sound(position, vertex))

    return [vertex for vertex in legal if sight.chances[vertex] >= least and may_be_played(vertex)]


def _is_late(position: Position, sight: FirstSight) -> bool:
    """Whether nearly every point of the board has its owner."""
    unsettled = sum(abs(owner) < _SETTLED for owner in sight.ownership.values())
    return filled_part(position) > _LEAST_FILLED and unsettled <= _MOST_UNSETTLED * position.size**2


def _last_moves(position: Position, sight: FirstSight, moves: list[Vertex], opinion: Opinion) -> list[Vertex]:
    """What is left to play where the network would pass: dame where they count, and dead stones that must be taken."""
    if not position.rules.removes_dead:
        return moves_that_capture_dead(position, opinion.judgement)
    if position.rules.scoring is Scoring.TERRITORY:
        return []
    return [vertex for vertex in moves if abs(sight.ownership[vertex]) < _SETTLED]


def _is_hopeless(position: Position, sight: FirstSight, below: float) -> bool:
    """Whether the game is lost by more than what is still open."""
    still_open = sum(abs(owner) < _OPEN for owner in sight.ownership.values())
    hopeless = sight.winrate < below / _DOUBT and sight.margin + still_open < 0
    return hopeless and filled_part(position) > _LEAST_FILLED and not is_catching_up(position)
