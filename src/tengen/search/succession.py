"""How the position of a search follows from that of the one before, and so what is still known of it."""

from typing import Any

import numpy as np

from tengen.game.position import Position
from tengen.game.ruleset import Ko
from tengen.kernels.tree.repetition import PAST_SIZE, remember_past, situation_key

Array = np.ndarray[Any, Any]


def follows(before: Position | None, position: Position) -> bool:
    """Whether `position` is the one `before` or came later in the same game."""
    if before is None or before.size != position.size or before.rules != position.rules:
        return False  # empty boards of all sizes have the same hash
    played, known = position.past_situations, before.past_situations
    return len(played) >= len(known) and played[: len(known)] == known


def points_since(before: Position | None, position: Position) -> list[int] | None:
    """The points played since the position `before`, in turn; None if it was another game.

    >>> position = Position(9)
    >>> points_since(position, position)
    []
    """
    if before is None or not follows(before, position):
        return None
    color, points = before.to_play, []
    for move in position.moves[len(before.moves) :]:
        if move.color is not color:
            return None
        points.append(move.vertex.point)
        color = color.other
    return points if color is position.to_play else None


def past_of(position: Position) -> Array:
    """The positions of the game before this one, as the kernels look them up (PAST_SIZE)."""
    situational = int(position.rules.ko is Ko.SITUATIONAL)
    # The present position is the first of every path; the set holds those before it.
    keys = [situation_key(np.uint64(h), int(t), situational) for h, t in position.past_situations[:-1]]
    past = np.zeros(PAST_SIZE, np.uint64)
    latest = np.array(keys[-PAST_SIZE // 2 :], np.uint64)
    remember_past(past, latest, len(latest))
    return past
