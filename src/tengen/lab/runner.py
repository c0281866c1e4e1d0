"""Playing the games that a store wants, side by side on the cores.

The runner alone touches the store: it claims a game, hands it to a worker, and writes the result when
it comes. Several runners, in several processes, may work on the same events. A worker that dies or hangs
costs the game it was playing, which is stored with its verdict; a new worker takes its place.
"""

import multiprocessing
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

from tengen.errors import TengenError
from tengen.game.color import BLACK, Color
from tengen.lab.outcome import End, GameResult
from tengen.lab.store import Claim, Event, Pairing, Store
from tengen.lab.worker import DEADLINE, FIRST_PID, MOVE, PLACES, THINKER, Task, kill_group, work
from tengen.wire.process import describe_exit

_SIGN_SECONDS = 20.0  # between two signs of life
_POLL_SECONDS = 0.25  # for stalled workers, and for the display
_RETRY_SECONDS = 1.0  # between two looks for games that another runner gave up
_FAREWELL_SECONDS = 10.0  # for players to leave in peace
_LAST_BREATH_SECONDS = 1.0  # for a process that has closed its pipe to end
_MOST_FALSE_STARTS = 3  # workers in a row that die before their game has begun
_INTERRUPTS = (signal.SIGINT, signal.SIGTERM)
_SPAWN = multiprocessing.get_context("spawn")


@dataclass
class Hand:
    """A worker, the pipe to it, and the game it plays."""

    process: SpawnProcess
    pipe: Connection
    board: Any  # shared memory; see `tengen.lab.worker`
    claim: Claim | None = None
    pairing: Pairing | None = None
    since: float = field(default_factory=time.monotonic)

    @property
    def is_stalled(self) -> bool:
        """Whether an answer is overdue."""
        return self.claim is not None and time.monotonic() > self.board[DEADLINE]

    def kill(self) -> None:
        """End the worker and the programs it has started."""
        pids = [int(self.board[place]) for place in range(FIRST_PID, PLACES)]
        self.process.kill()
        self.process.join()
        for pid in pids:
            kill_group(pid)
        self.pipe.close()


@dataclass(frozen=True)
class Finished:
    """A game that has just been stored."""

    pairing: Pairing
    claim: Claim
    result: GameResult


