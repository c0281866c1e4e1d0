"""A board drawn for a terminal with colours; without them, the text diagram."""

from collections.abc import Collection, Mapping

from rich.console import Console
from rich.style import Style
from rich.text import Text

from tengen.game.color import BLACK
from tengen.game.diagram import draw_diagram, star_points
from tengen.game.position import Position
from tengen.game.vertex import COLUMNS, Vertex

_WOOD = "#d9a85b"
_LINE = Style(color="#6b4e1f", bgcolor=_WOOD)
_EDGE = Style(color="#4a3413", bgcolor=_WOOD)
_BLACK_STONE = Style(color="#000000", bgcolor=_WOOD, bold=True)
_WHITE_STONE = Style(color="#ffffff", bgcolor=_WOOD, bold=True)
_LAST = "#c7733a"
_HINT = Style(color="#00408c", bgcolor=_WOOD, bold=True)


def draw_board(
    position: Position,
    console: Console,
    hints: Mapping[Vertex, str] | None = None,
    dead: Collection[Vertex] = (),
    owners: Mapping[Vertex, float] | None = None,
) -> Text:
    """The position as Rich text; `hints` are one-character marks on empty points, `dead` stones are drawn small.

    `owners`, from -1 (White) to 1 (Black), darken and lighten the wood; without colours nothing is seen of them.
    """
    plain = console.no_color or console.color_system is None
    if plain or console.encoding.lower().replace("-", "") != "utf8":
        last_vertex = position.last_move.vertex if position.last_move else None
        alive = {vertex: color for vertex, color in position.stones.items() if vertex not in dead}
        small = {vertex: "x" if position[vertex] is BLACK else "o" for vertex in dead}
        return Text(draw_diagram(position.size, alive, last_vertex, marks={**(hints or {}), **small}))
    size = position.size
    stones = position.stones
    stars = set(star_points(size))
    last = position.last_move.vertex if position.last_move else None
    letters = Text("    " + " ".join(COLUMNS[:size]) + "     ", style=_EDGE)
    text = Text()
    text.append_text(letters).append("\n")
    for row in reversed(range(size)):
        text.append(f" {row + 1:2} ", _EDGE)
        for column in range(size):
            vertex = Vertex(column, row)
            stone = stones.get(vertex)
            shade = _shade(owners[vertex]) if owners and vertex in owners else Style()
            if stone is not None:
                style = (_BLACK_STONE if stone is BLACK else _WHITE_STONE) + shade
                text.append("×" if vertex in dead else "●", style + Style(bgcolor=_LAST) if vertex == last else style)
            elif hints and vertex in hints:
                text.append(hints[vertex], _HINT + shade)
            else:
                text.append("•" if vertex in stars else _crossing(column, row, size), _LINE + shade)
            text.append("─" if column + 1 < size else " ", _LINE + shade if column + 1 < size else _LINE)
        text.append(f"{row + 1:<2}  ", _EDGE).append("\n")
    text.append_text(letters)
    return text


def _shade(owner: float) -> Style:
    """Wood that is nearly black where Black owns the point, nearly white where White does."""
    target = 60 if owner > 0 else 250
    share = 0.75 * min(1.0, abs(owner))
    wood = [int(_WOOD[place : place + 2], 16) for place in (1, 3, 5)]
    mixed = [round(value + share * (target - value)) for value in wood]
    return Style(bgcolor="#" + "".join(f"{value:02x}" for value in mixed))


def _crossing(column: int, row: int, size: int) -> str:
    """The lines that meet at a point."""
    across = 0 if column == 0 else 2 if column == size - 1 else 1
    down = 0 if row == size - 1 else 2 if row == 0 else 1
    return ("┌┬┐", "├┼┤", "└┴┘")[down][across]
