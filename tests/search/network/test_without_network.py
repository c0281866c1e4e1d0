"""Where the network cannot be used: one sentence, and the classical engine plays."""

import logging
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tengen.engines.builtin import mcts
from tengen.engines.builtin.mcts import MctsEngine
from tengen.engines.interface import EngineOptions
from tengen.engines.levels import measured, ranks
from tengen.game.position import Position
from tengen.kernels.network.inputs import GLOBALS, INPUTS_VERSION, PLANES
from tengen.search.network import model
from tengen.search.network.model import DISABLED_BY, SHIPPED, NetworkMissing, network_model
from tengen.search.network.seal import sealed


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


def test_one_changed_byte(tmp_path: Path) -> None:
    """ONNX Runtime would use the weights as they are."""
    shipped, damaged = SHIPPED.read_bytes(), tmp_path / "damaged.onnx"
    damaged.write_bytes(sealed(shipped))
    assert network_model(str(damaged)) is not None
    at = len(shipped) // 2
    damaged.write_bytes(
        sealed(shipped).replace(shipped[at : at + 50], bytes([shipped[at] ^ 1]) + shipped[at + 1 : at + 50])
    )
    os.utime(damaged, (1, 1))
    with pytest.raises(NetworkMissing, match=r"damaged\.onnx cannot be used as a network: it is damaged"):
        network_model(str(damaged))


def test_a_network_for_something_else(tmp_path: Path) -> None:
    """One that reads numbers called x and writes numbers called y."""
    other = tmp_path / "other.onnx"
    told = {"inputs": INPUTS_VERSION, "planes": PLANES, "globals": GLOBALS}
    other.write_bytes(another_model({name: str(number) for name, number in told.items()}))
    with pytest.raises(NetworkMissing, match=r"other\.onnx is no network of Tengen's"):
        network_model(str(other))
    other.write_bytes(another_model({}))
    with pytest.raises(NetworkMissing, match=r"other\.onnx is a network for another version"):
        network_model(str(other))


def another_model(properties: dict[str, str]) -> bytes:
    """The least that ONNX Runtime loads, with these properties, in protocol buffers."""

    def field(number: int, value: bytes | int) -> bytes:
        if isinstance(value, int):
            return bytes([number << 3, value])
        return bytes([number << 3 | 2, len(value)]) + value

    def numbers(name: bytes) -> bytes:
        shape = field(1, field(1, 1)) + field(1, field(1, 2))
        return field(1, name) + field(2, field(1, field(1, 1) + field(2, shape)))

    node = field(1, field(1, b"x") + field(2, b"y") + field(4, b"Relu"))
    graph = node + field(2, b"graph") + field(11, numbers(b"x")) + field(12, numbers(b"y"))
    said = (field(14, field(1, name.encode()) + field(2, text.encode())) for name, text in properties.items())
    return field(1, 8) + field(7, graph) + field(8, field(2, 17)) + b"".join(said)


@pytest.mark.parametrize("unit", ["abc", "nan", "0"])
def test_a_network_that_says_nonsense_of_itself(unit: str, tmp_path: Path) -> None:
    other = tmp_path / "other.onnx"
    name, value = b"points_unit", unit.encode()
    pair = b"\x0a" + bytes([len(name)]) + name + b"\x12" + bytes([len(value)]) + value
    other.write_bytes(SHIPPED.read_bytes() + b"\x72" + bytes([len(pair)]) + pair)  # the last one counts
    with pytest.raises(NetworkMissing, match="points_unit"):
        network_model(str(other))


@pytest.mark.parametrize("name", ["", "/", "~nobody-of-that-name/network.onnx", "a\0b"])
def test_names_of_no_file(name: str) -> None:
    with pytest.raises(NetworkMissing, match=r"the network [./]+ cannot be read: \w|there is no network at \S"):
        network_model(name)


@pytest.mark.parametrize("where", [b"learnt_from", b"entry.kernel", b"owner_tanh"])
def test_a_damaged_file_is_told_of_in_one_line(where: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """ONNX Runtime would print four lines to the standard output, before it tries the same again."""
    data = bytearray(SHIPPED.read_bytes())
    data[data.index(where)] = 0xF3  # no text any more
    damaged = tmp_path / "damaged.onnx"
    damaged.write_bytes(data)
    with pytest.raises(NetworkMissing) as caught:
        network_model(str(damaged))
    assert "\n" not in str(caught.value)
    assert capfd.readouterr() == ("", "")


def test_why_onnxruntime_cannot_be_loaded_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "onnxruntime.py").write_text("raise OSError('libthis.so: cannot open:\\nno such file')")
    monkeypatch.delitem(sys.modules, "onnxruntime", raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(NetworkMissing, match=r"loaded: libthis\.so: cannot open: no such file$"):
        network_model("yes")


def test_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    assert network_model("no") is None
    assert network_model("auto") is not None
    monkeypatch.setenv(DISABLED_BY, "no")
    assert network_model("auto") is None
    assert network_model("yes") is not None


def test_a_level_that_there_is_only_with_the_network(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is weaker without one, and that is said once."""
    monkeypatch.setenv(DISABLED_BY, "no")
    mcts._say_once.cache_clear()
    strongest, without = ranks()[-1], measured()[-1].elo
    for level in (strongest, "10k", strongest):
        with MctsEngine(EngineOptions(playouts=10, seed=1, threads=1, settings={"level": level})) as engine:
            engine.choose_move(Position(9))
    assert [record.getMessage() for record in caplog.records] == [
        f"without the network there is no level {strongest}; the nearest, {without:.0f} Elo, plays"
    ]
