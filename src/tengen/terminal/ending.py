"""The end of a game in the terminal: which stones are dead is agreed upon, as between people."""

from collections.abc import Callable

from rich.console import Console

from tengen.engines.endgame.judgement import Judgement
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.terminal.board import Marks, draw_board
from tengen.terminal.complaint import complain

HELP = "yes: agree; a stone such as D4: its group is dead, or is not; play: go on with the game"


def agree(position: Position, judgement: Judgement, console: Console, ask: Callable[[str], str]) -> Judgement | None:
    """Let the person see and change the dead stones; None if he wants to play on."""
    while True:
        console.print()
        console.print(draw_board(position, console, Marks(dead=judgement.dead)))
        dead = " ".join(map(str, sorted(judgement.dead))) or "none"
        console.print(f"Both passed. Dead stones: {dead}. Count: {judgement.score}.", highlight=False)
        answer = ask("do you agree? (yes, play, or a stone)> ").strip().lower()
        if answer in {"yes", "y", ""}:
            return judgement
        if answer in {"play", "no", "n"}:
            return None
        if answer in {"help", "?"}:
            console.print(HELP, highlight=False)
            continue
        try:
            judgement = judgement.with_turned(position, Vertex.parse(answer, position.size))
        except TengenError as error:
            complain(console, error, HELP)
