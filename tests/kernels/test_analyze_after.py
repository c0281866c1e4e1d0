"""Analyze-after simulations: theorem 1 of the McGnuGo paper, its one rule while placing, and searches with them."""

import itertools
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from tengen import Position
from tengen.engines import create_engine
from tengen.errors import TengenError
from tengen.game.reference import BLACK, EMPTY, WHITE, Point, ReferenceBoard
from tengen.kernels.board import is_legal, play
from tengen.kernels.board_record import new_boards
from tengen.kernels.geometry import STRIDE, column_row_of, point_of
from tengen.kernels.playouts.analyze_after import AFTER, analyze_after, analyze_after_playouts
from tengen.kernels.playouts.light import TRACE_LENGTH, area_score, owner_of
from tengen.kernels.playouts.policies import parse_policy, policy_record
from tengen.kernels.random import new_generator
from tengen.kernels.thread_record import new_threads
from tengen.search.parameters import SearchParameters
from tengen.search.searcher import Searcher

AFTERS = np.zeros(1, AFTER)  # one for all sizes, so that what a board left behind would show on the next
Age = tuple[int, int]
TRACE = np.zeros(TRACE_LENGTH, np.int16)


def stones_of(board: Any) -> dict[Point, int]:
    colors = board.color[: 21 * STRIDE].reshape(21, STRIDE)[1:, 1:]
    side = range(int(board.side))
    return {(c, r): int(colors[r, c]) for c in side for r in side if colors[r, c] != EMPTY}


def random_board(size: int, moves: int, seed: int) -> Any:
    """A board after so many random legal moves, eyes filled and all: old worms of every kind."""
    choose = random.Random(seed)
    boards = new_boards(size)
    board = boards[0]
    for _ in range(moves):
        color = int(board.to_play)
        point = int(board.empty[choose.randrange(int(board.empty_count))])
        if is_legal(board, point, color):
            play(board, point, color)
    return boards


def filled(boards: Any, seed: int) -> tuple[Any, list[Point]]:
    """The board that a simulation leaves, and the stones it placed in their order."""
    board = boards.copy()[0]
    length = int(analyze_after(board, new_generator(seed), AFTERS[0], TRACE))
    return board, [column_row_of(int(point)) for point in TRACE[:length]]


def by_theorem_1(size: int, start: dict[Point, int], placed: list[Point], first: int) -> tuple[Any, dict[Point, Age]]:
    """The final board, and the stones removed with the age of their worms, straight from the paper.

    Stones of the start have time 0, and of two such worms the one whose last liberty was taken first is the older.
    """
    full = ReferenceBoard(size)
    full.stones = dict(start)
    time = dict.fromkeys(start, 0)
    for i, point in enumerate(placed):
        assert point not in full.stones, "every point is played at most once"
        full.stones[point] = first if i % 2 == 0 else BLACK + WHITE - first
        time[point] = i + 1

    def age(worm: set[Point]) -> Age:
        lateness = max(time[stone] for stone in worm)
        around = {neighbor for stone in worm for neighbor in full.neighbors(stone)} - worm
        return lateness, 0 if lateness else max((time.get(point, 0) for point in around), default=0)

    result = ReferenceBoard(size)
    decided = {point for point in full.points() if point not in full.stones}  # empty from the beginning
    removed: dict[Point, Age] = {}
    for worm in sorted((set(stones) for stones, _ in full.groups()), key=age):
        around = {neighbor for stone in worm for neighbor in full.neighbors(stone)} - worm
        if any(point in decided and point not in result.stones for point in around):
            result.stones.update({stone: full.stones[stone] for stone in worm})
        else:
            removed.update(dict.fromkeys(worm, age(worm)))
        decided |= worm
    return result, removed


