"""Distance in the common fate graph: a group is one place."""

import random
from collections import deque

import pytest

from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.tactics.distance import FAR, FARTHEST, is_near, measure_distance
from tengen.kernels.workspace import new_works

WORK = new_works()[0]

LONG_GROUP = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . X X X X X X X .
    . . . . . . . . .
    . . . O . . . . .
    . . . . . . . . .
    . . . . . . . . ."""


def distances(position: Position, start: str) -> dict[str, int]:
    measure_distance(position.board[0], Vertex.parse(start).point, WORK)
    return {str(vertex): int(WORK.distance[vertex.point]) for vertex in position.vertices()}


@pytest.mark.parametrize(
    ("start", "point", "steps"),
    [
        ("B5", "B5", 0),
        ("B5", "H5", 0),  # of the same group
        ("B5", "J5", 1),  # at its other end
        ("B5", "H6", 1),
        ("B5", "H7", 2),
        ("A5", "J5", 2),  # through it
        ("A6", "J6", FAR),  # A5 or B6, the group, H6 and there
        ("D4", "D3", 1),
        ("D4", "H4", 2),
        ("D4", "D2", 2),  # a lone stone is a step like an empty point
        ("D1", "G1", 3),
        ("D1", "H1", FAR),
        ("D1", "D4", 3),  # through the stone on D3
        ("D1", "E4", FAR),
    ],
)
def test_a_group_is_one_place(start: str, point: str, steps: int) -> None:
    position = Position.from_diagram(LONG_GROUP)
    assert distances(position, start)[point] == steps


def reference(position: Position, start: Vertex) -> dict[str, int]:
    """The same by a plain search: steps inside a group cost nothing."""
    found = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for vertex in here.neighbors(position.size):
            same = position[here] is not None and position[here] is position[vertex]
            steps = found[here] + (not same)
            if steps < found.get(vertex, 1000):
                found[vertex] = steps
                (queue.appendleft if same else queue.append)(vertex)
    return {str(vertex): min(found[vertex], FAR) for vertex in position.vertices()}


def test_random_boards_against_a_plain_search() -> None:
    choose = random.Random(5)
    for _ in range(60):
        position = Position(choose.choice((5, 9, 19)), rules="tromp-taylor")
        for _ in range(choose.randrange(position.size * position.size)):
            position.play(choose.choice(position.legal_moves() or [Vertex.parse("pass")]))
        start = choose.choice(list(position.vertices()))
        expected = reference(position, start)
        assert distances(position, str(start)) == expected
        for vertex in choose.sample(list(position.vertices()), 10):
            for most in range(1, FARTHEST + 1):
                near = bool(is_near(position.board[0], start.point, vertex.point, most, WORK))
                assert near is (expected[str(vertex)] <= most)
