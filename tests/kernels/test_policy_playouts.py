"""Sequence-like playouts: which move each rule finds, shown on the board."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from tengen.game.position import Position
from tengen.game.reference import ReferenceBoard
from tengen.game.ruleset import Ko
from tengen.game.vertex import Vertex
from tengen.kernels.geometry import point_of
from tengen.kernels.openings.joseki import no_joseki
from tengen.kernels.patterns import MOGO, Pattern, pattern_index, pattern_table
from tengen.kernels.playouts.last_good_reply import new_replies
from tengen.kernels.playouts.liberty_map import new_liberty_map
from tengen.kernels.playouts.light import TRACE_LENGTH, area_score, light_playout
from tengen.kernels.playouts.policies import default_patterns, parse_policy, policy_record
from tengen.kernels.playouts.policy import policy_move, policy_playout
from tengen.kernels.random import new_generators
from tengen.kernels.tactics.self_atari import is_self_atari, liberties_after
from tengen.kernels.workspace import new_works

# What the rules of these tests need besides: patterns, work space, no replies, no liberty map.
BESIDES = (default_patterns(), new_works()[0], new_replies()[0], new_liberty_map(used=False), no_joseki())


def answers(diagram: str, last: str, policy: str, tries: int = 60) -> set[str]:
    """The moves a policy plays after `last` (black) is played in the diagram."""
    position = Position.from_diagram(diagram)
    position.play(last)
    generators = new_generators(1)
    boards = position.board.copy()
    moves = [int(policy_move(boards[0], 2, generators[0], policy_record(policy)[0], *BESIDES)) for _ in range(tries)]
    return {str(Vertex.from_point(move)) for move in moves}


def test_stones_put_in_atari_run_or_take_the_attacker() -> None:
    """Black C4 puts C3 in atari: White runs to C2 or takes C4, whose last liberty is C5."""
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . O . O . . .
        . X O X . . .
        . . . . . . .
        . . . . . . ."""
    assert answers(diagram, "C4", "atari") == {"C2", "C5"}


def test_stones_that_cannot_be_saved_are_left() -> None:
    """At the edge there is nowhere to run: the rule finds nothing, so anything is played."""
    diagram = """
        . . . . .
        . . . . .
        . . . . .
        X . X . .
        . O . . ."""
    assert len(answers(diagram, "C1", "atari")) > 5


def test_a_capture_is_taken_wherever_it_is() -> None:
    diagram = """
        . . . . . . X
        . . . . . . O
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . ."""
    assert answers(diagram, "A1", "capture") == {"F7"}


