"""What an analysis says of positions whose answer everybody knows, and how it is limited, stopped, kept and drawn."""

import json
import time
from collections.abc import Iterator

import pytest

import tengen
from tengen.engines.interface import Engine
from tengen.engines.registry import create_engine
from tengen.game.color import BLACK, WHITE
from tengen.game.position import Position
from tengen.game.vertex import PASS, Vertex
from tengen.search.region import MOST_DEPTH, Region
from tengen.search.report import SearchReport

CAPTURE = """
    . . X O . O . O .
    . X X O O O O O O
    . . X X X O . O .
    X X O O O X O O O
    . X O O O . O . O
    X X O O O X O O O
    . . X X X O . O .
    . X X O O O O O O
    . . X O . O . O ."""


@pytest.fixture
def engine() -> Iterator[Engine]:
    with create_engine("mcts", seed=1, settings={"memory": 32}) as engine:
        yield engine


def corner(*names: str) -> frozenset[Vertex]:
    return frozenset(Vertex.parse(name, 9) for name in names)


def test_the_capture_that_decides_is_found_for_either_side(engine: Engine) -> None:
    turned = CAPTURE.translate(str.maketrans("XO", "OX"))
    for color, diagram in ((BLACK, CAPTURE), (WHITE, turned)):
        found = engine.analyze(Position.from_diagram(diagram, color), playouts=600)
        assert str(found.best.vertex) == "F5"
        assert found.color is color
    assert found.winrate_of(WHITE) == pytest.approx(1 - found.winrate_of(BLACK))
    assert found.score_of(WHITE) == -found.score_of(BLACK)


def test_values_are_the_movers_and_ownership_is_blacks(engine: Engine) -> None:
    found = engine.analyze(Position.from_diagram(CAPTURE, BLACK, komi=-5.5), playouts=600)
    assert found.winrate > 0.8
    assert found.score > 1
    assert found.ownership[Vertex.parse("D5", 9)] > 0.5
    assert 0 <= found.score_deviation < 81
    assert sum(move.visits for move in found.moves) == found.visits == 600


def test_playouts_are_of_this_analysis_and_visits_of_the_tree(engine: Engine) -> None:
    position = Position(9)
    engine.analyze(position, playouts=300)
    again = engine.analyze(position, playouts=200)
    assert (again.playouts, again.visits) == (200, 500)
    more = engine.analyze(position, visits=800)
    assert (more.playouts, more.visits) == (300, 800)
    enough = engine.analyze(position, visits=100)
    assert enough.playouts == 40  # for the sake of ownership
    assert enough.ownership


def test_it_ends_by_time_or_when_told(engine: Engine) -> None:
    engine.analyze(Position(9), playouts=10)  # all is loaded
    began = time.monotonic()
    engine.analyze(Position(9), seconds=0.3)
    assert 0.25 < time.monotonic() - began < 30
    told: list[SearchReport] = []
    engine.analyze(Position(9), on_update=told.append, every=0.05, stopped=lambda: len(told) >= 3)
    assert [a.playouts for a in told] == sorted({a.playouts for a in told})
    assert len(told) == 3


def test_without_any_end_it_is_the_engines_own() -> None:
    with create_engine("mcts", seed=1, playouts=150, settings={"memory": 32}) as engine:
        assert engine.analyze(Position(9)).playouts == 150


@pytest.mark.parametrize("name", ["mcts", "montecarlo"])
def test_what_is_asked_for_goes_before_all_limits_of_the_engine(name: str) -> None:
    with create_engine(name, seed=1, seconds=0.001) as engine:
        assert engine.analyze(Position(9), playouts=700).playouts == 700


def test_an_engine_that_does_not_search_says_so() -> None:
    with create_engine("random", seed=1) as engine, pytest.raises(tengen.TengenError, match="use mcts"):
        engine.analyze(Position(9), playouts=10)


def test_any_engine_that_searches_can_be_analysed_with() -> None:
    told: list[SearchReport] = []
    with create_engine("montecarlo", seed=1) as engine:
        found = engine.analyze(Position.from_diagram(CAPTURE, BLACK, komi=-5.5), playouts=3000)
        assert str(found.best.vertex) == "F5"
        assert found.playouts == found.visits == 3000
        assert found.ownership[Vertex.parse("A5", 9)] > 0.5
        assert found.winrate > 0.5
        avoiding = [Region(BLACK, corner("F5"))]
        assert found.best not in engine.analyze(found.position, playouts=500, regions=avoiding).moves
        engine.analyze(Position(9), on_update=told.append, every=0.01, stopped=lambda: len(told) >= 2)
        assert len(told) == 2


