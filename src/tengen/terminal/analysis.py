"""An analysis in the terminal: the board with letters on the best moves, and a table of them."""

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from tengen.game.color import BLACK
from tengen.search.picture import shown_moves
from tengen.search.report import SearchReport
from tengen.terminal.board import Marks, draw_board, is_plain

_LETTERS = "abcdefghjk"
_LONGEST = 8  # moves of a variation in the table
_OWNED = 0.5  # ownership that makes a point somebody's, where there are no colours


def show_analysis(analysis: SearchReport, console: Console, *, ownership: bool = False) -> RenderableType:
    """The whole picture, for a console to print or to keep alive."""
    parts: list[RenderableType] = []
    if ownership and is_plain(console):  # letters cannot stand for two things at once
        parts = [draw_board(analysis.position, console, _territory(analysis)), Text("b Black's, w White's\n")]
        ownership = False
    hints = {move.vertex: letter for move, letter in zip(shown_moves(analysis), _LETTERS, strict=False)}
    marks = Marks(hints=hints, ownership=analysis.ownership if ownership else {})
    board = draw_board(analysis.position, console, marks)
    return Group(*parts, board, Text(f"\n{_headline(analysis)}"), _table(analysis))


def _territory(analysis: SearchReport) -> Marks:
    """Who owns which point, with stones of the other colour on it drawn small."""
    owned = {vertex: value for vertex, value in analysis.ownership.items() if abs(value) >= _OWNED}
    stones = analysis.position.stones
    dead = [vertex for vertex, value in owned.items() if vertex in stones and (value > 0) != (stones[vertex] is BLACK)]
    return Marks(dead=dead, ownership=owned)


def _headline(analysis: SearchReport) -> str:
    position = analysis.position
    return (
        f"{str(analysis.color).capitalize()} to play, move {position.move_number + 1}, {position.rules.name} rules, "
        f"komi {position.komi:g}: wins {analysis.winrate:.1%}, {analysis.score:+.1f} points "
        f"({analysis.visits:,} visits, {analysis.seconds:.1f} s)"
    )


def _table(analysis: SearchReport) -> Table:
    table = Table(box=None, pad_edge=False)
    for name in ("", "move", "wins", "points", "visits"):
        table.add_column(name, justify="left" if name in ("", "move") else "right", no_wrap=True)
    table.add_column("variation")
    letters = {move.vertex: letter for move, letter in zip(shown_moves(analysis), _LETTERS, strict=False)}
    for move in analysis.moves[: len(_LETTERS)]:
        score = "–" if move.score is None else f"{move.score:+.1f}"
        line = " ".join(map(str, move.variation[:_LONGEST]))
        cells = [letters.get(move.vertex, ""), str(move.vertex), f"{move.winrate:.1%}", score, f"{move.visits:,}", line]
        table.add_row(*cells)
    return table
