"""The process behind a GTP client: starting it, reading its pipes, ending it with all that it started.

Whether the engine should share our terminal's Ctrl-C was a choice: it gets **a session of its own**.
A Ctrl-C goes to every process in the terminal's foreground group; an engine in ours would die in the middle
of an answer, before we could score or store the game. Apart, it ends when we say so, and whatever it started
(behind a shell wrapper, say) ends with it, as one group. It still dies with us: `close` and a finalizer at
interpreter exit end it, and if we are killed outright its input closes, at which a GTP engine quits. (Linux's
parent-death signal would be firmer, but fires when the *thread* that started the engine ends.)
"""

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import IO

from tengen.wire.syntax import MAX_RESPONSE, Response, ResponseReader, ResponseTooLongError

#: Answers an engine may send without having been asked.
MAX_UNREAD = 100


def start_process(command: Sequence[str]) -> "subprocess.Popen[bytes]":
    """Start an engine with pipes to all three of its streams; an OSError tells in words why it did not start."""
    pipe = subprocess.PIPE
    try:
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)
    except FileNotFoundError:
        found = os.path.dirname(command[0]) and os.path.exists(command[0])
        why = "the interpreter it names is missing" if found else "no such program; is it on the PATH?"
    except PermissionError:
        why = "the file is not executable"
    except (OSError, ValueError) as error:  # a script without '#!', a null byte in a name
        why = str(error)
    raise OSError(why)


def start_thread(target: Callable[..., None], *arguments: object) -> threading.Thread:
    """Run a pump in a thread that does not keep the interpreter from ending."""
    thread = threading.Thread(target=target, args=arguments, daemon=True)
    thread.start()
    return thread


def pump_answers(
    stream: IO[bytes], reader: ResponseReader, answers: "queue.SimpleQueue[Response | str | None]"
) -> None:
    """Thread: turn output into responses; a string tells what is wrong with it, None that it has ended."""
    with stream:
        while line := stream.readline(MAX_RESPONSE + 1):
            try:
                response = reader.feed(line.decode("utf-8", "replace"))
            except ResponseTooLongError as error:
                answers.put(str(error))
                break
            if response and answers.qsize() < MAX_UNREAD:
                answers.put(response)
            elif response:
                answers.put("it sent answers to questions nobody asked")
                break
        while stream.read(65536):  # an engine must not block on a full pipe while it is asked to quit
            pass
    answers.put(None)


def pump_lines(stream: IO[bytes], lines: deque[str]) -> None:
    """Thread: keep the last lines of the error output; a very long one counts as several."""
    with stream:
        while line := stream.readline(1000):
            lines.append(line.decode("utf-8", "replace").rstrip("\r\n"))


def stop_process(process: "subprocess.Popen[bytes]", threads: Sequence[threading.Thread]) -> None:
    """Kill the engine's group, collect its status and end the threads. Holds no client: see `finalize`."""
    assert process.stdin is not None
    with contextlib.suppress(OSError):
        process.stdin.close()
    if process.returncode is None:  # not collected yet, so the group's number is nobody else's
        signal_group(process, force=True)  # also when it has ended by itself: what it started may not have
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(5.0)  # for ever, if it runs as another user and will not listen: then go on
    for thread in threads:
        if thread is threading.current_thread():  # the collector may run this in any thread
            continue
        thread.join(0.5)
        if thread.is_alive():
            # The engine has ended but its pipe is open: a child of its own holds it, so the group still
            # exists and its number is nobody else's.
            signal_group(process, force=True)
            thread.join(0.5)


def has_ended(process: "subprocess.Popen[bytes]", seconds: float) -> bool:
    """Whether the engine has ended, which may take it so many seconds; `stop_process` collects it."""
    deadline, pause = time.monotonic() + seconds, 0.0005
    while exit_status(process) is None:
        if (left := deadline - time.monotonic()) <= 0:
            return False
        pause = min(2 * pause, left, 0.05)
        time.sleep(pause)
    return True


def exit_status(process: "subprocess.Popen[bytes]") -> int | None:
    """The exit status, once the engine has ended (a signal counts negative), without collecting the process."""
    if process.returncode is None and hasattr(os, "waitid"):
        with contextlib.suppress(ChildProcessError):
            found = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if found is None:
                return None
            return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status
    return process.poll()


def signal_group(process: "subprocess.Popen[bytes]", *, force: bool) -> None:
    """Tell the engine and all that it started to end; with `force` they are not asked."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL if force else signal.SIGTERM)


def describe_exit(status: int | None) -> str:
    """What became of an engine, to follow its name in a sentence.

    >>> describe_exit(3), describe_exit(-9)
    ('ended with exit status 3', 'was ended by SIGKILL')
    """
    if status is None:
        return "closed its output"
    if status >= 0:
        return f"ended with exit status {status}"
    with contextlib.suppress(ValueError):
        return f"was ended by {signal.Signals(-status).name}"
    return f"was ended by signal {-status}"
