"""A move held to a region: what `regions` leave is chosen from, for the thinking engines."""

import pytest

from tengen.engines import create_engine
from tengen.engines.builtin.mcts import MctsEngine
from tengen.game.color import BLACK, WHITE
from tengen.game.position import Position
from tengen.game.vertex import PASS, Vertex
from tengen.search.region import Region

# Whoever plays F5 takes the stones in the middle, and the game.
CAPTURE = """
    . . X O . O . O .
    . X X O O O O O O
    . . X X X O . O .
    X X O O O X O O O
    . X O O O . O . O
    X X O O O X O O O
    . . X X X O . O .
    . X X O O O O O O
    . . X O . O . O ."""


def points(*names: str) -> frozenset[Vertex]:
    return frozenset(Vertex.parse(name, 9) for name in names)


@pytest.mark.parametrize("name", ["mcts", "montecarlo"])
def test_a_move_that_is_avoided_is_not_chosen(name: str) -> None:
    with create_engine(name, seed=1, playouts=600) as engine:
        position = Position.from_diagram(CAPTURE, komi=-5.5)
        assert str(engine.choose_move(position).vertex) == "F5"
        regions = (Region(BLACK, points("F5")),)
        report = engine.choose_move(position, regions=regions)
        assert str(report.vertex) != "F5"
        assert "F5" not in {str(move.vertex) for move in report.candidates}
        assert str(engine.choose_move(position).vertex) == "F5"  # the next one is free again


@pytest.mark.parametrize("name", ["mcts", "montecarlo"])
def test_only_allowed_moves_are_chosen_from(name: str) -> None:
    with create_engine(name, seed=1, playouts=300) as engine:
        regions = (Region(BLACK, points("A1", "A5"), allow=True),)
        report = engine.choose_move(Position.from_diagram(CAPTURE, komi=-5.5), regions=regions)
        assert str(report.vertex) in {"A1", "A5"}
        assert {str(move.vertex) for move in report.candidates} <= {"A1", "A5"}


def test_a_region_of_the_opponent_leaves_the_mover_alone() -> None:
    with create_engine("mcts", seed=1, playouts=600) as engine:
        regions = (Region(WHITE, points("F5"), 3),)
        assert str(engine.choose_move(Position.from_diagram(CAPTURE, komi=-5.5), regions=regions).vertex) == "F5"


# The game is over, and Black has won.
OVER = """
    . X . X .
    X X X X X
    X X X X X
    . X X X .
    X . X . X"""


def test_a_pass_may_be_shut_out_although_the_opponent_has_passed() -> None:
    """Held to two points the engine plays one of them, though no move is worth it."""
    position = Position.from_diagram(OVER, WHITE)
    position.play(PASS)
    with create_engine("mcts", seed=1, playouts=100, settings={"consider_own_eyes": True}) as engine:
        assert engine.choose_move(position).vertex == PASS
        regions = (Region(BLACK, points("A5", "E5"), allow=True),)
        assert str(engine.choose_move(position, regions=regions).vertex) in {"A5", "E5"}


def test_a_level_is_not_stronger_by_an_analysis() -> None:
    with create_engine("mcts", seed=1, settings={"level": "20k", "memory": 20}) as engine:
        assert isinstance(engine, MctsEngine)
        position = Position(9)
        engine.analyze(position, playouts=2000)
        engine.choose_move(position)
        assert engine.searcher.reused == 0
        engine.choose_move(position)
        assert engine.searcher.reused > 0  # what its own search has left is its own
