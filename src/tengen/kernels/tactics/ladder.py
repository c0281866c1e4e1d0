"""Ladders: is a group that runs from atari to atari caught in the end?

The one thing playouts and patterns cannot see, and the first thing a beginner learns to read. The attacker plays
one of the group's two liberties, the owner runs out at the other or takes attackers that are in atari
themselves; three liberties escape, one is caught. What stands in the way, the edge and snapbacks need no
special treatment: all is played on a reading board, every choice of both sides if need be. A ko is
taken to save the one who takes it, and so does a ladder too long or too branched to be read.

Most questions are answered by counting liberties, before anything is copied.
"""

import numpy as np

from tengen.kernels.bits import lowest_bit
from tengen.kernels.board import first_liberty, is_legal
from tengen.kernels.board_record import LIBERTY_WORDS
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import EAST, NORTH, PASS, SOUTH, WEST, U
from tengen.kernels.neighborhood import ADJACENT_MASK, CAPTURES_SHIFT, LOCAL
from tengen.kernels.tactics.capture import next_countercapture
from tengen.kernels.tactics.joining import neighbors_of_color
from tengen.kernels.tactics.reading import LONGEST, go_to, last_choice, step
from tengen.kernels.tactics.self_atari import liberties_after

_OPEN, _CAUGHT, _ESCAPED = 0, 1, 2


@kernel
def _takes(board, point, color):
    """Whether a stone of `color` on the empty `point` takes something."""
    flags = np.int64(LOCAL[U(board.code[U(point)] & ADJACENT_MASK)])
    return (flags >> (CAPTURES_SHIFT + color - 1)) & 1 != 0


@kernel
def other_liberty(board, group, point):
    """The liberty of `group`, which has two, that is not `point`."""
    first = first_liberty(board, group)
    if first != point:
        return first
    word = first >> 6
    rest = board.liberties[U(group * LIBERTY_WORDS + word)] & ~(np.uint64(1) << U(first & 63))
    while rest == 0:
        word += 1
        rest = board.liberties[U(group * LIBERTY_WORDS + word)]
    return word * 64 + lowest_bit(rest)


@kernel
def _is_attack(board, point, other, room, owner):
    """Whether atari at `point` is possible and does not just let the group out at `other`, where it has `room`."""
    if not is_legal(board, point, 3 - owner):
        return False
    return room < 4 or _takes(board, point, 3 - owner) or _takes(board, other, owner)


@kernel
def _next_attack(board, group, owner, previous):
    """The atari to try after `previous`, and whether there is one more to try then."""
    first = first_liberty(board, group)
    second = other_liberty(board, group, first)
    room_first, room_second = liberties_after(board, first, owner, 4), liberties_after(board, second, owner, 4)
    if room_first < room_second:
        first, second = second, first  # stand where the group would have most room
        room_first, room_second = room_second, room_first
    if previous == PASS:
        try_second = _is_attack(board, second, first, room_first, owner)
        if _is_attack(board, first, second, room_second, owner):
            return first, np.int64(try_second)
        return (second if try_second else PASS), 0
    return (second if previous == first else PASS), 0


@kernel
def _next_capture(board, group, owner, liberty, after):
    """The next counter-capture that is not on the group's own last liberty."""
    point = next_countercapture(board, group, after)
    while point != PASS and (point == liberty or not is_legal(board, point, owner)):
        point = next_countercapture(board, group, point)
    return point


@kernel
def _is_in_atari(board, point, color):
    """Whether a group of `color` stands on `point` in atari."""
    return board.color[U(point)] == color and board.liberty_count[U(board.group[U(point)])] == 1


@kernel
def _may_take_now(board, owner, ran, attacked):
    """Whether the moves `ran` of the owner and then `attacked` may have given the group attackers to take.

    To be asked where it had none before. Only the groups that these stones touch have lost liberties; a group that
    was joined may have attackers of its own.
    """
    attacker = 3 - owner
    return (
        neighbors_of_color(board, ran, owner) > 1
        or _is_in_atari(board, attacked, attacker)
        or _is_in_atari(board, ran + NORTH, attacker)
        or _is_in_atari(board, ran + EAST, attacker)
        or _is_in_atari(board, ran + SOUTH, attacker)
        or _is_in_atari(board, ran + WEST, attacker)
    )


@kernel
def _note_captures(reading, depth, group, owner):
    """Note whether attackers of `group`, whose owner is to move at `depth`, stand in atari."""
    board = reading.board
    may_take = True
    if depth >= 2 and reading.may_take[U(depth - 2)] == 0:
        ran, attacked = np.int64(reading.move[U(depth - 2)]), np.int64(reading.move[U(depth - 1)])
        may_take = _may_take_now(board, owner, ran, attacked)
    if may_take:
        may_take = next_countercapture(board, group, PASS) != PASS
    reading.may_take[U(depth)] = may_take


