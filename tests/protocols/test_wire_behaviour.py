"""The real program on real pipes: every way a controller can write, hang up or go away."""

import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tengen.compilation import ensure_compiled
from tengen.wire.syntax import Response, ResponseReader

COMMAND = [sys.executable, "-m", "tengen", "gtp"]
START = 60.0  # seconds in which the program answers its first command, on a busy machine
SOON = 20.0  # seconds in which it sees that it should stop: a tenth of one, on an idle machine


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Nothing is measured, and no stream looked at, while kernels compile."""
    ensure_compiled()


@contextmanager
def engine(*options: str) -> "Iterator[subprocess.Popen[bytes]]":
    """The program with pipes to all its streams; it has answered a first command."""
    pipe = subprocess.PIPE
    with subprocess.Popen([*COMMAND, *options], stdin=pipe, stdout=pipe, stderr=pipe) as process:
        try:
            assert ask(process, b"name\n") == b"= Tengen\n\n"
            yield process
        finally:
            process.kill()


def ask(process: "subprocess.Popen[bytes]", line: bytes, seconds: float = START) -> bytes:
    """The next response; the program is killed if there is none in time."""
    assert process.stdin is not None
    assert process.stdout is not None
    timer = threading.Timer(seconds, process.kill)
    timer.start()
    try:
        process.stdin.write(line)
        process.stdin.flush()
        answer = b""
        while not answer.endswith(b"\n\n") and (more := process.stdout.readline()):
            answer += more
        return answer
    finally:
        timer.cancel()


@contextmanager
def thinking() -> "Iterator[subprocess.Popen[bytes]]":
    """The program in the middle of a move, with number 6, for which it has a minute."""
    with engine("--time", "60") as process:
        for line in (b"time_settings 1 0 0\n", b"genmove b\n", b"time_settings 0 1 0\n"):
            assert ask(process, line).startswith(b"=")
        assert process.stdin is not None
        process.stdin.write(b"6 genmove w\n")
        process.stdin.flush()
        time.sleep(0.7)
        yield process


def converse(lines: bytes, *options: str, command: list[str] | None = None) -> "subprocess.CompletedProcess[bytes]":
    """All that the program says to `lines` followed by the end of input."""
    return subprocess.run([*(command or COMMAND), *options], input=lines, capture_output=True, timeout=300)


def responses(output: bytes) -> list[Response]:
    """The responses in some output, of which every byte belongs to one."""
    reader = ResponseReader()
    lines = output.decode().split("\n")
    found = [response for line in lines if (response := reader.feed(line))]
    assert reader.last_line is None, "the last response has no end"
    assert not any(response.noise for response in found)
    assert lines.count("") == len(found) + 1  # what follows the last line end counts, too
    return found


# ---- lines -----------------------------------------------------------------------------

LINES: dict[str, tuple[bytes, bytes]] = {
    "no id": (b"name\n", b"= Tengen\n\n"),
    "an id": (b"7 name\n", b"=7 Tengen\n\n"),
    "id 0": (b"0 name\n", b"=0 Tengen\n\n"),
    "an id beyond 32 bits": (b"99999999999999999999 name\n", b"=99999999999999999999 Tengen\n\n"),
    "an id with a failure": (b"8 fly\n", b"?8 unknown command\n\n"),
    "an id and no command": (b"9\n", b"?9 missing command\n\n"),
    "CRLF": (b"10 protocol_version\r\n", b"=10 2\n\n"),
    "tabs": (b"11\techo\ta\t\tb\t\n", b"=11 a b\n\n"),
    "spaces": (b"   12    echo   a  b  \n", b"=12 a b\n\n"),
    "a comment behind": (b"13 echo a # b c\n", b"=13 a\n\n"),
    "a comment without a space": (b"14 echo a#b\n", b"=14 a\n\n"),
    "a comment alone": (b"# name\n", b""),
    "an interrupt with nothing to interrupt": (b"# interrupt\n", b""),
    "empty lines": (b"\n\r\n   \n\t\n", b""),
    "control characters": (b"15 e\x01ch\x7fo a\x00b\x08\x1b\n", b"=15 ab\n\n"),
    "control characters alone": (b"\x00\x01\x02\x1a\x04\n", b""),
    "UTF-8": ("16 echo 天元\n".encode(), "=16 天元\n\n".encode()),
    "bytes that are no UTF-8": (b"17 echo caf\xe9\n", "=17 caf\ufffd\n\n".encode()),
    "bytes that are no text": (b"\xff\xfe\xfd\n", b"? unknown command\n\n"),
    "other line ends": ("18 echo a\u2028b\x0cc\x85\n".encode(), "=18 a\u2028bc\x85\n\n".encode()),
    "an unknown command": (b"analyze 10\n", b"? unknown command\n\n"),
    "a negative id": (b"-3 name\n", b"? unknown command\n\n"),
    "several at once": (b"19 echo a\n20 echo b\n\n21 echo c\n", b"=19 a\n\n=20 b\n\n=21 c\n\n"),
}


@pytest.fixture(scope="module")
def listener() -> "Iterator[subprocess.Popen[bytes]]":
    with engine("--engine", "random") as process:
        yield process


@pytest.mark.parametrize("case", LINES)
def test_line(listener: "subprocess.Popen[bytes]", case: str) -> None:
    sent, expected = LINES[case]
    answer = b""
    following = ask(listener, sent + b"4242 echo done\n")
    while following != b"=4242 done\n\n":
        answer += following
        following = ask(listener, b"")
    assert answer == expected


@pytest.mark.parametrize("megabytes", [1, 2, 5])
def test_a_very_long_line_gets_one_answer(listener: "subprocess.Popen[bytes]", megabytes: int) -> None:
    for line in (b"x" * megabytes * 2**20, b"play b " + b"y" * megabytes * 2**20, b"#" * megabytes * 2**20 + b"\nundo"):
        assert ask(listener, line + b"\n").startswith(b"?")
        assert ask(listener, b"5 name\n") == b"=5 Tengen\n\n"


def test_sabakis_first_words_all_at_once() -> None:
    """It pipelines four commands without ids."""
    done = converse(b"name\nversion\nprotocol_version\nlist_commands\n", "--engine", "random")
    name, version, protocol, commands = responses(done.stdout)
    assert (name.text, protocol.text) == ("Tengen", "2")
    assert version.text[0].isdigit()
    assert {"genmove", "undo", "set_free_handicap", "rectangular_boardsize"} <= set(commands.text.split("\n"))


# ---- the end -----------------------------------------------------------------------------


def test_quit_is_answered_and_is_the_end() -> None:
    with engine("--engine", "random") as process:
        assert ask(process, b"3 quit\n4 name\n") == b"=3\n\n"
        assert process.wait(5) == 0
        assert process.stdout is not None
        assert process.stdout.read() == b""


@pytest.mark.parametrize(("lines", "count"), [(b"", 0), (b"name\n", 1), (b"name\nfly\n5 version", 3)])
def test_the_end_of_input_is_the_end_and_a_last_line_needs_no_newline(lines: bytes, count: int) -> None:
    began = time.monotonic()
    done = converse(lines, "--engine", "random")
    assert done.returncode == 0
    assert len(responses(done.stdout)) == count
    assert b"Traceback" not in done.stderr
    assert time.monotonic() - began < START


def test_input_that_closes_ends_an_idle_engine_at_once() -> None:
    with engine() as process:
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(SOON) == 0


def test_a_controller_that_dies_in_the_middle_of_a_long_move_ends_the_engine() -> None:
    """Both pipes are gone: nothing is thought to the end."""
    with thinking() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.close()
        process.stdout.close()
        assert process.wait(SOON) == 0


def test_commands_from_a_file_are_thought_through_though_their_end_is_known() -> None:
    done = converse(b"genmove b\ngenmove w\n", "--playouts", "5000", "--size", "9")
    assert done.stderr.count(b" 5000 playouts ") == len(responses(done.stdout)) == 2


def test_a_reader_that_goes_away_is_no_accident() -> None:
    with engine("--engine", "random") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(b"list_commands\n" * 3)
        process.stdin.flush()
        assert process.wait(SOON) >= 0  # no signal
        assert process.stderr.read() == b""


@pytest.mark.parametrize("gone", ["<&-", "<&- >/dev/null", ">&-", ">/dev/full"])
def test_missing_or_full_streams_end_without_a_traceback(gone: str) -> None:
    script = f"echo name | {sys.executable} -m tengen gtp --engine random {gone}"
    done = subprocess.run(["sh", "-c", script], capture_output=True, timeout=300)
    assert b"Traceback" not in done.stderr


def test_ctrl_c_ends_quietly() -> None:
    with thinking() as process:
        assert process.stderr is not None
        process.send_signal(signal.SIGINT)
        assert process.wait(SOON) == 130
        assert b"Traceback" not in process.stderr.read()


# ---- while it thinks ---------------------------------------------------------------------


def test_an_interrupt_makes_it_move_at_once() -> None:
    """GoGui's way: a comment line, as `gogui-interrupt` promises."""
    with thinking() as process:
        answer = ask(process, b"# interrupt\n7 list_stones w\n", seconds=SOON)
        assert answer.startswith(b"=6 ")
        assert ask(process, b"") == b"=7 " + answer.removeprefix(b"=6 ")
        # Nor is one lost that comes right behind the command.
        assert ask(process, b"8 genmove b\n# interrupt\n", seconds=SOON).startswith(b"=8 ")


