"""Levels by the network: moves drawn from what strong players would play.

At one look the network says how likely a strong player is to make each move. A level draws one of the reasonable moves,
in proportion to

    chance ^ (1 / temperature)

(the logarithm of the chance and Gumbel's noise times the temperature; the highest is played). The hotter, the oftener
a move is only plausible: one that a strong player considers and rejects. Above a temperature of 1 what catches a weak
player's eye counts more (`_EYE`): stones that can be taken, or saved from being taken. So a weak player answers an
atari, and does not see what comes after it; a beginner (above `_BEGINNERS`) sees that less and less too.

Reasonable are moves that have a chance at all (`_LEAST_CHANCE` of the best one's), but none that only loses stones,
none on the first line (or on the second where nothing is there) that neither takes nor saves any, and none in settled
territory; unless the network finds it natural (`_NATURAL`). The weakest of all (above `_CARELESS`) do lose stones now
and then. When only the last points are left everybody plays them well, but beginners, and passes when none is left.

Levels that are stronger than the network's best move at first sight search with it (`mcts.py`). A look at the position
after each of a few drawn moves, of which the best was played, was tried too: it won no more often.
"""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tengen.engines.endgame.cleanup import moves_that_capture_dead
from tengen.engines.endgame.passing import Opinion, should_pass
from tengen.engines.endgame.resignation import is_catching_up
from tengen.engines.level_choice import is_sound, takes_or_saves
from tengen.game.phase import filled_part
from tengen.game.position import Position
from tengen.game.ruleset import Scoring
from tengen.game.vertex import PASS, RESIGN, Vertex
from tengen.kernels.entry_points import is_sensible_move
from tengen.search.network.look import FirstSight, look
from tengen.search.network.model import NetworkModel
from tengen.search.report import SearchedMove, SearchReport

_LEAST_CHANCE = 0.001  # of the best move's
_HOT = 2.0  # temperature, above which less than that will do
_NEVER = 1e-12  # chance
_NATURAL = 0.05  # chance of a move that is played whatever the rules of thumb say
_EYE = 1.5  # added to the logarithm of a chance, at a temperature of 2 …
_BLIND = 14.0  # … and nothing any more at this one: beginners do not see it
_BEGINNERS = 4.0  # temperature
_CARELESS = 14.0  # temperature above which some moves are made without a thought
_SETTLED = 0.9  # ownership of a point that nobody plays at
_OPEN = 0.5  # ownership of a point that may yet be anybody's
_MOST_UNSETTLED = 0.12  # of the points, when only the end of the game is left
_LEAST_FILLED = 0.3  # of the points, before it may be
_TEMPERATURE_AT_THE_END = 0.2  # at most
_LARGE = 12  # points a side, of boards that have openings …
_OPENING = 0.04  # … which last until so many of the points have a stone
_TEMPERATURE_OF_OPENINGS = 1.5  # at most
_DOUBT = 5.0  # resign only at a win rate so many times below the usual one: those are of strong players
_LONGEST = 2  # moves a point of the board, after which only open points are played


@dataclass(frozen=True)
class Wish:
    """What is wanted of a level beside its strength."""

    seed: int
    resign_below: float = 0.0  # 0: never
    admits: Callable[[Vertex], bool] = lambda vertex: True


def draw_move(position: Position, temperature: float, model: NetworkModel, wish: Wish) -> tuple[Vertex, SearchReport]:
    """The move that a level plays, and what it saw; the same for the same seed."""
    sight = look(position, model)
    opinion = Opinion(position, None)
    if wish.admits(PASS) and should_pass(opinion):
        return PASS, _report(position, sight, PASS)
    if wish.resign_below and _is_hopeless(position, sight, wish.resign_below):
        return RESIGN, _report(position, sight, PASS)
    noise = _noise(position, wish.seed)
    late = _is_late(position, sight)
    heat = _heat_now(position, temperature, late)
    careless = heat > _CARELESS and noise.random() < 1 - _CARELESS / heat
    moves = _reasonable(position, sight, heat, wish, careless)
    if late and wish.admits(PASS) and (not moves or sight.chances[PASS] > sight.chances[moves[0]]):
        moves = _last_moves(position, sight, moves, opinion)
    if not moves:
        moves = [] if wish.admits(PASS) else [v for v in position.legal_moves() if wish.admits(v)][:1]
    if not moves:
        return PASS, _report(position, sight, PASS)
    drawn = draw(position, sight, moves, heat, noise)
    return drawn, _report(position, sight, drawn)


