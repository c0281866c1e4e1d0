"""The engine that plays the network's first sight."""

import pytest

from tengen import Position
from tengen.engines.registry import create_engine
from tengen.errors import TengenError


@pytest.mark.parametrize("size", [7, 9, 13, 19])
def test_it_plays_where_people_begin(size: int) -> None:
    report = create_engine("network").choose_move(Position(size))
    assert report.vertex.is_on(size)
    assert report.winrate is not None
    assert report.score is not None
    assert len(report.ownership) == size * size


def test_a_game_ends() -> None:
    engine, position = create_engine("network", seed=1), Position(7)
    while not position.is_over and len(position.moves) < 300:
        position.play(engine.choose_move(position).vertex)
    assert position.is_over


def test_a_temperature_draws() -> None:
    moves = {
        create_engine("network", seed=seed, settings={"temperature": 3}).choose_move(Position(9)).vertex
        for seed in range(6)
    }
    assert len(moves) > 1


def test_without_a_network_it_says_so() -> None:
    engine = create_engine("network", settings={"network": "no"})
    with pytest.raises(TengenError, match="needs a network"):
        engine.choose_move(Position(9))
