"""Playing the games that a store wants, side by side on the cores.

The runner alone touches the store: it claims a game, hands it to a worker, and writes the result when
it comes. Several runners, in several processes, may work on the same events. A worker that dies or hangs
costs the game it was playing, which is stored with its verdict; a new worker takes its place.
"""

import time
from collections.abc import Callable, Sequence
from concurrent import futures
from dataclasses import dataclass

from tengen.errors import TengenError
from tengen.game.color import BLACK
from tengen.lab.interrupts import interrupts_deferred
from tengen.lab.local_worker import LocalWorker
from tengen.lab.outcome import End, GameResult
from tengen.lab.store import Claim, Event, Pairing, Store
from tengen.lab.worker_handle import GameTask, WorkerGone, WorkerHandle

_SIGN_SECONDS = 20.0  # between two signs of life
_POLL_SECONDS = 0.25  # for stalled workers, and for the display
_RETRY_SECONDS = 1.0  # between two looks for games that another runner gave up
_FAREWELL_SECONDS = 10.0  # for players to leave in peace
_MOST_FALSE_STARTS = 3  # workers in a row that die before their game has begun


@dataclass(frozen=True)
class GameInPlay:
    """A claimed game, and the worker that plays it."""

    worker: WorkerHandle
    claim: Claim
    pairing: Pairing
    since: float


@dataclass(frozen=True)
class Finished:
    """A game that has just been stored."""

    pairing: Pairing
    claim: Claim
    result: GameResult


class Runner:
    """Plays what is wanted of some events; `tell` hears of every game, `tick` is called now and then.

    `enough` is asked at first and after each game whether to stop (a sequential test has decided, say). `make_worker`
    makes one more worker, wherever that may be.
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
        make_worker: Callable[[], WorkerHandle] = LocalWorker,
    ) -> None:
        self.store = store
        self.events = list(events)
        self.jobs = jobs
        self.played = 0
        self.workers: list[WorkerHandle] = []
        self.in_play: dict[futures.Future[GameResult], GameInPlay] = {}
        self._tell, self._tick, self._enough, self._make_worker = tell, tick, enough, make_worker
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
        if len(self.in_play) == self.jobs:
            return True
        now = time.monotonic()
        if self._looked and now - self._looked < _RETRY_SECONDS:
            return True  # there was nothing to claim a moment ago
        self._looked = 0.0
        while len(self.in_play) < self.jobs:
            claim = self.store.claim(self.events, runner)
            if claim is None:
                self._looked = now
                return bool(self.in_play) or self.store.others_are_playing(self.events, runner)
            self._start(claim)
        return True

    def _idle(self) -> list[WorkerHandle]:
        busy = [game.worker for game in self.in_play.values()]
        return [worker for worker in self.workers if worker not in busy]

    def _start(self, claim: Claim) -> None:
        pairing = self._pairings.get(claim.pairing)
        if pairing is None:
            pairing = self._pairings[claim.pairing] = self.store.pairing(claim.pairing)
        if not (idle := self._idle()):
            idle = [self._make_worker()]
            self.workers += idle
        conditions = pairing.conditions
        opening = conditions.opening_of(claim.number, self.store.uid)
        first_black = conditions.first_is_black(claim.number)
        task = GameTask(pairing.first, pairing.second, conditions, first_black, opening, claim.seed)
        result = idle[0].start(task)
        self.in_play[result] = GameInPlay(idle[0], claim, pairing, time.monotonic())

    # ---- gathering results -----------------------------------------------------------------

    def _gather(self) -> None:
        """Take what the workers have to tell, and see to those that cannot tell anything any more."""
        if not self.in_play:
            time.sleep(_POLL_SECONDS)
        for result in futures.wait(self.in_play, _POLL_SECONDS, futures.FIRST_COMPLETED).done:
            game = self.in_play.pop(result)
            try:
                self._store(game, result.result())
            except WorkerGone as gone:
                self._replace(game, End.CRASH, str(gone))
        for result, game in list(self.in_play.items()):
            if game.worker.progress().seconds_left < 0:
                del self.in_play[result]
                self._replace(game, End.TIMEOUT, "no answer in time")

    def _replace(self, game: GameInPlay, end: End, reason: str) -> None:
        """A worker is of no use any more: end it, and store what became of its game."""
        with interrupts_deferred():  # or it would be asked to leave
            game.worker.kill()
            self.workers.remove(game.worker)
        progress, pairing = game.worker.progress(), game.pairing
        if progress.thinker is not None:
            first = (progress.thinker == BLACK) == pairing.conditions.first_is_black(game.claim.number)
            player = pairing.first if first else pairing.second
            detail = f"{player.name}: {reason} at move {progress.move}"
        elif progress.move:
            end, detail = End.UNCOUNTED, f"the referee cannot count: {reason}"
        else:
            return self._begin_again(game.claim, reason)
        seconds = time.monotonic() - game.since
        self._store(game, GameResult(end, at_fault=progress.thinker, detail=detail, seconds=seconds))

    def _begin_again(self, claim: Claim, reason: str) -> None:
        """A worker is gone before its game began, which is no player's doing: another one plays it."""
        self.store.release(claim)
        self._looked = 0.0
        self._false_starts += 1
        if self._false_starts == _MOST_FALSE_STARTS:
            raise TengenError(f"no game can be begun on this machine: {reason}")

    def _store(self, game: GameInPlay, result: GameResult) -> None:
        self._looked = 0.0  # this may have been the last one, or another is wanted
        self._false_starts = 0
        with interrupts_deferred():  # what is stored is counted, too
            stored = self.store.finish(game.claim, game.pairing, result)
            self.played += stored
        if stored:
            self._tell(Finished(game.pairing, game.claim, result))
            self._decided = self._decided or self._enough()

    def _dismiss(self) -> None:
        """Send the workers home: the idle ones in peace, the others at once."""
        try:
            futures.wait([worker.leave() for worker in self._idle()], _FAREWELL_SECONDS)
        finally:  # also when a second Ctrl-C cuts the waiting short
            for worker in self.workers:
                worker.kill()
            self.workers.clear()
            self.in_play.clear()
