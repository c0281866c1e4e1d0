"""The second process of the first start: it helps where it can, and nothing depends on it."""

import contextlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tengen.kernels import code_folder, parallel_compile, warm_up
from tengen.kernels.parallel_compile import SHARE, SecondProcess

COMMAND = [sys.executable, "-m", "tengen.kernels.parallel_compile"]


def two_cores() -> int:
    return 2


def test_its_share_is_made_of_steps_that_come_after_its_start() -> None:
    names = [name for name, _ in warm_up.steps()]
    start = names.index(warm_up._SHARED_FROM)
    assert all(names.index(name) < start for name in parallel_compile._PREPARATION)
    assert all(names.index(name) > start for name in SHARE)


def test_one_core_has_no_second_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel_compile, "usable_cores", lambda: 1)
    monkeypatch.setattr(subprocess, "Popen", None)  # calling it would be an error
    with SecondProcess() as second:
        second.start()
        second.wait()


def test_a_folder_that_is_not_kept_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel_compile, "usable_cores", two_cores)
    monkeypatch.setattr(code_folder, "is_folder_kept", lambda: False)
    monkeypatch.setattr(subprocess, "Popen", None)
    with SecondProcess() as second:
        second.start()


@pytest.mark.parametrize("program", ["/no/such/program", sys.executable])
def test_one_that_fails_is_not_waited_for(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel_compile, "usable_cores", two_cores)
    monkeypatch.setattr(sys, "executable", program)
    monkeypatch.setattr(code_folder, "cache_folder", lambda: Path("/elsewhere"))
    monkeypatch.setattr(code_folder, "is_folder_kept", lambda: True)
    with SecondProcess() as second:
        second.start()
        second.wait()
        second.wait()  # there is nothing left to wait for


def test_it_is_ended_with_the_block(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel_compile, "usable_cores", two_cores)
    monkeypatch.setattr(code_folder, "is_folder_kept", lambda: True)
    with contextlib.suppress(KeyboardInterrupt), SecondProcess() as second:
        second.start()
        process = second._process
        raise KeyboardInterrupt
    assert process is not None
    assert process.poll() is not None


def test_it_ends_with_its_parent(tmp_path: Path) -> None:
    """In an empty folder it would work for half a minute; without a parent it stops at once, silently."""
    environment = {**os.environ, "TENGEN_CACHE_DIR": str(tmp_path)}
    told = "from tengen.kernels.code_folder import cache_folder; print(cache_folder())"
    folder = subprocess.run(
        [sys.executable, "-c", told], env=environment, check=True, capture_output=True, text=True
    ).stdout.strip()
    done = subprocess.run([*COMMAND, folder], env=environment, input=b"", capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"")
    assert not list(Path(folder).rglob("*policy_choices*"))


def test_it_compiles_nothing_for_other_sources(tmp_path: Path) -> None:
    environment = {**os.environ, "TENGEN_CACHE_DIR": str(tmp_path)}
    subprocess.run([*COMMAND, "/another/folder"], env=environment, stdin=subprocess.PIPE, check=True)
    assert not list(tmp_path.rglob("*.nbi"))
