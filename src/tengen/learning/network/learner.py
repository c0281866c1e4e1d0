"""Learning a network from collections of games into a file: owners, lessons, 8 bits and figures; resumable."""

import json
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
import torch

from tengen.cores import usable_cores
from tengen.errors import TengenError
from tengen.files import replace_file
from tengen.kernels.network.inputs import INPUTS_VERSION
from tengen.learning.network.answers import compare, run_model
from tengen.learning.network.architecture import POINTS_UNIT, Network, Shape
from tengen.learning.network.counted_games import find_owners
from tengen.learning.network.export import about_network, to_onnx
from tengen.learning.network.figures import Figures, figures_of
from tengen.learning.network.lessons import (
    Games,
    Lessons,
    by_size,
    can_fork,
    moves_on_board,
    read_all,
    shown,
    some_rows,
)
from tengen.learning.network.position_pool import BYTES_A_POSITION
from tengen.learning.network.quantise import calibration_positions, quantise, with_properties
from tengen.learning.network.start import read_network
from tengen.learning.network.training import Trainer, TrainingOptions
from tengen.records.collections import Tally
from tengen.search.network.model import SHIPPED
from tengen.search.network.seal import sealed

Device = Literal["auto", "cpu", "cuda"]
Progress = Callable[[str, int, int, str], None]  # what, done, of, and a note
LEAST_GAMES = 5  # to learn from
_KEPT_EVERY = 60.0  # seconds
_COMPARED = 300  # positions of each board size, between the network and its 8 bits


@dataclass(frozen=True)
class _Scale:
    """What is usual on a kind of device."""

    blocks: int
    channels: int
    batch: int
    pool: int  # positions, at most
    least: int  # positions before the first step
    tested: int  # games of each collection
    each: int  # positions of each of them


_SCALES = {
    "cuda": _Scale(12, 96, 4096, 40_000_000, 600_000, 3000, 30),
    "cpu": _Scale(6, 64, 128, 500_000, 20_000, 300, 10),
}
_PART_OF_MEMORY = 0.5  # of the device, for positions
_GENTLER = 0.5  # the rate of learning of a network that has learnt already, compared with that of a new one


@dataclass(frozen=True)
class NetworkWishes:
    """What a person wants learnt; 0 is what is usual on the device."""

    collections: Sequence[Path]
    out: Path
    minutes: float = 30.0
    blocks: int = 0
    channels: int = 0
    batch: int = 0
    device: Device = "auto"
    seed: int = 1
    most_games: int = 0  # of each collection; 0: all
    times: Sequence[int] = ()  # how often each collection is learnt from in a round
    processes: int = 0
    start: str = "none"  # what to begin with: "none", "shipped", or a file


@dataclass(frozen=True)
class NetworkOutcome:
    """What came of it."""

    tally: Tally
    games: dict[str, int]  # that were learnt from, by collection
    counted: int  # of them, with owners
    shape: Shape
    seconds: float
    samples: int
    curve: list[dict[str, float]]
    figures: list[Figures]  # of games that were not learnt from, before the network was turned into bytes
    in_bytes: dict[int, dict[str, float]]  # by board size, how the file differs from the network

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        told = {name: value for name, value in vars(self).items() if name not in ("tally", "shape", "figures")}
        told |= {"left_out": dict(self.tally.left_out), "shape": asdict(self.shape)}
        return told | {"figures": [each.as_dict() for each in self.figures]}


def learn_network(wishes: NetworkWishes, on_progress: Progress = lambda *_: None) -> NetworkOutcome:
    """Learn from all collections and write the file; what was broken off before goes on."""
    device = _device(wishes.device)
    start = _start(wishes)
    tally = Tally()
    on_progress("reading games", 0, 0, "")
    games = _read(wishes, tally)
    processes = wishes.processes or (max(1, usable_cores() - 1) if can_fork() else 1)
    owners = wishes.out.with_name(wishes.out.name + ".owners")
    on_progress("compiling, once", 0, 0, "")
    find_owners(games, owners, processes, lambda done, of: on_progress("final owners", done, of, ""))
    lessons = Lessons(games, wishes.seed, processes)  # its processes must begin before a GPU is used
    try:
        trainer = Trainer(lessons, training_options(wishes, device, start), device, start)
        _learn(trainer, wishes, on_progress)
    finally:
        lessons.close()
    return _finish(trainer, games, tally, wishes, on_progress)


def _read(wishes: NetworkWishes, tally: Tally) -> Games:
    if wishes.times and len(wishes.times) != len(wishes.collections):
        raise TengenError(f"there are {len(wishes.collections)} collections, but {len(wishes.times)} numbers of times")
    games = read_all(wishes.collections, tally, wishes.most_games, wishes.times)
    if len(games.of_part("learn")) < LEAST_GAMES:
        read = f": {tally}" if tally.left_out else ""
        raise TengenError(f"there is too little to learn from: {LEAST_GAMES} games are needed{read}")
    return games


