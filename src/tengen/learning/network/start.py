"""Beginning with a network that has learnt already: its weights out of an ONNX file, exact or in 8 bits.

In the file each normalisation is folded into the convolution before it (`export.py`). To learn on, it must be there
again: `settle` measures what comes out of the convolutions on some positions and sets the normalisations so that they
undo what they do there. The network then says the same as the file, and learns like one that was never folded.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from tengen.errors import TengenError
from tengen.kernels.network.inputs import INPUTS_VERSION
from tengen.learning.network.architecture import Network, Shape
from tengen.learning.network.export import FORMAT_VERSION
from tengen.learning.network.quantise import properties

Array = np.ndarray[Any, Any]
_USUAL_WEIGHT = 0.1  # root mean square of a kernel that has a normalisation behind it: what learning makes of it


def read_network(path: Path) -> Network:
    """The network of a file that `tengen learn network` wrote, or of the one that ships."""
    try:
        model = onnx.load(path)
        about = properties(model)
        versions = about["format"], about["inputs"]
        network = Network(Shape(**json.loads(about["shape"])))
        fill(network, exact_arrays(model))
    except OSError as failure:
        raise TengenError(f"{path} cannot be read: {failure.strerror}") from None
    except Exception:
        raise TengenError(f"{path} is no network of Tengen's to begin with") from None
    if versions != (str(FORMAT_VERSION), str(INPUTS_VERSION)):
        raise TengenError(f"{path} was learnt by another version of Tengen: learn without --start")
    return network


def exact_arrays(model: Any) -> dict[str, Array]:
    """The constants of a model by name; those in bytes are turned back into numbers."""
    found = {each.name: np.array(numpy_helper.to_array(each)) for each in model.graph.initializer}
    for node in model.graph.node:
        if node.op_type != "DequantizeLinear" or node.input[0] not in found:
            continue
        values, scale, zero = (found[name].astype(np.float64) for name in node.input)
        wide = (-1, *[1] * (values.ndim - 1)) if scale.ndim else ()
        name = node.input[0].removesuffix("_quantized")
        found[name] = ((values - zero.reshape(wide)) * scale.reshape(wide)).astype(np.float32)
    return found


def fill(network: Network, arrays: dict[str, Array]) -> None:
    """Give a network these weights; normalisations do nothing but add."""
    modules = dict(network.named_modules())
    with torch.no_grad():
        for name, module in modules.items():
            if isinstance(module, nn.Conv2d):
                module.weight.copy_(torch.from_numpy(arrays[f"{name}.kernel"]))
            elif isinstance(module, nn.Linear):
                module.weight.copy_(torch.from_numpy(arrays[f"{name}.matrix"]))
            else:
                continue
            norm = modules.get(f"{name}_norm")
            if isinstance(norm, nn.BatchNorm2d):
                norm.weight.fill_(1.0)
                norm.bias.copy_(torch.from_numpy(arrays[f"{name}.offset"]))
                _remember(norm, torch.zeros_like(norm.bias), torch.ones_like(norm.bias) - norm.eps)
            elif module.bias is not None:
                module.bias.copy_(torch.from_numpy(arrays[f"{name}.offset"]))


def _remember(norm: nn.BatchNorm2d, mean: Tensor, variance: Tensor) -> None:
    assert norm.running_mean is not None
    assert norm.running_var is not None
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(variance)


@torch.no_grad()
def settle(network: Network, batches: Iterable[tuple[Tensor, Tensor]]) -> None:
    """Make the normalisations of a network that was just filled those of one that learns, by what they are shown."""
    norms = {name: module for name, module in network.named_modules() if isinstance(module, nn.BatchNorm2d)}
    sums: dict[str, list[Tensor]] = {name: [] for name in norms}

    def listen(name: str) -> Any:
        def hook(_: nn.Module, inputs: tuple[Tensor, ...]) -> None:
            x = inputs[0].float()
            sums[name].append(torch.stack([x.mean((0, 2, 3)), (x * x).mean((0, 2, 3))]))

        return hook

    hooks = [norm.register_forward_pre_hook(listen(name)) for name, norm in norms.items()]
    network.eval()
    for planes, told in batches:
        network(planes, told)
    for hook in hooks:
        hook.remove()
    modules = dict(network.named_modules())
    for name, norm in norms.items():
        mean, square = torch.stack(sums[name]).mean(0)
        variance = (square - mean * mean).clamp(min=norm.eps)
        # What is multiplied behind the kernel is divided out again; only how fast the kernel learns hangs on it.
        kernel = modules[name.removesuffix("_norm")].weight
        assert isinstance(kernel, Tensor)
        factor = _USUAL_WEIGHT / kernel.square().mean().sqrt().clamp(min=1e-6)
        kernel.mul_(factor)
        _remember(norm, mean * factor, variance * factor**2)
        assert norm.running_var is not None
        norm.weight.copy_((norm.running_var + norm.eps).sqrt() / factor)
        norm.bias.add_(mean)
    network.train()
