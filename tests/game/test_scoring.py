"""Counting by hand and by the program, by area and by territory."""

from collections.abc import Callable

import pytest

from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE, Color
from tengen.game.position import Position
from tengen.game.reference import ReferenceBoard
from tengen.game.ruleset import Ruleset, Scoring
from tengen.game.scoring import Score, count, empty_regions, owners
from tengen.game.vertex import Vertex

# Black: 9 stones and A1 A2 A3 B3 A5; White: 7 stones and E2 E3 E5; C5 touches both.
FINISHED = """
    . X . O .
    X X X O O
    . . X O .
    . X X O .
    . X X O O
"""

# Black's D1 and D2 and White's A5 are dead: they cannot make eyes, and need not be taken.
WITH_DEAD = """
    O X O . .
    . X O O .
    X X O . .
    . X O X .
    . X O X .
"""

# A seki above: Black has the eye A7, White the eye E7, and who plays C7 is taken. White is alive
# below with A2 and A4, Black with the rest.
SEKI = """
    . X . O . O X
    X X O O O O X
    O O X X X X X
    . O X . X . .
    O O X X . . .
    . O X . . . .
    O O X . . . .
"""


def vertices(names: str) -> list[Vertex]:
    return list(map(Vertex.parse, names.split()))


def counted(diagram: str, rules: str = "chinese", dead: str = "", seki: str = "", komi: float = 0) -> Score:
    return count(Position.from_diagram(diagram, rules=rules, komi=komi), vertices(dead), vertices(seki))


def test_area() -> None:
    assert counted(FINISHED) == Score(9 + 5, 7 + 3)
    assert counted(FINISHED, komi=7.5) == Score(14, 17.5)


def test_territory() -> None:
    assert counted(FINISHED, "japanese") == Score(5, 3)


def test_who_owns_what() -> None:
    owner = owners(Position.from_diagram(FINISHED))
    assert owner[Vertex.parse("A5")] is BLACK
    assert owner[Vertex.parse("B5")] is BLACK
    assert owner[Vertex.parse("E5")] is WHITE
    assert Vertex.parse("C5") not in owner  # dame
    assert len(owner) == 24


def test_dead_stones_by_area() -> None:
    """With the dead taken off, two files are Black's and three White's."""
    assert counted(WITH_DEAD, dead="A5 D1 D2") == Score(10, 15)
    assert counted(WITH_DEAD, dead="A5") == Score(12, 6)  # else the right side touches both colours


def test_dead_stones_by_territory() -> None:
    """Black: A5 A4 A2 A1 and a prisoner; White: D5 E5 E4 D3 E3 D2 E2 D1 E1 and two prisoners."""
    assert counted(WITH_DEAD, "japanese", dead="A5 D1 D2") == Score(4 + 1, 9 + 2)


@pytest.mark.parametrize("rules", ["chinese", "japanese"])
def test_order_and_kind_of_the_dead_do_not_matter(rules: str) -> None:
    position = Position.from_diagram(WITH_DEAD, rules=rules)
    dead = vertices("A5 D1 D2")
    assert count(position, dead) == count(position, set(dead)) == count(position, tuple(reversed(dead)))
    assert position["D1"] is BLACK  # counting takes nothing off the board


@pytest.mark.parametrize(
    ("rules", "before", "after"),
    [
        ("japanese", Score(1, 2), Score(1 + 1, 2)),  # A4; C3 and D4. Then A4 and a prisoner; D2 and D4.
        ("korean", Score(1, 2), Score(1 + 1, 2)),
        ("chinese", Score(3 + 1, 4 + 2), Score(5 + 1, 4 + 2)),
    ],
)
def test_prisoners_count_by_territory_only(rules: str, before: Score, after: Score) -> None:
    position = Position.from_diagram(
        """
        . X O .
        X O . O
        . X O .
        . . . .
        """,
        rules=rules,
        komi=0,
    )
    assert count(position) == before
    for move in ("C3", "D1", "B3"):
        position.play(move)
    assert count(position) == after


def test_eyes_in_seki_are_no_points_of_territory() -> None:
    in_seki = "A6 B6 B7 C6 D6 E6 F6 D7 F7"
    assert counted(SEKI, "japanese", seki=in_seki) == Score(14, 2)
    assert counted(SEKI, "japanese") == Score(15, 3)  # with A7 and E7, if nobody says it is seki
    # An eye is area all the same.
    assert counted(SEKI, "chinese", seki=in_seki) == counted(SEKI, "chinese") == Score(16 + 15, 14 + 3)


def test_dame_are_nobodys() -> None:
    diagram = """
        X . O
        X . O
        X . O
    """
    assert counted(diagram) == Score(3, 3)
    assert counted(diagram, "japanese") == Score(0, 0)
    assert str(counted(diagram)) == "0"


