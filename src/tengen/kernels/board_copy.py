"""Copying a board without what its size does not use.

One assignment copies the whole record, of which nearly all is the liberties of groups that do not exist.
Tactics copy a board before they read, often for a handful of moves, so there it pays to copy only the rows
of the actual size, and the liberties of the groups that are there.
"""

from tengen.kernels.board_record import LIBERTY_WORDS, spoil_group
from tengen.kernels.code_folder import CHECKED
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import STRIDE, U


@kernel
def _copy_numbers(target, source):
    """Copy all that is one number, or a few."""
    target.hash = source.hash
    target.side = source.side
    target.liberty_words = source.liberty_words
    target.move_number = source.move_number
    target.to_play = source.to_play
    target.ko = source.ko
    target.ko_color = source.ko_color
    target.last_ko = source.last_ko
    target.last_ko_move = source.last_ko_move
    target.last_move = source.last_move
    target.previous_move = source.previous_move
    target.empty_count = source.empty_count
    for color in range(4):
        target.stones[U(color)] = source.stones[U(color)]
        target.captured[U(color)] = source.captured[U(color)]


@kernel
def copy_board(target, source):
    """Make `target` play like `source`; what means nothing on this board stays as it was."""
    _copy_numbers(target, source)
    points = (source.side + 2) * STRIDE + 1
    for point in range(points):
        target.color[U(point)] = source.color[U(point)]
    for point in range(points):
        target.code[U(point)] = source.code[U(point)]
    for point in range(points):
        target.group[U(point)] = source.group[U(point)]
    for point in range(points):
        target.next_stone[U(point)] = source.next_stone[U(point)]
    for point in range(points):
        target.empty_index[U(point)] = source.empty_index[U(point)]
    for i in range(source.empty_count):
        target.empty[U(i)] = source.empty[U(i)]
    for point in range(STRIDE + 1, points):
        if source.group[U(point)] == point:
            target.group_stones[U(point)] = source.group_stones[U(point)]
            target.liberty_count[U(point)] = source.liberty_count[U(point)]
            for word in range(LIBERTY_WORDS):  # all of them: a fixed number is one instruction or two
                target.liberties[U(point * LIBERTY_WORDS + word)] = source.liberties[U(point * LIBERTY_WORDS + word)]
        elif CHECKED:
            spoil_group(target, point)
