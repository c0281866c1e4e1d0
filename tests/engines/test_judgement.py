"""Dead stones and seki."""

import pytest

from tengen.engines import create_engine
from tengen.engines.endgame.playout_judgement import judge_by_ownership
from tengen.engines.endgame.seki import seki_stones
from tengen.game.color import BLACK, WHITE
from tengen.game.position import Position
from tengen.game.vertex import Vertex


def vertices(text: str) -> frozenset[Vertex]:
    return frozenset(Vertex.parse(name) for name in text.split())


def test_a_stone_in_unconditional_territory_is_dead_whatever_playouts_say() -> None:
    position = Position.from_diagram(
        """
        . O X .
        X X X X
        . X . X
        X X X X"""
    )
    everything_whites = dict.fromkeys(position.vertices(), -1.0)
    judgement = judge_by_ownership(position, everything_whites)
    assert judgement.dead == vertices("B4")


def test_dead_by_ownership() -> None:
    position = Position(5)
    position.play("C3")
    blacks = dict.fromkeys(position.vertices(), 1.0)
    assert judge_by_ownership(position, blacks).dead == frozenset()
    whites = dict.fromkeys(position.vertices(), -1.0)
    assert judge_by_ownership(position, whites).dead == vertices("C3")


RING = """
    O O O O O O O O O
    O . O O O O O . O
    O O O O O O O O O
    O X X X X X X O O
    O X O O O O X O O
    O X . O O . X O O
    O X X O O X X O O
    O O X X X X O O O
    O . O O O O O . O"""


def test_groups_that_share_their_last_liberties_are_in_seki() -> None:
    """Black's ring and White's stones inside have the liberties C4 and F4 in common and nothing else."""
    position = Position.from_diagram(RING)
    ring, inside = position.group("B6").stones, position.group("D4").stones
    assert position.group("B6").liberties == position.group("D4").liberties == vertices("C4 F4")
    assert seki_stones(position, set()) == ring | inside
    judgement = create_engine("montecarlo", seed=1).judge(position)
    assert judgement.seki == ring | inside
    assert judgement.dead == frozenset()


def test_a_group_that_is_dead_is_in_no_seki() -> None:
    """With the ring dead, what it surrounds simply lives."""
    position = Position.from_diagram(RING)
    assert seki_stones(position, set(position.group("B6").stones)) == frozenset()


def test_living_groups_with_a_dame_between_them_are_not_in_seki() -> None:
    position = Position.from_diagram(
        """
        . X . X O . O
        X X X X O O .
        X X X . O O O
        X X X X O O O
        X X X X O O O
        . X X X O O .
        X X X X O . O"""
    )
    assert seki_stones(position, set()) == frozenset()


def test_an_open_board_has_no_seki() -> None:
    position = Position(9)
    for move in ("C3", "G7", "C7", "G3"):
        position.play(move)
    assert seki_stones(position, set()) == frozenset()


@pytest.mark.parametrize("engine", ["montecarlo", "random"])
def test_a_finished_game_is_counted(engine: str) -> None:
    """White's stone at B2 is dead; Black has 5 columns, White 4."""
    position = Position.from_diagram(
        """
        . X . X X O . O .
        X X X X X O O O O
        X . X X X O O . O
        X X X X X O O O O
        X X X X X O . O O
        . X . X X O O O O
        X X X X X O O . O
        . O . X X O O O O
        . . X X X O . O .""",
        komi=7.5,
    )
    judgement = create_engine(engine, seed=1).judge(position)
    assert judgement.dead == vertices("B2")
    assert judgement.seki == frozenset()
    assert str(judgement.score) == "B+1.5"  # 45 - 36 - 7.5
    assert judgement.score.winner is BLACK
    position.komi = 9.5
    assert create_engine(engine, seed=1).judge(position).score.winner is WHITE


def test_a_seki_with_an_eye_each_is_one() -> None:
    """Black's corner and White's six stones beside it have an eye each, and one liberty in common."""
    position = Position.from_diagram(
        """
        . X . O . O X
        X X O O O O X
        O O X X X X X
        . O X . X . .
        O O X X . . .
        . O X . . . .
        O O X . . . .""",
        rules="japanese",
        komi=0.5,
    )
    judgement = create_engine("montecarlo", seed=1).judge(position)
    assert judgement.dead == frozenset()
    assert judgement.seki == position.group("B7").stones | position.group("D7").stones
    assert str(judgement.score) == "B+11.5"
