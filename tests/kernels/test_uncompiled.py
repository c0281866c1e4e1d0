"""The kernels are plain Python too: without the compiler they compute the same, bit for bit.

That is what lets one debug a kernel with `NUMBA_DISABLE_JIT=1`, and it shows where compiled
code means something else than the Python it is written in: an overflow, a wrong cast, an
index out of bounds. This file, run as a program, prints what it computed; the test runs
it uncompiled in another process and compares.
"""

import hashlib
import json
import os
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from tengen.game.position import Position
from tengen.kernels.board import is_legal, play, play_pass
from tengen.kernels.board_record import BOARD, clear_board
from tengen.kernels.entry_points import playable_points
from tengen.kernels.geometry import PASS, POINTS, STRIDE
from tengen.kernels.learnt.features import PLAIN
from tengen.kernels.learnt.learning import LESSON, count_patterns, learn_game
from tengen.kernels.learnt.strengths import measure_chances
from tengen.kernels.openings.joseki import no_joseki
from tengen.kernels.playouts.flat import STATISTICS
from tengen.kernels.playouts.last_good_reply import new_replies
from tengen.kernels.playouts.liberty_map import new_liberty_map
from tengen.kernels.playouts.light import TRACE_LENGTH, area_score, light_playout, light_playouts
from tengen.kernels.playouts.policies import default_patterns, policy_record
from tengen.kernels.playouts.policy import POLICY, policy_playout
from tengen.kernels.playouts.zone import zone_score
from tengen.kernels.random import GENERATOR, new_generators, random_below
from tengen.kernels.root_record import SEARCH_ROOT
from tengen.kernels.tactics import questions
from tengen.kernels.thread_record import SEARCH_THREAD, SIMULATION, TALLY
from tengen.kernels.tree.settings import SETTINGS
from tengen.kernels.workspace import new_works
from tengen.search.evaluator import Evaluation, Leaves
from tengen.search.parameters import SearchParameters
from tengen.search.searcher import Searcher

MOVES = {5: 150, 9: 150}


def digest(array: Any) -> str:
    """A short name for all bytes of a board, also of those that mean nothing any more."""
    return hashlib.sha256(array.tobytes()).hexdigest()[:16]


def random_game(size: int, seed: int, moves: int) -> list[list[Any]]:
    """After every move, of any colour and with suicide: hash, ko, captures, all of the board."""
    choose = random.Random(seed)
    boards = np.zeros(1, BOARD)
    board = boards[0]
    clear_board(board, size)
    points, hashes = np.zeros(400, np.int64), np.zeros(400, np.uint64)
    trace: list[list[Any]] = []
    for turn in range(moves):
        color = choose.choice((1, 2))
        point = choose.choice([*board.empty[: board.empty_count].tolist(), PASS])
        if point == PASS:
            play_pass(board, color)
            trace.append(["pass"])
        else:
            legal = bool(is_legal(board, point, color))
            captured = int(play(board, point, color))
            trace.append([point, legal, captured, int(board.ko)])
        trace[-1] += [int(board.hash), board.captured.tolist(), digest(boards)]
        if turn % 10 == 0:
            trace[-1] += tactics(boards)
            count = playable_points(boards, 1, turn % 20, points, hashes)
            trace[-1] += [points[:count].tolist(), hashes[:count].tolist()]
    return trace


def tactics(boards: Any) -> list[int]:
    """What the tactics say of every point, one number for each."""
    board = boards[0]
    ask = (
        questions.is_bad_self_atari_move,
        questions.is_snapback_move,
        questions.is_false_eye_seki_move,
        questions.breaks_nakade_seki_move,
        questions.safer_liberty_than,
        questions.nakade_point_at,
    )
    empty = sorted(board.empty[: board.empty_count].tolist())
    answers = [int(question(boards, point, color)) for point in empty for color in (1, 2) for question in ask]
    stones = [point for point in range(len(board.color)) if board.color[point] in (1, 2)]
    answers += [int(questions.makes_bent_four_move(boards, stone, point)) for stone in stones for point in empty]
    return answers + [int(questions.has_group_two_eyes(boards, stone)) for stone in stones]


