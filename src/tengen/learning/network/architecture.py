"""The network: residual blocks of convolutions, some of which see the whole board, and four heads.

Fully convolutional, so that one network serves all boards; pooled means tell each block what goes on elsewhere, as in
KataGo (Wu, "Accelerating self-play learning in Go", 2019), but with root mean squares in the place of maxima. Boards
smaller than the array are kept apart by a mask: outside of them every layer is 0, as it is outside of a full one.
"""

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from tengen.kernels.network.inputs import GLOBALS, PLANES

POINTS_UNIT = 20.0  # margins are learnt in units of so many points


@dataclass(frozen=True)
class Shape:
    """How large a network is."""

    blocks: int = 10
    channels: int = 96
    pooled_every: int = 3  # block
    pooled: int = 32  # channels that are pooled
    head: int = 32  # channels of a head
    hidden: int = 64  # of the value


def pool(x: Tensor, area: Tensor) -> Tensor:
    """Mean and root mean square of each channel over the board of `area` points."""
    mean = x.sum((2, 3)) / area
    square = (x * x).sum((2, 3)) / area
    return torch.cat([mean, torch.sqrt(square + 1e-4)], 1)


class Block(nn.Module):
    """Two convolutions around a shortcut; if `pooled`, the first one's outcome is biased by the whole board."""

    def __init__(self, shape: Shape, pooled: bool) -> None:
        super().__init__()
        c = shape.channels
        self.first = nn.Conv2d(c, c, 3, padding=1, bias=False)
        self.first_norm = nn.BatchNorm2d(c)
        self.second = nn.Conv2d(c, c, 3, padding=1, bias=False)
        self.second_norm = nn.BatchNorm2d(c)
        nn.init.constant_(self.second_norm.weight, 0.2)  # blocks begin as little more than their shortcut
        self.summary: nn.Conv2d | None = None
        if pooled:
            self.summary = nn.Conv2d(c, shape.pooled, 1)
            self.bias = nn.Linear(2 * shape.pooled, c, bias=False)

    def forward(self, x: Tensor, mask: Tensor, area: Tensor) -> Tensor:
        """The block's outcome."""
        y = self.first_norm(self.first(x))
        if self.summary is not None:
            y = y + self.bias(pool(torch.relu(self.summary(x)) * mask, area))[:, :, None, None]
        y = torch.relu(y) * mask
        y = self.second_norm(self.second(y))
        return torch.relu(x + y) * mask


class Network(nn.Module):
    """Policy, value, margin and ownership of positions, all as whoever is to move sees them."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        c = shape.channels
        self.entry = nn.Conv2d(PLANES, c, 3, padding=1, bias=False)
        self.entry_norm = nn.BatchNorm2d(c)
        self.told = nn.Linear(GLOBALS, c, bias=False)
        every = shape.pooled_every
        self.blocks = nn.ModuleList(Block(shape, i % every == every - 1) for i in range(shape.blocks))
        self.policy = nn.Conv2d(c, shape.head, 1)
        self.policy_summary = nn.Conv2d(c, shape.head, 1)
        self.policy_bias = nn.Linear(2 * shape.head, shape.head, bias=False)
        self.policy_point = nn.Conv2d(shape.head, 1, 1)
        self.policy_pass = nn.Linear(2 * shape.head, 1)
        self.value = nn.Conv2d(c, shape.head, 1)
        self.owner = nn.Conv2d(shape.head, 1, 1)
        self.value_hidden = nn.Linear(2 * shape.head + GLOBALS, shape.hidden)
        self.value_out = nn.Linear(shape.hidden, 3)

    def forward(self, planes: Tensor, told: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Logits of the moves and the pass; win logit, margin, logarithm of its spread; ownership from -1 to 1."""
        mask = planes[:, :1]
        area = mask.sum((2, 3))
        x = torch.relu(self.entry_norm(self.entry(planes)) + self.told(told)[:, :, None, None]) * mask
        for block in self.blocks:
            x = block(x, mask, area)
        seen = pool(torch.relu(self.policy_summary(x)) * mask, area)
        y = torch.relu(self.policy(x) + self.policy_bias(seen)[:, :, None, None])
        points = self.policy_point(y) - (1 - mask) * 50.0
        policy = torch.cat([points.flatten(1), self.policy_pass(seen)], 1)
        v = torch.relu(self.value(x)) * mask
        owner = torch.tanh(self.owner(v)) * mask
        value = self.value_out(torch.relu(self.value_hidden(torch.cat([pool(v, area), told], 1))))
        return policy, value, owner.flatten(1)
