"""Territory rules in the search: it wins and loses by the points of the real count, not by those of area."""

import pytest

from tengen.engines import create_engine
from tengen.engines.endgame.outlook import outlook_of
from tengen.engines.endgame.playout_judgement import judge_by_playouts
from tengen.game.color import BLACK, WHITE, Color
from tengen.game.position import Position
from tengen.game.scoring import count
from tengen.game.vertex import Vertex
from tengen.search.parameters import SearchParameters
from tengen.search.searcher import Searcher
from tengen.search.territory import stones_ahead

# Ten points of territory each; three dame in the middle, so that by area whoever begins gets a point more.
THREE_DAME = """
    . X . X X O . O .
    X X X X O O O O O
    . X . X . O . O .
    X X X X X O O O O
    . X . X O O . O .
    X X X X . O O O O
    . X . X X O . O .
    X X X X O O O O O
    . X . X . O . O ."""
DAME = {Vertex.parse(name) for name in ("E1", "E4", "E7")}


def game(komi: float, to_play: Color, rules: str = "japanese") -> Position:
    position = Position.from_diagram(THREE_DAME, rules=rules, komi=komi)
    position.to_play = to_play
    return position


def black_wins(position: Position, simulations: int = 1500, threads: int = 1, parallel: str = "tree") -> float:
    searcher = Searcher(SearchParameters(memory=20, parallel=parallel), threads, seed=5)
    searcher.begin(position, outlook=outlook_of(position, judge_by_playouts(position)))
    searcher.run(simulations)
    best = searcher.report().moves[0]
    return best.winrate if position.to_play is BLACK else 1 - best.winrate


@pytest.mark.parametrize("to_play", [BLACK, WHITE])
@pytest.mark.parametrize(("komi", "winner"), [(0.5, WHITE), (-0.5, BLACK)])
@pytest.mark.parametrize("parallel", ["tree", "leaf"])
def test_half_a_point_decides_as_in_the_real_count(to_play: Color, komi: float, winner: Color, parallel: str) -> None:
    position = game(komi, to_play)
    assert count(position).winner is winner
    rate = black_wins(position, parallel=parallel)
    assert (rate > 0.85) if winner is BLACK else (rate < 0.15)


@pytest.mark.parametrize("to_play", [BLACK, WHITE])
@pytest.mark.parametrize("komi", [0.5, -0.5])
def test_by_area_whoever_begins_wins_by_the_third_dame(to_play: Color, komi: float) -> None:
    rate = black_wins(game(komi, to_play, "chinese"))
    assert (rate > 0.85) if to_play is BLACK else (rate < 0.15)


@pytest.mark.parametrize("to_play", [BLACK, WHITE])
def test_an_integer_komi_can_end_in_jigo(to_play: Color) -> None:
    position = game(0, to_play)
    assert count(position).winner is None
    assert 0.4 < black_wins(position) < 0.6


def test_handicap_stones_are_no_points() -> None:
    """Three stones more of Black's on the board, in his own territory: three points less for him."""
    position = Position.from_diagram(THREE_DAME.replace(". X . X X", "X X . X X"), rules="japanese", komi=-1.5)
    assert stones_ahead(position) == 2
    assert str(count(position)) == "W+0.5"
    assert black_wins(position) < 0.15
    by_area = Position.from_diagram(THREE_DAME.replace(". X . X X", "X X . X X"), komi=-1.5)
    assert black_wins(by_area) > 0.85


def test_stones_put_down_are_counted_through_captures() -> None:
    position = Position(5, rules="japanese", komi=0.5)
    for vertex in ("B1", "A1", "A2"):  # Black takes the stone in the corner
        position.play(vertex)
    assert position.captures(BLACK) == 1
    assert stones_ahead(position) == 1  # two of his moves, one of White's
    position.play("pass")
    assert stones_ahead(position) == 1


def test_a_pass_stone_is_a_stone() -> None:
    rules = Position(5, rules="japanese").rules.changed(pass_stones=True)
    position = Position(5, rules=rules, komi=0.5)
    position.play("pass")
    assert stones_ahead(position) == 1
    assert count(position).margin == -1.5


@pytest.mark.parametrize("to_play", [BLACK, WHITE])
@pytest.mark.parametrize("komi", [0.5, -0.5, 6.5])
def test_the_engine_throws_no_point_away(to_play: Color, komi: float) -> None:
    """To the end of the game it plays dame or passes, and the count stays what it was."""
    position = game(komi, to_play)
    before = count(position).margin
    with create_engine("mcts", playouts=500, seed=1, settings={"resign_below": 0}) as engine:
        while not position.is_over:
            vertex = engine.choose_move(position).vertex
            assert vertex.is_pass or vertex in DAME
            position.play(vertex)
        assert engine.judge(position).score.margin == before


def test_a_change_of_komi_in_the_game_is_heeded() -> None:
    position = game(0.5, BLACK)
    with create_engine("mcts", playouts=1500, seed=1, settings={"resign_below": 0}) as engine:
        first = engine.choose_move(position).search
        position.komi = -0.5
        second = engine.choose_move(position).search
    assert first is not None
    assert second is not None
    assert second.mean_score - first.mean_score == pytest.approx(1.0, abs=0.2)
    assert second.reused == 0  # its results were of another game


def test_too_early_there_is_no_outlook() -> None:
    position = Position(9, rules="japanese")
    assert outlook_of(position, judge_by_playouts(position)) is None


def test_an_outlook_has_the_dame_open_and_the_territory_not() -> None:
    position = game(0.5, BLACK)
    outlook = outlook_of(position, judge_by_playouts(position))
    assert outlook is not None
    assert outlook.open_points == DAME
    assert outlook.seki_points == 0


# Won by half a point; one more move inside the own territory, which looks open to playouts, would lose it.
WON_BY_HALF = """
    . . . X X X O . .
    . . X . X O O . .
    . . . X O O . . .
    . . X . X O . . .
    . . . X X O O . .
    . . . . X O . . .
    . . . X X O . . .
    . . . X O O . . .
    . . . X X O . . ."""


def test_a_large_territory_needs_no_move() -> None:
    position = Position.from_diagram(WON_BY_HALF, to_play="white", rules="japanese", komi=0)
    position.komi = round(judge_by_playouts(position).score.margin) + 0.5
    assert judge_by_playouts(position).score.winner is WHITE
    with create_engine("mcts", playouts=1000, seed=1) as engine:
        report = engine.choose_move(position)
    assert report.vertex.is_pass
    assert report.comment == "nothing is left to gain"


def test_a_move_that_is_needed_is_played() -> None:
    """The same, but White can be cut and lose some stones if he passes."""
    open_board = WON_BY_HALF.replace(
        ". . . X O O . . .\n    . . . X X O . . .", ". . . X O . . . .\n    . . . X X O . . ."
    )
    position = Position.from_diagram(open_board, to_play="white", rules="japanese", komi=0)
    position.komi = round(judge_by_playouts(position).score.margin) + 0.5
    with create_engine("mcts", playouts=1000, seed=1, settings={"resign_below": 0}) as engine:
        assert not engine.choose_move(position).vertex.is_pass