# ---- regions -------------------------------------------------------------------------------


def test_avoided_moves_are_not_considered(engine: Engine) -> None:
    position = Position.from_diagram(CAPTURE, BLACK)
    engine.analyze(position, playouts=200)  # the tree knows the best move …
    found = engine.analyze(position, playouts=200, regions=[Region(BLACK, corner("F5"))])
    assert found.move(Vertex.parse("F5", 9)) is None
    assert found.moves
    back = engine.analyze(position, playouts=400)  # … and finds it again when it may
    assert str(back.best.vertex) == "F5"


def test_a_region_of_the_opponent_does_not_bind_the_mover(engine: Engine) -> None:
    position = Position.from_diagram(CAPTURE, BLACK)
    found = engine.analyze(position, playouts=300, regions=[Region(WHITE, corner("F5"))])
    assert str(found.best.vertex) == "F5"


def test_allowed_moves_bind_as_deep_as_asked(engine: Engine) -> None:
    allowed = corner("A1", "B1", "C1", "A2", "B2", "C2", "A3", "B3", "C3")
    regions = [Region(color, allowed, MOST_DEPTH, allow=True) for color in (BLACK, WHITE)]
    found = engine.analyze(Position(9), playouts=1000, regions=regions)
    seen = {vertex for move in found.moves for vertex in move.variation}
    assert seen <= allowed | {PASS}
    assert max(len(move.variation) for move in found.moves) > 2
    shallow = [Region(color, allowed, 1, allow=True) for color in (BLACK, WHITE)]
    found = engine.analyze(Position(9), playouts=1000, regions=shallow)
    assert {move.vertex for move in found.moves} <= allowed
    assert not {vertex for move in found.moves for vertex in move.variation} <= allowed | {PASS}


def test_a_tree_of_a_region_does_not_serve_the_next_move(engine: Engine) -> None:
    allowed = corner("A1", "B1", "C1", "A2", "B2", "C2")
    position = Position(9)
    regions = [Region(color, allowed, 10, allow=True) for color in (BLACK, WHITE)]
    engine.analyze(position, playouts=500, regions=regions)
    position.play("C2")
    free = engine.analyze(position, playouts=500)
    assert free.visits == 500
    assert any(move.vertex not in allowed for move in free.moves)


def test_where_nothing_is_allowed_a_pass_is_left(engine: Engine) -> None:
    found = engine.analyze(Position(9), playouts=50, regions=[Region(BLACK, frozenset(), 1, allow=True)])
    assert [move.vertex for move in found.moves] == [PASS]


# ---- kept and drawn --------------------------------------------------------------------------


def test_a_saved_analysis_is_read_back_as_it_was(engine: Engine) -> None:
    position = Position.from_diagram(CAPTURE, WHITE)
    found = engine.analyze(position, playouts=300)
    text = json.dumps(found.to_dict())
    again = SearchReport.from_dict(json.loads(text), position)
    assert again.to_dict() == found.to_dict()
    assert again.best.variation == found.best.variation


@pytest.mark.parametrize("spoilt", [{}, {"moves": 3}, {"moves": [{"vertex": "Z99"}]}, {"moves": None}])
def test_what_is_no_saved_analysis_is_told(spoilt: dict[str, object]) -> None:
    with pytest.raises(tengen.TengenError):
        SearchReport.from_dict(spoilt, Position(9))


def test_every_kind_of_mark_is_drawn(engine: Engine) -> None:
    found = engine.analyze(Position(9), playouts=400)
    for kind, mark in {"moves": "candidates", "variation": "variation", "ownership": "ownership"}.items():
        assert f'class="tengen-{mark}"' in found.svg([kind])
    assert "tengen-criticality" in found.svg(["criticality"])
    assert "tengen-policy" in found.svg(["policy"])
    with pytest.raises(tengen.TengenError, match="choose among"):
        found.svg(["colours"])


def test_the_short_way_from_a_notebook() -> None:
    with tengen.create_engine(playouts=200, seed=3) as engine:
        found = engine.analyze(Position(9))
        assert found.playouts == 200
        assert found._repr_svg_().startswith("<svg")
        assert engine.choose_move(Position(9)).playouts == 200
        assert engine.judge(Position(9)).dead == frozenset()
