"""Why a move is not allowed."""

from enum import Enum

from tengen.errors import TengenError
from tengen.game.color import Color
from tengen.game.vertex import Vertex


class Illegal(Enum):
    """The reasons for which a move is illegal."""

    OFF_BOARD = "off board"
    OCCUPIED = "occupied"
    KO = "ko"
    SUICIDE = "suicide"
    SUPERKO = "superko"


_SENTENCES = {
    Illegal.OFF_BOARD: "the point is not on the {size}x{size} board",
    Illegal.OCCUPIED: "the point is occupied",
    Illegal.KO: "the ko may not be retaken at once",
    Illegal.SUICIDE: "the stone would have no liberty (suicide)",
    Illegal.SUPERKO: "the position was on the board before (superko)",
}


class IllegalMove(TengenError):
    """A move that the rules do not allow; `reason` says why."""

    def __init__(self, color: Color, vertex: Vertex, reason: Illegal, size: int) -> None:
        self.color = color
        self.vertex = vertex
        self.reason = reason
        super().__init__(f"{color} {vertex} is illegal: {_SENTENCES[reason].format(size=size)}")
