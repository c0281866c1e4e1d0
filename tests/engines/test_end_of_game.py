"""How the engines end a game under different rules."""

import pytest

from tengen.engines import create_engine
from tengen.engines.builtin.mcts import MctsEngine
from tengen.engines.interface import EngineOptions
from tengen.engines.move_report import MoveReport
from tengen.game.color import BLACK, WHITE
from tengen.game.position import Position
from tengen.game.vertex import PASS, Vertex

# Black owns the left, White the right; the boundary is closed and nothing is left to do.
SETTLED = """
    . . . X O . . . .
    . . . X O . . . .
    . X . X O . O . .
    . . . X O . . . .
    . X . X O . . O .
    . . . X O . . . .
    . X . X O . O . .
    . . . X O . . . .
    . . . X O . . . ."""


def test_under_territory_rules_it_does_not_fill_its_own_ground() -> None:
    """A move inside would cost a point: once the opponent passes, it passes or at least plays no own point."""
    position = Position.from_diagram(
        """
        . X . X O . O . O
        X X X X O O O O O
        . . . X O . . O .
        X X X X O O O O O
        . . . X O . . . O
        X X X X O O O O O
        . . . X O . . O .
        X X X X O O O O O
        . X . X O . O . O""",
        rules="japanese",
        komi=0.5,
    )
    for color in (BLACK, WHITE):
        position.to_play = color
        report = create_engine("montecarlo", playouts=1000, seed=1).choose_move(position)
        assert report.vertex.is_pass, f"{color} played {report.vertex}"


def test_under_area_rules_the_game_comes_to_an_end() -> None:
    """Both players are the engine: whatever they fill, the score stays and they pass in the end."""
    position = Position.from_diagram(SETTLED, komi=0.5)
    engine = create_engine("montecarlo", playouts=200, seed=1, settings={"resign_below": 0})
    while not position.is_over and position.move_number < 200:
        position.play(engine.choose_move(position).vertex)
    assert position.is_over


DEAD_STONE = """
    . X . X O . O
    X X X X O O .
    X X X X O O O
    X O . X O O O
    . . X X O O O
    X X X X O . O
    X . X X O O ."""


@pytest.mark.parametrize("rules", ["chinese", "tromp-taylor"])
def test_dead_stones_are_taken_where_they_would_count(rules: str) -> None:
    """B4 is dead. Chinese players take it off afterwards; under Tromp–Taylor it would stay, so it is captured."""
    position = Position.from_diagram(DEAD_STONE, "black", rules=rules, komi=5.5)  # B+1.5, if B4 is dead
    dead = Vertex.parse("B4")
    engine = create_engine("montecarlo", playouts=300, seed=1, settings={"resign_below": 0})
    judgement = engine.judge(position)
    assert dead in judgement.dead
    counted = position.score(dead=[dead]) if rules == "chinese" else position.score()
    assert judgement.score == counted
    while not position.is_over and position.move_number < 60:
        if position.to_play is BLACK:
            position.play(engine.choose_move(position).vertex)
        else:
            position.play("pass")
    assert position.is_over
    if rules == "tromp-taylor":
        assert position[dead] is not WHITE
    assert engine.judge(position).score == Position.score(position, dead=[dead] if position[dead] else [])


def test_a_judgement_asked_twice_is_the_same_and_costs_no_move() -> None:
    position = Position.from_diagram(SETTLED)
    one, other = (create_engine("montecarlo", playouts=300, seed=5) for _ in range(2))
    assert one.judge(position) == one.judge(position) == other.judge(position)
    assert (
        one.choose_move(position).vertex
        == create_engine("montecarlo", playouts=300, seed=5).choose_move(position).vertex
    )


def test_it_passes_only_when_two_opinions_agree_that_it_is_ahead() -> None:
    """White has passed, but Black's area is too small: Black plays on."""
    position = Position.from_diagram(SETTLED, komi=30.5)
    position.play("pass", "white")
    position.to_play = BLACK
    assert not create_engine("montecarlo", playouts=300, seed=1).choose_move(position).vertex.is_pass


RING = """
    O O O O O O O O O
    O . O O O O O . O
    O O O O O O O O O
    O X X X X X X O O
    O X O O O O X O O
    O X . O O . X O O
    O X X O O X X O O
    O O X X X X O O O
    O . O O O O O . O"""


@pytest.mark.parametrize("engine", ["montecarlo", "mcts"])
@pytest.mark.parametrize(("rules", "komi"), [("chinese", -40.5), ("japanese", 0.5)])
def test_a_seki_is_left_alone(engine: str, rules: str, komi: float) -> None:
    """Whoever fills C4 or F4 is captured: White, ahead, passes instead."""
    position = Position.from_diagram(RING, "white", rules=rules, komi=komi)
    player = create_engine(engine, playouts=500, seed=1, settings={"resign_below": 0})
    assert player.judge(position).score.winner is WHITE
    assert player.choose_move(position).vertex.is_pass


@pytest.mark.parametrize("engine", ["montecarlo", "mcts"])
def test_an_early_pass_is_no_reason_to_end_the_game(engine: str) -> None:
    """With two stones on the board White is ahead by the komi; he plays on all the same."""
    position = Position(9)
    for move in ("E5", "D4", "pass"):
        position.play(move)
    assert not create_engine(engine, playouts=300, seed=1).choose_move(position).vertex.is_pass


# ---- the tree search --------------------------------------------------------------------------------------


def tree_search(playouts: int = 1000) -> MctsEngine:
    return MctsEngine(EngineOptions(playouts=playouts, seed=1, settings={"resign_below": 0, "memory": 10}))


def root_visits(report: MoveReport) -> dict[Vertex, int]:
    """The moves considered, with their visits."""
    assert report.search is not None
    found = {move.vertex: move.visits for move in report.search.moves}
    return dict.fromkeys(report.search.policy, 0) | found


