"""How a game ended, as ``RE`` says it."""

import re
from dataclasses import dataclass
from enum import Enum

from tengen.game.color import BLACK, WHITE, Color


class Ending(Enum):
    """What decided a game."""

    SCORE = "score"
    RESIGNATION = "resignation"
    TIME = "time"
    FORFEIT = "forfeit"
    DRAW = "draw"
    VOID = "void"  # no result, as after a triple ko
    UNKNOWN = "unknown"


_WINNER = re.compile(r"^(?:(b|black|黑|黒|흑)|(w|white|白|백))(?![a-z])\s*(?:wins?(?:\s+by)?|\+|胜|勝)?\s*(.*)$")
_NUMBER = re.compile(r"\d{1,4}(?:[.,]\d{1,3})?|[.,]\d{1,3}")
_ENDINGS = (
    (re.compile(r"^r(es(ign)?)?\b|resign|中[盘盤押]|불계|认输|認輸|投了"), Ending.RESIGNATION),
    (re.compile(r"^t(ime)?\b|time|超[时時]|時間|시간"), Ending.TIME),
    (re.compile(r"^f(orf)?\b|forfeit|弃权|棄権|反則|반칙"), Ending.FORFEIT),
)
_DRAWN = frozenset(("0", "draw", "jigo", "tie", "和棋", "持碁", "ジゴ", "무승부"))
_WITHOUT_RESULT = frozenset(("void", "no result", "noresult", "無勝負", "无胜负"))


@dataclass(frozen=True)
class Result:
    """A result: who won, by how much or by what.

    >>> Result.parse("W+R")
    Result(winner=<Color.WHITE: 2>, ending=<Ending.RESIGNATION: 'resignation'>, margin=None)
    >>> Result.parse("B+3.5").margin, Result.parse("W+.5").margin
    (3.5, 0.5)
    >>> str(Result.parse("黑中盘胜")), str(Result.parse("White wins by 0,5"))
    ('B+R', 'W+0.5')
    """

    winner: Color | None = None
    ending: Ending = Ending.UNKNOWN
    margin: float | None = None  # points, where the score decided and is known

    @classmethod
    def parse(cls, text: str) -> "Result":
        """What `text` says; unknown if it says nothing that can be understood."""
        words = " ".join(text[:200].lower().split())
        if words in _DRAWN:
            return cls(None, Ending.DRAW)
        if words in _WITHOUT_RESULT:
            return cls(None, Ending.VOID)
        found = _WINNER.match(words)
        if not found:
            return cls()
        winner = BLACK if found.group(1) else WHITE
        rest = found.group(3)
        for pattern, ending in _ENDINGS:
            if pattern.search(rest):
                return cls(winner, ending)
        number = _NUMBER.search(rest)
        if not number:
            return cls(winner)
        margin = float(number.group().replace(",", "."))
        return cls(winner, Ending.SCORE, margin)

    def __str__(self) -> str:
        """The result as SGF writes it."""
        match self.ending:
            case Ending.DRAW:
                return "0"
            case Ending.VOID:
                return "Void"
        if self.winner is None:
            return "?"
        if self.ending is Ending.SCORE and self.margin is not None:
            return f"{self.winner.letter}+{self.margin:g}"
        how = {Ending.RESIGNATION: "R", Ending.TIME: "T", Ending.FORFEIT: "F"}.get(self.ending, "")
        return f"{self.winner.letter}+{how}"
