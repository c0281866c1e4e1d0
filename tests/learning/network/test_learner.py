"""Learning: a rule that is easy to see is learnt, and what was broken off goes on."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install 'tengen[learn]'")
onnx = pytest.importorskip("onnx", reason="onnx is not installed: pip install 'tengen[learn]'")
pytest.importorskip("onnxruntime", reason="onnxruntime is not installed")

from tengen.errors import TengenError  # noqa: E402
from tengen.learning.network.architecture import Shape  # noqa: E402
from tengen.learning.network.learner import NetworkWishes, learn_network, training_options  # noqa: E402
from tengen.learning.network.lessons import Games, Lessons  # noqa: E402
from tengen.learning.network.position_pool import PositionPool  # noqa: E402
from tengen.learning.network.quantise import properties  # noqa: E402
from tengen.learning.network.training import Trainer, TrainingOptions  # noqa: E402
from tengen.records.collections import CollectedGame  # noqa: E402

MakeGames = Callable[..., list[CollectedGame]]
CPU = torch.device("cpu")
QUICK = TrainingOptions(
    Shape(2, 12, pooled_every=2, pooled=4, head=8, hidden=8),
    seconds=4.0, batch=32, rate=1e-2, pool=10_000, least=100, report_every=0.5,
)  # fmt: skip


@pytest.fixture
def lessons(followers: MakeGames) -> Lessons:
    """Games in which everybody plays beside the last stone."""
    games = Games()
    games.extend(followers(40), name="followers")
    return Lessons(games, seed=1, processes=1)


def test_it_learns_a_rule_that_is_easy_to_see(lessons: Lessons) -> None:
    trainer = Trainer(lessons, QUICK, CPU)
    trainer.spent = 0.5 * QUICK.seconds  # steps are counted here, for a busy machine makes few in a second
    pool = PositionPool(lessons, 10_000, 100, CPU)
    pool.wait()
    losses = [float(trainer._step(*pool.draw(32))["policy"]) for _ in range(150)]
    pool.close()
    assert np.mean(losses[-20:]) < np.mean(losses[:20]) - 0.7
    assert trainer.samples == 150 * 32


def test_it_learns_for_a_time_and_tells_how_it_went(lessons: Lessons) -> None:
    trainer = Trainer(lessons, replace(QUICK, seconds=2.0), CPU)
    told: list[float] = []
    trainer.learn(on_progress=lambda spent, _: told.append(spent))
    assert told == sorted(told)
    assert trainer.curve[-1]["seconds"] == trainer.spent >= 2.0
    assert trainer.curve[-1]["samples"] == trainer.samples == 32 * len(told)
    assert np.isfinite([value for told in trainer.curve for value in told.values()]).all()
    trainer.learn()  # all is learnt
    assert trainer.samples == 32 * len(told)


def test_the_rate_rises_and_falls(lessons: Lessons) -> None:
    trainer = Trainer(lessons, replace(QUICK, seconds=100.0), CPU)
    rates = []
    for trainer.spent in (0.0, 1.0, 2.0, 51.0, 99.9):
        rates.append(trainer.rate() / QUICK.rate)
    assert rates == pytest.approx([0.02, 0.52, 1.0, 0.5, 0.001], abs=0.01)


def test_what_was_kept_goes_on(lessons: Lessons, tmp_path: Path) -> None:
    kept = tmp_path / "part"
    first = Trainer(lessons, QUICK, CPU)
    first.learn(seconds=1.0)
    first.keep(kept, "these games")
    second = Trainer(lessons, QUICK, CPU)
    assert not second.restore(kept, "other games")
    assert not second.restore(tmp_path / "missing", "these games")
    assert second.samples == 0
    assert second.restore(kept, "these games")
    assert (second.spent, second.samples, second.curve) == (first.spent, first.samples, first.curve)
    for name, value in first.network.state_dict().items():
        assert torch.equal(value, second.network.state_dict()[name]), name
    second.learn()
    assert second.spent >= QUICK.seconds
    assert second.samples > first.samples
    kept.write_bytes(kept.read_bytes()[:1000])
    assert not second.restore(kept, "these games")


def test_it_judges_positions(lessons: Lessons) -> None:
    trainer = Trainer(lessons, QUICK, CPU)
    rows = next(iter(lessons))[:50]
    said = trainer.judge(rows)
    assert said.rank.shape == said.win_rate.shape == said.margin.shape == (50,)
    assert ((said.win_rate > 0) & (said.win_rate < 1)).all()


def test_of_broken_games_what_comes_before_the_break_is_learnt_from(followers: MakeGames) -> None:
    games = Games()
    games.extend([replace(game, moves=np.full(20, game.moves[0])) for game in followers(10)])
    lessons = Lessons(games, seed=1, processes=1)
    lessons.games.parts[:] = ["learn"] * 10
    pool = PositionPool(lessons, 1000, 100, CPU)
    pool.wait()
    assert pool.draw(4)[0].shape == (4, 49)  # the first moves are legal
    pool.close()


# ---- the whole -----------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, followers: MakeGames, write_games: Callable[..., Path]) -> Path:
    """Sixty games on 7x7 and ten on 9x9."""
    return write_games(tmp_path / "games", [*followers(60), *followers(10, size=9)])


def wishes(folder: Path, minutes: float = 0.03) -> NetworkWishes:
    out = folder.parent / "mine.onnx"
    return NetworkWishes([folder], out, minutes, blocks=1, channels=8, batch=16, device="cpu", processes=1)


def test_games_become_a_file_and_figures(folder: Path, tmp_path: Path) -> None:
    told: list[tuple[str, int, int, str]] = []
    outcome = learn_network(wishes(folder), lambda *step: told.append(step))
    model = onnx.load(tmp_path / "mine.onnx")
    about = properties(model)
    assert json.loads(about["learnt_from"]) == ["games"]
    assert int(about["samples"]) == outcome.samples > 0
    figures = json.loads(about["figures"])
    assert figures["test"] == json.loads(json.dumps([its.as_dict() for its in outcome.figures]))
    assert {its.size for its in outcome.figures} <= {7, 9}
    assert set(outcome.in_bytes) <= {7, 9}
    assert sum(outcome.games.values()) < 70
    assert not (tmp_path / "mine.onnx.part").exists()
    assert {what for what, *_ in told} >= {"reading games", "learning, in seconds", "testing", "turning it into bytes"}
    json.dumps(outcome.as_dict())


def test_the_same_wishes_go_on_after_a_break(folder: Path, tmp_path: Path) -> None:
    long = wishes(folder, minutes=0.1)

    def stop(what: str, done: int, of: int, note: str) -> None:
        if what.startswith("learning") and done >= 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        learn_network(long, stop)
    assert (tmp_path / "mine.onnx.part").exists()
    assert not (tmp_path / "mine.onnx").exists()
    told: list[int] = []
    learn_network(long, lambda what, done, *_: told.append(done) if what.startswith("learning") else None)
    assert told[0] >= 2
    assert (tmp_path / "mine.onnx").exists()


def test_what_is_wished_and_what_is_usual() -> None:
    usual = training_options(NetworkWishes([], Path("x")), CPU)
    assert (usual.shape.blocks, usual.shape.channels, usual.batch) == (6, 64, 128)
    wished = training_options(NetworkWishes([], Path("x"), 2.0, blocks=3, channels=16, batch=4096), CPU)
    assert (wished.shape.blocks, wished.shape.channels, wished.batch, wished.seconds) == (3, 16, 4096, 120)
    assert wished.rate == TrainingOptions().rate > usual.rate


def test_what_cannot_be_is_refused_in_one_sentence(folder: Path) -> None:
    with pytest.raises(TengenError, match="too little to learn from: 5 games are needed"):
        learn_network(replace(wishes(folder), most_games=3))
    with pytest.raises(TengenError, match="1 collections, but 2 numbers"):
        learn_network(replace(wishes(folder), times=[1, 2]))
    if not torch.cuda.is_available():
        with pytest.raises(TengenError, match="PyTorch finds no GPU here"):
            learn_network(replace(wishes(folder), device="cuda"))
