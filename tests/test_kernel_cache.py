"""The folder of compiled code: a new one for every change of a kernel, never a stale one."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import tengen

SOURCE = Path(tengen.__file__).resolve().parent


def folder_of(source: Path, cache: Path) -> str:
    script = "from tengen.kernels.code_folder import cache_folder; print(cache_folder().name)"
    environment = {**os.environ, "PYTHONPATH": str(source.parent), "TENGEN_CACHE_DIR": str(cache)}
    return subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment
    ).stdout.strip()


def test_any_change_in_any_kernel_file_starts_a_new_folder(tmp_path: Path) -> None:
    copy = tmp_path / "one" / "tengen"
    shutil.copytree(SOURCE, copy)
    before = folder_of(copy, tmp_path)
    assert before == folder_of(copy, tmp_path)
    for name in ("board.py", "tactics/eyes.py"):
        with open(copy / "kernels" / name, "a") as file:
            file.write("\n# changed\n")
        after = folder_of(copy, tmp_path)
        assert after != before
        before = after


def test_a_change_elsewhere_keeps_it(tmp_path: Path) -> None:
    copy = tmp_path / "one" / "tengen"
    shutil.copytree(SOURCE, copy)
    before = folder_of(copy, tmp_path)
    with open(copy / "cli.py", "a") as file:
        file.write("\n# changed\n")
    assert folder_of(copy, tmp_path) == before


def test_every_entry_point_is_warmed_up() -> None:
    """After the warm-up, playing, judging and measuring compile nothing more."""
    script = """
import numba.core.event as event
from tengen.kernels.warm_up import warm_up
warm_up()
with event.install_recorder("numba:compile") as recorder:
    import tengen
    position = tengen.Position(9, rules="tromp-taylor")
    for name in ("montecarlo", "random", "mcts", "patterns", "replay"):
        engine = tengen.create_engine(name, playouts=50, seed=1, threads=2)
        for _ in range(4):
            position.play(engine.choose_move(position).vertex)
        engine.judge(position)
        engine.choose_move(position, cleanup=True)
        position.undo()
        position.redo()
        position.legal_moves()
        position.transformed(tengen.Symmetry.ROTATE_90)
    from tengen.bench import run_bench
    run_bench(("light",), 0.01)
compiled = {str(e.data["dispatcher"]) for _, e in recorder.buffer if e.is_start}
print(sorted(compiled))
"""
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert shown.strip() == "[]"


def test_a_constant_is_not_compiled_for_on_its_own(tmp_path: Path) -> None:
    """Numba would compile `add` for the constants as well as for any number."""
    (tmp_path / "two_kernels.py").write_text(
        "from tengen.kernels.compile import kernel\n\n\n"
        "@kernel\ndef add(a, b):\n    return a + b\n\n\n"
        "@kernel\ndef total(a):\n    return add(a, 1) + add(a, 2) + add(3, b=a) + add(a, a)\n"
    )
    script = "from two_kernels import add, total; print(total(5), add(2, 2), add.signatures)"
    search = os.pathsep.join([str(SOURCE.parent), str(tmp_path)])
    environment = {**os.environ, "PYTHONPATH": search, "TENGEN_CACHE_DIR": str(tmp_path / "cache")}
    for _ in range(2):  # compiled, and loaded
        shown = subprocess.run(
            [sys.executable, "-c", script], env=environment, check=True, capture_output=True, text=True
        )
        assert shown.stdout.strip() == "31 4 [(int64, int64)]"
