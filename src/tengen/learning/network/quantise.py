"""A network in 8 bits: a quarter of the size, and three times as fast on a CPU that can multiply bytes.

Weights become bytes, with a scale for each channel; what flows between the layers becomes bytes whose scale is found by
showing the network positions (Jacob et al., "Quantization and training of neural networks for efficient
integer-arithmetic-only inference", 2018). The heads stay as they are, for they cost next to nothing.
"""

import contextlib
import io
import logging
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
import onnx
from onnx import helper
from onnxruntime.quantization import CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, quantize_static

from tengen.learning.network.lessons import Array, Games, Shown, by_size, shown, some_rows

Method = Literal["minmax", "percentile", "entropy"]
_METHODS = {
    "minmax": CalibrationMethod.MinMax,
    "percentile": CalibrationMethod.Percentile,
    "entropy": CalibrationMethod.Entropy,
}
_KINDS = ("Conv", "Add", "Relu")  # of nodes that can be in bytes
_HEADS = ("policy", "value", "owner")
_CALIBRATED_ON = 300  # positions of each board size


@dataclass(frozen=True)
class Precision:
    """How a network is turned into bytes; the defaults are what was measured to be best."""

    method: Method = "percentile"
    percentile: float = 99.999
    heads: bool = False  # in bytes too
    entry: bool = False  # the first convolution
    biased: bool = False  # the sums of a convolution and what the whole board says
    reduced: bool = False  # weights of 7 bits, for CPUs whose sums of products of bytes overflow


class _Feeds(CalibrationDataReader):  # type: ignore[misc]
    """Positions one by one, as ONNX Runtime asks for them."""

    def __init__(self, positions: Sequence[Shown]) -> None:
        self._feeds = [some.part(i, i + 1).feed for some in positions for i in range(len(some))]
        self._next, self._end = 0, len(self._feeds)

    def __len__(self) -> int:
        return len(self._feeds)

    def set_range(self, start_index: int, end_index: int) -> None:
        """Only these, from now on."""
        self._next, self._end = start_index, min(end_index, len(self._feeds))

    def get_next(self) -> dict[str, Array] | None:
        """The next one, if there is one."""
        if self._next >= self._end:
            return None
        self._next += 1
        return self._feeds[self._next - 1]


def kept_exact(model: Any, precision: Precision) -> list[str]:
    """The nodes that are not turned into bytes: pooled sums, and by what is wished the heads and the entry."""
    names = []
    for node in model.graph.node:
        head = node.name.startswith(_HEADS)
        small = node.name.endswith(".above") or "_hidden" in node.name
        entry = node.name in ("entry", "entered", "entered.relu")
        biased = node.name.endswith((".biased", ".biased.relu"))
        unwanted = (head and not precision.heads) or (entry and not precision.entry)
        if small or unwanted or (biased and not precision.biased):
            names.append(node.name)
    return names


def quantise(model: Any, positions: Sequence[Shown], precision: Precision | None = None) -> Any:
    """The model in 8 bits, with the same properties; `positions` tell how large its numbers become."""
    precision = precision or Precision()
    options = {"CalibStridedMinMax": 1, "CalibPercentile": precision.percentile}
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()), _silence():
        exact, out = Path(folder) / "exact.onnx", Path(folder) / "bytes.onnx"
        onnx.save(model, exact)  # given the model itself, it would empty it
        quantize_static(
            exact,
            out,
            _Feeds(positions),
            quant_format=QuantFormat.QDQ,
            op_types_to_quantize=list(_KINDS),
            per_channel=True,
            reduce_range=precision.reduced,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            nodes_to_exclude=kept_exact(model, precision),
            calibrate_method=_METHODS[precision.method],
            extra_options=options,
        )
        quantised = onnx.load(out)
    helper.set_model_props(quantised, properties(model))
    return quantised


@contextlib.contextmanager
def _silence() -> Any:
    """ONNX Runtime gives advice that is of no use here."""
    logging.disable(logging.WARNING)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


def properties(model: Any) -> dict[str, str]:
    """What a model says about itself."""
    return {prop.key: prop.value for prop in model.metadata_props}


def with_properties(model: Any, more: Mapping[str, str]) -> Any:
    """The model, which also says this about itself from now on."""
    helper.set_model_props(model, properties(model) | dict(more))
    return model


def calibration_positions(games: Games, count: int = _CALIBRATED_ON, seed: int = 2) -> list[Shown]:
    """Positions to calibrate with: of games that are learnt from, so many of each board size, three of a game."""
    learn = games.of_part("learn")
    order = np.random.default_rng(seed).permutation(learn)
    numbers: dict[int, list[int]] = {}
    for number in order.tolist():
        its = numbers.setdefault(games.games[number].size, [])
        if 3 * len(its) < count:
            its.append(number)
    rows = some_rows(games, [number for its in numbers.values() for number in its], 3, seed)
    return [shown(its, games) for its in by_size(rows, games).values()]
