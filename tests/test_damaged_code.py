"""Compiled code on a disk that fails: what is damaged is found, said and compiled again; a full disk costs time alone.

The real folder of compiled code is copied and damaged; the functions hit are small, so that they compile quickly.
"""

import errno
import logging
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tengen.compilation import ensure_compiled
from tengen.kernels import code_folder, sealed_code

SMALL = "tengen.kernels.entry_points.is_legal_move"
ASKED = "boardsize 5\nplay b C3\nis_legal w C3\nis_legal w B2\ngenmove w\nquit\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    ensure_compiled()
    return shutil.copytree(code_folder.cache_folder(), tmp_path / code_folder.cache_folder().name)


def tengen(folder: Path, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tengen", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "TENGEN_CACHE_DIR": str(folder.parent)},
    )


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:100])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def fill_with_zeros(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


def change_a_bit(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def add_a_byte(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\0")


DAMAGES: list[Callable[[Path], object]] = [cut_off, empty, fill_with_zeros, change_a_bit, add_a_byte, Path.unlink]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_damaged_files_are_known_without_being_run(tmp_path: Path, damage: Callable[[Path], object]) -> None:
    path = tmp_path / "code.nbc"
    sealed_code.write_sealed(path, bytes(range(256)))
    assert sealed_code.read_sealed(path) == bytes(range(256))
    assert [found.name for found in tmp_path.iterdir()] == ["code.nbc"]
    damage(path)
    assert not sealed_code.is_whole(path)


def test_a_power_cut_is_survived_and_told(folder: Path) -> None:
    """An index emptied and code cut off, as one finds them after one: doctor sees it, a game is played all the same."""
    empty(folder / f"{SMALL}.nbi")
    cut_off(folder / f"{SMALL}.1.nbc")
    seen = tengen(folder, "doctor")
    assert seen.returncode == 1
    told = " ".join(seen.stdout.replace("│", " ").split())
    assert "2 files of compiled code are damaged" in told
    assert "run tengen compile" in told

    played = tengen(folder, "gtp", "--engine", "random", "--seed", "1", stdin=ASKED)
    assert played.stdout.split("\n\n")[2:4] == ["= 0", "= 1"]
    assert "?" not in played.stdout
    assert "2 files of compiled code" in played.stderr
    assert "compiled again" in played.stderr

    seen = tengen(folder, "doctor")
    assert seen.returncode == 0, seen.stdout
    assert "all whole" in seen.stdout


def test_what_only_reading_shows_is_compiled_again_too(folder: Path) -> None:
    """A file of the right size with other content: found when it is loaded, or by `tengen compile`."""
    change_a_bit(folder / f"{SMALL}.1.nbc")
    played = tengen(folder, "gtp", "--engine", "random", "--seed", "1", stdin=ASKED)
    assert played.stdout.split("\n\n")[2:4] == ["= 0", "= 1"]
    assert f"damaged, so it is compiled again: {folder}" in played.stderr
    assert sealed_code.is_whole(folder / f"{SMALL}.1.nbc")
    assert "compil" not in tengen(folder, "gtp", "--engine", "random", stdin=ASKED).stderr  # mended for good

    change_a_bit(folder / f"{SMALL}.1.nbc")
    compiled = tengen(folder, "compile")
    assert "1 files of compiled code" in compiled.stderr
    assert sealed_code.is_whole(folder / f"{SMALL}.1.nbc")


def test_a_damaged_note_is_no_note(folder: Path) -> None:
    cut_off(folder / "complete")
    compiled = tengen(folder, "compile")
    assert compiled.returncode == 0
    assert compiled.stderr.endswith("done\n")  # everything was looked at, and nothing compiled
    assert tengen(folder, "compile").stderr == ""


def test_a_full_disk_is_told_once_and_costs_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "replace", full)
    monkeypatch.setattr(sealed_code, "_told", set())
    with caplog.at_level(logging.WARNING):
        sealed_code.write_sealed(tmp_path / "one.nbc", b"code")
        sealed_code.write_sealed(tmp_path / "two.nbc", b"code")
    assert [record.getMessage() for record in caplog.records] == [
        f"compiled code cannot be written to {tmp_path} (No space left on device): the next start compiles it again"
    ]
    assert list(tmp_path.iterdir()) == []  # nothing half-written

    monkeypatch.setattr(code_folder, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(Path, "write_text", full)
    caplog.clear()
    code_folder.mark_compiled(1.0)
    assert "Make room there, or set TENGEN_CACHE_DIR=FOLDER" in caplog.text


def test_a_full_disk_under_the_command_line_is_not_our_mistake() -> None:
    """A real device that is always full."""
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    script = (
        "import sys; sys.argv = ['tengen', 'engines']\n"
        "import tengen.cli, tengen.cli.engines\n"
        "def engines(): open('/dev/full', 'w').write('x' * 100_000)\n"
        "tengen.cli.engines.engines = engines\n"
        "tengen.cli.main()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 74
    assert done.stderr == "tengen: the system refused: the disk is full; mend that and try again\n"


def folder_told(**environment: str) -> tuple[Path, str]:
    """The folder a new process takes, and what it says about it."""
    script = "from tengen.kernels.code_folder import cache_folder; print(cache_folder())"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, env={**os.environ, **environment}
    )
    return Path(done.stdout.strip()), done.stderr


def test_a_folder_that_cannot_be_made_has_a_substitute_that_stays(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    wanted, temporary = tmp_path / "file" / "cache", tmp_path / "temporary"
    temporary.mkdir()
    told = []
    for _ in range(2):
        found, text = folder_told(TENGEN_CACHE_DIR=str(wanted), TMPDIR=str(temporary))
        assert found.is_dir()  # so the next start finds what this one compiles
        assert stat.S_IMODE(found.parent.stat().st_mode) == 0o700
        told.append((found, text))
    assert told[0] == told[1]
    assert f"It is kept in {temporary}" in told[0][1]
    assert "TENGEN_CACHE_DIR=FOLDER" in told[0][1]


def test_a_substitute_that_others_can_write_to_is_not_used(tmp_path: Path) -> None:
    """Code is loaded from it."""
    (tmp_path / "file").write_text("not a folder")
    own = tmp_path / f"tengen-{os.getuid()}"
    own.mkdir()
    own.chmod(0o777)
    found, text = folder_told(TENGEN_CACHE_DIR=str(tmp_path / "file" / "cache"), TMPDIR=str(tmp_path))
    assert found.parent == tmp_path
    assert "Every start compiles for a minute or two." in text
    assert not found.exists()  # and it is cleared away


def test_a_folder_that_may_only_be_read_serves_if_all_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read_only(_: Path) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setenv("TENGEN_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    name = code_folder.cache_folder.__wrapped__().name
    monkeypatch.setattr(code_folder, "_make_usable", read_only)
    (tmp_path / name / "complete").write_text("{}")
    assert code_folder.cache_folder.__wrapped__() == tmp_path / name
    (tmp_path / name / "complete").unlink()
    assert code_folder.cache_folder.__wrapped__() != tmp_path / name
