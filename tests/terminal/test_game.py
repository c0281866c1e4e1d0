"""A game in the terminal, typed by a script."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from tengen.engines import create_engine
from tengen.game.color import BLACK, WHITE, Color
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.records import load
from tengen.terminal.board import Marks, draw_board
from tengen.terminal.demo import demonstrate
from tengen.terminal.game import TerminalGame


def play(
    lines: list[str],
    tmp_path: Path,
    *,
    human: Color = BLACK,
    position: Position | None = None,
    engine: str = "random",
) -> tuple[TerminalGame, str]:
    """A game of these lines; when they are used up the person hangs up. Returns it and the screen."""
    screen = io.StringIO()
    waiting = iter(lines)

    def ask(prompt: str) -> str:
        try:
            line = next(waiting)
        except StopIteration:
            raise EOFError from None
        screen.write(f"{prompt}{line}\n")
        return line

    game = TerminalGame(
        position or Position(5),
        create_engine(engine, seed=3, playouts=200),
        human,
        Console(file=screen, width=100),
        ask,
        tmp_path / "kept" / "last-game.sgf",
    )
    game.run()
    return game, screen.getvalue()


def test_moves_are_answered(tmp_path: Path) -> None:
    game, screen = play(["c3", "quit"], tmp_path)
    assert [move.color for move in game.position.moves] == [BLACK, WHITE]
    assert "white plays" in screen
    assert "(X)" not in screen or "C3" not in screen  # the last move shown is White's


def test_a_move_from_a_book_says_so(tmp_path: Path) -> None:
    (tmp_path / "mine.dat").write_text("5 | C3\n")
    screen = io.StringIO()
    engine = create_engine("mcts", seed=3, playouts=20, settings={"book": str(tmp_path / "mine.dat")})
    kept = tmp_path / "kept" / "last-game.sgf"
    TerminalGame(Position(5), engine, WHITE, Console(file=screen, width=100), lambda _: "quit", kept).run()
    assert "black plays C3 (book)" in screen.getvalue()


def test_a_move_may_be_typed_in_two_words(tmp_path: Path) -> None:
    game, _ = play(["C 3", "quit"], tmp_path)
    assert str(game.position.moves[0]) == "B C3"


def test_what_is_no_text_is_a_slip_like_others(tmp_path: Path) -> None:
    def garbled(prompt: str) -> str:
        if not lines:
            raise EOFError
        lines.pop()
        raise UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")

    lines = ["once"]
    screen = io.StringIO()
    console = Console(file=screen, width=100)
    TerminalGame(Position(5), create_engine("random"), BLACK, console, garbled, tmp_path / "kept.sgf").run()
    assert "neither a move nor a command" in screen.getvalue()


def test_mistakes_are_explained_and_cost_nothing(tmp_path: Path) -> None:
    game, screen = play(["z9", "c99", "gibberish", "save /", "", "help", "quit"], tmp_path)
    assert game.position.moves == ()
    assert "'z9' is not a vertex" in screen
    assert "c99 is not on the 5x5 board (A1 to E5)" in screen
    assert "take your last move back" in screen
    assert "'gibberish' is neither a move nor a command (help lists" in screen
    assert "Traceback" not in screen


def test_illegal_moves_say_why(tmp_path: Path) -> None:
    position = Position(5)
    position.play("C3")
    position.play("C2")
    game, screen = play(["c3", "c2"], tmp_path, position=position)
    assert screen.count("the point is occupied") == 2
    assert game.position.move_number == 2


def test_undo_takes_back_both_moves(tmp_path: Path) -> None:
    game, screen = play(["undo", "c3", "undo", "quit"], tmp_path)
    assert game.position.moves == ()
    assert "you have not moved yet" in screen


def test_redo_plays_them_again(tmp_path: Path) -> None:
    game, screen = play(["redo", "c3", "undo", "redo", "quit"], tmp_path)
    assert [move.color for move in game.position.moves] == [BLACK, WHITE]
    assert "there is no undone move to play again" in screen


def test_a_slip_of_the_pen_gets_a_suggestion(tmp_path: Path) -> None:
    _, screen = play(["unod", "scor", "load", "variation z"], tmp_path, engine="montecarlo")
    assert "did you mean undo?" in screen
    assert "did you mean score?" in screen
    assert "name the file, as in: load game.sgf" in screen
    assert "there is no candidate 'z'" in screen


def test_another_game_is_loaded_and_this_one_is_not_lost(tmp_path: Path) -> None:
    other = tmp_path / "other.sgf"
    other.write_text("(;GM[1]SZ[7]KM[3.5];B[dd];W[cc];B[ee];W[ff])")
    game, screen = play(["c3", "load nowhere.sgf", f"load {other}", "undo", "quit"], tmp_path)
    assert "nowhere.sgf: there is no such file" in screen
    assert (game.position.size, game.position.komi, game.position.move_number) == (7, 3.5, 2)
    assert str(load(tmp_path / "kept" / "previous-game.sgf").moves[0]) == "B C3"


def test_the_variation_of_a_hint_is_shown_with_numbers(tmp_path: Path) -> None:
    game, screen = play(["hint", "variation a", "c3", "moves"], tmp_path, engine="mcts")
    assert "variation a" in screen
    assert "The moves are numbered." in screen
    assert str(game.position.moves[0]) == "B C3"
    assert "1. B C3" in screen


def test_whose_the_board_is(tmp_path: Path) -> None:
    settled = Position.from_diagram(
        """
        . O . O .
        O O O O O
        . . . . .
        X X X X X
        . X . X ."""
    )
    _, screen = play(["score", "quit"], tmp_path, position=settled, engine="montecarlo")
    assert " 5 w O w O w 5" in screen
    assert " 1 b X b X b 1" in screen


def test_the_engine_begins_when_you_are_white(tmp_path: Path) -> None:
    game, _ = play(["undo"], tmp_path, human=WHITE)
    assert len(game.position.moves) == 1
    assert game.position.moves[0].color is BLACK


def test_hint_shows_moves_on_the_board(tmp_path: Path) -> None:
    game, screen = play(["hint", "score"], tmp_path, engine="montecarlo")
    assert "Hint: " in screen
    assert "If the game ended now: W+" in screen
    assert game.position.moves == ()


def test_the_game_is_kept_when_the_line_drops(tmp_path: Path) -> None:
    game, screen = play(["c3", "b2"], tmp_path)
    kept = load(tmp_path / "kept" / "last-game.sgf")
    assert tuple(kept.moves) == game.position.moves
    assert kept.black == "You"
    assert "go on with: tengen play --terminal --load" in screen.replace("\n", " ")


def test_saving(tmp_path: Path) -> None:
    target = tmp_path / "mine.sgf"
    game, _ = play(["c3", f"save {target}", "quit"], tmp_path)
    assert tuple(load(target).moves) == game.position.moves


def test_resigning_is_a_result(tmp_path: Path) -> None:
    game, screen = play(["c3", "resign"], tmp_path)
    assert game.result == "W+R"
    assert load(tmp_path / "kept" / "last-game.sgf").result == "W+R"
    assert "go on with" not in screen


def test_two_passes_end_the_game_with_a_count(tmp_path: Path) -> None:
    """The board is settled, White ahead: White answers a pass with a pass."""
    settled = Position.from_diagram(
        """
        . O . O .
        O O O O O
        O O . O O
        O O O O O
        X X X X ."""
    )
    game, screen = play(["pass", "yes"], tmp_path, position=settled, engine="montecarlo")
    assert game.position.is_over
    assert game.result.startswith("W+")
    assert "The engine wins." in screen


@pytest.mark.parametrize("size", [2, 9, 13, 19])
def test_the_coloured_board_has_every_point(size: int) -> None:
    position = Position(size)
    position.play("A1")
    position.play("B2")
    console = Console(file=io.StringIO(), force_terminal=True, color_system="truecolor", width=100)
    rows = draw_board(position, console).plain.split("\n")
    assert len(rows) == size + 2
    assert sum(row.count("●") for row in rows) == 2
    assert len({len(row) for row in rows}) == 1  # a straight right edge


def test_without_colours_the_diagram_is_shown() -> None:
    position = Position(9)
    console = Console(file=io.StringIO(), color_system=None)
    assert draw_board(position, console).plain == position.diagram()


def test_no_color_shows_letters_and_hints_too() -> None:
    """Two black dots for two colours would be no game."""
    position = Position(5)
    position.play("C3")
    console = Console(file=io.StringIO(), force_terminal=True, color_system="truecolor", no_color=True)
    shown = draw_board(position, console, Marks(hints={Vertex.parse("A1"): "a"})).plain
    assert "(X)" in shown
    assert " 1 a . . . . 1" in shown


def test_the_demonstration_is_a_whole_game() -> None:
    screen = io.StringIO()
    position = Position(9)
    demonstrate(Console(file=screen, width=100), create_engine("montecarlo", seed=2), position)
    assert position.move_number > 20
    assert "Result: " in screen.getvalue()
    assert "make play" in screen.getvalue()
