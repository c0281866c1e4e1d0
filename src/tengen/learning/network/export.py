"""Writing a network as an ONNX file: normalisations folded into the convolutions, any board, any batch.

The graph is built here, not traced: a hundred nodes, of which every name says what it is.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from tengen.kernels.network.inputs import GLOBALS, INPUTS_VERSION, PLANES
from tengen.learning.network.architecture import POINTS_UNIT, Network

FORMAT_VERSION = 1  # of the file: names and meaning of inputs, outputs and properties
_OPSET = 17
_NORM_EPSILON = 1e-5
_POOL_EPSILON = 1e-4


class _Graph:
    def __init__(self, weights: Mapping[str, np.ndarray[Any, Any]]) -> None:
        self._weights = weights
        self.nodes: list[Any] = []
        self.constants: dict[str, np.ndarray[Any, Any]] = {}

    def add(self, kind: str, out: str, *inputs: str, **attributes: Any) -> str:
        self.nodes.append(helper.make_node(kind, list(inputs), [out], name=out, **attributes))
        return out

    def constant(self, name: str, value: Any, kind: Any = np.float32) -> str:
        self.constants[name] = np.asarray(value, kind)
        return name

    def conv(self, name: str, x: str, norm: str = "") -> str:
        """A convolution with the normalisation behind it, if it has one."""
        kernel = self._weights[f"{name}.weight"].astype(np.float64)
        bias = self._weights.get(f"{name}.bias", np.zeros(len(kernel)))
        if norm:
            at = {part: self._weights[f"{norm}.{part}"].astype(np.float64) for part in _NORM_PARTS}
            scale = at["weight"] / np.sqrt(at["running_var"] + _NORM_EPSILON)
            kernel = kernel * scale[:, None, None, None]
            bias = bias * scale + at["bias"] - at["running_mean"] * scale
        pad = kernel.shape[2] // 2
        weights = [self.constant(f"{name}.kernel", kernel), self.constant(f"{name}.offset", bias)]
        return self.add("Conv", name, x, *weights, kernel_shape=list(kernel.shape[2:]), pads=[pad] * 4)

    def linear(self, name: str, x: str) -> str:
        """A matrix, and a bias if it has one."""
        inputs = [x, self.constant(f"{name}.matrix", self._weights[f"{name}.weight"])]
        if f"{name}.bias" in self._weights:
            inputs.append(self.constant(f"{name}.offset", self._weights[f"{name}.bias"]))
        return self.add("Gemm", name, *inputs, transB=1)

    def relu(self, x: str) -> str:
        return self.add("Relu", f"{x}.relu", x)

    def over_board(self, x: str) -> str:
        """A vector of channels as something to be added to every point."""
        return self.add("Unsqueeze", f"{x}.board", x, "axes")

    def pool(self, name: str, x: str) -> str:
        mean = self.add("ReduceMean", f"{name}.mean", x, axes=[2, 3], keepdims=0)
        squares = self.add("Mul", f"{name}.squares", x, x)
        square = self.add("ReduceMean", f"{name}.square", squares, axes=[2, 3], keepdims=0)
        root = self.add("Sqrt", f"{name}.root", self.add("Add", f"{name}.above", square, "epsilon"))
        return self.add("Concat", f"{name}.pooled", mean, root, axis=1)


_NORM_PARTS = ("weight", "bias", "running_mean", "running_var")


def about_network(
    network: Network, learnt_from: Sequence[str], samples: int, figures: Mapping[str, Any] | None = None
) -> dict[str, str]:
    """What a file says about itself: what it needs to be used, and where it comes from."""
    return {
        "format": str(FORMAT_VERSION),
        "inputs": str(INPUTS_VERSION),
        "planes": str(PLANES),
        "globals": str(GLOBALS),
        "points_unit": str(POINTS_UNIT),
        "shape": json.dumps(asdict(network.shape)),
        "learnt_from": json.dumps(list(learnt_from)),
        "samples": str(samples),
        "figures": json.dumps(figures or {}),
    }


def to_onnx(network: Network, about: Mapping[str, str]) -> Any:
    """The model, with what is to be known `about` it."""
    weights = {name: value.detach().float().cpu().numpy() for name, value in network.state_dict().items()}
    graph = _Graph(weights)
    graph.constant("axes", [2, 3], np.int64)
    graph.constant("epsilon", _POOL_EPSILON)
    graph.constant("flat", [0, -1], np.int64)
    entry = graph.conv("entry", "planes", "entry_norm")
    x = graph.relu(graph.add("Add", "entered", entry, graph.over_board(graph.linear("told", "globals"))))
    for i, block in enumerate(network.blocks):
        name = f"blocks.{i}"
        y = graph.conv(f"{name}.first", x, f"{name}.first_norm")
        if getattr(block, "summary", None) is not None:
            seen = graph.pool(name, graph.relu(graph.conv(f"{name}.summary", x)))
            y = graph.add("Add", f"{name}.biased", y, graph.over_board(graph.linear(f"{name}.bias", seen)))
        y = graph.conv(f"{name}.second", graph.relu(y), f"{name}.second_norm")
        x = graph.relu(graph.add("Add", f"{name}.sum", x, y))
    seen = graph.pool("policy_seen", graph.relu(graph.conv("policy_summary", x)))
    told = graph.over_board(graph.linear("policy_bias", seen))
    y = graph.relu(graph.add("Add", "policy_sum", graph.conv("policy", x), told))
    points = graph.add("Reshape", "policy_points", graph.conv("policy_point", y), "flat")
    graph.add("Concat", "moves", points, graph.linear("policy_pass", seen), axis=1)
    v = graph.relu(graph.conv("value", x))
    graph.add("Reshape", "owners", graph.add("Tanh", "owner_tanh", graph.conv("owner", v)), "flat")
    known = graph.add("Concat", "value_known", graph.pool("value", v), "globals", axis=1)
    hidden = graph.relu(graph.linear("value_hidden", known))
    graph.add("Identity", "outcome", graph.linear("value_out", hidden))
    return _model(graph, about)


def _model(graph: _Graph, about: Mapping[str, str]) -> Any:
    kind = TensorProto.FLOAT
    inputs = [
        helper.make_tensor_value_info("planes", kind, ["batch", int(about["planes"]), "rows", "columns"]),
        helper.make_tensor_value_info("globals", kind, ["batch", int(about["globals"])]),
    ]
    outputs = [
        helper.make_tensor_value_info("moves", kind, ["batch", "points_and_pass"]),
        helper.make_tensor_value_info("outcome", kind, ["batch", 3]),
        helper.make_tensor_value_info("owners", kind, ["batch", "points"]),
    ]
    constants = [numpy_helper.from_array(value, name) for name, value in graph.constants.items()]
    made = helper.make_graph(graph.nodes, "tengen", inputs, outputs, constants)
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=8)
    helper.set_model_props(model, dict(about))
    onnx.checker.check_model(model)
    return model