@contextmanager
def _interrupts_deferred() -> Iterator[None]:
    """Let Ctrl-C and a polite kill wait until something is done; a process started meanwhile does not hear them.

    Blocking them is not enough, as another thread of the process may be given them; not to react is not
    enough, as a process that is being started would, until it can ignore them: it inherits the blocking.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "pthread_sigmask"):
        yield
        return
    waiting: list[int] = []
    handlers = {number: signal.signal(number, lambda number, frame: waiting.append(number)) for number in _INTERRUPTS}
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, _INTERRUPTS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        for number, handler in handlers.items():
            signal.signal(number, handler)
        if waiting:
            signal.raise_signal(waiting[0])


class Runner:
    """Plays what is wanted of some events; `tell` hears of every game, `tick` is called now and then.

    `enough` is asked at first and after each game whether to stop (a sequential test has decided, say).
    """

    def __init__(
        self,
        store: Store,
        events: Sequence[Event],
        jobs: int,
        *,
        tell: Callable[[Finished], None] = lambda finished: None,
        tick: Callable[["Runner"], None] = lambda runner: None,
        enough: Callable[[], bool] = lambda: False,
    ) -> None:
        self.store = store
        self.events = list(events)
        self.jobs = jobs
        self.played = 0
        self.hands: list[Hand] = []
        self._tell, self._tick, self._enough = tell, tick, enough
        self._pairings: dict[int, Pairing] = {}
        self._decided = False
        self._false_starts = 0
        self._signed = 0.0
        self._looked = 0.0

    def run(self) -> None:
        """Play until nothing is wanted any more; Ctrl-C loses the games in play and nothing else."""
        runner = self.store.register()
        self._signed = time.monotonic()
        self._decided = self._enough()  # a match gone on with may be decided already
        try:
            while self._give_out(runner):
                self._gather()
                self._tick(self)
                if time.monotonic() - self._signed > _SIGN_SECONDS:
                    self.store.give_sign(runner)
                    self._signed = time.monotonic()
        finally:
            self._dismiss()
            self.store.leave(runner)

    # ---- giving games out ------------------------------------------------------------------

    def _give_out(self, runner: int) -> bool:
        """Give every idle worker a game; False when all games are played."""
        if self._decided:
            return False
        busy = [hand for hand in self.hands if hand.claim is not None]
        if len(busy) == self.jobs:
            return True
        now = time.monotonic()
        if self._looked and now - self._looked < _RETRY_SECONDS:
            return True  # there was nothing to claim a moment ago
        self._looked = 0.0
        while len(busy) < self.jobs:
            claim = self.store.claim(self.events, runner)
            if claim is None:
                self._looked = now
                return bool(busy) or self.store.others_are_playing(self.events, runner)
            hand = self._idle_hand()
            self._hand_out(hand, claim)
            busy.append(hand)
        return True

    def _idle_hand(self) -> Hand:
        for hand in self.hands:
            if hand.claim is None:
                return hand
        board = _SPAWN.RawArray("d", PLACES)
        ours, theirs = _SPAWN.Pipe()
        process = _SPAWN.Process(target=work, args=(theirs, board), daemon=True)
        resource_tracker.ensure_running()  # or it is started inside, and lets Ctrl-C through again
        hand = Hand(process, ours, board)
        with _interrupts_deferred():
            process.start()
            self.hands.append(hand)
        theirs.close()
        return hand

    def _hand_out(self, hand: Hand, claim: Claim) -> None:
        pairing = self._pairings.get(claim.pairing)
        if pairing is None:
            pairing = self._pairings[claim.pairing] = self.store.pairing(claim.pairing)
        conditions = pairing.conditions
        hand.claim, hand.pairing, hand.since = claim, pairing, time.monotonic()
        hand.board[MOVE] = hand.board[THINKER] = 0
        hand.board[DEADLINE] = float("inf")
        opening = conditions.opening_of(claim.number, self.store.uid)
        first_black = conditions.first_is_black(claim.number)
        task = Task(pairing.first, pairing.second, conditions, first_black, opening, claim.seed)
        with suppress(OSError):  # it has died, which is seen when the results are gathered
            hand.pipe.send(task)

    # ---- gathering results -----------------------------------------------------------------

    def _gather(self) -> None:
        """Take what the workers have to tell, and see to those that cannot tell anything any more."""
        busy = {hand.pipe: hand for hand in self.hands if hand.claim is not None}
        for pipe in wait(list(busy), _POLL_SECONDS):
            assert isinstance(pipe, Connection)
            hand = busy[pipe]
            try:
                result = pipe.recv()
            except (EOFError, OSError):
                hand.process.join(_LAST_BREATH_SECONDS)
                self._replace(hand, End.CRASH)
                continue
            self._store(hand, result)
        for hand in busy.values():
            if hand.is_stalled:
                self._replace(hand, End.TIMEOUT)

    def _replace(self, hand: Hand, end: End) -> None:
        """A worker is of no use any more: end it, and store what became of its game."""
        assert hand.pairing is not None
        assert hand.claim is not None
        hand.kill()
        self.hands.remove(hand)
        move, color = int(hand.board[MOVE]), int(hand.board[THINKER])
        if end is End.TIMEOUT:
            reason = "no answer in time"
        else:
            reason = f"the process that played the game {describe_exit(hand.process.exitcode)}"
        if color:
            first = (color == BLACK) == hand.pairing.conditions.first_is_black(hand.claim.number)
            player = hand.pairing.first if first else hand.pairing.second
            detail = f"{player.name}: {reason} at move {move}"
        elif move:
            end, detail = End.UNCOUNTED, f"the referee cannot count: {reason}"
        else:
            return self._begin_again(hand, reason)
        at_fault = Color(color) if color else None
        self._store(hand, GameResult(end, at_fault=at_fault, detail=detail, seconds=time.monotonic() - hand.since))

    def _begin_again(self, hand: Hand, reason: str) -> None:
        """A worker is gone before its game began, which is no player's doing: another one plays it."""
        assert hand.claim is not None
        self.store.release(hand.claim)
        self._looked = 0.0
        self._false_starts += 1
        if self._false_starts == _MOST_FALSE_STARTS:
            raise TengenError(f"no game can be begun on this machine: {reason}")

    def _store(self, hand: Hand, result: GameResult) -> None:
        assert hand.claim is not None
        assert hand.pairing is not None
        claim, hand.claim = hand.claim, None
        self._looked = 0.0  # this may have been the last one, or another is wanted
        self._false_starts = 0
        with _interrupts_deferred():  # what is stored is counted, too
            stored = self.store.finish(claim, hand.pairing, result)
            self.played += stored
        if stored:
            self._tell(Finished(hand.pairing, claim, result))
            self._decided = self._decided or self._enough()

    def _dismiss(self) -> None:
        """Send the workers home: the idle ones in peace, the others at once."""
        idle = [hand for hand in self.hands if hand.claim is None]
        for hand in idle:
            with suppress(OSError):
                hand.pipe.send(None)
        deadline = time.monotonic() + _FAREWELL_SECONDS
        try:
            for hand in idle:
                hand.process.join(max(0.0, deadline - time.monotonic()))
        finally:  # also when a second Ctrl-C cuts the waiting short
            for hand in self.hands:
                hand.kill()
            self.hands.clear()