def draw(
    position: Position, sight: FirstSight, moves: Sequence[Vertex], temperature: float, noise: random.Random
) -> Vertex:
    """One of the moves, by their chances."""
    eye = _EYE * max(0.0, min(temperature - 1.0, _BLIND - temperature))

    def appeal(vertex: Vertex) -> float:
        drawn = -math.log(-math.log(noise.random() or 0.5))
        caught = eye if eye and takes_or_saves(position, vertex) else 0.0
        return math.log(sight.chances[vertex] or _NEVER) + caught + temperature * drawn

    return max(moves, key=appeal)


def draw_searched(position: Position, found: Sequence[SearchedMove], temperature: float, seed: int) -> SearchedMove:
    """One of the moves that a search looked at, best first, by its visits; a pass only if it is the best."""
    best = found[0]
    if best.vertex.is_pass:
        return best
    noise = _noise(position, seed)

    def appeal(move: SearchedMove) -> float:
        return math.log(move.visits) - temperature * math.log(-math.log(noise.random() or 0.5))

    return max((move for move in found if move.visits and not move.vertex.is_pass), key=appeal, default=best)


def _noise(position: Position, seed: int) -> random.Random:
    return random.Random(f"{seed} {position.move_number} {position.hash}")


def _heat_now(position: Position, temperature: float, late: bool) -> float:
    """The temperature for this move.

    When only the last points are left everybody plays them well, but beginners. On large boards everybody opens in the
    corners, having seen it done.
    """
    if late:
        return min(temperature, max(_TEMPERATURE_AT_THE_END, (temperature - _BEGINNERS) / 8))
    opening = position.size >= _LARGE and filled_part(position) < _OPENING
    return min(temperature, _TEMPERATURE_OF_OPENINGS) if opening else temperature


def _report(position: Position, sight: FirstSight, vertex: Vertex) -> SearchReport:
    chance = sight.chances[vertex]
    return SearchReport(
        position.copy(),
        (SearchedMove(vertex, 1, sight.winrate, sight.margin, sight.deviation, chance, (vertex,), (1,)),),
        mean_score=sight.margin,
        score_deviation=sight.deviation,
        playouts=1,
        ownership=sight.ownership,
        policy=sight.chances,
    )


# ---- reasonable moves ------------------------------------------------------------------


def _reasonable(position: Position, sight: FirstSight, temperature: float, wish: Wish, careless: bool) -> list[Vertex]:
    """The moves to draw from, the likeliest first; whoever is careless loses stones for nothing, too."""
    color, board = int(position.to_play), position.board
    legal = [
        vertex
        for vertex in sight.chances
        if vertex != PASS and wish.admits(vertex) and is_sensible_move(board, vertex.point, color)
    ]
    if not legal:
        return []
    legal.sort(key=lambda vertex: -sight.chances[vertex])
    least = _LEAST_CHANCE * min(1.0, _HOT / temperature) ** 3 * sight.chances[legal[0]] if temperature else 0.0
    endless = position.move_number > _LONGEST * position.size**2

    def may_be_played(vertex: Vertex) -> bool:
        settled = abs(sight.ownership[vertex]) >= _SETTLED
        if endless and settled:
            return False
        return sight.chances[vertex] >= _NATURAL or (not settled and (careless or is_sound(position, vertex)))

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