def computed() -> dict[str, Any]:
    """All that is compared."""
    generators = new_generators(7)
    trace = np.zeros(TRACE_LENGTH, np.int16)
    results: dict[str, Any] = {"random numbers": [int(random_below(generators[0], n)) for n in range(1, 100)]}
    for size, moves in MOVES.items():
        results[f"moves {size}x{size}"] = random_game(size, 10 * size, moves)
        root, scratch = np.zeros(1, BOARD), np.zeros(1, BOARD)
        clear_board(root[0], size)
        scores = []
        for _ in range(5):
            scratch[0] = root[0]
            length = int(light_playout(scratch[0], generators[0], trace))
            scores.append([length, int(area_score(scratch[0])), int(scratch[0]["hash"]), digest(scratch)])
            results[f"tactics {size}x{size}, {len(scores)}"] = tactics(scratch)
        wins, length = light_playouts(root, scratch, generators, trace, 4)
        results[f"playouts {size}x{size}"] = [*scores, [int(wins), int(length)], digest(scratch)]
    results["generator"] = int(generators["state"][0])
    for policy in (
        "moggy,eye-fix,three-liberties,attack-instead,random-eye-fix",
        "weighted",
        "moggy,weighted,by-weight",
        "analyze-after",
        "moggy in a zone",
    ):
        board = np.zeros(1, BOARD)
        clear_board(board[0], 5)
        policies = policy_record(policy.removesuffix(" in a zone"))
        policies["has_zone"] = policy.endswith(" in a zone")
        policies["zone"] = np.arange(POINTS) % STRIDE < 4  # the first three columns
        shared = (
            policies[0],
            default_patterns(),
            new_works()[0],
            new_replies()[0],
            new_liberty_map(False),
            no_joseki(),
        )
        length = int(policy_playout(board[0], generators[0], *shared, trace))
        results[f"policy {policy}"] = [trace[:length].tolist(), digest(board), float(zone_score(board[0], policies[0]))]
    results["learnt"] = learnt(9)
    for judged in (None, Sceptic()):
        searcher = Searcher(SearchParameters(memory=1, playout="light"), 1, seed=1, evaluator=judged)
        searcher.begin(Position(3))
        searcher.run(40)
        counted = [[str(branch.vertex), branch.visits, branch.wins] for branch in searcher.branches()]
        results[f"search, judged {judged is not None}"] = [searcher.signature(), *counted]
    return results


def learnt(size: int) -> list[Any]:
    """Patterns counted in a game, weights learnt from it, and the chances of moves by them."""
    boards, scratch, works, lessons = np.zeros(1, BOARD), np.zeros(1, BOARD), new_works(), np.zeros(1, LESSON)
    clear_board(boards[0], size)
    moves = [int(point) for point in np.random.default_rng(size).permutation(boards[0].empty[: size * size])[:25]]
    game = np.array(moves, np.int16)
    keys, counts = np.zeros(1 << 12, np.uint32), np.zeros(1 << 12, np.uint16)
    new = [int(count_patterns(scratch, works, game, size, keys, counts)) for _ in range(3)]
    weights, squares = np.zeros(PLAIN + len(keys), np.float32), np.ones(PLAIN + len(keys), np.float32)
    replayed = int(learn_game(scratch, works, lessons, game, size, keys, weights, squares, 1.0, 0.2, 1))
    chances = np.zeros(POINTS)
    found = []
    for point in moves[:replayed]:
        play(boards[0], point, int(boards[0].to_play))
        measure_chances(boards, works, keys, weights, chances)
        found.append([np.flatnonzero(chances).tolist(), chances[chances > 0].round(9).tolist()])
    return [new, digest(keys), digest(counts), replayed, weights[weights != 0].round(5).tolist(), found]


class Sceptic:
    """An evaluator that likes every third move, and stands by what it says of a position by half."""

    batch, value_weight = 3, 0.5

    def evaluate(self, leaves: Leaves) -> Evaluation:
        policy = np.zeros((len(leaves), leaves.moves_a_leaf))
        policy[:, ::3] = 1.0
        return Evaluation.of_policy(policy, 20, 0.5 + leaves.stones().mean(axis=(1, 2)) / 2)


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="needs the compiled kernels to compare with")
def test_uncompiled_is_the_same() -> None:
    warnings = ["-W", "error::RuntimeWarning"]  # a warning of NumPy's is a mistake
    process = subprocess.run(
        [sys.executable, *warnings, __file__],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert process.returncode == 0, process.stderr
    uncompiled = json.loads(process.stdout)
    compiled = computed()
    assert uncompiled.keys() == compiled.keys()
    for what in compiled:
        assert uncompiled[what] == compiled[what], what


@pytest.mark.parametrize(
    "layout",
    [BOARD, GENERATOR, STATISTICS, POLICY, SETTINGS, SIMULATION, TALLY, SEARCH_ROOT, SEARCH_THREAD, LESSON],
    ids=["board", "generator", "statistics", "policy", "settings", "simulation", "tally", "root", "thread", "lesson"],
)
def test_no_field_is_hidden(layout: Any) -> None:
    """A record's field with the name of an attribute of NumPy's scalars cannot be read in Python.

    `record.size` is 1, whatever the field `size` holds; compiled it is the field.
    """
    assert [name for name in layout.names if hasattr(np.record, name)] == []


if __name__ == "__main__":
    json.dump(computed(), sys.stdout)
