"""Handicap stones stand where the GTP specification puts them, and where it is silent, well."""

import pytest

from tengen.errors import TengenError
from tengen.game.color import BLACK
from tengen.game.handicap import fixed_handicap, free_handicap, is_valid_free_handicap, max_fixed_handicap
from tengen.game.position import Position
from tengen.game.symmetry import Symmetry
from tengen.game.vertex import Vertex
from tengen.wire.client import GtpClient, GtpFailure

# GTP 2, draft 2, section 4.1.1: stones on the fourth line from 13x13 on, else on the third; a
# middle only on odd boards. Written down from there, by hand.
SPECIFICATION = {
    (19, 2): "D4 Q16",
    (19, 3): "D4 Q16 D16",
    (19, 4): "D4 Q16 D16 Q4",
    (19, 5): "D4 Q16 D16 Q4 K10",
    (19, 6): "D4 Q16 D16 Q4 D10 Q10",
    (19, 7): "D4 Q16 D16 Q4 D10 Q10 K10",
    (19, 8): "D4 Q16 D16 Q4 D10 Q10 K4 K16",
    (19, 9): "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10",
    (18, 4): "D4 P15 D15 P4",
    (17, 9): "D4 O14 D14 O4 D9 O9 J4 J14 J9",
    (16, 3): "D4 N13 D13",
    (15, 6): "D4 M12 D12 M4 D8 M8",
    (14, 4): "D4 L11 D11 L4",
    (13, 2): "D4 K10",
    (13, 5): "D4 K10 D10 K4 G7",
    (13, 8): "D4 K10 D10 K4 D7 K7 G4 G10",
    (12, 4): "C3 K10 C10 K3",
    (11, 7): "C3 J9 C9 J3 C6 J6 F6",
    (10, 2): "C3 H8",
    (9, 2): "C3 G7",
    (9, 3): "C3 G7 C7",
    (9, 4): "C3 G7 C7 G3",
    (9, 5): "C3 G7 C7 G3 E5",
    (9, 9): "C3 G7 C7 G3 C5 G5 E3 E7 E5",
    (8, 4): "C3 F6 C6 F3",
    (7, 2): "C3 E5",
    (7, 4): "C3 E5 C5 E3",
}

MOST = {2: 0, 3: 0, 4: 0, 5: 0, 6: 0, 7: 4, 8: 4, 9: 9, 10: 4, 11: 9, 12: 4, 13: 9} | {
    14: 4, 15: 9, 16: 4, 17: 9, 18: 4, 19: 9
}  # fmt: skip


def line(vertex: Vertex, size: int) -> int:
    """On which line from the edge a stone stands, 1 being the edge."""
    return 1 + min(vertex.column, vertex.row, size - 1 - vertex.column, size - 1 - vertex.row)


@pytest.mark.parametrize(("size", "stones"), SPECIFICATION)
def test_fixed_places_are_those_of_the_specification(size: int, stones: int) -> None:
    assert " ".join(map(str, fixed_handicap(size, stones))) == SPECIFICATION[size, stones]


@pytest.mark.parametrize("size", MOST)
def test_how_many_fixed_stones_there_may_be(size: int) -> None:
    most = max_fixed_handicap(size)
    assert most == MOST[size]
    for stones in range(2, most + 1):
        places = fixed_handicap(size, stones)
        assert len(set(places)) == stones
        assert all(line(place, size) >= (4 if size >= 13 else 3) for place in places)
    for stones in {-1, 0, 1, most + 1, 10, 400} - set(range(2, most + 1)):
        with pytest.raises(TengenError, match=f"{size}x{size}"):
            fixed_handicap(size, stones)


@pytest.mark.parametrize("size", [size for size, most in MOST.items() if most])
def test_fixed_places_are_symmetric(size: int) -> None:
    """All look the same turned by half, but for three stones, where one corner is White's."""
    for stones in range(2, MOST[size] + 1):
        places = set(fixed_handicap(size, stones))
        turned = {Symmetry.ROTATE_180.apply(place, size) for place in places}
        assert (turned == places) == (stones != 3)
    everywhere = set(fixed_handicap(size, MOST[size]))
    for symmetry in Symmetry:
        assert {symmetry.apply(place, size) for place in everywhere} == everywhere


