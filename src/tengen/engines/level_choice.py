"""Choosing a move as a weaker player would: not the best one, but a reasonable one.

After its small search a level draws one of the reasonable moves, with probabilities in proportion to

    (visits + 0.3 · odds of the move's prior) ^ (1 / temperature)

(the logarithm of that and Gumbel's noise, the highest is played). Visits and not win rates, because a search
looks at a move as long as it may be the best: what it left soon it has found bad, although its few games may
look as good. The prior (`kernels/tree/priors.py`) is what a move looks like before it is tried: near the last one,
of a good shape, saving or taking what is in atari. With the temperature a level's moves drift from the best one
to those that merely look natural, and then to any reasonable one.

Reasonable, unless the search itself thinks best of it, is no move that

- only loses stones (`kernels/tactics/bad_self_atari.py`);
- is on the first line, or on the second in the opening or away from all stones, and neither takes nor saves any;
- is where everything is settled: inside territory, whoever's it is.

When only the last points are left there is nothing to be weak at: then the game is ended as the full engine would.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import replace

from tengen.engines.interface import EngineOptions
from tengen.engines.levels import Drawing, Level
from tengen.engines.request import MOST_PLAYOUTS, Limit
from tengen.engines.thinking_engine import MoveTask
from tengen.game.phase import filled_part
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.tactics.questions import is_bad_self_atari_move
from tengen.search.report import SearchedMove

_HALF = 0.5  # of the board
_SETTLED = 0.85  # ownership of a point that nobody plays at
_MOST_UNSETTLED = 0.12  # of the points, when only the end of the game is left
_PLAYOUTS_AT_THE_END = 300  # at least, on 9x9
_LOOKS = 0.3  # visits that the looks of a move are worth
_DOUBT = 10.0  # visits before a win rate is believed
_OPENING = 8  # it is while fewer than one point in so many has a stone …
_MIDDLE = 2  # … and there is room on the board while fewer than one in so many has
_SMALLEST_WITH_LINES = 6  # points a side: on smaller boards the second line is the middle


def without_default(options: EngineOptions, limit: Limit) -> Limit:
    """The limit for a move of a level: where nobody has set one it is the level's own, not the engine's default."""
    if options.playouts is options.seconds is None and limit.is_open:
        return replace(limit, playouts=MOST_PLAYOUTS)
    return limit


def playouts_for(level: Level, task: MoveTask, drawing: Drawing | None = None) -> int:
    """Playouts for a move: those of the level, more at the end of a game, never more than the task has.

    Where the network searches (`drawing`), its evaluations, the same on every board.
    """
    size = task.position.size
    wanted = level.playouts_on(size) if drawing is None else drawing.evaluations
    if drawing is None and is_late(task):
        wanted = max(wanted, replace(level, playouts=_PLAYOUTS_AT_THE_END).playouts_on(size))
    return wanted if task.playouts is None else min(wanted, task.playouts)


def is_late(task: MoveTask) -> bool:
    """Whether nearly every point of the board has its owner."""
    if not _is_crowded(task.position):
        return False  # a look at the stones spares a judgement
    ownership = task.opinion.judgement.ownership
    return sum(abs(owner) < _SETTLED for owner in ownership.values()) <= _MOST_UNSETTLED * task.position.size**2


def _is_crowded(position: Position) -> bool:
    return filled_part(position) > _HALF


def choose(level: Level, task: MoveTask, found: Sequence[SearchedMove], seed: int) -> SearchedMove:
    """The move that a level plays, of those that a search found, best first; the same for the same seed."""
    best = found[0]
    if level.temperature == 0 or best.vertex.is_pass or task.request.cleanup or is_late(task):
        return best
    position = task.position
    reasonable = [best, *(move for move in found[1:] if is_reasonable(task, move.vertex))]
    noise = random.Random(f"{seed} {position.move_number} {position.hash}")

    def appeal(move: SearchedMove) -> float:
        drawn = -math.log(-math.log(noise.random() or 0.5))
        return math.log(move.visits + _LOOKS * _prior_odds(move)) + level.temperature * drawn

    chosen = max(reasonable, key=appeal)
    return replace(chosen, winrate=_winrate(chosen, found))


def _prior_odds(move: SearchedMove) -> float:
    """How good a move looks before it is tried: 1 is as good as others."""
    won = move.prior_winrate * move.prior_visits
    return (won + 1) / (move.prior_visits - won + 1)


def _winrate(move: SearchedMove, found: Sequence[SearchedMove]) -> float:
    """The win rate of a move; where it was hardly tried, mostly that of the position."""
    visits = sum(other.visits for other in found)
    mean = sum(other.visits * other.winrate for other in found) / visits if visits else 0.5
    return (move.visits * move.winrate + _DOUBT * mean) / (move.visits + _DOUBT)


# ---- reasonable moves ------------------------------------------------------------------


def is_reasonable(task: MoveTask, vertex: Vertex) -> bool:
    """Whether a move is one that a player may make who does not see the best one."""
    position = task.position
    if vertex.is_pass or not is_sound(position, vertex):
        return False
    return not _is_crowded(position) or abs(task.opinion.judgement.ownership[vertex]) < _SETTLED


def is_sound(position: Position, vertex: Vertex) -> bool:
    """Whether a move does not only lose stones, and is not too low for nothing."""
    if is_bad_self_atari_move(position.board, vertex.point, int(position.to_play)):
        return False
    return not _is_low(position, vertex) or takes_or_saves(position, vertex)


def _is_low(position: Position, vertex: Vertex) -> bool:
    """Whether a point is on the first line, or on the second in the opening or, until late, away from all stones."""
    size = position.size
    line = 1 + min(vertex.column, vertex.row, size - 1 - vertex.column, size - 1 - vertex.row)
    if line > 2 or size < _SMALLEST_WITH_LINES:
        return line == 1
    stones = size * size - int(position.board["empty_count"][0])
    if line == 1 or stones * _OPENING < size * size:
        return True
    return stones * _MIDDLE < size * size and not _has_stones_around(position, vertex)


def _has_stones_around(position: Position, vertex: Vertex) -> bool:
    """Whether there is a stone beside a point or diagonally."""
    steps = (-1, 0, 1)
    around = (Vertex(vertex.column + dx, vertex.row + dy) for dx in steps for dy in steps)
    return any(position[v] is not None for v in around if v.is_on(position.size))


def takes_or_saves(position: Position, vertex: Vertex) -> bool:
    """Whether a move takes stones, or saves own ones that are in atari (a bad self-atari was refused before)."""
    around = (v for v in vertex.neighbors(position.size) if position[v] is not None)
    return any(len(position.group(v).liberties) == 1 for v in around)
