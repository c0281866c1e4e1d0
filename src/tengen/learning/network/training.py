"""Teaching a network: batches of random positions in random orientations, for a given time.

The time is what is fixed: the rate of learning rises for a moment and then falls to nothing along a cosine, by the
share of the time that has passed, so that a run ends well on a slow machine and on a fast one. A state that was kept
goes on where it was.
"""

import math
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from tengen.errors import TengenError
from tengen.kernels.geometry import MAX_SIZE
from tengen.kernels.network.inputs import GLOBALS, PLANES
from tengen.learning.network.architecture import POINTS_UNIT, Network, Shape
from tengen.learning.network.lessons import CANVAS, ROW, Games, Lessons, Replayer

_KOMI_UNIT, _MOST_KOMI = 15.0, 45.0
Progress = Callable[[dict[str, float]], None]


@dataclass(frozen=True)
class TrainingOptions:
    """How a network is taught."""

    shape: Shape = field(default_factory=Shape)
    seconds: float = 1200.0  # in all
    batch: int = 4096
    rate: float = 2.5e-3  # at its highest
    decay: float = 0.02
    rise: float = 0.02  # part of the time in which the rate rises
    value_weight: float = 0.6
    margin_weight: float = 0.1
    owner_weight: float = 0.5
    other_komi: float = 0.5  # part of the counted games that are learnt with another komi
    komi_spread: float = 8.0  # points: how far from their own
    pool: int = 40_000_000  # positions at hand to draw from
    least: int = 1_000_000  # before the first step
    seed: int = 1
    compiled: bool = False
    report_every: float = 20.0  # seconds


def symmetries() -> tuple[Tensor, Tensor]:
    """Of each of eight orientations: where each point of the canvas comes from, and where each move goes (and a pass)."""
    square = torch.arange(CANVAS).reshape(MAX_SIZE, MAX_SIZE)
    sources = []
    for turn in range(4):
        turned = torch.rot90(square, turn)
        sources += [turned.flatten(), turned.flip(0).flatten()]
    source = torch.stack(sources)
    goal = torch.empty(8, CANVAS + 1, dtype=torch.long)
    goal[:, CANVAS] = CANVAS
    goal.scatter_(1, source, torch.arange(CANVAS).expand(8, -1))
    return source, goal


class Pool:
    """Positions at hand, on the device; a thread of its own goes on filling it."""

    def __init__(self, lessons: Lessons, options: TrainingOptions, device: torch.device) -> None:
        self._device = device
        size = options.pool
        self.words = torch.zeros(size, CANVAS, dtype=torch.int32, device=device)
        self.rest = torch.zeros(size, 4, dtype=torch.int32, device=device)  # game, move, colour, passes
        self.filled = self.seen = 0
        self._lessons, self._options = lessons, options
        self._ended, self._lock = threading.Event(), threading.Lock()
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._fill, daemon=True)
        self._thread.start()

    def _fill(self) -> None:
        try:
            held: list[np.ndarray[Any, Any]] = []
            for rows in self._lessons:
                if self._ended.is_set():
                    return
                held.append(rows)
                if sum(map(len, held)) >= 100_000 or self.filled < self._options.least:
                    self._add(np.concatenate(held))
                    held = []
        except BaseException as failure:
            self._failure = failure

    def _add(self, rows: np.ndarray[Any, Any]) -> None:
        size = len(self.words)
        start = self.seen % size
        rows = rows[: size - start]
        words = torch.from_numpy(rows["words"].view(np.int32)).to(self._device)
        parts = np.stack([rows[name].astype(np.int32) for name in ("game", "move", "color", "passes")], 1)
        rest = torch.from_numpy(parts).to(self._device)
        with self._lock:  # nobody draws a row that is half another
            self.words[start : start + len(rows)] = words
            self.rest[start : start + len(rows)] = rest
        self.seen += len(rows)
        self.filled = max(self.filled, start + len(rows))

    def draw(self, count: int) -> tuple[Tensor, Tensor]:
        """So many random positions."""
        if self._failure is not None:
            raise TengenError(f"the games could not be replayed: {self._failure}") from self._failure
        at = torch.randint(self.filled, (count,), device=self._device)
        with self._lock:
            return self.words[at], self.rest[at]

    def close(self) -> None:
        """Stop filling it."""
        self._ended.set()


