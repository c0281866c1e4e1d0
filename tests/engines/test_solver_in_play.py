"""What proofs do in a game: priors for the move that decides a fight, and dead stones."""

import pytest

from tengen.engines import create_engine
from tengen.engines.endgame.judgement import Judgement
from tengen.engines.fight_advice import FightAdvice
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.vertex import Vertex

VITAL = """
    . . . O X . . . .
    O O O O X . . . .
    X X X X X . . . .
    . . . . . . . . .
    . . . . . . . . .
    O O O O O O O O O
    . . . . . . . . .
    . . O . . . O . .
    . . . . . . . . ."""
DEAD_SHAPE = """
    . . O X . . . . .
    . . O X . . . . .
    O O O X . . . . .
    X X X X . . . . .
    . . . . . . . . .
    O O O O O O O O O
    . . . . . . . . .
    . . O . . . O . .
    . . . . . . . . ."""


def test_the_move_of_a_proof_begins_with_won_games() -> None:
    position = Position.from_diagram(VITAL)
    games = FightAdvice().games(position, 5.0, 60.0)
    assert games[Vertex.parse("B9").point] == 60.0
    assert (games > 0).sum() == 1


def test_the_search_is_told_once_a_move() -> None:
    position = Position.from_diagram(VITAL)
    moves = {}
    for solver in ("yes", "no"):
        settings = {"network": "no", "solver": solver, "solver_prior": 10_000}
        with create_engine(playouts=60, seed=1, settings=settings) as engine:
            moves[solver] = engine.choose_move(position)
    assert str(moves["yes"].vertex) == "B9"
    best = {solver: max(found.candidates, key=lambda move: move.visits) for solver, found in moves.items()}
    assert str(best["yes"].vertex) == "B9"


def test_what_is_proved_dead_is_dead_whatever_playouts_think() -> None:
    position = Position.from_diagram(DEAD_SHAPE)
    unsure = dict.fromkeys(position.vertices(), 0.0)
    judged = FightAdvice().judge(position, Judgement.of(position, frozenset(), frozenset(), unsure), 5.0)
    assert Vertex.parse("A7") in judged.dead
    assert Vertex.parse("A4") not in judged.dead


def test_with_a_network_it_is_refused_in_a_sentence() -> None:
    with pytest.raises(TengenError, match="set network=no"):
        create_engine(settings={"solver": "yes", "network": "yes"})
