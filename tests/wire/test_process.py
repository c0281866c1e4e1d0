"""Engines begin when they are told to, and end with everything they started, whatever happens."""

import contextlib
import gc
import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tengen.wire.client import GtpClient, GtpClosed, GtpStartError

FAKE = Path(__file__).with_name("fake_engine.py")


def fake(mode: str, timeout: float = 60.0) -> GtpClient:
    command = [sys.executable, "-S", str(FAKE), "--mode", mode]
    return GtpClient(command, timeout=timeout, start_timeout=60.0, name="Fake")


def runs(pid: int) -> bool:
    """Whether a process exists; a zombie of ours counts."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def orphan_runs(pid: int) -> bool:
    """Whether a process that is not our child runs; a zombie does not, its new parent may be slow to reap."""
    with contextlib.suppress(FileNotFoundError):
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    return not Path("/proc").exists() and runs(pid)


def wait_until_gone(pid: int, seconds: float = 60.0) -> bool:
    deadline = time.monotonic() + seconds
    while orphan_runs(pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not orphan_runs(pid)


def children() -> set[str]:
    found: set[str] = set()
    for task in Path("/proc/self/task").glob("*/children"):
        with suppress(FileNotFoundError, ProcessLookupError):  # a thread that has just ended has none
            found.update(task.read_text().split())
    return found


@pytest.fixture(autouse=True)
def nothing_left_behind() -> Iterator[None]:
    """Every test here, whatever its engine does, leaves no thread and no process."""
    threads, processes = set(threading.enumerate()), children()
    yield
    assert set(threading.enumerate()) <= threads
    assert children() <= processes


def test_programs_that_do_not_start(tmp_path: Path) -> None:
    plain = tmp_path / "engine"
    plain.write_text("#!/no/such/interpreter\n")
    with pytest.raises(GtpStartError, match=r"^cannot start engine \('.*/engine'\): the file is not executable$"):
        GtpClient([str(plain)])
    plain.chmod(0o755)
    with pytest.raises(GtpStartError, match=r"the interpreter it names is missing$"):
        GtpClient([str(plain)])
    with pytest.raises(GtpStartError, match="no such program; is it on the PATH"):
        GtpClient("no-such-engine --gtp")
    with pytest.raises(GtpStartError, match="cannot read the engine's command"):
        GtpClient("engine 'unfinished")
    with pytest.raises(GtpStartError, match="the engine's command is empty"):
        GtpClient("")


def test_closing_twice_and_after_killing() -> None:
    client = fake("good")
    client.send("name")
    client.close()
    client.close()
    assert client.exit_status == 0
    with pytest.raises(GtpClosed, match=r"^Fake was closed: cannot send 'name'$"):
        client.send("name")
    other = fake("good")
    other.kill()
    other.kill()
    other.close()
    assert other.exit_status == -signal.SIGKILL


def test_an_engine_that_will_not_quit() -> None:
    client = fake("stubborn")
    client.send("name")
    start = time.monotonic()
    client.close(grace=0.2)
    assert time.monotonic() - start < 20
    assert client.exit_status == -signal.SIGKILL


def test_an_engine_behind_a_shell_ends_with_it() -> None:
    engine = shlex.join([sys.executable, "-S", str(FAKE), "--mode", "silent"])
    client = GtpClient(["sh", "-c", f"{engine} & echo $! >&2; wait"])
    while not client.stderr:
        time.sleep(0.01)
    client.kill()
    assert wait_until_gone(int(client.stderr[0]))


def test_a_child_that_outlives_the_engine_does_not_hold_us() -> None:
    with GtpClient(["sh", "-c", "sleep 60 & echo $! >&2; read line; echo '=1 hello'; echo"]) as client:
        assert client.send("name") == "hello"
    assert wait_until_gone(int(client.stderr[0]))


@pytest.mark.parametrize("end", ["exit 0", "exit 3", "kill -SEGV $$"])
def test_a_child_that_keeps_no_pipe_ends_with_the_engine(end: str) -> None:
    script = f"sleep 60 </dev/null >/dev/null 2>&1 & echo =1 $!; echo; read first; read second; {end}"
    with GtpClient(["sh", "-c", script]) as client:
        child = int(client.send("name"))
        with pytest.raises(GtpClosed):
            client.send("quit")
    assert wait_until_gone(child)


def test_a_forgotten_client_takes_its_engine_along() -> None:
    client = fake("stubborn")
    client.send("name")
    pid = client.pid
    del client
    gc.collect()
    assert not runs(pid)


@pytest.mark.parametrize("end", ["pass", "import os; os._exit(1)"])
def test_engines_end_with_the_program(end: str) -> None:
    """Both when the program forgets to close its engine, and when it is killed without a chance to."""
    program = (
        "import sys; from tengen.wire.client import GtpClient\n"
        f"client = GtpClient([sys.executable, {str(FAKE)!r}]); client.send('name')\n"
        f"print(client.pid, flush=True); {end}"
    )
    done = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, timeout=120)
    assert wait_until_gone(int(done.stdout))


def test_ctrl_c_ends_the_wait_and_the_engine() -> None:
    with fake("silent") as client:
        timer = threading.Timer(0.3, os.kill, [os.getpid(), signal.SIGINT])
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            client.send("genmove b")
        timer.join()
        assert not runs(client.pid)
        with pytest.raises(GtpClosed, match="was killed when 'genmove b' was interrupted"):
            client.send("name")


def test_ctrl_c_at_the_terminal_does_not_reach_the_engine() -> None:
    with fake("good") as client:
        client.send("name")
        assert os.getpgid(client.pid) != os.getpgid(0)
        assert os.getsid(client.pid) != os.getsid(0)


@pytest.mark.parametrize(("end", "told"), [(GtpClient.kill, "killed"), (GtpClient.close, "closed")])
def test_ending_from_another_thread(end: Callable[[GtpClient], None], told: str) -> None:
    client = fake("silent", timeout=30)
    timer = threading.Timer(0.2, end, [client])
    timer.start()
    with pytest.raises(GtpClosed, match=f"^Fake was {told} at 'genmove b'$"):
        client.send("genmove b")
    timer.join()
