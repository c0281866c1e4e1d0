"""What GoGui draws on its board: the lines of its `gfx` analyze commands and boards of numbers.

The forms are those of GoGui's manual, chapters "Analyze Commands" and "Live Graphics". They are plain text, so a
person reads them as well.
"""

from collections.abc import Iterable, Mapping, Sequence

from tengen.game.color import Color
from tengen.game.position import Position
from tengen.game.vertex import Vertex

_LEAST_INFLUENCE = 0.05  # below which a square would be a speck
_HEAT = ("#fff2cc", "#ffd966", "#f6b26b", "#e67c73", "#cc4125")  # from a little to much


def number_board(values: Mapping[Vertex, float], size: int) -> str:
    """Numbers for all points, row by row from the top, as `dboard` wants them.

    >>> number_board({Vertex(0, 0): 1.0, Vertex(1, 1): -0.25}, 2)
    '0.00 -0.25\\n1.00 0.00'
    """
    rows = (
        " ".join(f"{values.get(Vertex(column, row), 0.0):.2f}" for column in range(size))
        for row in reversed(range(size))
    )
    return "\n".join(rows)


def influence(values: Mapping[Vertex, float]) -> str:
    """Squares, black for positive numbers and white for negative ones, up to 1; nothing for numbers near 0.

    >>> influence({Vertex(0, 0): 1.0, Vertex(1, 1): -0.25, Vertex(2, 2): 0.01})
    'INFLUENCE A1 1.00 B2 -0.25'
    """
    shown = {vertex: value for vertex, value in values.items() if abs(value) >= _LEAST_INFLUENCE}
    return "INFLUENCE " + " ".join(f"{vertex} {value:.2f}" for vertex, value in shown.items()) if shown else ""


def variation(moves: Sequence[Vertex], color: Color) -> str:
    """A sequence of moves as numbered stones, up to a pass.

    >>> variation([Vertex(0, 0), Vertex(1, 1)], Color.WHITE)
    'VAR w A1 b B2'
    """
    words = []
    for vertex in moves:
        if vertex.is_pass:
            break
        words.append(f"{color.letter.lower()} {vertex}")
        color = color.other
    return "VAR " + " ".join(words) if words else ""


def labels(texts: Mapping[Vertex, str]) -> str:
    """Words of a few letters on points."""
    return "LABEL " + " ".join(f"{vertex} {text}" for vertex, text in texts.items()) if texts else ""


def marks(kind: str, vertices: Iterable[Vertex]) -> str:
    """Points with a mark: MARK (a cross), TRIANGLE, SQUARE, CIRCLE, or COLOR and its name."""
    places = " ".join(map(str, sorted(vertices)))
    return f"{kind} {places}" if places else ""


def heat(values: Mapping[Vertex, float]) -> list[str]:
    """Background colours from pale to red for numbers from 0 to 1; nothing for numbers near 0.

    >>> heat({Vertex(0, 0): 1.0, Vertex(1, 1): 0.1, Vertex(2, 2): 0.0})
    ['COLOR #fff2cc B2', 'COLOR #cc4125 A1']
    """
    shades: dict[str, list[Vertex]] = {}
    for vertex, value in values.items():
        if value >= _LEAST_INFLUENCE:
            shades.setdefault(_HEAT[min(len(_HEAT) - 1, int(value * len(_HEAT)))], []).append(vertex)
    return [marks(f"COLOR {shade}", shades[shade]) for shade in _HEAT if shade in shades]


def drawing(*lines: str) -> str:
    """Draw commands as one text, without those that draw nothing."""
    return "\n".join(line for line in lines if line)


def points_only(values: Mapping[Vertex, float], position: Position) -> dict[Vertex, float]:
    """The numbers of points of the board, without that of a pass."""
    return {vertex: value for vertex, value in values.items() if vertex.is_on(position.size)}
