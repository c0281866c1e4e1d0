"""What moves are good for, by reading: captures, rescues, ladders, races, self-ataris; of the whole board at once.

Each purpose is a bit of `work.purposes` at the move's point. One that has to do with the last move, which took part in
what is to be answered, is a bit of its own.
"""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import BLACK, EMPTY, PASS, STRIDE, WHITE, U
from tengen.kernels.playouts.moggy import own_groups_beside
from tengen.kernels.tactics import few_liberties, one_liberty, two_liberties
from tengen.kernels.tactics.bad_self_atari import is_bad_self_atari
from tengen.kernels.tactics.liberties import next_liberty
from tengen.kernels.tactics.nakade import is_vital_point

TAKE, TAKE_MANY, TAKE_LATER, SAVE, SAVE_MANY, CATCH, CHASE, DEFEND, RACE = range(9)
RECENT = 9  # behind these stand the same ones about the last move
SELF_ATARI, KO, KILL, LIVE = 18, 19, 20, 21
BITS = 22
_MANY = 3  # stones
_KO_AGE = 10  # moves


@kernel
def _mark(work, point, purpose, recent):
    work.purposes[U(point)] |= 1 << (purpose + (RECENT if recent else 0))


@kernel
def _mark_all(work, count, purpose, recent):
    for i in range(count):
        _mark(work, np.int64(work.moves[U(i)]), purpose, recent)


@kernel
def _look_at_group(board, group, color, work, recent):
    """Mark the moves that the fate of a group asks for."""
    liberties = np.int64(board.liberty_count[U(group)])
    own = board.color[U(group)] == color
    many = board.group_stones[U(group)] >= _MANY
    if liberties == 1:
        if own:
            _mark_all(work, one_liberty.save(board, group, color, work, 0), SAVE_MANY if many else SAVE, recent)
        else:
            urgent = one_liberty.is_urgent_to_take(board, group, work)
            kind = TAKE_LATER if not urgent else TAKE_MANY if many else TAKE
            _mark_all(work, one_liberty.take(board, group, color, work, 0), kind, recent)
    elif liberties == 2:
        if own:
            _mark_all(work, two_liberties.defend(board, group, color, work, 0, 0, 0), DEFEND, recent)
        else:
            first = next_liberty(board, group, 0)
            second = next_liberty(board, group, first)
            _mark(work, first, CATCH if two_liberties.is_catchable(board, group, first, work) else CHASE, recent)
            _mark(work, second, CATCH if two_liberties.is_catchable(board, group, second, work) else CHASE, recent)
    elif liberties <= few_liberties.MOST:
        _mark_all(work, few_liberties.race(board, group, color, work, 0), RACE, recent)


@kernel
def find_purposes(board, color, work):
    """Work out `work.purposes` of every point for `color`."""
    for point in range(len(work.purposes)):
        work.purposes[U(point)] = 0
    last = np.int64(board.last_move)
    played = board.color[U(last)] == BLACK or board.color[U(last)] == WHITE
    a, b, c, d = 0, 0, 0, 0
    if played:
        a, b, c, d = own_groups_beside(board, last, color)
    side = np.int64(board.side)
    for row in range(1, side + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + side + 1):
            if board.color[U(point)] != EMPTY:
                if board.group[U(point)] == point and board.liberty_count[U(point)] <= few_liberties.MOST:
                    recent = played and (point == board.group[U(last)] or point == a or point == b)
                    recent = recent or (played and (point == c or point == d))
                    _look_at_group(board, point, color, work, recent)
                continue
            if is_bad_self_atari(board, point, color):
                work.purposes[U(point)] |= 1 << SELF_ATARI
            elif is_vital_point(board, point, color):
                work.purposes[U(point)] |= 1 << KILL
            elif is_vital_point(board, point, 3 - color):
                work.purposes[U(point)] |= 1 << LIVE
    ko = np.int64(board.last_ko)
    if ko != PASS and board.move_number - board.last_ko_move <= _KO_AGE and board.color[U(ko)] == EMPTY:
        work.purposes[U(ko)] |= 1 << KO
