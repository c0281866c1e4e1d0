"""A program that speaks GTP at the board."""

import json
import re
from typing import Any

from tengen.errors import TengenError
from tengen.game.color import Color
from tengen.game.position import Position
from tengen.lab.conditions import Conditions
from tengen.lab.gnugo import gnugo_command
from tengen.lab.outcome import End
from tengen.lab.players import Player, split_command
from tengen.lab.seats.interface import GRACE, Answer, Fault, Seat
from tengen.search.clock import Clock
from tengen.wire.client import GtpClient, GtpClosed, GtpError, GtpFailure, GtpTimeout

_PLACES = re.compile(r"\{(seed|size|komi)\}")
_CGOS = "cgos-genmove_analyze"
_REPORT = "tengen-report"
_KGS_CLOCK = "kgs-time_settings"
_MOST_AT_START = 100  # commands


class ProgramSeat(Seat):
    """A program that speaks GTP, kept running from game to game."""

    def __init__(self, player: Player, conditions: Conditions) -> None:
        super().__init__(player, conditions)
        self._client: GtpClient | None = None
        self._commands: frozenset[str] = frozenset()

    @property
    def pid(self) -> int | None:
        """The process."""
        return None if self._client is None else self._client.pid

    def longest_answer(self, clock: Clock | None = None) -> float:
        """Up to three commands: what is left on the clock, the move, what it thought of it."""
        return self.patience(clock) + 2 * self.conditions.move_timeout + GRACE

    @property
    def longest_start(self) -> float:
        """A whole opening may have to be told, and the program of the last game may be slow to leave."""
        return self.conditions.start_timeout + _MOST_AT_START * self.conditions.move_timeout + 3 * GRACE

    def begin(self, position: Position, seed: int) -> None:
        """A new game; a program that has died, or whose command line names the game, is started anew."""
        if self._client is not None and (not self._client.alive or _PLACES.search(self.player.command)):
            self.close()
        try:
            if self._client is None:
                self._start(position, seed)
            self._set_up(position, seed)
        except Fault as fault:
            end = End.START if fault.end in (End.CRASH, End.NONSENSE) else fault.end
            raise Fault(end, str(fault)) from None

    def choose(self, position: Position, clock: Clock | None) -> Answer:
        """Ask for a move."""
        color = position.to_play
        if clock is not None:
            self._tell_time(color, clock)
        if _CGOS in self._commands:
            return _read_cgos(self._ask(f"{_CGOS} {color.letter}", self.patience(clock)), self.player.name)
        answer = self._ask(f"genmove {color.letter}", self.patience(clock)).strip()
        if _REPORT in self._commands:
            return _read_report(answer, self._ask_if_it_will(_REPORT))
        return Answer(answer)

    def watch(self, color: Color, vertex: str) -> None:
        """Tell of a move."""
        self._ask(f"play {color.letter} {vertex}")

    def final_score(self, position: Position) -> str | None:
        """Ask for the count."""
        if "final_score" not in self._commands:
            return None
        return self._ask_if_it_will("final_score")

    def close(self) -> None:
        """Leave."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def _command(self, position: Position, seed: int) -> list[str]:
        if self.player.level:
            return gnugo_command(self.conditions, self.player.level)
        values = {"seed": str(seed), "size": str(position.size), "komi": f"{position.komi:g}"}
        return split_command(_PLACES.sub(lambda place: values[place.group(1)], self.player.command))

    def _start(self, position: Position, seed: int) -> None:
        try:
            self._client = GtpClient(
                self._command(position, seed),
                timeout=self.conditions.move_timeout,
                start_timeout=self.conditions.start_timeout,
                name=self.player.name,
            )
        except TengenError as error:  # it cannot be started, or GNU Go is not here
            raise Fault(End.START, str(error)) from None
        self.on_start()
        self._commands = frozenset(self._ask("list_commands").split())
        names = [self._ask(name).strip() for name in ("name", "version") if name in self._commands]
        self.version = " ".join(" ".join(name.split()) for name in names if name)[:100]

    def _set_up(self, position: Position, seed: int) -> None:
        self._ask(f"boardsize {position.size}")
        self._ask("clear_board")
        self._ask(f"komi {position.komi:g}")
        if "kata-set-rules" in self._commands:
            self._ask(f"kata-set-rules {json.dumps(_kata_rules(self.conditions), separators=(',', ':'))}")
        if "set_random_seed" in self._commands:
            self._ask(f"set_random_seed {seed % 2**31}")
        clock = self.conditions.clock()
        if clock is not None:
            self._tell_clock(clock)
        stones = position.initial_stones
        if stones:
            self._ask("set_free_handicap " + " ".join(map(str, stones)))
        for move in position.moves:
            self.watch(move.color, str(move.vertex))

    def _tell_clock(self, clock: Clock) -> None:
        if clock.increment and "kata-time_settings" in self._commands:
            self._ask(f"kata-time_settings fischer {clock.main:g} {clock.increment:g}")
        elif clock.periods and _KGS_CLOCK in self._commands:
            self._ask(f"kgs-time_settings byoyomi {clock.main:g} {clock.period:g} {clock.periods}")
        elif "time_settings" in self._commands:
            # Where only GTP's own clocks are known, a Japanese period is a Canadian one of one move.
            stones = 1 if clock.periods else clock.stones
            self._ask(f"time_settings {_whole_seconds(clock.main)} {_whole_seconds(clock.period)} {stones}")

    def _tell_time(self, color: Color, clock: Clock) -> None:
        if "time_left" not in self._commands:
            return
        if clock.main > 0 or not (clock.stones or clock.periods):
            self._ask(f"time_left {color.letter} {int(clock.main)} 0")
        else:
            # Japanese periods are counted for those who know them; for others one is a Canadian period.
            moves = clock.periods if clock.periods and _KGS_CLOCK in self._commands else clock.stones or 1
            self._ask(f"time_left {color.letter} {int(clock.period)} {moves}")

    def _ask(self, command: str, patience: float | None = None) -> str:
        assert self._client is not None
        try:
            return self._client.send(command, patience)
        except GtpFailure as error:
            raise Fault(End.NONSENSE, str(error)) from None
        except GtpTimeout as error:
            raise Fault(End.TIMEOUT, str(error)) from None
        except GtpClosed as error:
            raise Fault(End.CRASH, str(error)) from None
        except GtpError as error:
            raise Fault(End.NONSENSE, str(error)) from None

    def _ask_if_it_will(self, command: str) -> str | None:
        """Its answer; None if it refuses, which is its right here."""
        assert self._client is not None
        try:
            return self._ask(command).strip()
        except Fault:
            if self._client.alive:
                return None
            raise


def _whole_seconds(seconds: float) -> int:
    """A time as GTP takes it; a fraction of a second is not no time at all, which would mean no limit."""
    return max(1, round(seconds)) if seconds else 0


def _kata_rules(conditions: Conditions) -> dict[str, Any]:
    rules = conditions.ruleset()
    return {
        "scoring": rules.scoring.name,
        "ko": rules.ko.name,
        "suicide": rules.suicide,
        "whiteHandicapBonus": {"none": "0", "one less": "N-1", "each": "N"}[rules.compensation.value],
    }


def _read_report(vertex: str, text: str | None) -> Answer:
    """What our own program thought of the move it has just chosen; it may ponder on the next one by now."""
    thought = _object(text).get("answer")
    if not isinstance(thought, dict) or str(thought.get("vertex")).lower() != vertex.lower():
        return Answer(vertex)
    return Answer(vertex, thought.get("winrate"), thought.get("score"), thought.get("playouts"))


def _read_cgos(text: str, name: str) -> Answer:
    """A line of JSON and a line ``play D4`` (CGOS's extension of GTP)."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    vertex = next((line[5:].strip() for line in reversed(lines) if line.lower().startswith("play ")), None)
    if vertex is None:
        raise Fault(End.NONSENSE, f"{name} answered {_CGOS} without a line 'play …'")
    thoughts = _object(lines[0])
    return Answer(vertex, thoughts.get("winrate"), thoughts.get("score"), thoughts.get("visits"))


def _object(text: str | None) -> dict[str, Any]:
    """A JSON object; an empty one if that is not what the text is."""
    try:
        value = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
