"""Teaching a network: batches of random positions in random orientations, for a given time.

The time is what is fixed: the rate of learning rises for a moment and then falls to nothing along a cosine, by the
share of the time that has passed, so that a run ends well on a slow machine and on a fast one. A state that was kept
goes on where it was.
"""

import io
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from tengen.files import replace_file
from tengen.kernels.geometry import MAX_SIZE
from tengen.kernels.network.inputs import GLOBALS, PLANES
from tengen.learning.network.architecture import POINTS_UNIT, Network, Shape
from tengen.learning.network.figures import Judgements
from tengen.learning.network.lessons import Lessons, cut
from tengen.learning.network.position_pool import PositionPool
from tengen.learning.network.start import settle

_KOMI_UNIT, _MOST_KOMI = 15.0, 45.0
_LARGEST_STEP = 3.0  # the norm that gradients are cut to
_JUDGED_AT_ONCE = 2048
_SETTLED_ON = 16  # batches
Progress = Callable[[float, float], None]  # seconds of learning so far, part of the moves found lately


@dataclass(frozen=True)
class TrainingOptions:
    """How a network is taught."""

    shape: Shape = field(default_factory=Shape)
    seconds: float = 1200.0  # in all
    batch: int = 4096
    rate: float = 2.5e-3  # at its highest, for that batch
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


def symmetries(side: int = MAX_SIZE) -> tuple[Tensor, Tensor]:
    """Of each of eight orientations: where each point of the canvas comes from, and where each move goes."""
    points = side * side
    square = torch.arange(points).reshape(side, side)
    sources = []
    for turn in range(4):
        turned = torch.rot90(square, turn)
        sources += [turned.flatten(), turned.flip(0).flatten()]
    source = torch.stack(sources)
    goal = torch.empty(8, points + 1, dtype=torch.long)
    goal[:, points] = points
    goal.scatter_(1, source, torch.arange(points).expand(8, -1))
    return source, goal


