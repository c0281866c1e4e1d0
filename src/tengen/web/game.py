"""A game in the browser: the table, Tengen as a player and adviser, the clocks.

It knows nothing of pages. Views are told by `listeners` that something has changed and look for themselves. All of it
runs in the server's loop; only the engine works elsewhere (`thinking.py`).
"""

import asyncio
import contextlib
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial
from typing import Any

from tengen.engines.levels import STRONGEST
from tengen.engines.move_report import MoveReport
from tengen.engines.request import Limit
from tengen.engines.solution_in_words import solution_in_words
from tengen.errors import TengenError
from tengen.game.color import Color
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.play import Phase
from tengen.play.player import ponders
from tengen.records import GameNode, GameRecord
from tengen.search.report import SearchReport
from tengen.web.positions import Positions
from tengen.web.settings import GameSettings
from tengen.web.table import Table, playable
from tengen.web.thinking import Thinker
from tengen.web.values import Values

Work = Callable[[GameNode, Position], Coroutine[Any, Any, None]]  # on the position of a node
ANALYSIS_VISITS = 100_000  # of a position; then live analysis rests until something changes
HINT_SECONDS = 1.5
FIGHT_SECONDS = 2.0
_FEW_MOVES = 4  # a game with fewer is not worth keeping
_SHORT_TIME = 0.05  # seconds between two moves of Tengen against itself