def test_commands_sent_while_it_thinks_are_answered_in_turn() -> None:
    with engine("--playouts", "3000", "--size", "9") as process:
        first = ask(process, b"1 genmove b\n2 genmove w\n3 undo\n4 last_move\n")
        rest = [ask(process, b"") for _ in range(3)]
        assert [answer.split()[0] for answer in [first, *rest]] == [b"=1", b"=2", b"=3", b"=4"]
        assert rest[2].split()[2] == first.split()[1]


@pytest.mark.parametrize("last", [b"9 quit\n", b"# interrupt\n9 quit\n"])
def test_a_quit_stops_all_moves_asked_for_before_it(last: bytes) -> None:
    """Half a minute each, but nobody waits for them any more; each of them has its answer."""
    with engine("--time", "30", "--size", "9", "--quiet", "--threads", "1") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        ask(process, b"1 genmove b\n# interrupt\n")  # loads all that thinking takes
        for line in (b"2 genmove w\n", b"3 genmove b\n", b"4 genmove w\n"):
            process.stdin.write(line)
            process.stdin.flush()
            time.sleep(0.15)
        process.stdin.write(last)
        process.stdin.flush()
        assert process.wait(SOON) == 0
        assert [answer.id for answer in responses(process.stdout.read())] == [2, 3, 4, 9]


