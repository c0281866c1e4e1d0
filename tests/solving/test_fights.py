"""Shapes that every player knows: who lives, who dies, by which move, and what that is called."""

import pytest

from tengen.engines.solving import ask_about, solve
from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE
from tengen.game.position import Position
from tengen.game.symmetry import Symmetry
from tengen.game.vertex import Vertex
from tengen.solving.arena import Neighbourhood, arenas
from tengen.solving.solver import Outcome, Question, Solver
from tengen.solving.technique import technique

STRAIGHT_THREE = """
    . . . O X . .
    O O O O X . .
    X X X X X . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . ."""
STRAIGHT_FOUR = """
    . . . . O X .
    O O O O O X .
    X X X X X X .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . ."""
SQUARE_FOUR = """
    . . O X . . .
    . . O X . . .
    O O O X . . .
    X X X X . . .
    . . . . . . .
    . . . . . . .
    . . . . . . ."""
BULKY_FIVE = """
    . . . O X . .
    . . O O X . .
    O O O X X . .
    X X X X . . .
    . . . . . . .
    . . . . . . .
    . . . . . . ."""


def outcomes(diagram: str, stone: str, mover: str = "black") -> tuple[Outcome, Outcome, str]:
    """What becomes of the chain if the mover and if the other moves first, and the mover's move."""
    position = Position.from_diagram(diagram, to_play=mover)
    mine, theirs = ask_about(position, [Vertex.parse(stone)], seconds=20)
    return mine.outcome, theirs.outcome, str(mine.move)


def test_three_in_a_row_die_or_live_by_the_point_in_the_middle() -> None:
    assert outcomes(STRAIGHT_THREE, "A6") == (Outcome.DEAD, Outcome.ALIVE, "B7")
    assert outcomes(STRAIGHT_THREE, "A6", "white") == (Outcome.ALIVE, Outcome.DEAD, "B7")


def test_four_in_a_row_live_whoever_moves() -> None:
    assert outcomes(STRAIGHT_FOUR, "A6")[:2] == (Outcome.ALIVE, Outcome.ALIVE)


def test_four_in_a_square_die_whoever_moves() -> None:
    assert outcomes(SQUARE_FOUR, "A5")[:2] == (Outcome.DEAD, Outcome.DEAD)


def test_a_bulky_five_dies_by_its_vital_point() -> None:
    dead, alive, move = outcomes(BULKY_FIVE, "A5")
    assert (dead, alive, move) == (Outcome.DEAD, Outcome.ALIVE, "B7")


def test_all_turnings_of_a_shape_have_the_same_fate() -> None:
    shape = Position.from_diagram(STRAIGHT_THREE)
    for symmetry in Symmetry:
        turned = shape.transformed(symmetry)
        mine, theirs = ask_about(turned, [symmetry.apply(Vertex.parse("A6"), 7)], seconds=20)
        assert (mine.outcome, theirs.outcome) == (Outcome.DEAD, Outcome.ALIVE)
        assert mine.move == symmetry.apply(Vertex.parse("B7"), 7)


def test_who_may_take_the_ko_decides_and_that_is_said() -> None:
    """White has one eye at A7; the other hangs on the ko around C7."""
    corner = """
        . O . O X . .
        O O O X . X .
        X X O X X . .
        . X X X . . .
        . . . . . . .
        . . . . . . .
        . . . . . . ."""
    position = Position.from_diagram(corner)
    mine, theirs = ask_about(position, [Vertex.parse("A6")], seconds=20)
    assert (mine.outcome, str(mine.move)) == (Outcome.KO, "C7")
    assert technique(position, mine) == "a ko"
    assert theirs.outcome is Outcome.KO  # to connect would leave one eye


def test_the_line_of_a_proof_is_legal_and_ends_with_the_capture() -> None:
    position = Position.from_diagram(STRAIGHT_THREE)
    answer = ask_about(position, [Vertex.parse("A6")], seconds=20)[0]
    stage = position.copy()
    for vertex in answer.line:
        assert stage.is_legal(vertex)
        stage.play(vertex)
    assert all(stage[stone] is not WHITE for stone in answer.question.stones)
    assert technique(position, answer) == "a nakade"


def test_a_net_has_its_name() -> None:
    net = """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . X . . . . . .
        . . X O . . . . .
        . . . X X . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . ."""
    position = Position.from_diagram(net)
    answer = ask_about(position, [Vertex.parse("D5")], seconds=20)[0]
    assert answer.outcome is Outcome.DEAD
    assert technique(position, answer) == "a net"


def test_what_is_found_is_the_fight_that_the_move_decides() -> None:
    for network in ("no", "yes"):
        solution = solve(Position.from_diagram(STRAIGHT_THREE), seconds=5, network=network)
        assert solution.is_proved
        assert str(solution.move) == "B7"
        assert solution.fights[0].mine.question.color is WHITE
    assert solve(Position.from_diagram(STRAIGHT_FOUR), network="no").move is None


def test_who_is_alive_already_is_no_fight() -> None:
    assert solve(Position(9), seconds=0.2, network="no").fights == ()


def test_an_arena_holds_what_could_be_taken_in_it() -> None:
    """Black's stones on the left have two liberties outside: White can take them and live, so they are in the arena."""
    position = Position.from_diagram(
        """
        . . X O . . .
        . X X O . . .
        X O O O . . .
        . X . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . ."""
    )
    near = Neighbourhood(position)
    target = near.group(Vertex.parse("C7"))
    for arena in arenas(near, (target,), (8, 16)):
        assert target.liberties <= arena.playable
        assert len(arena.vertices) <= 64


def test_several_chains_are_asked_about_together() -> None:
    position = Position.from_diagram(STRAIGHT_THREE)
    near = Neighbourhood(position)
    chains = tuple(group for group in near.groups() if group.color is BLACK)
    answer = Solver().ask(near, Question(chains), WHITE, patience=10_000)
    assert answer.outcome is not Outcome.DEAD


def test_questions_that_cannot_be_meant_are_refused() -> None:
    position = Position.from_diagram(STRAIGHT_THREE)
    with pytest.raises(TengenError, match="no stone at G1"):
        ask_about(position, [Vertex.parse("G1")])
    with pytest.raises(TengenError, match="both colours"):
        ask_about(position, [Vertex.parse("A6"), Vertex.parse("A5")])
    with pytest.raises(TengenError, match="choose more than 0"):
        solve(position, seconds=0)
