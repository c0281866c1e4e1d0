"""Positions as text: the diagrams people draw in mails, tests and terminals.

       A B C D E
     5 . . . . . 5
     4 . . X . . 4
     3 . X(O)X . 3
     2 . . . . . 2
     1 . . . . . 1
       A B C D E

`X` is Black, `O` White, `.` empty, `+` an empty star point; brackets mark the last move.
Read back, coordinates and brackets may be there or not.
"""

from collections.abc import Mapping

from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE, Color
from tengen.game.vertex import COLUMNS, Vertex
from tengen.kernels.geometry import MAX_SIZE, MIN_SIZE

_STONES = {
    **dict.fromkeys("Xx#@B●⚫", BLACK),
    **dict.fromkeys("OoW0○⚪", WHITE),
}
_EMPTY = frozenset(".+,·*_-")
_BRACKETS = str.maketrans("()[]", "    ")


def star_points(size: int) -> list[Vertex]:
    """The marked points of a board: four corners, and sides and centre where customary.

    >>> [str(v) for v in star_points(9)]
    ['C3', 'C7', 'E5', 'G3', 'G7']
    >>> len(star_points(19)), len(star_points(6))
    (9, 0)
    """
    if size < 7:
        return []
    edge = 3 if size >= 13 else 2
    lines = [edge, size - 1 - edge]
    points = [Vertex(column, row) for column in lines for row in lines]
    if size % 2 and size >= 9:
        middle = size // 2
        points.append(Vertex(middle, middle))
        if size >= 15:
            points += [Vertex(middle, line) for line in lines] + [Vertex(line, middle) for line in lines]
    return sorted(points)


def draw_diagram(
    size: int,
    stones: Mapping[Vertex, Color],
    last_move: Vertex | None = None,
    coordinates: bool = True,
    marks: Mapping[Vertex, str] | None = None,
) -> str:
    """Draw stones as text; `marks` are single characters on empty points."""
    marks = marks or {}
    stars = set(star_points(size))
    with_margin = coordinates or (last_move is not None and last_move.column == 0)  # room for a bracket
    lines = []
    for row in reversed(range(size)):
        line = ""
        for column in range(size):
            vertex = Vertex(column, row)
            color = stones.get(vertex)
            symbol = " XO"[color] if color else marks.get(vertex, "+" if vertex in stars else ".")
            line += f"({symbol})" if vertex == last_move else f" {symbol} "
        # Neighbouring cells share one character: a bracket wins over a space.
        compact = line[0] if with_margin else ""
        for column in range(size):
            right = line[3 * column + 2]
            left_of_next = line[3 * column + 3] if column + 1 < size else " "
            compact += line[3 * column + 1] + (right if right == ")" else left_of_next)
        lines.append(f"{row + 1:2}{compact}{row + 1}" if coordinates else compact.rstrip())
    if coordinates:
        letters = "   " + " ".join(COLUMNS[:size])
        lines = [letters, *lines, letters]
    return "\n".join(lines)


def _is_letters(line: str) -> bool:
    """Whether a line is the row of column letters, A B C D …"""
    letters = "".join(line.split()).upper()
    return len(letters) >= MIN_SIZE and COLUMNS.startswith(letters)


def _row_of(line: str) -> list[str]:
    """The points of a line of a diagram, without its coordinates."""
    words = line.translate(_BRACKETS).strip().strip("|").split()
    while words and words[0].isdigit() and words[0] != "0":
        words = words[1:]
    while words and words[-1].isdigit() and words[-1] != "0":
        words = words[:-1]
    return [symbol for word in words for symbol in word]


def parse_diagram(text: str) -> tuple[int, dict[Vertex, Color]]:
    """The size and the stones of a diagram.

    >>> size, stones = parse_diagram('''
    ...     . X .
    ...     X O X
    ...     . . .''')
    >>> size, sorted(str(v) for v in stones)
    (3, ['A2', 'B2', 'B3', 'C2'])
    """
    lines = [line for line in text.splitlines() if not _is_letters(line)]
    rows = [points for points in map(_row_of, lines) if points]
    size = len(rows)
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise TengenError(f"the diagram has {size} rows: a board has {MIN_SIZE} to {MAX_SIZE}")
    stones = {}
    for from_top, row_symbols in enumerate(rows):
        row = size - 1 - from_top
        if len(row_symbols) != size:
            raise TengenError(f"row {row + 1} of the diagram has {len(row_symbols)} points, not {size}")
        for column, symbol in enumerate(row_symbols):
            if symbol in _STONES:
                stones[Vertex(column, row)] = _STONES[symbol]
            elif symbol not in _EMPTY:
                place = Vertex(column, row)
                raise TengenError(f"{symbol!r} at {place} of the diagram means nothing: write X, O or .")
    return size, stones
