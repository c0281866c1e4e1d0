"""Our version is that of the sources, all of them: whatever is changed anywhere makes another one."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tengen
from tengen.own_version import hash_of_sources, own_version

PACKAGE = Path(tengen.__file__).parent
ASK = "from tengen.own_version import own_version; print(own_version())"


def asked(folder: Path) -> str:
    """What the package in a folder says of itself, in a process of its own and without any repository."""
    command = [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(folder)!r}); {ASK}"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(PACKAGE, tmp_path / "tengen", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_a_copy_of_the_same_sources_is_the_same_version(copy: Path) -> None:
    (copy / "tengen" / "py.typed").write_text("whatever")
    (copy / "tengen" / "review" / "page.css").write_text("body { color: red; }")
    assert asked(copy) == own_version()
    assert own_version().startswith(f"{tengen.__version__}+")


@pytest.mark.parametrize(
    "source", ["web/server.py", "kernels/board.py", "search/report.py", "engines/levels.csv", "__init__.py"]
)
def test_a_changed_source_is_another_version(copy: Path, source: str) -> None:
    path = copy / "tengen" / source
    path.write_text(path.read_text() + "\n")
    assert asked(copy) != own_version()


@pytest.mark.parametrize("weights", ["search/learnt_weights.bin", "search/network/network.onnx"])
def test_other_weights_are_another_version(copy: Path, weights: str) -> None:
    path = copy / "tengen" / weights
    path.write_bytes(path.read_bytes() + b"\0")
    assert asked(copy) != own_version()


def test_names_and_ends_of_files_count(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(b"x = 1\ny = 2\n")
    first = hash_of_sources(tmp_path)
    (tmp_path / "a.py").write_bytes(b"x = 1\r\ny = 2\r\n")
    assert hash_of_sources(tmp_path) == first
    (tmp_path / "a.py").rename(tmp_path / "b.py")
    moved = hash_of_sources(tmp_path)
    assert moved != first
    (tmp_path / "b.py").write_bytes(b"x = 1\n")
    (tmp_path / "c.py").write_bytes(b"y = 2\n")
    assert hash_of_sources(tmp_path) not in (first, moved)
