"""Liberty maps: how a group is known, what is learnt of its moves, and how they are chosen.

This file, run as a program, prints what it computed; a test runs it uncompiled and compares.
"""

import json
import os
import subprocess
import sys
from collections import Counter
from typing import Any

import numpy as np
import pytest

from tengen.game.color import BLACK, WHITE
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.geometry import POINTS
from tengen.kernels.playouts.choices import policy_choices
from tengen.kernels.playouts.flat import STATISTICS, flat_playouts
from tengen.kernels.playouts.liberty_map import (
    RATING,
    choose_by_ratings,
    found_for,
    learn_ratings,
    liberty_hash,
    new_liberty_map,
    rate,
    rating_key,
    rating_of,
)
from tengen.kernels.playouts.rules import TWO_LIBERTIES
from tengen.kernels.random import new_generators
from tengen.kernels.root_record import new_roots, new_tables
from tengen.kernels.thread_record import new_threads
from tengen.kernels.workspace import MOST_NOTES, WORK, new_works
from tengen.search.parameters import SearchParameters

Array = np.ndarray[Any, Any]


def point(move: str) -> int:
    return Vertex.parse(move).point


def key_of(board: Any, stone: str, move: str) -> np.uint64:
    """The key of Black's `move` for the group of `stone`; Python would make a plain integer of it."""
    group = np.uint64(liberty_hash(board, int(board["group"][point(stone)])))
    return np.uint64(rating_key(group, int(BLACK), point(move)))


def hash_of(diagram: str, stone: str = "C3") -> int:
    board = Position.from_diagram(diagram).board[0]
    return int(liberty_hash(board, int(board["group"][point(stone)])))


# ---- how a group is known -------------------------------------------------------------------

FIGHT = """. . . . . . .
           . . . . . . .
           . . . . . . .
           . O O . . . .
           . O X . . . .
           . . O . . . .
           . . . . . . ."""


def changed(diagram: str, *stones: tuple[str, str]) -> str:
    """The diagram with other stones, "D3" and "X" each."""
    rows = [row.split() for row in diagram.splitlines()]
    for move, stone in stones:
        vertex = Vertex.parse(move)
        rows[len(rows) - 1 - vertex.row][vertex.column] = stone
    return "\n".join(" ".join(row) for row in rows)


@pytest.mark.parametrize(
    "stones",
    [
        [("E3", "O")],  # beyond its one liberty
        [("E3", "X")],
        [("D4", "O")],
        [("D2", "X")],
        [("C4", "."), ("C5", "O")],  # a liberty more
        [("D3", "X")],  # the group has grown
    ],
)
def test_a_group_is_another_with_other_liberties_or_neighbours_of_them(stones: list[tuple[str, str]]) -> None:
    assert hash_of(changed(FIGHT, *stones)) != hash_of(FIGHT) != 0


@pytest.mark.parametrize(
    "stones",
    [
        [("G7", "X"), ("A1", "O")],
        [("E4", "X"), ("E2", "O")],  # diagonal from the liberty
        [("F3", "X")],  # two points from it
    ],
)
def test_stones_farther_away_do_not_change_a_group(stones: list[tuple[str, str]]) -> None:
    assert hash_of(changed(FIGHT, *stones)) == hash_of(FIGHT)


def test_the_same_fight_elsewhere_or_with_other_colours_is_another() -> None:
    moved = "\n".join(f". {row.strip()[:-2]}" for row in FIGHT.splitlines())
    turned = FIGHT.translate(str.maketrans("XO", "OX"))
    assert len({hash_of(FIGHT), hash_of(moved, "D3"), hash_of(turned)}) == 3


def test_a_rating_is_of_a_group_a_player_and_a_move() -> None:
    groups = [np.uint64(hash_of(changed(FIGHT, ("E3", stone)))) for stone in ".XO"]
    keys = {int(rating_key(group, c, m)) for group in groups for c in (1, 2) for m in range(21, POINTS)}
    assert len(keys) == 3 * 2 * (POINTS - 21)


# ---- what is learnt ---------------------------------------------------------------------------


def test_a_rating_is_the_mean_of_the_local_values() -> None:
    ratings, key = new_liberty_map(), np.uint64(12345)
    assert rating_of(ratings, key) == -1
    for value in (1, 1 / 6, 0.5, 1 / 3):
        rate(ratings, key, value)
    assert rating_of(ratings, key) == pytest.approx(0.5, abs=1e-4)
    assert rating_of(ratings, np.uint64(54321)) == -1
    for _ in range(500):
        rate(ratings, key, 0.0)
    assert rating_of(ratings, key) == pytest.approx(4 * 0.5 / 504, abs=1e-3)


