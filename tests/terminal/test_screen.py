"""The screen of a game: the board with its side column, in terminals of every kind."""

import io

import pytest
from rich.console import Console

from tengen.engines.move_report import MoveReport
from tengen.game.color import BLACK, WHITE
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.play import Clocks
from tengen.search.clock import Clock
from tengen.search.report import SearchReport
from tengen.terminal.board import Marks, draw_board
from tengen.terminal.screen import View, draw_screen

NAMES = {BLACK: "you", WHITE: "Tengen 12k"}
OPINION = MoveReport(WHITE, Vertex.parse("C3"), "mcts", SearchReport(Position(9), playouts=100), winrate=0.25)


def shown(view: View, width: int = 100, encoding: str = "utf-8", dumb: bool = False, colours: bool = False) -> str:
    """What a terminal shows, without its colours."""
    screen = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    environment = {"TERM": "dumb" if dumb else "xterm-256color"}
    console = Console(file=screen, width=width, force_terminal=True, color_system="truecolor", _environ=environment)
    if not colours:
        console = Console(file=screen, width=width, force_terminal=dumb, color_system=None, _environ=environment)
    with console.capture() as captured:
        console.print(draw_screen(view, console))
    return captured.get()


def game(size: int = 9) -> Position:
    position = Position(size)
    for move in ("E5", "C3", "D4", "B2"):
        position.play(move)
    return position


def test_the_side_column_has_what_a_player_looks_for() -> None:
    text = shown(View(game(), NAMES, opinion=OPINION, clocks=Clocks(Clock(main=300))))
    for words in ("move 5", "> X you", "  O Tengen 12k", "took 0", "komi 7.5, chinese rules", "last move W B2", "5:00"):
        assert words in text
    assert "Black 75%          25% White" in text
    assert "X" * 21 + "-" * 7 in text
    assert "3 B D4" in text
    assert "(O)" in text  # the last move on the board


def test_prisoners_and_the_end_are_told() -> None:
    position = Position.from_diagram(". X O\nX O .\n. X .", to_play="black")
    position.play("C2")
    text = shown(View(position, NAMES))
    assert "X you        took 2" in text
    assert "> O Tengen 12k" in text
    position.play("pass")
    position.play("pass")
    assert ">" not in shown(View(position, NAMES))


def test_a_narrow_terminal_shows_the_board_alone() -> None:
    text = shown(View(game(), NAMES, opinion=OPINION, clocks=Clocks(Clock(main=60, period=5, periods=3))), width=40)
    assert text.startswith(game().diagram())
    assert "Last: W B2." in text.replace("\n", " ")
    assert "white 1:00 +3x0:05" in text.replace("\n", " ")
    assert "Tengen" not in text
    assert all(len(line) <= 40 for line in text.splitlines())


def test_a_terminal_too_narrow_for_the_board_keeps_its_rows_whole() -> None:
    lines = shown(View(game(19), NAMES), width=30).splitlines()
    assert lines[1].startswith("19 . . .")
    assert lines[2].startswith("18 . . .")


@pytest.mark.parametrize("size", [2, 5, 9, 13, 19])
def test_every_board_fits_beside_its_column_in_eighty(size: int) -> None:
    position = Position(size)
    position.play("A1")
    lines = shown(View(position, NAMES, opinion=OPINION), width=80).splitlines()
    assert max(map(len, lines)) <= 80
    assert any("komi 7.5" in line for line in lines)
    assert "komi 7.5" in shown(View(position, NAMES, opinion=OPINION), width=80, colours=True)


def test_a_dumb_terminal_shows_the_board_alone() -> None:
    assert shown(View(game(), NAMES), dumb=True).startswith(game().diagram())


def test_plain_characters_where_there_are_no_others() -> None:
    text = shown(View(game(), NAMES, opinion=OPINION), encoding="ascii")
    assert text.isascii()
    assert "+" in text  # the frame


def test_many_moves_leave_the_newest_in_the_list() -> None:
    position = Position(19)
    for vertex in list(position.legal_moves())[:120]:
        position.play(vertex)
    text = shown(View(position, NAMES))
    assert "120 W" in text
    assert " 1 B A1" not in text
    assert len(text.splitlines()) == 21


def test_ownership_is_shaded_and_dead_stones_are_small() -> None:
    position = game()
    a1, c3, j9 = (Vertex.parse(name) for name in ("A1", "C3", "J9"))
    marks = Marks(dead={c3}, ownership={a1: 0.9, j9: -0.9, c3: 0.8})
    plain = draw_board(position, Console(file=io.StringIO(), color_system=None), marks).plain.splitlines()
    assert plain[9].startswith(" 1 b .")
    assert plain[1].endswith("w 9")
    assert plain[7].startswith(" 3 . . o")
    console = Console(file=io.StringIO(), force_terminal=True, color_system="truecolor")
    coloured = draw_board(position, console, marks)
    assert coloured.plain.count("▪") == 2
    assert coloured.plain.count("×") == 1
    grounds = {str(span.style).split(" on ")[-1] for span in coloured.spans}
    assert len(grounds) > 4  # wood, the last move, and shades of both players


def test_numbers_stand_on_the_stones() -> None:
    position = game()
    numbers = {Vertex.parse("D4"): "1", Vertex.parse("B2"): "2"}
    plain = draw_board(position, Console(file=io.StringIO(), color_system=None), Marks(numbers=numbers)).plain
    assert " 4 . . . 1" in plain
    assert " 2 .(2)" in plain
    console = Console(file=io.StringIO(), force_terminal=True, color_system="truecolor")
    assert draw_board(position, console, Marks(numbers=numbers)).plain.count("●") == 2
