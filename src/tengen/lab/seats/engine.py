"""One of our engines at the board, in this process: no pipe, no start-up, the same moves for the same seed."""

from contextlib import suppress

from tengen.engines.interface import Engine
from tengen.engines.registry import engine_class
from tengen.engines.request import Limit
from tengen.errors import TengenError
from tengen.game.color import Color
from tengen.game.position import Position
from tengen.lab.conditions import Conditions
from tengen.lab.outcome import End
from tengen.lab.players import Player
from tengen.lab.seats.interface import Answer, Fault, Seat
from tengen.own_version import own_version
from tengen.search.clock import Clock


class EngineSeat(Seat):
    """One of our engines; a new one for every game, so that a game depends on its seed alone."""

    def __init__(self, player: Player, conditions: Conditions) -> None:
        super().__init__(player, conditions)
        self.version = own_version()
        self._engine: Engine | None = None

    def begin(self, position: Position, seed: int) -> None:
        """Make an engine for the game."""
        self.close()
        try:
            self._engine = engine_class(self.player.engine)(self.player.options(seed))
        except (Exception, SystemExit) as error:  # any mistake of an engine is its own, not the match's
            raise Fault(End.START, f"{self.player.name} did not start: {_told(error)}") from error

    def choose(self, position: Position, clock: Clock | None) -> Answer:
        """Ask for a move."""
        assert self._engine is not None
        try:
            report = self._engine.choose_move(position, Limit(clock=clock))
            return Answer(str(report.vertex), report.winrate, report.score, report.playouts)
        except (Exception, SystemExit) as error:
            raise Fault(End.CRASH, f"{self.player.name} crashed: {_told(error)}") from error

    def watch(self, color: Color, vertex: str) -> None:
        """Nothing to do: it is shown the position when it is asked."""
        return

    def final_score(self, position: Position) -> str | None:
        """Ask for the count."""
        assert self._engine is not None
        try:
            return str(self._engine.judge(position).score)
        except (Exception, SystemExit) as error:
            raise Fault(End.CRASH, f"{self.player.name} crashed while counting: {_told(error)}") from error

    def close(self) -> None:
        """Leave."""
        engine, self._engine = self._engine, None
        if engine is not None:
            with suppress(Exception, SystemExit):  # its game is over
                engine.close()


def _told(error: BaseException) -> str:
    return str(error) if isinstance(error, TengenError) else f"{type(error).__name__}: {error}"
