"""The screen of a game in the terminal: the board, and beside it all that a player looks for.

Where the terminal is too narrow for both, or dumb, the board stands alone with a line under it.
"""

from dataclasses import dataclass, field

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.style import Style
from rich.table import Table
from rich.text import Text

from tengen.engines.move_report import MoveReport
from tengen.game.color import Color
from tengen.game.position import Position
from tengen.play import Clocks
from tengen.search.clock_text import format_clock
from tengen.terminal.board import UNMARKED, Marks, draw_board, is_plain

SIDE_WIDTH = 32  # columns: 19x19 and this are 80
_INSIDE = SIDE_WIDTH - 4  # without its frame
_GAP = 2
_NAME_WIDTH = 10
_LEAST_LINES = 9
_MOVE_WIDTH = 13  # two columns of moves


@dataclass(frozen=True)
class View:
    """What is to be seen of a game."""

    position: Position
    names: dict[Color, str]
    marks: Marks = UNMARKED
    opinion: MoveReport | None = None  # what the engine thought at its last move
    clocks: Clocks = field(default_factory=Clocks)
    title: str = ""  # the number of the move, if not given


def draw_screen(view: View, console: Console) -> RenderableType:
    """The board with its side column, or alone where there is no room."""
    board = draw_board(view.position, console, view.marks)
    width = max(len(line) for line in board.plain.split("\n"))
    if console.is_dumb_terminal or console.width < width + _GAP + SIDE_WIDTH:
        board.no_wrap, board.overflow = True, "crop"  # rather without its right edge than broken into two
        return Group(board, Text(_line(view), overflow="fold"))
    height = max(_LEAST_LINES, board.plain.count("\n") - 1)
    title = view.title or f"move {view.position.move_number + 1}"
    side = Panel(_side(view, height, is_plain(console)), title=title, width=SIDE_WIDTH, height=height + 2)
    grid = Table.grid(padding=(0, _GAP, 0, 0))
    grid.add_row(board, side)
    return grid


def _line(view: View) -> str:
    """All that matters in one line."""
    position = view.position
    taken = ", ".join(f"{color} {position.captures(color)}" for color in Color)
    last = f" Last: {position.last_move}." if position.last_move else ""
    clocks = view.clocks
    left = " Clocks: " + ", ".join(f"{c} {format_clock(clocks.shown(c))}" for c in Color) + "." if clocks else ""
    return f"Move {position.move_number + 1}.{last} Captures: {taken}. Komi {position.komi:g}.{left}"


def _side(view: View, height: int, plain: bool) -> Text:
    """The lines of the side column; the list of moves takes what room is left."""
    position = view.position
    lines = [_player(view, color, plain) for color in Color]
    lines.append(Text(f"komi {position.komi:g}, {position.rules.name} rules"))
    if position.handicap:
        lines[-1].append(f", {position.handicap} stones")
    lines.append(Text(f"last move {position.last_move}" if position.last_move else "no move yet"))
    lines += _chances(view.opinion, plain)
    room = height - len(lines) - 1
    moves = _last_moves(position, room)
    if moves:
        lines += [Text(), *moves]
    for line in lines:
        line.truncate(_INSIDE, overflow="ellipsis" if not plain else "crop")
    return Text("\n").join(lines)


def _player(view: View, color: Color, plain: bool) -> Text:
    """A player: whose turn it is, who he is, what he has taken, and his clock."""
    position = view.position
    arrow = (">" if plain else "▸") if position.to_play is color and not position.is_over else " "
    stone = ("X" if color is Color.BLACK else "O") if plain else ("●" if color is Color.BLACK else "○")
    text = Text(f"{arrow} {stone} {view.names[color][:_NAME_WIDTH]:<{_NAME_WIDTH}}")
    if arrow != " ":
        text.stylize("bold")
    text.append(f" took {position.captures(color):<2}")
    if view.clocks:
        text.append(f" {format_clock(view.clocks.shown(color), briefly=True)}")
    return text


def _chances(opinion: MoveReport | None, plain: bool) -> list[Text]:
    """The win rate as a bar, Black's part on the left."""
    if opinion is None or opinion.winrate is None:
        return []
    black = opinion.winrate if opinion.color is Color.BLACK else 1.0 - opinion.winrate
    left, right = f"Black {black:.0%}", f"{1 - black:.0%} White"
    filled = round(black * _INSIDE)
    if plain:
        bar = Text("X" * filled + "-" * (_INSIDE - filled))
    else:
        bar = Text(" " * filled, Style(bgcolor="#1a1a1a"))
        bar.append(" " * (_INSIDE - filled), Style(bgcolor="#e8e8e8"))
    return [Text(), Text(left + " " * (_INSIDE - len(left) - len(right)) + right), bar]


def _last_moves(position: Position, rows: int) -> list[Text]:
    """The last moves, two in a row, the newest at the end."""
    moves = list(enumerate(position.moves, 1))
    if rows < 1 or not moves:
        return []
    first = max(0, (len(moves) + 1) // 2 - rows) * 2
    texts = [f"{number:>3} {move}" for number, move in moves[first:]]
    pairs = [texts[i : i + 2] for i in range(0, len(texts), 2)]
    return [Text("".join(f"{text:<{_MOVE_WIDTH}}" for text in pair).rstrip(), style="dim") for pair in pairs]
