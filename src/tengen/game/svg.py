"""A picture of a position: SVG that stands alone, for notebooks, pages and files."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol
from xml.sax.saxutils import escape

from tengen.game.color import BLACK, Color
from tengen.game.diagram import star_points
from tengen.game.move import Move
from tengen.game.vertex import COLUMNS, Vertex


@dataclass(frozen=True)
class Theme:
    """The colours of a board."""

    wood: tuple[str, str]  # gradient, from the upper left to the lower right
    line: str
    text: str


WOOD = Theme(("#e9bf75", "#d9a554"), "#4a3413", "#5b4423")
PLAIN = Theme(("#ffffff", "#ffffff"), "#333333", "#555555")

CELL = 40  # SVG units between two lines
_DEFS = (
    '<defs><linearGradient id="tengen-wood" x1="0" y1="0" x2="1" y2="1">'
    '<stop offset="0" stop-color="{0}"/><stop offset="1" stop-color="{1}"/></linearGradient>'
    '<radialGradient id="tengen-black" cx=".35" cy=".3" r=".75">'
    '<stop offset="0" stop-color="#6f6f74"/><stop offset=".55" stop-color="#222226"/>'
    '<stop offset="1" stop-color="#050506"/></radialGradient>'
    '<radialGradient id="tengen-white" cx=".35" cy=".3" r=".8">'
    '<stop offset="0" stop-color="#ffffff"/><stop offset=".7" stop-color="#f0eeea"/>'
    '<stop offset="1" stop-color="#c4c0b8"/></radialGradient></defs>'
)


class Drawable(Protocol):
    """What there is to see of a position; a `Position` is one."""

    @property
    def size(self) -> int:
        """Of the board."""

    @property
    def stones(self) -> Mapping[Vertex, Color]:
        """The stones on it."""

    @property
    def last_move(self) -> Move | None:
        """The last move, if there was one."""

    @property
    def to_play(self) -> Color:
        """Who is to move."""


class Frame(NamedTuple):
    """Where the points of a board are in its picture, in SVG units."""

    size: int
    coordinates: bool = True

    @property
    def margin(self) -> float:
        """From the picture's edge to the first line."""
        return CELL * (0.95 if self.coordinates else 0.7)

    @property
    def side(self) -> float:
        """Of the whole picture."""
        return (self.size - 1) * CELL + 2 * self.margin

    def place(self, vertex: Vertex) -> tuple[float, float]:
        """The middle of a point."""
        return self.margin + vertex.column * CELL, self.margin + (self.size - 1 - vertex.row) * CELL


def draw_svg(
    position: Drawable,
    *,
    width: int = 420,
    coordinates: bool = True,
    labels: Mapping[Any, str] | None = None,
    ownership: Mapping[Any, float] | None = None,
    overlay: str = "",
    theme: Theme = WOOD,
) -> str:
    """Draw `position`; `labels` are short texts on points, `ownership` runs from -1 (White) to 1.

    Points are vertices or their names. An `overlay` is SVG in the units of `Frame`, drawn above all.

    >>> from tengen.game.position import Position
    >>> draw_svg(Position(9), width=200).startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    True
    """
    size = position.size
    texts = {Vertex.of(place, size): text for place, text in (labels or {}).items()}
    owners = {Vertex.of(place, size): value for place, value in (ownership or {}).items()}
    frame = Frame(size, coordinates)
    margin, side, place = frame.margin, frame.side, frame.place
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side:g} {side:g}" width="{width}" '
        f'height="{width}" role="img" aria-label="{escape(_describe(position))}" '
        'font-family="system-ui, sans-serif">',
        _DEFS.format(*theme.wood),
        f'<rect width="{side:g}" height="{side:g}" rx="6" fill="url(#tengen-wood)"/>',
        _grid(size, margin, theme),
    ]
    parts += [_circle(*place(vertex), 4.2, theme.line) for vertex in star_points(size)]
    if coordinates:
        parts.append(_coordinates(size, margin, side, theme))
    stones = position.stones
    parts += [_stone(*place(vertex), color) for vertex, color in stones.items()]
    for vertex, value in owners.items():
        parts.append(_owner(*place(vertex), value))
    last = position.last_move
    if last and last.vertex in stones and last.vertex not in texts:
        x, y = place(last.vertex)
        ink = "#f4f4f4" if last.color is BLACK else "#1c1c1c"
        parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="8.5" fill="none" stroke="{ink}" stroke-width="2.6"/>')
    for vertex, text in texts.items():
        parts.append(_label(*place(vertex), text, stones.get(vertex), theme))
    return "".join([*parts, overlay, "</svg>"])


def _describe(position: Drawable) -> str:
    last = f", last move {position.last_move}" if position.last_move else ""
    return f"Go board {position.size}x{position.size}{last}, {position.to_play} to play"


def _grid(size: int, margin: float, theme: Theme) -> str:
    end = margin + (size - 1) * CELL
    steps = [margin + i * CELL for i in range(size)]
    path = "".join(f"M{margin:g} {t:g}H{end:g}M{t:g} {margin:g}V{end:g}" for t in steps)
    return f'<path d="{path}" stroke="{theme.line}" stroke-width="1.3" stroke-linecap="square"/>'


def _coordinates(size: int, margin: float, side: float, theme: Theme) -> str:
    parts = [f'<g fill="{theme.text}" font-size="13" text-anchor="middle">']
    for i in range(size):
        along = margin + i * CELL
        upward = margin + (size - 1 - i) * CELL + 4.5
        for edge in (15.0, side - 6):
            parts.append(f'<text x="{along:g}" y="{edge:g}">{COLUMNS[i]}</text>')
        for edge in (11.0, side - 11):
            parts.append(f'<text x="{edge:g}" y="{upward:g}">{i + 1}</text>')
    return "".join([*parts, "</g>"])


def _circle(x: float, y: float, radius: float, fill: str) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}"/>'


def _stone(x: float, y: float, color: Color) -> str:
    shadow = f'<circle cx="{x + 1.5:g}" cy="{y + 2.2:g}" r="19" fill="#000" opacity=".28"/>'
    return shadow + _circle(x, y, 19, f"url(#tengen-{color})")


def _owner(x: float, y: float, value: float) -> str:
    half = 9 * min(1.0, abs(value))
    fill = "#111" if value > 0 else "#fff"
    return (
        f'<rect x="{x - half:g}" y="{y - half:g}" width="{2 * half:g}" height="{2 * half:g}" '
        f'fill="{fill}" stroke="#888" stroke-width=".8" opacity=".8"/>'
    )


def _label(x: float, y: float, text: str, stone: Color | None, theme: Theme) -> str:
    ink = theme.line if stone is None else "#fff" if stone is BLACK else "#111"
    back = _circle(x, y, 13, theme.wood[0]) if stone is None else ""
    size = 17 if len(text) < 3 else 13
    return (
        f'{back}<text x="{x:g}" y="{y + size * 0.36:g}" font-size="{size}" font-weight="600" '
        f'text-anchor="middle" fill="{ink}">{escape(text)}</text>'
    )
