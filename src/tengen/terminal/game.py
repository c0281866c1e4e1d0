"""A game against the engine in the terminal."""

import contextlib
import difflib
import re
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from tengen.engines.interface import Engine
from tengen.engines.move_report import MoveReport
from tengen.errors import TengenError
from tengen.game.color import Color
from tengen.game.position import Position
from tengen.game.vertex import PASS, Vertex
from tengen.play import GameUnderWay, Player
from tengen.records import GameRecord
from tengen.search.clock import Clock
from tengen.terminal.board import UNMARKED, Marks
from tengen.terminal.complaint import complain
from tengen.terminal.ending import agree
from tengen.terminal.hints import Hint
from tengen.terminal.keeping import file_named, keep, position_in
from tengen.terminal.screen import View, draw_screen
from tengen.terminal.thinking import GivenUp, wait_for

HELP = """\
  D4         play there (letter and number)       hint         moves the engine would look at
  pass       pass; two passes end the game        variation a  how candidate a goes on
  resign     give the game up                     score        how the engine counts it now
  undo       take your last move back             moves        all moves so far
  redo       play it again                        board        show the board again
  save FILE  write the game as SGF                help         this list
  load FILE  go on with the game of a file        quit         leave (the game is kept)

Ctrl-C while the engine thinks makes it move at once."""

_MOVE_LIKE = re.compile(r"[a-z]-?\d+", re.IGNORECASE)


