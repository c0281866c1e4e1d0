"""The graph of a game: Black's win rate as a line, the score as bars; a click on it goes to the move."""

from collections.abc import Sequence
from html import escape

from tengen.web.values import Value

WIDTH, HEIGHT = 400.0, 150.0
_MIDDLE = HEIGHT / 2


def graph_markup(values: Sequence[Value | None], current: int) -> str:
    """The graph of the positions along a line; `current` is the one shown."""
    steps = max(20, len(values) - 1)

    def x(index: float) -> float:
        return WIDTH * index / steps

    known = [(index, value) for index, value in enumerate(values) if value is not None]
    most = max([10.0, *(abs(value.score) for _, value in known)])
    parts = [
        f'<svg viewBox="0 0 {WIDTH:g} {HEIGHT:g}" preserveAspectRatio="none" role="img" '
        f'aria-label="{escape(_told(values, current))}">',
        f'<rect class="graph-white" width="{WIDTH:g}" height="{_MIDDLE:g}"/>',
        f'<rect class="graph-black" y="{_MIDDLE:g}" width="{WIDTH:g}" height="{_MIDDLE:g}"/>',
    ]
    bar = max(1.0, 0.7 * WIDTH / steps)
    for index, value in known:
        height = (_MIDDLE - 6) * value.score / most
        top = _MIDDLE - max(0.0, height)
        parts.append(
            f'<rect class="graph-score" x="{x(index) - bar / 2:.1f}" y="{top:.1f}" width="{bar:.1f}" '
            f'height="{abs(height):.1f}"/>'
        )
    parts.append(f'<path class="graph-middle" d="M0 {_MIDDLE:g}H{WIDTH:g}"/>')
    line = " ".join(f"{x(index):.1f},{HEIGHT * (1 - value.winrate):.1f}" for index, value in known)
    if len(known) > 1:
        parts.append(f'<polyline class="graph-line" points="{line}"/>')
    parts += [
        f'<circle class="graph-dot" cx="{x(index):.1f}" cy="{HEIGHT * (1 - value.winrate):.1f}" r="2"/>'
        for index, value in known
    ]
    parts.append(f'<path class="graph-now" d="M{x(current):.1f} 0V{HEIGHT:g}"/>')
    parts += [
        f'<rect data-move="{index}" x="{x(index - 0.5):.1f}" width="{WIDTH / steps:.1f}" height="{HEIGHT:g}" '
        f'fill="transparent"><title>{_title(index, value)}</title></rect>'
        for index, value in enumerate(values)
    ]
    return "".join([*parts, "</svg>"])


def _title(index: int, value: Value | None) -> str:
    if value is None:
        return f"move {index}"
    side = "Black" if value.score >= 0 else "White"
    return f"move {index}: Black wins {value.winrate:.0%}, {side} leads by {abs(value.score):.1f}"


def _told(values: Sequence[Value | None], current: int) -> str:
    value = values[current] if current < len(values) else None
    return "Win rate and score by move. Now " + _title(current, value)
