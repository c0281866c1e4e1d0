"""Local trees in a search: what they learn, where it is forced, and how long it is kept."""

from dataclasses import fields
from typing import Any

import numpy as np
import pytest

from tengen.engines.builtin.mcts import MctsEngine
from tengen.engines.interface import EngineOptions
from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE, Color
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.playouts.light import TRACE_LENGTH
from tengen.kernels.tree.force_sequences import RANK_EVERY, play_local_sequences
from tengen.kernels.workspace import new_works
from tengen.search.local_trees import LocalSequence
from tengen.search.parameters import SearchParameters
from tengen.search.searcher import Searcher

# Black's D2 catches C2 along the edge, White's saves it; H10 does the same in the other corner.
TWO_FIGHTS = """
. . . . . . . . . . .
. . . . . X . . X O .
. . . . . . X X O O .
. . . . . . X O O . .
. . . . . . . . . O .
. . . . O . X . . . .
. X . . . . . . . . .
. . X X O . . . . . .
. X X O O . . . . . .
. X O . . O . . . . .
. . . . . . . . . . ."""


def searched(position: Position, simulations: int = 1000, threads: int = 1, **parameters: Any) -> Searcher:
    plain = {"memory": 20, "playout": "mogo", "local_trees": True}
    searcher = Searcher(SearchParameters(**{**plain, **parameters}), threads, seed=5)
    searcher.begin(position)
    searcher.run(simulations)
    return searcher


def sequences(searcher: Searcher, color: Color) -> list[LocalSequence]:
    position = searcher.position
    assert position is not None
    settings = searcher.parameters.record(position)
    return [s for trees in searcher.local_trees for s in trees.sequences(position.board, color, settings)]


def forced_after(searcher: Searcher, moves: str) -> list[str]:
    """What is forced at the leaf that the tree reaches by these moves."""
    start = searcher.position
    assert start is not None
    leaf = start.copy()
    trace = np.zeros(TRACE_LENGTH + 100, np.int16)
    points = [Vertex.parse(move).point for move in moves.split()]
    trace[: len(points)] = points
    for move in moves.split():
        leaf.play(Vertex.parse(move))
    board, local, thread = leaf.board.copy()[0], searcher.local_trees[0], new_works()[0]
    work, trees = local.works[0].copy(), local.trees.copy()
    work["simulations"] = RANK_EVERY * 1000 - 1  # next, the sequences are ranked, and then comes one that forces
    settings, boards, depth = searcher.parameters.record(start)[0], start.board[0], len(points)
    for _ in range(2):
        arguments = trace, depth, False, thread, settings
        count = play_local_sequences(trees[0], work[0], boards, board, thread.reading.board, *arguments)
    return [str(Vertex.from_point(int(point))) for point in trace[depth : depth + count]]


@pytest.fixture(scope="module")
def fights() -> Searcher:
    """A search that is told of atari, of shapes and of what is near, but not of how fights with two liberties end."""
    untold: dict[str, Any] = {f.name: 0.0 for f in fields(SearchParameters) if f.name.endswith("_prior")}
    told: dict[str, Any] = {f"{name}_prior": 14.0 for name in ("even", "capture", "rescue", "pattern", "self_atari")}
    settings = untold | told | {"near_prior": 20.0}
    return searched(Position.from_diagram(TWO_FIGHTS), 12_000, memory=60, forced_sequences=4, **settings)


def test_both_sides_learn_what_decides_the_fights(fights: Searcher) -> None:
    """To take gains more than to save: each side wants the fight that it can win."""
    for color, first in ((BLACK, "D2"), (WHITE, "H10")):
        [best] = [s for s in sequences(fights, color)[:3] if str(s.moves[0]) == first]
        assert best.value > 0.5
        assert best.gain > 0.2


def test_what_was_learnt_is_forced_in_another_branch(fights: Searcher) -> None:
    [line] = [[str(vertex) for vertex in s.moves] for s in sequences(fights, BLACK) if str(s.moves[0]) == "D2"]
    forced = forced_after(fights, "H10 pass")  # one fight is settled
    begin = forced.index("D2")
    assert forced[begin : begin + len(line)] == line
    assert "H10" not in forced
    assert "H10" in forced_after(fights, "D2")
    assert "D2" not in forced_after(fights, "D1 pass")  # the simulation has been there


def test_sequences_gain_what_they_say(fights: Searcher) -> None:
    for color in (BLACK, WHITE):
        found = sequences(fights, color)
        assert [s.gain for s in found] == sorted((s.gain for s in found), reverse=True)
        for sequence in found:
            assert sequence.visits >= fights.parameters.local_sequence_visits
            assert sequence.value >= fights.parameters.local_sequence_value
            assert sequence.gain >= fights.parameters.local_sequence_gain


def test_the_same_seed_gives_the_same_search_and_another_one_than_without() -> None:
    position = Position.from_diagram(TWO_FIGHTS)
    twins = [searched(position) for _ in range(2)]
    assert twins[0].signature() == twins[1].signature()
    assert twins[0].local_trees[0].trees.tobytes() == twins[1].local_trees[0].trees.tobytes()
    off, unforced = searched(position, local_trees=False), searched(position, forced_sequences=0)
    assert off.signature() == unforced.signature()  # learning alone changes nothing
    assert off.signature() != twins[0].signature()
    assert not off.local_trees[0].trees["visits"].any()


@pytest.mark.parametrize("parallel", ["tree", "root"])
def test_threads(parallel: str) -> None:
    position = Position.from_diagram(TWO_FIGHTS)
    searcher = searched(position, 3000, threads=3, parallel=parallel)
    assert searcher.simulations == 3000
    assert len(searcher.local_trees) == (3 if parallel == "root" else 1)
    firsts = {str(sequence.moves[0]) for sequence in sequences(searcher, BLACK)}
    assert {"D2", "H10"} & firsts
    for local in searcher.local_trees:
        assert all(int(work["used"][0]) <= int(work["limit"][0]) for work in local.works)
    searcher.close()


def test_they_are_kept_for_a_game() -> None:
    position = Position.from_diagram(TWO_FIGHTS)
    searcher = searched(position, 2000)
    before = int(searcher.local_trees[0].trees["visits"].sum())
    searcher.begin(position)  # the same position: nothing changes
    assert int(searcher.local_trees[0].trees["visits"].sum()) == before
    position.play("D2", BLACK)
    searcher.begin(position)
    assert 0.3 * before < int(searcher.local_trees[0].trees["visits"].sum()) <= before / 2
    searcher.begin(Position(9))
    assert not searcher.local_trees[0].trees["visits"].any()


def test_leaves_played_by_all_threads_have_no_local_trees() -> None:
    with pytest.raises(TengenError, match="parallel=tree or root"):
        Searcher(SearchParameters(memory=4, parallel="leaf", local_trees=True), threads=1, seed=1)
    engine = MctsEngine(EngineOptions(playouts=10, seed=1))
    engine.change_settings({"local_trees": "yes"})
    with pytest.raises(TengenError, match="parallel=tree or root"):
        engine.change_settings({"parallel": "leaf"})
    assert engine.settings()["parallel"] == "tree"
    engine.close()
