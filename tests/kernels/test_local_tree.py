"""Local trees: what is kept of a simulation, what is tenuki, which line is best, and what may be forced."""

import random
from collections import defaultdict
from typing import Any

import numpy as np

from tengen.game.color import BLACK, WHITE, Color
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.geometry import PASS, POINTS
from tengen.kernels.playouts.light import TRACE_LENGTH
from tengen.kernels.tactics.distance import FARTHEST, is_near, measure_distance
from tengen.kernels.tactics.local_value import local_value
from tengen.kernels.tree.age_local_trees import age_local_trees
from tengen.kernels.tree.force_sequences import force_sequences
from tengen.kernels.tree.local_sequences import best_answer
from tengen.kernels.tree.local_tree import (
    LOCAL_TREES,
    LOCAL_WORK,
    follow_trace,
    learn_sequences,
    new_local_trees,
    new_local_works,
)
from tengen.kernels.workspace import new_works
from tengen.search.parameters import SearchParameters

Array = np.ndarray[Any, Any]
Line = tuple[int, ...]  # a colour and the points of a sequence that it began


class LocalSearch:
    """Local trees that hand-made simulations are shown to."""

    def __init__(self, position: Position, **parameters: Any) -> None:
        self.position = position
        self.trees, self.works = new_local_trees(), new_local_works(1)
        self.work = new_works()
        self.settings = SearchParameters(local_trees=True, **parameters).record(position)

    def follow(self, moves: str | list[int]) -> None:
        """Take these moves, of the tree, to the local trees."""
        points = [Vertex.parse(move).point for move in moves.split()] if isinstance(moves, str) else moves
        start, trace = self.position.board[0], np.array(points, np.int16)
        work, settings = self.work[0], self.settings[0]
        follow_trace(self.trees[0], self.works[0], start, work.reading.board, trace, len(trace), work, settings)

    def learn(self, end: Position) -> None:
        """Count the simulation, which ended so."""
        learn_sequences(self.trees[0], self.works[0], end.board[0])

    def lines(self) -> dict[Line, tuple[int, float]]:
        """Visits and sums of values of all nodes, by the colour and the points that lead to them."""
        trees = self.trees[0]
        found: dict[Line, tuple[int, float]] = {}
        todo: list[tuple[Line, int]] = [
            ((1 + place // POINTS,), int(node)) for place, node in enumerate(trees.firsts) if node
        ]
        while todo:
            before, node = todo.pop()
            line = (*before, int(trees.move[node]))
            assert trees.color[node] == (before[0] if len(line) % 2 == 0 else 3 - before[0])
            found[line] = int(trees.visits[node]), float(trees.value_sum[node])
            child = int(trees.first_child[node])
            while child:
                todo.append((line, child))
                child = int(trees.next_sibling[child])
        return found


def line(color: Color, moves: str) -> Line:
    return (int(color), *(Vertex.parse(move).point for move in moves.split()))


# ---- learning -------------------------------------------------------------------------------


def test_near_moves_go_on_and_far_ones_begin() -> None:
    search = LocalSearch(Position(9))
    end = Position.from_diagram(
        """
        . . . . . . . . .
        . . . . . . O O .
        . . . . . X O O O
        . . . . . . O O .
        . . . . . . . . .
        . . X X . . . . .
        . X X X . . . . .
        . . X . . . . . .
        . . . . . . . . ."""
    )
    for _ in range(2):
        search.follow("C3 C4 D4 G7 H7 C5")
        search.learn(end)
    # C3 is Black's with D3, C4, B3 and C2: 1. G7 is White's with all but F7: 5/6. C5 is Black's.
    black, white, nothing = 1.0, 5 / 6, 0.0
    assert search.lines() == {
        line(BLACK, "C3"): (2, 2 * black),
        line(BLACK, "C3 C4"): (2, 2 * black),
        line(BLACK, "C3 C4 D4"): (1, black),
        line(WHITE, "G7"): (2, 2 * white),
        line(WHITE, "G7 H7"): (2, 2 * white),
        line(WHITE, "C5"): (2, 2 * nothing),
    }


def test_a_pass_ends_a_sequence_and_the_last_move_of_the_game_begins_one() -> None:
    position = Position(9)
    position.play("E5", BLACK)
    search = LocalSearch(position)
    for _ in range(2):
        search.follow("E6 F5 pass F6")
        search.learn(position)
    assert set(search.lines()) == {line(BLACK, "E5"), line(BLACK, "E5 E6"), line(BLACK, "E5 E6 F5"), line(BLACK, "F6")}


def test_sequences_are_as_long_as_they_may_be() -> None:
    search = LocalSearch(Position(9), local_sequence_depth=3)
    for _ in range(6):
        search.follow("C3 C4 D4 D5 E5")
        search.learn(Position(9))
    assert max(map(len, search.lines())) == 1 + 3


def test_a_long_group_makes_its_two_ends_near() -> None:
    position = Position.from_diagram(
        """
        . . . . . . . . .
        . X X X X X X X .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . ."""
    )
    work = new_works()[0]
    for left, right, near in (("B7", "H7", True), ("B6", "H7", True), ("B6", "H6", False), ("C2", "G2", False)):
        points = Vertex.parse(left).point, Vertex.parse(right).point
        assert is_near(position.board[0], *points, 3, work) == near, left
        measure_distance(position.board[0], points[0], work)
        assert (work.distance[points[1]] <= FARTHEST) == near


def random_moves(position: Position, choose: random.Random, count: int) -> tuple[list[int], Position]:
    """Moves from a position and where they lead."""
    end, points = position.copy(), []
    for _ in range(count):
        moves = list(end.legal_moves())
        vertex = choose.choice(moves) if moves and choose.random() < 0.95 else Vertex.parse("pass")
        end.play(vertex)
        points.append(vertex.point)
    return points, end


def test_a_plain_python_tree_is_the_same() -> None:
    choose = random.Random(3)
    position = Position(5)
    search, work = LocalSearch(position, local_sequence_depth=4), new_works()[0]
    expected: dict[Line, list[float]] = defaultdict(lambda: [0, 0.0])
    for _ in range(300):
        points, end = random_moves(position, choose, 10)
        search.follow(points)
        search.learn(end)
        board, grown = position.copy(), False
        sequence: Line | None = None
        for point in points:
            vertex, color = Vertex.from_point(point), board.to_play
            if point == PASS:
                sequence = None
            elif sequence is not None and is_near(board.board[0], board.moves[-1].vertex.point, point, 3, work):
                sequence = (*sequence, point)
            else:
                sequence, grown = (int(color), point), False
            if sequence is not None and not grown and len(sequence) <= 1 + 4:
                grown = sequence not in expected and len(sequence) > 2
                expected[sequence][0] += 1
                expected[sequence][1] += local_value(end.board[0], sequence[1], sequence[0])
            board.play(vertex)
    found = search.lines()
    assert found.keys() == expected.keys()
    assert len(found) > 500
    for known, (visits, value) in found.items():
        assert visits == expected[known][0]
        assert abs(value - expected[known][1]) < 1e-9


def test_after_a_move_all_counts_for_half() -> None:
    choose = random.Random(4)
    search = LocalSearch(Position(5))
    for _ in range(300):
        points, end = random_moves(Position(5), choose, 8)
        search.follow(points)
        search.learn(end)
    before = search.lines()
    aged = new_local_trees()
    used = age_local_trees(search.trees, aged, 1)
    search.trees = aged
    after = search.lines()
    assert len(after) == used - 1
    assert after.keys() == {sequence for sequence, (visits, _) in before.items() if visits >= 2}
    for sequence, (visits, value) in after.items():
        assert visits == before[sequence][0] // 2
        assert abs(value / visits - before[sequence][1] / before[sequence][0]) < 1e-9
    assert aged[0].samples == 0


def test_no_field_is_hidden() -> None:
    """See `test_uncompiled.py`: NumPy's own attributes go before a record's fields."""
    names = [*(LOCAL_TREES.names or ()), *(LOCAL_WORK.names or ())]
    assert [name for name in names if hasattr(np.record, name)] == []


# ---- the best answer ------------------------------------------------------------------------


def family(*children: tuple[str, int, float], left: tuple[int, float]) -> LocalSearch:
    """A first move of Black's, E5, with answers of White's: their visits and mean values, Black's."""
    search = LocalSearch(Position(9), local_sequence_visits=10, local_sequence_gain=0.1)
    trees = search.trees[0]
    trees.visits[1] = left[0] + sum(visits for _, visits, _ in children)
    trees.value_sum[1] = left[0] * left[1] + sum(visits * value for _, visits, value in children)
    for index, (move, visits, value) in enumerate(children):
        node = 2 + index
        trees.move[node], trees.visits[node], trees.value_sum[node] = Vertex.parse(move).point, visits, visits * value
        trees.next_sibling[node] = trees.first_child[1]
        trees.first_child[1] = node
    return search


def answer(search: LocalSearch, by_first: bool = False) -> int:
    """The index of the best answer, 0 if there is none."""
    return max(0, int(best_answer(search.trees[0], 1, by_first, search.settings[0])) - 1)


def test_the_opponent_answers_with_what_is_worst_for_the_beginner() -> None:
    answers = (("E6", 20, 0.8), ("E4", 20, 0.3), ("D5", 20, 0.5))
    assert answer(family(*answers, left=(20, 0.6))) == 2
    assert answer(family(*answers, left=(20, 0.6)), by_first=True) == 1


def test_what_was_seldom_tried_is_not_believed() -> None:
    assert answer(family(("E6", 20, 0.4), ("E4", 9, 0.0), left=(20, 0.6))) == 1
    assert answer(family(("E4", 9, 0.0), left=(20, 0.6))) == 0


def test_an_answer_that_gains_nothing_is_not_made() -> None:
    assert answer(family(("E6", 20, 0.55), left=(20, 0.6))) == 0
    assert answer(family(("E6", 20, 0.45), left=(20, 0.6))) == 1
    assert answer(family(("E6", 20, 0.55), left=(5, 0.6))) == 1  # hardly ever left alone: nobody knows better


# ---- forcing --------------------------------------------------------------------------------


def test_all_that_is_forced_is_legal_and_keeps_clear_of_the_simulation() -> None:
    """Trees that learnt from other games are asked on boards they have never seen."""
    choose = random.Random(8)
    parameters = {"local_sequence_visits": 2, "local_sequence_gain": 0.0, "local_sequence_value": 0.0}
    forced = 0
    for game in range(30):
        search = LocalSearch(Position(6), forced_sequences=4, **parameters)
        for _ in range(60):
            points, end = random_moves(Position(6), choose, 12)
            search.follow(points)
            search.learn(end)
        search.position = random_moves(Position(6), choose, game)[1]
        points, leaf = random_moves(search.position, choose, 4)
        search.follow(points)
        ranks = search.works[0]
        for color in (1, 2):  # any first moves at all
            firsts = [int(node) for node in search.trees[0].firsts[(color - 1) * POINTS : color * POINTS] if node]
            ranks.ranked[color - 1] = 8
            ranks.rank_node[8 * color - 8 : 8 * color] = choose.sample(firsts, 8)
        trace = np.zeros(TRACE_LENGTH + 100, np.int16)
        steps = int(search.works[0].steps)
        boards = leaf.board.copy()[0], search.work[0].reading.board
        count = int(force_sequences(search.trees[0], search.works[0], *boards, trace, 4, search.settings[0]))
        for point in trace[4 : 4 + count].tolist():
            leaf.play(Vertex.from_point(point))  # would refuse what is not legal
        assert boards[0].hash == boards[1].hash == leaf.board[0].hash
        assert int(search.works[0].steps) == steps + count
        forced += count
    assert forced > 30