def test_a_rating_does_not_stick_to_what_was_long_ago() -> None:
    ratings, key = new_liberty_map(), np.uint64(12345)
    for _ in range(20_000):
        rate(ratings, key, 1.0)
    for _ in range(3_000):
        rate(ratings, key, 0.0)
    assert 0.02 < rating_of(ratings, key) < 0.1


def test_what_is_met_often_stays_and_the_rest_makes_room() -> None:
    ratings = new_liberty_map(used=False)  # one place
    assert len(ratings) == 8
    often, *strangers = list(np.random.default_rng(1).integers(0, 1 << 63, 101, np.uint64))
    for stranger in strangers:
        rate(ratings, often, 0.75)
        rate(ratings, stranger, 0.25)
    assert rating_of(ratings, often) == pytest.approx(0.75, abs=1e-4)
    assert sum(rating_of(ratings, stranger) >= 0 for stranger in strangers) == 7
    assert rating_of(ratings, strangers[-1]) == pytest.approx(0.25, abs=1e-4)
    for _ in range(10):
        for stranger in strangers:
            rate(ratings, stranger, 0.25)
    assert rating_of(ratings, often) == -1


def test_a_map_that_is_not_used_is_next_to_nothing() -> None:
    assert new_liberty_map(used=False).nbytes <= 64
    assert new_liberty_map().nbytes == 1 << 22
    assert [name for dtype in (RATING, WORK) for name in dtype.names or () if hasattr(np.record, name)] == []


# ---- how a move is chosen -----------------------------------------------------------------------

TWO_GROUPS = Position.from_diagram(
    """. . . . . . .
       . O O . . . .
       O X X O . . .
       . . . . . . .
       . . . . O O .
       . . . O X X .
       . . . . . . ."""
)
FIRST, SECOND = "B4 C4 D4", "E1 F1 G2"  # made up: what matters is for which group they are


class Chooser:
    """Chooses for Black between the moves of two groups, by ratings set by hand."""

    def __init__(self) -> None:
        self.board = TWO_GROUPS.board[0]
        self.ratings, self.works, self.generators = new_liberty_map(), new_works(), new_generators(3)
        moves = [point(move) for move in f"{FIRST} {SECOND}".split()]
        self.works["moves"][0, : len(moves)] = moves
        found_for(self.works[0], int(self.board["group"][point("B5")]), 0, 3)
        found_for(self.works[0], int(self.board["group"][point("E2")]), 3, 6)

    def set(self, group: int, move: str, value: float) -> None:
        rate(self.ratings, key_of(self.board, ("B5", "E2")[group], move), value)

    def shares(self, free: bool = False) -> dict[str, float]:
        counted: Counter[str] = Counter()
        for _ in range(6000):
            chosen = choose_by_ratings(
                self.board, int(BLACK), self.generators[0], free, 0.7, self.ratings, self.works[0], 6
            )
            counted[str(Vertex.from_point(int(chosen)))] += 1
        return {move: count / 6000 for move, count in counted.items()}


def close(shares: dict[str, float], expected: dict[str, float]) -> bool:
    return shares.keys() == expected.keys() and all(abs(shares[m] - expected[m]) < 0.025 for m in shares)


def test_without_ratings_every_move_is_as_likely() -> None:
    assert close(Chooser().shares(), dict.fromkeys(f"{FIRST} {SECOND}".split(), 1 / 6))


def test_bad_moves_give_way_to_the_next_of_the_same_group() -> None:
    chooser = Chooser()
    for move, value in (("B4", 0.4), ("C4", 0.8), ("D4", 0.6)):
        chooser.set(0, move, value)
    rest = dict.fromkeys(SECOND.split(), 1 / 6)
    assert close(chooser.shares(), {"C4": 1 / 2, **rest})
    assert close(chooser.shares(free=True), dict.fromkeys(f"{FIRST} {SECOND}".split(), 1 / 6))
    chooser.set(0, "D4", 1.0)  # 0.8 on average
    assert close(chooser.shares(), {"C4": 1 / 3, "D4": 1 / 6, **rest})


def test_an_unknown_move_is_tried_and_if_none_is_good_the_drawn_one_is_played() -> None:
    chooser = Chooser()
    chooser.set(1, "E1", 0.1)
    chooser.set(1, "G2", 0.2)
    assert close(chooser.shares(), {**dict.fromkeys(FIRST.split(), 1 / 6), "F1": 1 / 2})
    chooser.set(1, "F1", 0.0)
    assert close(chooser.shares(), dict.fromkeys(f"{FIRST} {SECOND}".split(), 1 / 6))


