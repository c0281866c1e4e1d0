"""Talking with engines that behave, and with engines that do not."""

import math
import os
import pickle
import shlex
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tengen.errors import TengenError
from tengen.wire.client import (
    GtpClient,
    GtpClosed,
    GtpError,
    GtpFailure,
    GtpProtocolError,
    GtpTimeout,
)
from tengen.wire.gnugo import find_gnugo

FAKE = Path(__file__).with_name("fake_engine.py")
GNUGO = find_gnugo()


def fake(mode: str, *options: str, timeout: float = 60.0, start_timeout: float = 60.0) -> GtpClient:
    command = [sys.executable, "-S", str(FAKE), "--mode", mode, *options]
    return GtpClient(command, timeout=timeout, start_timeout=start_timeout, name="Fake")


def runs(pid: int) -> bool:
    """Whether a process exists; a zombie of ours counts."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def children() -> set[str]:
    tasks = Path("/proc/self/task")
    return {pid for task in tasks.glob("*/children") for pid in task.read_text().split()}


@pytest.fixture(autouse=True)
def nothing_left_behind() -> Iterator[None]:
    """Every test here, whatever its engine does, leaves no thread and no process."""
    threads, processes = set(threading.enumerate()), children()
    yield
    assert set(threading.enumerate()) <= threads
    assert children() <= processes


def test_a_conversation() -> None:
    with fake("good") as client:
        assert client.alive
        assert client.send("name") == "Fake"
        assert client.send("boardsize 5") == ""
        assert client.send("play b a1") == ""
        assert client.send("genmove w") == "B1"
        assert client.send("showboard") == "\n".join([" . . . . ."] * 4 + [" X X . . ."])
        assert client.noise == client.stderr == ()
    assert not client.alive
    assert client.exit_status == 0


def test_a_refusal_carries_the_engines_words_and_the_conversation_goes_on() -> None:
    with fake("good") as client:
        with pytest.raises(GtpFailure, match=r"^Fake refused 'undo': cannot undo$") as caught:
            client.send("undo")
        assert caught.value.message == "cannot undo"
        assert client.send("name") == "Fake"


def test_commands_are_asked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with fake("good") as client:
        assert client.knows("undo")
        assert not client.knows("kata-analyze")
        monkeypatch.setattr(client, "send", None)
        assert "genmove" in client.list_commands()


def test_the_command_may_be_one_string() -> None:
    with GtpClient(f"{shlex.quote(sys.executable)} '{FAKE}' --mode good") as client:
        assert client.name.startswith("python")
        assert client.send("name") == "Fake"


@pytest.mark.parametrize(
    "command",
    ["", " ", "# comment", "3 name", "3", "play b D4 # comment", "name\nversion", "say " + "x" * 20000],
)
def test_what_is_no_command_is_not_sent(command: str) -> None:
    with fake("good") as client:
        with pytest.raises(ValueError, match=r".") as caught:
            client.send(command)
        assert not isinstance(caught.value, GtpError)  # the caller's mistake, not the engine's
        assert client.send("name") == "Fake"


@pytest.mark.parametrize("timeout", [0.0, -1.0, math.nan])
def test_a_timeout_is_positive(timeout: float) -> None:
    with fake("good") as client, pytest.raises(ValueError, match="positive number of seconds"):
        client.send("name", timeout=timeout)


def test_waiting_for_ever() -> None:
    with fake("good") as client:
        assert client.send("name", timeout=math.inf) == "Fake"


def test_slow_answer() -> None:
    with fake("slow", "--seconds", "30") as client:
        assert client.send("name") == "Fake"
        start = time.monotonic()
        with pytest.raises(GtpTimeout, match=r"^Fake did not answer 'genmove b' within 0\.2 s$"):
            client.send("genmove b", timeout=0.2)
        assert time.monotonic() - start < 20
        assert not runs(client.pid)
        with pytest.raises(GtpClosed, match=r"^Fake was killed after a timeout: cannot send 'name'$"):
            client.send("name")


def test_slow_start_is_allowed_for_once() -> None:
    options = ("--command", "start", "--seconds", "0.5")
    with fake("slow", *options, timeout=0.3, start_timeout=60) as client:
        assert client.send("name") == "Fake"
    with fake("slow", *options, timeout=0.1, start_timeout=0.1) as client, pytest.raises(GtpTimeout):
        client.send("name")


def test_silent() -> None:
    pattern = r"'name' within 0\.3 s$"
    with fake("silent", timeout=0.2, start_timeout=0.1) as client, pytest.raises(GtpTimeout, match=pattern):
        client.send("name")


def test_half_an_answer() -> None:
    with fake("half") as client:
        assert client.send("name") == "Fake"
        with pytest.raises(GtpTimeout, match=r"'genmove b' within 1 s; its last line was '=2 A1'$"):
            client.send("genmove b", timeout=1)


def test_lying_is_not_the_protocols_business() -> None:
    with fake("lying") as client:
        assert client.send("genmove b") == "Z99"


def test_dying() -> None:
    with fake("dying") as client:
        assert client.send("name") == "Fake"
        pattern = (
            "^Fake ended with exit status 3 at 'genmove b'; "
            r"its last words: about to die \| fatal: the ladder was broken$"
        )
        with pytest.raises(GtpClosed, match=pattern) as caught:
            client.send("genmove b")
        assert caught.value.exit_status == client.exit_status == 3
        with pytest.raises(GtpClosed, match=r"^Fake ended with exit status 3: cannot send 'name'$"):
            client.send("name")


def test_dead_before_the_command() -> None:
    with fake("good") as client:
        client.send("name")
        os.kill(client.pid, signal.SIGTERM)
        time.sleep(0.1)
        with pytest.raises(GtpClosed, match=r"^Fake was ended by SIGTERM at 'genmove b'"):
            client.send("genmove b")


def test_a_program_that_is_no_engine() -> None:
    command = [sys.executable, "-c", "print('usage: me')"]
    pattern = r"ended with exit status 0 at 'name'; its last words: usage: me$"
    with GtpClient(command) as client, pytest.raises(GtpClosed, match=pattern):
        client.send("name")


def test_closed_output() -> None:
    with fake("mute-exit") as client:
        client.send("name")
        with pytest.raises(GtpClosed, match=r"^Fake closed its output at 'genmove b'$"):
            client.send("genmove b")


def test_garbage_between_answers_is_kept_apart() -> None:
    with fake("garbage") as client:
        assert client.send("name") == "Fake"
        assert client.send("genmove b") == "A1"
        assert client.noise == ("Hello from the engine!", "=====", "info move D4 = good?") * 2


def test_wrong_id() -> None:
    with fake("wrong-id") as client:
        with pytest.raises(GtpProtocolError, match=r"'name' wrongly: the answer has id 1001, not id 1$"):
            client.send("name")
        assert not runs(client.pid)


def test_missing_id() -> None:
    with fake("no-id") as client, pytest.raises(GtpProtocolError, match=r"the answer has no id, not id 1$"):
        client.send("name")


def test_answers_nobody_asked_for() -> None:
    with fake("chatty") as client:
        client.send("name")
        with pytest.raises(GtpProtocolError, match="wrongly"):
            client.send("name")


def test_megabytes_without_a_line_end() -> None:
    with fake("flood") as client, pytest.raises(GtpProtocolError, match="more than 16777216 characters"):
        client.send("genmove b")


def test_noisy_stderr_blocks_nothing() -> None:
    with fake("noisy") as client:
        assert client.send("name") == "Fake"
        assert client.send("genmove b") == "A1"
        assert 0 < len(client.stderr) <= 50


def test_crlf() -> None:
    with fake("crlf") as client:
        assert client.send("name") == "Fake"
        assert client.knows("undo")


def test_bytes_that_are_no_text() -> None:
    engine = "import sys; input(); sys.stdout.buffer.write(b'=1 caf\\xe9\\n\\n')"
    with GtpClient([sys.executable, "-c", engine]) as client:
        assert client.send("name") == "caf\ufffd"


@pytest.mark.parametrize("error", [GtpFailure("text", "message"), GtpClosed("text", 3), GtpTimeout("text")])
def test_errors_travel_between_processes(error: GtpError) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), str(copy), vars(copy)) == (type(error), "text", vars(error))


def test_an_error_is_told_like_any_other_of_ours() -> None:
    with pytest.raises(TengenError, match=r"no such program"):
        GtpClient("no-such-engine")
    with fake("good") as client, pytest.raises(TengenError, match=r"refused 'fly me'"):
        client.send("fly me")


def test_two_threads_take_turns() -> None:
    answers: list[str] = []
    with fake("good") as client:
        client.send("boardsize 19")
        work = [threading.Thread(target=lambda: answers.append(client.send("genmove b"))) for _ in range(20)]
        for thread in work:
            thread.start()
        for thread in work:
            thread.join()
    assert len(set(answers)) == 20


@pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed (Debian: apt install gnugo)")
def test_gnu_go() -> None:
    assert GNUGO is not None
    with GtpClient([GNUGO, "--mode", "gtp", "--level", "1"]) as client:
        assert client.send("protocol_version") == "2"
        assert client.send("name") == "GNU Go"
        assert client.knows("final_status_list")
        assert not client.knows("kata-analyze")
        client.send("boardsize 9")
        client.send("komi 6.5")
        assert sorted(client.send("fixed_handicap 2").split()) == ["C3", "G7"]
        vertex = client.send("genmove white")
        assert vertex[0] in "ABCDEFGHJ"
        assert client.send("showboard").startswith("   A B C D E F G H J")
        with pytest.raises(GtpFailure, match="illegal move"):
            client.send(f"play black {vertex}")
        with pytest.raises(GtpError, match=r"^gnugo refused 'fly me': unknown command$"):
            client.send("fly me")
        client.send("undo")
        assert client.send("list_stones white") == ""
        assert client.noise == ()
    assert client.exit_status == 0