# White's three groups F5, F7 and B5, C4's are dead; counted as it stands White is ahead.
AHEAD_BY_DEAD_STONES = """
    . O O . X . . X .
    O O . O X X X X X
    O . O O X O O X .
    O O O . X O . X X
    O X O O X O O X X
    O . X O X X X X .
    O O O O X . . X .
    . O . O O X X X X
    O O O . O O O X ."""


def test_a_pass_that_ends_the_game_and_loses_it_is_not_searched() -> None:
    position = Position.from_diagram(AHEAD_BY_DEAD_STONES, "black", komi=0.5)
    position.play("pass")
    engine = tree_search()
    assert position.score().winner is WHITE
    assert engine.judge(position).score.winner is BLACK
    report = engine.choose_move(position)
    visits = root_visits(report)
    assert PASS not in visits
    assert sum(visits.values()) == 1000
    assert visits[report.vertex] == max(visits.values())


def test_a_pass_that_does_not_end_the_game_is_searched_with_the_others() -> None:
    position = Position.from_diagram(AHEAD_BY_DEAD_STONES, "white", komi=0.5)
    engine = tree_search()
    assert PASS in root_visits(engine.choose_move(position))
    position.play("D9")
    position.play("pass")  # and White's next one would lose
    assert PASS not in root_visits(engine.choose_move(position))
    position.undo()
    assert PASS in root_visits(engine.choose_move(position))


@pytest.mark.parametrize("passed", [False, True])
def test_a_pass_is_not_searched_while_dead_stones_are_taken(passed: bool) -> None:
    position = Position.from_diagram(DEAD_STONE, "white" if passed else "black", komi=5.5)
    if passed:
        position.play("pass")
    engine = tree_search(200)
    report = engine.choose_move(position, cleanup=True)
    assert {str(vertex) for vertex in root_visits(report)} <= {"C4", "B3"}
    assert str(report.vertex) in {"C4", "B3"}


# Walls that nobody can break; White has nine points more.
ENDED = """
    . . . X O . . . .
    . . . X O . . . .
    . . . X O . . . .
    X X X X O O O O O
    . . . X O . . . .
    . . . X O . . . .
    X X X X O O O O O
    . . . X O . . . .
    . . . X O . . . ."""


@pytest.mark.parametrize("rules", ["chinese", "japanese", "aga"])
@pytest.mark.parametrize("komi", [-12.5, 7.5])
@pytest.mark.parametrize("mover", ["black", "white"])
def test_on_a_settled_board_both_pass_at_once_whoever_has_won(rules: str, komi: float, mover: str) -> None:
    position = Position.from_diagram(ENDED, mover, rules=rules, komi=komi)
    engine = tree_search()
    winner = BLACK if komi < 0 else WHITE
    assert engine.judge(position).score.winner is winner
    while not position.is_over:
        report = engine.choose_move(position)
        assert report.vertex.is_pass, f"{position.to_play} played {report.vertex}"
        position.play(report.vertex)
    assert len(position.moves) == (3 if rules == "aga" and mover == "white" else 2)  # White passes last


LAST_EYE = """
    . O O O O O .
    O O O O O O O
    O . O O O . O
    O O O O O O O
    O O O O O O O
    X X X X O O O
    . . . X O . O"""


@pytest.mark.parametrize("rules", ["chinese", "japanese"])
@pytest.mark.parametrize("mover", ["black", "white"])
@pytest.mark.parametrize("komi", [-60.5, -40.5, 0.5])
def test_while_a_group_may_still_live_or_die_it_does_not_pass(komi: float, mover: str, rules: str) -> None:
    """The game hangs on it only with a komi in the middle: the others are won or lost, but not over."""
    position = Position.from_diagram(LAST_EYE, mover, rules=rules, komi=komi)
    assert not tree_search().choose_move(position).vertex.is_pass


@pytest.mark.parametrize("komi", [-20.5, 20.5])
@pytest.mark.parametrize("mover", ["black", "white"])
def test_dame_are_filled_where_they_count(komi: float, mover: str) -> None:
    """E9 and E8 are nobody's: a point each under Chinese rules, nothing under Japanese."""
    diagram = ENDED.replace(". . . X O . . . .", ". . . X . O . . .", 2)
    position = Position.from_diagram(diagram, mover, komi=komi)
    assert not tree_search().choose_move(position).vertex.is_pass
    position = Position.from_diagram(diagram, mover, rules="japanese", komi=komi)
    assert tree_search().choose_move(position).vertex.is_pass


@pytest.mark.parametrize("komi", [5.5, -15.5])
def test_a_board_with_a_dead_stone_is_settled_only_where_it_will_be_taken_off(komi: float) -> None:
    """Even if the game is won with it."""
    for rules, passes in (("chinese", True), ("tromp-taylor", False)):
        position = Position.from_diagram(DEAD_STONE, rules=rules, komi=komi)
        assert tree_search().choose_move(position).vertex.is_pass is passes


@pytest.mark.parametrize("passing", [False, True])
def test_the_tree_search_takes_dead_stones_first_where_they_would_count(passing: bool) -> None:
    """Under Tromp–Taylor a dead stone counts until it is off the board."""
    engine = tree_search(500)
    position = Position.from_diagram(DEAD_STONE, rules="tromp-taylor", komi=5.5)
    while not position.is_over and position.move_number < 60:
        if position.to_play is BLACK:
            vertex = engine.choose_move(position).vertex
        else:
            vertex = PASS if passing else tree_search(50).choose_move(position).vertex
        position.play(vertex)
    assert position.is_over
    assert position[Vertex.parse("B4")] is not WHITE
    assert position.score().winner is BLACK
