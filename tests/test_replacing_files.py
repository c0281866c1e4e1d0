"""A file is replaced whole or not at all, and nothing is left beside it."""

import errno
import os
import stat
from pathlib import Path

import pytest

from tengen.files import replace_file


@pytest.mark.parametrize("lasting", [True, False])
def test_a_file_is_replaced_and_keeps_its_permissions(tmp_path: Path, lasting: bool) -> None:
    path = tmp_path / ("n" * 200)
    replace_file(path, b"one", lasting=lasting)
    path.chmod(0o640)
    replace_file(path, b"two", lasting=lasting)
    assert path.read_bytes() == b"two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("fails", ["replace", "fsync"])
def test_what_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    path = tmp_path / "file"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, fails, full)
    with pytest.raises(OSError, match="No space left"):
        replace_file(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_what_is_not_to_last_does_not_wait_for_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: pytest.fail("it waited"))
    replace_file(tmp_path / "file", b"data", lasting=False)
    assert (tmp_path / "file").read_bytes() == b"data"