def test_after_an_interrupt_the_next_move_is_thought_about_again() -> None:
    with engine("--time", "0.7", "--size", "9", "--quiet", "--threads", "1") as process:
        ask(process, b"1 genmove b\n# interrupt\n")
        began = time.monotonic()
        ask(process, b"2 genmove w\n")
        assert time.monotonic() - began > 0.6


# ---- what is said where ------------------------------------------------------------------

NOISY = textwrap.dedent("""
    import os, sys, warnings
    import tengen.compilation, tengen.kernels.code_folder, tengen.kernels.warm_up
    from tengen.engines.builtin.random import RandomEngine

    def noisy(choose):
        def choose_move(self, *arguments, **options):
            print("= A1")
            print()
            os.write(1, b"= from a library in C\\n\\n")
            warnings.warn("NumbaPerformanceWarning: or something like it")
            return choose(self, *arguments, **options)
        return choose_move

    def warm_up(tell):
        print("compiling")
        tell("playouts", 1, 2)

    tengen.kernels.code_folder.is_compiled = lambda: False
    tengen.kernels.warm_up.warm_up = warm_up
    RandomEngine.choose_move = noisy(RandomEngine.choose_move)
    from tengen.cli import main
    main()
""")


def test_standard_output_is_the_protocols_whatever_else_prints() -> None:
    command = [sys.executable, "-W", "always", "-c", NOISY, "gtp"]
    done = converse(b"1 genmove b\n2 genmove w\n3 echo end\n", "--engine", "random", "--size", "9", command=command)
    assert [response.id for response in responses(done.stdout)] == [1, 2, 3]
    assert b"from a library in C" in done.stderr
    assert b"compiling" in done.stderr


def test_lizzie_can_tell_error_output_from_answers() -> None:
    """It reads both as one stream: a line of ours must not look like an answer or like analysis."""
    lines = b"boardsize 9\ngenmove b\nplay b A1\ngenmove w\nfly\nplay w A1\nloadsgf x\nfinal_score\nkomi x\nquit\n"
    done = converse(lines, "--playouts", "200", "--seed", "1", "--threads", "2")
    told = done.stderr.decode().splitlines()
    assert len(responses(done.stdout)) == 10
    assert any("win" in line for line in told)  # it does say what it thinks
    for line in told:
        assert not line.lstrip().startswith(("=", "?", "info", "play"))
        assert " -> " not in line


def test_quiet_is_quiet() -> None:
    done = converse(b"boardsize 9\ngenmove b\nfly\n", "--playouts", "50", "--quiet")
    assert (len(responses(done.stdout)), done.stderr) == (3, b"")


def test_the_seed_makes_whole_processes_alike() -> None:
    """Live, with every answer awaited, as a controller plays."""
    games = []
    for _ in range(2):
        with engine("--seed", "7", "--playouts", "300", "--size", "9") as process:
            games.append([ask(process, line) for line in [b"genmove b\n", b"genmove w\n"] * 4])
    assert games[0] == games[1]
