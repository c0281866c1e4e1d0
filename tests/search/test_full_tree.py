"""A tree that is full when there is no time to prune it: the search goes on, and every move is legal."""

import random
from typing import Any

import pytest

from tengen.engines.builtin.mcts import MctsEngine
from tengen.engines.interface import EngineOptions
from tengen.engines.request import Limit
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.tree.nodes import FROZEN, ROOM
from tengen.search.parameters import SearchParameters
from tengen.search.searcher import Searcher

MODES = [("tree", 1), ("tree", 2), ("root", 2), ("leaf", 1), ("leaf", 2)]
NO_TIME = 0.0  # seconds: less than any pruning takes
AMPLE = 100.0


def new_searcher(threads: int = 1, **parameters: Any) -> Searcher:
    plain = {"memory": 1, "playout": "light", "expand_after": 1, "fold_symmetry": False}
    return Searcher(SearchParameters(**{**plain, **parameters}), threads, seed=4)


def states(searcher: Searcher) -> set[int]:
    return {int(arena["full"][0]) for tree in searcher.trees for arena in tree.arenas}


def freeze(searcher: Searcher, position: Position) -> None:
    """Search without time for pruning until nothing can grow."""
    searcher.begin(position)
    for _ in range(1000):
        before = searcher.node_count
        searcher.run(300, NO_TIME)
        if states(searcher) == {FROZEN} and searcher.node_count == before:  # small families fit in for a while
            return
    raise AssertionError("the tree did not get full")


def fill(searcher: Searcher, position: Position) -> None:
    """Search until little room is left."""
    searcher.begin(position)
    for _ in range(1000):
        if all(tree.is_nearly_full for tree in searcher.trees):
            return
        searcher.run(5, NO_TIME)
    raise AssertionError("the tree did not get nearly full")


def unexplored(searcher: Searcher) -> Vertex:
    """A move that is in the tree, but nothing behind it."""
    leaves = [
        {branch.vertex: branch.visits for branch in tree.branches() if not tree.children(branch.node)}
        for tree in searcher.trees
    ]
    common = [vertex for vertex in leaves[0] if all(vertex in others for others in leaves)]
    return next(vertex for vertex in common if not vertex.is_pass)


# ---- frozen --------------------------------------------------------------------------------------


def simulations_of(searcher: Searcher) -> int:
    return sum(int(tally["starts"].sum()) for tally in searcher._tallies)


@pytest.mark.parametrize(("parallel", "threads"), MODES)
def test_a_frozen_tree_is_searched_on_without_growing(parallel: str, threads: int) -> None:
    searcher = new_searcher(threads, parallel=parallel)
    freeze(searcher, Position(9))
    nodes, visits = searcher.node_count, sum(tree.visits for tree in searcher.trees)
    played = simulations_of(searcher)
    assert searcher.run(300, NO_TIME) == 300
    assert simulations_of(searcher) == played + 300  # each thread counts its own, so none is lost
    gained = sum(tree.visits for tree in searcher.trees) - visits
    if parallel == "tree" and threads == 2:
        # The arena of one thread is full; the other's may still have had some room. Two threads
        # lose an update of the root now and then.
        assert nodes <= searcher.node_count <= len(searcher.trees[0].nodes)
        assert 0 < gained <= 300
    else:
        assert searcher.node_count == nodes
        assert gained == 300
    assert states(searcher) == {FROZEN}
    assert searcher.report().prunings == 0
    searcher.close()


@pytest.mark.parametrize(("parallel", "threads"), MODES)
def test_a_frozen_tree_is_pruned_as_soon_as_there_is_time(parallel: str, threads: int) -> None:
    searcher = new_searcher(threads, parallel=parallel)
    freeze(searcher, Position(9))
    searcher.begin(Position(9))
    assert states(searcher) == {ROOM}
    searcher.run(300, AMPLE)
    assert searcher.report().prunings > 0
    searcher.close()


