"""A network as it runs: an ONNX file in ONNX Runtime, one position a thread at a time.

Batches make nothing faster on a CPU, and a network of 8 bits is three times as fast as one of 32, so positions
are shared out among threads, each of which runs the network for itself.
"""

import logging
import math
import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen.errors import TengenError, reason_of
from tengen.kernels.network.inputs import GLOBALS, INPUTS_VERSION, PLANES, unpack
from tengen.search.network.seal import is_damaged
from tengen.search.threads import Threads

if TYPE_CHECKING:
    import onnxruntime

log = logging.getLogger(__name__)
Array = np.ndarray[Any, Any]
SHIPPED = Path(__file__).with_name("network.onnx")
NO_NETWORK, BY_DEFAULT = "no", "auto"
DISABLED_BY = "TENGEN_NETWORK"  # a variable of the environment: "no"
_INPUTS, _OUTPUTS = ("planes", "globals"), ("moves", "outcome", "owners")


class NetworkMissing(TengenError):
    """There is no network, or nothing to run it with."""


class Outcome:
    """What a network says of positions, all as whoever is to move sees them; rows are positions."""

    def __init__(self, moves: Array, outcome: Array, owners: Array, points_unit: float) -> None:
        moves = moves - moves.max(axis=1, keepdims=True)
        chances = np.exp(moves)
        self.chances = chances / chances.sum(axis=1, keepdims=True)  # of the moves, and of a pass at the end
        self.winrates = 1.0 / (1.0 + np.exp(-outcome[:, 0]))
        self.margins = outcome[:, 1] * points_unit
        self.deviations = np.exp(np.clip(outcome[:, 2], -3, 3)) * points_unit
        self.owners = owners  # 1 whoever is to move, -1 the opponent


class NetworkModel:
    """A network that is loaded."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._session, self.about = _session(path)
        shown = tuple(self.about.get(name) for name in ("inputs", "planes", "globals"))
        if shown != (str(INPUTS_VERSION), str(PLANES), str(GLOBALS)):
            raise NetworkMissing(f"{path.name} is a network for another version of Tengen: learn it anew, or use ours")
        names = {each.name for each in (*self._session.get_inputs(), *self._session.get_outputs())}
        if names != {*_INPUTS, *_OUTPUTS}:
            raise NetworkMissing(
                f"{path.name} is no network of Tengen's: learn one with tengen learn network, or use ours"
            )
        self._points_unit = _positive(self.about.get("points_unit", "20"), path)

    def run(self, words: Array, told: Array, size: int) -> Outcome:
        """Judge boards of `size` shown as words of bits (boards, points) and numbers (boards, GLOBALS)."""
        planes = np.empty((len(words), PLANES, size * size), np.float32)
        unpack(words, len(words), planes)
        shown = (planes.reshape(-1, PLANES, size, size), told)
        moves, outcome, owners = self._session.run(_OUTPUTS, dict(zip(_INPUTS, shown, strict=True)))
        return Outcome(moves, outcome, owners, self._points_unit)


class Runs:
    """Runs of a network shared out among threads."""

    def __init__(self, model: NetworkModel, threads: int) -> None:
        self.model = model
        self._threads = Threads(threads, "tengen-network")

    def run(self, words: Array, told: Array, size: int) -> list[Outcome]:
        """Judge boards, each by itself."""
        one_by_one = [(words[i : i + 1], told[i : i + 1], size) for i in range(len(words))]
        if len(one_by_one) == 1:
            return [self.model.run(*one_by_one[0])]
        return self._threads.map(lambda each: self.model.run(*each), one_by_one)

    def close(self) -> None:
        """End the threads."""
        self._threads.close()


def _session(path: Path) -> tuple["onnxruntime.InferenceSession", dict[str, str]]:
    """A network that can be run, and what it says about itself."""
    try:
        import onnxruntime
    except Exception as error:  # also one that is installed and does not fit this machine
        reason = " ".join(reason_of(error).split())
        raise NetworkMissing(f"ONNX Runtime, which runs the network, cannot be loaded: {reason}") from None
    data = _bytes_of(path)
    if is_damaged(data):
        raise NetworkMissing(f"{path.name} cannot be used as a network: it is damaged, copy it again")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    try:  # without the fallback, which prints and tries the same again
        session = onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"], enable_fallback=0)
        return session, dict(session.get_modelmeta().custom_metadata_map)
    except Exception as error:  # ONNX Runtime's errors have no common ancestor
        raise NetworkMissing(f"{path.name} cannot be used as a network: {_first_line(error)}") from None


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (FileNotFoundError, ValueError):  # not there, or no name of a file
        raise NetworkMissing(f"there is no network at {path}") from None
    except OSError as error:
        raise NetworkMissing(f"the network {path} cannot be read: {error.strerror}") from None


def _positive(text: str, path: Path) -> float:
    """A number that a file says about itself."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise NetworkMissing(f"{path.name} is no network of Tengen's: its points_unit is {text[:20]!r}")
    return number


def _first_line(error: Exception) -> str:
    """The first line of an error without ONNX Runtime's numbers before it."""
    lines = str(error).strip().splitlines()
    return lines[0].rpartition(":")[2].strip(" .")[:200] if lines else type(error).__name__


@cache
def _loaded(path: Path, _stamp: tuple[int, int]) -> NetworkModel | NetworkMissing:
    try:
        return NetworkModel(path)
    except NetworkMissing as missing:
        return missing


def network_model(wish: str) -> NetworkModel | None:
    """The network that is wished for: `auto` for that which ships if it can be used, `no`, `yes`, or a file.

    A file, or `yes`, that cannot be used is a `NetworkMissing`; with `auto` that is said once, and there is none.
    """
    if wish == NO_NETWORK or (wish == BY_DEFAULT and os.environ.get(DISABLED_BY, "").lower() in ("no", "0", "off")):
        return None
    path = SHIPPED if wish in (BY_DEFAULT, "yes") else _path_of(wish)
    try:
        told = path.stat()
        stamp = (told.st_mtime_ns, told.st_size)
    except (OSError, ValueError):
        stamp = (0, 0)
    found = _loaded(path, stamp)
    if isinstance(found, NetworkModel):
        return found
    if wish != BY_DEFAULT:
        raise found
    _say_once(str(found))
    return None


def _path_of(wish: str) -> Path:
    try:
        return Path(wish).expanduser()
    except RuntimeError:  # nobody's home
        return Path(wish)


@cache
def _say_once(why: str) -> None:
    log.warning("%s; the classical engine plays", why)