class WebGame(Table):
    """One game and all that belongs to it."""

    def __init__(self, settings: GameSettings, thinker: Thinker) -> None:
        self.thinker = thinker
        self.listeners: list[Callable[[], None]] = []
        self.on_leaving: Callable[[], None] | None = None  # called before another game takes the place of this one
        self.values = Values()
        self.watched = False  # whether somebody wants live analysis
        self.viewers = 0
        self.unkept = ""  # why it cannot be written down at the moment; empty: it is, or there is nothing to write
        self.touched = time.monotonic()  # when somebody last did something
        self._work: asyncio.Task[None] | None = None
        super().__init__(settings)

    def take_record(self, record: GameRecord, settings: GameSettings) -> None:
        """Put another record on the table, at its beginning; nobody moves until somebody is asked to."""
        super().take_record(record, settings)
        self.thinking_at: GameNode | None = None  # where Tengen is choosing a move
        self._hinted: GameNode | None = None  # where a hint was asked for
        self._fight_line: tuple[GameNode, tuple[Vertex, ...]] | None = None
        self.paused = True  # whether Tengen waits to be asked for its moves
        self.message = ""
        self.values.clear()

    @property
    def analysis(self) -> SearchReport | None:
        """What somebody wants to see of the position shown: by live analysis, or because he asked for a hint."""
        return self.values.analysis(self.node) if self.watched or self._hinted is self.node else None

    @property
    def fight_line(self) -> tuple[Vertex, ...]:
        """The line that shows why, where somebody asked for the fights of the position shown."""
        return self._fight_line[1] if self._fight_line is not None and self._fight_line[0] is self.node else ()

    @property
    def is_thinking(self) -> bool:
        """Whether Tengen is choosing a move."""
        return self.thinking_at is not None

    @property
    def is_live(self) -> bool:
        """Whether the game goes on from the position shown as soon as somebody moves."""
        return self.phase is Phase.PLAYING and not (self.result or self.node.children or self.paused)

    def changed(self) -> None:
        """Tell everybody who looks."""
        for listener in list(self.listeners):
            listener()

    def _say(self, message: str) -> None:
        self.message = message
        self.changed()

    # ---- a new game, or another record -----------------------------------------------------

    def start(self, settings: GameSettings) -> None:
        """Begin a new game; Tengen moves if it is its turn."""
        self._leave_game()
        self._stop_work()
        self.take_new_record(settings)
        self.paused = False
        self.message = f"{settings.name_of(Color.BLACK)} against {settings.name_of(Color.WHITE)}. Good game!"
        self._go_on()

    def load(self, record: GameRecord, positions: Positions | None = None) -> None:
        """Put a loaded game on the table, at its end."""
        positions = positions or playable(record)  # refuses what cannot be played, before anything happens
        self._leave_game()
        self._stop_work()
        super().load(record, positions)
        self.message = f"Loaded: {record}"
        self._go_on()

    def _leave_game(self) -> None:
        """Have this game put by; where that is refused it stays on the table."""
        if self.on_leaving is not None and len(list(self.record.nodes())) > _FEW_MOVES:
            self.on_leaving()

    def resume(self) -> None:
        """Go on after the game has been brought back."""
        self._go_on()

    # ---- moves -----------------------------------------------------------------------------

    def play(self, vertex: Vertex) -> None:
        """A person plays: a move, or while stones are counted a group that is dead or is not."""
        self.touched = time.monotonic()
        if self.phase is Phase.SCORING:
            self._say(f"Count: {self.turn_group(vertex).score}. Do you agree?")
            return
        if self.thinking_at is self.node:
            raise TengenError("it is Tengen's turn: wait, or press “Move now”")
        super().play(vertex)
        self._stop_work()
        self.message = f"{self.node.move}"
        is_live = not self.result
        if is_live:
            self.paused = False
        self._go_on(reply=is_live)

    def undo(self) -> None:
        """Take back; the moves stay in the record as a variation."""
        self.touched = time.monotonic()
        node = self.node_to_undo_to()
        self._stop_work()
        self.reopen(node)
        self.paused = True
        self.message = "Taken back."
        self._go_on()

    def resign(self) -> None:
        """The person gives up."""
        self.touched = time.monotonic()
        if self.phase is not Phase.PLAYING or self.result:
            raise TengenError("the game is over already")
        loser = self.loser_by_resignation()
        self.lose_by_resignation(loser)
        self._rest(f"{self.settings.name_of(loser)} resigned.")

    def let_engine_move(self) -> None:
        """Tengen moves for whoever is to play here, at once if it is thinking; or it goes on playing alone."""
        self.touched = time.monotonic()
        if self.phase is not Phase.PLAYING:
            raise TengenError("the game is over: take a move back to go on")
        if self.is_thinking:
            self.thinker.hurry()
            return
        self._stop_work()
        self.paused = False
        self._start_move()

    def seat(self, black: str, white: str) -> None:
        """Other players from here on."""
        self.touched = time.monotonic()
        settings = replace(self.settings, black=black, white=white)
        self._stop_work()
        self.settings = settings
        self.rename()
        self.paused = False
        self.message = f"{settings.name_of(Color.BLACK)} against {settings.name_of(Color.WHITE)} from here on."
        self._go_on()

    def pause(self) -> None:
        """Tengen stops playing against itself."""
        self._stop_work()
        self.paused = True
        self.message = "Paused."
        self._go_on()

    # ---- looking around ----------------------------------------------------------------------

    def go_to(self, node: GameNode) -> None:
        """Show another position of the record; a move Tengen is thinking about is thought to its end."""
        self.touched = time.monotonic()
        self.show(node)
        self._look_around()

    def set_watched(self, watched: bool) -> None:
        """Whether live analysis is wanted."""
        self.watched = watched
        self._look_around()

    def _look_around(self) -> None:
        if not self.is_thinking:
            self._stop_work()
            self._go_on(reply=False)
        self.changed()

    def hint(self) -> None:
        """A short look at the position with all of Tengen's strength."""
        self._ask_adviser(partial(self._look, seconds=HINT_SECONDS))
        self._hinted = self.node
        self._say("Looking for a good move …")

    def ask_fights(self) -> None:
        """Who lives and who dies here, by which move, and why?"""
        self._ask_adviser(self._read_fights)
        self._say("Reading the fights …")

    def ask_estimate(self) -> None:
        """Who would win if the game ended here?"""
        self._ask_adviser(self._estimate)

    def _ask_adviser(self, work: Work) -> None:
        self.touched = time.monotonic()
        if self.is_thinking:
            raise TengenError("Tengen is thinking about its own move")
        self._stop_work()
        self._start(work)

    # ---- the end -----------------------------------------------------------------------------

    def agree(self) -> None:
        """Both agree on the dead stones: the game is counted."""
        self.touched = time.monotonic()
        if self.judgement is None:
            raise TengenError("there is nothing to agree on yet")
        score = self.judgement.score
        winner = "A draw." if score.winner is None else f"{self.settings.name_of(score.winner)} won."
        self.end(str(score))
        self._rest(f"{score}. {winner}")

    def play_on(self) -> None:
        """They do not agree: the passes are taken back."""
        self.touched = time.monotonic()
        self._stop_work()
        self.take_back_passes()
        self.paused = True
        self.message = "The passes are taken back: play on."
        self._go_on(reply=False)

    def _rest(self, message: str) -> None:
        """The game has ended."""
        self._stop_work()
        self.paused = True
        self.clocks.pause()
        self.message = message
        self._go_on(reply=False)

    def look_at_clock(self) -> None:
        """See whether a person's time is up, and that the clocks run only while somebody is there to play."""
        if not self.is_live or not (self.viewers or self.is_thinking):
            self.clocks.pause()
            return
        mover = self.position.to_play
        self.clocks.start(mover)
        if self.clocks.is_out(mover) and not self.settings.is_engine(mover):
            self.lose_on_time(mover)
            self._rest(f"{self.settings.name_of(mover)} ran out of time.")

    # ---- Tengen's work -------------------------------------------------------------------------

    def _go_on(self, *, reply: bool = True) -> None:
        """Have done what this position asks for: Tengen's move, the dead stones, live analysis."""
        if self.phase is Phase.SCORING and self.judgement is None:
            self._start(self._judge)
        elif reply and self.phase is Phase.PLAYING and self.is_engines_turn and not self.paused:
            self._start_move()
        elif self.watched and self.phase is not Phase.SCORING:
            self._start(self._look)
        elif self._may_ponder:
            self._start(self._ponder)
        self.changed()

    @property
    def _may_ponder(self) -> bool:
        """Whether Tengen thinks on the time of a person who plays with it and looks at the board."""
        engine, person = self.thinker.engine, self.position.to_play
        is_persons_turn = self.settings.is_engine(person.other) and not self.settings.is_engine(person)
        wanted = is_persons_turn and self.settings.level == STRONGEST and not self.watched
        return (
            wanted and self.is_live and self.viewers > 0 and engine is not None and ponders(engine, self, person.other)
        )

    def look_after_pondering(self) -> None:
        """No core is busy for a game that nobody looks at; somebody who is back finds it pondered on again."""
        if self.thinker.is_pondering and not self._may_ponder:
            self._stop_work()
        elif (self._work is None or self._work.done()) and self._may_ponder:
            self._start(self._ponder)

    def _start_move(self) -> None:
        self.thinking_at = self.node
        self._start(self._engine_moves)
        self.changed()

    def _start(self, work: Work) -> None:
        told = self._told(work, self.node, self.position.copy())
        self._work = asyncio.get_running_loop().create_task(told)

    async def _told(self, work: Work, node: GameNode, position: Position) -> None:
        """Whatever goes wrong with the engine is told, and the game stays as it is."""
        try:
            await work(node, position)
        except Exception as error:
            self.thinking_at = None
            self.paused = True
            self._say(f"Tengen could not do that: {error}")

    def _stop_work(self) -> None:
        """Give up what Tengen is doing."""
        self.thinker.interrupt()
        if self._work is not None and self._work is not asyncio.current_task():
            self._work.cancel()
        self._work = None
        self.thinking_at = None

    async def _engine_moves(self, node: GameNode, position: Position) -> None:
        limit = self._limit(position.to_play)
        report = await self.thinker.choose_move(
            position,
            self.settings.level,
            limit,
            lambda found: self._learn(node, found),
            may_resign=not self.is_engine_alone,
        )
        if report is not None:
            if not self.is_engine_alone:
                self.thinking_at = None
            self._take_move(node, report)
            if self.is_engine_alone:
                await asyncio.sleep(_SHORT_TIME)  # still at work: "pause" between two moves means pause
            self.thinking_at = None
            if not self.result:
                self._go_on(reply=self.node.parent is node)

    def _limit(self, mover: Color) -> Limit:
        seconds = self.settings.seconds if self.settings.level == STRONGEST and not self.clocks else None
        return Limit(seconds=seconds, clock=self.clocks.of(mover))

    def _take_move(self, node: GameNode, report: MoveReport) -> None:
        """Put Tengen's move on the table; whoever looks elsewhere stays there."""
        self.values.note_report(node, report)
        is_shown = self.node is node
        if report.vertex.is_resign:
            self.show(node)
            self.lose_by_resignation(report.color)
            self._rest(f"{self.settings.name_of(report.color)} resigns. You win!")
            return
        child = self.add(node, report.color, report.vertex)
        self.clocks.press()
        if is_shown:
            self.show(child)
        self._say(f"{child.move}" + (f" ({report.comment})" if report.comment else ""))

    async def _ponder(self, node: GameNode, position: Position) -> None:
        await self.thinker.ponder(position, self.settings.level)

    async def _look(self, node: GameNode, position: Position, seconds: float | None = None) -> None:
        found = await self.thinker.analyze(
            position, ANALYSIS_VISITS, lambda analysis: self._learn(node, analysis), seconds
        )
        if found is not None:
            self._learn(node, found)
            if seconds is not None and found.moves:
                self._say(f"Tengen would play {found.best.vertex} ({found.best.winrate:.0%}).")

    async def _judge(self, node: GameNode, position: Position) -> None:
        self._say("Both passed. Looking at the stones …")
        judgement = await self.thinker.judge(position)
        if judgement is not None and self.node is node:
            self.judgement = judgement
            self._say(f"Count: {judgement.score}. Click on groups that are dead, or are not; then agree.")

    async def _read_fights(self, node: GameNode, position: Position) -> None:
        solution = await self.thinker.solve(position, FIGHT_SECONDS)
        if solution is not None and self.node is node:
            if solution.is_read:
                self._fight_line = node, solution.fights[0].mine.line_to_draw
            self._say("\n".join(solution_in_words(position, solution, FIGHT_SECONDS)))
            self._go_on(reply=False)

    async def _estimate(self, node: GameNode, position: Position) -> None:
        judgement = await self.thinker.judge(position, quickly=True)
        if judgement is not None and self.node is node:
            self.estimate = judgement
            self._say(f"If the game ended here: {judgement.score}.")
            self._go_on(reply=False)

    def _learn(self, node: GameNode, analysis: SearchReport) -> None:
        self.values.note(node, analysis)
        self.changed()

    def leave(self) -> None:
        """Nobody needs the game for now: end its engine."""
        self._stop_work()
        with contextlib.suppress(RuntimeError):
            self.thinker.close()
