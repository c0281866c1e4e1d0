"""`tengen analyze` as a person types it: files, diagrams, moves; regions; pictures and JSON."""

import io
import json
import re
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from tengen.cli import command_line
from tengen.cli.positions import read_points, read_position
from tengen.engines import create_engine
from tengen.errors import TengenError
from tengen.terminal.analysis import show_analysis

DIAGRAM = """
   A B C D E
 5 . . . . .
 4 . X X . .
 3 X O O . .
 2 . X X . .
 1 . . . . .
"""
QUICK = ["--playouts", "300", "--seed", "1"]


def analyzed(*arguments: str, stdin: str = "") -> str:
    answer = CliRunner().invoke(command_line(), ["analyze", *arguments, *QUICK], input=stdin)
    assert answer.exit_code == 0, answer.exception
    return answer.stdout


def test_moves_in_words_give_a_board_with_letters_and_a_table() -> None:
    shown = analyzed("E5 C3 pass", "--size", "9", "--ownership")
    assert "White to play, move 4" in shown
    assert re.search(r"^a +[A-J]\d +\d+\.\d% +[+-]\d+\.\d +\d+ +[A-J]\d ", shown, re.MULTILINE)
    assert "b Black's, w White's" in shown
    assert shown.count(" 1 ") >= 2  # two boards


def test_a_diagram_from_a_file_or_standard_input_as_json(tmp_path: Path) -> None:
    path = tmp_path / "position.txt"
    path.write_text(DIAGRAM)
    from_file = json.loads(analyzed(str(path), "--json", "--to-play", "black"))
    from_pipe = json.loads(analyzed("-", "--json", stdin=DIAGRAM))
    for found in (from_file, from_pipe):
        assert found["color"] == "black"
        assert found["moves"][0]["vertex"] == "D3"  # captures
        assert found["playouts"] == 300
    assert json.loads(analyzed(str(path), "--json", "--to-play", "white"))["color"] == "white"


def test_an_sgf_file_after_some_moves(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;SZ[7]KM[3.5]RU[Japanese];B[dd];W[cc];B[ee])")
    shown = analyzed(str(path), "--move", "2", "--komi", "0.5")
    assert "Black to play, move 3, japanese rules, komi 0.5" in shown
    assert read_position(str(path)).move_number == 3
    assert read_position(str(path), rules="chinese").rules.name == "chinese"


def test_a_region_holds_both_players(tmp_path: Path) -> None:
    picture = tmp_path / "picture.svg"
    found = json.loads(
        analyzed("E5", "--size", "9", "--region", "A1-C3,E4", "--avoid", "B2", "--json", "--svg", str(picture))
    )
    inside = {str(vertex) for vertex in read_points("A1-C3,E4", 9)} - {"B2"} | {"pass"}
    tried = {vertex for move in found["moves"] for vertex in move["variation"]}
    assert {"A1"} < inside
    assert tried <= inside
    assert picture.read_text().startswith("<svg")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["no-such-file.sgf"], "is neither a file nor moves"),
        (["E5 E5", "--size", "9"], "the point is occupied"),
        (["E5 K10", "--size", "9"], "K10 is not on the 9x9 board"),
        (["E5", "--size", "9", "--move", "1"], "--move is for SGF files"),
        (["E5", "--size", "9", "--region", "pass"], "write points and rectangles"),
        (["E5", "--size", "9", "--region", "A1-Z9"], "is not a vertex"),
        (["E5", "--size", "9", "--to-play", "green"], "not a colour"),
    ],
)
def test_what_cannot_be_meant_is_one_sentence(arguments: list[str], words: str) -> None:
    answer = CliRunner().invoke(command_line(), ["analyze", *arguments, *QUICK])
    assert isinstance(answer.exception, TengenError)
    assert words in str(answer.exception)
    assert "\n" not in str(answer.exception)


def test_with_colours_territory_shades_the_wood() -> None:
    with create_engine(seed=1, settings={"memory": 32}) as engine:
        found = engine.analyze(read_position("C3 G7 C7", size=9), playouts=300)
    shades = {}
    for ownership in (False, True):
        sink = io.StringIO()
        console = Console(file=sink, force_terminal=True, color_system="truecolor", width=100)
        console.print(show_analysis(found, console, ownership=ownership))
        shades[ownership] = set(re.findall(r"48;2;\d+;\d+;\d+", sink.getvalue()))
        assert "w White's" not in sink.getvalue()
    assert len(shades[False]) == 2  # the wood, and the last move
    assert len(shades[True]) > 5
