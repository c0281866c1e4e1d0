"""A place to play: a point of the board, or pass, or resignation."""

from typing import NamedTuple

from tengen.errors import TengenError
from tengen.kernels.geometry import MAX_SIZE, STRIDE
from tengen.kernels.geometry import PASS as PASS_POINT

COLUMNS = "ABCDEFGHJKLMNOPQRST"  # no I, by long custom
_SGF_LETTERS = "abcdefghijklmnopqrs"


class Vertex(NamedTuple):
    """A column and a row, both from 0 at the lower left; or `PASS` or `RESIGN`.

    >>> Vertex.parse("D4")
    Vertex(column=3, row=3)
    >>> str(Vertex(2, 15)), Vertex(2, 15).to_sgf(19)
    ('C16', 'cd')
    >>> Vertex.parse("pass").is_pass
    True
    """

    column: int
    row: int

    @classmethod
    def parse(cls, text: str, size: int = MAX_SIZE) -> "Vertex":
        """A vertex from its name as people and GTP write it, on a board of `size`.

        >>> Vertex.parse("k10", 9)
        Traceback (most recent call last):
        ...
        tengen.errors.TengenError: k10 is not on the 9x9 board (A1 to J9)
        """
        name = text.strip().lower()
        if name == "pass":
            return PASS
        if name == "resign":
            return RESIGN
        column = COLUMNS.find(name[0].upper()) if name and name.isascii() else -1
        digits = name[1:]
        if column < 0 or not digits.isdigit() or len(digits) > 3:
            raise TengenError(f"{text[:20]!r} is not a vertex: write a letter and a number such as D4, or pass")
        vertex = cls(column, int(digits) - 1)
        if not vertex.is_on(size):
            corner = cls(size - 1, size - 1)
            raise TengenError(f"{text.strip()} is not on the {size}x{size} board (A1 to {corner})")
        return vertex

    @classmethod
    def of(cls, value: "str | tuple[int, int]", size: int = MAX_SIZE) -> "Vertex":
        """A vertex from whatever a person may give: a name, a pair of numbers, a vertex.

        >>> Vertex.of("D4") == Vertex.of((3, 3)) == Vertex(3, 3)
        True
        """
        return cls.parse(value, size) if isinstance(value, str) else cls(*value)

    @classmethod
    def from_sgf(cls, letters: str, size: int) -> "Vertex":
        """A vertex from SGF's two letters, counted from the upper left.

        >>> str(Vertex.from_sgf("cd", 19)), str(Vertex.from_sgf("", 19))
        ('C16', 'pass')
        """
        if letters == "" or (letters == "tt" and size <= MAX_SIZE):
            return PASS
        if len(letters) == 2 and letters[0] in _SGF_LETTERS and letters[1] in _SGF_LETTERS:
            vertex = cls(_SGF_LETTERS.index(letters[0]), size - 1 - _SGF_LETTERS.index(letters[1]))
            if vertex.is_on(size):
                return vertex
        raise TengenError(f"SGF point {letters[:20]!r} is not on the {size}x{size} board")

    @classmethod
    def from_point(cls, point: int) -> "Vertex":
        """A vertex from a point of the compiled board."""
        return PASS if point == PASS_POINT else cls(point % STRIDE - 1, point // STRIDE - 1)

    @property
    def point(self) -> int:
        """The point of the compiled board; pass is a point there, resignation is not."""
        if self.column < 0:
            if self.is_pass:
                return PASS_POINT
            raise TengenError("resignation is not a point of the board")
        return (self.row + 1) * STRIDE + self.column + 1

    @property
    def is_pass(self) -> bool:
        """Whether this is a pass."""
        return self == (-1, -1)

    @property
    def is_resign(self) -> bool:
        """Whether this is a resignation."""
        return self == (-2, -2)

    def is_on(self, size: int) -> bool:
        """Whether this is a point of a board of `size`."""
        return 0 <= self.column < size and 0 <= self.row < size

    def to_sgf(self, size: int) -> str:
        """The two letters of SGF; a pass is none."""
        if self.column < 0:
            return ""
        return _SGF_LETTERS[self.column] + _SGF_LETTERS[size - 1 - self.row]

    def neighbors(self, size: int) -> list["Vertex"]:
        """The two to four adjacent points on a board of `size`."""
        around = ((0, 1), (1, 0), (0, -1), (-1, 0))
        vertices = (Vertex(self.column + dx, self.row + dy) for dx, dy in around)
        return [vertex for vertex in vertices if vertex.is_on(size)]

    def __str__(self) -> str:
        if self.is_on(MAX_SIZE):
            return f"{COLUMNS[self.column]}{self.row + 1}"
        if self.is_pass or self.is_resign:
            return "pass" if self.is_pass else "resign"
        return f"({self.column}, {self.row})"  # a pair of numbers that is no point of any board


PASS = Vertex(-1, -1)
RESIGN = Vertex(-2, -2)
