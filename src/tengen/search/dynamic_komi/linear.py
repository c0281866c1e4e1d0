"""LINEARHANDICAP: so many points for each handicap stone, and linearly less of them as the game goes on.

Baudiš 2011, algorithm 1: M = 200 moves and h = 7 points a stone were best, on 19x19. Black has the stones, so the
points are White's, whichever of the two we are.
"""

_MOVES_ON_19 = 200


def moves_on(size: int) -> int:
    """How long the effect lasts where nothing else is said: 200 moves on 19x19, in proportion to the points elsewhere.

    >>> [moves_on(size) for size in (9, 13, 19)]
    [45, 94, 200]
    """
    return round(_MOVES_ON_19 * size * size / (19 * 19))


def handicap_komi(stones: int, move_number: int, points_a_stone: float, moves: int) -> float:
    """White's extra komi when `move_number` moves have been played.

    >>> [round(handicap_komi(4, played, 7.0, 200), 2) for played in (0, 50, 200, 201)]
    [28.0, 21.0, 0.0, 0.0]
    """
    return max(0.0, points_a_stone * stones * (1.0 - move_number / moves))
