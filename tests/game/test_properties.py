"""Whatever is played, undone, redone or turned: what must hold for every game holds."""

import random
from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE, Color
from tengen.game.diagram import draw_diagram, parse_diagram
from tengen.game.legality import IllegalMove
from tengen.game.move import Move
from tengen.game.position import Position
from tengen.game.ruleset import RULESETS
from tengen.game.symmetry import Symmetry
from tengen.game.vertex import COLUMNS, PASS, RESIGN, Vertex

Snapshot = dict[str, object]
Look = Callable[[Position], Snapshot]

thoroughly = settings(deadline=None, derandomize=True, database=None, max_examples=200)

ACTIONS = st.lists(
    st.one_of(
        st.tuples(st.just("try"), st.integers(0, 48)),  # any point, legal or not
        st.tuples(st.just("play"), st.integers(0, 48)),  # a legal one
        st.tuples(st.just("play"), st.integers(0, 48)),
        st.tuples(st.just("pass"), st.just(0)),
        st.tuples(st.just("undo"), st.integers(1, 5)),
        st.tuples(st.just("redo"), st.integers(1, 5)),
        st.tuples(st.just("turn"), st.sampled_from([1, 2])),
    ),
    min_size=5,
    max_size=40,
)


def random_game(size: int, rules: str, seed: int, moves: int, in_turn: bool = True) -> Position:
    """A game that chance has played: on such small boards soon one of captures and kos."""
    choose = random.Random(seed)
    position = Position(size, rules=rules)
    for _ in range(moves):
        color = position.to_play if in_turn else choose.choice((BLACK, WHITE))
        legal = position.legal_moves(color)
        position.play(choose.choice(legal) if legal and choose.random() > 0.05 else PASS, color)
    return position


RULES = st.sampled_from(sorted(RULESETS))
SYMMETRIES = st.sampled_from(list(Symmetry))
GAMES = st.builds(random_game, st.integers(2, 6), RULES, st.integers(0, 10**6), st.integers(0, 90))
UNORDERLY_GAMES = st.builds(
    random_game, st.integers(2, 6), RULES, st.integers(0, 10**6), st.integers(0, 60), st.just(False)
)


def without_redo(state: Snapshot) -> Snapshot:
    return {key: value for key, value in state.items() if key != "to redo"}


class Diary:
    """Plays on a position and writes down how it looked before every move and every undo."""

    def __init__(self, position: Position, look: Look) -> None:
        self.position, self.look = position, look
        self.before: list[Snapshot] = []
        self.undone: list[tuple[Move, Snapshot, Snapshot]] = []  # the last one undone is the last here

    def play(self, vertex: Vertex) -> None:
        before = self.look(self.position)
        try:
            move = self.position.play(vertex)
        except IllegalMove:
            assert self.look(self.position) == before
            return
        assert move.vertex == vertex
        self.undone.clear()
        self.before.append(before)

    def undo(self) -> None:
        if not self.before:
            with pytest.raises(TengenError):
                self.position.undo()
            return
        after = self.look(self.position)
        move = self.position.undo()
        self.undone.append((move, self.before.pop(), after))
        assert without_redo(self.look(self.position)) == without_redo(self.undone[-1][1])
        assert self.look(self.position)["to redo"] == [move for move, _, _ in reversed(self.undone)]

    def redo(self) -> None:
        if not self.undone:
            with pytest.raises(TengenError):
                self.position.redo()
            return
        move, before, after = self.undone.pop()
        assert self.position.redo() == move
        assert without_redo(self.look(self.position)) == without_redo(after)
        self.before.append(before)

    def turn(self, color: Color) -> None:
        if not self.undone:  # else what follows is another game than the one that was undone
            self.position.to_play = color
            assert self.position.to_play is color


