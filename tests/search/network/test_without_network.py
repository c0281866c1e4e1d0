"""Where the network cannot be used: one sentence, and the classical engine plays."""

import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tengen.engines.builtin.mcts import MctsEngine
from tengen.engines.interface import EngineOptions
from tengen.game.position import Position
from tengen.search.network import model
from tengen.search.network.model import DISABLED_BY, SHIPPED, NetworkMissing, network_model


@pytest.fixture(autouse=True)
def _nothing_remembered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv(DISABLED_BY, raising=False)
    model._loaded.cache_clear()
    model._say_once.cache_clear()
    yield
    model._loaded.cache_clear()
    model._say_once.cache_clear()


def plays(network: str) -> MctsEngine:
    engine = MctsEngine(EngineOptions(playouts=100, seed=1, threads=1, settings={"network": network}))
    assert engine.choose_move(Position(9)).playouts == 100
    return engine


def test_without_onnxruntime(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            plays("auto").close()
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == 1
    assert said[0].endswith("the classical engine plays")
    assert "ONNX Runtime" in said[0]
    with pytest.raises(NetworkMissing, match="ONNX Runtime"):
        network_model("yes")


def test_without_weights(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(model, "SHIPPED", tmp_path / "network.onnx")
    plays("auto").close()
    assert [record.getMessage() for record in caplog.records if "no network" in record.getMessage()]


@pytest.mark.parametrize("cut", [0, 10, 1000, -1000])
def test_with_damaged_weights(cut: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    damaged = tmp_path / "damaged.onnx"
    damaged.write_bytes(SHIPPED.read_bytes()[:cut])
    with pytest.raises(NetworkMissing, match=r"damaged\.onnx"):
        network_model(str(damaged))
    monkeypatch.setattr(model, "SHIPPED", damaged)
    plays("auto").close()


def test_a_file_that_is_none(tmp_path: Path) -> None:
    other = tmp_path / "game.sgf"
    other.write_text("(;SZ[9])")
    with pytest.raises(NetworkMissing, match=r"game\.sgf cannot be used"):
        network_model(str(other))
    with pytest.raises(NetworkMissing, match="there is no network"):
        network_model(str(tmp_path / "nowhere.onnx"))


def test_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    assert network_model("no") is None
    assert network_model("auto") is not None
    monkeypatch.setenv(DISABLED_BY, "no")
    assert network_model("auto") is None
    assert network_model("yes") is not None
