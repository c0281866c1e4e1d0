"""What Python asks about groups: one function for each question of this folder.

They take the *array* that holds a board (`rules.py` says why).
"""

from tengen.kernels.compile import kernel
from tengen.kernels.tactics.bad_self_atari import is_bad_self_atari, safer_liberty
from tengen.kernels.tactics.nakade import nakade_point
from tengen.kernels.tactics.snapback import is_snapback


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