@thoroughly
@given(position=GAMES, actions=ACTIONS)
def test_undo_and_redo_restore_everything(snapshot: Look, position: Position, actions: list[tuple[str, int]]) -> None:
    start, played = snapshot(position), position.move_number
    diary = Diary(position, snapshot)
    for action, number in actions:
        match action:
            case "try":
                diary.play(Vertex(number % position.size, number // position.size % position.size))
            case "play":
                legal = position.legal_moves() or [PASS]
                diary.play(legal[number % len(legal)])
            case "pass":
                diary.play(PASS)
            case "undo":
                for _ in range(min(number, len(diary.before))):
                    diary.undo()
            case "redo":
                for _ in range(min(number, len(diary.undone))):
                    diary.redo()
            case "turn":
                diary.turn(Color(number))
    for _ in range(len(diary.before)):
        diary.undo()
    assert position.move_number == played
    assert position.stones == start["stones"]
    assert position.past_hashes == start["history"]


@thoroughly
@given(position=GAMES)
def test_undone_to_the_start_nothing_is_left(snapshot: Look, position: Position) -> None:
    end = snapshot(position)
    empty = snapshot(Position(position.size, rules=position.rules))
    count = position.move_number
    for _ in range(count):
        position.undo()
    assert without_redo(snapshot(position)) == without_redo(empty)
    for _ in range(count):
        position.redo()
    assert snapshot(position) == end


@thoroughly
@given(position=UNORDERLY_GAMES)
def test_undo_restores_everything_when_colours_play_out_of_turn(snapshot: Look, position: Position) -> None:
    again = Position(position.size, rules=position.rules)
    states = []
    for move in position.moves:
        states.append(without_redo(snapshot(again)))
        again.play(move.vertex, move.color)
    while states:
        position.undo()
        assert without_redo(snapshot(position)) == states.pop()


@thoroughly
@given(position=GAMES, symmetry=SYMMETRIES)
def test_turned_and_turned_back(snapshot: Look, position: Position, symmetry: Symmetry) -> None:
    turned = position.transformed(symmetry)
    assert turned.transformed(symmetry.inverse) == position
    assert snapshot(turned.transformed(symmetry.inverse)) == snapshot(position)

    def turn(vertex: Vertex) -> Vertex:
        return symmetry.apply(vertex, position.size)

    assert turned.stones == {turn(vertex): color for vertex, color in position.stones.items()}
    assert set(turned.legal_moves()) == set(map(turn, position.legal_moves()))
    assert turned.ko == (turn(position.ko) if position.ko else None)


@thoroughly
@given(position=GAMES, symmetry=SYMMETRIES)
def test_a_turned_game_is_the_game_on_a_turned_board(position: Position, symmetry: Symmetry) -> None:
    size = position.size
    here, beside = Position(size, rules=position.rules), Position(size, rules=position.rules)
    for move in position.moves:
        for vertex in here.vertices():
            assert here.why_illegal(vertex) == beside.why_illegal(symmetry.apply(vertex, size))
        here.play(move.vertex)
        beside.play(symmetry.apply(move.vertex, size))
    assert here.transformed(symmetry) == beside
    assert [here.captures(color) for color in Color] == [beside.captures(color) for color in Color]


@pytest.mark.parametrize("size", [2, 5, 8, 19])
def test_the_eight_symmetries_are_a_group(size: int) -> None:
    vertices = list(Position(size).vertices())
    images = {tuple(s.apply(vertex, size) for vertex in vertices): s for s in Symmetry}
    assert len(images) == 8
    assert images[tuple(vertices)] is Symmetry.IDENTITY
    for first, second in product(Symmetry, repeat=2):
        both = tuple(second.apply(first.apply(vertex, size), size) for vertex in vertices)
        assert both in images
        assert (images[both] is Symmetry.IDENTITY) == (second is first.inverse)
    for symmetry in Symmetry:
        assert symmetry.inverse.inverse is symmetry
        assert symmetry.apply(PASS, size) == PASS
        assert symmetry.apply(RESIGN, size) == RESIGN
        for vertex in vertices:
            neighbors = {symmetry.apply(neighbor, size) for neighbor in vertex.neighbors(size)}
            assert neighbors == set(symmetry.apply(vertex, size).neighbors(size))


@settings(thoroughly, max_examples=50)
@given(data=st.data(), size=st.integers(2, 19), coordinates=st.booleans())
def test_a_diagram_drawn_and_read_is_the_same(data: st.DataObject, size: int, coordinates: bool) -> None:
    vertices = st.builds(Vertex, st.integers(0, size - 1), st.integers(0, size - 1))
    stones = data.draw(st.dictionaries(vertices, st.sampled_from([BLACK, WHITE])))
    last = data.draw(st.none() | vertices)
    drawn = draw_diagram(size, stones, last, coordinates)
    assert parse_diagram(drawn) == (size, stones)
    assert drawn.count("(") == drawn.count(")") == (last is not None)


@pytest.mark.parametrize("size", range(2, 20))
def test_names_of_points(size: int) -> None:
    names, letters, points = set(), set(), set()
    for vertex in Position(size).vertices():
        assert Vertex.parse(str(vertex), size) == vertex
        assert Vertex.parse(f" {str(vertex).lower()} ", size) == vertex
        assert Vertex.from_sgf(vertex.to_sgf(size), size) == vertex
        assert Vertex.from_point(vertex.point) == vertex
        names.add(str(vertex))
        letters.add(vertex.to_sgf(size))
        points.add(vertex.point)
    assert len(names) == len(letters) == len(points) == size * size
    assert not any("I" in name for name in names)
    assert str(Vertex(size - 1, size - 1)) == f"{COLUMNS[size - 1]}{size}"
    assert Vertex(0, size - 1).to_sgf(size) == "aa"  # SGF counts from the upper left


def test_passing_and_resigning_have_names() -> None:
    assert Vertex.parse("PASS") == PASS
    assert Vertex.parse("Resign") == RESIGN
    assert (str(PASS), str(RESIGN)) == ("pass", "resign")
    assert Vertex.from_sgf("", 9) == Vertex.from_sgf("tt", 19) == PASS
    assert PASS.to_sgf(9) == ""
    assert Vertex.from_point(PASS.point) == PASS
    with pytest.raises(TengenError, match="resignation is not a point"):
        _ = RESIGN.point


@pytest.mark.parametrize(
    "name", ["", "D", "4", "44", "I5", "D0", "D20", "D-1", "D4x", "D³", "aa", "Ä1", "D4 E5", "D1000"]
)
def test_names_that_are_no_point(name: str) -> None:
    with pytest.raises(TengenError):
        Vertex.parse(name)


@pytest.mark.parametrize("letters", ["a", "abc", "aj", "ja", "AA", "a1", "zz", "ü"])
def test_letters_that_are_no_point_of_9x9(letters: str) -> None:
    with pytest.raises(TengenError, match="not on the 9x9 board"):
        Vertex.from_sgf(letters, 9)