class Trainer:
    """A network that learns."""

    def __init__(
        self, lessons: Lessons, options: TrainingOptions, device: torch.device, start: Network | None = None
    ) -> None:
        """`start` is a network to begin with, just read from a file."""
        torch.manual_seed(options.seed)
        self.options, self.device, self._lessons = options, device, lessons
        self._unsettled = start is not None
        network = Network(options.shape) if start is None else start
        self.network = network.to(device).to(memory_format=torch.channels_last)
        kernels = [p for p in self.network.parameters() if p.dim() > 1]
        others = [p for p in self.network.parameters() if p.dim() <= 1]
        groups = [{"params": kernels, "weight_decay": options.decay}, {"params": others, "weight_decay": 0.0}]
        self._optimizer = torch.optim.AdamW(groups, lr=options.rate, betas=(0.9, 0.98), fused=device.type == "cuda")
        self._forward: Any = torch.compile(self.network) if options.compiled else self.network
        self.games_digest = lessons.games.digest()
        facts = lessons.games.facts()
        self._facts = {name: torch.from_numpy(values).to(device) for name, values in facts.items()}
        self._side = lessons.games.largest
        source, goal = symmetries(self._side)
        self._source, self._goal = source.to(device), goal.to(device)
        self._bits = torch.arange(PLANES, device=device, dtype=torch.int32)[None, :, None]
        self.spent = 0.0  # seconds of learning
        self.samples = 0
        self.curve: list[dict[str, float]] = []

    # ---- batches --------------------------------------------------------------------

    def _planes(self, words: Tensor) -> Tensor:
        planes = (words[:, None, :] >> self._bits) & 1
        return planes.to(torch.bfloat16 if self.device.type == "cuda" else torch.float32).reshape(
            -1, PLANES, self._side, self._side
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

    def learn(self, seconds: float = math.inf, on_progress: Progress = lambda *_: None) -> None:
        """Learn for so long, or as long as is left of the whole."""
        if self.spent >= self.options.seconds:
            return
        pool = PositionPool(self._lessons, self.options.pool, self.options.least, self.device)
        self.network.train()
        before, sums, steps = self.spent, dict[str, Tensor](), 0
        try:
            pool.wait()
            if self._unsettled:
                self._settle(pool)
            began = reported = time.monotonic()
            while self.spent < self.options.seconds and self.spent - before < seconds:
                parts = self._step(*pool.draw(self.options.batch))
                sums = {name: sums.get(name, 0) + part for name, part in parts.items()}
                steps += 1
                if steps % 10 == 0 and self.device.type == "cuda":
                    torch.cuda.synchronize()  # else the clock would see only what was asked for
                now = time.monotonic()
                self.spent = before + now - began
                if now - reported >= self.options.report_every or self.spent >= self.options.seconds:
                    told = {name: float(value) / steps for name, value in sums.items()}
                    told |= {"seconds": self.spent, "samples": self.samples, "pool": pool.seen, "rate": self.rate()}
                    self.curve.append(told)
                    reported, sums, steps = now, {}, 0
                on_progress(self.spent, self.curve[-1]["found"] if self.curve else math.nan)
        finally:
            pool.close()

    def _settle(self, pool: PositionPool) -> None:
        """Give a network that was read from a file normalisations to learn with."""
        batches = (pool.draw(min(self.options.batch, _JUDGED_AT_ONCE)) for _ in range(_SETTLED_ON))
        nothing = torch.zeros((), device=self.device)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"):
            settle(self.network, (self._inputs(words, rest, nothing) for words, rest in batches))
        self._unsettled = False

    def _step(self, words: Tensor, rest: Tensor) -> dict[str, Tensor]:
        """Learn from one batch; the parts of what was lost."""
        for group in self._optimizer.param_groups:
            group["lr"] = self.rate()
        loss, parts = self._loss(words, rest)
        self._optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), _LARGEST_STEP)
        self._optimizer.step()
        self.samples += len(words)
        return parts

    # ---- keeping --------------------------------------------------------------------

    def keep(self, path: Path, key: str) -> None:
        """Write all that is needed to go on; `key` says what it is about."""
        state = {
            "key": key,
            "network": self.network.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "spent": self.spent,
            "samples": self.samples,
            "curve": self.curve,
        }
        data = io.BytesIO()
        torch.save(state, data)
        replace_file(path, data.getvalue(), lasting=False)

    def restore(self, path: Path, key: str) -> bool:
        """Go on from there, if it is about the same; whether it was."""
        try:
            state = torch.load(path, map_location=self.device, weights_only=True)
        except Exception:  # there is none, or half of one, or something else
            return False
        if not isinstance(state, dict) or state.get("key") != key:
            return False
        self.network.load_state_dict(state["network"])
        self._optimizer.load_state_dict(state["optimizer"])
        self.spent, self.samples, self.curve = state["spent"], state["samples"], state["curve"]
        self._unsettled = False
        return True

    # ---- testing --------------------------------------------------------------------

    @torch.no_grad()
    def judge(self, rows: np.ndarray[Any, Any]) -> Judgements:
        """What it says of positions."""
        self.network.eval()
        found: list[list[Tensor]] = [[], [], []]
        at_once = _JUDGED_AT_ONCE if self.device.type == "cuda" else _JUDGED_AT_ONCE // 16
        for first in range(0, len(rows), at_once):
            some = rows[first : first + at_once]
            words, rest = (torch.from_numpy(part).to(self.device) for part in cut(some, self._side))
            planes, told = self._inputs(words, rest, torch.zeros((), device=self.device))
            with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"):
                moves, outcome, _ = self.network(planes, told)
            moves, outcome = moves.float(), outcome.float()
            found[0].append((moves > moves.gather(1, rest[:, 1:2].long())).sum(1))
            found[1].append(torch.sigmoid(outcome[:, 0]))
            found[2].append(outcome[:, 1] * POINTS_UNIT)
        self.network.train()
        return Judgements(*(torch.cat(parts).cpu().numpy() for parts in found))
