"""A board drawn for a terminal with colours; without them, the text diagram."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from rich.console import Console
from rich.style import Style
from rich.text import Text

from tengen.game.color import BLACK, Color
from tengen.game.diagram import draw_diagram, star_points
from tengen.game.position import Position
from tengen.game.vertex import COLUMNS, Vertex

_WOOD = (0xD9, 0xA8, 0x5B)
_LAST = (0xC7, 0x73, 0x3A)
_SHADE = 0.75  # how much of the wood's colour gives way on a point that surely has an owner
_LINE, _EDGE, _HINT = "#6b4e1f", "#4a3413", "#00408c"
_STONE = {Color.BLACK: "#000000", Color.WHITE: "#ffffff"}
_LEAST_OWNED = 0.5  # from here on a point is somebody's


@dataclass(frozen=True)
class Marks:
    """What is drawn on a board besides its stones."""

    hints: Mapping[Vertex, str] = field(default_factory=dict)  # one character each, on empty points
    numbers: Mapping[Vertex, str] = field(default_factory=dict)  # one character each, on stones
    dead: Collection[Vertex] = ()  # stones drawn small
    ownership: Mapping[Vertex, float] = field(default_factory=dict)  # -1 White's … 1 Black's: points are shaded


UNMARKED = Marks()


def is_plain(console: Console) -> bool:
    """Whether a terminal is drawn for with letters: no colours, or no characters but those of ASCII."""
    without_colours = console.no_color or console.color_system is None
    return without_colours or console.encoding.lower().replace("-", "") != "utf8"


def draw_board(position: Position, console: Console, marks: Marks = UNMARKED) -> Text:
    """The position as Rich text, in colours or with letters as the console can show it."""
    return Text(_plain_board(position, marks)) if is_plain(console) else _coloured_board(position, marks)


def owner_of(vertex: Vertex, marks: Marks) -> Color | None:
    """Whose a point is by the ownership that is shown."""
    share = marks.ownership.get(vertex, 0.0)
    return None if abs(share) < _LEAST_OWNED else Color.BLACK if share > 0 else Color.WHITE


def _plain_board(position: Position, marks: Marks) -> str:
    """Letters: X and O, dead ones small; territory b and w."""
    shown = {v: color for v, color in position.stones.items() if v not in marks.dead and v not in marks.numbers}
    signs = {}
    for vertex in position.vertices():
        owner = owner_of(vertex, marks)
        if owner is not None and position[vertex] is None:
            signs[vertex] = "b" if owner is BLACK else "w"
    signs.update({vertex: "x" if position[vertex] is BLACK else "o" for vertex in marks.dead})
    last = position.last_move.vertex if position.last_move else None
    return draw_diagram(position.size, shown, last, marks={**signs, **marks.hints, **marks.numbers})


def _coloured_board(position: Position, marks: Marks) -> Text:
    size = position.size
    stones = position.stones
    stars = set(star_points(size))
    edge = Style(color=_EDGE, bgcolor=_hex(_WOOD))
    letters = Text("    " + " ".join(COLUMNS[:size]) + "     ", style=edge)
    text = Text()
    text.append_text(letters).append("\n")
    for row in reversed(range(size)):
        text.append(f" {row + 1:2} ", edge)
        for column in range(size):
            vertex = Vertex(column, row)
            ground = _ground(vertex, position, marks)
            empty = "•" if vertex in stars else _crossing(column, row, size)
            sign, color = _sign(vertex, stones.get(vertex), empty, marks)
            text.append(sign, Style(color=color, bgcolor=ground, bold=color != _LINE))
            # The line between two points has the shade of the one on its left, but for the last move's.
            between = _hex(_WOOD) if ground == _hex(_LAST) else ground
            text.append("─" if column + 1 < size else " ", Style(color=_LINE, bgcolor=between))
        text.append(f"{row + 1:<2}  ", edge).append("\n")
    text.append_text(letters)
    return text


def _sign(vertex: Vertex, stone: Color | None, empty: str, marks: Marks) -> tuple[str, str]:
    """What stands at a point, and its colour."""
    if stone is not None:
        return marks.numbers.get(vertex, "×" if vertex in marks.dead else "●"), _STONE[stone]
    if vertex in marks.hints:
        return marks.hints[vertex], _HINT
    owner = owner_of(vertex, marks)
    return (empty, _LINE) if owner is None else ("▪", _STONE[owner])


def _ground(vertex: Vertex, position: Position, marks: Marks) -> str:
    """The colour of the wood at a point: marked where the last move is, shaded for its owner."""
    if position.last_move is not None and position.last_move.vertex == vertex and not marks.numbers:
        return _hex(_LAST)
    share = marks.ownership.get(vertex, 0.0)
    towards = (0x40, 0x2C, 0x10) if share > 0 else (0xFF, 0xF4, 0xDC)
    part = _SHADE * min(1.0, abs(share))
    return _hex(tuple(round(wood + (other - wood) * part) for wood, other in zip(_WOOD, towards, strict=True)))


def _hex(color: tuple[int, ...]) -> str:
    return "#" + "".join(f"{part:02x}" for part in color)


def _crossing(column: int, row: int, size: int) -> str:
    """The lines that meet at a point."""
    across = 0 if column == 0 else 2 if column == size - 1 else 1
    down = 0 if row == size - 1 else 2 if row == 0 else 1
    return ("┌┬┐", "├┼┤", "└┴┘")[down][across]
