"""The patterns engine: it plays at once what the learnt weights think likeliest."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from tengen.engines import create_engine
from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE
from tengen.game.legality import Illegal
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.learnt.features import NEAR, PLAIN
from tengen.search.likely_moves import likely_moves
from tengen.search.weights_file import WeightsFile, WeightsSection, write_weights


@pytest.fixture
def beside(tmp_path: Path) -> str:
    """A file of weights that like what is next to the last move."""
    plain = np.zeros(PLAIN, np.float32)
    plain[NEAR + 2 * 18 : NEAR + 3 * 18] = 4.0
    known = WeightsSection(9, 1, 1, plain, np.zeros(0, np.uint32), np.zeros(0, np.float32))
    write_weights(tmp_path / "beside.bin", WeightsFile((known,), ("nobody",)))
    return str(tmp_path / "beside.bin")


@pytest.mark.parametrize("patterns", ["yes", "no"])
@pytest.mark.parametrize("temperature", [0, 1])
@pytest.mark.parametrize("size", [5, 9])
def test_whole_games_are_legal_and_end(size: int, patterns: str, temperature: float) -> None:
    engine = create_engine("patterns", seed=size, settings={"patterns": patterns, "temperature": temperature})
    position = Position(size, rules="tromp-taylor")
    while not position.is_over and position.move_number < 6 * size * size:
        position.play(engine.choose_move(position).vertex)
    assert position.is_over
    assert position.move_number > size


def test_it_plays_the_likeliest_move_and_tells_its_chance() -> None:
    position = Position(19)
    engine = create_engine("patterns", seed=1)
    for _ in range(10):
        moves = likely_moves(position)
        report = engine.choose_move(position)
        assert report.vertex == moves[0][0]
        assert report.color is position.to_play
        told = [(candidate.vertex, candidate.prior) for candidate in report.candidates]
        assert told == moves[: len(told)]
        assert f"played in {moves[0][1]:.0%} of such positions" == report.comment
        position.play(report.vertex)


def test_a_file_of_ones_own_is_used(beside: str) -> None:
    position = Position(9)
    position.play("C3")
    report = create_engine("patterns", settings={"patterns": beside}).choose_move(position)
    assert str(report.vertex) in {"B3", "D3", "C2", "C4"}
    engine = create_engine("patterns")
    engine.change_settings({"patterns": beside})
    assert engine.choose_move(position).vertex == report.vertex


def test_at_a_temperature_of_one_each_is_played_as_often_as_it_is_likely(beside: str) -> None:
    position = Position(9)
    position.play("C3")
    near = {Vertex.parse(name) for name in ("B3", "D3", "C2", "C4")}

    def share(temperature: float) -> float:
        engine = create_engine("patterns", seed=5, settings={"patterns": beside, "temperature": temperature})
        played = Counter(engine.choose_move(position).vertex for _ in range(200))
        assert temperature == 0 or len(played) > 3
        return sum(played[vertex] for vertex in near) / 200

    wanted = sum(chance for vertex, chance in likely_moves(position, beside) if vertex in near)
    assert 0.6 < wanted < 0.9
    assert share(1) == pytest.approx(wanted, abs=0.12)
    assert share(0) == 1
    assert share(0.3) > 0.97
    assert share(10) < 0.4


def test_a_seed_repeats_the_game() -> None:
    def game(seed: int) -> list[Vertex]:
        engine = create_engine("patterns", seed=seed, settings={"temperature": 1})
        position = Position(9)
        for _ in range(12):
            position.play(engine.choose_move(position).vertex)
        return [move.vertex for move in position.moves]

    assert game(3) == game(3)
    assert game(3) != game(4)


def test_superko_is_kept_though_the_weights_do_not_know_it(ko_on_the_whole_board: Position) -> None:
    position = ko_on_the_whole_board
    assert position.why_illegal("B3") is Illegal.SUPERKO
    for seed in range(20):
        engine = create_engine("patterns", seed=seed, settings={"temperature": 5})
        report = engine.choose_move(position)
        assert position.is_legal(report.vertex)
        assert not report.vertex.is_pass


def test_it_passes_when_nothing_is_left() -> None:
    position = Position.from_diagram(
        """
        . X O . O
        X X O O .
        X X X O O
        . X X O .
        X X O O O"""
    )
    for color in (BLACK, WHITE):
        position.to_play = color
        report = create_engine("patterns").choose_move(position)
        assert report.vertex.is_pass
        assert report.comment == "nothing left to play"
        assert report.candidates == ()


def test_cleaning_up_takes_dead_stones_and_then_passes() -> None:
    position = Position.from_diagram(
        """
        . X . X O . X
        X X X X O . .
        X X X X O O O
        X X X X O O .
        X X X X O O O
        X . X X O O .
        X X X X O O O""",
        to_play="white",
    )
    engine = create_engine("patterns")
    for _ in range(6):
        report = engine.choose_move(position, cleanup=True)
        if report.vertex.is_pass:
            break
        position.play(report.vertex)
        position.play("pass")
    assert report.vertex.is_pass
    assert position["G7"] is not BLACK


def test_settings_have_bounds() -> None:
    with pytest.raises(TengenError, match="temperature"):
        create_engine("patterns", settings={"temperature": -1})
    with pytest.raises(TengenError, match="there is no setting 'playouts_of'"):
        create_engine("patterns", settings={"playouts_of": 3})


def test_it_leaves_the_position_alone() -> None:
    position = Position(9)
    position.play("D4")
    before = position.copy()
    create_engine("patterns").choose_move(position)
    assert position == before
