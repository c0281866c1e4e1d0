"""The same graph as `graph.py` draws it, as a PNG picture: for places that do not take SVG.

Pillow draws it, which is among the laboratory's packages: Matplotlib would take longer to load than all of this.
"""

import io
from typing import TYPE_CHECKING

from tengen.errors import TengenError
from tengen.review.graph import COLORS, HEIGHT, LEADS, LEFT, RADII, RATES, RIGHT, WIDTH, Scale, signed

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

    from tengen.game.color import Color
    from tengen.review.model import Review

_FINE = 4  # dots drawn for each unit of the SVG, before
_SHRINK = 2  # so many become one, which smooths the edges
_TEXT = 12  # units
_PAGE, _LIGHT, _DARK, _LEAD = "#fdfdfb", "#f6f1e4", "#33373f", "#1f6db5"
_LEAD_SOFT, _LINE, _MIDDLE, _INK, _SOFT = "#cfe0f0", "#cfcfc8", "#8b8f96", "#22252a", "#5c626b"


def can_draw_png() -> bool:
    """Whether Pillow is there."""
    from importlib.util import find_spec

    return find_spec("PIL") is not None


def graph_png(review: "Review") -> bytes:
    """The graph as a PNG picture."""
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        raise TengenError("a PNG graph needs Pillow: pip install 'tengen[review]'") from None
    picture = Image.new("RGB", (WIDTH * _FINE, HEIGHT * _FINE), _PAGE)
    _draw(ImageDraw.Draw(picture), review)
    buffer = io.BytesIO()
    picture.reduce(_SHRINK).save(buffer, "PNG")
    return buffer.getvalue()


def _draw(brush: "ImageDraw", review: "Review") -> None:
    points = review.graph
    scale = Scale(points)
    brush.rectangle(_fine((LEFT, RATES[0]), (RIGHT, RATES[1])), _LIGHT)
    if points:
        ends = scale.x(points[-1].number), scale.x(points[0].number)
        rates = [(scale.x(point.number), scale.rate(point.winrate)) for point in points]
        brush.polygon(_fine(*rates, (ends[0], RATES[1]), (ends[1], RATES[1])), _DARK)
        leads = [(scale.x(point.number), scale.lead(point.score)) for point in points]
        brush.polygon(_fine(*leads, (ends[0], scale.lead(0)), (ends[1], scale.lead(0))), _LEAD_SOFT)
        brush.line(_fine(*leads), _LEAD, round(1.6 * _FINE), joint="curve")
    _draw_axes(brush, scale)
    for move in review.mistakes:
        if move.main:
            _draw_dot(brush, scale.place(move), RADII[move.severity], COLORS[move.severity], move.move.color)


def _draw_axes(brush: "ImageDraw", scale: Scale) -> None:
    for share in (0, 25, 50, 75, 100):
        y = scale.rate(share / 100)
        brush.line(_fine((LEFT, y), (RIGHT, y)), _MIDDLE, _FINE if share == 50 else 1)
        _write(brush, LEFT - 8, y, str(share), "rm", _SOFT)
    for lead in (-scale.most, 0.0, scale.most):
        y = scale.lead(lead)
        brush.line(_fine((LEFT, y), (RIGHT, y)), _LINE, _FINE)
        _write(brush, LEFT - 8, y, signed(lead).replace("−", "-"), "rm", _SOFT)  # the font has no minus
    for number in scale.ticks:
        _write(brush, scale.x(number), HEIGHT - 16, str(number), "mm", _SOFT)
    _write(brush, LEFT, RATES[0] - 14, "Black wins, %", "lm", _INK)
    _write(brush, LEFT, LEADS[0] - 13, "Black leads by, points", "lm", _INK)


def _draw_dot(brush: "ImageDraw", place: tuple[float, float], radius: float, color: str, player: "Color") -> None:
    for reach, fill in ((radius + 1.4, "#000000" if player.letter == "B" else "#ffffff"), (radius, color)):
        x, y = place
        brush.ellipse(_fine((x - reach, y - reach), (x + reach, y + reach)), fill)


def _write(brush: "ImageDraw", x: float, y: float, text: str, anchor: str, ink: str) -> None:
    """Text at a place; `anchor` says which part of it is there, as Pillow has it."""
    from PIL import ImageFont

    font = ImageFont.load_default(_TEXT * _FINE)
    ((left, top),) = _fine((x, y))
    if isinstance(font, ImageFont.FreeTypeFont):
        brush.text((left, top), text, ink, font, anchor)
    else:  # a Pillow without FreeType has one small font
        brush.text((left, top), text, ink, font)


def _fine(*places: tuple[float, float]) -> list[tuple[float, float]]:
    return [(x * _FINE, y * _FINE) for x, y in places]