def check_against_theorem(boards: Any, seed: int) -> None:
    size, start, first = int(boards["side"][0]), stones_of(boards[0]), int(boards["to_play"][0])
    board, placed = filled(boards, seed)
    expected, removed = by_theorem_1(size, start, placed, first)
    assert stones_of(board) == expected.stones
    empty = [column_row_of(int(point)) for point in board.empty[: board.empty_count]]
    assert len(empty) == len(set(empty)) == size * size - len(expected.stones)
    ages = [removed[point] for point in empty if point in removed]
    assert ages == sorted(ages), "worms are removed from the oldest to the newest"
    assert not any(point in removed for point in empty[: len(empty) - len(removed)]), "after the eyes"
    assert int(board.stones[BLACK]) == sum(color == BLACK for color in expected.stones.values())
    assert int(board.stones[WHITE]) == sum(color == WHITE for color in expected.stones.values())
    assert all(liberties for _, liberties in expected.groups()), "every worm that is left has a liberty"
    owners = {point: int(owner_of(board, point_of(*point))) for point in expected.points()}
    assert set(owners.values()) <= {-1, 1}, "every point has an owner"
    assert int(area_score(board)) == sum(owners.values()) == expected.area_score()


@pytest.mark.parametrize("size", [2, 3, 4, 5, 9])
def test_a_few_boards_are_those_of_theorem_1(size: int) -> None:
    for seed in range(40):
        check_against_theorem(random_board(size, seed * size * size // 30, seed), seed)


def test_ten_thousand_boards_are_those_of_theorem_1() -> None:
    sizes = itertools.cycle([2, 3, 4, 5, 6, 7, 8, 9, 5, 6, 7, 13, 5, 6, 7, 19])
    for seed, size in zip(range(10_000), sizes, strict=False):
        check_against_theorem(random_board(size, random.Random(seed).randrange(2 * size * size), seed), seed)


def test_the_order_decides_who_is_captured() -> None:
    """Figure 1 of the paper in small: of two stones without liberties the older one goes."""
    for seed in range(200):
        boards = new_boards(2)
        board, placed = filled(boards, seed)
        # Black and White have two stones each; diagonal ones are four worms, of which the first is taken …
        if placed[0][0] != placed[2][0] and placed[0][1] != placed[2][1]:
            assert placed[0] not in stones_of(board)
            # … and gives the worms beside it, White's, a liberty; Black's other stone has none, and goes too.
            assert set(stones_of(board)) == {placed[1], placed[3]}


def is_friendly_eye(board: ReferenceBoard, point: Point, color: int) -> bool:
    """The house's eye, worked out from the stones."""
    if any(board.color(neighbor) != color for neighbor in board.neighbors(point)):
        return False
    corners = [(point[0] + dx, point[1] + dy) for dx in (-1, 1) for dy in (-1, 1)]
    on_board = [corner for corner in corners if corner in set(board.points())]
    return sum(board.color(corner) == BLACK + WHITE - color for corner in on_board) <= (len(on_board) == 4)


@pytest.mark.parametrize("size", [3, 5, 9])
def test_nobody_fills_an_eye_of_his_own_and_nothing_else_stays_empty(size: int) -> None:
    eyes_seen = 0
    for seed in range(60):
        boards = random_board(size, seed % (size * size), seed)
        _, placed = filled(boards, seed)
        reference = ReferenceBoard(size)
        reference.stones = stones_of(boards[0])
        color = int(boards["to_play"][0])
        for point in placed:
            assert not is_friendly_eye(reference, point, color)
            reference.stones[point] = color
            color = BLACK + WHITE - color
        left = [point for point in reference.points() if point not in reference.stones]
        eyes_seen += len(left)
        for point in left:
            assert len({reference.color(neighbor) for neighbor in reference.neighbors(point)}) == 1
    assert eyes_seen > 10


def test_the_order_of_stones_is_uniform() -> None:
    """All 24 orders of the four points of 2×2; no point of it can be an eye before there are three stones."""
    boards = new_boards(2)
    orders = Counter(tuple(filled(boards, seed)[1][:3]) for seed in range(12_000))
    assert len(orders) == 24
    expected = 12_000 / 24
    chi_square = sum((count - expected) ** 2 / expected for count in orders.values())
    assert chi_square < 49.7  # 23 degrees of freedom: once in a thousand


def test_every_point_comes_at_every_time() -> None:
    """The first and the fortieth stone on 9×9 are anywhere."""
    boards = new_boards(9)
    games = [filled(boards, seed)[1] for seed in range(8_100)]
    for turn in (0, 1, 39):
        counts = Counter(placed[turn] for placed in games)
        assert len(counts) == 81
        chi_square = sum((count - 100) ** 2 / 100 for count in counts.values())
        assert chi_square < 124.9  # 80 degrees of freedom: once in a thousand


def test_many_at_a_time_leave_the_root_alone_and_follow_the_seed() -> None:
    boards = random_board(9, 30, 1)
    before = boards.tobytes()
    counts = [analyze_after_playouts(boards, new_threads(seed), 50) for seed in (1, 1, 2)]
    assert boards.tobytes() == before
    assert counts[0] == counts[1] != counts[2]


def test_two_eyes_of_a_group_in_the_end_are_kept_more_often_than_not() -> None:
    position = Position.from_diagram("""
        . X . X O
        X X X X O
        O O O O O
        . O . O .
        O O O O O
    """)
    boards = position.board
    scores = [int(area_score(filled(boards, seed)[0])) for seed in range(400)]
    assert scores.count(8 - 17) > 200  # everything as it stands


@pytest.mark.parametrize("size", range(2, 20))
def test_in_a_search_on_every_size(size: int) -> None:
    searcher = Searcher(SearchParameters(playout="analyze-after", network="no", memory=4), threads=1, seed=1)
    position = Position(size)
    searcher.begin(position)
    searcher.run(60)
    report = searcher.report()
    assert sum(move.visits for move in report.moves) > 0
    assert report.moves[0].vertex.is_pass or report.moves[0].vertex in set(position.legal_moves())
    assert report.ownership is not None
    assert any(move.amaf_visits for move in report.moves)


@pytest.mark.parametrize("settings", [{"liberty_maps": True}, {"local_trees": True}, {"parallel": "root"}, {}])
def test_it_goes_with_what_learns_from_the_end_of_a_game(settings: dict[str, Any]) -> None:
    parameters = SearchParameters(playout="analyze-after", network="no", memory=4, **settings)
    signatures = []
    for _ in range(2):
        searcher = Searcher(parameters, threads=1, seed=7)
        searcher.begin(Position(7, rules="japanese"))
        searcher.run(400)
        signatures.append(searcher.trees[0].signature())
    assert signatures[0] == signatures[1]


@pytest.mark.parametrize("engine", ["mcts", "montecarlo"])
def test_engines_take_a_large_group_in_atari(engine: str) -> None:
    position = Position.from_diagram("""
        . . . . . . .
        . X X X X . .
        X O O O O . .
        . X X X X . .
        . . . . . . .
        . . O . . . .
        . . . . . . .
    """)
    settings = {"playout": "analyze-after"} | ({"network": "no"} if engine == "mcts" else {})
    with create_engine(engine, playouts=3000, threads=1, seed=1, settings=settings) as player:
        assert str(player.choose_move(position).vertex) == "F5"


@pytest.mark.parametrize(
    "text", ["moggy,analyze-after", "analyze-after,capture", "analyze-after:0.5", "analyze-after,"]
)
def test_it_is_not_mixed(text: str) -> None:
    with pytest.raises(TengenError, match="cannot be mixed with others") as refused:
        parse_policy(text)
    assert "\n" not in str(refused.value)


def test_it_is_a_policy_without_rules() -> None:
    [record] = policy_record(" analyze-after ")
    assert record["analyze_after"] == 1
    assert record["rule_count"] == 0
    assert policy_record("light")["analyze_after"][0] == policy_record("moggy")["analyze_after"][0] == 0


def test_the_replay_engine_cannot_look_at_it() -> None:
    with create_engine("replay") as engine, pytest.raises(TengenError, match="chooses no moves"):
        engine.change_settings({"playout": "analyze-after"})


def test_nothing_is_left_behind_for_another_size() -> None:
    """The same simulation with fresh work space and after others on larger boards."""
    for size in (2, 5, 9, 19, 7, 3):
        boards = random_board(size, size, size)
        used, _ = filled(boards, 5)
        fresh = boards.copy()
        analyze_after(fresh[0], new_generator(5), np.zeros(1, AFTER)[0], TRACE)
        assert stones_of(used) == stones_of(fresh[0])
