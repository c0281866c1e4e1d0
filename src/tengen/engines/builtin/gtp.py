"""Any program that speaks GTP as an engine: it is told the position and the time, and asked for moves and dead stones.

The program is started when it is first needed, and again after it has died. What it has on its board is remembered, so
that most of the time one move is all there is to tell; what cannot be taken back is set up anew. Programs differ in
what they know, and are told each thing in the best way they do.
"""

import json
import math
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, NamedTuple

from tengen.engines.endgame.judgement import Judgement
from tengen.engines.endgame.playout_judgement import judge_by_playouts
from tengen.engines.interface import Engine, EngineOptions
from tengen.engines.move_report import MoveReport
from tengen.engines.request import MoveRequest
from tengen.errors import TengenError
from tengen.game.color import BLACK, Color
from tengen.game.legality import IllegalMove
from tengen.game.move import Move
from tengen.game.position import Position
from tengen.game.ruleset import Ruleset
from tengen.game.vertex import Vertex
from tengen.parameters import parameter
from tengen.records.gtp_commands import in_playable_order
from tengen.search.clock import Clock
from tengen.search.report import SearchedMove, SearchReport
from tengen.wire.client import GtpClient, GtpError, GtpFailure

GRACE = 5.0  # seconds beyond its clock before a program is given up
_A_VERTEX = re.compile(r"[a-hj-z][0-9]{1,2}", re.IGNORECASE)  # of some board
_KGS_CLOCK, _CGOS, _REPORT, _INTERRUPT = "kgs-time_settings", "cgos-genmove_analyze", "tengen-report", "gogui-interrupt"
_KGS_RULES = ("chinese", "japanese", "aga", "new zealand")
_LONGEST_VERSION = 100  # characters


class IllegalAnswer(GtpError):
    """The program played an illegal move."""


@dataclass(frozen=True)
class GtpParameters:
    """What can be set about a program."""

    command: str = parameter("", help="The program and its options, such as gnugo --mode gtp")
    patience: float = parameter(
        60.0,
        unit="seconds",
        help="For an answer, before the program is given up; a move may take all that is on the clock",
        minimum=10.0,
        maximum=1_000_000.0,
    )


