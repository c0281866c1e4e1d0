"""Repetition and suicide under every rule, in textbook shapes and against the rules as written."""

import random

import pytest

from tengen.game.color import BLACK, WHITE, Color
from tengen.game.legality import Illegal
from tengen.game.position import Position
from tengen.game.reference import ReferenceBoard
from tengen.game.ruleset import RULESETS, Ko, Ruleset
from tengen.game.vertex import PASS, Vertex
from tengen.kernels.entry_points import hash_after_move

KO = """
    . X O .
    X O . O
    . X O .
    . . . .
"""

# White to play sends a second stone to C5, Black takes both at A5, and White takes back at B5:
# the stones stand as before, but now it is Black's turn.
SEND_TWO_RETURN_ONE = """
    . O . X O
    O X X X O
    O . X O O
    X X X O .
    O O O O .
"""

# Each of the three kos D8/E8, D6/E6 and D4/E4 can be taken by one side or the other for ever.
TRIPLE_KO = """
    . X O . O X O .
    . X O O X X O .
    . X O . O X O .
    . X O O X X O .
    . X O X . X O .
    . X O O X X O .
    . X X X O O O .
    . . . . . . . .
"""


def under(ko: Ko, diagram: str, to_play: Color = BLACK) -> Position:
    return Position.from_diagram(diagram, to_play, rules=Ruleset.named("chinese").changed(ko=ko))


@pytest.mark.parametrize("ko", Ko)
def test_a_ko_may_not_be_retaken_at_once(ko: Ko) -> None:
    position = under(ko, KO)
    position.play("C3")
    assert position.captures(BLACK) == 1
    assert position.ko == Vertex.parse("B3")
    assert position.why_illegal("B3") is Illegal.KO
    assert position.is_legal("B3", BLACK)  # he may end the ko, if White lets him


@pytest.mark.parametrize("ko", Ko)
def test_a_ko_may_be_retaken_after_a_threat(ko: Ko) -> None:
    position = under(ko, KO)
    for move in ("C3", "D1", "A1"):
        position.play(move)
    assert position.ko is None
    assert position.is_legal("B3")
    position.play("B3")
    assert position.why_illegal("C3") is Illegal.KO


@pytest.mark.parametrize(
    ("ko", "expected"),
    [(Ko.SIMPLE, None), (Ko.POSITIONAL, Illegal.SUPERKO), (Ko.SITUATIONAL, Illegal.SUPERKO)],
)
def test_a_ko_after_two_passes(ko: Ko, expected: Illegal | None) -> None:
    """Passing changes no stone: under superko it is no threat, and retaking repeats the position."""
    position = under(ko, KO)
    for move in ("C3", "pass", "pass"):
        position.play(move)
    assert position.why_illegal("B3") is expected


@pytest.mark.parametrize(
    ("ko", "expected"),
    [(Ko.SIMPLE, None), (Ko.POSITIONAL, Illegal.SUPERKO), (Ko.SITUATIONAL, None)],
)
def test_send_two_return_one(ko: Ko, expected: Illegal | None) -> None:
    position = under(ko, SEND_TWO_RETURN_ONE, WHITE)
    start = position.stones
    position.play("C5")
    position.play("A5")
    assert position.captures(BLACK) == 2
    assert position.ko is None  # two stones were taken, so it is no ko
    assert position.why_illegal("B5") is expected
    if expected is None:
        position.play("B5")
        assert position.stones == start


def test_situational_superko_ends_send_two_return_one_a_move_later() -> None:
    position = under(Ko.SITUATIONAL, SEND_TWO_RETURN_ONE, WHITE)
    for move in ("C5", "A5", "B5", "pass"):
        position.play(move)
    # The first position, with White to play, is back: sending the stones again would be a cycle.
    assert position.why_illegal("C5") is Illegal.SUPERKO
    position.rules = position.rules.changed(ko=Ko.SIMPLE)
    assert position.is_legal("C5")


@pytest.mark.parametrize("ko", Ko)
def test_triple_ko(ko: Ko) -> None:
    position = under(ko, TRIPLE_KO)
    start = position.stones
    for move in ("D8", "E4", "D6", "E8", "D4"):
        assert position.is_legal(move)
        position.play(move)
        assert position.ko is not None
    # White's sixth taking would bring back the first position with the same player to move.
    assert position.why_illegal("E6") is (None if ko is Ko.SIMPLE else Illegal.SUPERKO)
    if ko is Ko.SIMPLE:
        position.play("E6")
        assert position.stones == start
        assert position.to_play is BLACK


@pytest.mark.parametrize("ko", Ko)
def test_what_was_undone_has_never_been_on_the_board(ko: Ko) -> None:
    position = under(ko, SEND_TWO_RETURN_ONE, WHITE)
    position.play("C5")
    position.undo()
    position.play("pass")
    position.play("pass")
    assert position.is_legal("C5")


