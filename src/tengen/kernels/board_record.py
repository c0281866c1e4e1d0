"""What a board is made of: one record, and how an empty one looks.

A board is one record (`BOARD`): copying it is one assignment, and the kernels write
`board.color[point]`. It knows:

- the colour of every point, the empty points as a list, stones and prisoners;
- for every point its 3×3 code with atari bits (`neighborhood.py`);
- for every group its stones (a ring), how many they are, and its liberties: the
  *set* of them as bits, and their exact number. Two sets unite with a few `or`s, so
  "how many liberties would these groups have together?" is cheap, which is what the
  tactics keep asking;
- simple ko, the last ko with its age, the last two moves, the Zobrist hash.

A group is named by one of its stones. Superko, undo and all that needs history is
`tengen.game.Position`'s business, not the board's.
"""

import numpy as np

from tengen.kernels.code_folder import CHECKED
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import (
    BLACK,
    BORDER,
    EAST,
    EMPTY,
    NO_POINT,
    NORTH,
    PASS,
    POINTS,
    SOUTH,
    STRIDE,
    WEST,
)
from tengen.kernels.neighborhood import (
    EAST_SHIFT,
    NORTH_SHIFT,
    NORTHEAST_SHIFT,
    NORTHWEST_SHIFT,
    SOUTH_SHIFT,
    SOUTHEAST_SHIFT,
    SOUTHWEST_SHIFT,
    WEST_SHIFT,
)
from tengen.kernels.record_type import record_type

# Bits of 400 points in words of 64, and one word to make a group's set a cache line.
LIBERTY_WORDS = 8

_RUBBISH = 60_000  # stones or liberties; no index

BOARD = record_type(
    [
        ("hash", np.uint64),
        ("side", np.int32),  # points a side; "size" would be hidden by NumPy's own
        # How many of the words this size uses: those of its points and of the one after the last, so that
        # `next_liberty` may look behind any liberty.
        ("liberty_words", np.int32),
        ("move_number", np.int32),
        ("to_play", np.int32),
        ("ko", np.int32),  # where simple ko forbids a move, PASS if nowhere
        ("ko_color", np.int32),  # to whom
        ("last_ko", np.int32),
        ("last_ko_move", np.int32),
        ("last_move", np.int32),
        ("previous_move", np.int32),
        ("empty_count", np.int32),
        ("stones", np.int32, 4),  # on the board, by colour
        ("captured", np.int32, 4),  # stones lost, by their colour
        ("color", np.int8, POINTS),
        ("code", np.int32, POINTS),
        ("group", np.uint16, POINTS),
        ("next_stone", np.uint16, POINTS),
        ("empty", np.uint16, POINTS),
        ("empty_index", np.uint16, POINTS),
        ("group_stones", np.uint16, POINTS),
        ("liberty_count", np.uint16, POINTS),
        ("liberties", np.uint64, POINTS * LIBERTY_WORDS),
    ]
)


# A key for every point and colour, at point * 4 + colour (Zobrist 1970).
ZOBRIST = np.random.Generator(np.random.PCG64(20061117)).integers(1, 2**64, POINTS * 4, np.uint64)


@kernel
def forget_moves(board):
    """Begin a game with the stones as they are: Black to play, no ko, no last move, no prisoners."""
    board.move_number = 0
    board.to_play = BLACK
    board.ko = PASS
    board.ko_color = EMPTY
    board.last_ko = PASS
    board.last_ko_move = 0
    board.last_move = NO_POINT
    board.previous_move = NO_POINT
    for color in range(4):
        board.captured[color] = 0


@kernel
def spoil_group(board, point):
    """Write rubbish where there is no group: whoever reads it shows in the checked build. Group 0 stays empty."""
    board.group_stones[point] = _RUBBISH
    board.liberty_count[point] = _RUBBISH
    for word in range(LIBERTY_WORDS):
        board.liberties[point * LIBERTY_WORDS + word] = ~np.uint64(0)


@kernel
def clear_board(board, size):
    """Make `board` an empty one of `size`, Black to play."""
    board.hash = np.uint64(0)
    board.side = size
    board.liberty_words = (size * STRIDE + size + 1) // 64 + 1
    board.empty_count = 0
    forget_moves(board)
    for color in range(4):
        board.stones[color] = 0
    for point in range(POINTS):
        board.color[point] = BORDER
        board.group[point] = 0
        board.code[point] = 0
        board.empty_index[point] = 0
    if CHECKED:
        for point in range(1, POINTS):
            spoil_group(board, point)
    for row in range(size):
        for column in range(size):
            point = (row + 1) * STRIDE + column + 1
            board.color[point] = EMPTY
            board.empty_index[point] = board.empty_count
            board.empty[board.empty_count] = point
            board.empty_count += 1
    for i in range(board.empty_count):
        point = np.int64(board.empty[i])
        code = np.int64(board.color[point + NORTH]) << NORTH_SHIFT
        code |= np.int64(board.color[point + EAST]) << EAST_SHIFT
        code |= np.int64(board.color[point + SOUTH]) << SOUTH_SHIFT
        code |= np.int64(board.color[point + WEST]) << WEST_SHIFT
        code |= np.int64(board.color[point + NORTH + EAST]) << NORTHEAST_SHIFT
        code |= np.int64(board.color[point + SOUTH + EAST]) << SOUTHEAST_SHIFT
        code |= np.int64(board.color[point + SOUTH + WEST]) << SOUTHWEST_SHIFT
        code |= np.int64(board.color[point + NORTH + WEST]) << NORTHWEST_SHIFT
        board.code[point] = code


def new_boards(size: int) -> np.ndarray:
    """An array of one empty board of `size`, as the entry points take it."""
    boards = np.zeros(1, BOARD)
    clear_board(boards[0], size)
    return boards


def new_board(size: int) -> np.record:
    """One empty board of `size` points a side."""
    return new_boards(size)[0]