def _start(wishes: NetworkWishes) -> Network | None:
    """The network to begin with, if one is wished."""
    if wishes.start == "none":
        return None
    network = read_network(SHIPPED if wishes.start == "shipped" else Path(wishes.start))
    shape = network.shape
    for what, wished, there in (("blocks", wishes.blocks, shape.blocks), ("channels", wishes.channels, shape.channels)):
        if wished not in (0, there):
            raise TengenError(f"{wishes.start} has {there} {what}: leave out --{what} {wished}, or --start")
    return network


def _device(wish: Device) -> torch.device:
    if wish == "cuda" and not torch.cuda.is_available():
        raise TengenError("PyTorch finds no GPU here: use --device cpu, or install PyTorch for your GPU")
    if wish == "cpu" or not torch.cuda.is_available():
        torch.set_num_threads(usable_cores())
        return torch.device("cpu")
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.backends.cudnn.benchmark = True
    return torch.device("cuda")


def training_options(wishes: NetworkWishes, device: torch.device, start: Network | None = None) -> TrainingOptions:
    """How it is taught here."""
    scale = _SCALES[device.type]
    usual, seconds, pool = TrainingOptions(), wishes.minutes * 60, scale.pool
    batch = wishes.batch or scale.batch
    if device.type == "cuda":
        pool = min(pool, int(torch.cuda.mem_get_info()[0] * _PART_OF_MEMORY / BYTES_A_POSITION))
    shape = Shape(wishes.blocks or scale.blocks, wishes.channels or scale.channels)
    return TrainingOptions(
        shape=shape if start is None else start.shape,
        seconds=seconds,
        batch=batch,
        # Small batches are noisy, and want smaller steps; so does what is not to be forgotten.
        rate=usual.rate * (batch / usual.batch) ** 0.25 * (1.0 if start is None else _GENTLER),
        pool=pool,
        least=scale.least,
        seed=wishes.seed,
        compiled=device.type == "cuda",
        report_every=min(20.0, seconds / 20),
    )


def _learn(trainer: Trainer, wishes: NetworkWishes, on_progress: Progress) -> None:
    kept = wishes.out.with_name(wishes.out.name + ".part")
    wanted = trainer.options
    # Where it goes on may be a machine with more memory: that changes nothing that matters.
    options = {name: value for name, value in asdict(wanted).items() if name not in ("pool", "least", "compiled")}
    key = json.dumps([INPUTS_VERSION, options, trainer.games_digest, wishes.start])
    trainer.restore(kept, key)
    last = time.monotonic()

    def tell(spent: float, found: float) -> None:
        nonlocal last
        note = "" if math.isnan(found) else f" ({found:.1%} of the moves foretold)"
        on_progress("learning, in seconds", min(int(spent), int(wanted.seconds)), int(wanted.seconds), note)
        if time.monotonic() - last >= _KEPT_EVERY:
            trainer.keep(kept, key)
            last = time.monotonic()

    on_progress("learning, in seconds", int(trainer.spent), int(wanted.seconds), "")
    try:
        trainer.learn(on_progress=tell)
    finally:
        if trainer.samples:
            trainer.keep(kept, key)


def _finish(
    trainer: Trainer, games: Games, tally: Tally, wishes: NetworkWishes, on_progress: Progress
) -> NetworkOutcome:
    scale = _SCALES[trainer.device.type]
    on_progress("testing", 0, 0, "")
    figures = figures_of(games, trainer.judge, scale.tested, scale.each)
    on_progress("turning it into bytes", 0, 0, "")
    network = trainer.network.eval().cpu()
    names = list(games.collections)
    exact = to_onnx(network, about_network(network, names, trainer.samples))
    model = quantise(exact, calibration_positions(games))
    in_bytes = compare_on(exact.SerializeToString(), model.SerializeToString(), games, _COMPARED)
    told = {"test": [each.as_dict() for each in figures], "bytes": in_bytes}
    replace_file(wishes.out, sealed(with_properties(model, {"figures": json.dumps(told)}).SerializeToString()))
    wishes.out.with_name(wishes.out.name + ".part").unlink(missing_ok=True)
    learnt = games.of_part("learn")
    counts = {name: sum(number in numbers for number in learnt) for name, numbers in games.collections.items()}
    return NetworkOutcome(
        tally,
        counts,
        len(games.owners),
        network.shape,
        trainer.spent,
        trainer.samples,
        trainer.curve,
        figures,
        in_bytes,
    )


def compare_on(exact: bytes, model: bytes, games: Games, count: int) -> dict[int, dict[str, float]]:
    """How far a model is from the exact one, by board size, on positions of games that were not learnt from."""
    numbers = [*games.of_part("tune"), *games.of_part("test")]
    numbers = np.random.default_rng(3).permutation(numbers).tolist()
    found = {}
    for size in sorted({games.games[number].size for number in numbers}, reverse=True):
        own = [number for number in numbers if games.games[number].size == size][: -(-count // 3)]
        rows = some_rows(games, own, 3)
        for size, its in by_size(rows, games).items():
            positions = shown(its, games)
            answers = run_model(exact, positions), run_model(model, positions)
            found[size] = compare(*answers, moves_on_board(its, size), POINTS_UNIT)
    return found