@pytest.mark.parametrize("name", RULESETS)
def test_suicide_of_two_stones(name: str) -> None:
    position = Position.from_diagram(
        """
        X O .
        . O .
        O . .
        """,
        rules=name,
    )
    if name not in ("tromp-taylor", "new zealand"):
        assert position.why_illegal("A2") is Illegal.SUICIDE
        return
    position.play("A2")
    assert position.captures(WHITE) == 2
    assert position["A3"] is None
    assert position["A2"] is None
    assert set(position.stones.values()) == {WHITE}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("chinese", Illegal.SUICIDE),
        ("japanese", Illegal.SUICIDE),
        ("korean", Illegal.SUICIDE),
        ("aga", Illegal.SUICIDE),
        ("tromp-taylor", Illegal.SUPERKO),  # the stone comes off and the position is the same
        ("new zealand", None),  # the position is the same, but now it is White's turn: as good as a pass
    ],
)
def test_suicide_of_one_stone(name: str, expected: Illegal | None) -> None:
    diagram = """
        . O .
        O . .
        . . .
    """
    position = Position.from_diagram(diagram, rules=name)
    assert position.why_illegal("A3") is expected
    assert position.is_legal("A3", WHITE)
    if expected is None:
        position.play("A3")
        assert position.captures(WHITE) == 1
        position.play("pass")
        # By now White has been to play here before.
        assert position.why_illegal("A3") is Illegal.SUPERKO


def test_a_capture_is_never_suicide() -> None:
    position = Position.from_diagram("""
        . O X .
        O X . .
        X . . .
        . . . .
    """)
    assert position.is_legal("A4")
    position.play("A4")
    assert position.captures(BLACK) == 2
    assert position["A4"] is BLACK


@pytest.mark.parametrize("color", Color)
def test_the_hash_after_taking_or_losing_three_groups_at_once(color: Color) -> None:
    """At C3 Black takes five stones, and White loses six; three of them touch C3 twice."""
    diagram = """
        . X X . .
        X O O X .
        X O . O X
        . X O X .
        . . X . .
    """
    position = Position.from_diagram(diagram, color, rules="tromp-taylor")
    foreseen = int(hash_after_move(position.board, Vertex.parse("C3").point, int(color)))
    position.play("C3")
    assert position.hash == foreseen
    assert position.captures(BLACK) == (5 if color is BLACK else 6)


@pytest.mark.parametrize("suicide", [False, True], ids=["no suicide", "suicide"])
@pytest.mark.parametrize(("size", "moves"), [(3, 1500), (4, 1500), (6, 1500), (9, 1000)])
def test_the_hash_after_a_move_is_known_before(size: int, moves: int, suicide: bool) -> None:
    choose = random.Random(size)
    rules = Ruleset.named("tromp-taylor").changed(ko=Ko.SIMPLE, suicide=suicide)
    position = Position(size, rules=rules)
    suicides = captures = 0
    for _ in range(moves):
        color = choose.choice((BLACK, WHITE))
        legal = position.legal_moves(color)
        if not legal or position.move_number > 3 * size * size:
            position = Position(size, rules=rules)
            continue
        vertex = choose.choice(legal)
        foreseen = int(hash_after_move(position.board, vertex.point, int(color)))
        taken = position.captures(color)
        position.play(vertex, color)
        assert position.hash == foreseen
        captures += position.captures(color) > taken
        suicides += position[vertex] is None
    assert captures > 0
    assert (suicides > 0) == suicide


def legal_by_the_book(
    board: ReferenceBoard, seen: list[tuple[dict[tuple[int, int], int], int]], rules: Ruleset, color: int
) -> set[tuple[int, int]]:
    """Where `color` may play: each move is made on a plain board and looked at."""
    legal = set()
    for point in board.points():
        if point in board.stones or (point == board.ko and color == board.ko_color):
            continue
        after = board.copy()
        after.play(point, color)
        if point not in after.stones and not rules.suicide:
            continue
        if rules.ko is Ko.POSITIONAL and after.stones in [stones for stones, _ in seen]:
            continue
        if rules.ko is Ko.SITUATIONAL and (after.stones, 3 - color) in seen:
            continue
        legal.add(point)
    return legal


@pytest.mark.parametrize("suicide", [False, True], ids=["no suicide", "suicide"])
@pytest.mark.parametrize("ko", Ko)
@pytest.mark.parametrize(("size", "games", "length"), [(2, 40, 30), (3, 25, 60), (4, 10, 90)])
def test_legal_moves_by_the_book(ko: Ko, suicide: bool, size: int, games: int, length: int) -> None:
    """Games so long on boards so small that most of what could be played would repeat."""
    choose = random.Random(size)
    rules = Ruleset.named("chinese").changed(ko=ko, suicide=suicide)
    repetitions = 0
    for _ in range(games):
        position, board = Position(size, rules=rules), ReferenceBoard(size)
        seen = [(dict(board.stones), int(BLACK))]
        for _ in range(length):
            color = position.to_play
            legal = position.legal_moves()
            assert set(map(tuple, legal)) == legal_by_the_book(board, seen, rules, int(color))
            assert legal == [vertex for vertex in position.vertices() if position.is_legal(vertex)]
            repetitions += Illegal.SUPERKO in map(position.why_illegal, position.vertices())
            if legal and choose.random() < 0.95:
                vertex = choose.choice(legal)
                position.play(vertex)
                board.play((vertex.column, vertex.row), int(color))
            else:
                position.play("pass")
                board.play_pass()
            seen.append((dict(board.stones), int(position.to_play)))
            assert {tuple(vertex): int(stone) for vertex, stone in position.stones.items()} == board.stones
    assert (repetitions > 0) == (ko is not Ko.SIMPLE)


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("size", [5, 9, 13])
def test_legal_moves_are_the_points_that_are_legal(name: str, size: int) -> None:
    choose = random.Random(size)
    position = Position(size, rules=name)
    for _ in range(2 * size * size):
        for color in Color:
            assert position.legal_moves(color) == [v for v in position.vertices() if position.is_legal(v, color)]
        position.play(choose.choice(position.legal_moves() or [PASS]))