def test_pass_stones_are_prisoners_under_territory_counting() -> None:
    """AGA rules: area and territory give the same result if White passes last."""
    aga = Ruleset.named("aga")
    margins = []
    moves = "C3 D3 C2 D2 C1 D1 C4 D4 C5 D5 pass E3 B2 pass pass pass"
    for scoring in Scoring:
        position = Position(5, rules=aga.changed(scoring=scoring), komi=0)
        for move in moves.split():
            position.play(move)
        assert position.is_over
        margins.append(count(position).margin)
        if scoring is Scoring.TERRITORY:
            # Black: 9 points and two passes of White; White: 4 points and two passes of Black.
            assert count(position) == Score(9 + 2, 4 + 2)
    assert margins == [5, 5]


def test_a_pass_costs_nothing_under_other_rules() -> None:
    position = Position.from_diagram(FINISHED, rules="japanese", komi=0)
    position.play("pass")
    position.play("pass")
    assert count(position) == Score(5, 3)


@pytest.mark.parametrize(
    ("rules", "compensation"),
    [("chinese", 3), ("aga", 2), ("japanese", 0), ("korean", 0), ("new zealand", 0), ("tromp-taylor", 0)],
)
def test_compensation_for_handicap(rules: str, compensation: int) -> None:
    position = Position(9, rules=rules, komi=0.5)
    position.give_handicap(["C3", "G7", "C7"])
    assert count(position).white == 0.5 + compensation


def test_handicap_is_no_matter_of_territory() -> None:
    rules = Ruleset.named("aga").changed(scoring=Scoring.TERRITORY)
    position = Position(9, rules=rules, komi=0.5)
    position.give_handicap(["C3", "G7", "C7"])
    assert count(position).white == 0.5


def test_jigo() -> None:
    assert counted(FINISHED, komi=4).winner is None
    assert str(counted(FINISHED, komi=4)) == "0"
    assert str(counted(FINISHED, komi=3.5)) == "B+0.5"
    assert str(counted(FINISHED, komi=4.5)) == "W+0.5"
    assert str(counted(FINISHED, komi=-100)) == "B+104"
    assert counted(FINISHED, komi=5).winner is WHITE


@pytest.mark.parametrize("rules", ["chinese", "japanese"])
def test_an_empty_board_is_nobodys(rules: str) -> None:
    position = Position(9, rules=rules, komi=7.5)
    assert owners(position) == {}
    assert count(position) == Score(0, 7.5)
    assert str(count(position)) == "W+7.5"


@pytest.mark.parametrize(("rules", "points"), [("chinese", 81), ("japanese", 80)])
@pytest.mark.parametrize("color", Color)
def test_a_single_stone_owns_the_board(color: Color, rules: str, points: int) -> None:
    position = Position(9, rules=rules, komi=0)
    position.play("E5", color)
    score = count(position)
    assert score.margin == (points if color is BLACK else -points)
    assert score.winner is color


def test_all_dead_is_an_empty_board() -> None:
    position = Position.from_diagram(FINISHED, komi=0)
    assert count(position, dead=position.stones) == Score(0, 0)


@pytest.mark.parametrize("rules", ["chinese", "japanese"])
def test_naming_an_empty_point_dead_changes_nothing(rules: str) -> None:
    """Players click on the empty points of dead groups too."""
    assert counted(WITH_DEAD, rules, dead="A5 D1 D2 D3 A4 E5") == counted(WITH_DEAD, rules, dead="A5 D1 D2")


@pytest.mark.parametrize("rules", ["chinese", "japanese"])
def test_a_position_counts_itself(rules: str) -> None:
    position = Position.from_diagram(WITH_DEAD, rules=rules)
    assert position.score() == count(position)
    assert position.score(["A5", Vertex.parse("D1"), "D2"]) == count(position, vertices("A5 D1 D2"))
    in_seki = Position.from_diagram(SEKI, rules=rules, komi=0)
    assert in_seki.score(seki=["A6"]) == count(in_seki, seki=vertices("A6"))
    with pytest.raises(TengenError):
        position.score(dead=["F6"])


def test_regions() -> None:
    position = Position.from_diagram(FINISHED)
    regions = sorted(sorted(map(str, region)) for region in empty_regions(position, position.stones))
    assert regions == [["A1", "A2", "A3", "B3"], ["A5"], ["C5"], ["E2", "E3"], ["E5"]]


@pytest.mark.parametrize("size", [2, 3, 4, 5, 7, 9, 13])
def test_finished_games_against_the_reference_board(
    size: int, random_game: Callable[[int, int, int], Position]
) -> None:
    margins = set()
    for seed in range(30 if size < 9 else 6):
        position = random_game(size, seed, 4 * size * size)
        board = ReferenceBoard(size)
        board.stones = {(v.column, v.row): int(color) for v, color in position.stones.items()}
        assert count(position).margin == board.area_score()
        # Area minus territory and prisoners is the difference of the stones each has put down.
        black, white = (
            sum(move.color is color and not move.vertex.is_pass for move in position.moves) for color in Color
        )
        position.rules = Ruleset.named("japanese")
        assert count(position).margin == board.area_score() - (black - white)
        margins.add(board.area_score())
    assert len(margins) > 1 or size == 2
