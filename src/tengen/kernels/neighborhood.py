"""What the 3×3 code of a point says, worked out once for every code.

`board.code[point]` holds the eight neighbours of a point and which of the four adjacent
groups are in atari, and is kept up to date with every stone (Pachi's pat3 codes have the
same content; thesis 3.4). Whether a move is suicide, captures, or fills an eye is
then one look-up, and so is a 3×3 pattern.

    bits 0-7    colours of north, east, south, west, two bits each
    bits 8-11   whether the stone to the north, east, south, west is in atari
    bits 12-19  colours of north-east, south-east, south-west, north-west
"""

import numpy as np

from tengen.kernels.geometry import BLACK, BORDER, EMPTY, WHITE

NORTH_SHIFT, EAST_SHIFT, SOUTH_SHIFT, WEST_SHIFT = 0, 2, 4, 6
ATARI_SHIFT = 8
NORTHEAST_SHIFT, SOUTHEAST_SHIFT, SOUTHWEST_SHIFT, NORTHWEST_SHIFT = 12, 14, 16, 18

ADJACENT_MASK = 0xFFF  # the four neighbours with their atari bits
ATARI_MASK = 0xF00
DIAGONAL_SHIFT = 12
COLORS_MASK = 0xFF  # the four neighbours without them

# Bits of LOCAL[code & ADJACENT_MASK]; add the colour (1 or 2) minus 1 to the shift.
LEGAL_SHIFT = 0  # the move leaves its group a liberty (ko aside)
SURROUNDED_SHIFT = 2  # every neighbour is this colour or border
CAPTURES_SHIFT = 4  # the move takes something
TOUCHES_SHIFT = 6  # a stone of this colour is adjacent


def _local_flags(code: int) -> int:
    flags = 0
    adjacent = [((code >> (2 * d)) & 3, bool(code >> (ATARI_SHIFT + d) & 1)) for d in range(4)]
    for color, other in ((BLACK, WHITE), (WHITE, BLACK)):
        captures = any(c == other and atari for c, atari in adjacent)
        breathes = any(c == EMPTY or (c == color and not atari) for c, atari in adjacent)
        surrounded = all(c in (color, BORDER) for c, _ in adjacent)
        touches = any(c == color for c, _ in adjacent)
        flags |= (captures or breathes) << (LEGAL_SHIFT + color - 1)
        flags |= surrounded << (SURROUNDED_SHIFT + color - 1)
        flags |= captures << (CAPTURES_SHIFT + color - 1)
        flags |= touches << (TOUCHES_SHIFT + color - 1)
    return flags


def _solid_diagonals(diagonals: int) -> int:
    """Bit colour - 1: an eye with these diagonals is a real eye of that colour."""
    colors = [(diagonals >> (2 * d)) & 3 for d in range(4)]
    on_edge = BORDER in colors
    black = colors.count(WHITE) + on_edge < 2
    white = colors.count(BLACK) + on_edge < 2
    return black | white << 1


def _neighbor_counts(code: int) -> int:
    """How many of the four neighbours are empty, black, white, border: three bits each, in this order."""
    colors = [(code >> (2 * d)) & 3 for d in range(4)]
    return sum(colors.count(color) << (3 * color) for color in (EMPTY, BLACK, WHITE, BORDER))


LOCAL = np.array([_local_flags(code) for code in range(1 << 12)], np.uint8)
SOLID_DIAGONALS = np.array([_solid_diagonals(code) for code in range(1 << 8)], np.uint8)
NEIGHBOR_COUNTS = np.array([_neighbor_counts(code) for code in range(1 << 8)], np.uint16)
