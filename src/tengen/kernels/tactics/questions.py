"""What Python asks about groups: one function for each question of this folder.

They take the *arrays* that hold a board and a reading (`entry_points.py` says why); a group is meant by any of its
stones.
"""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import U
from tengen.kernels.tactics.bad_self_atari import is_bad_self_atari, safer_liberty
from tengen.kernels.tactics.capture import can_countercapture, countercaptures
from tengen.kernels.tactics.ladder import catches, is_caught, is_lost
from tengen.kernels.tactics.nakade import nakade_point
from tengen.kernels.tactics.seki import breaks_nakade_seki, is_false_eye_seki, makes_bent_four
from tengen.kernels.tactics.snapback import is_snapback
from tengen.kernels.tactics.two_eyes import has_two_eyes


@kernel
def is_group_caught(boards, readings, stone):
    """`is_caught` for the group of `stone`, which is in atari."""
    return is_caught(boards[0], readings[0], np.int64(boards[0].group[U(stone)]))


@kernel
def is_group_lost(boards, readings, stone):
    """`is_lost` for the group of `stone`, which is in atari."""
    return is_lost(boards[0], readings[0], np.int64(boards[0].group[U(stone)]))


@kernel
def atari_catches(boards, readings, stone, point):
    """`catches` for the group of `stone`, which has two liberties, `point` being one."""
    return catches(boards[0], readings[0], np.int64(boards[0].group[U(stone)]), point)


@kernel
def group_can_countercapture(boards, stone):
    """`can_countercapture` for the group of `stone`."""
    return can_countercapture(boards[0], np.int64(boards[0].group[U(stone)]))


@kernel
def countercaptures_of(boards, stone, moves):
    """Write the points that save the group of `stone` by a capture into `moves`; returns how many."""
    return countercaptures(boards[0], np.int64(boards[0].group[U(stone)]), moves, 0)


@kernel
def is_bad_self_atari_move(boards, point, color):
    """`is_bad_self_atari` as an entry point."""
    return is_bad_self_atari(boards[0], point, color)


@kernel
def safer_liberty_than(boards, point, color):
    """`safer_liberty` as an entry point."""
    return safer_liberty(boards[0], point, color)


@kernel
def is_snapback_move(boards, point, color):
    """`is_snapback` as an entry point."""
    return is_snapback(boards[0], point, color)


@kernel
def nakade_point_at(boards, point, color):
    """`nakade_point` as an entry point."""
    return nakade_point(boards[0], point, color)


@kernel
def has_group_two_eyes(boards, stone):
    """`has_two_eyes` for the group of `stone`."""
    return has_two_eyes(boards[0], np.int64(boards[0].group[U(stone)]))


@kernel
def is_false_eye_seki_move(boards, point, color):
    """`is_false_eye_seki` as an entry point."""
    return is_false_eye_seki(boards[0], point, color)


@kernel
def breaks_nakade_seki_move(boards, point, color):
    """`breaks_nakade_seki` as an entry point."""
    return breaks_nakade_seki(boards[0], point, color)


@kernel
def makes_bent_four_move(boards, stone, point):
    """`makes_bent_four` for the group of `stone`."""
    return makes_bent_four(boards[0], np.int64(boards[0].group[U(stone)]), point)