class TerminalGame(GameUnderWay):
    """One game between a person and an engine, read from `ask` and shown on `console`."""

    def __init__(
        self,
        position: Position,
        engine: Engine,
        human: Color,
        console: Console,
        ask: Callable[[str], str],
        keep_at: Path,
        clock: Clock | None = None,
        watch: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(position, clock, watch)
        self.engine = engine
        self.opponent = Player(engine)
        self.human = human
        self.console = console
        self.ask = ask
        self.keep_at = keep_at
        self._opinion: MoveReport | None = None  # the engine's, of its last move
        self._hint: Hint | None = None  # for the position on the board
        self._ended = False
        self._shown = False  # whether the board on the screen is the board
        self._actions: dict[str, Callable[[str], None]] = {
            "help": lambda rest: self.console.print(HELP, highlight=False),
            "board": lambda rest: self._show(),
            "hint": lambda rest: self._give_hint(),
            "variation": self._show_variation,
            "score": lambda rest: self._estimate(),
            "moves": lambda rest: self._list_moves(),
            "undo": lambda rest: self._undo(),
            "redo": lambda rest: self._redo(),
            "save": lambda rest: self._save(file_named(rest, "game.sgf")),
            "load": lambda rest: self._load(file_named(rest)),
            "resign": lambda rest: self._resign(),
            "quit": lambda rest: self._quit(),
        }
        self._actions |= {"?": self._actions["help"], "exit": self._actions["quit"]}

    def run(self) -> None:
        """Play until the game ends or the person leaves; whatever happens, the game is kept."""
        try:
            self._play()
        finally:
            self._leave()

    def _play(self) -> None:
        self.console.print(f"You play {self.human}. Type a move such as D4, or help.", highlight=False)
        if self.position.handicap:
            self.console.print(_handicap_told(self.position), highlight=False)
        try:
            while not self._ended:
                if self.position.is_over:
                    self._count()
                elif self.position.to_play is self.human:
                    if not self._shown:
                        self._show()
                    self._obey(self._listen())
                else:
                    self._engine_moves()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            self._ended = True
        if self.position.is_over and not self.result:
            with contextlib.suppress(GivenUp):  # nobody is there to agree with
                self.end(str(wait_for(lambda: self.judge(self.engine)).score))

    # ---- the two players -------------------------------------------------------------

    def _listen(self) -> str:
        """What the person types; his clock runs, and the engine may think too, if it is set to."""
        self.opponent.ponder(self)
        try:
            with self.clocks.timed(self.human):
                line = self.ask(f"{self.human} to play> ")
        except UnicodeError:
            line = "what?"  # bytes that are no text; it is explained as any other slip
        finally:
            self.engine.stop_pondering()
        if self.clocks.is_out(self.human):
            self.lose_on_time(self.human)
            self._finish(f"Your time is up: {self.human.other} wins.")
            return ""
        return line

    def _engine_moves(self) -> None:
        color = self.position.to_play
        with self.console.status(f"{color} is thinking … (Ctrl-C: move at once)"):
            report = wait_for(lambda: self.opponent.choose(self), self.engine.stop)
        if self.clocks.is_out(color):
            self.lose_on_time(color)
            self._finish(f"The time of {color} is up. You win!")
            return
        if report.vertex.is_resign:
            self.lose_by_resignation(color)
            self._finish(f"{color} resigns. You win!")
            return
        self._opinion = report
        self._move(report.vertex)
        self.console.print(f"{color} plays [bold]{report.vertex}[/bold]{_opinion(report)}", highlight=False)

    def _move(self, vertex: Vertex) -> None:
        """A move of whoever is to play."""
        self.play(vertex)
        self._changed()

    def _changed(self) -> None:
        """The board is another one than the one on the screen."""
        self._hint, self._shown = None, False

    def _obey(self, line: str) -> None:
        words = line.strip().split(maxsplit=1)
        if not words or self._ended:
            return
        verb, rest = words[0].lower(), words[1] if len(words) > 1 else ""
        if len(verb) == 1 and rest.isdigit():
            verb, rest = verb + rest, ""  # D 4
        try:
            if verb in self._actions:
                self._actions[verb](rest)
            elif verb == "pass" or _MOVE_LIKE.fullmatch(verb):
                self._move(Vertex.parse(verb, self.position.size))
            else:
                close = difflib.get_close_matches(verb, self._actions, 1)
                hint = f"; did you mean {close[0]}?" if close else ""
                raise TengenError(f"{verb[:40]!r} is neither a move nor a command{hint}")
        except TengenError as error:
            complain(self.console, error, "help lists what you can type")

    # ---- what a person can ask for -------------------------------------------------------

    def _give_hint(self) -> None:
        if self._hint is None:
            with self.console.status("looking for a move … (Ctrl-C: what is found so far)"):
                report = wait_for(lambda: self.engine.choose_move(self.position, may_resign=False), self.engine.stop)
            self._hint = Hint.of(self.position, report)
        self._show()
        for line in self._hint.lines():
            self.console.print(line, highlight=False, markup=False, overflow="ellipsis", no_wrap=True)

    def _show_variation(self, rest: str) -> None:
        if self._hint is None:
            self._give_hint()
        if self._hint is None:
            return
        letter = rest.strip().lower() or "a"
        board, marks = self._hint.variation(letter)
        self._present(View(board, self._names(), marks, title=f"variation {letter}"))
        self.console.print("The moves are numbered. board shows the game again.", highlight=False)

    def _estimate(self) -> None:
        with self.console.status("counting … (Ctrl-C: leave it)"):
            judgement = wait_for(lambda: self.judge(self.engine))
        self._present(self._view(Marks(dead=judgement.dead, ownership=judgement.ownership)))
        dead = " ".join(map(str, sorted(judgement.dead))) or "none"
        self.console.print(f"If the game ended now: {judgement.score}. Dead stones: {dead}.", highlight=False)

    def _list_moves(self) -> None:
        moves = [f"{number}. {move}" for number, move in enumerate(self.position.moves, 1)]
        self.console.print("  ".join(moves) or "no moves yet", highlight=False)

    def _undo(self) -> None:
        mine = [i for i, move in enumerate(self.position.moves) if move.color is self.human]
        if not mine:
            raise TengenError("you have not moved yet")
        self.position.undo(self.position.move_number - mine[-1])
        self._opinion = None
        self._changed()

    def _redo(self) -> None:
        self.position.redo()
        with contextlib.suppress(TengenError):  # the engine's answer may not have been played yet
            while self.position.to_play is not self.human:
                self.position.redo()
        self._changed()

    def _save(self, path: Path) -> None:
        self._record().save(path)
        self.console.print(f"Saved in {path}", highlight=False)

    def _load(self, path: Path) -> None:
        loaded = position_in(path)
        if self.position.moves:
            before = self.keep_at.with_name("previous-game.sgf")
            trouble = keep(self._record(), before)
            self.console.print(trouble or f"The game so far is kept in {before}", highlight=False, soft_wrap=True)
        self.position, self._opinion = loaded, None
        self._changed()

    def _record(self) -> GameRecord:
        record = self.to_record({self.human: "You", self.human.other: f"Tengen {self.engine.name}"})
        record.date = time.strftime("%Y-%m-%d")
        return record

    def _quit(self) -> None:
        self._ended = True

    # ---- the end ----------------------------------------------------------------------------

    def _resign(self) -> None:
        self.lose_by_resignation(self.human)
        self._finish("You resign.")

    def _count(self) -> None:
        """Both have passed: agree on the dead stones, or play on."""
        judgement = wait_for(lambda: self.judge(self.engine), lambda: None)
        agreed = agree(self.position, judgement, self.console, self.ask)
        if agreed is None:
            self.take_back_passes()
            self.console.print("The passes are taken back: play on.", highlight=False)
            self._changed()
            return
        winner = agreed.score.winner
        verdict = "A draw." if winner is None else "You win!" if winner is self.human else "The engine wins."
        self.end(str(agreed.score))
        self._finish(f"{agreed.score}. {verdict}")

    def _finish(self, message: str) -> None:
        self._ended = True
        self.console.print(f"[bold]{message}[/bold]", highlight=False)

    def _leave(self) -> None:
        if not self.position.moves:
            return
        trouble = keep(self._record(), self.keep_at)
        go_on = "" if self.result else f"; go on with: tengen play --terminal --load {self.keep_at}"
        told = trouble or f"The game is kept in {self.keep_at}{go_on}"
        self.console.print(told, highlight=False, soft_wrap=True)

    # ---- the screen -------------------------------------------------------------------------

    def _show(self) -> None:
        self._shown = True
        self._present(self._view(self._hint.marks if self._hint else UNMARKED))

    def _view(self, marks: Marks) -> View:
        return View(self.position, self._names(), marks, self._opinion, self.clocks)

    def _present(self, view: View) -> None:
        self.console.print()
        self.console.print(draw_screen(view, self.console))

    def _names(self) -> dict[Color, str]:
        level = str(self.engine.settings().get("level", "max"))
        engine = f"Tengen {level}" if level != "max" else "Tengen"
        return {self.human: "you", self.human.other: engine}


def _handicap_told(position: Position) -> str:
    """What the handicap of a game means for its count."""
    points = position.rules.handicap_points(position.handicap)
    given = f", and White gets {points} points for the stones" if points else ""
    return f"Black has {position.handicap} stones; komi {position.komi:g}{given} ({position.rules.name} rules)."


def _opinion(report: MoveReport) -> str:
    thought = ""
    if report.winrate is not None and not (report.vertex == PASS and report.comment):
        thought = f"it thinks it wins {report.winrate:.0%}, {report.playouts:,} playouts in {report.seconds:.1f} s"
    told = "; ".join(filter(None, (report.comment, thought)))
    return f" ({told})" if told else ""
