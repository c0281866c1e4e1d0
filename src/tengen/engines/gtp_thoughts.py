"""What a program at the other end of GTP says that it thought of its move; it may say anything."""

import json
import math
from typing import Any, NamedTuple

from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.search.report import SearchedMove, SearchReport


class Thoughts(NamedTuple):
    """The mover's win rate and lead, as far as they are told."""

    winrate: float | None = None
    score: float | None = None
    playouts: int = 0

    def search(self, position: Position, vertex: Vertex) -> SearchReport | None:
        """The same as the report of a search that looked at this move alone."""
        if self == Thoughts():
            return None
        move = SearchedMove(vertex, self.playouts, 0.5 if self.winrate is None else self.winrate, self.score)
        return SearchReport(position.copy(), (move,), playouts=self.playouts)


def read_report(vertex: str, text: str | None) -> Thoughts:
    """What our own program thought of the move it has just chosen; it may ponder on the next one by now."""
    report = _object(text).get("answer")
    if not isinstance(report, dict) or str(report.get("vertex")).lower() != vertex.lower():
        return Thoughts()
    return _thoughts(report, "playouts")


def read_cgos(text: str) -> tuple[str | None, Thoughts]:
    r"""The move and the thoughts of CGOS's extension of GTP: a line of JSON and a line ``play D4``.

    >>> read_cgos('{"winrate": 0.5, "visits": 9}\nplay D4')
    ('D4', Thoughts(winrate=0.5, score=None, playouts=9))
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    vertex = next((line[5:].strip() for line in reversed(lines) if line.lower().startswith("play ")), None)
    return vertex, _thoughts(_object(lines[0]), "visits") if lines else Thoughts()


def _object(text: str | None) -> dict[str, Any]:
    """A JSON object; an empty one if that is not what the text is."""
    try:
        value = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _thoughts(told: dict[str, Any], playouts: str) -> Thoughts:
    return Thoughts(finite(told.get("winrate")), finite(told.get("score")), whole_number(told.get(playouts)) or 0)


def finite(value: Any) -> float | None:
    """A number that somebody tells of himself; None if it is none.

    >>> finite("0.5"), finite("much"), finite(float("nan"))
    (0.5, None, None)
    """
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def whole_number(value: Any) -> int | None:
    """The same for a number of things, of which there are not more than anybody can count."""
    number = finite(value)
    return None if number is None or not 0 <= number < 2**63 - 1 else int(number)
