"""`tengen doctor`: whether everything works here, in one screen."""

import importlib.metadata
import os
import platform
import statistics
import subprocess
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tengen import __version__
from tengen.cores import usable_cores
from tengen.wire.gnugo import find_gnugo

if TYPE_CHECKING:
    from tengen.search.network.model import NetworkModel

_EVALUATIONS = 9  # of the network, to know how long one takes
_EIGHT_BIT_FEATURES = ("avx512vnni", "avxvnni", "dotprod", "i8mm")  # as LLVM names them, Intel's and Arm's


@dataclass(frozen=True)
class Finding:
    """One line of the examination; `good` is None where it is only information."""

    subject: str
    text: str
    good: bool | None = None


def examine() -> list[Finding]:
    """Look at everything Tengen stands on; each check really runs what it speaks of."""
    return [
        Finding("tengen", __version__),
        Finding("python", f"{platform.python_version()} on {platform.system()} {platform.machine()}"),
        _packages(),
        Finding("cores", f"{usable_cores()} usable of {os.cpu_count()}"),
        *_kernels(),
        _rules(),
        _network(),
        _gnugo(),
    ]


def _packages() -> Finding:
    names = ("numpy", "numba", "llvmlite", "sgfmill", "typer", "rich")
    return Finding("packages", ", ".join(f"{name} {importlib.metadata.version(name)}" for name in names))


def _kernels() -> list[Finding]:
    from tengen.kernels import code_folder

    folder = code_folder.cache_folder()
    kept = code_folder.is_folder_kept()
    place = Finding("cache folder", str(folder) if kept else f"{folder} (no permanent one can be written)", kept)
    if damaged := code_folder.damaged_files():
        told = f"{len(damaged)} files of compiled code are damaged, {damaged[0].name} is one: run tengen compile"
        return [place, Finding("kernels", told, False)]
    if not code_folder.is_compiled():
        return [place, Finding("kernels", "not compiled yet: run tengen compile", False)]
    seconds = code_folder.compile_seconds()
    took = f", took {seconds:.0f} s" if seconds is not None else ""
    return [place, Finding("kernels", f"compiled{took}; {code_folder.file_count()} files, all whole", True), _genmove()]


def _genmove() -> Finding:
    """Have the default engine choose a move, which loads what every move does."""
    from tengen.engines import create_engine
    from tengen.game.position import Position

    with create_engine(playouts=50, threads=min(2, usable_cores()), seed=1) as engine:
        report = engine.choose_move(Position(9))
    return Finding("engine", f"mcts plays {report.vertex} on an empty 9x9", report.vertex.is_on(9))


def _rules() -> Finding:
    """Play a game on the compiled board and measure it."""
    from tengen.bench import run_bench

    speed = run_bench(("light",), seconds=0.3)["light"]["9"]
    return Finding("playouts", f"{speed:,} light playouts a second on 9x9, one core", speed > 1000)


def _network() -> Finding:
    """Have the network that ships judge a board, and measure it."""
    from tengen.kernels import code_folder
    from tengen.search.network.model import BY_DEFAULT, DISABLED_BY, NetworkMissing, network_model

    try:
        model = network_model("yes")
    except NetworkMissing as missing:
        return Finding("network", f"not used, the classical engine plays: {missing}", False)
    assert model is not None
    told = model.path.name
    # Else what shows it a board would be compiled first, and what is damaged would be mended unasked.
    if not code_folder.damaged_files() and code_folder.is_compiled():
        told += f", {_evaluation_milliseconds(model):.1f} ms a position on 19x19, one core"
    told += f"; onnxruntime {importlib.metadata.version('onnxruntime')}, {_eight_bit_instructions()}"
    if network_model(BY_DEFAULT) is None:
        told += f"; switched off by {DISABLED_BY}"
    return Finding("network", told, True)


def _evaluation_milliseconds(model: "NetworkModel") -> float:
    from tengen.game.position import Position
    from tengen.search.network.look import look

    position, taken = Position(19), []
    for _ in range(_EVALUATIONS):
        began = time.process_time()
        look(position, model)
        taken.append(time.process_time() - began)
    return 1000 * statistics.median(taken)


def _eight_bit_instructions() -> str:
    """Whether the processor multiplies numbers of 8 bits at once, as the network is stored."""
    import llvmlite.binding

    features = llvmlite.binding.get_host_cpu_features()
    known = [name for name in _EIGHT_BIT_FEATURES if features.get(name)]
    return f"this CPU has {known[0]}" if known else "this CPU lacks VNNI, with which the network is faster"


def _gnugo() -> Finding:
    program = find_gnugo()
    if program is None:
        return Finding("gnu go", "not found (wanted for matches only): apt-get install gnugo")
    try:
        answer = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        return Finding("gnu go", f"{program} does not run: {error}", False)
    return Finding("gnu go", f"{answer.stdout.splitlines()[0]} at {program}", True)
