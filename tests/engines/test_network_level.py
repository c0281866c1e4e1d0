"""Levels by the network: what they look like, and what they hold to."""

import random
from itertools import pairwise

import pytest

from tengen.engines import create_engine
from tengen.engines.builtin.mcts import MctsEngine
from tengen.engines.interface import EngineOptions
from tengen.engines.levels import drawing_of_elo, elo_of_rank, network_knots, offered, parse_level, ranks
from tengen.engines.move_report import MoveReport
from tengen.engines.network_level import Wish, draw, draw_move, draw_searched
from tengen.engines.request import Limit
from tengen.errors import TengenError
from tengen.game.color import Color
from tengen.game.position import Position
from tengen.game.vertex import PASS, Vertex
from tengen.search.network.look import look
from tengen.search.network.model import NetworkModel, network_model
from tengen.search.report import SearchedMove, SearchReport


@pytest.fixture(scope="module")
def model() -> NetworkModel:
    found = network_model("yes")
    assert found is not None
    return found


def level(name: str, seed: int = 1, threads: int = 1) -> MctsEngine:
    return MctsEngine(EngineOptions(seed=seed, threads=threads, settings={"level": name, "network": "yes"}))


# ---- the table ---------------------------------------------------------------------------


def test_the_table_and_what_lies_between_are_monotone() -> None:
    for size, knots in network_knots().items():
        assert all(weaker.elo < stronger.elo for weaker, stronger in pairwise(knots))
        drawings = [drawing_of_elo(elo, size) for elo in range(int(knots[0].elo), int(knots[-1].elo), 10)]
        for weak, strong in pairwise(drawings):
            assert weak.temperature >= strong.temperature
            assert weak.evaluations <= strong.evaluations


def test_every_board_has_its_drawing_and_those_between_that_of_the_nearest() -> None:
    for size in range(2, 20):
        assert drawing_of_elo(1500, size).temperature > 0
    assert drawing_of_elo(1500, 10) == drawing_of_elo(1500, 9)
    assert drawing_of_elo(1500, 18) == drawing_of_elo(1500, 19)


def test_ranks_are_those_that_were_measured_on_every_board() -> None:
    lowest, highest = offered()
    assert {"17k", "14k", "11k", "8k"} <= set(ranks())
    assert all(lowest <= elo_of_rank(rank) <= highest for rank in ranks())
    with pytest.raises(TengenError, match="weaker than any that was measured"):
        parse_level(f"{lowest - 1:g}")


def test_without_the_network_levels_are_those_without_one() -> None:
    assert offered(network=False) != offered()
    with pytest.raises(TengenError, match="stronger than any that was measured"):
        create_engine("mcts", settings={"level": "9d", "network": "no"})
    with create_engine("mcts", seed=1, settings={"level": "12k", "network": "no"}) as engine:
        assert engine.choose_move(Position(9)).playouts > 50


def test_the_lead_told_is_that_of_the_move_played() -> None:
    best, played = Vertex.parse("E5"), Vertex.parse("E6")
    found = (SearchedMove(best, 9, 0.6, 3.0), SearchedMove(played, 3, 0.4, -2.0))
    report = MoveReport(Color.BLACK, played, "mcts", SearchReport(Position(9), found, playouts=12), winrate=0.4)
    assert report.score == -2.0
    assert "win 40.0%, lead -2.0" in report.summary()


# ---- like people -------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["17k", "12k", "8k"])
def test_it_opens_in_the_corners(name: str) -> None:
    position = Position(19)
    engine = level(name)
    for _ in range(2):
        report = engine.choose_move(position)
        vertex = report.vertex
        from_edge = [min(c, 18 - c) for c in (vertex.column, vertex.row)]
        assert all(2 <= line <= 4 for line in from_edge), vertex
        position.play(vertex)


def test_it_answers_an_atari(model: NetworkModel) -> None:
    position = Position.from_diagram(
        """
        . . . . . . . . .
        . . . . . . . . .
        . . O . . O . . .
        . . . . O X O . .
        . . . . O X . . .
        . . . X . . . . .
        . . X . . . X . .
        . . . . . . . . .
        . . . . . . . . .""",
        "white",
    )
    position.play("G5")  # the two stones have F4 left
    for temperature, least in ((1.0, 16), (2.0, 12), (4.0, 6)):
        drawn = [str(draw_move(position, temperature, model, Wish(seed))[0]) for seed in range(20)]
        assert drawn.count("F4") >= least, (temperature, drawn)


def test_a_hotter_level_draws_more_widely(model: NetworkModel) -> None:
    position = Position(9)
    for move in ("E5", "C3", "G3", "C6"):
        position.play(move)
    sight = look(position, model)
    moves = sorted(sight.chances, key=lambda vertex: -sight.chances[vertex])[:30]

    def different(temperature: float) -> int:
        return len({draw(position, sight, moves, temperature, random.Random(seed)) for seed in range(60)})

    assert different(0.0) == 1
    assert 1 <= different(0.2) < different(1.0) < different(4.0)


def test_it_ends_its_games() -> None:
    for name in ("17k", "8k"):
        engine, position = level(name), Position(7, komi=7.5)
        while not position.is_over and position.move_number < 150:
            report = engine.choose_move(position)
            if report.vertex.is_resign:
                break
            position.play(report.vertex)
        assert position.is_over or report.vertex.is_resign


# ---- what it holds to --------------------------------------------------------------------


def test_the_same_seed_plays_the_same_game_with_any_threads_and_time() -> None:
    def play(seed: int, threads: int = 1, limit: Limit | None = None) -> list[str]:
        engine, position = level("12k", seed, threads), Position(9)
        for _ in range(12):
            position.play(engine.choose_move(position, limit or Limit()).vertex)
        return [str(move) for move in position.moves]

    assert play(1) == play(1, threads=2) == play(1, limit=Limit(seconds=5.0)) != play(2)


def test_one_evaluation_is_told() -> None:
    report = level("1x1").choose_move(Position(9))
    assert report.playouts == 1
    assert report.candidates[0].vertex == report.vertex
    assert len(report.ownership) == 81
    assert 0 < (report.winrate or 0) < 1


def test_strong_levels_search_with_so_many_evaluations() -> None:
    assert level("0.2x8").choose_move(Position(9)).playouts == 8
    assert level("0.2x8").choose_move(Position(9), Limit(playouts=5)).playouts == 5


def test_of_searched_moves_those_looked_at_more_are_drawn() -> None:
    found = [SearchedMove(Vertex.parse(name), visits, 0.5) for name, visits in (("E5", 20), ("C3", 5), ("A1", 0))]
    drawn = [str(draw_searched(Position(9), found, 1.0, seed).vertex) for seed in range(200)]
    assert drawn.count("E5") > drawn.count("C3") > 0 == drawn.count("A1")
    best = SearchedMove(PASS, 9, 0.5)
    assert draw_searched(Position(9), [best, *found], 1.0, 1) is best
