"""What a client wants of an analysis: the words behind lz-analyze, kata-analyze and their relatives.

They are `[COLOR] [INTERVAL]` and then pairs of a keyword and a value (Leela Zero's and KataGo's GTP extensions); a
region has three words, `avoid COLOR VERTEX,VERTEX,… DEPTH`. Lizzie leaves the colour out.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tengen.errors import TengenError
from tengen.game.color import Color
from tengen.game.position import Position
from tengen.game.vertex import PASS
from tengen.protocols.gtp.commands.registry import (
    Arguments,
    GtpRefusal,
    color_of,
    integer_of,
    number_of,
    vertex_of,
)
from tengen.search.region import MOST_DEPTH, Region

_DEFAULT_INTERVAL = 100.0  # centiseconds
_SHORTEST_INTERVAL = 5.0  # of more lines a second nobody would see more, and the search would suffer
_LONGEST_INTERVAL = 1e8
_MOST_MOVES = 1000


@dataclass(frozen=True)
class AnalysisRequest:
    """What is to be analysed, how often it is told, and what of it."""

    color: Color
    interval: float = _DEFAULT_INTERVAL  # centiseconds between two lines
    least_moves: int = 0
    most_moves: int = _MOST_MOVES
    ownership: bool = False
    ownership_deviation: bool = False
    root: bool = False
    regions: tuple[Region, ...] = ()

    @property
    def seconds(self) -> float:
        """Seconds between two lines."""
        return max(_SHORTEST_INTERVAL, self.interval) / 100


def read_request(arguments: Arguments, position: Position, *, more: bool = False) -> AnalysisRequest:
    """The request these words make of an analysis of `position`; with `more`, KataGo's keywords are known too.

    >>> request = read_request(["w", "10", "maxmoves", "3"], Position(9))
    >>> request.color, request.seconds, request.most_moves
    (<Color.WHITE: 2>, 0.1, 3)
    """
    wanted: dict[str, Any] = {"color": position.to_play}
    words = list(arguments)
    if words and words[0].lower() in _COLORS:
        wanted["color"] = color_of(words.pop(0))
    if words and not words[0][:1].isalpha():
        wanted["interval"] = _interval(words.pop(0))
    keywords = _KEYWORDS | _MORE_KEYWORDS if more else _KEYWORDS
    regions: list[Region] = []
    while words:
        keyword = words.pop(0)
        if keyword.lower() in _REGIONS:
            regions.append(_region(keyword.lower(), words, position.size))
        elif keyword.lower() not in keywords:
            known = ", ".join([*keywords, *_REGIONS])
            raise GtpRefusal(
                f"syntax error: {keyword[:20]!r} is not understood: write [COLOR] [INTERVAL] and then, each with its "
                f"value, any of {known}"
            )
        elif not words:
            raise GtpRefusal(f"syntax error: a value is missing behind {keyword}")
        else:
            field, read = keywords[keyword.lower()]
            value = read(words.pop(0), keyword)
            if field is not None:
                wanted[field] = value
    request = AnalysisRequest(**wanted, regions=_joined(regions))
    _refuse_if_nothing_is_left(request, position)
    return request


def _interval(text: str, keyword: str = "interval") -> float:
    value = number_of(text, "the interval in centiseconds")
    if not 0 <= value <= _LONGEST_INTERVAL:
        raise GtpRefusal(f"syntax error: the interval is 0 to {_LONGEST_INTERVAL:.0f} centiseconds, not {text[:20]}")
    return value


def _count(text: str, keyword: str) -> int:
    value = integer_of(text, keyword)
    if value < 0:
        raise GtpRefusal(f"syntax error: {keyword} cannot be negative")
    return min(value, _MOST_MOVES)


def _at_least_one(text: str, keyword: str) -> int:
    return max(1, _count(text, keyword))


def _yes(text: str, keyword: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise GtpRefusal(f"syntax error: {keyword} is true or false, not {text[:20]!r}")
    return text.lower() == "true"


def _region(keyword: str, words: list[str], size: int) -> Region:
    """A region of three words, which are taken off the list."""
    if len(words) < 3:
        raise GtpRefusal(f"syntax error: write {keyword} COLOR VERTEX,VERTEX,… DEPTH")
    color_text, places, depth_text = (words.pop(0) for _ in range(3))
    color, depth = color_of(color_text), integer_of(depth_text, "the depth of a region")
    vertices = frozenset(vertex_of(name, size) for name in places.split(",") if name)
    if not vertices:
        raise GtpRefusal(f"invalid vertex: {keyword} names no point")
    try:
        return Region(color, vertices, min(depth, MOST_DEPTH), allow=keyword == "allow")
    except TengenError as error:
        raise GtpRefusal(f"syntax error: {error}") from None


def _joined(regions: list[Region]) -> tuple[Region, ...]:
    """The regions, those that allow the same player something made one: what any of them allows is allowed."""
    avoided = [region for region in regions if not region.allow]
    allowed: dict[Color, Region] = {}
    for region in regions:
        if region.allow:
            known = allowed.get(region.color, region)
            vertices, depth = region.vertices | known.vertices, max(region.depth, known.depth)
            allowed[region.color] = Region(region.color, vertices, depth, allow=True)
    return (*avoided, *allowed.values())


def _refuse_if_nothing_is_left(request: AnalysisRequest, position: Position) -> None:
    if not request.regions:
        return
    moves = [*position.legal_moves(request.color), PASS]
    if not any(all(region.admits(request.color, vertex) for region in request.regions) for vertex in moves):
        raise GtpRefusal(f"these regions leave {request.color} no legal move: allow more points, or a pass")


_COLORS = ("b", "w", "black", "white")
_REGIONS = ("avoid", "allow")
# Each keyword with the field it sets and how its value is read; without a field it is accepted, and what it asks for
# is not told.
_Keywords = dict[str, tuple[str | None, Callable[[str, str], object]]]
_KEYWORDS: _Keywords = {
    "interval": ("interval", _interval),
    "minmoves": ("least_moves", _count),
    "maxmoves": ("most_moves", _at_least_one),
}
_MORE_KEYWORDS: _Keywords = {
    "ownership": ("ownership", _yes),
    "ownershipstdev": ("ownership_deviation", _yes),
    "rootinfo": ("root", _yes),
    "movesownership": (None, _yes),
    "movesownershipstdev": (None, _yes),
    "noresultvalue": (None, _yes),
    "pvvisits": (None, _yes),
    "pvedgevisits": (None, _yes),
}
