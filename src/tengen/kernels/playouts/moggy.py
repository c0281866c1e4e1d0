"""The rules of rich playouts: tactics and shapes around the last moves, as Pachi plays them.

Baudiš, "MCTS with information sharing" (thesis, 2011), section 3.4; in its order:

    ko             retake a ko that the opponent took in the last four moves
    nakade         the vital point of an eye space beside the last move
    one-liberty    take what the last move left in atari, save what it put in atari
    two-liberties  put the last move's group in atari, get out of a coming one
    few-liberties  races of groups with three or four liberties
    shape          3×3 patterns around the last two moves

What else can be asked for:

    ko-fill          as `ko`, but who took the ko may also end it
    nakade-group     as `nakade`, but at all liberties of the last move's group, as the thesis has it: a twentieth of
                     the speed, for no better a judgement of 1,000 games
    three-liberties  attack the last move's group, or extend those beside it, where they have three liberties
    eye-fix          the corner that an own eye beside the last two moves needs (`tactics/eye_repair.py`)

Each is asked with a probability of its own and finds a list of moves, one of which is played
(`policy.py`). What each knows of a group stands in `tactics`, where the priors of the tree ask
the same of the whole board.
"""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import BLACK, BORDER, EAST, EMPTY, NORTH, PASS, SOUTH, WEST, WHITE, U
from tengen.kernels.neighborhood import ADJACENT_MASK, CAPTURES_SHIFT, COLORS_MASK, LOCAL, NEIGHBOR_COUNTS
from tengen.kernels.patterns import MOGGY_SHIFT, matches_shape
from tengen.kernels.playouts.liberty_map import found_for
from tengen.kernels.tactics import few_liberties, one_liberty, two_liberties
from tengen.kernels.tactics.bad_self_atari import is_bad_self_atari
from tengen.kernels.tactics.eye_repair import eye_repair, is_repair
from tengen.kernels.tactics.eyes import is_playable
from tengen.kernels.tactics.joining import groups_around
from tengen.kernels.tactics.liberties import next_liberty
from tengen.kernels.tactics.nakade import LARGEST, nakade_point

KO_AGE = 4  # moves
_MOST_FOUND = 100  # moves of one group that leave room in the list for those of others


@kernel
def play_ko(board, color, work):
    """The ko that was taken in the last moves, if it may be retaken, or ended by who took it."""
    point = np.int64(board.last_ko)
    if point == PASS or board.move_number - board.last_ko_move > KO_AGE or board.color[U(point)] != EMPTY:
        return 0
    if not is_playable(board, point, color) or is_bad_self_atari(board, point, color):
        return 0
    work.moves[0] = point
    return 1


@kernel
def retake_ko(board, color, work):
    """The ko that the opponent took in the last moves, if it may be retaken."""
    if color != board.ko_color:
        return 0
    flags = np.int64(LOCAL[U(board.code[U(np.int64(board.last_ko))] & ADJACENT_MASK)])
    if (flags >> (CAPTURES_SHIFT + color - 1)) & 1 == 0:  # its stone has been joined by others since
        return 0
    return play_ko(board, color, work)


@kernel
def _add_vital(board, point, color, work, count):
    """Add the vital point of the eye space around the empty `point`: the opponent's to kill, or the own to keep."""
    if board.color[U(point)] != EMPTY:
        return count
    vital = np.int64(nakade_point(board, point, color))
    if vital == PASS:
        vital = np.int64(nakade_point(board, point, 3 - color))
    if vital != PASS and is_playable(board, vital, color) and not is_bad_self_atari(board, vital, color):
        work.moves[U(count)] = vital
        count += 1
    return count


@kernel
def vital_points_beside(board, last, color, work):
    """The vital points of the eye spaces beside the last move."""
    count = _add_vital(board, last + NORTH, color, work, 0)
    count = _add_vital(board, last + EAST, color, work, count)
    count = _add_vital(board, last + SOUTH, color, work, count)
    return _add_vital(board, last + WEST, color, work, count)


@kernel
def _is_cramped(board, point):
    """Whether two neighbours of the empty `point` are of one colour, or border: all dead shapes have such a point."""
    counts = np.int64(NEIGHBOR_COUNTS[U(board.code[U(point)] & COLORS_MASK)])
    border = (counts >> (3 * BORDER)) & 7
    return ((counts >> (3 * BLACK)) & 7) + border >= 2 or ((counts >> (3 * WHITE)) & 7) + border >= 2


@kernel
def vital_points(board, last, color, work):
    """The vital points of the eye spaces at the liberties of the last move's group."""
    count = vital_points_beside(board, last, color, work)
    group = np.int64(board.group[U(last)])
    if board.liberty_count[U(group)] > LARGEST:
        return count  # it has more than a small eye
    point = next_liberty(board, group, 0)
    while point != PASS:
        if _is_cramped(board, point):
            count = _add_vital(board, point, color, work, count)
        point = next_liberty(board, group, point)
    return count


@kernel
def _own_group(board, point, color, a, b, c):
    """The group of `color` at `point`, 0 if there is none or it is one of the three given."""
    if board.color[U(point)] != color:
        return 0
    group = np.int64(board.group[U(point)])
    return 0 if group == a or group == b or group == c else group


