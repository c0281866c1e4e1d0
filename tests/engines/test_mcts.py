"""The tree search engine: what a player sees."""

import threading
import time

import pytest

from tengen.engines import create_engine
from tengen.engines.request import Limit
from tengen.errors import TengenError
from tengen.game.color import WHITE
from tengen.game.position import Position
from tengen.search.clock import Clock


@pytest.mark.parametrize("mover", ["black", "white"])
@pytest.mark.parametrize(("policy", "exploration"), [("rave", 0), ("ucb1", 1), ("ucb1-tuned", 1)])
def test_the_vital_point_is_found_by_either_side(policy: str, exploration: float, mover: str) -> None:
    """Three points in a row are one eye or two, as who plays in the middle decides; the game hangs on it."""
    position = Position.from_diagram(
        """
        . O O O O O .
        O O O O O O O
        O . O O O . O
        O O O O O O O
        O O O O O O O
        X X X X O O O
        . . . X O . O""",
        mover,
        komi=-40.5,
    )
    settings = {"policy": policy, "exploration": exploration, "resign_below": 0}
    report = create_engine("mcts", playouts=2000, seed=1, settings=settings).choose_move(position)
    assert str(report.vertex) == "B1"


def test_it_beats_flat_monte_carlo() -> None:
    """Four games with a quarter of its playouts."""
    won = 0
    for seed in range(4):
        ours = create_engine("mcts", playouts=500, seed=seed)
        flat = create_engine("montecarlo", playouts=2000, seed=seed)
        position = Position(9, rules="tromp-taylor")
        players = [ours, flat] if seed % 2 == 0 else [flat, ours]
        result = None
        while not position.is_over and position.move_number < 250:
            mover = players[position.move_number % 2]
            report = mover.choose_move(position)
            if report.vertex.is_resign:
                result = mover is not ours
                break
            position.play(report.vertex)
        if result is None:
            black_won = position.score().margin > 0
            result = black_won == (players[0] is ours)
        won += result
    assert won >= 3


def test_a_report_has_candidates_with_variations() -> None:
    report = create_engine("mcts", playouts=1500, seed=1).choose_move(Position(9))
    assert report.playouts == 1500
    assert report.candidates[0].vertex == report.vertex
    assert report.candidates[0].variation[0] == report.vertex
    assert len(report.candidates[0].variation) > 1
    assert report.winrate is not None
    assert 0.2 < report.winrate < 0.8
    visits = [candidate.visits for candidate in report.candidates]
    assert visits == sorted(visits, reverse=True)


def test_the_same_seed_plays_the_same_game() -> None:
    def play() -> list[str]:
        engine, position = create_engine("mcts", playouts=300, seed=9), Position(9)
        for _ in range(8):
            position.play(engine.choose_move(position).vertex)
        return [str(move) for move in position.moves]

    assert play() == play()


def test_time_and_stop_are_kept() -> None:
    engine = create_engine("mcts", seed=1, threads=2)
    engine.choose_move(Position(9), Limit(playouts=10))  # load the compiled code
    began = time.monotonic()
    engine.choose_move(Position(19), Limit(seconds=0.4))
    assert 0.35 < time.monotonic() - began < 10
    threading.Timer(0.3, engine.stop).start()
    began = time.monotonic()
    engine.choose_move(Position(9), Limit(clock=Clock(main=36_000)))
    assert time.monotonic() - began < 30
    engine.close()


def test_it_passes_when_all_is_settled_and_resigns_when_lost() -> None:
    settled = Position.from_diagram(
        """
        . X . X O
        X X X X O
        O O O O O
        . O . O O
        O O O O O""",
        komi=0.5,
    )
    assert create_engine("mcts", playouts=200, seed=1).choose_move(settled).vertex.is_pass
    lost = Position(5, komi=-40)
    lost.to_play = WHITE
    assert create_engine("mcts", playouts=1000, seed=1).choose_move(lost).vertex.is_resign


def test_settings_are_checked() -> None:
    with pytest.raises(TengenError, match="choose one of rave, ucb1, ucb1-tuned, ucb1-rave"):
        create_engine("mcts", settings={"policy": "alphabeta"})
    with pytest.raises(TengenError, match="memory=0"):
        create_engine("mcts", settings={"memory": 0})


@pytest.mark.parametrize("analyses", [False, True])
def test_dynamic_komi_keeps_its_sign_where_one_engine_plays_both_colours(analyses: bool) -> None:
    """Black is 30 points ahead: whoever the search is for, the extra komi is White's, also with analyses in between."""
    settings = {"network": "no", "dynamic_komi": "value", "komi_period": 40, "komi_opening": 0, "memory": 30}
    with create_engine("mcts", playouts=1200, seed=1, threads=1, settings=settings) as engine:
        position, extra = Position(9, komi=-30), []
        for _ in range(4):
            report = engine.choose_move(position, may_resign=False)
            extra.append(report.extra_komi)
            position.play(report.vertex)
            if analyses:
                extra.append(engine.analyze(position).extra_komi)
    assert min(extra) >= 8, extra


def test_own_eyes_are_considered_at_the_root_too_if_that_is_wanted() -> None:
    """Thesis 3.3.2: discouraged by their prior, not pruned, for filling a corner eye can make a bulky five."""
    diagram = """. X . . .
                 X X . . .
                 . . O . .
                 . O . . .
                 . . . . ."""
    for wanted in (False, True):
        settings = {"network": "no", "patterns": "no", "consider_own_eyes": wanted, "eye_prior": 0.0, "memory": 30}
        with create_engine("mcts", playouts=2000, seed=1, threads=1, settings=settings) as engine:
            found = engine.choose_move(Position.from_diagram(diagram), may_resign=False)
        assert ("A5" in {str(candidate.vertex) for candidate in found.candidates}) is wanted


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"criticality": "widening"}, "set priors=widening too"),
        ({"criticality": "rave", "policy": "ucb1-tuned"}, "does nothing with policy=ucb1-tuned"),
        ({"criticality": "rave", "policy": "puct"}, "does nothing with policy=puct"),
    ],
)
def test_a_criticality_that_nobody_would_hear_is_refused(settings: dict[str, str], words: str) -> None:
    with pytest.raises(TengenError, match=words):
        create_engine("mcts", settings=settings)
    for heard in ({"criticality": "widening", "priors": "widening"}, {"criticality": "rave", "policy": "ucb1-rave"}):
        create_engine("mcts", settings=heard).close()