def test_ratings_of_one_group_say_nothing_of_another() -> None:
    chooser = Chooser()
    for move in SECOND.split():
        chooser.set(0, move, 0.0)
    assert close(chooser.shares(), dict.fromkeys(f"{FIRST} {SECOND}".split(), 1 / 6))


def test_choices_are_rated_at_the_end_and_only_so_many() -> None:
    chooser = Chooser()
    chooser.shares()
    assert chooser.works["note_count"][0] == MOST_NOTES
    board = Position.from_diagram("\n".join(["X X X X . X X"] * 7)).board[0]
    learn_ratings(chooser.ratings, board, chooser.works[0])
    assert chooser.works["note_count"][0] == 0
    assert np.count_nonzero(chooser.ratings["games"]) == 6
    assert chooser.ratings["games"].sum() == MOST_NOTES
    assert set(chooser.ratings["rating"].tolist()) == {0, 65535}


# ---- in playouts ----------------------------------------------------------------------------------

# White cuts E5 off with F5. E4 connects to living stones; E6 leads into a pocket where White's E4 catches all.
CUT = """. . O . . . O . O
         . O O O O O O O .
         O . O O . O . O O
         . O O . . O O O .
         O O O O X . O O O
         X X X O . X X X X
         X X X X X X X X X
         . X . X . X . X .
         X X X X X X X X X"""


def policy(maps: bool, playout: str = "moggy") -> Array:
    return SearchParameters(playout=playout, liberty_maps=maps).playout_record(9)


def answers(position: Position, maps: bool, ratings: Array) -> dict[str, int]:
    """How often each move is drawn by the rule for groups with two liberties, of 1000."""
    moves, rules = np.zeros(1000, np.int64), np.zeros(1000, np.int64)
    root = new_roots(position.board, policy(maps, "two-liberties"), 7.5)
    policy_choices(new_tables()._replace(liberty_map=ratings), root, new_threads(1), 0, moves, rules)
    assert set(rules.tolist()) == {TWO_LIBERTIES}
    return Counter(str(Vertex.from_point(int(move))) for move in moves)


def test_of_two_defences_the_one_that_works_is_learnt() -> None:
    position = Position.from_diagram(CUT, to_play=WHITE)
    position.play("F5")
    ratings = new_liberty_map()
    before = answers(position, True, ratings)
    assert before.keys() == {"E4", "E6"}
    assert 400 < before["E4"] < 600

    statistics = np.zeros(POINTS, STATISTICS)
    start = Position.from_diagram(CUT, to_play=WHITE)
    root, tables = new_roots(start.board, policy(True), 7.5), new_tables()._replace(liberty_map=ratings)
    flat_playouts(tables, root, new_threads(2), np.array([point("F5")]), 0, 500, statistics)
    good, bad = (rating_of(ratings, key_of(position.board[0], "E5", move)) for move in ("E4", "E6"))
    assert bad < 0.6 < 0.75 < good
    after = answers(position, True, ratings)
    assert after["E4"] > 900  # 1 in 10 choices is free
    assert after["E6"] > 20
    assert 400 < answers(position, False, ratings)["E4"] < 600


def computed() -> dict[str, Any]:
    """All that is compared: ratings, statistics and random numbers after some playouts."""
    position, ratings, statistics = Position(5), new_liberty_map(), np.zeros(POINTS, STATISTICS)
    position.play("C3")
    root, thread = new_roots(position.board, policy(True, "two-liberties,few-liberties"), 0.5), new_threads(5)
    moves = np.array([point("B2"), point("D3"), 0])
    flat_playouts(new_tables()._replace(liberty_map=ratings), root, thread, moves, 0, 8, statistics)
    learnt = np.flatnonzero(ratings["games"])
    return {
        "entries": learnt.tolist(),
        **{name: ratings[name][learnt].tolist() for name in ("check", "games", "rating")},
        "generator": int(thread["generator"]["state"][0]),
        "wins": statistics["amaf_wins"].tolist(),
    }


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="needs the compiled kernels to compare with")
def test_uncompiled_is_the_same() -> None:
    process = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", __file__],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert process.returncode == 0, process.stderr
    compiled = computed()
    assert json.loads(process.stdout) == compiled
    assert compiled["entries"]


if __name__ == "__main__":
    json.dump(computed(), sys.stdout)
