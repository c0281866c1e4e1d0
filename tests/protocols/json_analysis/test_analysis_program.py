"""The real program on real pipes: how it starts, reads, ends, and what it takes of memory."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tengen.compilation import ensure_compiled

from .conftest import query

COMMAND = [sys.executable, "-m", "tengen", "analysis"]
START = 120.0  # seconds in which the program answers first, on a busy machine
SOON = 60.0  # seconds in which it sees that it should stop: a tenth of one, on an idle machine
ENDLESS: dict[str, Any] = {"maxVisits": 1_000_000_000, "reportDuringSearchEvery": 0.05}


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Nothing is measured while kernels compile."""
    ensure_compiled()


def converse(lines: bytes, *options: str) -> "subprocess.CompletedProcess[bytes]":
    """All that the program says to `lines` followed by the end of input."""
    command = [*COMMAND, "--memory", "8", *options]
    return subprocess.run(command, input=lines, capture_output=True, timeout=300)


def replies(output: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


def line(*queries: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(each).encode() + b"\n" for each in queries)


@contextmanager
def program(*options: str, seconds: float = START) -> "Iterator[subprocess.Popen[bytes]]":
    """The program with pipes, in the middle of an endless analysis of which it has reported."""
    pipe = subprocess.PIPE
    command = [*COMMAND, "--memory", "8", *options]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        killer = threading.Timer(seconds, process.kill)
        killer.start()
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(line(query("long", **ENDLESS)))
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["isDuringSearch"]
            yield process
        finally:
            killer.cancel()
            process.kill()


def test_at_the_end_of_input_everything_is_still_answered() -> None:
    done = converse(line(*(query(str(number), maxVisits=40) for number in range(20))))
    assert done.returncode == 0
    assert sorted(int(reply["id"]) for reply in replies(done.stdout)) == list(range(20))


def test_a_last_line_without_its_end_counts_and_carriage_returns_do_not() -> None:
    done = converse(line(query("a", maxVisits=40)).replace(b"\n", b"\r\n") + json.dumps(query("b")).encode())
    assert {reply["id"] for reply in replies(done.stdout)} == {"a", "b"}


def test_it_leaves_at_once_if_that_is_wanted() -> None:
    began = time.monotonic()
    done = converse(line(query("long", maxVisits=1_000_000_000), query("more")), "--quit-without-waiting")
    assert done.returncode == 0
    assert time.monotonic() - began < START
    assert "more" not in {reply["id"] for reply in replies(done.stdout) if not reply.get("noResults")}


def test_overlong_lines_and_strange_bytes_are_refused_and_the_next_line_is_read() -> None:
    huge = b'{"id":"' + b"x" * 3_000_000 + b'"}\n'
    strange = b"\xff\xfe\x00\n" + b"\xef\xbb\xbf" + line({"id": "mark", "action": "query_version"})
    done = converse(huge + strange + b"[" * 500_000 + b"\n" + line({"id": "v", "action": "query_version"}))
    too_long, no_json, marked, deep, version = replies(done.stdout)
    assert "longer than 1048576 bytes" in too_long["error"]
    assert "not JSON" in no_json["error"]
    assert marked["id"] == "mark"
    assert "nested too deeply" in deep["error"]
    assert version["id"] == "v"


def test_standard_output_has_replies_alone() -> None:
    done = converse(line(query("a", maxVisits=40)), "-config", "a.cfg", "-model", "b.bin.gz")
    assert [reply["id"] for reply in replies(done.stdout)] == ["a"]
    said = done.stderr.decode()
    assert "-config is KataGo's and is not needed here" in said
    assert "-model is KataGo's" in said
    assert converse(b"", "-config", "a.cfg", "--quiet").stderr == b""


def test_options_of_katago_that_mean_something_here_are_heeded() -> None:
    options = [
        "-override-config",
        "maxVisits=77,reportAnalysisWinratesAs=SIDETOMOVE,homeDataDir=/x",
        "-analysis-threads",
    ]
    stones = [["B", f"{letter}5"] for letter in "ABCDEFGHJ"]
    asked = query("a", initialStones=stones, initialPlayer="W", komi=-20)
    done = converse(line(asked), *options, "3", "-quit-without-waiting", "-human-model", "c")
    assert "3 positions at a time" in done.stderr.decode()
    finished = converse(line(asked), *options, "1")
    (reply,) = replies(finished.stdout)
    assert reply["rootInfo"]["visits"] == 77
    assert reply["rootInfo"]["winrate"] < 0.2


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--visits", "0"], "maxVisits must be a whole number"),
        (["--analysis-threads", "0"], "analysis-threads 0 is not possible"),
        (["--threads", "1000"], "threads 1000 is not possible"),
        (["--set", "nonsense"], "write name=value"),
        (["--rules", "ing-ish"], "no rules are called"),
        (["--winrates-as", "red"], "must be one of BLACK, WHITE, SIDETOMOVE"),
        (["-override-config", "maxTime=long"], "maxTime must be a number"),
    ],
)
def test_bad_options_are_one_clear_line(options: list[str], words: str) -> None:
    done = converse(b"", *options)
    assert done.returncode == 2
    assert words in done.stderr.decode()
    assert done.stderr.count(b"\n") == 1
    assert done.stdout == b""


def test_a_client_that_dies_takes_the_program_with_it() -> None:
    with program() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.close()
        process.stdout.close()
        assert process.wait(SOON) == 0


def test_a_client_that_reads_no_more_ends_the_program_though_it_could_write() -> None:
    with program() as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.wait(SOON) == 0


def test_after_the_end_of_input_a_client_that_reads_is_served() -> None:
    with program("--time", "2") as process:
        output, _ = process.communicate(timeout=START)
        assert replies(output)[-1]["isDuringSearch"] is False


def test_sigterm_and_sigint_end_it() -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        with program() as process:
            process.send_signal(number)
            assert process.wait(SOON) != 0


def resident(pid: int) -> float:
    """Megabytes of memory that a process has."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="there is no /proc to read memory from")
def test_a_thousand_queries_leave_nothing_behind() -> None:
    with program("--analysis-threads", "2", "--threads", "1", seconds=240) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(line({"id": "t", "action": "terminate", "terminateId": "long"}))
        used: list[float] = []
        while len(used) < 4 or (used[-1] - used[-3] >= 8 and len(used) < 12):  # at first its code is still being loaded
            block = len(used)
            for start in range(0, 240, 60):
                asked = (
                    query(f"{block}.{start + i}", maxVisits=1, moves=[["B", "E5"]], komi=i % 30, includePolicy=True)
                    for i in range(60)
                )
                process.stdin.write(line(*asked))
                process.stdin.flush()
                answered = 0
                while answered < 60:
                    reply = json.loads(process.stdout.readline())
                    assert "error" not in reply
                    answered += reply["id"].startswith(f"{block}.")
            used.append(resident(process.pid))
        assert used[-1] - used[-3] < 8, used  # megabytes, over 480 queries
