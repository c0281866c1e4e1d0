"""GNU Go as an adviser: a real process that says which moves it considers, and what each is worth to it.

It is asked in a thread of its own, so a search can run meanwhile. It may be missing, slow, crash or answer nonsense:
then there is no advice for this move, whoever asked plays on alone, and it is said once. A program that has died is
started again for the next move; one that fails three times in a row is left alone until the next game.
"""

import logging
import shlex
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from typing import TypeVar

from tengen.engines.builtin.gtp import GtpEngine
from tengen.engines.endgame.judgement import Judgement
from tengen.engines.gtp_thoughts import finite
from tengen.engines.interface import EngineOptions
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.wire.client import GtpError
from tengen.wire.gnugo import find_gnugo, gnugo_arguments

log = logging.getLogger(__name__)
Result = TypeVar("Result")
Advice = Mapping[Vertex, float]  # what moves are worth to GNU Go, in points; all above 0
FIND_IT = "auto"
_PATIENCE = 60.0  # seconds for an answer, before the process is given up
_AT_ONCE = 5.0  # seconds for what it knows already
_MOST_FAILURES = 3  # in a row
_A_MOMENT = 0.05  # seconds


class GnuGo(GtpEngine):
    """GNU Go as an engine that can also be asked what it thinks of its moves."""

    def candidates(self, position: Position) -> dict[Vertex, float]:
        """The moves it considers and their values, the best first; none where it would pass."""
        self.synchronise(position)
        best = self._ask(f"reg_genmove {position.to_play.letter}").strip()
        if best.lower() in ("pass", "resign"):
            return {}  # a list of no moves, GNU Go 3.8 would never end
        told = self._ask("all_move_values", _AT_ONCE)
        found = dict(_value(line, position) for line in told.splitlines() if line.strip())
        first = self._vertex(best, position)
        found[first] = max([found.get(first, 0.0), *found.values()]) or 1.0  # a move of its books has no value
        legal = {move: value for move, value in found.items() if value > 0 and position.why_illegal(move) is None}
        return dict(sorted(legal.items(), key=lambda pair: (pair[0] != first, -pair[1])))


def _value(line: str, position: Position) -> tuple[Vertex, float]:
    """A move and its value, as ``all_move_values`` lists them."""
    words = line.split()
    value = finite(words[1]) if len(words) == 2 else None
    if value is None:
        raise GtpError(f"GNU Go answered all_move_values with {line[:40]!r}, which is no move with its value")
    return Vertex.parse(words[0], position.size), value


class GnuGoAdviser:
    """Asks GNU Go in the background.

    `command` is its command line, or ``auto`` to look for it; `tell` is told, once, when it cannot be asked.
    """

    def __init__(self, command: str, level: int, tell: Callable[[str], None] = log.warning) -> None:
        self._command, self._level, self._tell = command, level, tell
        self._worker = ThreadPoolExecutor(1, "tengen-gnugo")
        self._program = GnuGo(EngineOptions(), "GNU Go", patience=_PATIENCE, start_patience=10.0)
        self._asked: Future[Advice | None] | None = None
        self._is_wanted = False  # whether what was asked is about the position at hand
        self._failures = 0  # in a row
        self._complaining = threading.Lock()
        self._has_complained = False

    @property
    def pid(self) -> int | None:
        """GNU Go's process."""
        return self._program.pid

    def forget(self) -> None:
        """A new game begins: whatever failed in the last one is tried again."""
        self._failures = 0

    def ask(self, position: Position) -> None:
        """Have it think about a position; `advice` has the answer. While it is busy with another it is not asked."""
        self._is_wanted = self._is_free
        if self._is_free:
            there = position.copy()
            self._asked = self._worker.submit(self._try, lambda: self._ready(there).candidates(there))

    def advice(self, seconds: float = 0.0, is_enough: Callable[[], bool] = lambda: False) -> Advice | None:
        """What it says of the position asked about last; None if it says nothing, or not within so many seconds."""
        if self._asked is None or not self._is_wanted:
            return None
        ends = time.monotonic() + seconds
        while True:
            left = ends - time.monotonic()
            try:
                return self._asked.result(max(0.0, min(left, _A_MOMENT)))
            except NotYet:
                if left <= 0 or is_enough():
                    return None

    @property
    def _is_free(self) -> bool:
        return self._asked is None or self._asked.done()

    @property
    def is_thinking(self) -> bool:
        """Whether an answer may still come."""
        return self._is_wanted and not self._is_free

    def judge(self, position: Position) -> Judgement | None:
        """Its verdict on dead stones; None if it cannot be had."""
        self._is_wanted = False
        return self._worker.submit(self._try, lambda: self._ready(position).judge(position)).result()

    def complain(self, problem: str) -> None:
        """Say what is wrong, the first time."""
        with self._complaining:
            first, self._has_complained = not self._has_complained, True
        if first:
            self._tell(f"{problem}: the search plays on alone where GNU Go says nothing")

    def close(self) -> None:
        """End the program and the thread."""
        self._failures = _MOST_FAILURES  # nothing is begun any more
        self._program.end_program()  # which ends what the thread waits for
        self._worker.shutdown()
        self._program.end_program()  # that the thread has started meanwhile

    # ---- in the worker -------------------------------------------------------------------

    def _ready(self, position: Position) -> GnuGo:
        """The program, with a command line for the rules of this position."""
        command = self._command
        if command == FIND_IT:
            found = find_gnugo()
            if found is None:
                raise TengenError("GNU Go is not installed (apt-get install gnugo)")
            command = shlex.join([found, *gnugo_arguments(position.rules, self._level)])
        if command != self._program.parameters.command:
            self._program.change_settings({"command": command})
        return self._program

    def _try(self, ask: Callable[[], Result]) -> Result | None:
        """The answer; None if there is none, which is said once."""
        if self._failures >= _MOST_FAILURES:
            return None
        try:
            answer = ask()
        except TengenError as error:
            self._program.forget()  # whatever is on its board now
            self._failures += 1
            self.complain(str(error))
            return None
        self._failures = 0
        return answer
