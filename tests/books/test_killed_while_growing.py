"""A process that grows a book, killed again and again: it comes to the same file."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tengen.learning.book_growing import GrowingWishes, grow_book

SETTINGS = {"network": "no", "playout": "light"}


def test_killed_without_loss(tmp_path: Path) -> None:
    """However often the process is killed, it comes to the same file."""
    grow_book(
        GrowingWishes(tmp_path / "whole.book", 5, positions=60, playouts=40, seed=3, threads=1, settings=SETTINGS)
    )
    command = [sys.executable, "-m", "tengen", "book", "grow", str(tmp_path / "killed.book"), "--size", "5"]
    command += ["--playouts", "40", "--seed", "3"]
    command += [word for name, value in SETTINGS.items() for word in ("--set", f"{name}={value}")]
    journal = tmp_path / "killed.book.growing"
    steps = 0
    for _ in range(3):
        process = subprocess.Popen([*command, "--positions", "1000"], stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline and (not journal.exists() or journal.read_bytes().count(b"\n") < steps + 4):
            time.sleep(0.005)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        steps = journal.read_bytes().count(b"\n")
        assert steps >= 4
    left = 60 - steps
    assert left > 0
    subprocess.run([*command, "--positions", str(left)], check=True, stderr=subprocess.DEVNULL)
    assert (tmp_path / "killed.book").read_bytes() == (tmp_path / "whole.book").read_bytes()
    assert not journal.exists()
