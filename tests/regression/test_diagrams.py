"""Reading files of diagrams with questions."""

from pathlib import Path

import pytest

from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE
from tengen.game.vertex import Vertex
from tengen.kernels.entry_points import is_legal_move
from tengen.kernels.geometry import NO_POINT, PASS
from tengen.regression.diagrams import boards_of, load_diagrams, parse_diagrams

FILE = """\
# A comment about the file.

% A title of the file

% A corner,
% in two lines
boardsize 3
komi 0.5
O . .
X)X .
. . X

alive b b2 1    # yes
!alive w a3 1

# again, under other conditions
rules chinese
passes w 2
alive w A3 0

boardsize 5
handicap 2
. . . . .
. X O . .
X . X O .
. X O . .
. . . . .

ko c3
moves  1=(B3|B5)>90 !E4
"""


def stones(text: str) -> dict[str, str]:
    """The stones of the first diagram of a text."""
    return {str(vertex): color.name for vertex, color in parse_diagrams(text.splitlines())[0].stones}


def test_diagrams_questions_and_titles() -> None:
    first, again, ko = parse_diagrams(FILE.splitlines())
    assert (first.line, first.size, first.title) == (7, 3, "A corner, in two lines")
    assert (again.line, again.size, again.title) == (17, 3, "A corner, in two lines")
    assert (ko.size, ko.title, ko.handicap) == (5, "", 2)
    assert [(q.line, q.text, q.known_failure) for d in (first, again, ko) for q in d.questions] == [
        (13, "alive b b2 1", False),
        (14, "alive w a3 1", True),
        (19, "alive w A3 0", False),
        (30, "moves 1=(B3|B5)>90 !E4", False),
    ]


def test_conditions_hold_for_the_questions_behind_them() -> None:
    first, again, _ = parse_diagrams(FILE.splitlines())
    assert (first.komi, first.rules, first.passes) == (0.5, None, (0, 0))
    assert (again.komi, again.rules, again.passes) == (0.5, "chinese", (0, 2))
    assert again.stones == first.stones
    assert again.last_move == first.last_move == Vertex.parse("A2")


def test_the_first_row_is_the_highest() -> None:
    assert stones("boardsize 2\nX O\n. .") == {"A2": "BLACK", "B2": "WHITE"}


def test_a_board_knows_its_stones_and_the_last_move() -> None:
    diagram = parse_diagrams(FILE.splitlines())[0]
    [board] = boards_of(diagram)
    assert (board.side, board.stones[1:3].tolist()) == (3, [3, 1])
    assert (board.last_move, board.to_play) == (Vertex.parse("A2").point, WHITE)
    assert board.ko == PASS
    assert board.color[Vertex.parse("B2").point] == BLACK


def test_nobody_knows_who_plays_without_a_last_move() -> None:
    [board] = boards_of(parse_diagrams(["boardsize 2", "X .", ". O"])[0])
    assert (board.to_play, board.last_move) == (BLACK, NO_POINT)


def test_a_ko_may_not_be_taken_back() -> None:
    diagram = parse_diagrams(FILE.splitlines())[2]
    boards = boards_of(diagram)
    taken = Vertex.parse("B3").point
    assert (boards[0].ko, boards[0].to_play) == (taken, WHITE)
    assert not is_legal_move(boards, taken, WHITE)
    assert is_legal_move(boards, taken, BLACK)


def test_a_group_without_liberties_is_no_position() -> None:
    [diagram] = parse_diagrams(["boardsize 2", "X O", "O ."])
    with pytest.raises(TengenError, match="the diagram of line 1: A2 has no liberties"):
        boards_of(diagram)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ladder b c3 1", "line 1: this needs a boardsize"),
        ("boardsize two", "line 1: boardsize wants one whole number"),
        ("boardsize 20", "line 1: boardsize 20: a board has 2 to 19"),
        ("boardsize 2\n. .\nladder b a1 1", "line 3: 1 rows of the diagram of line 1 are missing"),
        ("boardsize 2\n. .", "line 2: 1 rows of the diagram of line 1 are missing"),
        ("boardsize 2\n. . .\n. .", "line 2: the row has 3 points, not 2"),
        ("boardsize 2\n. Z\n. .", "line 2: 'Z' in a diagram means nothing"),
        ("boardsize 2\n. .\n. .\n. .", "line 4: the diagram has more than 2 rows"),
        ("boardsize 2\n. .)\n. .", "line 2: a bracket marks one stone"),
        ("boardsize 2\nX)X)\n. .", "line 2: a bracket marks one stone"),
        ("boardsize 2\nX)O\n. X)", "line 3: a bracket marks one stone"),
        ("boardsize 2\n. .\n. .\n7 8", "line 4: '7' is neither a row"),
        ("boardsize 2\n. .\n. .\nkomi much", "line 4: the komi 'much' is not a number"),
        ("boardsize 2\n. .\n. .\nrules", "line 4: rules wants one word"),
        ("boardsize 2\n. .\n. .\npasses x 1", "line 4: 'x' is not a colour"),
        ("boardsize 2\n. .\n. .\nko a9", "line 4: a9 is not on the 2x2 board"),
        ("boardsize 2\n. .\n. .\nko a1", "line 4: ko A1: no lone stone"),
        ("boardsize 2\n. .\nO .\nko a1", "line 4: ko A1: no lone stone"),
        ("boardsize 3\n. . .\nX . .\nO . .\nko a1", "line 5: ko A1: the stone taken, on B1, would have had"),
    ],
)
def test_bad_files_say_where(text: str, message: str) -> None:
    with pytest.raises(TengenError) as error:
        parse_diagrams(text.splitlines(), "some.t")
    assert str(error.value).startswith(f"some.t, {message}")


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "own.t"
    path.write_text(FILE)
    assert load_diagrams(path) == parse_diagrams(FILE.splitlines())
    with pytest.raises(TengenError, match=r"cannot read .*other.t: no such file"):
        load_diagrams(tmp_path / "other.t")