@kernel
def own_groups_beside(board, point, color):
    """The groups of `color` at the four neighbours of `point`, each once, 0 for none."""
    a = _own_group(board, point + NORTH, color, 0, 0, 0)
    b = _own_group(board, point + EAST, color, a, 0, 0)
    c = _own_group(board, point + SOUTH, color, a, b, 0)
    d = _own_group(board, point + WEST, color, a, b, c)
    return a, b, c, d


@kernel
def answer_one_liberty(board, last, color, work):
    """Take the last move's group if it is in atari, or else save what it put in atari."""
    group = np.int64(board.group[U(last)])
    count = 0
    if board.liberty_count[U(group)] == 1:
        count = one_liberty.take(board, group, color, work, count)
        if count > 0:
            return count
    a, b, c, d = own_groups_beside(board, last, color)
    for i in range(4):
        own = (a, b, c, d)[i]
        if own != 0 and board.liberty_count[U(own)] == 1:
            count = one_liberty.save(board, own, color, work, count)
    return count


@kernel
def answer_two_liberties(board, last, color, work):
    """Attack the last move's group and defend those beside it, where they have two liberties."""
    group = np.int64(board.group[U(last)])
    count, attacked, ataris = 0, 0, 0
    if board.liberty_count[U(group)] == 2:
        count = two_liberties.attack(board, group, color, work, count)
        found_for(work, group, 0, count)
        attacked, ataris = group, count
    a, b, c, d = own_groups_beside(board, last, color)
    for i in range(4):
        own = (a, b, c, d)[i]
        if own != 0 and board.liberty_count[U(own)] == 2:
            before = count
            count = two_liberties.defend(board, own, color, work, count, attacked, ataris)
            found_for(work, own, before, count)
    return count


@kernel
def _races(board, group):
    return 3 <= board.liberty_count[U(group)] <= few_liberties.MOST


@kernel
def answer_few_liberties(board, last, color, work):
    """Moves in the races of the last move's group and of those beside it."""
    group = np.int64(board.group[U(last)])
    count = 0
    if _races(board, group):
        count = few_liberties.race(board, group, color, work, count)
        found_for(work, group, 0, count)
    a, b, c, d = own_groups_beside(board, last, color)
    for i in range(4):
        own = (a, b, c, d)[i]
        if own != 0 and _races(board, own) and count < _MOST_FOUND:
            before = count
            count = few_liberties.race(board, own, color, work, count)
            found_for(work, own, before, count)
    return count


@kernel
def answer_three_liberties(board, last, color, work):
    """Fill liberties of the last move's group and extend those beside it, where they have three liberties."""
    group = np.int64(board.group[U(last)])
    count = 0
    if board.liberty_count[U(group)] == 3:
        count = few_liberties.fill(board, group, color, work, count)
    a, b, c, d = groups_around(board, last, color)
    for i in range(4):
        own = (a, b, c, d)[i]
        if own != 0 and board.liberty_count[U(own)] == 3:
            count = few_liberties.extend(board, own, color, work, count)
    return count


@kernel
def _repairs_around(board, point, color, work, count):
    """Add the corners that eyes of `color` hang on, where the eye or the corner is beside `point`."""
    for row in range(point + SOUTH, point + NORTH + 1, NORTH):
        for place in range(row + WEST, row + EAST + 1):
            if board.color[U(place)] == EMPTY:
                corner = place if is_repair(board, place, color) else np.int64(eye_repair(board, place, color))
                if corner != PASS:
                    work.moves[U(count)] = corner
                    count += 1
    return count


@kernel
def fix_eyes(board, last, color, work):
    """Corners that eyes of `color` around the last two moves need."""
    count = _repairs_around(board, last, color, work, 0)
    before = np.int64(board.previous_move)
    if board.color[U(before)] == BLACK or board.color[U(before)] == WHITE:
        count = _repairs_around(board, before, color, work, count)
    return count


@kernel
def _add_shape(board, place, color, patterns, work, count):
    """List `place` if it is empty and a shape stands around it; which places do is anybody's guess, so no branch."""
    work.moves[U(count)] = place
    found = np.int64(matches_shape(board, place, color, patterns, MOGGY_SHIFT))
    return count + (found & np.int64(board.color[U(place)] == EMPTY))


@kernel
def _shapes_around(board, point, color, patterns, work, count):
    found = count
    for row in range(point + SOUTH, point + NORTH + 1, NORTH):
        found = _add_shape(board, row + WEST, color, patterns, work, found)
        found = _add_shape(board, row, color, patterns, work, found)
        found = _add_shape(board, row + EAST, color, patterns, work, found)
    for i in range(count, found):
        place = np.int64(work.moves[U(i)])
        if is_playable(board, place, color) and not is_bad_self_atari(board, place, color):
            work.moves[U(count)] = place
            count += 1
    return count


@kernel
def good_shapes(board, last, color, patterns, work):
    """Shapes at the points around the last two moves."""
    count = _shapes_around(board, last, color, patterns, work, 0)
    before = np.int64(board.previous_move)
    if board.color[U(before)] == BLACK or board.color[U(before)] == WHITE:
        count = _shapes_around(board, before, color, patterns, work, count)
    return count
