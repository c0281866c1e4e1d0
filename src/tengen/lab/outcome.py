"""How a game of a match ended, in words that are counted: who won, by what, and whether it says anything.

A game says something about strength if it was decided on the board, by resignation or by the
clock of the match. An engine that crashes, hangs, answers nonsense or plays an illegal move has not
been beaten: such games are kept, named and counted apart, and are nobody's win.
"""

from dataclasses import dataclass, field
from enum import Enum

from tengen.game.color import Color

_LONGEST_DETAIL = 500  # characters


class End(Enum):
    """What ended a game."""

    SCORE = "score"
    RESIGNATION = "resignation"
    TIME = "time"  # a player overstepped the clock of the match
    ILLEGAL = "illegal move"
    NONSENSE = "nonsense"  # an answer that is no vertex, no GTP, or a refusal to play on
    CRASH = "crash"
    TIMEOUT = "timeout"  # no answer at all within the match's patience
    START = "did not start"
    UNFINISHED = "unfinished"  # too long a game
    UNCOUNTED = "uncounted"  # both passed, but nobody could count

    @property
    def counts(self) -> bool:
        """Whether the game says something about the strength of the players."""
        return self in _COUNTED

    @property
    def is_fault(self) -> bool:
        """Whether one player broke the game off."""
        return self in _FAULTS


_COUNTED = frozenset({End.SCORE, End.RESIGNATION, End.TIME})
_FAULTS = frozenset({End.ILLEGAL, End.NONSENSE, End.CRASH, End.TIMEOUT, End.START})


@dataclass(frozen=True)
class PlayedMove:
    """A move as it was played; win rate and score are the mover's own opinion."""

    color: Color
    vertex: str
    seconds: float
    winrate: float | None = None
    score: float | None = None
    playouts: int | None = None


@dataclass(frozen=True)
class GameResult:
    """One game of a match, played."""

    end: End
    winner: Color | None = None  # None: nobody, at jigo or where the game says nothing
    margin: float | None = None  # points the winner is ahead
    at_fault: Color | None = None  # whose fault it was that the game broke off
    counted_by: str = ""  # agreement, tengen, gnugo
    detail: str = ""  # the fault, or the counts that differ, in a sentence
    moves: tuple[PlayedMove, ...] = ()
    opening_moves: int = 0  # how many of the moves were given
    versions: dict[Color, str] = field(default_factory=dict)
    seconds: float = 0.0
    sgf: str = ""

    def __post_init__(self) -> None:
        """Make one line of whatever a player said of himself."""
        object.__setattr__(self, "detail", one_line(self.detail, _LONGEST_DETAIL))

    @property
    def text(self) -> str:
        """The result as SGF writes it; a fault is told apart and is nobody's win."""
        if self.winner is None:
            return "0" if self.end is End.SCORE else "Void"
        how = {End.RESIGNATION: "R", End.TIME: "T"}.get(self.end)
        return f"{self.winner.letter}+{how or format(self.margin or 0, 'g')}"


def one_line(text: str, longest: int | None = None) -> str:
    """A text that may come from a program gone mad, as one line of printable characters, of some length at most.

    >>> one_line("Traceback:\\n  File\\tx\\0"), one_line("too long", 3)
    ('Traceback: File x', 'too…')
    """
    if longest is not None:
        text = text[: 2 * longest]  # what is cut off need not be looked at
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return line if longest is None or len(line) <= longest else line[:longest] + "…"