class GtpEngine(Engine):
    """Another program that speaks GTP.

    A program that cannot be started, dies, hangs or answers what is no answer is a `GtpError` that says so.
    `title` is what it is called there, `patience` and `start_patience` how many seconds an answer, and the first one
    more, may take.
    """

    name = "gtp"
    default_parameters = GtpParameters()

    def __init__(
        self,
        options: EngineOptions | None = None,
        title: str = "",
        patience: float | None = None,
        start_patience: float = 60.0,
    ) -> None:
        super().__init__(options)
        self.parameters: GtpParameters
        self.on_start: Callable[[], None] = lambda: None  # called when a process was started
        self.version = ""  # as it says itself, once it has been started
        self._title = title or None
        self._patience = patience
        self._start_patience = start_patience
        self._seed = self.options.seed
        self._client: GtpClient | None = None
        self._commands: frozenset[str] = frozenset()
        self.forget()

    @property
    def pid(self) -> int | None:
        """The program's process."""
        return None if self._client is None else self._client.pid

    def change_settings(self, values: Mapping[str, Any]) -> None:
        """Set parameters; another command is another program."""
        before = self.parameters.command
        super().change_settings(values)
        if self.parameters.command != before:
            self.end_program()

    def choose(self, request: MoveRequest) -> MoveReport:
        """Ask for a move."""
        position, limit = request.position, request.limit
        seconds = self.options.seconds if limit.seconds is None else limit.seconds
        clock = limit.clock
        if clock is None and seconds is not None:
            clock = Clock(period=seconds, stones=1)
        self.synchronise(position, clock)
        began = time.monotonic()
        try:
            answer, thoughts = self._genmove(position.to_play, clock, request.cleanup)
            vertex = self._vertex(answer, position)
        except TengenError:
            self.forget()  # whatever is on its board now
            raise
        finally:
            self._stop.clear()
        if not vertex.is_resign:
            self._moves.append(Move(position.to_play, vertex))
        search = None if thoughts is None else thoughts.search(position, vertex)
        winrate = None if thoughts is None else thoughts.winrate
        return MoveReport(position.to_play, vertex, self.name, search, time.monotonic() - began, winrate)

    def judge(self, position: Position) -> Judgement:
        """Dead stones as the program sees them; by our playouts if it does not say."""
        self._start()
        if "final_status_list" not in self._commands:
            return judge_by_playouts(position)
        self.synchronise(position)
        return Judgement.of(position, self._stones(position, "dead"), self._stones(position, "seki"))

    def final_score(self, position: Position) -> str | None:
        """The program's own count, as it writes it; None if it does not count."""
        self.synchronise(position)
        return self._ask_if_it_will("final_score")

    def stop(self) -> None:
        """Have it move at once, if it is one that hears this while it thinks."""
        super().stop()
        if self._client is not None and _INTERRUPT in self._commands:
            self._client.interrupt()

    def close(self) -> None:
        """End the program."""
        super().close()
        self.end_program()

    def end_program(self) -> None:
        """End the program; it is started again when it is needed."""
        client, self._client = self._client, None
        if client is not None:
            client.close()

    # ---- the board ---------------------------------------------------------------------

    def forget(self, seed: int | None = None) -> None:
        """A new game begins, with this seed if one is given: the board is set up anew."""
        self._seed = self._seed if seed is None else seed
        self._setup: object = None  # what the moves began with on its board
        self._moves: list[Move] = []
        self._komi = math.nan
        self._clock: Clock | None = None  # the settings it was told

    def synchronise(self, position: Position, clock: Clock | None = None) -> None:
        """Have the program's board be that of `position`, and its clock of this kind."""
        self._start()
        moves = position.moves
        setup = (position.size, position.rules, position.handicap, position.initial_stones)
        if self._setup != setup or not self._take_back(moves):
            self._set_up(position, clock)
            self._setup = setup
        if self._komi != position.komi:
            self._tell_komi(position.komi)
        if clock is not None and _is_another(clock, self._clock):
            self._tell_clock(clock)
        for move in moves[len(self._moves) :]:
            self._ask(f"play {move.color.letter} {move.vertex}")
            self._moves.append(move)

    def _take_back(self, moves: tuple[Move, ...]) -> bool:
        """Take back what `moves` do not begin with; whether that was possible, and less work than a new set-up."""
        same = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(moves, self._moves, strict=False))))
        if len(self._moves) - same > same + 1:
            return False
        while len(self._moves) > same:
            if self._ask_if_it_will("undo") is None:
                return False
            self._moves.pop()
        return True

    def _set_up(self, position: Position, clock: Clock | None) -> None:
        self.forget()
        self._ask(f"boardsize {position.size}")
        self._ask("clear_board")
        self._tell_komi(position.komi)
        rules = position.rules
        if "kata-set-rules" in self._commands:
            self._ask(f"kata-set-rules {json.dumps(_kata_rules(rules), separators=(',', ':'))}")
        elif rules.name in _KGS_RULES:
            self._ask_if_it_will(f"kgs-rules {rules.name.replace(' ', '_')}")
        if self._seed is not None:
            self._ask_if_it_will(f"set_random_seed {self._seed % 2**31}")
        if clock is not None:
            self._tell_clock(clock)
        stones = position.initial_stones
        is_handicap = len(stones) == position.handicap > 1 and all(color is BLACK for color in stones.values())
        if is_handicap and "set_free_handicap" in self._commands:
            self._ask("set_free_handicap " + " ".join(map(str, stones)))
        else:
            for vertex, color in in_playable_order(stones, position.size):
                self._ask(f"play {color.letter} {vertex}")

    def _tell_komi(self, komi: float) -> None:
        self._ask(f"komi {komi:g}")
        self._komi = komi

    # ---- the time ----------------------------------------------------------------------

    def _tell_clock(self, clock: Clock) -> None:
        if clock.increment and "kata-time_settings" in self._commands:
            self._ask(f"kata-time_settings fischer {clock.main:g} {clock.increment:g}")
        elif clock.periods and _KGS_CLOCK in self._commands:
            self._ask(f"{_KGS_CLOCK} byoyomi {clock.main:g} {clock.period:g} {clock.periods}")
        else:
            # Where only GTP's own clocks are known, a Japanese period is a Canadian one of one move.
            stones = 1 if clock.periods else clock.stones
            self._ask_if_it_will(f"time_settings {_whole(clock.main)} {_whole(clock.period)} {stones}")
        self._clock = clock

    def _tell_time(self, color: Color, clock: Clock) -> None:
        if clock.main > 0 or not (clock.stones or clock.periods):
            left = f"{int(clock.main)} 0"
        else:
            # Japanese periods are counted for those who know them; for others one is a Canadian period.
            moves = clock.periods if clock.periods and _KGS_CLOCK in self._commands else clock.stones or 1
            left = f"{int(clock.period)} {moves}"
        if "time_left" in self._commands:
            self._ask(f"time_left {color.letter} {left}")

    # ---- the answer --------------------------------------------------------------------

    def _genmove(self, color: Color, clock: Clock | None, cleanup: bool) -> "tuple[str, _Thoughts | None]":
        """A move as the program writes it, and what it says that it thought."""
        patience = self._patience or self.parameters.patience
        if clock is not None:
            self._tell_time(color, clock)
            patience = max(patience, clock.left_for_move(self._clock or clock) + GRACE)
        if cleanup and "kgs-genmove_cleanup" in self._commands:
            return self._ask(f"kgs-genmove_cleanup {color.letter}", patience).strip(), None
        if _CGOS in self._commands:
            return self._read_cgos(self._ask(f"{_CGOS} {color.letter}", patience))
        answer = self._ask(f"genmove {color.letter}", patience).strip()
        return answer, _read_report(answer, self._ask_if_it_will(_REPORT))

    def _read_cgos(self, text: str) -> "tuple[str, _Thoughts | None]":
        """A line of JSON and a line ``play D4`` (CGOS's extension of GTP)."""
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        vertex = next((line[5:].strip() for line in reversed(lines) if line.lower().startswith("play ")), None)
        if vertex is None:
            raise GtpError(f"{self._called} answered {_CGOS} without a line 'play …'")
        return vertex, _thoughts(_object(lines[0]), "visits")

    def _vertex(self, answer: str, position: Position) -> Vertex:
        """The move that is meant, if it is a legal one."""
        color, size = position.to_play, position.size
        try:
            vertex = Vertex.of(answer, size)
        except TengenError:
            if _A_VERTEX.fullmatch(answer):
                told = f"{self._called}: {color} {answer} is illegal: it is not on the board"
                raise IllegalAnswer(told) from None
            raise GtpError(f"{self._called} answered {answer[:40]!r}, which is no move") from None
        reason = None if vertex.is_resign else position.why_illegal(vertex)
        if reason is not None:
            raise IllegalAnswer(f"{self._called}: {IllegalMove(color, vertex, reason, size)}")
        return vertex

    def _stones(self, position: Position, status: str) -> frozenset[Vertex]:
        """The stones of a status, with the whole groups they belong to."""
        words = self._ask(f"final_status_list {status}").split()
        try:
            named = [Vertex.parse(word, position.size) for word in words]
            return frozenset(stone for vertex in named for stone in position.group(vertex).stones)
        except TengenError as error:
            raise GtpError(f"{self._called} answered final_status_list {status} wrongly: {error}") from None

    # ---- the program -------------------------------------------------------------------

    @property
    def _called(self) -> str:
        return self._title or ("the program" if self._client is None else self._client.name)

    def _start(self) -> None:
        if self._client is not None and self._client.alive:
            return
        self.end_program()
        self.forget()
        if not self.parameters.command:
            raise TengenError("no program is named: give its command line, as in --set command='gnugo --mode gtp'")
        self._client = GtpClient(
            self.parameters.command,
            timeout=self._patience or self.parameters.patience,
            start_timeout=self._start_patience,
            name=self._title,
        )
        self.on_start()
        self._commands = frozenset(self._ask("list_commands").split())
        names = [self._ask_if_it_will(name) or "" for name in ("name", "version")]
        self.version = " ".join(" ".join(names).split())[:_LONGEST_VERSION]

    def _ask(self, command: str, patience: float | None = None) -> str:
        assert self._client is not None
        return self._client.send(command, patience)

    def _ask_if_it_will(self, command: str) -> str | None:
        """Its answer; None if it does not know the command or refuses, which is its right here."""
        if command.split()[0] not in self._commands:
            return None
        try:
            return self._ask(command).strip()
        except GtpFailure:
            return None


