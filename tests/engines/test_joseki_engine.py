"""The joseki engine, and what the others say of moves that a dictionary knows."""

from pathlib import Path

import pytest

from tengen.engines import create_engine
from tengen.game.color import WHITE
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.protocols.gtp.session import GtpSession
from tengen.search.region import Region


def after(*moves: str, size: int = 19) -> Position:
    position = Position(size)
    for move in moves:
        position.play(move)
    return position


def test_it_answers_in_the_corner_of_the_last_move() -> None:
    engine = create_engine("joseki", seed=1)
    for corner, invasion, answers in (("Q16", "R17", "R16 Q17"), ("D4", "C3", "C4 D3"), ("D16", "C17", "C16 D17")):
        report = engine.choose_move(after(corner, invasion))
        assert str(report.vertex) in answers.split()
        assert report.comment.startswith("joseki, ")


def test_it_passes_where_it_knows_no_corner() -> None:
    engine = create_engine("joseki", seed=1)
    report = engine.choose_move(Position(9))
    assert report.vertex.is_pass
    assert "dictionary" in report.comment
    assert not engine.choose_move(Position(13)).vertex.is_pass


def test_a_whole_game_with_itself_ends() -> None:
    engine, position = create_engine("joseki", seed=1, settings={"draw": True}), Position(19)
    while not position.is_over and len(position.moves) < 400:
        position.play(engine.choose_move(position).vertex)
    assert position.is_over
    assert 8 < len(position.moves) < 400


def test_drawn_moves_differ_and_a_seed_repeats_them() -> None:
    def opening(seed: int) -> list[str]:
        engine, position = create_engine("joseki", seed=seed, settings={"draw": True}), Position(19)
        return [str(position.play(engine.choose_move(position).vertex)) for _ in range(12)]

    assert opening(1) == opening(1)
    assert len({tuple(opening(seed)) for seed in range(5)}) > 1


def test_a_missing_dictionary_is_told_and_it_passes(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    engine = create_engine("joseki", settings={"joseki": str(tmp_path / "none.book")})
    assert engine.choose_move(Position(19)).vertex.is_pass
    assert "no joseki dictionary" in caplog.text


def test_a_search_says_that_its_move_is_joseki() -> None:
    settings = {"network": "no", "joseki": "yes", "joseki_bias": 5000.0, "memory": 30}
    engine = create_engine("mcts", playouts=60, seed=1, settings=settings)
    only = Region(WHITE, frozenset({Vertex.parse("C4")}), allow=True)
    report = engine.choose_move(after("Q16", "D4", "C3"), regions=[only])
    assert str(report.vertex) == "C4"
    assert report.comment.startswith("joseki, ")


def test_in_gtp(tmp_path: Path) -> None:
    session = GtpSession(create_engine("joseki", seed=1))
    for line in ("boardsize 19", "play b Q16", "play w D4", "play b C3"):
        assert session.answer(line).startswith("=")
    assert session.answer("genmove w").split()[1] in ("C4", "D3")
    assert session.answer("tengen-set playout=moggy").startswith("?")
