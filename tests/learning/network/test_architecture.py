"""The network: small boards on the canvas, orientations, and the same answers from an ONNX file."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install 'tengen[learn]'")
onnx = pytest.importorskip("onnx", reason="onnx is not installed: pip install 'tengen[learn]'")
onnxruntime = pytest.importorskip("onnxruntime", reason="onnxruntime is not installed")

from tengen.kernels.geometry import MAX_SIZE  # noqa: E402
from tengen.learning.network.answers import compare, judge_by, run_model  # noqa: E402
from tengen.learning.network.architecture import Network, Shape  # noqa: E402
from tengen.learning.network.export import about_network, to_onnx  # noqa: E402
from tengen.learning.network.lessons import CANVAS, Games, Shown, by_size, moves_on_board, shown, some_rows  # noqa: E402
from tengen.learning.network.quantise import Precision, kept_exact, properties, quantise  # noqa: E402
from tengen.learning.network.training import symmetries  # noqa: E402

SIZES = (7, 9, 13, 19)
SMALL = Shape(blocks=4, channels=24, pooled_every=2, pooled=8, head=8, hidden=16)


@pytest.fixture(scope="module")
def network() -> Network:
    """A network of random weights, whose normalisations do something."""
    torch.manual_seed(1)
    network = Network(SMALL)
    for module in network.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            torch.nn.init.uniform_(module.weight, 0.5, 1.5)
            torch.nn.init.uniform_(module.bias, -0.5, 0.5)
            module.running_mean.uniform_(-0.2, 0.2)
            module.running_var.uniform_(0.5, 2.0)
    network.eval()
    return network


@pytest.fixture(scope="module")
def positions(mixed_games: Games) -> dict[int, Shown]:
    """Positions on four board sizes."""
    rows = some_rows(mixed_games, range(24), 4)
    return {size: shown(its, mixed_games) for size, its in by_size(rows, mixed_games).items()}


def answers(network: Network, positions: Shown) -> list[np.ndarray]:
    with torch.no_grad():
        found = network(torch.from_numpy(positions.planes), torch.from_numpy(positions.told))
    return [part.numpy() for part in found]


@pytest.mark.parametrize("size", SIZES)
def test_an_onnx_file_gives_the_same_answers(network: Network, positions: dict[int, Shown], size: int) -> None:
    model = to_onnx(network, about_network(network, ["some"], 100))
    said = run_model(model.SerializeToString(), positions[size])
    for ours, theirs in zip(answers(network, positions[size]), (said.moves, said.outcome, said.owners), strict=True):
        np.testing.assert_allclose(theirs, ours, atol=1e-4)
    assert said.moves.shape == (len(positions[size]), size * size + 1)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    batch = session.run(("moves",), positions[size].feed)[0]
    np.testing.assert_allclose(batch, said.moves, atol=1e-4)


@pytest.mark.parametrize("size", SIZES[:-1])
def test_a_small_board_on_the_canvas_is_judged_as_alone(
    network: Network, positions: dict[int, Shown], size: int
) -> None:
    alone = positions[size]
    planes = np.zeros((*alone.planes.shape[:2], MAX_SIZE, MAX_SIZE), np.float32)
    planes[:, :, :size, :size] = alone.planes
    on_canvas = answers(network, Shown(planes, alone.told))
    by_itself = answers(network, alone)
    where = (np.arange(size)[:, None] * MAX_SIZE + np.arange(size)).ravel()
    np.testing.assert_allclose(on_canvas[0][:, where], by_itself[0][:, :-1], atol=1e-4)
    np.testing.assert_allclose(on_canvas[0][:, CANVAS], by_itself[0][:, -1], atol=1e-4)
    np.testing.assert_allclose(on_canvas[1], by_itself[1], atol=1e-4)
    np.testing.assert_allclose(on_canvas[2][:, where], by_itself[2], atol=1e-4)
    outside = np.ones(CANVAS, np.bool_)
    outside[where] = False
    assert on_canvas[0][:, :CANVAS][:, outside].max() < by_itself[0].min() - 10
    assert not on_canvas[2][:, outside].any()


def test_the_eight_orientations() -> None:
    source, goal = symmetries()
    assert len({tuple(row.tolist()) for row in source}) == 8
    square = np.arange(CANVAS).reshape(MAX_SIZE, MAX_SIZE)
    expected = {tuple(np.rot90(some, turn).ravel()) for some in (square, square.T) for turn in range(4)}
    assert {tuple(row.tolist()) for row in source} == expected
    for its_source, its_goal in zip(source, goal, strict=True):
        assert (its_source[its_goal[:CANVAS]] == torch.arange(CANVAS)).all()
        assert its_goal[CANVAS] == CANVAS


def test_what_a_file_says_about_itself(network: Network) -> None:
    told = properties(to_onnx(network, about_network(network, ["a", "b"], 1234, {"top1": 0.5})))
    assert (told["format"], told["inputs"], told["samples"], told["points_unit"]) == ("1", "1", "1234", "20.0")
    assert told["learnt_from"] == '["a", "b"]'
    assert '"blocks": 4' in told["shape"]
    assert told["figures"] == '{"top1": 0.5}'


def test_a_judge_by_a_file_agrees_with_the_network(
    network: Network, positions: dict[int, Shown], mixed_games: Games
) -> None:
    model = to_onnx(network, about_network(network, ["some"], 100))
    rows = some_rows(mixed_games, range(24), 4)
    said = judge_by(model.SerializeToString(), mixed_games, 20.0)(rows)
    for size, its in by_size(rows, mixed_games).items():
        at = np.isin(rows["game"], its["game"])
        moves, outcome, _ = answers(network, positions[size])
        played = moves[np.arange(len(its)), moves_on_board(its, size)]
        np.testing.assert_array_equal(said.rank[at], (moves > played[:, None]).sum(1))
        np.testing.assert_allclose(said.win_rate[at], 1 / (1 + np.exp(-outcome[:, 0])), atol=1e-4)
        np.testing.assert_allclose(said.margin[at], 20 * outcome[:, 1], atol=1e-2)


# ---- 8 bits --------------------------------------------------------------------------


@pytest.mark.parametrize("reduced", [False, True])
def test_in_bytes_it_is_smaller_and_nearly_the_same(
    network: Network, positions: dict[int, Shown], mixed_games: Games, reduced: bool
) -> None:
    exact = to_onnx(network, about_network(network, ["some"], 100))
    before = exact.SerializeToString()
    model = quantise(exact, list(positions.values()), Precision(reduced=reduced))
    assert exact.SerializeToString() == before
    assert properties(model) == properties(exact)
    onnx.checker.check_model(model)
    kernels = sum(onnx.numpy_helper.to_array(each).nbytes for each in model.graph.initializer)
    assert kernels < 0.45 * sum(onnx.numpy_helper.to_array(each).nbytes for each in exact.graph.initializer)
    rows = by_size(some_rows(mixed_games, range(24), 4), mixed_games)
    for size, some in positions.items():
        rough = run_model(model.SerializeToString(), some)
        said = compare(run_model(before, some), rough, moves_on_board(rows[size], size), 20.0)
        assert said["positions"] == len(some)
        assert said["same_move"] > 0.8
        assert said["win_rate_error"] < 0.02
        assert said["margin_error"] < 1.0


def test_heads_and_sums_over_the_board_stay_exact(network: Network) -> None:
    model = to_onnx(network, about_network(network, [], 0))
    kept = kept_exact(model, Precision())
    for name in ("policy_point", "value", "owner", "entry", "blocks.1.above", "blocks.1.biased"):
        assert name in kept
    assert not {"blocks.0.first", "blocks.1.second", "blocks.1.sum"} & set(kept)
