"""How the flat engine ends a game under different rules."""

import pytest

from tengen.engines import create_engine
from tengen.game.color import BLACK, WHITE
from tengen.game.position import Position
from tengen.game.vertex import Vertex

# Black owns the left, White the right; the boundary is closed and nothing is left to do.
SETTLED = """
    . . . X O . . . .
    . . . X O . . . .
    . X . X O . O . .
    . . . X O . . . .
    . X . X O . . O .
    . . . X O . . . .
    . X . X O . O . .
    . . . X O . . . .
    . . . X O . . . ."""


def test_under_territory_rules_it_does_not_fill_its_own_ground() -> None:
    """A move inside would cost a point: once the opponent passes, it passes or at least plays no own point."""
    position = Position.from_diagram(
        """
        . X . X O . O . O
        X X X X O O O O O
        . . . X O . . O .
        X X X X O O O O O
        . . . X O . . . O
        X X X X O O O O O
        . . . X O . . O .
        X X X X O O O O O
        . X . X O . O . O""",
        rules="japanese",
        komi=0.5,
    )
    for color in (BLACK, WHITE):
        position.to_play = color
        report = create_engine("montecarlo", playouts=1000, seed=1).choose_move(position)
        assert report.vertex.is_pass, f"{color} played {report.vertex}"


def test_under_area_rules_the_game_comes_to_an_end() -> None:
    """Both players are the engine: whatever they fill, the score stays and they pass in the end."""
    position = Position.from_diagram(SETTLED, komi=0.5)
    engine = create_engine("montecarlo", playouts=200, seed=1, settings={"resign_below": 0})
    while not position.is_over and position.move_number < 200:
        position.play(engine.choose_move(position).vertex)
    assert position.is_over


DEAD_STONE = """
    . X . X O . O
    X X X X O O .
    X X X X O O O
    X O . X O O O
    . . X X O O O
    X X X X O . O
    X . X X O O ."""


@pytest.mark.parametrize("rules", ["chinese", "tromp-taylor"])
def test_dead_stones_are_taken_where_they_would_count(rules: str) -> None:
    """B4 is dead. Chinese players take it off afterwards; under Tromp–Taylor it would stay, so it is captured."""
    position = Position.from_diagram(DEAD_STONE, "black", rules=rules, komi=5.5)  # B+1.5, if B4 is dead
    dead = Vertex.parse("B4")
    engine = create_engine("montecarlo", playouts=300, seed=1, settings={"resign_below": 0})
    judgement = engine.judge(position)
    assert dead in judgement.dead
    counted = position.score(dead=[dead]) if rules == "chinese" else position.score()
    assert judgement.score == counted
    while not position.is_over and position.move_number < 60:
        if position.to_play is BLACK:
            position.play(engine.choose_move(position).vertex)
        else:
            position.play("pass")
    assert position.is_over
    if rules == "tromp-taylor":
        assert position[dead] is not WHITE
    assert engine.judge(position).score == Position.score(position, dead=[dead] if position[dead] else [])


def test_a_judgement_asked_twice_is_the_same_and_costs_no_move() -> None:
    position = Position.from_diagram(SETTLED)
    one, other = (create_engine("montecarlo", playouts=300, seed=5) for _ in range(2))
    assert one.judge(position) == one.judge(position) == other.judge(position)
    assert (
        one.choose_move(position).vertex
        == create_engine("montecarlo", playouts=300, seed=5).choose_move(position).vertex
    )


def test_it_passes_only_when_two_opinions_agree_that_it_is_ahead() -> None:
    """White has passed, but Black's area is too small: Black plays on."""
    position = Position.from_diagram(SETTLED, komi=30.5)
    position.play("pass", "white")
    position.to_play = BLACK
    assert not create_engine("montecarlo", playouts=300, seed=1).choose_move(position).vertex.is_pass


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


@pytest.mark.parametrize("engine", ["montecarlo", "mcts"])
@pytest.mark.parametrize(("rules", "komi"), [("chinese", -40.5), ("japanese", 0.5)])
def test_a_seki_is_left_alone(engine: str, rules: str, komi: float) -> None:
    """Whoever fills C4 or F4 is captured: White, ahead, passes instead."""
    position = Position.from_diagram(RING, "white", rules=rules, komi=komi)
    player = create_engine(engine, playouts=500, seed=1, settings={"resign_below": 0})
    assert player.judge(position).score.winner is WHITE
    assert player.choose_move(position).vertex.is_pass


@pytest.mark.parametrize("engine", ["montecarlo", "mcts"])
def test_an_early_pass_is_no_reason_to_end_the_game(engine: str) -> None:
    """With two stones on the board White is ahead by the komi; he plays on all the same."""
    position = Position(9)
    for move in ("E5", "D4", "pass"):
        position.play(move)
    assert not create_engine(engine, playouts=300, seed=1).choose_move(position).vertex.is_pass
