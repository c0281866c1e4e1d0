"""Black and White."""

from enum import IntEnum

from tengen.errors import TengenError


class Color(IntEnum):
    """The colour of a stone or a player; the number is the one on the compiled board.

    >>> Color.parse("w")
    <Color.WHITE: 2>
    >>> Color.BLACK.other
    <Color.WHITE: 2>
    >>> str(Color.BLACK), Color.BLACK.letter
    ('black', 'B')
    """

    BLACK = 1
    WHITE = 2

    @property
    def other(self) -> "Color":
        """The opponent."""
        return WHITE if self is BLACK else BLACK

    @property
    def letter(self) -> str:
        """``B`` or ``W``, as GTP, SGF and results write it."""
        return "BW"[self - 1]

    @classmethod
    def parse(cls, text: str) -> "Color":
        """A colour from ``b``, ``black``, ``w`` or ``white``, in any case."""
        match text.strip().lower():
            case "b" | "black":
                return cls.BLACK
            case "w" | "white":
                return cls.WHITE
        raise TengenError(f"{text[:20]!r} is not a colour: write b, black, w or white")

    def __str__(self) -> str:
        return self.name.lower()


BLACK = Color.BLACK
WHITE = Color.WHITE
