"""Analysis on real pipes: it begins at once, ends with whatever comes next, and never outlives its client."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tengen.compilation import ensure_compiled
from tengen.wire.syntax import ResponseReader

COMMAND = [sys.executable, "-m", "tengen", "gtp"]
START = 60.0  # seconds in which the program answers its first command, on a busy machine
SOON = 60.0  # seconds; far more than it takes, for a machine may be busy
SMALL = ("--size", "9", "--threads", "1", "--set", "memory=8")

HAS_PROC = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked at in /proc")

Process = subprocess.Popen[bytes]


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Nothing is measured while kernels compile."""
    ensure_compiled()


@contextmanager
def engine(*options: str) -> Iterator[Process]:
    """The program with pipes to all its streams; it has answered a first command."""
    pipe = subprocess.PIPE
    with subprocess.Popen([*COMMAND, *SMALL, *options], stdin=pipe, stdout=pipe, stderr=pipe) as process:
        try:
            send(process, b"name\n")
            assert [line_from(process, START) for _ in range(2)] == [b"= Tengen\n", b"\n"]
            yield process
        finally:
            process.kill()


def send(process: Process, text: bytes) -> None:
    assert process.stdin is not None
    process.stdin.write(text)
    process.stdin.flush()


def line_from(process: Process, seconds: float = SOON) -> bytes:
    """The next line; the program is killed if there is none in time."""
    assert process.stdout is not None
    timer = threading.Timer(seconds, process.kill)
    timer.start()
    try:
        return process.stdout.readline()
    finally:
        timer.cancel()


def until_empty(process: Process) -> list[bytes]:
    """The lines up to the next empty one."""
    lines = []
    while (line := line_from(process)) not in (b"\n", b""):
        lines.append(line)
    return lines


def begin(process: Process, command: bytes) -> None:
    """Begin an analysis and see its status line and its first two lines of analysis."""
    send(process, command + b"\n")
    number = re.match(rb"\d*", command)
    assert number is not None
    assert line_from(process) == b"=" + number[0] + b"\n"
    for _ in range(2):
        assert line_from(process).startswith(b"info move ")


def processor_seconds(process: Process) -> float:
    """Processor time that the program has used."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_until_idle(process: Process) -> None:
    """Until it computes nothing: what is compiled is loaded in the background at first."""
    deadline = time.monotonic() + START
    quiet = 0
    while quiet < 4:
        used = processor_seconds(process)
        time.sleep(0.25)
        quiet = quiet + 1 if processor_seconds(process) - used < 0.03 else 0
        assert time.monotonic() < deadline, "it does not come to rest"


# ---- its beginning and its end ---------------------------------------------------------------


@pytest.fixture(scope="module")
def partner() -> Iterator[Process]:
    with engine() as process:
        yield process


BEGINNINGS = [b"12 lz-analyze 10", b"kata-analyze B 10 ownership true", b"7 lz-analyze w interval 5"]


@pytest.mark.parametrize("beginning", BEGINNINGS)
@pytest.mark.parametrize(
    ("following", "answer"),
    [
        (b"\n", []),
        (b"\r\n", []),
        (b"# a comment\n", []),
        (b"# interrupt\n", []),
        (b"protocol_version\n", [b"= 2\n"]),  # Sabaki
        (b"31 clear_board\n", [b"=31\n"]),
        (b"fly\n", [b"? unknown command\n"]),
    ],
)
def test_any_line_ends_it_and_has_its_own_answer(
    partner: Process, beginning: bytes, following: bytes, answer: list[bytes]
) -> None:
    begin(partner, beginning)
    send(partner, following)
    began = time.monotonic()
    assert all(line.startswith(b"info move ") for line in until_empty(partner))
    assert time.monotonic() - began < SOON
    if answer:
        assert until_empty(partner) == answer
    send(partner, b"9 echo there\n")  # and nothing is left over
    assert until_empty(partner) == [b"=9 there\n"]


@HAS_PROC
def test_when_it_has_ended_nothing_is_searched() -> None:
    with engine() as process:
        begin(process, b"lz-analyze 10")
        send(process, b"\n")
        until_empty(process)
        wait_until_idle(process)


def test_it_begins_at_once_and_tells_in_time() -> None:
    with engine() as process:
        send(process, b"lz-genmove_analyze b 1\n# interrupt\n")  # loads all that thinking takes
        until_empty(process)
        began = time.monotonic()
        send(process, b"kata-analyze w 40\n")
        assert line_from(process) == b"=\n"
        assert time.monotonic() - began < SOON
        for number in range(1, 4):
            assert line_from(process).startswith(b"info move ")
            assert 0.35 * number < time.monotonic() - began < SOON


def test_analyses_one_after_the_other() -> None:
    """As a user who runs through a game: each is ended by the next moves, and each has told something."""
    with engine() as process:
        moves = [b"D4", b"F6", b"F4", b"D6", b"C5", b"G5"]
        for number, move in enumerate(moves):
            color = b"bw"[number % 2 : number % 2 + 1]
            send(process, b"%d lz-analyze %s 10\n%d play %s %s\n" % (2 * number, color, 2 * number + 1, color, move))
        for number in range(len(moves)):
            status, *lines = until_empty(process)
            assert status == b"=%d\n" % (2 * number)
            assert len(lines) == 1
            assert until_empty(process) == [b"=%d\n" % (2 * number + 1)]


def test_a_flood_of_analyses() -> None:
    lines = b"".join(b"%d kata-analyze b 10 ownership true\n" % number for number in range(200))
    done = subprocess.run([*COMMAND, *SMALL], input=lines + b"200 name\n", capture_output=True, timeout=300)
    reader = ResponseReader()
    found = [response for line in done.stdout.decode().split("\n") if (response := reader.feed(line))]
    assert [response.id for response in found] == list(range(201))
    assert all(response.success and not response.noise for response in found)
    assert all(response.text.startswith("info move ") for response in found[:-1])
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_move_is_not_ended_by_what_follows_but_by_an_interrupt() -> None:
    with engine("--time", "2") as process:
        send(process, b"1 lz-genmove_analyze b 10\n# interrupt\n")
        until_empty(process)
        began = time.monotonic()
        send(process, b"2 kata-genmove_analyze w 10\n")
        time.sleep(0.1)
        send(process, b"\n3 name\n")
        status, *lines, move = until_empty(process)
        assert (whole := time.monotonic() - began) > 1.9
        assert status == b"=2\n"
        assert len(lines) > 1
        assert re.fullmatch(rb"play [A-HJ][1-9]\n", move)
        assert until_empty(process) == [b"=3 Tengen\n"]
        began = time.monotonic()
        send(process, b"4 lz-genmove_analyze b 100\n# interrupt\n")
        status, *lines, move = until_empty(process)
        assert time.monotonic() - began < 0.75 * whole
        assert lines


# ---- clients that go away ----------------------------------------------------------------------


@pytest.mark.parametrize("closed", ["both", "stdin", "stdout"])
def test_a_client_that_hangs_up_ends_it(closed: str) -> None:
    with engine() as process:
        begin(process, b"lz-analyze 10")
        assert process.stdin is not None
        assert process.stdout is not None
        if closed != "stdout":
            process.stdin.close()
        if closed != "stdin":
            process.stdout.close()
        assert process.wait(SOON) == 0
        assert process.stderr is not None
        assert b"Traceback" not in process.stderr.read()


CLIENT = """
import subprocess, sys
engine = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
engine.stdin.write(b"kata-analyze b 10\\n")
engine.stdin.flush()
engine.stdout.readline()
engine.stdout.readline()
print(engine.pid, flush=True)
engine.stdout.read()
"""


@HAS_PROC
def test_a_client_that_is_killed_takes_the_engine_with_it() -> None:
    with subprocess.Popen([sys.executable, "-c", CLIENT, *COMMAND, *SMALL], stdout=subprocess.PIPE) as client:
        assert client.stdout is not None
        pid = int(client.stdout.readline())
        try:
            client.kill()
            deadline = time.monotonic() + 2 * SOON
            while is_running(pid) and time.monotonic() < deadline:
                time.sleep(0.02)
            assert not is_running(pid)
        finally:
            if is_running(pid):
                os.kill(pid, signal.SIGKILL)


def is_running(pid: int) -> bool:
    """Whether the process exists and is not just waiting to be buried."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def test_a_quit_ends_it() -> None:
    with engine() as process:
        begin(process, b"lz-analyze 10")
        send(process, b"5 quit\n")
        until_empty(process)
        assert until_empty(process) == [b"=5\n"]
        assert process.wait(SOON) == 0


