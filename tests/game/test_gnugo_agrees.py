"""GNU Go and we play the same random games and agree on every stone, prisoner and legal move.

GNU Go knows nothing of our boards, so an error would have to be made twice to stay hidden. Its
rules are simple ko and no suicide; colours may play out of turn, as GTP allows.
"""

import random
from typing import NamedTuple

import pytest

from tengen.game.color import Color
from tengen.game.position import Position
from tengen.game.ruleset import Ko, Ruleset
from tengen.game.vertex import PASS, Vertex
from tengen.wire.client import GtpClient

AT_LEAST = 20_000  # moves compared, passes not counted, over all games of this file
RULES = Ruleset.named("chinese").changed(ko=Ko.SIMPLE)
LONGEST = 400  # moves in a game: GNU Go forgets its history beyond 500
CANDIDATES = 3  # points asked for legality before each move, for both colours
ALL_POINTS_EVERY = 25  # moves between two looks at the legality of all points
PASSES, OUT_OF_TURN = 0.02, 0.1  # shares of the moves


class Schedule(NamedTuple):
    """Random games on one board size."""

    size: int
    moves: int


# Small boards are where stones die, and large ones where errors of size would show.
SCHEDULES = [Schedule(size, 1700 if size < 10 else 1200) for size in range(5, 20)]


def parse(answer: str) -> set[Vertex]:
    return set(map(Vertex.parse, answer.split()))


def compare(position: Position, gnugo: GtpClient) -> None:
    """The stones on the board and those taken off it."""
    stones = position.stones
    for color in Color:
        ours = {vertex for vertex, stone in stones.items() if stone is color}
        assert ours == parse(gnugo.send(f"list_stones {color}")), f"{color}\n{position}"
        assert position.captures(color) == int(gnugo.send(f"captures {color}")), f"{color}\n{position}"


def compare_legality(position: Position, gnugo: GtpClient, vertex: Vertex) -> None:
    for color in Color:
        theirs = gnugo.send(f"is_legal {color} {vertex}") == "1"
        assert position.is_legal(vertex, color) == theirs, f"{color} {vertex}\n{position}"


@pytest.mark.parametrize("schedule", SCHEDULES, ids=lambda schedule: f"{schedule.size}x{schedule.size}")
def test_random_games(gnugo: GtpClient, schedule: Schedule) -> None:
    size = schedule.size
    choose = random.Random(size)
    vertices = list(Position(size).vertices())
    gnugo.send(f"boardsize {size}")
    played = kos = captures = 0
    while played < schedule.moves:
        gnugo.send("clear_board")
        position = Position(size, rules=RULES)
        while position.move_number < min(LONGEST, 3 * size * size) and played < schedule.moves:
            for vertex in choose.sample(vertices, CANDIDATES):
                compare_legality(position, gnugo, vertex)
            if position.ko:
                compare_legality(position, gnugo, position.ko)
            if position.move_number % ALL_POINTS_EVERY == 0:
                for color in Color:
                    assert set(position.legal_moves(color)) == parse(gnugo.send(f"all_legal {color}"))
            color = position.to_play if choose.random() >= OUT_OF_TURN else position.to_play.other
            legal = position.legal_moves(color)
            move = choose.choice(legal) if legal and choose.random() >= PASSES else PASS
            taken = position.captures(color)
            position.play(move, color)
            gnugo.send(f"play {color} {move}")
            compare(position, gnugo)
            played += not move.is_pass
            kos += position.ko is not None
            captures += position.captures(color) > taken
    assert played == schedule.moves
    assert captures > 0
    assert kos > 0


def test_enough_moves_were_compared() -> None:
    assert [schedule.size for schedule in SCHEDULES] == list(range(5, 20))
    assert sum(schedule.moves for schedule in SCHEDULES) >= AT_LEAST
