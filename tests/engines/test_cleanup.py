"""Cleaning up after a disagreement, as KGS asks for it: every dead stone is taken, and nothing lost."""

import pytest

from tengen.engines import create_engine
from tengen.engines.endgame.cleanup import moves_that_capture_dead
from tengen.engines.endgame.judgement import Judgement
from tengen.engines.endgame.playout_judgement import judge_by_playouts
from tengen.game.color import Color
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.protocols.gtp.session import GtpSession

# Dead stones in both territories, five of White's in the corner among them.
DEAD_STONES = """
    . . . X O . . . .
    . O . X O . X X .
    . O . X O . . . .
    X X X X O O O O O
    . . . X O . . . .
    . O O X O . X . .
    X X X X O O O O O
    O O . X O . . . .
    . O . X O . X . ."""

# The ring and the stones inside share C4 and F4; Black's A8 is dead.
SEKI = """
    . . O O O O O O O
    X . O O O O O . O
    O O O O O O O O O
    O X X X X X X O O
    O X O O O O X O O
    O X . O O . X O O
    O X X O O X X O O
    O O X X X X O O O
    O . O O O O O . O"""

# White's two are dead between Black's eyes: he has room to take them, but must not fill all of it himself.
IN_THE_EYE = """
    . . X O . X O . .
    . X . O . X O . .
    X X X X X X O O O
    O O O O O O O . .
    . . . . . . O . .
    O O O O O O O O O
    . . . . . . . . .
    O O O O O O O O O
    . . . . . . . . ."""

BOARDS = {
    "dead stones on both sides": (DEAD_STONES, "black"),
    "the other's": (DEAD_STONES, "white"),
    "beside a seki": (SEKI, "white"),
    "in an eye": (IN_THE_EYE, "black"),
}


@pytest.mark.parametrize("engine", ["mcts", "montecarlo", "random"])
@pytest.mark.parametrize("rules", ["chinese", "japanese"])
@pytest.mark.parametrize("name", BOARDS)
def test_all_dead_stones_are_taken_and_nothing_is_lost(name: str, rules: str, engine: str) -> None:
    """The opponent passes all the time; when all is done the engine passes too."""
    diagram, mover = BOARDS[name]
    session = GtpSession(create_engine(engine, seed=1, playouts=None if engine == "random" else 200), rules=rules)
    session.go_to(Position.from_diagram(diagram, mover, rules=rules))
    color = Color.parse(mover)
    judgement = session.judge()
    alive = {stone for stone, owner in session.position.stones.items() if stone not in judgement.dead}
    doomed = {stone for stone in judgement.dead if session.position[stone] is color.other}
    assert doomed
    for _ in range(40):
        if session.answer(f"kgs-genmove_cleanup {mover}") == "= pass\n\n":
            break
        session.answer(f"play {color.other} pass")
    else:
        pytest.fail("it never passes")
    position = session.position
    assert all(position[stone] is not color.other for stone in doomed)
    assert all(position[stone] is not None for stone in alive)
    assert session.judge().seki == judgement.seki
    assert not alive & session.judge().dead


def test_liberties_of_a_seki_are_no_moves() -> None:
    position = Position.from_diagram(SEKI, "white")
    judgement = judge_by_playouts(position)
    assert {str(stone) for stone in judgement.dead} == {"A8"}
    assert judgement.seki == position.group("B6").stones | position.group("D4").stones
    assert {str(vertex) for vertex in moves_that_capture_dead(position, judgement)} == {"B8"}  # A9 is self-atari


def test_only_moves_around_dead_stones_are_asked_for() -> None:
    """Taking B3 by C3 leaves Black two eyes and more; his own eyes are no moves."""
    position = Position.from_diagram(
        """
        . . . . . . .
        O O O O O O O
        O . O . O . O
        X X X X O O O
        X O . X O . O
        X X X X O O O
        . X . X O . ."""
    )
    dead = frozenset([Vertex.parse("B3")])
    judgement = Judgement.of(position, dead, frozenset())
    assert [str(vertex) for vertex in moves_that_capture_dead(position, judgement)] == ["C3"]
    assert moves_that_capture_dead(position, Judgement.of(position, frozenset(), frozenset())) == []