def _is_another(clock: Clock, settings: Clock | None) -> bool:
    """Whether a clock cannot be what is left of those settings."""
    if settings is None or clock.increment != settings.increment:
        return True
    grown = clock.main > settings.main and not clock.increment
    return grown or clock.period > settings.period or clock.stones > settings.stones or clock.periods > settings.periods


def _whole(seconds: float) -> int:
    """A time as GTP takes it; a fraction of a second is not no time at all, which would mean no limit."""
    return max(1, round(seconds)) if seconds else 0


def _kata_rules(rules: Ruleset) -> dict[str, Any]:
    return {
        "scoring": rules.scoring.name,
        "ko": rules.ko.name,
        "suicide": rules.suicide,
        "whiteHandicapBonus": {"none": "0", "one less": "N-1", "each": "N"}[rules.compensation.value],
    }


def _object(text: str | None) -> dict[str, Any]:
    """A JSON object; an empty one if that is not what the text is."""
    try:
        value = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _read_report(vertex: str, text: str | None) -> "_Thoughts | None":
    """What our own program thought of the move it has just chosen; it may ponder on the next one by now."""
    report = _object(text).get("answer")
    if not isinstance(report, dict) or str(report.get("vertex")).lower() != vertex.lower():
        return None
    return _thoughts(report, "playouts")


class _Thoughts(NamedTuple):
    """What a program says that it thought of its move; what is no number is not kept."""

    winrate: float | None
    score: float | None
    playouts: int

    def search(self, position: Position, vertex: Vertex) -> SearchReport:
        """The same as the report of a search that looked at this move alone."""
        move = SearchedMove(vertex, self.playouts, 0.5 if self.winrate is None else self.winrate, self.score)
        return SearchReport(position.copy(), (move,), playouts=self.playouts)


def _thoughts(told: Mapping[str, Any], playouts: str) -> _Thoughts:
    return _Thoughts(finite(told.get("winrate")), finite(told.get("score")), whole_number(told.get(playouts)) or 0)


def finite(value: Any) -> float | None:
    """A number that somebody tells of himself; None if it is none.

    >>> finite("0.5"), finite("much"), finite(float("nan"))
    (0.5, None, None)
    """
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def whole_number(value: Any) -> int | None:
    """The same for a number of things, of which there are not more than anybody can count."""
    number = finite(value)
    return None if number is None or not 0 <= number < 2**63 - 1 else int(number)
