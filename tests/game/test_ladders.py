"""Ladders for a person: which groups are caught, which can be, and where."""

from tengen.game.ladders import ladders
from tengen.game.position import Position

RUNNING = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . O . . . . . .
    . O X . . . . . .
    . . O O . . . . .
    . . . . . . . . ."""
BREAKER = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . X . .
    . . . . . . . . .
    . . . . . . . . .
    . . O . . . . . .
    . O X . . . . . .
    . . O O . . . . .
    . . . . . . . . ."""
TWO_LIBERTIES = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . O X . . . . . .
    . . O O . . . . .
    . . . . . . . . ."""


def told(diagram: str) -> dict[str, list[str]]:
    """Each group that is caught, by its first stone, and the ataris that catch it."""
    return {
        str(min(found.group.stones)): sorted(map(str, found.catching))
        for found in ladders(Position.from_diagram(diagram))
    }


def test_a_group_in_atari_that_runs_in_vain() -> None:
    assert told(RUNNING) == {"C3": []}


def test_a_stone_on_its_way_saves_it() -> None:
    assert told(BREAKER) == {}


def test_a_group_with_two_liberties_is_caught_by_the_right_atari() -> None:
    assert told(TWO_LIBERTIES) == {"C3": ["C4"]}


def test_an_empty_board_has_none() -> None:
    assert ladders(Position(9)) == []
