"""One game of a match under a referee: our rules say what is legal, a clock who is too slow.

The players tell their moves, the referee keeps the board. When both have passed, the game is counted as
both of them count it; where they differ, or one cannot count, the referee says which stones are dead
and counts by the rules of the match.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from tengen.engines.builtin.gtp import finite, whole_number
from tengen.engines.move_report import MoveReport
from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE, Color
from tengen.game.legality import IllegalMove
from tengen.game.scoring import Score
from tengen.lab.conditions import Conditions
from tengen.lab.outcome import End, GameResult, PlayedMove
from tengen.lab.referee import Referee
from tengen.lab.seats import Fault, Seat
from tengen.play import GameUnderWay
from tengen.records import Result

# Hears the number of the move, who is asked (None: the referee), and how many seconds that may take at most.
Tell = Callable[[int, Color | None, float], None]
_COUNTING = 600.0  # seconds the referee may take at the very most


class MatchGame(GameUnderWay):
    """A game between two seats; `play_to_the_end` plays it."""

    def __init__(
        self,
        seats: Mapping[Color, Seat],
        conditions: Conditions,
        referee: Referee,
        *,
        opening: str = "",
        seed: int = 0,
        tell: Tell = lambda number, color, patience: None,
    ) -> None:
        super().__init__(conditions.position_after(opening), conditions.clock())
        self.seats = seats
        self.conditions = conditions
        self.referee = referee
        self.seed = seed
        self._tell = tell
        self._opening_moves = self.position.move_number
        self._moves = [PlayedMove(move.color, str(move.vertex), 0.0) for move in self.position.moves]

    def play_to_the_end(self) -> GameResult:
        """Play to the end, whatever that is."""
        began = time.monotonic()
        result = self._run()
        versions = {color: seat.version for color, seat in self.seats.items()}
        result = replace(
            result,
            moves=tuple(self._moves),
            opening_moves=self._opening_moves,
            versions=versions,
            seconds=time.monotonic() - began,
        )
        return replace(result, sgf=self._sgf(result))

    def _run(self) -> GameResult:
        for color in (BLACK, WHITE):
            self._tell(self.position.move_number, color, self.seats[color].longest_start)
            try:
                self.seats[color].begin(self.position, self.seed + color)
            except Fault as fault:
                return _broken_off(fault, color)
        while not self.position.is_over:
            if self.position.move_number >= self.conditions.longest:
                return GameResult(End.UNFINISHED, detail=f"no end after {self.position.move_number} moves")
            ended = self._move(self.position.to_play)
            if ended is not None:
                return ended
        return self._count()

    # ---- a move ----------------------------------------------------------------------------

    def _move(self, color: Color) -> GameResult | None:
        """One move of `color`; the result, if the game ends with it."""
        seat = self.seats[color]
        self._tell(self.position.move_number + 1, color, seat.longest_answer(self.clocks.of(color)))
        try:
            report = seat.choose(self)
        except Fault as fault:
            return _broken_off(fault, color)
        seconds = self.clocks.spent(color)
        if self.clocks.is_out(color):
            detail = f"{seat.player.name} took {seconds:.2f} s for move {self.position.move_number + 1}"
            return GameResult(End.TIME, color.other, detail=detail)
        if report.vertex.is_resign:
            return GameResult(End.RESIGNATION, color.other)
        try:
            self.play(report.vertex)
        except IllegalMove as illegal:
            return GameResult(End.ILLEGAL, at_fault=color, detail=f"{seat.player.name}: {illegal}")
        self._moves.append(_played(color, report, seconds))
        other = self.seats[color.other]
        self._tell(self.position.move_number, color.other, other.longest_answer())
        try:
            other.watch(self.position)
        except Fault as fault:
            return _broken_off(fault, color.other)
        return None

    # ---- the end ---------------------------------------------------------------------------

    def _count(self) -> GameResult:
        """Both have passed: count."""
        position = self.position
        if not position.rules.removes_dead:
            return _counted(position.score(), "rules")
        told: dict[Color, str | None] = {}
        if self.conditions.count == "agreement":
            for color, seat in self.seats.items():
                self._tell(position.move_number, color, seat.longest_answer())
                try:
                    told[color] = seat.final_score(position)
                except Fault as fault:
                    return _broken_off(fault, color)
            results = [Result.parse(text or "") for text in told.values()]
            if results[0] == results[1] and (results[0].margin is not None or str(results[0]) == "0"):
                winner = results[0].winner if results[0].margin else None  # B+0 is jigo as well
                return GameResult(End.SCORE, winner, results[0].margin or 0.0, counted_by="agreement")
        return self._decide(told)

    def _decide(self, told: Mapping[Color, str | None]) -> GameResult:
        """The referee counts; what the players counted is kept beside it."""
        self._tell(self.position.move_number, None, _COUNTING)
        claims = [f"{self.seats[color].player.name}: {(text or 'no count')[:40]}" for color, text in told.items()]
        detail = f"the players differ: {'; '.join(claims)}" if claims else ""
        try:
            score, name = self.referee.count(self.position)
        except TengenError as error:
            return GameResult(End.UNCOUNTED, detail=f"the referee cannot count: {error}")
        return replace(_counted(score, name), detail=detail)

    def _sgf(self, result: GameResult) -> str:
        self.end(result.text)
        record = self.to_record({color: seat.player.name for color, seat in self.seats.items()})
        record.comment = _comment(result)
        nodes = [node for node in record.main_line() if node.move is not None]
        for node, move in zip(nodes, result.moves, strict=True):
            node.comment = _thoughts(move)
        return record.to_sgf()


def _played(color: Color, report: MoveReport, seconds: float) -> PlayedMove:
    """A player may tell anything of himself; what is no number is not kept."""
    playouts = whole_number(report.playouts) or None
    return PlayedMove(color, str(report.vertex), seconds, finite(report.winrate), finite(report.score), playouts)


def _broken_off(fault: Fault, color: Color) -> GameResult:
    return GameResult(fault.end, at_fault=color, detail=str(fault))


def _counted(score: Score, by: str) -> GameResult:
    return GameResult(End.SCORE, score.winner, abs(score.margin), counted_by=by)


def _comment(result: GameResult) -> str:
    lines = [f"{color}: {version}" for color, version in result.versions.items() if version]
    ended = result.end.value + (f" ({result.counted_by})" if result.counted_by else "")
    return "\n".join([*lines, f"end: {ended}", *([result.detail] if result.detail else [])])


def _thoughts(move: PlayedMove) -> str:
    parts = []
    if move.winrate is not None:
        parts.append(f"win {move.winrate:.1%}")
    if move.score is not None:
        parts.append(f"lead {move.score:+.1f}")
    if move.playouts:
        parts.append(f"{move.playouts} playouts")
    if move.seconds >= 0.005:
        parts.append(f"{move.seconds:.2f} s")
    return ", ".join(parts)
