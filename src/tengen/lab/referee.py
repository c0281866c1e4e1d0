"""Who counts when the players do not agree: dead stones as GNU Go or our engine sees them, by the match's rules."""

import shlex
from collections.abc import Callable

from tengen.engines.builtin.gtp import GtpEngine
from tengen.engines.endgame.playout_judgement import judge_by_playouts
from tengen.engines.interface import EngineOptions
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.scoring import Score
from tengen.lab.conditions import Conditions
from tengen.lab.gnugo import gnugo_command, gnugo_program
from tengen.wire.gnugo import find_gnugo

_LEVEL = 10  # of GNU Go
_PATIENCE = 120.0  # seconds for its status of a whole board


class Referee:
    """Counts finished games; GNU Go is started when it is first needed, and kept."""

    def __init__(self, conditions: Conditions) -> None:
        self.conditions = conditions
        self.on_start: Callable[[], None] = lambda: None  # called when a process was started
        self._gnugo: GtpEngine | None = None

    @property
    def pid(self) -> int | None:
        """The process of GNU Go, if it was needed."""
        return None if self._gnugo is None else self._gnugo.pid

    def count(self, position: Position) -> tuple[Score, str]:
        """The score, and who said which stones are dead."""
        wanted = self.conditions.count
        if wanted == "tengen" or (wanted == "agreement" and find_gnugo() is None):
            return judge_by_playouts(position).score, "tengen"
        try:
            return self._count_by_gnugo(position), "gnugo"
        except TengenError:
            self.close()
            raise

    def _count_by_gnugo(self, position: Position) -> Score:
        """GNU Go says what is dead and what is seki; komi, handicap and counting are our rules'."""
        if self._gnugo is None:
            command = shlex.join(gnugo_command(self.conditions, _LEVEL))
            self._gnugo = GtpEngine(EngineOptions(settings={"command": command}), title="GNU Go", patience=_PATIENCE)
            self._gnugo.on_start = self.on_start
        return self._gnugo.judge(position).score

    def close(self) -> None:
        """End GNU Go, if it was needed."""
        if self._gnugo is not None:
            self._gnugo.close()
            self._gnugo = None


def check_referee(conditions: Conditions) -> None:
    """Say now that GNU Go, if it is to count, is not here."""
    if conditions.count == "gnugo":
        gnugo_program()
