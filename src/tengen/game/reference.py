"""A board so plain that it is plainly right: the oracle of the compiled one.

`tengen.kernels.board` keeps groups, liberties, 3×3 codes and a hash up to date from move
to move, which is fast and easy to get wrong. This board keeps the stones and the ko,
and works everything else out from them anew each time it is asked, by flood fill, as
the rules are written. The tests play the same moves on both and compare all there is.
It imports nothing of the rest, so that no error can be shared, and nothing but tests
should use it: it is thousands of times slower.
"""

from collections.abc import Callable, Iterable
from functools import cache

EMPTY, BLACK, WHITE = 0, 1, 2
LETTERS = ".XO"  # a diagram's empty point, black stone, white stone

Point = tuple[int, int]  # column and row, both from 0 at the lower left: A1 is (0, 0)


@cache
def _neighbors(size: int, point: Point) -> tuple[Point, ...]:
    column, row = point
    around = ((column, row + 1), (column + 1, row), (column, row - 1), (column - 1, row))
    return tuple((c, r) for c, r in around if 0 <= c < size and 0 <= r < size)


class ReferenceBoard:
    """Stones on a board, the ko, and the stones each colour has lost.

    >>> board = ReferenceBoard.from_diagram('''
    ...     . X O .
    ...     X O . O
    ...     . X O .
    ...     . . . .
    ... ''')
    >>> board.play((2, 2), BLACK)  # takes the ko
    1
    >>> print(board)
    . X O .
    X . X O
    . X O .
    . . . .
    >>> board.ko, board.is_legal((1, 2), WHITE), board.is_legal((1, 2), BLACK)
    ((1, 2), False, True)
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.stones: dict[Point, int] = {}  # the colour of each occupied point
        self.captured = {BLACK: 0, WHITE: 0}  # stones lost, by their colour
        self.ko: Point | None = None  # where `ko_color` may not retake at once
        self.ko_color = EMPTY

    @classmethod
    def from_diagram(cls, diagram: str) -> "ReferenceBoard":
        """A square board from its rows, the highest first, as one sees it."""
        rows = [line.split() for line in diagram.strip().splitlines()]
        board = cls(len(rows))
        for row, letters in enumerate(reversed(rows)):
            for column, letter in enumerate(letters):
                if letter != LETTERS[EMPTY]:
                    board.stones[column, row] = LETTERS.index(letter)
        return board

    def __str__(self) -> str:
        rows = reversed(range(self.size))
        return "\n".join(" ".join(LETTERS[self.color((c, r))] for c in range(self.size)) for r in rows)

    def copy(self) -> "ReferenceBoard":
        """A board of its own in the same state."""
        twin = ReferenceBoard(self.size)
        twin.stones = dict(self.stones)
        twin.captured = dict(self.captured)
        twin.ko, twin.ko_color = self.ko, self.ko_color
        return twin

    def points(self) -> list[Point]:
        """All points, row by row from the lowest."""
        return [(column, row) for row in range(self.size) for column in range(self.size)]

    def color(self, point: Point) -> int:
        """What is on a point."""
        return self.stones.get(point, EMPTY)

    def neighbors(self, point: Point) -> tuple[Point, ...]:
        """The two to four adjacent points.

        >>> ReferenceBoard(9).neighbors((0, 3))
        ((0, 4), (1, 3), (0, 2))
        """
        return _neighbors(self.size, point)

    def region(self, start: Point) -> tuple[set[Point], set[Point]]:
        """The connected points of the colour of `start`, and all points around them."""
        colors = self.stones
        color = colors.get(start)  # None where there is no stone
        inside, around = {start}, set()
        waiting = [start]
        while waiting:
            for point in self.neighbors(waiting.pop()):
                if colors.get(point) != color:
                    around.add(point)
                elif point not in inside:
                    inside.add(point)
                    waiting.append(point)
        return inside, around

    def group(self, start: Point) -> tuple[set[Point], set[Point]]:
        """The stones of the group on `start`, and its liberties.

        >>> board = ReferenceBoard.from_diagram('''
        ...     . . .
        ...     X O .
        ...     X X .
        ... ''')
        >>> stones, liberties = board.group((0, 0))
        >>> sorted(stones), sorted(liberties)
        ([(0, 0), (0, 1), (1, 0)], [(0, 2), (2, 0)])
        """
        stones, around = self.region(start)
        return stones, {point for point in around if point not in self.stones}

    def groups(self) -> list[tuple[set[Point], set[Point]]]:
        """The stones and the liberties of every group on the board."""
        found = []
        seen: set[Point] = set()
        for point in self.stones:
            if point not in seen:
                found.append(self.group(point))
                seen |= found[-1][0]
        return found

    def _remove(self, stones: Iterable[Point]) -> None:
        for point in stones:
            self.captured[self.stones.pop(point)] += 1

    def play(self, point: Point, color: int) -> int:
        """Put a stone on an empty point, ko or not; returns how many stones it captures.

        A move that captures nothing and leaves its own group without liberties is
        suicide: the group comes off.

        >>> board = ReferenceBoard.from_diagram('''
        ...     X O .
        ...     . O .
        ...     O . .
        ... ''')
        >>> board.is_legal((0, 1), BLACK), board.play((0, 1), BLACK), board.captured
        (False, 0, {1: 2, 2: 0})
        """
        if self.color(point) != EMPTY:
            raise ValueError(f"{point} is occupied")
        self.stones[point] = color
        taken: set[Point] = set()
        for neighbor in self.neighbors(point):
            if self.color(neighbor) == BLACK + WHITE - color:
                stones, liberties = self.group(neighbor)
                if not liberties:
                    taken |= stones
        self._remove(taken)
        stones, liberties = self.group(point)
        if not liberties:
            self._remove(stones)
        # A lone stone that took one stone and could itself be taken there at once.
        self.ko, self.ko_color = None, EMPTY
        if len(taken) == 1 and len(stones) == 1 and liberties == taken:
            (self.ko,) = taken
            self.ko_color = BLACK + WHITE - color
        return len(taken)

    def play_pass(self) -> None:
        """A pass lifts the ko."""
        self.ko, self.ko_color = None, EMPTY

    def is_legal(self, point: Point, color: int) -> bool:
        """Whether `color` may play on `point`: it is empty, no ko and no suicide."""
        if self.color(point) != EMPTY or (point == self.ko and color == self.ko_color):
            return False
        after = self.copy()
        after.play(point, color)
        return after.color(point) == color

    def hash(self, key: Callable[[Point, int], int]) -> int:
        """The Zobrist hash: the keys of all stones, xored; `key` gives that of a stone.

        >>> board = ReferenceBoard(9)
        >>> board.stones = {(5, 0): BLACK, (3, 0): WHITE}
        >>> board.hash(lambda point, color: point[0])  # 5 xor 3
        6
        """
        result = 0
        for point, color in self.stones.items():
            result ^= key(point, color)
        return result

    def area_score(self) -> int:
        """Black's area minus White's: stones, and empty regions that touch one colour.

        >>> ReferenceBoard.from_diagram('''
        ...     . X . O
        ...     X X . O
        ...     . X O O
        ...     X X O .
        ... ''').area_score()
        2
        """
        area = {BLACK: 0, WHITE: 0}
        for color in self.stones.values():
            area[color] += 1
        seen: set[Point] = set()
        for point in self.points():
            if self.color(point) == EMPTY and point not in seen:
                inside, around = self.region(point)
                seen |= inside
                owners = {self.color(neighbor) for neighbor in around}
                if len(owners) == 1:
                    area[owners.pop()] += len(inside)
        return area[BLACK] - area[WHITE]