@kernel
def _next_defence(board, group, owner, previous, may_take):
    """The answer to atari to try after `previous`, and whether there is one more to try then."""
    liberty = first_liberty(board, group)
    if previous == PASS and is_legal(board, liberty, owner):
        if _takes(board, liberty, owner) or liberties_after(board, liberty, owner, 2) > 1:
            return liberty, np.int64(may_take and _next_capture(board, group, owner, liberty, PASS) != PASS)
    if not may_take:
        return PASS, 0
    point = _next_capture(board, group, owner, liberty, PASS if previous == liberty else previous)
    if point == PASS:
        return PASS, 0
    return point, np.int64(_next_capture(board, group, owner, liberty, point) != PASS)


@kernel
def _runs_free(board, liberty, owner):
    """Whether a group in atari gets three liberties by running out at its last one."""
    return not _takes(board, liberty, owner) and liberties_after(board, liberty, owner, 3) > 2


@kernel
def _verdict(board, group, owner, attacking):
    """Whether the group is caught or has escaped, if that can be seen without playing on."""
    liberties = np.int64(board.liberty_count[U(group)])
    liberty = first_liberty(board, group)
    if not attacking:
        return _ESCAPED if _runs_free(board, liberty, owner) else _OPEN
    if liberties > 2:
        return _ESCAPED
    if liberties == 1:
        return _CAUGHT if is_legal(board, liberty, 3 - owner) else _ESCAPED
    return _OPEN


@kernel
def _read(board, reading, stone, mover, first):
    """Whether the group of `stone` is caught when `mover` begins, with the move `first` if that is not PASS."""
    owner = np.int64(board.color[U(stone)])
    now = reading.board
    owner_parity = np.int64(mover != owner)
    go_to(reading, board, mover, 0)
    depth = 0
    if first != PASS:
        step(reading, 0, first, 0, mover)
        reading.may_take[0] = 1  # nobody has looked
        depth = 1
    played = depth
    previous = PASS
    while played < reading.patience:
        attacking = depth & 1 != owner_parity
        group = np.int64(now.group[U(stone)])
        verdict = _verdict(now, group, owner, attacking) if previous == PASS else _OPEN
        if verdict == _OPEN:
            if attacking:
                point, has_choice = _next_attack(now, group, owner, previous)
            else:
                if previous == PASS:
                    _note_captures(reading, depth, group, owner)
                point, has_choice = _next_defence(now, group, owner, previous, reading.may_take[U(depth)] != 0)
            if point != PASS and depth < LONGEST:
                step(reading, depth, point, has_choice, 3 - owner if attacking else owner)
                depth += 1
                played += 1
                previous = PASS
                continue
            verdict = _CAUGHT if point == PASS and not attacking else _ESCAPED
        # Who does not like it tries something else where he last could.
        depth = last_choice(reading, depth, owner_parity if verdict == _CAUGHT else 1 - owner_parity)
        if depth < 0:
            return verdict == _CAUGHT
        previous = np.int64(reading.move[U(depth)])
        go_to(reading, board, mover, depth)
        played += depth
    return False


@kernel
def is_caught(board, reading, group):
    """Whether `group`, in atari and its owner to move, is caught although it runs out at its last liberty."""
    owner = np.int64(board.color[U(group)])
    liberty = first_liberty(board, group)
    if not is_legal(board, liberty, owner):
        return True
    if not _takes(board, liberty, owner):
        liberties = liberties_after(board, liberty, owner, 3)
        if liberties != 2:
            return liberties < 2
    return _read(board, reading, group, owner, liberty)


@kernel
def is_lost(board, reading, group):
    """Whether `group`, in atari and its owner to move, is caught whether it runs or takes attackers."""
    owner = np.int64(board.color[U(group)])
    if _next_capture(board, group, owner, first_liberty(board, group), PASS) == PASS:
        return is_caught(board, reading, group)
    return _read(board, reading, group, owner, PASS)


@kernel
def catches(board, reading, group, point):
    """Whether the attacker catches `group`, which has two liberties, by playing the one at `point`."""
    owner = np.int64(board.color[U(group)])
    attacker = 3 - owner
    other = other_liberty(board, group, point)
    room = liberties_after(board, other, owner, 4)
    if not _is_attack(board, point, other, room, owner):
        return False
    if room < 3 and not _takes(board, point, attacker) and not _takes(board, other, owner):
        # One liberty after running out, the attacker's stone safe and no attacker in atari: taken.
        if liberties_after(board, point, attacker, 2) > 1:
            if next_countercapture(board, group, PASS) == PASS:
                return True
    return _read(board, reading, group, attacker, point)
