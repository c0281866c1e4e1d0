"""The graph of a game: Black's win rate above, his lead in points below, the bad moves marked; as SVG."""

import math
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from tengen.game.color import BLACK
from tengen.review.severity import Severity

if TYPE_CHECKING:
    from tengen.review.model import GraphPoint, Review, ReviewedMove

WIDTH, HEIGHT = 900, 330  # SVG units
LEFT, RIGHT = 52, 886  # of the panels
RATES = (30, 190)  # top and bottom of the win rates
LEADS = (222, 298)
COLORS = {Severity.INACCURACY: "#d9a400", Severity.MISTAKE: "#e07b1a", Severity.BLUNDER: "#d1343f"}
RADII = {Severity.INACCURACY: 3.6, Severity.MISTAKE: 4.8, Severity.BLUNDER: 6.2}
_MOST_TICKS = 12
_LEAST_LEAD = 5.0  # points that the lower panel shows at least
_STYLE = """
.tengen-graph{--ink:#22252a;--soft:#5c626b;--line:#cfcfc8;--page:#fdfdfb;--light:#f6f1e4;--dark:#33373f;--lead:#1f6db5}
@media (prefers-color-scheme:dark){.tengen-graph{--ink:#e4e5e7;--soft:#a3a9b3;--line:#4a5059;--page:#16181c;
--light:#c9c3b4;--dark:#24272d;--lead:#6db3f2}}
.tengen-graph text{font:12px system-ui,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;fill:var(--soft)}
.tengen-graph .title{font-weight:600;fill:var(--ink)}
"""


class Scale:
    """Where moves, win rates and points are in the picture."""

    def __init__(self, points: "Sequence[GraphPoint]") -> None:
        self.first = points[0].number if points else 0
        self.last = max(points[-1].number if points else 1, self.first + 1)
        self.most = _round_up(max((abs(point.score) for point in points), default=0.0))

    def x(self, number: int) -> float:
        """From left to right by the number of moves."""
        return LEFT + (RIGHT - LEFT) * (number - self.first) / (self.last - self.first)

    def rate(self, winrate: float) -> float:
        """The height of a win rate."""
        return RATES[1] - (RATES[1] - RATES[0]) * winrate

    def lead(self, score: float) -> float:
        """The height of a lead."""
        return (LEADS[0] + LEADS[1]) / 2 - (LEADS[1] - LEADS[0]) / 2 * score / self.most

    def place(self, move: "ReviewedMove") -> tuple[float, float]:
        """Where a move is marked: at Black's win rate after it."""
        assert move.winrate is not None
        black = move.winrate if move.move.color is BLACK else 1 - move.winrate
        return self.x(move.number), self.rate(black)

    @property
    def ticks(self) -> list[int]:
        """Round move numbers."""
        step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000) if self._fits(step))
        return list(range(-(-self.first // step) * step, self.last + 1, step))

    def _fits(self, step: int) -> bool:
        return (self.last - self.first) / step <= _MOST_TICKS


def graph_svg(review: "Review") -> str:
    """The graph as SVG that stands alone; it follows the reader's light or dark colours.

    In a page, the places of the moves are in `data-first` and `data-last`, at LEFT and RIGHT.
    """
    points = review.graph
    scale = Scale(points)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tengen-graph" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(_describe(review))}" data-first="{scale.first}" data-last="{scale.last}" '
        f'data-left="{LEFT}" data-right="{RIGHT}"><style>{_STYLE}</style>'
        f'<rect class="page" width="{WIDTH}" height="{HEIGHT}" rx="8" style="fill:var(--page)"/>',
        f'<text class="title" x="{LEFT}" y="19">Black wins, %</text>',
        f'<text class="title" x="{LEFT}" y="213">Black leads by, points</text>',
        f'<rect x="{LEFT}" y="{RATES[0]}" width="{RIGHT - LEFT}" height="{RATES[1] - RATES[0]}" '
        'style="fill:var(--light)"/>',
    ]
    if points:
        line = " ".join(f"{scale.x(p.number):.1f},{scale.rate(p.winrate):.1f}" for p in points)
        ends = scale.x(points[-1].number), scale.x(points[0].number)
        parts.append(
            f'<path d="M{line} L{ends[0]:.1f},{RATES[1]} {ends[1]:.1f},{RATES[1]}Z" style="fill:var(--dark)"/>'
        )
        lead = " ".join(f"{scale.x(p.number):.1f},{scale.lead(p.score):.1f}" for p in points)
        zero = scale.lead(0)
        parts.append(
            f'<path d="M{lead} L{ends[0]:.1f},{zero:g} {ends[1]:.1f},{zero:g}Z" opacity=".22" style="fill:var(--lead)"'
            "/>"
            f'<polyline points="{lead}" fill="none" style="stroke:var(--lead)" stroke-width="1.8"/>'
        )
    parts += [_lines(scale), *(_mark(move, scale) for move in review.mistakes if move.main)]
    return "".join([*parts, "</svg>"])


def _lines(scale: Scale) -> str:
    """Axes: percent and points at the left, moves below."""
    parts = []
    for share in (0, 25, 50, 75, 100):
        y = scale.rate(share / 100)
        dashes = ' stroke-dasharray="5 4"' if share == 50 else ""
        color, strength = ("#8b8f96", 0.9) if share == 50 else ("#8b8f96", 0.3)
        parts.append(f'<path d="M{LEFT} {y:g}H{RIGHT}" stroke="{color}" opacity="{strength}"{dashes}/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:g}" text-anchor="end">{share}</text>')
    for points in (-scale.most, 0.0, scale.most):
        y = scale.lead(points)
        parts.append(f'<path d="M{LEFT} {y:g}H{RIGHT}" style="stroke:var(--line)"/>')
        told = signed(points)
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:g}" text-anchor="end">{told}</text>')
    for number in scale.ticks:
        parts.append(f'<text x="{scale.x(number):.1f}" y="{HEIGHT - 12}" text-anchor="middle">{number}</text>')
    return "".join(parts)


def _mark(move: "ReviewedMove", scale: Scale) -> str:
    """A dot for a bad move, the larger the worse; its ring has the colour of the player."""
    x, y = scale.place(move)
    ring = "#000" if move.move.color is BLACK else "#fff"
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{RADII[move.severity]}" '
        f'fill="{COLORS[move.severity]}" stroke="{ring}" stroke-width="1.4"><title>{move.number}. {move.move}: '
        f"{move.severity}, {100 * (move.lost or 0):.0f} % lost</title></circle>"
    )


def signed(points: float) -> str:
    """Points ahead or behind, for an axis.

    >>> signed(-50.0), signed(0.0)
    ('−50', '0')
    """
    return f"{points:+g}".replace("-", "−") if points else "0"


def _describe(review: "Review") -> str:
    points = review.graph
    if not points:
        return "Nothing was analysed."
    low, high = min(point.winrate for point in points), max(point.winrate for point in points)
    return (
        f"Win rate of Black over {len(points)} positions: at first {points[0].winrate:.0%}, at the end "
        f"{points[-1].winrate:.0%}, between {low:.0%} and {high:.0%}; {len(review.mistakes)} bad moves are marked."
    )


def _round_up(points: float) -> float:
    """A round number of points that is not less.

    >>> _round_up(3.0), _round_up(12.0), _round_up(43.0)
    (5.0, 20.0, 50.0)
    """
    points = max(points, _LEAST_LEAD)
    unit = 10.0 ** math.floor(math.log10(points))
    return next(unit * step for step in (1.0, 2.0, 5.0, 10.0) if unit * step >= points)