@pytest.mark.parametrize("size", range(5, 20))
def test_gnugo_puts_them_in_the_same_places(gnugo: GtpClient, size: int) -> None:
    """All but on 12x12: GNU Go goes to the fourth line there, the specification at 13x13."""
    gnugo.send(f"boardsize {size}")
    for stones in range(2, 10):
        gnugo.send("clear_board")
        if stones > MOST[size]:
            with pytest.raises(GtpFailure):
                gnugo.send(f"fixed_handicap {stones}")
            continue
        theirs = set(map(Vertex.parse, gnugo.send(f"fixed_handicap {stones}").split()))
        ours = set(fixed_handicap(size, stones))
        if size == 12:
            inward = {2: 3, 9: 8}
            ours = {Vertex(inward[column], inward[row]) for column, row in ours}
        assert theirs == ours


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7, 8, 9])
def test_free_stones_of_any_number(size: int) -> None:
    for stones in range(2, size * size):
        places = free_handicap(size, stones)
        assert len(set(places)) == len(places) == stones
        assert is_valid_free_handicap(size, places)
        position = Position(size)
        position.give_handicap(places)
        assert set(position.stones) == set(places)
        assert set(position.stones.values()) == {BLACK}


@pytest.mark.parametrize("size", [11, 12, 13, 16, 19])
@pytest.mark.parametrize("stones", [2, 4, 5, 9, 10, 17, 30, 60])
def test_free_stones_on_larger_boards(size: int, stones: int) -> None:
    places = free_handicap(size, stones)
    assert len(set(places)) == len(places) == stones
    position = Position(size)
    position.give_handicap(places)
    assert position.handicap == stones
    assert set(position.stones) == set(places)


@pytest.mark.parametrize("size", [size for size, most in MOST.items() if most])
def test_few_free_stones_stand_on_the_fixed_places(size: int) -> None:
    for stones in range(2, MOST[size] + 1):
        assert free_handicap(size, stones) == fixed_handicap(size, stones)


@pytest.mark.parametrize(("size", "most"), [(9, 13), (13, 25), (19, 40)])
def test_many_free_stones_are_spread_and_off_the_edge(size: int, most: int) -> None:
    for stones in range(10, most + 1):
        places = free_handicap(size, stones)
        assert all(line(place, size) >= 3 for place in places)
        assert not any(neighbor in places for place in places for neighbor in place.neighbors(size))
        # Each further stone is added to the others, which stay where they are.
        assert places[:-1] == free_handicap(size, stones - 1)


@pytest.mark.parametrize(("size", "expected"), [(3, "B2"), (5, "C3")])
def test_the_first_stone_on_a_tiny_board_takes_the_middle(size: int, expected: str) -> None:
    assert str(free_handicap(size, 2)[0]) == expected


@pytest.mark.parametrize(("size", "stones"), [(2, 4), (9, 81), (9, 1), (9, 0), (9, -3), (19, 361)])
def test_numbers_of_free_stones_that_are_not_possible(size: int, stones: int) -> None:
    with pytest.raises(TengenError, match=f"choose 2 to {size * size - 1}"):
        free_handicap(size, stones)


@pytest.mark.parametrize(
    ("names", "valid"),
    [("C3 G7", True), ("C3 G7 E5", True), ("C3", False), ("", False), ("C3 C3", False), ("C3 K10", False),
     ("C3 pass", False)],
)  # fmt: skip
def test_a_placement_of_ones_own(names: str, valid: bool) -> None:
    assert is_valid_free_handicap(9, list(map(Vertex.parse, names.split()))) is valid


def test_a_placement_must_leave_a_point_free() -> None:
    vertices = list(Position(3).vertices())
    assert is_valid_free_handicap(3, vertices[1:])
    assert not is_valid_free_handicap(3, vertices)
