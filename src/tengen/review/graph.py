"""The graph of a game: Black's win rate above, his lead in points below, the bad moves marked; as SVG or PNG."""

import io
import math
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from tengen.errors import TengenError
from tengen.review.severity import Severity

if TYPE_CHECKING:
    from tengen.review.model import GraphPoint, Review, ReviewedMove

WIDTH, HEIGHT = 900, 330  # SVG units
LEFT, RIGHT = 52, 886  # of the panels
_RATES = (30, 190)  # top and bottom of the win rates
_LEADS = (222, 298)
_COLORS = {Severity.INACCURACY: "#d9a400", Severity.MISTAKE: "#e07b1a", Severity.BLUNDER: "#d1343f"}
_RADII = {Severity.INACCURACY: 3.6, Severity.MISTAKE: 4.8, Severity.BLUNDER: 6.2}
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
        return _RATES[1] - (_RATES[1] - _RATES[0]) * winrate

    def lead(self, score: float) -> float:
        """The height of a lead."""
        return (_LEADS[0] + _LEADS[1]) / 2 - (_LEADS[1] - _LEADS[0]) / 2 * score / self.most

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
        f'<rect x="{LEFT}" y="{_RATES[0]}" width="{RIGHT - LEFT}" height="{_RATES[1] - _RATES[0]}" '
        'style="fill:var(--light)"/>',
    ]
    if points:
        line = " ".join(f"{scale.x(p.number):.1f},{scale.rate(p.winrate):.1f}" for p in points)
        ends = scale.x(points[-1].number), scale.x(points[0].number)
        parts.append(
            f'<path d="M{line} L{ends[0]:.1f},{_RATES[1]} {ends[1]:.1f},{_RATES[1]}Z" style="fill:var(--dark)"/>'
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
        told = f"{points:+g}".replace("-", "−") if points else "0"
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:g}" text-anchor="end">{told}</text>')
    for number in scale.ticks:
        parts.append(f'<text x="{scale.x(number):.1f}" y="{HEIGHT - 12}" text-anchor="middle">{number}</text>')
    return "".join(parts)


def _mark(move: "ReviewedMove", scale: Scale) -> str:
    """A dot for a bad move, the larger the worse; its ring has the colour of the player."""
    assert move.winrate is not None
    black = move.winrate if move.move.color.letter == "B" else 1 - move.winrate
    ring = "#000" if move.move.color.letter == "B" else "#fff"
    return (
        f'<circle cx="{scale.x(move.number):.1f}" cy="{scale.rate(black):.1f}" r="{_RADII[move.severity]}" '
        f'fill="{_COLORS[move.severity]}" stroke="{ring}" stroke-width="1.4"><title>{move.number}. {move.move}: '
        f"{move.severity}, {100 * (move.lost or 0):.0f} % lost</title></circle>"
    )


def graph_png(review: "Review") -> bytes:
    """The graph as a PNG picture, which takes Matplotlib."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise TengenError("a PNG graph needs Matplotlib: run `make lab` or pip install 'tengen[lab]'") from None
    points = review.graph
    scale = Scale(points)
    figure = Figure(figsize=(9, 3.6))
    figure.subplots_adjust(left=0.055, right=0.985, top=0.93, bottom=0.13, hspace=0.25)
    FigureCanvasAgg(figure)
    rates, leads = figure.subplots(2, 1, sharex=True, height_ratios=(2, 1))
    numbers = [point.number for point in points]
    winrates = [100 * point.winrate for point in points]
    rates.set_facecolor("#f6f1e4")
    rates.fill_between(numbers, winrates, color="#33373f", linewidth=0)
    rates.axhline(50, color="#8b8f96", linewidth=0.8, linestyle=(0, (5, 4)))
    rates.set_ylim(0, 100)
    rates.set_title("Black wins, %", loc="left", fontsize=9, fontweight="bold")
    for severity, color in _COLORS.items():
        bad = [move for move in review.mistakes if move.severity is severity and move.main]
        heights = [100 * (m.winrate or 0) if m.move.color.letter == "B" else 100 - 100 * (m.winrate or 0) for m in bad]
        size = 5 * _RADII[severity]
        rates.scatter([move.number for move in bad], heights, s=size, color=color, label=str(severity), zorder=3)
    leads.plot(numbers, [point.score for point in points], color="#1f6db5", linewidth=1.3)
    leads.axhline(0, color="#8b8f96", linewidth=0.8)
    leads.set_ylim(-scale.most, scale.most)
    leads.set_title("Black leads by, points", loc="left", fontsize=9, fontweight="bold")
    leads.set_xlim(scale.first, scale.last)
    leads.set_xlabel("moves", fontsize=9)
    for axis in (rates, leads):
        axis.tick_params(labelsize=8)
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=120, metadata={"Software": "Tengen"})
    return buffer.getvalue()


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
