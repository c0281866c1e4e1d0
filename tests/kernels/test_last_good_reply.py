"""Last good replies: what is learnt, what is forgotten, and when a reply is played.

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

from tengen.game.color import BLACK, WHITE, Color
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.geometry import NO_POINT, PASS, POINTS
from tengen.kernels.openings.joseki import no_joseki
from tengen.kernels.playouts.choices import policy_choices
from tengen.kernels.playouts.flat import STATISTICS, flat_playouts
from tengen.kernels.playouts.last_good_reply import REPLIES, good_reply, learn_replies, new_replies
from tengen.kernels.playouts.liberty_map import new_liberty_map
from tengen.kernels.playouts.light import TRACE_LENGTH, area_score, light_playout
from tengen.kernels.playouts.policies import RULE_NAMES, default_patterns, parse_policy, policy_record
from tengen.kernels.playouts.policy import policy_move, policy_playout
from tengen.kernels.playouts.rules import LGRF2
from tengen.kernels.random import new_generators
from tengen.kernels.root_record import new_roots, new_tables
from tengen.kernels.thread_record import new_threads
from tengen.kernels.workspace import new_works
from tengen.search.parameters import SearchParameters
from tengen.search.searcher import Searcher

PATTERNS, WORKS = default_patterns(), new_works()
NO_MAP, NO_JOSEKI = new_liberty_map(used=False), no_joseki()
Array = np.ndarray[Any, Any]


def points(moves: str) -> Array:
    """A trace: "D4 pass E5"."""
    return np.array([Vertex.parse(move).point for move in moves.split()], np.int16)


def learn(replies: Array, moves: str, winner: Color | None, start: Position | None = None, level: int = 2) -> None:
    """Learn from a simulation that began at `start` (an empty board) and was won by `winner`."""
    trace = points(moves)
    margin = 0.0 if winner is None else 1.5 if winner is BLACK else -1.5
    learn_replies(replies[0], (start or Position(9)).board[0], trace, len(trace), margin, level)


def reply(replies: Array, color: Color, context: str, level: int = 2, board: Position | None = None) -> str:
    """What is played by `color` after the moves of `context`, "D4" or "C3 D4"."""
    before_last, last = [NO_POINT, *points(context).tolist()][-2:]
    board = board or Position(9)
    found = good_reply(replies[0], board.board[0], int(color), last, before_last, level)
    return str(Vertex.from_point(int(found)))


# ---- learning and forgetting --------------------------------------------------------------


def test_the_winners_replies_are_kept_and_the_losers_are_not() -> None:
    replies = new_replies()
    learn(replies, "C3 D4 E5 F6", WHITE)
    assert reply(replies, WHITE, "C3") == "D4"
    assert reply(replies, WHITE, "E5") == "F6"
    assert reply(replies, BLACK, "D4") == "pass"  # Black lost
    assert reply(replies, BLACK, "C3") == "pass"  # and it is White who replied to C3


def test_black_learns_as_white_does() -> None:
    replies = new_replies()
    learn(replies, "C3 D4 E5 F6 G7", BLACK)
    assert reply(replies, BLACK, "D4") == "E5"
    assert reply(replies, BLACK, "F6") == "G7"
    assert np.count_nonzero(replies["to_one"]) == 2
    assert np.count_nonzero(replies["to_two"]) == 2


def test_colours_follow_from_who_was_to_play() -> None:
    start = Position(9)
    start.to_play = WHITE
    replies = new_replies()
    learn(replies, "C3 D4 E5", WHITE, start)
    assert reply(replies, WHITE, "D4") == "E5"
    assert np.count_nonzero(replies["to_one"]) == 1


def test_the_latest_good_reply_counts() -> None:
    replies = new_replies()
    learn(replies, "C3 D4", WHITE)
    learn(replies, "C3 E5", WHITE)
    assert reply(replies, WHITE, "C3") == "E5"


def test_a_reply_that_lost_is_forgotten_and_another_is_not() -> None:
    replies = new_replies()
    learn(replies, "C3 D4 G7 F6", WHITE)
    learn(replies, "C3 E5", BLACK)  # White lost by another reply: nothing to forget
    assert reply(replies, WHITE, "C3") == "D4"
    learn(replies, "C3 D4", BLACK)
    assert reply(replies, WHITE, "C3") == "pass"
    assert reply(replies, WHITE, "G7") == "F6"


def test_replies_to_two_moves_go_first_and_fall_back() -> None:
    replies = new_replies()
    learn(replies, "A1 B2 C3 D4", WHITE)
    learn(replies, "A1 H8 C3 E5", WHITE)
    assert reply(replies, WHITE, "B2 C3") == "D4"
    assert reply(replies, WHITE, "H8 C3") == "E5"
    assert reply(replies, WHITE, "J9 C3") == "E5"  # never seen: the reply to C3 alone
    assert reply(replies, WHITE, "B2 C3", level=1) == "E5"
    learn(replies, "A1 B2 C3 D4", BLACK)
    assert reply(replies, WHITE, "B2 C3") == "E5"


def test_level_one_leaves_the_other_table_alone() -> None:
    replies = new_replies()
    learn(replies, "A1 B2 C3 D4", WHITE, level=1)
    assert reply(replies, WHITE, "C3") == "D4"
    assert not replies["to_two"].any()


def test_a_draw_teaches_nothing() -> None:
    replies = new_replies()
    learn(replies, "C3 D4", WHITE)
    before = replies.tobytes()
    learn(replies, "C3 D4 E5 F6", None)
    assert replies.tobytes() == before


def test_a_pass_is_no_reply_and_is_not_replied_to() -> None:
    replies = new_replies()
    learn(replies, "C3 pass E5 F6 pass G7", WHITE)
    assert reply(replies, WHITE, "C3") == "pass"
    assert reply(replies, WHITE, "pass") == "pass"
    assert np.count_nonzero(replies["to_one"]) == 1  # F6 to E5
    assert not replies["to_two"].any()  # a pass is in each pair
    learn(replies, "C3 D4", WHITE)
    learn(replies, "C3 pass", BLACK)  # nothing to forget
    assert reply(replies, WHITE, "C3") == "D4"


def test_the_first_move_replies_to_the_moves_before() -> None:
    start = Position(9)
    start.play("C3")
    start.play("D4")
    replies = new_replies()
    learn(replies, "E5", BLACK, start)
    assert reply(replies, BLACK, "D4") == "E5"
    assert replies["to_two"].any()
    fresh = new_replies()
    learn(fresh, "E5", BLACK)  # the first move of a game replies to nothing
    assert not fresh["to_one"].any()


# ---- playing ------------------------------------------------------------------------------


def test_an_occupied_point_is_not_played() -> None:
    replies = new_replies()
    learn(replies, "C3 D4", WHITE)
    board = Position(9)
    board.play("D4")
    assert reply(replies, WHITE, "C3", board=board) == "pass"


def test_suicide_and_own_eyes_are_not_played() -> None:
    """A1 is Black's eye: suicide for White, and nothing for Black to fill."""
    board = Position.from_diagram(
        """
        . . . . .
        . . . . .
        . . . . .
        X X . . .
        . X . . ."""
    )
    for color, moves in ((WHITE, "D4 A1"), (BLACK, "D4 E5 A1")):
        replies = new_replies()
        learn(replies, moves, color)
        assert replies["to_one"].any()
        assert reply(replies, color, moves.split()[-2], board=board) == "pass"


