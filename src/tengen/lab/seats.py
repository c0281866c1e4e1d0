"""A player at the board of a match: an engine of ours in this very process, or a program at the other end of GTP.

Whatever goes wrong with a player becomes a `Fault`, which names its kind and tells of it in one sentence; nothing else
comes out of a seat.
"""

import re
import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from tengen.engines.builtin.gtp import GRACE, GtpEngine, IllegalAnswer
from tengen.engines.gtp_thoughts import finite, whole_number
from tengen.engines.interface import Engine
from tengen.engines.registry import engine_class
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.lab.conditions import Conditions
from tengen.lab.gnugo import gnugo_command
from tengen.lab.outcome import End, PlayedMove
from tengen.lab.players import Entrant
from tengen.own_version import own_version
from tengen.play import GameUnderWay, Player
from tengen.search.clock import Clock
from tengen.wire.client import GtpClosed, GtpError, GtpTimeout

_PLACES = re.compile(r"\{(seed|size|komi)\}")
_MOST_AT_START = 100  # commands to a program
_ENDS = {GtpTimeout: End.TIMEOUT, GtpClosed: End.CRASH, IllegalAnswer: End.ILLEGAL}  # other GTP is nonsense


class Fault(TengenError):
    """A player broke the game off."""

    def __init__(self, end: End, text: str) -> None:
        super().__init__(text)
        self.end = end


class Seat:
    """One player; he sits through one game after the other."""

    def __init__(self, player: Entrant, conditions: Conditions) -> None:
        self.player = player
        self.conditions = conditions
        self.version = own_version() if player.engine else ""
        self.on_start: Callable[[], None] = lambda: None  # called when he has started a process of his own
        self._engine: Engine | None = None

    @property
    def pid(self) -> int | None:
        """The process he is, if he is one of his own."""
        return self._engine.pid if isinstance(self._engine, GtpEngine) else None

    # ---- how long he may take ----------------------------------------------------------
    # A program's own timeouts come first; these are for what is not seen by them. One of our engines
    # in this process can only be ended with the process.

    def longest_answer(self, clock: Clock | None = None) -> float:
        """Seconds for a move or a count after which something must be wrong with the seat itself."""
        patience, settings = self.conditions.move_timeout, self.conditions.clock()
        if clock is not None and settings is not None:
            patience = max(patience, clock.left_for_move(settings) + GRACE)
        if not self.player.engine:  # two more commands: what is left on the clock, what it thought of its move
            patience += 2 * self.conditions.move_timeout
        return patience + GRACE

    @property
    def longest_start(self) -> float:
        """The same for the start of a game."""
        if self.player.engine:
            return self.longest_answer() + self.conditions.start_timeout
        # A whole opening may have to be told, and the program of the last game may be slow to leave.
        return self.conditions.start_timeout + _MOST_AT_START * self.conditions.move_timeout + 3 * GRACE

    # ---- what he is asked --------------------------------------------------------------

    def begin(self, position: Position, seed: int) -> None:
        """A new game from `position`, whose moves so far are its opening."""
        try:
            with self._faults("did not start"):
                if self.player.engine:
                    self.close()  # a new one for every game, so that it depends on its seed alone
                    self._engine = engine_class(self.player.engine)(self.player.options(seed))
                    if isinstance(self._engine, GtpEngine):
                        self._engine.on_start = self.on_start
                else:
                    self._begin_program(position, seed)
        except Fault as fault:
            raise Fault(fault.end if fault.end is End.TIMEOUT else End.START, str(fault)) from None

    def _begin_program(self, position: Position, seed: int) -> None:
        """A program goes on running from game to game, unless it has died or its command line names the game."""
        engine = self._engine
        if not isinstance(engine, GtpEngine):
            limits = self.conditions.move_timeout, self.conditions.start_timeout
            self._engine = engine = GtpEngine(None, self.player.name, *limits)
        engine.on_start = self.on_start
        engine.change_settings({"command": self._command(position, seed)})
        engine.forget(seed)
        engine.synchronise(position, self.conditions.clock())
        self.version = engine.version

    def _command(self, position: Position, seed: int) -> str:
        if self.player.level is not None:
            return shlex.join(gnugo_command(self.conditions, self.player.level))
        values = {"seed": str(seed), "size": str(position.size), "komi": f"{position.komi:g}"}
        return _PLACES.sub(lambda place: values[place.group(1)], self.player.command)

    def choose(self, game: GameUnderWay) -> PlayedMove:
        """His move, on his clock; he may tell anything of himself, and what is no number is not kept."""
        assert self._engine is not None
        color = game.position.to_play
        with self._faults("crashed"):
            report = Player(self._engine).choose(game)
            answer = str(report.vertex)
            thoughts = finite(report.winrate), finite(report.score), whole_number(report.playouts) or None
        try:
            Vertex.of(answer)
        except TengenError:
            raise Fault(End.NONSENSE, f"{self.player.name} answered {answer[:40]!r}, which is no move") from None
        return PlayedMove(color, answer, game.clocks.spent(color), *thoughts)

    def watch(self, position: Position) -> None:
        """The opponent has played; an engine of ours is shown the position when it is asked."""
        if isinstance(self._engine, GtpEngine):
            with self._faults("crashed"):
                self._engine.synchronise(position)

    def final_score(self, position: Position) -> str | None:
        """His count of the game, such as W+3.5; None if he does not count."""
        assert self._engine is not None
        with self._faults("crashed while counting"):
            if isinstance(self._engine, GtpEngine):
                return self._engine.final_score(position)
            return str(self._engine.judge(position).score)

    def close(self) -> None:
        """He leaves; nothing of him is left behind."""
        engine, self._engine = self._engine, None
        if engine is not None:
            with suppress(Exception, SystemExit):  # its game is over
                engine.close()

    @contextmanager
    def _faults(self, what: str) -> Iterator[None]:
        """Any mistake made within is the player's own, not the match's."""
        try:
            yield
        except GtpError as error:
            raise Fault(_ENDS.get(type(error), End.NONSENSE), str(error)) from error
        except (Exception, SystemExit) as error:
            told = str(error) if isinstance(error, TengenError) else f"{type(error).__name__}: {error}"
            raise Fault(End.CRASH, f"{self.player.name} {what}: {told}") from error
