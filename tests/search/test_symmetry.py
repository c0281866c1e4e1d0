"""Moves that are the same by symmetry, against brute force."""

import random

import pytest

from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE, Color
from tengen.game.position import Position
from tengen.game.symmetry import Symmetry
from tengen.game.vertex import PASS, Vertex
from tengen.search.parameters import SearchParameters
from tengen.search.searcher import Searcher
from tengen.search.symmetry import fold, symmetries_of


def orbits(position: Position, moves: list[Vertex]) -> set[frozenset[Vertex]]:
    """The sets of `moves` that go over into each other, by turning the whole game."""
    same = [symmetry for symmetry in Symmetry if position.transformed(symmetry).stones == position.stones]
    return {frozenset(symmetry.apply(move, position.size) for symmetry in same).intersection(moves) for move in moves}


def check(position: Position, moves: list[Vertex]) -> list[Vertex]:
    """Exactly one move of every orbit is there, none is invented, and their order stays."""
    folded = fold(position, moves)
    assert [move for move in moves if move in folded] == folded
    wanted = orbits(position, moves)
    assert len(folded) == len(wanted)
    assert all(len(orbit.intersection(folded)) == 1 for orbit in wanted)
    return folded


@pytest.mark.parametrize(
    ("size", "stones", "count"),
    [
        (2, "", 1),
        (8, "", 10),
        (9, "", 15),
        (19, "", 55),
        (9, "E5", 14),
        (19, "K10", 54),
        (9, "C3", 44),  # only the diagonal is left to mirror at
        (19, "Q16", 189),
        (9, "C4", 80),  # nothing is
        (9, "E3", 44),
        (9, "C3 G7", 24),  # both diagonals
        (9, "C3 G7 C7 G3", 14),
        (9, "C3 G3", 44),
    ],
)
def test_how_many_different_moves_there_are(size: int, stones: str, count: int) -> None:
    position = Position(size)
    position.place(BLACK, stones.split())
    assert len(check(position, position.legal_moves())) == count


def test_the_first_move_is_in_the_upper_right_corner() -> None:
    """A polite one: right of the middle, and not below the diagonal."""
    for vertex in fold(Position(9), Position(9).legal_moves()):
        assert vertex.column >= 4
        assert vertex.row >= 4
    corners = [Vertex.parse(name) for name in ("C3", "C7", "G3", "G7")]
    assert fold(Position(9), corners) == [Vertex.parse("G7")]


def test_colours_are_not_exchanged() -> None:
    position = Position(9)
    position.set_up({Vertex.parse("C3"): BLACK, Vertex.parse("G7"): WHITE})
    assert Symmetry.ROTATE_180 not in symmetries_of(position)
    assert len(check(position, position.legal_moves())) == 43


def test_nothing_is_folded_while_there_is_a_ko() -> None:
    """The stones look the same mirrored; what may not be taken back is part of the position too."""
    position = Position(5)
    for move in ("C3", "C2", "B2", "B1", "D2", "D1", "C1"):
        position.play(move)
    assert position.ko == Vertex.parse("C2")
    assert position.transformed(Symmetry.MIRROR_COLUMNS).stones == position.stones
    assert fold(position, position.legal_moves()) == position.legal_moves()
    position.play("E5")
    assert position.ko is None


def random_position(choose: random.Random) -> Position:
    """Stones scattered and repeated by one or two symmetries."""
    size = choose.choice((2, 3, 5, 7, 8, 9))
    stones: dict[Vertex, Color] = {}
    for _ in range(choose.randrange(4)):
        color, images = choose.choice((BLACK, WHITE)), {Vertex(choose.randrange(size), choose.randrange(size))}
        for symmetry in choose.sample(list(Symmetry), 2):
            images |= {symmetry.apply(vertex, size) for vertex in images}
        stones |= dict.fromkeys(images - set(stones), color)
    position = Position(size)
    try:
        position.set_up(stones, choose.choice((BLACK, WHITE)))
    except TengenError:
        return random_position(choose)  # a group without liberties
    return position


def test_one_move_of_every_set_is_kept_whatever_moves_are_asked_for() -> None:
    choose = random.Random(5)
    folded, turned = 0, set()
    for _ in range(150):
        position = random_position(choose)
        moves = position.legal_moves()
        some = choose.sample(moves, choose.randrange(len(moves) + 1))
        for asked in (moves, some):
            folded += len(asked) > len(check(position, asked))
        turned.add(len(symmetries_of(position)))
        for move in moves[:3]:
            assert fold(position, [move]) == [move]
        assert fold(position, []) == []
    assert folded > 50
    assert turned >= {1, 2, 4, 8}


@pytest.mark.parametrize(("size", "count"), [(9, 15), (19, 55)])
def test_the_search_considers_one_of_each(size: int, count: int) -> None:
    for setting, argument, wanted in ((True, True, count), (False, True, size**2), (True, False, size**2)):
        searcher = Searcher(SearchParameters(memory=2, playout="light", fold_symmetry=setting), 1, seed=1)
        searcher.begin(Position(size), fold_symmetry=argument)
        searcher.run(20)
        found = {branch.vertex for branch in searcher.branches()} - {PASS}
        assert len(found) == wanted
        assert not argument or not setting or found == set(fold(Position(size), Position(size).legal_moves()))