def test_what_is_sent_together_with_a_quit_is_thought_about_in_full() -> None:
    """As a script does that comes after an analysis: its move is not cut short by its own quit."""
    with engine("--time", "1") as process:
        begin(process, b"lz-analyze b 20")
        began = time.monotonic()
        send(process, b"genmove b\nquit\n")
        assert process.wait(START) == 0
        assert time.monotonic() - began > 0.9


@HAS_PROC
def test_its_memory_stays_within_the_limit() -> None:
    """Two megabytes of tree are full many times over in two seconds."""

    def megabytes(process: Process) -> float:
        status = Path(f"/proc/{process.pid}/status").read_text()
        return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024

    with engine("--set", "memory=2") as process:
        wait_until_idle(process)
        begin(process, b"kata-analyze b 10 ownership true")
        seen = [megabytes(process)]
        while len(seen) < 5 or max(seen[-5:]) - min(seen[-5:]) > 0.5:  # until all is loaded and the tree is full
            line_from(process)
            seen.append(megabytes(process))
            assert len(seen) < 500
        before = seen[-1]
        for _ in range(20):
            last = line_from(process)
        assert megabytes(process) < before + 5
        assert int(last.split()[4]) > 0


# ---- what is said where ---------------------------------------------------------------------------


def test_lizzie_can_tell_error_output_from_answers() -> None:
    """It reads both as one stream, and the lines of an analysis must be the only ones that look like it."""
    lines = b"1 lz-analyze 10\n2 lz-genmove_analyze b 10\n3 kata-genmove_analyze w 10 ownership true\n"
    done = subprocess.run([*COMMAND, *SMALL, "--time", "1.5"], input=lines, capture_output=True, timeout=300)
    told = done.stderr.decode().splitlines()
    assert any("win" in line for line in told)
    for line in told:
        assert not line.lstrip().startswith(("=", "?", "info", "play", "gogui-gfx"))
        assert " -> " not in line


def test_live_graphics_are_drawn_when_they_are_wanted() -> None:
    # A look at the priors first, so that the seconds of the move go into its search and not into loading.
    lines = b"tengen-priors\ntengen-live_gfx on\ngenmove b\ntengen-live_gfx off\ngenmove w\n"
    done = subprocess.run([*COMMAND, *SMALL, "--time", "4", "--quiet"], input=lines, capture_output=True, timeout=300)
    drawn = re.fullmatch(
        r"(gogui-gfx:\n(?:INFLUENCE (?:[A-HJ]\d -?\d\.\d\d ?)+\n)?VAR b [A-HJ]\d.*\nTEXT .*\n\n)+gogui-gfx: CLEAR\n",
        done.stderr.decode(),
    )
    assert drawn, done.stderr.decode()
    assert done.stdout.count(b"\n\n") == 5
