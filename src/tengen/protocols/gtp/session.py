"""A GTP session: the game under way, the engine, the clocks; and running a command on them."""

import io
import logging
from collections.abc import Mapping

from tengen.engines.endgame.judgement import Judgement
from tengen.engines.interface import Engine
from tengen.engines.move_report import MoveReport
from tengen.engines.request import OnProgress
from tengen.errors import TengenError
from tengen.game.color import Color
from tengen.game.position import Position
from tengen.game.ruleset import Ruleset
from tengen.game.vertex import Vertex
from tengen.play import GameUnderWay, Player
from tengen.protocols.gtp.live_graphics import LiveGraphics
from tengen.protocols.gtp.streaming import Listener, Stream
from tengen.search.clock import Clock
from tengen.search.display import board_with_ownership, decision, progress_line
from tengen.search.region import Region
from tengen.search.report import SearchReport
from tengen.wire.syntax import Command, CommandSyntaxError, format_failure, format_success, parse_command

log = logging.getLogger(__name__)
_PROGRESS_SECONDS = 1.0  # between two lines about a search under way


class GtpSession:
    """The state commands work on.

    >>> from tengen.engines import create_engine
    >>> session = GtpSession(create_engine("random", seed=1), size=9)
    >>> session.answer("1 play black D4")
    '=1\\n\\n'
    >>> session.answer("2 play black D4")
    '?2 illegal move: black D4 is illegal: the point is occupied\\n\\n'
    """

    def __init__(self, engine: Engine, *, size: int = 19, rules: Ruleset | str = "chinese") -> None:
        self.engine = engine
        self.live_graphics = LiveGraphics()
        self.player = Player(engine)
        self.game = GameUnderWay(Position(size, rules=rules))
        self.ended = False
        self.last_report: MoveReport | None = None
        self.keeps_rules = False  # also where a loaded game names others
        self._without_clock = False  # the controller said that there is no limit
        self._moves_at_own: int | None = None  # moves played when the engine had made its last one

    # ---- what commands do -----------------------------------------------------------

    @property
    def position(self) -> Position:
        """The board as it is."""
        return self.game.position

    def position_for(self, color: Color) -> Position:
        """The same with `color` to move."""
        return self.game.position_for(color)

    @property
    def is_board_empty(self) -> bool:
        """Whether nothing is on the board and nothing has been played."""
        return not self.position.moves and not self.position.stones

    @property
    def last_ownership(self) -> Mapping[Vertex, float]:
        """Who owned each point in the last thinking; empty before the first."""
        return self.last_report.ownership if self.last_report else {}

    def new_game(self, size: int) -> None:
        """An empty board; rules, komi and clock settings stay."""
        before = self.position
        self.go_to(Position(size, rules=before.rules, komi=before.komi))
        self.game.clocks.set_both(self.game.clocks.settings)

    def go_to(self, position: Position) -> None:
        """Go on with another position; what was thought of the last one is forgotten."""
        self.game.position = position
        self.last_report = None
        self._moves_at_own = None

    def set_rules(self, rules: Ruleset, *, keep: bool = False) -> None:
        """Go on under other rules; the komi stays, as clients set it themselves.

        With `keep` they hold for games that are loaded later too, whatever rules those name.
        """
        self.position.rules = rules
        self.keeps_rules = keep

    def set_clocks(self, clock: Clock | None) -> None:
        """Both players get this clock, now and at the start of every game."""
        self.game.clocks.set_both(clock)
        self._without_clock = clock is None

    def think(
        self,
        color: Color,
        *,
        cleanup: bool = False,
        on_the_clock: bool = True,
        regions: tuple[Region, ...] = (),
        on_progress: OnProgress | None = None,
        every: float = _PROGRESS_SECONDS,
    ) -> MoveReport:
        """Let the engine choose a move for `color`; its clock runs if that is a move of the game.

        Meanwhile `on_progress` is told `every` so many seconds how the search stands, or else whoever reads the
        program's standard error.
        """
        game = self.game
        with self.live_graphics:
            # Whoever plays without a clock has time to see the game to its end.
            report = self.player.choose(
                game,
                color,
                cleanup=cleanup,
                may_resign=not self._without_clock,
                regions=regions,
                on_progress=on_progress or self._show_progress,
                every=every,
            )
        if on_the_clock:
            game.clocks.move(color)  # until the controller says what is left, this is what we know
        else:
            game.clocks.forget(color)
        self.last_report = report
        log.info("%s", report.summary())
        if report.search is not None and report.playouts and log.isEnabledFor(logging.INFO):
            log.info("%s", decision(report.search, report.vertex))
        return report

    def _show_progress(self, report: SearchReport) -> None:
        """Tell of a search on standard error."""
        log.info("%s", progress_line(report))
        self.live_graphics.show(report)

    def has_moved(self) -> None:
        """The engine's own move has been played: show the board; from here on it may ponder."""
        self._moves_at_own = len(self.position.moves)
        if log.isEnabledFor(logging.INFO):
            log.info("\n%s", board_with_ownership(self.position, self.last_ownership))

    def game_over(self) -> None:
        """The game has ended: there is nothing to ponder on."""
        self._moves_at_own = None

    def ponder(self) -> None:
        """While the opponent thinks about the engine's last move, let the engine think too, if it is set to."""
        if self._moves_at_own == self.position.move_number:
            self.player.ponder(self.game)

    def judge(self) -> Judgement:
        """The engine's judgement of the board as it is; asked again, the same."""
        return self.game.judge(self.engine)

    # ---- running a line ----------------------------------------------------------------

    def answer(self, line: str) -> str:
        """The response to one line of input; empty for a line that wants none.

        What would go on until the next line ends as soon as it has told something.
        """
        told = io.StringIO()
        self.respond(line, Listener(told.write, hears_more=lambda: True))
        return told.getvalue()

    def respond(self, line: str, listener: Listener) -> None:
        """Tell the listener the response to one line of input."""
        self.engine.stop_pondering()
        try:
            command = parse_command(line)
        except CommandSyntaxError as error:
            return listener.send(format_failure(error.id, str(error)))
        if command is None:
            return None
        try:
            answer = self._run(command)
        except TengenError as error:
            return listener.send(format_failure(command.id, str(error)))
        except Exception as error:
            log.exception("the command %s failed", command.name)
            what = f"internal error in {command.name}: {type(error).__name__}: {error}"
            return listener.send(format_failure(command.id, what))
        if isinstance(answer, str):
            return listener.send(format_success(command.id, answer))
        return self._tell(command, answer, listener)

    def _run(self, command: Command) -> "str | Stream":
        from tengen.protocols.gtp.commands import COMMANDS

        entry = COMMANDS.get(command.name)
        if entry is None:
            raise TengenError("unknown command")
        words = len(command.arguments)
        if words < entry.least or (entry.most is not None and words > entry.most):
            raise TengenError(f"syntax error: write {entry.name} {entry.usage}".rstrip())
        return entry.function(self, command.arguments) or ""

    def _tell(self, command: Command, stream: Stream, listener: Listener) -> None:
        """Tell an answer line by line; what goes wrong after its beginning can only end it."""
        listener.send(format_success(command.id).removesuffix("\n"))
        try:
            stream(listener)
        except Exception as error:
            log.error(
                "the command %s ended early: %s", command.name, error, exc_info=not isinstance(error, TengenError)
            )
        listener.send("\n")
