"""What a search found as a picture: marks on a board, each kind a piece of SVG of its own.

The marks are in the units of `tengen.game.svg.Frame`, so that they go over any board drawn with it, in a notebook, a
report or the browser.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from tengen.errors import TengenError
from tengen.game.color import Color
from tengen.game.svg import CELL, WOOD, Frame, Theme, draw_svg
from tengen.game.vertex import Vertex

if TYPE_CHECKING:
    from tengen.search.report import SearchedMove, SearchReport

_SHOWN_MOVES = 10
_LEAST_SHARE = 0.01  # of the best move's visits, that a candidate shown needs
_LEAST_OWNED = 0.08  # ownership that is drawn at all
_LEAST_CRITICAL = 0.08
_LEAST_PRIOR = 0.01
_MOST_CRITICAL = 0.35  # drawn in full colour
_HOW_GOOD = ((0.01, "#1d9bf0"), (0.04, "#2fa84f"), (0.10, "#d9a400"), (1.0, "#d1495b"))  # win rate lost, colour


def shown_moves(report: "SearchReport", most: int = _SHOWN_MOVES) -> list["SearchedMove"]:
    """The moves worth drawing: visited often enough beside the best."""
    if not report.moves:
        return []
    least = max(1.0, _LEAST_SHARE * report.moves[0].visits)
    return [move for move in report.moves if move.visits >= least and not move.vertex.is_pass][:most]


def candidate_marks(report: "SearchReport", frame: Frame) -> str:
    """A disc for each candidate: its win rate in percent, its visits below, coloured by what it loses to the best."""
    parts = []
    for move in shown_moves(report):
        x, y = frame.place(move.vertex)
        lost = report.moves[0].winrate - move.winrate
        color = next(color for bound, color in _HOW_GOOD if lost <= bound or bound == 1.0)
        best = move is report.moves[0]
        ring = ' stroke="#ffffff" stroke-width="2.2"' if best else ""
        parts.append(
            f'<g data-candidate="{move.vertex}"><circle cx="{x:g}" cy="{y:g}" r="18.5" fill="{color}" '
            f'opacity="{0.95 if best else 0.8}"{ring}/>'
            + _text(x, y + 1.5, f"{100 * move.winrate:.0f}", 15, "#fff", weight=700)
            + _text(x, y + 13, _brief(move.visits), 9, "#fff")
            + "</g>"
        )
    return _group("candidates", parts)


def ownership_marks(ownership: Mapping[Vertex, float], frame: Frame) -> str:
    """A square for each point somebody owns, the larger the surer."""
    parts = []
    for vertex, value in ownership.items():
        if abs(value) >= _LEAST_OWNED:
            x, y = frame.place(vertex)
            half = CELL * 0.25 * min(1.0, abs(value))
            fill, edge = ("#101012", "#77777a") if value > 0 else ("#fdfdfb", "#77777a")
            parts.append(
                f'<rect x="{x - half:.1f}" y="{y - half:.1f}" width="{2 * half:.1f}" height="{2 * half:.1f}" '
                f'fill="{fill}" stroke="{edge}" stroke-width=".7" opacity=".85"/>'
            )
    return _group("ownership", parts)


def criticality_marks(criticality: Mapping[Vertex, float], frame: Frame) -> str:
    """A heat map: the redder a point, the more its owner tends to win."""
    return _heat("criticality", criticality, frame, _LEAST_CRITICAL, _MOST_CRITICAL, "#e3342f")


def policy_marks(policy: Mapping[Vertex, float], frame: Frame) -> str:
    """A heat map of the priors: where the search looks before it has searched."""
    points = {vertex: value for vertex, value in policy.items() if not vertex.is_pass}
    return _heat("policy", points, frame, _LEAST_PRIOR, max(points.values(), default=1.0), "#7b3fe4")


def variation_marks(variation: Sequence[Vertex], color: Color, frame: Frame) -> str:
    """The moves of a variation as numbered stones."""
    parts = []
    for number, vertex in enumerate(variation, 1):
        if not vertex.is_pass:
            x, y = frame.place(vertex)
            ink = "#fff" if color is Color.BLACK else "#111"
            parts.append(
                f'<circle cx="{x:g}" cy="{y:g}" r="18.5" fill="url(#tengen-{color})" opacity=".9"/>'
                + _text(x, y + 6, str(number), 17, ink, weight=700)
            )
        color = color.other
    return _group("variation", parts)


_KINDS: dict[str, Callable[["SearchReport", Frame], str]] = {
    "ownership": lambda report, frame: ownership_marks(report.ownership, frame),
    "criticality": lambda report, frame: criticality_marks(report.criticality, frame),
    "policy": lambda report, frame: policy_marks(report.policy, frame),
    "moves": candidate_marks,
    "variation": lambda report, frame: variation_marks(
        report.moves[0].variation if report.moves else (), report.color, frame
    ),
}


def overlay(report: "SearchReport", show: Sequence[str], frame: Frame) -> str:
    """The marks of these kinds, those that cover much below."""
    unknown = [kind for kind in show if kind not in _KINDS]
    if unknown:
        raise TengenError(f"a search cannot show {unknown[0]!r}: choose among {', '.join(_KINDS)}")
    return "".join(draw(report, frame) for kind, draw in _KINDS.items() if kind in show)


def draw_report(report: "SearchReport", show: Sequence[str], *, width: int = 420, theme: Theme | None = None) -> str:
    """The position of a search with its marks."""
    marks = overlay(report, show, Frame(report.position.size))
    return draw_svg(report.position, width=width, overlay=marks, theme=theme or WOOD)


def _heat(name: str, values: Mapping[Vertex, float], frame: Frame, least: float, most: float, color: str) -> str:
    parts = []
    for vertex, value in values.items():
        if value >= least:
            x, y = frame.place(vertex)
            strength = min(1.0, (value - least) / max(1e-9, most - least))
            parts.append(
                f'<rect x="{x - CELL / 2:g}" y="{y - CELL / 2:g}" width="{CELL}" height="{CELL}" '
                f'fill="{color}" opacity="{0.65 * strength:.2f}"/>'
            )
    return _group(name, parts)


def _group(name: str, parts: Sequence[str]) -> str:
    return f'<g class="tengen-{name}" font-family="system-ui, sans-serif">{"".join(parts)}</g>' if parts else ""


def _text(x: float, y: float, text: str, size: int, ink: str, weight: int = 400) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" font-weight="{weight}" text-anchor="middle" '
        f'fill="{ink}">{text}</text>'
    )


def _brief(count: int) -> str:
    """A number in few characters.

    >>> _brief(950), _brief(12_345), _brief(3_400_000)
    ('950', '12k', '3.4M')
    """
    if count < 1000:
        return str(count)
    if count < 10_000:
        return f"{count / 1000:.1f}k"
    return f"{count / 1000:.0f}k" if count < 1_000_000 else f"{count / 1_000_000:.1f}M"