def test_patterns_are_looked_for_around_the_last_move_only() -> None:
    """White hanes at a head: with `pattern` only next to the last move, `pattern-global` anywhere."""
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . . O X .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . ."""
    everywhere = answers(diagram, "A1", "pattern-global")
    near = answers(diagram, "A1", "pattern")
    assert everywhere <= {"D4", "E4", "F4", "G4", "D6", "E6", "F6", "G6"}
    assert len(near) > 10  # nothing near A1: random moves


def test_a_rule_is_asked_as_often_as_its_chance_says() -> None:
    position = Position.from_diagram(
        """
        . . . . . . X
        . . . . . . O
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . ."""
    )
    position.play("A1")
    generators = new_generators(5)
    record = policy_record("capture:0.5")
    boards = position.board.copy()
    count: Counter[int] = Counter(
        int(policy_move(boards[0], 2, generators[0], record[0], *BESIDES)) for _ in range(4000)
    )
    assert count[point_of(5, 6)] / 4000 == pytest.approx(0.5 + 0.5 / 46, abs=0.03)


def test_without_rules_a_policy_is_the_light_playout() -> None:
    boards, again = Position(9).board.copy(), Position(9).board.copy()
    trace, other = np.zeros(TRACE_LENGTH, np.int16), np.zeros(TRACE_LENGTH, np.int16)
    empty = policy_record("light")
    length = policy_playout(boards[0], new_generators(3)[0], empty[0], *BESIDES, trace)
    assert length == light_playout(again[0], new_generators(3)[0], other)
    assert trace.tolist() == other.tolist()
    assert boards.tobytes() == again.tobytes()


@pytest.mark.parametrize("policy", ["mogo", "mogo-global", "atari:0.5,capture,pattern:0.9"])
@pytest.mark.parametrize("size", [5, 9, 19])
def test_whole_playouts_are_legal_and_end(size: int, policy: str) -> None:
    """Replayed on a Position, every move is legal and the end is settled."""
    start = Position(size, rules="tromp-taylor")
    simple = start.rules.changed(ko=Ko.SIMPLE, suicide=False)
    for seed in range(6):
        boards = start.board.copy()
        trace = np.zeros(TRACE_LENGTH, np.int16)
        record = policy_record(policy)
        length = policy_playout(boards[0], new_generators(seed)[0], record[0], *BESIDES, trace)
        game = Position(size, rules=simple, komi=0)
        for point in trace[:length].tolist():
            game.play(Vertex.from_point(point))
        assert game.hash == int(boards["hash"][0])
        assert game.is_over or length == 3 * size * size
        if game.is_over:
            assert game.score().margin == area_score(boards[0])


def test_liberties_after_a_move_are_exact_where_nothing_is_taken() -> None:
    """Against the reference board, over random games; captures are estimated, so left out."""
    compared = 0
    for seed in range(12):
        choose = random.Random(seed)
        size = choose.choice((5, 7, 9))
        reference = ReferenceBoard(size)
        position = Position(size, rules="tromp-taylor")
        for _ in range(size * size):
            moves = position.legal_moves()
            if not moves:
                break
            vertex = choose.choice(moves)
            boards: Any = position.board
            color = int(position.to_play)
            after = reference.copy()
            captured = after.play((vertex.column, vertex.row), color)
            expected = int(liberties_after(boards[0], vertex.point, color, 400))
            if captured == 0 and (vertex.column, vertex.row) in after.stones:
                _, liberties = after.group((vertex.column, vertex.row))
                assert expected == len(liberties)
                assert bool(is_self_atari(boards[0], vertex.point, color)) == (len(liberties) < 2)
                compared += 1
            position.play(vertex)
            reference = after
    assert compared > 200


# ---- patterns -----------------------------------------------------------------------------


def code_of(diagram: str) -> int:
    """The pattern index around the middle of a diagram of odd size."""
    position = Position.from_diagram(diagram)
    middle = Vertex(position.size // 2, position.size // 2)
    return pattern_index(int(position.board["code"][0][middle.point]))


def test_an_open_hane_holds_in_all_orientations_and_both_colours() -> None:
    table = pattern_table([Pattern("hane", "XO. ... ?.?")])
    shape = [["X", "O", "."], [".", ".", "."], [".", ".", "."]]
    swap = {"X": "O", "O": "X", ".": "."}
    for _ in range(4):
        shape = [list(row) for row in zip(*shape[::-1], strict=True)]
        for turned in (shape, [row[::-1] for row in shape]):
            for colored in (turned, [[swap[cell] for cell in row] for row in turned]):
                board = [["."] * 5, *([".", *row, "."] for row in colored), ["."] * 5]
                assert table[code_of("\n".join(" ".join(row) for row in board))] == 3


def test_a_shape_for_the_mover_is_for_the_mover_alone() -> None:
    table = pattern_table([Pattern("head", "XOO ... ?.?", mover=True)])
    code = code_of(". . . . .\n. X O O .\n. . . . .\n. . . . .\n. . . . .")
    assert table[code] == 1


def test_a_protected_cut_is_no_shape() -> None:
    table = pattern_table([pattern for pattern in MOGO if pattern.name == "cut that is not protected"])
    cut = ". . . . .\n. X O . .\n. O . . .\n. . . . .\n. . . . ."
    protected = ". . . . .\n. X O . .\n. O . O .\n. . . . .\n. . . . ."
    assert table[code_of(cut)] == 3
    assert table[code_of(protected)] == 0


def test_an_empty_neighbourhood_is_no_shape() -> None:
    shapes = default_patterns() & 0xF  # above them stand the learnt weights
    assert shapes[0] == 0
    assert 0.1 < float(np.mean(shapes > 0)) < 0.3


def test_policies_are_parsed() -> None:
    assert parse_policy("light") == []
    assert [name for name, _ in parse_policy("mogo-global")] == ["atari", "pattern-global", "capture"]
    assert int(policy_record("capture:0.25")["chances"][0][0]) == (1 << 16) // 4