@pytest.mark.parametrize("seconds", [NO_TIME, None])
@pytest.mark.parametrize("simulations", [1, 2, 3, 32])
@pytest.mark.parametrize(("parallel", "threads"), MODES)
def test_a_full_tree_whose_root_has_no_moves_yet_gets_some(
    parallel: str, threads: int, simulations: int, seconds: float | None
) -> None:
    """The opponent's move was in the tree, but no reply to it, and there is no room for them."""
    searcher, position = new_searcher(threads, parallel=parallel), Position(9)
    freeze(searcher, position)
    position.play(unexplored(searcher))
    searcher.begin(position)
    searcher.run(simulations, seconds)
    assert len(searcher.branches()) == 80 + 1
    assert sum(branch.visits for branch in searcher.branches()) == simulations
    assert searcher.standing().best_visits > 0
    searcher.close()


def test_a_full_tree_that_knows_its_root_moves_keeps_them() -> None:
    searcher, position = new_searcher(), Position(9)
    freeze(searcher, position)
    best = searcher.branches()[0]
    position.play(best.vertex)
    searcher.begin(position)
    assert searcher.reused == best.visits > 0


# ---- beginning -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("parallel", "threads"), MODES)
@pytest.mark.parametrize("seconds", [AMPLE, 0.0005, None])
def test_a_nearly_full_tree_is_pruned_or_cleared_before_the_search(
    seconds: float | None, parallel: str, threads: int
) -> None:
    """Pruned where that takes a small part of the time; without a limit the search prunes when it must."""
    searcher = new_searcher(threads, parallel=parallel)
    fill(searcher, Position(9))
    before, visits = searcher.node_count, sum(tree.visits for tree in searcher.trees)
    searcher.begin(Position(9), seconds=seconds)
    if seconds is None:
        assert (searcher.node_count, searcher.reused) == (before, visits)
    elif seconds == AMPLE:
        assert len(searcher.trees) < searcher.node_count < 0.7 * before
        assert searcher.reused == visits
        assert len(searcher.branches()) == 82
    else:
        assert (searcher.node_count, searcher.reused, searcher.branches()) == (len(searcher.trees), 0, [])
    searcher.run(20, seconds)
    assert len(searcher.branches()) == 82
    searcher.close()


def test_a_tree_with_room_is_kept_however_little_time_there_is() -> None:
    searcher = new_searcher()
    searcher.begin(Position(9))
    searcher.run(20)
    before = searcher.node_count
    searcher.begin(Position(9), seconds=1e-6)
    assert (searcher.node_count, searcher.reused) == (before, 20)


# ---- playing -------------------------------------------------------------------------------------


def rare_reply(engine: MctsEngine, position: Position, choose: random.Random) -> Vertex:
    """One of the tree's least visited answers to the last move, or any."""
    tree, last = engine.searcher.trees[0], position.last_move
    assert last is not None
    node = next((branch.node for branch in tree.branches() if branch.vertex == last.vertex), None)
    known = [] if node is None else [branch.vertex for branch in tree.branches(node)]
    known = [vertex for vertex in known if not vertex.is_pass and position.is_legal(vertex)]
    return known[-1] if known else choose.choice([*position.legal_moves()] or [Vertex.parse("pass")])


@pytest.mark.parametrize(("parallel", "threads"), [("tree", 1), ("tree", 2), ("leaf", 1)])
@pytest.mark.parametrize("limit", [Limit(seconds=0.001), Limit(seconds=0.004), Limit(playouts=1)])
def test_game_after_game_with_next_to_no_memory_and_time(limit: Limit, parallel: str, threads: int) -> None:
    """Against an opponent who plays what nobody expected."""
    settings = {"memory": 1, "expand_after": 1, "playout": "light", "resign_below": 0, "parallel": parallel}
    engine = MctsEngine(EngineOptions(threads=threads, seed=1, settings=settings))
    choose, position = random.Random(1), Position(9)
    full = 0
    for _ in range(60):
        if position.is_over or position.move_number > 60:
            position = Position(9)
        vertex = engine.choose_move(position, limit).vertex
        assert position.is_legal(vertex)
        full += FROZEN in states(engine.searcher)
        position.play(vertex)
        if not vertex.is_pass:
            engine.searcher.run(300, NO_TIME)  # as if it had pondered without room: the tree gets full
            full += FROZEN in states(engine.searcher)
            position.play(rare_reply(engine, position, choose))
    assert full > 10
    engine.close()
