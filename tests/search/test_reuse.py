"""What the tree knows is kept as the game goes on, and never where it is another game."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from tengen.engines.builtin.mcts import MctsEngine
from tengen.engines.candidates import sensible_moves
from tengen.engines.registry import create_engine
from tengen.game.color import BLACK, WHITE
from tengen.game.legality import Illegal
from tengen.game.position import Position
from tengen.game.vertex import PASS, Vertex
from tengen.search.parameters import SearchParameters
from tengen.search.searcher import Searcher
from tengen.search.tree import Branch, Tree

MODES = [("tree", 1), ("root", 1), ("root", 2), ("leaf", 1), ("leaf", 2)]


def new_searcher(threads: int = 1, **parameters: Any) -> Searcher:
    plain = {"memory": 8, "playout": "light", "fold_symmetry": False, "expand_after": 2}
    return Searcher(SearchParameters(**{**plain, **parameters}), threads, seed=5)


def known(tree: Tree, node: int = 1) -> dict[tuple[Vertex, ...], Branch]:
    """All that is known below a node, by the moves that lead there."""
    found: dict[tuple[Vertex, ...], Branch] = {}
    waiting: list[tuple[tuple[Vertex, ...], int]] = [((), node)]
    while waiting:
        path, parent = waiting.pop()
        for branch in tree.branches(parent):
            found[(*path, branch.vertex)] = branch._replace(node=0)
            waiting.append(((*path, branch.vertex), branch.node))
    return found


def branch_of(tree: Tree, vertex: Vertex, node: int = 1) -> Branch:
    return next(branch for branch in tree.branches(node) if branch.vertex == vertex)


def root_moves(searcher: Searcher) -> set[Vertex]:
    return {branch.vertex for branch in searcher.branches()}


# ---- the same game ---------------------------------------------------------------------------


@pytest.mark.parametrize(("parallel", "threads"), MODES)
def test_after_both_moves_everything_known_of_the_position_is_kept(parallel: str, threads: int) -> None:
    searcher, position = new_searcher(threads, parallel=parallel), Position(5)
    searcher.begin(position)
    for _ in range(2):
        searcher.run(2000)
        nodes = [branch_of(tree, searcher.branches()[0].vertex) for tree in searcher.trees]
        position.play(nodes[0].vertex)
        position.play(searcher.trees[0].branches(nodes[0].node)[0].vertex)
        reply = position.moves[-1].vertex
        replies = [branch_of(tree, reply, own.node) for tree, own in zip(searcher.trees, nodes, strict=True)]
        expected = [known(tree, node.node) for tree, node in zip(searcher.trees, replies, strict=True)]
        searcher.begin(position)
        assert searcher.reused == sum(reply.visits for reply in replies) > 0
        assert searcher.simulations == 0
        assert [known(tree) for tree in searcher.trees] == expected
        assert any(expected)
        searcher.run(10)
        assert sum(tree.visits for tree in searcher.trees) == searcher.reused + 10
        assert searcher.report().reused == searcher.reused
    searcher.close()


def test_the_same_position_is_searched_on() -> None:
    searcher = new_searcher()
    searcher.begin(Position(9))
    searcher.run(300)
    expected = known(searcher.trees[0])
    searcher.begin(Position(9))
    assert searcher.reused == 300
    assert known(searcher.trees[0]) == expected
    searcher.run(200)
    assert sum(branch.visits for branch in searcher.branches()) == 500


def test_many_moves_later_a_line_in_the_tree_is_still_known() -> None:
    searcher, position = new_searcher(expand_after=1), Position(5)
    searcher.begin(position)
    searcher.run(1500)
    node, line = 1, 0
    while searcher.trees[0].children(node):
        best = searcher.trees[0].branches(node)[0]
        position.play(best.vertex)
        node, line = best.node, line + 1
    assert line > 3
    visits = int(searcher.trees[0].nodes[node]["visits"])
    searcher.begin(position)
    assert searcher.reused == visits
    searcher.run(1)
    assert root_moves(searcher) == {*sensible_moves(position), PASS}


def test_passes_are_moves_of_the_game() -> None:
    curious: dict[str, Any] = {"policy": "ucb1", "exploration": 20.0, "even_prior": 0, "first_play_urgency": 1000.0}
    searcher, position = new_searcher(expand_after=1, **curious), Position(3)
    searcher.begin(position)
    searcher.run(1000)
    passed = branch_of(searcher.trees[0], PASS)
    twice = branch_of(searcher.trees[0], PASS, passed.node)
    assert passed.visits > twice.visits > 0
    position.play(PASS)
    searcher.begin(position)
    assert searcher.reused == passed.visits
    assert branch_of(searcher.trees[0], PASS)._replace(node=0) == twice._replace(node=0)
    position.play(PASS)
    searcher.begin(position)
    assert searcher.reused == twice.visits
    searcher.run(200)  # both have passed, but whoever asks for a move gets one
    assert root_moves(searcher) == {*position.legal_moves(), PASS}


def test_a_move_the_tree_does_not_have_begins_a_new_one() -> None:
    searcher = new_searcher(fold_symmetry=True)
    position = Position(9)
    searcher.begin(position)
    searcher.run(300)
    assert Vertex.parse("C3") not in root_moves(searcher)  # the upper right corner stands for all
    position.play("C3")
    searcher.begin(position)
    assert searcher.reused == 0
    searcher.run(50)
    assert sum(branch.visits for branch in searcher.branches()) == 50


def test_it_can_be_switched_off() -> None:
    searcher = new_searcher(reuse_tree=False)
    for _ in range(2):
        searcher.begin(Position(9))
        assert searcher.reused == 0
        searcher.run(100)


# ---- another game ----------------------------------------------------------------------------


def undone(position: Position) -> Position:
    position.undo()
    return position


def other_move(position: Position) -> Position:
    position.undo()
    position.play("F6")
    return position


def longer_other_game(position: Position) -> Position:
    while position.moves:
        position.undo()
    for move in ("C3", "G7", "D4", "E5", "E6"):
        position.play(move)
    return position


def other_komi(position: Position) -> Position:
    position.komi += 1
    return position


def other_rules(position: Position) -> Position:
    position.rules = position.rules.changed(suicide=True)
    return position


def other_superko(position: Position) -> Position:
    komi = position.komi
    position.rules = "aga"
    position.komi = komi
    return position


def a_colour_twice(position: Position) -> Position:
    position.play("F6")
    position.play("C6", position.last_move.color if position.last_move else BLACK)
    return position


def other_turn(position: Position) -> Position:
    position.to_play = position.to_play.other
    return position


def other_turn_later(position: Position) -> Position:
    position.play("F6")
    position.to_play = position.to_play.other
    return position


def set_up(position: Position) -> Position:
    position.set_up(position.stones, position.to_play)
    return position


def set_up_and_played(position: Position) -> Position:
    set_up(position).play("F6")
    return position


def with_handicap(position: Position) -> Position:
    position.handicap = 3
    position.rules = position.rules.changed(compensation=type(position.rules.compensation).EACH)
    return position


def new_game(position: Position) -> Position:
    return Position(position.size)


ANOTHER_GAME = [
    undone,
    other_move,
    longer_other_game,
    other_komi,
    other_rules,
    other_superko,
    a_colour_twice,
    other_turn,
    other_turn_later,
    set_up,
    set_up_and_played,
    with_handicap,
    new_game,
]


@pytest.mark.parametrize("change", ANOTHER_GAME)
@pytest.mark.parametrize(("parallel", "threads"), [("tree", 1), ("root", 2), ("leaf", 2)])
def test_nothing_is_reused(change: Callable[[Position], Position], parallel: str, threads: int) -> None:
    position = Position(9)
    for move in ("D4", "E5", "D5", "E6"):
        position.play(move)
    searcher = new_searcher(threads, parallel=parallel)
    searcher.begin(position)
    searcher.run(2000)
    changed = change(position)
    searcher.begin(changed)
    assert searcher.reused == 0
    assert searcher.branches() == []
    searcher.run(20)
    assert root_moves(searcher) == {*sensible_moves(changed), PASS}
    assert sum(branch.visits for branch in searcher.branches()) == 20
    searcher.close()


@pytest.mark.parametrize("moves", ["", "D4", "D4 E5"])
def test_a_board_of_another_size_is_another_game(moves: str) -> None:
    """The same points have the same hashes on boards of all sizes."""
    searcher = new_searcher()
    for size in (9, 13, 7):
        position = Position(size)
        for move in moves.split():
            position.play(move)
        searcher.begin(position)
        assert searcher.reused == 0
        searcher.run(100)
        assert len(searcher.branches()) == size * size - len(position.moves) + 1


def test_an_engine_plays_on_a_larger_board_after_a_smaller_one() -> None:
    engine = create_engine("mcts", playouts=200, seed=1, settings={"memory": 5, "fold_symmetry": False})
    for size in (5, 9):
        report = engine.choose_move(Position(size))
        assert sum(candidate.visits for candidate in report.candidates) <= 200
        assert isinstance(engine, MctsEngine)
        assert report.search is not None
        assert len(report.search.policy) == size * size + 1


# ---- moves shut out at the root ------------------------------------------------------------------


def test_moves_that_are_not_wanted_are_dropped_and_the_others_stay_as_they_were() -> None:
    searcher, position = new_searcher(), Position(7)
    searcher.begin(position)
    searcher.run(1500)
    wanted = [Vertex.parse(name) for name in ("C3", "E5", "G7", "D4")]
    before = known(searcher.trees[0])
    searcher.begin(position, wanted)
    after = known(searcher.trees[0])
    assert after == {path: branch for path, branch in before.items() if path[0] in {*wanted, PASS}}
    assert root_moves(searcher) == {*wanted, PASS}
    searcher.run(400)
    assert root_moves(searcher) == {*wanted, PASS}
    visits = sum(branch.visits for branch in searcher.branches())
    assert visits == 400 + sum(branch.visits for path, branch in after.items() if len(path) == 1)


def test_after_a_move_the_wanted_ones_of_the_new_root_are_kept() -> None:
    searcher, position = new_searcher(), Position(5)
    searcher.begin(position)
    searcher.run(1500)
    best = searcher.branches()[0]
    replies = searcher.trees[0].branches(best.node)
    position.play(best.vertex)
    wanted = [reply.vertex for reply in replies[1:4] if not reply.vertex.is_pass]
    searcher.begin(position, wanted)
    assert searcher.reused == best.visits
    kept = [reply._replace(node=0) for reply in replies if reply.vertex in {*wanted, PASS}]
    assert [branch._replace(node=0) for branch in searcher.branches()] == kept


def test_moves_shut_out_before_are_considered_when_they_are_wanted_again() -> None:
    searcher, position = new_searcher(), Position(7)
    everything = {*position.vertices(), PASS}
    first, second = Vertex.parse("C3"), Vertex.parse("E5")
    for moves, expected in (([first], {first, PASS}), ([second], {second, PASS}), (None, everything)):
        searcher.begin(position, moves)
        searcher.run(60)
        assert root_moves(searcher) == expected
    searcher.begin(position, [first, second])
    assert searcher.reused == 60
    searcher.begin(position, [second])
    assert searcher.reused == 60
    searcher.begin(position)
    assert searcher.reused == 0


def test_folded_moves_are_considered_when_pondering_on_the_same_board() -> None:
    searcher = new_searcher(fold_symmetry=True)
    searcher.begin(Position(9))
    searcher.run(50)
    assert len(searcher.branches()) == 16
    searcher.begin(Position(9), fold_symmetry=False)
    searcher.run(50)
    assert len(searcher.branches()) == 82
    searcher.begin(Position(9))
    assert (searcher.reused, len(searcher.branches())) == (50, 16)


def test_dead_stones_are_captured_in_a_position_already_thought_about() -> None:
    """Moves that clean up are not those worth playing otherwise."""
    position = Position.from_diagram(
        """
        . X . X O . O
        O X X X O O O
        X X . X O . O
        X X X X . O .
        X . X X O O O
        X X X X O . O
        . X X X O O ."""
    )
    engine = create_engine("mcts", playouts=100, seed=1, settings={"memory": 5, "resign_below": 0})
    assert str(engine.choose_move(position).vertex) == "E4"
    assert str(engine.choose_move(position, cleanup=True).vertex) == "A7"


# ---- superko -------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["chinese", "aga"])
def test_no_illegal_move_is_offered_after_reuse(rules: str) -> None:
    """Random games on tiny boards: the root's moves are exactly those that are legal and no own eyes."""
    reused = forbidden = 0
    for seed in range(25):
        choose = random.Random(seed)
        position = Position(choose.choice((2, 3, 3, 4, 5)), rules=rules)
        searcher = new_searcher(memory=2, expand_after=1)
        for _ in range(30):
            searcher.begin(position)
            searcher.run(40)
            moves = root_moves(searcher)
            assert moves == {*sensible_moves(position), PASS}
            superko = any(position.why_illegal(vertex) is Illegal.SUPERKO for vertex in position.vertices())
            forbidden += superko and searcher.reused > 0
            reused += searcher.reused > 0
            for _ in range(choose.choice((1, 1, 2))):
                playable = [*sensible_moves(position)] * 4 + [PASS]
                position.play(choose.choice(playable))
    assert reused > 150
    assert forbidden > 5


# ---- repeating -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("parallel", "threads"), MODES)
def test_a_seed_and_the_same_searches_give_the_same_tree(parallel: str, threads: int) -> None:
    def play() -> tuple[list[bytes], list[int]]:
        searcher, position = new_searcher(threads, parallel=parallel, memory=2, playout="mogo"), Position(7)
        reused = []
        for number in range(5):
            searcher.begin(position, None if number % 2 else position.legal_moves()[5:])
            searcher.run(250)
            reused.append(searcher.reused)
            position.play(searcher.branches()[0].vertex)
        searcher.close()
        return [tree.nodes.tobytes() for tree in searcher.trees], reused

    first = play()
    assert first == play()
    assert all(first[1][1:])


def test_both_colours_profit() -> None:
    """Win rates of a kept node are its mover's still."""
    position = Position(5, komi=-30)  # Black has won
    searcher = new_searcher()
    for color in (BLACK, WHITE, BLACK):
        assert position.to_play is color
        searcher.begin(position)
        searcher.run(600)
        rates = [branch.winrate for branch in searcher.branches() if branch.visits > 20]
        assert rates
        assert all(rate > 0.9 if color is BLACK else rate < 0.1 for rate in rates)
        position.play(searcher.branches()[0].vertex)