def test_a_ko_is_not_taken_back() -> None:
    board = Position.from_diagram(
        """
        . . . . .
        . X O . .
        X O . O .
        . X O . .
        . . . . ."""
    )
    board.play("C3")  # takes B3
    replies = new_replies()
    learn(replies, "C3 B3", WHITE)
    assert reply(replies, WHITE, "C3", board=board) == "pass"


def test_if_the_reply_to_two_moves_is_impossible_the_other_is_played() -> None:
    replies = new_replies()
    learn(replies, "A1 B2 C3 D4", WHITE)
    learn(replies, "C3 E5", WHITE)
    board = Position(9)
    board.play("D4")
    assert reply(replies, WHITE, "B2 C3", board=board) == "E5"


def drawn(policy: str, tries: int = 2000) -> Counter[str]:
    """How often White's moves are drawn when G7 is the good reply to the last move and D3 a capture."""
    position = Position.from_diagram(
        """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . O . . . .
        . O X . . . .
        . . O . . . .
        . . . . . . ."""
    )
    position.play("F2")
    replies = new_replies()
    learn(replies, "F2 G7", WHITE)
    boards, generators, record = position.board.copy(), new_generators(1), policy_record(policy)
    return Counter(
        str(
            Vertex.from_point(
                int(
                    policy_move(
                        boards[0], 2, generators[0], record[0], PATTERNS, WORKS[0], replies[0], NO_MAP, NO_JOSEKI
                    ),
                )
            )
        )
        for _ in range(tries)
    )


def test_the_rule_stands_where_the_policy_puts_it() -> None:
    assert set(drawn("lgrf1,capture", 50)) == {"G7"}
    assert set(drawn("lgrf2,capture", 50)) == {"G7"}
    assert set(drawn("capture,lgrf1", 50)) == {"D3"}


def test_the_rule_is_asked_as_often_as_its_chance_says() -> None:
    counted = drawn("lgrf1:0.25,capture")
    assert set(counted) == {"G7", "D3"}
    assert counted["G7"] / 2000 == pytest.approx(0.25, abs=0.04)


