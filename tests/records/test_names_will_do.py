"""Wherever a vertex or a colour is wanted, its name will do; so will the numbers of a vertex."""

import pytest

from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE
from tengen.game.move import VertexLike
from tengen.game.vertex import PASS, Vertex
from tengen.records import GameNode, GameRecord, loads

D4 = Vertex(3, 3)
WAYS: list[VertexLike] = ["D4", "d4", (3, 3), D4]


@pytest.fixture
def root() -> GameNode:
    return GameRecord(9).root


@pytest.mark.parametrize("place", WAYS)
def test_a_move(root: GameNode, place: VertexLike) -> None:
    assert root.add("black", place).move == (BLACK, D4)
    assert root.add(WHITE, place).move == (WHITE, D4)


@pytest.mark.parametrize("place", ["pass", "PASS", (-1, -1), PASS])
def test_a_pass(root: GameNode, place: VertexLike) -> None:
    assert root.add("w", place).move == (WHITE, PASS)


@pytest.mark.parametrize("place", WAYS)
def test_marks(root: GameNode, place: VertexLike) -> None:
    root.mark("TR", [place])
    assert root.marks("TR") == {D4}
    root.mark("TR", [])
    assert "TR" not in root.properties


@pytest.mark.parametrize("place", WAYS)
def test_labels(root: GameNode, place: VertexLike) -> None:
    root.labels = {place: "1"}
    assert root.labels == {D4: "1"}


def test_labels_are_those_of_another_node(root: GameNode) -> None:
    root.labels = {"D4": "1", "E5": "2"}
    after = root.add("b", "E5")
    after.labels = root.labels
    assert after.labels == {D4: "1", Vertex(4, 4): "2"}


def test_stones_set_up(root: GameNode) -> None:
    node = root.set_up(["D4", (4, 4)], white=["E6"], empty=(Vertex(0, 0), "J9"), to_play="white")
    assert {str(vertex): color for vertex, color in node.setup.items()} == {
        "D4": BLACK,
        "E5": BLACK,
        "E6": WHITE,
        "A1": None,
        "J9": None,
    }
    assert node.to_play is WHITE
    assert loads(node.record.to_sgf()) == node.record


def test_a_point_given_twice_is_one_point(root: GameNode) -> None:
    root.mark("SQ", WAYS)
    assert root.properties["SQ"] == ("df",)
    texts: dict[VertexLike, str] = {"D4": "first", D4: "second"}
    root.labels = texts
    assert root.labels == {D4: "second"}


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("K10", r"^K10 is not on the 9x9 board \(A1 to J9\)$"),
        ("I5", "^'I5' is not a vertex"),
        ((9, 0), "^K1 is not a (point|move) (of|on) the 9x9 board$"),
        ((25, 3), r"^\(25, 3\) is not a"),
        ((-1, 3), r"^\(-1, 3\) is not a"),
        ("resign", "^resign is not a"),
    ],
)
def test_places_that_are_not_on_the_board(root: GameNode, place: VertexLike, said: str) -> None:
    with pytest.raises(TengenError, match=said):
        root.add("b", place)
    with pytest.raises(TengenError, match=said):
        root.set_up(white=["D4", place])
    with pytest.raises(TengenError, match=said):
        root.mark("TR", ["D4", place])
    with pytest.raises(TengenError, match=said):
        root.labels = {place: "x"}
    assert not root.children
    assert not {"TR", "LB"} & set(root.properties)


def test_a_pass_is_no_point_to_mark(root: GameNode) -> None:
    with pytest.raises(TengenError, match=r"^pass is not a point of the 9x9 board$"):
        root.mark("TR", ["pass"])


def test_one_name_is_no_list(root: GameNode) -> None:
    with pytest.raises(TengenError, match=r"^'D4' is no list of points: write one, such as \['D4', 'Q16'\]$"):
        root.mark("TR", "D4")


def test_colours_that_are_none(root: GameNode) -> None:
    for color in ("green", ""):
        with pytest.raises(TengenError, match="is not a colour"):
            root.add(color, "D4")
        with pytest.raises(TengenError, match="is not a colour"):
            root.set_up(to_play=color)
    assert not root.children
