"""Every number that can be set has bounds, and with each of them at either end a move is found."""

import math
import shlex
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tengen.engines import create_engine
from tengen.engines.builtin.mcts import MctsParameters
from tengen.engines.registry import engine_class, own_engine_names
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.kernels.tree.settings import SETTINGS
from tengen.parameters import About, describe, is_number, parameter, with_settings
from tengen.search.tree import sane_memory

NUMBERS = [
    (engine, name, about)
    for engine in own_engine_names()
    for name, value, about in describe(engine_class(engine).default_parameters)
    if is_number(value) and not (engine == "hybrid" and hasattr(MctsParameters, name))  # those are mcts's
]
# What makes a number matter, where it does nothing by default.
AT_WORK: dict[str, dict[str, Any]] = {
    "exploration": {"policy": "ucb1-rave"},
    "tuned_exploration": {"policy": "ucb1-tuned"},
    "widening": {"priors": "widening"},
    "criticality": {"criticality": "rave"},
    "liberty": {"liberty_maps": True},
    "local": {"local_trees": True},
    "forced": {"local_trees": True},
    "eye": {"consider_own_eyes": True},
    "score_share_late": {"score_scaling": "settled"},
    "komi_a_stone": {"dynamic_komi": "linear"},
    "komi_moves": {"dynamic_komi": "linear"},
    "komi_opening": {"dynamic_komi": "value"},
    "komi_sharpness": {"dynamic_komi": "score", "komi_opening": 0},
    "komi_phase": {"dynamic_komi": "score", "komi_opening": 0},
    "komi_window": {"dynamic_komi": "average"},
    "komi_lost": {"dynamic_komi": "extremes", "komi_period": 50},
    "komi_won": {"dynamic_komi": "extremes", "komi_period": 50},
    "komi": {"dynamic_komi": "value", "komi_opening": 0, "komi_period": 50},
    "opening_moves": {"opening_effort": 2},
    "practice": {"playout": "mogo-lgrf2"},
    "patience": {"command": shlex.join([sys.executable, "-S", str(Path(__file__).with_name("gtp_player.py"))])},
}


def ends(about: About) -> list[float]:
    assert about.minimum is not None
    assert about.maximum is not None
    return [about.minimum, about.maximum]


def at_work(name: str) -> dict[str, Any]:
    return next((settings for words, settings in AT_WORK.items() if name.startswith(words)), {})


def handicap_game() -> Position:
    """A small board on which captures, eyes and a handicap matter."""
    position = Position.from_diagram(
        """. X O . .
           X X O O .
           O O X . .
           . O X X X
           . . O . .""",
        komi=0.5,
    )
    position.handicap = 2
    for move in ("A1", "pass"):
        position.play(move)
    return position


@pytest.mark.parametrize(("engine", "name", "about"), NUMBERS, ids=[f"{engine}-{name}" for engine, name, _ in NUMBERS])
def test_a_move_is_found_at_either_end(engine: str, name: str, about: About, monkeypatch: pytest.MonkeyPatch) -> None:
    # The memory asked for is what the machine can hold (`sane_memory`, tested below); a test takes little of it.
    monkeypatch.setattr("tengen.search.tree._machine_memory", lambda: 32.0)
    for end in ends(about):
        settings = {"memory": 8, "resign_below": 0} if engine == "mcts" else {}
        settings |= {key: value for key, value in at_work(name).items() if key != name} | {name: _text(end)}
        with create_engine(engine, playouts=200, seed=1, settings=settings) as player:
            for position in (handicap_game(), Position(5)):
                report = player.choose_move(position)
                assert report.vertex.is_resign or position.is_legal(report.vertex)
                assert report.winrate is None or 0 <= report.winrate <= 1
                assert all(0 <= candidate.winrate <= 1 for candidate in report.candidates)


def _text(value: float) -> str:
    return str(int(value)) if float(value).is_integer() else repr(value)


@pytest.mark.parametrize(("engine", "name", "about"), NUMBERS, ids=[f"{engine}-{name}" for engine, name, _ in NUMBERS])
def test_beyond_its_ends_and_what_is_no_number_is_refused(engine: str, name: str, about: About) -> None:
    defaults = engine_class(engine).default_parameters
    low, high = ends(about)
    digits = "9" * 5000
    for text in ("inf", "-inf", "nan", "1e999", str(low - 1), str(high + 1), digits, f"-{digits}", "", "ten"):
        with pytest.raises(TengenError, match=rf"^{name}=.* is not possible: write a (whole )?number from .* to .*"):
            with_settings(defaults, {name: text})
    for value in (math.inf, math.nan, 99999999999999999999):
        with pytest.raises(TengenError, match="is not possible"):
            with_settings(defaults, {name: value})


@pytest.mark.parametrize(("name", "about"), [(name, about) for engine, name, about in NUMBERS if engine == "mcts"])
def test_what_the_kernels_are_told_fits_their_record(name: str, about: About) -> None:
    """Also where every prior is multiplied, and each of them is at its end."""
    own = [(key, a) for engine, key, a in NUMBERS if engine == "mcts"]
    priors = {key: _text(ends(a)[1]) for key, a in own if key.endswith("_prior") or key == "prior_scale"}
    for end in ends(about):
        parameters = with_settings(MctsParameters(), {**priors, name: _text(end)})
        record = parameters.record(Position(19))
        playouts = parameters.playout_record(19)
        for field in SETTINGS.names or ():
            assert np.isfinite(record[field]).all(), field
        if name in (SETTINGS.names or ()) and not name.endswith("_prior") and (name, end) != ("expand_after", 0):
            kind = SETTINGS[name]
            assert record[name][0] == kind.type(end)  # not wrapped around, nor another
            assert kind.kind == "f" or np.iinfo(kind).min <= end <= np.iinfo(kind).max
        assert np.isfinite(playouts["map_threshold"]).all()


def test_priors_at_their_ends_stay_within_the_numbers_of_a_node() -> None:
    most = {name: ends(about)[1] for _, name, about in NUMBERS if name.endswith("_prior")}
    scale = next(ends(about)[1] for _, name, about in NUMBERS if name == "prior_scale")
    # Each counts for a point as often as there are points, with the greatest learnt weight, and still it fits.
    assert sum(most.values()) * scale * 361 * 100 < np.finfo(np.float32).max


def test_memory_beyond_the_machine_is_what_the_machine_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tengen.search.tree._machine_memory", lambda: 1000.0)
    assert sane_memory(20_000, 1) == 750


@pytest.mark.parametrize(
    "bounds", [{}, {"minimum": 0}, {"maximum": 9}, {"minimum": 0, "maximum": math.inf}, {"minimum": 6, "maximum": 9}]
)
def test_a_number_cannot_be_declared_without_bounds(bounds: dict[str, float]) -> None:
    with pytest.raises(TypeError, match="a number needs a minimum and a maximum"):
        parameter(5, help="so many", **bounds)
    assert parameter(True, help="words and choices need none") is not None
