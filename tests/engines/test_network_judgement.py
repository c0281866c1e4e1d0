"""Dead stones by playouts and the network together."""

import pytest

from tengen.engines import create_engine
from tengen.engines.endgame import network_judgement
from tengen.engines.endgame.network_judgement import judge_by_both, owners_by_network
from tengen.engines.endgame.playout_judgement import judge_by_playouts
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.search.network.model import network_model

# Black holds the left, White the right; the black stones at G8 and G2 have no room to live.
LOST = """
    . . . . X O . . .
    . . . X X O X . .
    . . . . X O . . .
    . . X . X O . . .
    . . . . X O . O .
    . . X . X O . . .
    . . . . X O . . .
    . . . X X O X . .
    . . . . X O . . ."""


@pytest.fixture
def position() -> Position:
    return Position.from_diagram(LOST)


def test_the_network_knows_who_owns_what(position: Position) -> None:
    model = network_model("yes")
    assert model is not None
    owners = owners_by_network(position, model)
    assert owners[Vertex.parse("B5")] > 0.9
    assert owners[Vertex.parse("J5")] < -0.9
    assert owners[Vertex.parse("G8")] < -0.5


def test_it_does_not_matter_who_is_to_move(position: Position) -> None:
    model = network_model("yes")
    assert model is not None
    turned = position.copy()
    turned.to_play = position.to_play.other
    first, second = owners_by_network(position, model), owners_by_network(turned, model)
    assert first == pytest.approx(second, abs=1e-3)


def test_stones_are_judged_by_the_mean(position: Position, monkeypatch: pytest.MonkeyPatch) -> None:
    by_playouts, lost = judge_by_playouts(position), Vertex.parse("G8")
    doubt = by_playouts.ownership[lost]
    assert doubt < -0.5

    def dead_if_the_network_says(owner: float) -> frozenset[Vertex]:
        def owners(_position: Position, _model: object) -> dict[Vertex, float]:
            return {**by_playouts.ownership, lost: owner}

        monkeypatch.setattr(network_judgement, "owners_by_network", owners)
        return judge_by_both(position, network_model("yes")).dead

    assert lost in dead_if_the_network_says(-doubt - 0.1)
    assert lost not in dead_if_the_network_says(-doubt + 0.1)


def test_without_a_network_playouts_decide_alone(position: Position) -> None:
    assert judge_by_both(position, None) == judge_by_playouts(position)
    classical = create_engine("mcts", settings={"network": "no"})
    assert classical.judge_quickly(position) == judge_by_playouts(position)


@pytest.mark.parametrize("engine", ["mcts", "network"])
def test_engines_with_a_network_ask_it(position: Position, engine: str) -> None:
    with create_engine(engine, settings={"network": "yes"}) as judge:
        found = judge.judge(position)
    assert found.dead == {Vertex.parse("G8"), Vertex.parse("G2")}
    assert found.ownership != judge_by_playouts(position).ownership
