"""The picture of a board is an SVG that any program can read, and shows what is there."""

import xml.etree.ElementTree as ET
from collections import Counter

import pytest

from tengen.game.diagram import star_points
from tengen.game.handicap import free_handicap
from tengen.game.position import Position
from tengen.game.svg import PLAIN, draw_svg
from tengen.game.vertex import Vertex

SVG = "{http://www.w3.org/2000/svg}"


def fills(picture: str) -> Counter[str]:
    """How many circles of each colour are in a picture."""
    return Counter(circle.get("fill", "") for circle in ET.fromstring(picture).iter(f"{SVG}circle"))


def texts(picture: str) -> list[str]:
    return [text.text or "" for text in ET.fromstring(picture).iter(f"{SVG}text")]


@pytest.fixture
def position() -> Position:
    return Position.from_diagram("""
        . . . . .
        . X O . .
        X O . O .
        . X O . .
        . . . . .
    """)


@pytest.mark.parametrize("size", range(2, 20))
def test_boards_of_all_sizes(size: int) -> None:
    board = Position(size)
    board.give_handicap(free_handicap(size, size))
    picture = draw_svg(board)
    root = ET.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    assert root.get("aria-label") == f"Go board {size}x{size}, white to play"
    assert fills(picture)["url(#tengen-black)"] == size
    assert texts(picture) == texts(draw_svg(Position(size)))
    assert len(texts(picture)) == 4 * size  # letters above and below, numbers left and right
    assert fills(draw_svg(Position(size), theme=PLAIN))[PLAIN.line] == len(star_points(size))


def test_every_stone_is_drawn_where_it_stands(position: Position) -> None:
    picture = draw_svg(position)
    assert fills(picture)["url(#tengen-black)"] == 3
    assert fills(picture)["url(#tengen-white)"] == 4
    places = {
        (float(circle.get("cx", 0)), float(circle.get("cy", 0)))
        for circle in ET.fromstring(picture).iter(f"{SVG}circle")
        if "tengen-black" in circle.get("fill", "")
    }
    left, top = min(x for x, _ in places), min(y for _, y in places)
    cells = {(round((x - left) / 40), round((y - top) / 40)) for x, y in places}
    assert cells == {(0, 1), (1, 0), (1, 2)}  # A3, B4, B2: to the right and downwards


def test_the_last_move_is_marked(position: Position) -> None:
    assert fills(draw_svg(position))["none"] == 0
    position.play("C3")
    picture = draw_svg(position)
    assert fills(picture)["none"] == 1
    assert ET.fromstring(picture).get("aria-label") == "Go board 5x5, last move B C3, white to play"
    assert fills(draw_svg(position, labels={Vertex.parse("C3"): "1"}))["none"] == 0  # the label is the mark
    position.play("pass")
    assert fills(draw_svg(position))["none"] == 0


def test_labels(position: Position) -> None:
    labels = {Vertex.parse(name): text for name, text in [("A3", "1"), ("B3", "2"), ("E5", "A"), ("E1", "100")]}
    picture = draw_svg(position, labels=labels, coordinates=False)
    assert texts(picture) == ["1", "2", "A", "100"]


@pytest.mark.parametrize("label", ["<b>", "&", "a & b", '"', "'", "</text>", "]]>", "星", "<script>alert(1)</script>"])
def test_labels_cannot_break_the_picture(position: Position, label: str) -> None:
    picture = draw_svg(position, labels={Vertex.parse("E5"): label}, coordinates=False)
    assert texts(picture) == [label]
    assert not list(ET.fromstring(picture).iter(f"{SVG}script"))


def test_ownership_is_drawn_as_squares(position: Position) -> None:
    squares = len(list(ET.fromstring(draw_svg(position)).iter(f"{SVG}rect")))
    ownership = {Vertex.parse("A1"): 1.0, Vertex.parse("E5"): -0.5, Vertex.parse("C3"): 0.0}
    rects = list(ET.fromstring(draw_svg(position, ownership=ownership)).iter(f"{SVG}rect"))[squares:]
    assert [(rect.get("width"), rect.get("fill")) for rect in rects[:2]] == [("18", "#111"), ("9", "#fff")]
    assert float(rects[2].get("width", "1")) == 0


def test_width_and_coordinates(position: Position) -> None:
    root = ET.fromstring(draw_svg(position, width=123, coordinates=False))
    assert (root.get("width"), root.get("height")) == ("123", "123")
    assert texts(draw_svg(position, coordinates=False)) == []
    assert texts(draw_svg(position))[:4] == ["A", "A", "1", "1"]


def test_a_notebook_shows_the_board(position: Position) -> None:
    assert position._repr_svg_() == position.svg() == draw_svg(position)
    assert position.svg(width=90, coordinates=False) == draw_svg(position, width=90, coordinates=False)
