"""Beginning with a network of a file: it says what the file says, before and after it is made ready to learn on."""

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install 'tengen[learn]'")
onnx = pytest.importorskip("onnx", reason="onnx is not installed: pip install 'tengen[learn]'")
pytest.importorskip("onnxruntime", reason="onnxruntime is not installed")

from tengen.errors import TengenError  # noqa: E402
from tengen.learning.network.answers import run_model  # noqa: E402
from tengen.learning.network.architecture import Network, Shape  # noqa: E402
from tengen.learning.network.export import about_network, to_onnx  # noqa: E402
from tengen.learning.network.learner import NetworkWishes, learn_network  # noqa: E402
from tengen.learning.network.lessons import Games, Shown, by_size, shown, some_rows  # noqa: E402
from tengen.learning.network.quantise import quantise, with_properties  # noqa: E402
from tengen.learning.network.start import read_network, settle  # noqa: E402
from tengen.search.network.model import SHIPPED  # noqa: E402


@pytest.fixture(scope="module")
def positions(mixed_games: Games) -> Shown:
    rows = some_rows(mixed_games, range(len(mixed_games.games)), 4)
    return shown(by_size(rows, mixed_games)[9], mixed_games)


@pytest.fixture(scope="module")
def network(positions: Shown) -> Network:
    """A network whose normalisations do something."""
    torch.manual_seed(3)
    made = Network(Shape(3, 16, pooled_every=2, pooled=4, head=8, hidden=8))
    for _ in range(30):
        made(torch.from_numpy(positions.planes), torch.from_numpy(positions.told))
    made.eval()
    return made


def says(network: Network, positions: Shown) -> list[np.ndarray]:
    with torch.no_grad():
        answers = network(torch.from_numpy(positions.planes), torch.from_numpy(positions.told))
    return [answer.numpy() for answer in answers]


def test_a_file_is_read_back_exactly_and_readied_without_changing_its_mind(
    network: Network, positions: Shown, tmp_path: Path
) -> None:
    path = tmp_path / "small.onnx"
    path.write_bytes(to_onnx(network, about_network(network, ["games"], 1)).SerializeToString())
    again = read_network(path).eval()
    assert again.shape == network.shape
    for mine, its in zip(says(network, positions), says(again, positions), strict=True):
        np.testing.assert_allclose(mine, its, atol=1e-4)
    settle(again, [(torch.from_numpy(positions.planes), torch.from_numpy(positions.told))] * 2)
    for mine, its in zip(says(network, positions), says(again.eval(), positions), strict=True):
        np.testing.assert_allclose(mine, its, atol=1e-3)
    # Learning, it sees the batch's own means, which are those it was readied on.
    for mine, its in zip(says(network, positions), says(again.train(), positions), strict=True):
        np.testing.assert_allclose(mine, its, atol=1e-2)


def test_a_file_in_8_bits_is_read_back_nearly(network: Network, positions: Shown, tmp_path: Path) -> None:
    exact = to_onnx(network, about_network(network, ["games"], 1))
    path = tmp_path / "bytes.onnx"
    path.write_bytes(with_properties(quantise(exact, [positions]), {}).SerializeToString())
    again = read_network(path).eval()
    moves, outcome, _ = says(again, positions)
    wanted, won, _ = says(network, positions)
    assert np.abs(moves - wanted).mean() < 0.05 * wanted.std()
    assert np.abs(outcome - won).mean() < 0.1


def test_the_network_that_ships_can_be_learnt_on_from(positions: Shown) -> None:
    network = read_network(SHIPPED).eval()
    moves, outcome, _ = says(network, positions)
    answers = run_model(SHIPPED.read_bytes(), positions)
    assert (moves.argmax(1) == answers.moves.argmax(1)).mean() > 0.85
    assert np.corrcoef(outcome[:, 0], answers.outcome[:, 0])[0, 1] > 0.97


@pytest.mark.parametrize("content", [b"", b"no network", None])
def test_what_is_no_network_is_refused_in_a_sentence(content: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "other.onnx"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(TengenError, match=r"other\.onnx"):
        read_network(path)


def test_another_shape_than_the_file_has_is_refused(tmp_path: Path) -> None:
    wishes = NetworkWishes([tmp_path], tmp_path / "out.onnx", blocks=4, start="shipped")
    with pytest.raises(TengenError, match="leave out --blocks 4, or --start"):
        learn_network(wishes)