class Trainer:
    """A network that learns."""

    def __init__(self, lessons: Lessons, options: TrainingOptions, device: torch.device) -> None:
        torch.manual_seed(options.seed)
        self.options, self.device, self._lessons = options, device, lessons
        self.network = Network(options.shape).to(device).to(memory_format=torch.channels_last)
        kernels = [p for p in self.network.parameters() if p.dim() > 1]
        others = [p for p in self.network.parameters() if p.dim() <= 1]
        groups = [{"params": kernels, "weight_decay": options.decay}, {"params": others, "weight_decay": 0.0}]
        self._optimizer = torch.optim.AdamW(groups, lr=options.rate, betas=(0.9, 0.98), fused=device.type == "cuda")
        self._forward: Any = torch.compile(self.network) if options.compiled else self.network
        facts = lessons.games.facts()
        self._facts = {name: torch.from_numpy(values).to(device) for name, values in facts.items()}
        source, goal = symmetries()
        self._source, self._goal = source.to(device), goal.to(device)
        self._bits = torch.arange(PLANES, device=device, dtype=torch.int32)[None, :, None]
        self.spent = 0.0  # seconds of learning
        self.samples = 0
        self.curve: list[dict[str, float]] = []

    # ---- batches --------------------------------------------------------------------

    def _planes(self, words: Tensor) -> Tensor:
        planes = (words[:, None, :] >> self._bits) & 1
        return planes.to(torch.bfloat16 if self.device.type == "cuda" else torch.float32).reshape(
            -1, PLANES, MAX_SIZE, MAX_SIZE
        )

    def _inputs(self, words: Tensor, rest: Tensor, shift: Tensor) -> tuple[Tensor, Tensor]:
        game, color, passes = rest[:, 0].long(), rest[:, 2].float(), rest[:, 3]
        told = torch.zeros(len(words), GLOBALS, device=self.device)
        komi = -color * (self._facts["komi"][game] + shift)  # what the mover gets
        told[:, 0] = komi.clamp(-_MOST_KOMI, _MOST_KOMI) / _KOMI_UNIT
        told[:, 1] = (passes & 1).float()
        told[:, 2] = (passes >> 1).float()
        told[:, 3] = self._facts["side"][game].float() / MAX_SIZE
        return self._planes(words).contiguous(memory_format=torch.channels_last), told

    def _loss(self, words: Tensor, rest: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
        options, count = self.options, len(words)
        turn = torch.randint(8, (count,), device=self.device)
        source = self._source[turn]
        words = words.gather(1, source)
        game, color = rest[:, 0].long(), rest[:, 2].float()
        margin, result = self._facts["margin"][game], self._facts["result"][game]
        counted = ~margin.isnan()
        shifted = counted & (torch.rand(count, device=self.device) < options.other_komi)
        shift = torch.where(shifted, (torch.randn(count, device=self.device) * options.komi_spread).round(), 0.0)
        margin = margin - shift
        result = torch.where(shifted, 0.5 + 0.5 * margin.sign(), result)
        planes, told = self._inputs(words, rest, shift)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"):
            moves, outcome, owners = self._forward(planes, told)
        moves, outcome, owners = moves.float(), outcome.float(), owners.float()
        goal = self._goal[turn, rest[:, 1].long()]
        policy = functional.cross_entropy(moves, goal)
        known = ~result.isnan()
        wanted = torch.where(color > 0, result, 1 - result).nan_to_num(0.5)
        value = (functional.binary_cross_entropy_with_logits(outcome[:, 0], wanted, reduction="none") * known).mean()
        spread = outcome[:, 2].clamp(-3, 3)
        missed = (color * margin.nan_to_num(0.0) / POINTS_UNIT).clamp(-5, 5) - outcome[:, 1]
        margins = ((0.5 * (missed / spread.exp()) ** 2 + spread) * counted).mean()
        row = self._facts["owner_row"][game].long()
        has = (row >= 0).float()
        truth = self._facts["owners"][row.clamp(min=0)].gather(1, source).float() * color[:, None]
        area = self._facts["side"][game].float() ** 2
        owned = ((((owners - truth) ** 2) * (planes[:, 0].flatten(1) > 0)).sum(1) / area * has).mean()
        total = policy + options.value_weight * value + options.margin_weight * margins + options.owner_weight * owned
        right = (moves.detach().argmax(1) == goal).float().mean()
        parts = {"policy": policy, "value": value, "margin": margins, "owner": owned, "found": right}
        return total, {name: part.detach() for name, part in parts.items()}

    # ---- learning -------------------------------------------------------------------

    def rate(self) -> float:
        """The rate of learning now."""
        done = min(1.0, self.spent / self.options.seconds)
        rise = self.options.rise
        if done < rise:
            return self.options.rate * (done / rise + 0.02)
        return self.options.rate * max(1e-3, 0.5 * (1 + math.cos(math.pi * (done - rise) / (1 - rise))))

    def learn(self, seconds: float, on_progress: Progress = lambda _: None) -> None:
        """Learn for so long, or as long as is left of the whole."""
        pool = Pool(self._lessons, self.options, self.device)
        while pool.filled < self.options.least and not pool._failure:
            time.sleep(0.2)
        self.network.train()
        began = reported = time.monotonic()
        before, sums, steps = self.spent, dict[str, Tensor](), 0
        try:
            while self.spent < self.options.seconds and self.spent - before < seconds:
                for group in self._optimizer.param_groups:
                    group["lr"] = self.rate()
                loss, parts = self._loss(*pool.draw(self.options.batch))
                self._optimizer.zero_grad(set_to_none=True)
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.network.parameters(), 3.0)
                self._optimizer.step()
                sums = {name: sums.get(name, 0) + part for name, part in parts.items()}
                steps += 1
                self.samples += self.options.batch
                if steps % 10 == 0 and self.device.type == "cuda":
                    torch.cuda.synchronize()  # else the clock would see only what was asked for
                now = time.monotonic()
                self.spent = before + now - began
                if now - reported >= self.options.report_every:
                    told = {name: float(value) / steps for name, value in sums.items()}
                    told |= {"seconds": self.spent, "samples": self.samples, "pool": pool.seen, "rate": self.rate()}
                    self.curve.append(told)
                    on_progress(told)
                    reported, sums, steps = now, {}, 0
        finally:
            pool.close()

    # ---- keeping --------------------------------------------------------------------

    def keep(self, path: Path) -> None:
        """Write all that is needed to go on."""
        state = {
            "network": self.network.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "spent": self.spent,
            "samples": self.samples,
            "curve": self.curve,
            "options": asdict(self.options),
        }
        part = path.with_name(path.name + ".new")
        torch.save(state, part)
        part.replace(path)

    def restore(self, path: Path) -> None:
        """Go on from there."""
        state = torch.load(path, map_location=self.device, weights_only=True)
        self.network.load_state_dict(state["network"])
        self._optimizer.load_state_dict(state["optimizer"])
        self.spent, self.samples, self.curve = state["spent"], state["samples"], state["curve"]

    # ---- testing --------------------------------------------------------------------

    @torch.no_grad()
    def judge(self, rows: np.ndarray[Any, Any], batch: int = 2048) -> dict[str, np.ndarray[Any, Any]]:
        """What it says of rows: the rank of the move played, its win rate, margin, and the error of ownership."""
        self.network.eval()
        found: dict[str, list[np.ndarray[Any, Any]]] = {"rank": [], "winrate": [], "margin": [], "spread": []}
        for first in range(0, len(rows), batch):
            some = rows[first : first + batch]
            words = torch.from_numpy(some["words"].view(np.int32).copy()).to(self.device)
            rest = np.stack([some[name].astype(np.int32) for name in ROW.names[1:]], 1)  # type: ignore[index]
            planes, told = self._inputs(
                words, torch.from_numpy(rest).to(self.device), torch.zeros((), device=self.device)
            )
            with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"):
                moves, outcome, _ = self.network(planes, told)
            moves = moves.float()
            played = torch.from_numpy(rest[:, 1].astype(np.int64)).to(self.device)
            rank = (moves > moves.gather(1, played[:, None])).sum(1)
            found["rank"].append(rank.cpu().numpy())
            found["winrate"].append(torch.sigmoid(outcome[:, 0].float()).cpu().numpy())
            found["margin"].append(outcome[:, 1].float().cpu().numpy() * POINTS_UNIT)
            found["spread"].append(outcome[:, 2].float().exp().cpu().numpy() * POINTS_UNIT)
        self.network.train()
        return {name: np.concatenate(parts) for name, parts in found.items()}


def test_rows(games: Games, numbers: list[int], each: int, seed: int = 1) -> np.ndarray[Any, Any]:
    """Some random positions of each of these games."""
    replayer, generator = Replayer(), np.random.default_rng(seed)
    parts = []
    for number in numbers:
        game = games.games[number]
        wanted = np.zeros(len(game.moves), np.bool_)
        wanted[generator.choice(len(game.moves), min(each, len(game.moves)), replace=False)] = True
        parts.append(replayer.rows_of(game, number, wanted))
    return np.concatenate(parts)