# ---- policies, playouts, searches ---------------------------------------------------------


def test_policies_know_whether_they_learn() -> None:
    levels = {"light": 0, "mogo": 0, "mogo-lgrf1": 1, "light-lgrf2": 2, "lgrf1,atari,lgrf2:0.1": 2}
    assert {name: int(policy_record(name)["learns"][0]) for name in levels} == levels
    assert parse_policy("mogo-lgrf2") == [("lgrf2", 1.0), ("atari", 1.0), ("pattern", 1.0), ("capture", 1.0)]
    assert RULE_NAMES[LGRF2] == "lgrf2"


@pytest.mark.parametrize("size", [5, 9, 19])
def test_playouts_that_learn_are_legal_and_end(size: int) -> None:
    start, replies, generators = Position(size, komi=0), new_replies(), new_generators(3)
    record, trace = policy_record("mogo-lgrf2"), np.zeros(TRACE_LENGTH, np.int16)
    for _ in range(30):
        boards = start.board.copy()
        length = policy_playout(
            boards[0], generators[0], record[0], PATTERNS, WORKS[0], replies[0], NO_MAP, NO_JOSEKI, trace
        )
        learn_replies(replies[0], start.board[0], trace, length, float(area_score(boards[0])), 2)
        game = Position(size, rules="japanese")  # simple ko, no suicide
        for point in trace[:length].tolist():
            game.play(Vertex.from_point(point))
        assert game.hash == int(boards["hash"][0])


def test_without_learning_nothing_is_written_and_nothing_changes() -> None:
    """With empty replies `light-lgrf2` plays the light playout, move for move."""
    boards, again, replies = Position(9).board.copy(), Position(9).board.copy(), new_replies()
    trace, other = np.zeros(TRACE_LENGTH, np.int16), np.zeros(TRACE_LENGTH, np.int16)
    record = policy_record("light-lgrf2")
    policy_playout(boards[0], new_generators(3)[0], record[0], PATTERNS, WORKS[0], replies[0], NO_MAP, NO_JOSEKI, trace)
    light_playout(again[0], new_generators(3)[0], other)
    assert trace.tolist() == other.tolist()
    assert not replies.view(np.uint8).any()


@pytest.mark.parametrize("playout", ["mogo", "mogo-lgrf1", "light-lgrf2"])
def test_a_search_learns_only_if_its_policy_does_and_begins_anew(playout: str) -> None:
    searcher = Searcher(SearchParameters(playout=playout, memory=10), 1, seed=1)
    signatures = []
    for _ in range(2):
        twin = Searcher(SearchParameters(playout=playout, memory=10), 1, seed=1)
        twin.begin(Position(9))
        twin.run(300)
        signatures.append(twin.signature())
    assert signatures[0] == signatures[1]
    searcher.begin(Position(9))
    searcher.run(300)
    assert bool(searcher.threads[0]["replies"]["to_one"].any()) == (playout != "mogo")
    assert bool(searcher.threads[0]["replies"]["to_two"].any()) == playout.endswith("lgrf2")
    searcher.begin(Position(9))
    assert not searcher.threads[0]["replies"]["to_one"].any()


def computed() -> dict[str, Any]:
    """All that is compared: replies, moves and rules after some flat playouts and some practice."""
    results: dict[str, Any] = {}
    position = Position(5)
    position.play("C3")
    for policy in ("light-lgrf1", "mogo-lgrf2", "capture,lgrf2:0.5"):
        thread, statistics = new_threads(5), np.zeros(POINTS, STATISTICS)
        replies, moves = thread["replies"], points("B2 D3 pass").astype(np.int64)
        shared = (new_tables(), new_roots(position.board, policy_record(policy), 0.5), thread)
        flat_playouts(*shared, moves, 0, 6, statistics)
        chosen, rules = np.zeros(20, np.int64), np.zeros(20, np.int64)
        policy_choices(*shared, 4, chosen, rules)
        learnt = [np.flatnonzero(replies[name][0]).tolist() for name in ("to_one", "to_two")]
        results[policy] = [
            learnt,
            replies["to_one"][0][learnt[0]].tolist(),
            replies["to_two"][0][learnt[1]].tolist(),
            chosen.tolist(),
            rules.tolist(),
            int(thread["generator"]["state"][0]),
            statistics["amaf_wins"].tolist(),
        ]
    return results


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
    uncompiled = json.loads(process.stdout)
    compiled = computed()
    assert uncompiled == compiled
    assert all(learnt[0][0] for learnt in compiled.values())


def test_no_field_is_hidden() -> None:
    assert [name for name in REPLIES.names or () if hasattr(np.record, name)] == []
    assert PASS == 0  # an empty table means no replies


if __name__ == "__main__":
    json.dump(computed(), sys.stdout)
