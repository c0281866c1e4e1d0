"""A game against the engine in the terminal."""

import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from tengen.engines.interface import Engine, MoveReport
from tengen.errors import TengenError
from tengen.game.color import Color
from tengen.game.position import Position
from tengen.game.vertex import PASS, Vertex
from tengen.records import GameRecord
from tengen.terminal.board import draw_board
from tengen.terminal.complaint import complain
from tengen.terminal.ending import agree

HELP = """\
  D4         play there (letter and number)       undo       take your last move back
  pass       pass; two passes end the game        hint       ask the engine for a move
  resign     give the game up                     score      how the engine counts it now
  save FILE  write the game as SGF                board      show the board again
  help       this list                            quit       leave (the game is kept)"""


class TerminalGame:
    """One game between a person and an engine, read from `ask` and shown on `console`."""

    def __init__(
        self,
        position: Position,
        engine: Engine,
        human: Color,
        console: Console,
        ask: Callable[[str], str],
        keep_at: Path,
    ) -> None:
        self.position = position
        self.engine = engine
        self.human = human
        self.console = console
        self.ask = ask
        self.keep_at = keep_at
        self.result = ""
        self._hints: dict[Vertex, str] = {}
        self._ended = False
        self._shown = False  # whether the board on the screen is the board

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
            self.result = str(self.engine.judge(self.position).score)  # nobody is there to agree with

    def _listen(self) -> str:
        """What the person types; meanwhile the engine may think, if it is set to."""
        if self.engine.settings().get("ponder") == "yes" and self.position.moves:
            self.engine.start_pondering(self.position)
        try:
            return self.ask(f"{self.human} to play> ")
        finally:
            self.engine.stop_pondering()

    # ---- the two players -------------------------------------------------------------

    def _engine_moves(self) -> None:
        color = self.position.to_play
        with self.console.status(f"{color} is thinking …"):
            report = self.engine.choose_move(self.position)
        if report.vertex.is_resign:
            self._finish(f"{self.human.letter}+R", f"{color} resigns. You win!")
            return
        self.position.play(report.vertex)
        self._shown = False
        self.console.print(f"{color} plays [bold]{report.vertex}[/bold]{_opinion(report)}", highlight=False)

    def _obey(self, line: str) -> None:
        words = line.strip().split(maxsplit=1)
        if self._hints:
            self._hints, self._shown = {}, False
        if not words:
            return
        verb, rest = words[0].lower(), words[1] if len(words) > 1 else ""
        actions: dict[str, Callable[[], None]] = {
            "help": lambda: self.console.print(HELP, highlight=False),
            "?": lambda: self.console.print(HELP, highlight=False),
            "board": self._show,
            "hint": self._hint,
            "score": self._estimate,
            "undo": self._undo,
            "resign": lambda: self._finish(f"{self.human.other.letter}+R", "You resign."),
            "quit": self._quit,
            "exit": self._quit,
            "save": lambda: self._save(Path(rest or "game.sgf").expanduser()),
        }
        try:
            if verb in actions:
                actions[verb]()
            else:
                self.position.play(Vertex.parse(verb, self.position.size), self.human)
                self._shown = False
        except TengenError as error:
            complain(self.console, error, "help lists what you can type")

    # ---- what a person can ask for -------------------------------------------------------

    def _hint(self) -> None:
        with self.console.status("looking for a move …"):
            report = self.engine.choose_move(self.position)
        best = report.candidates[:3]
        self._hints = {candidate.vertex: "abc"[i] for i, candidate in enumerate(best)}
        told = ", ".join(f"{c.vertex} ({c.winrate:.0%})" for c in best) or str(report.vertex)
        self.console.print(f"Hint: {told}", highlight=False)
        self._shown = False

    def _estimate(self) -> None:
        judgement = self.engine.judge(self.position)
        dead = " ".join(map(str, sorted(judgement.dead))) or "none"
        self.console.print(f"If the game ended now: {judgement.score}. Dead stones: {dead}.", highlight=False)

    def _undo(self) -> None:
        mine = [i for i, move in enumerate(self.position.moves) if move.color is self.human]
        if not mine:
            raise TengenError("you have not moved yet")
        while len(self.position.moves) > mine[-1]:
            self.position.undo()
        self._shown = False

    def _save(self, path: Path) -> None:
        self._record().save(path)
        self.console.print(f"Saved in {path}", highlight=False)

    def _quit(self) -> None:
        self._ended = True

    # ---- the end ----------------------------------------------------------------------------

    def _count(self) -> None:
        """Both have passed: agree on the dead stones, or play on."""
        agreed = agree(self.position, self.engine.judge(self.position), self.console, self.ask)
        if agreed is None:
            while self.position.last_move is not None and self.position.last_move.vertex.is_pass:
                self.position.undo()
            self.console.print("The passes are taken back: play on.", highlight=False)
            self._shown = False
            return
        winner = agreed.score.winner
        verdict = "A draw." if winner is None else "You win!" if winner is self.human else "The engine wins."
        self._finish(str(agreed.score), f"{agreed.score}. {verdict}")

    def _finish(self, result: str, message: str) -> None:
        self.result = result
        self._ended = True
        self.console.print(f"[bold]{message}[/bold]", highlight=False)

    def _leave(self) -> None:
        if not self.position.moves:
            return
        try:
            self.keep_at.parent.mkdir(parents=True, exist_ok=True)
            self._record().save(self.keep_at)
        except (OSError, TengenError) as error:
            self.console.print(f"The game could not be kept: {error}", highlight=False)
            return
        go_on = "" if self.result else f"; go on with: tengen play --load {self.keep_at}"
        self.console.print(f"The game is kept in {self.keep_at}{go_on}", highlight=False, soft_wrap=True)

    def _record(self) -> GameRecord:
        names = {self.human: "You", self.human.other: f"Tengen {self.engine.name}"}
        record = GameRecord.from_position(
            self.position, black=names[Color.BLACK], white=names[Color.WHITE], result=self.result
        )
        record.date = time.strftime("%Y-%m-%d")
        return record

    def _show(self) -> None:
        position = self.position
        self._shown = True
        self.console.print()
        self.console.print(draw_board(position, self.console, self._hints))
        taken = ", ".join(f"{color} {position.captures(color)}" for color in Color)
        self.console.print(
            f"Move {position.move_number + 1}. Captures: {taken}. Komi {position.komi:g}.", highlight=False
        )


def _handicap_told(position: Position) -> str:
    """What the handicap of a game means for its count."""
    points = position.rules.handicap_points(position.handicap)
    given = f", and White gets {points} points for the stones" if points else ""
    return f"Black has {position.handicap} stones; komi {position.komi:g}{given} ({position.rules.name} rules)."


def _opinion(report: MoveReport) -> str:
    if report.vertex == PASS and report.comment:
        return f" ({report.comment})"
    if report.winrate is None:
        return ""
    return f" (it thinks it wins {report.winrate:.0%}, {report.playouts:,} playouts in {report.seconds:.1f} s)"
