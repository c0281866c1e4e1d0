"""The graph of a game: Black's win rate as a line, the score as bars; a click on it goes to the move."""

from collections.abc import Sequence
from html import escape

from tengen.web.values import Value

WIDTH, HEIGHT = 400.0, 150.0
_MIDDLE = HEIGHT / 2
_MOST = 500  # moves with a place of their own: more than the page has dots


def graph_markup(values: Sequence[Value | None], current: int) -> str:
    """The graph of the positions along a line; `current` is the one shown."""
    shown = range(0, len(values), -(-len(values) // _MOST))  # of a very long game not every move has a place of its own
    steps = max(20, len(values) - 1)

    def x(index: float) -> float:
        return WIDTH * index / steps

    known = [(index, value) for index in shown if (value := _known(values, index, shown.step)) is not None]
    most = max([10.0, *(abs(value.score) for _, value in known)])
    parts = [
        f'<svg viewBox="0 0 {WIDTH:g} {HEIGHT:g}" preserveAspectRatio="none" role="img" '
        f'aria-label="{escape(_told(values, current))}">',
        f'<rect class="graph-white" width="{WIDTH:g}" height="{_MIDDLE:g}"/>',
        f'<rect class="graph-black" y="{_MIDDLE:g}" width="{WIDTH:g}" height="{_MIDDLE:g}"/>',
    ]
    bar = max(1.0, 0.7 * WIDTH * shown.step / steps)
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
        f'<rect data-move="{index}" x="{x(index - 0.5):.1f}" width="{WIDTH * shown.step / steps:.1f}" '
        f'height="{HEIGHT:g}" fill="transparent"><title>{_title(index, values[index])}</title></rect>'
        for index in shown
    ]
    return "".join([*parts, "</svg>"])


def _known(values: Sequence[Value | None], index: int, step: int) -> Value | None:
    """What is known of a move, or of the next one of those that share its place."""
    return next((value for value in values[index : index + step] if value is not None), None)


def _title(index: int, value: Value | None) -> str:
    if value is None:
        return f"move {index}"
    side = "Black" if value.score >= 0 else "White"
    return f"move {index}: Black wins {value.winrate:.0%}, {side} leads by {abs(value.score):.1f}"


def _told(values: Sequence[Value | None], current: int) -> str:
    value = values[current] if current < len(values) else None
    return "Win rate and score by move. Now " + _title(current, value)
