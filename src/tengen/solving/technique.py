"""What a move that takes stones is called: a ladder, a net, a snapback, a nakade, a throw-in, or a ko."""

from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.tactics import questions
from tengen.kernels.tactics.reading import new_readings
from tengen.solving.solver import Answer, Outcome

LADDER, NET, SNAPBACK, NAKADE, THROW_IN, KO = "a ladder", "a net", "a snapback", "a nakade", "a throw-in", "a ko"
_LONG = 6  # moves: a shorter run of ataris is just a capture
_PATIENCE = 20_000


def technique(position: Position, answer: Answer) -> str:
    """The name for how `answer` takes its targets in this position; empty if it has none, or takes nothing.

    The first of the line's own moves that has a name gives it.
    """
    if answer.outcome is Outcome.KO:
        return KO
    if (
        answer.outcome not in (Outcome.DEAD, Outcome.TAKEN)
        or answer.move is None
        or answer.first is answer.question.color
    ):
        return ""
    stage = position.copy()
    stage.to_play = answer.first
    for number, move in enumerate(answer.line):
        if stage.to_play is answer.first and not move.is_pass:
            name = _name_of(stage, answer, move, number)
            if name:
                return name
        if not stage.is_legal(move):
            break
        stage.play(move)
    return ""


def _name_of(stage: Position, answer: Answer, move: Vertex, number: int) -> str:
    board, color = stage.board, int(answer.first)
    readings = new_readings(_PATIENCE)
    touched = [stage.group(v) for v in move.neighbors(stage.size) if stage[v] is answer.question.color]
    for group in touched:
        stone = min(group.stones).point
        long_way = len(answer.line) - number > _LONG
        if len(group.liberties) == 2 and long_way and questions.atari_catches(board, readings, stone, move.point):
            return LADDER
    if questions.is_snapback_move(board, move.point, color):
        return SNAPBACK
    if number == 0 and not touched and min(map(len, _target_liberties(stage, answer)), default=0) >= 2:
        return NET
    if all(stage[v] is not None for v in move.neighbors(stage.size)) and stage.is_legal(move):
        after = stage.copy()
        after.play(move)
        if after[move] is not None and len(after.group(move).liberties) == 1:
            return THROW_IN
    if _is_nakade(stage, answer, move):
        return NAKADE
    return ""


def _target_liberties(stage: Position, answer: Answer) -> list[frozenset[Vertex]]:
    return [stage.group(stone).liberties for stone in answer.question.stones if stage[stone] is not None]


def _is_nakade(stage: Position, answer: Answer, move: Vertex) -> bool:
    """Whether the move is inside an eye space of the target, at its vital point."""
    inside = {move}
    waiting = [move]
    while waiting:
        for other in waiting.pop().neighbors(stage.size):
            if other not in inside and stage[other] is not answer.question.color:
                inside.add(other)
                waiting.append(other)
    return _SMALLEST <= len(inside) <= _LARGEST


_SMALLEST, _LARGEST = 3, 7  # points of an eye space in which a nakade is possible
