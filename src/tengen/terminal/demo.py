"""A short game of the engine against itself, for a terminal nobody types at."""

from rich.console import Console

from tengen.engines.interface import Engine
from tengen.engines.request import Limit
from tengen.game.color import BLACK
from tengen.game.position import Position
from tengen.terminal.board import draw_board

_SHOWN = (12, 40)  # the board is shown after so many moves, and at the end
_PLAYOUTS = 1500
_EVALUATIONS = 100  # with a network


def demonstrate(console: Console, engine: Engine, position: Position) -> None:
    """Play `position` to its end and show it."""
    size = position.size
    console.print(f"A demonstration on {size}x{size}: {engine.name} against itself.", highlight=False)
    resigned = None
    playouts = _EVALUATIONS if engine.asks_network(size) else _PLAYOUTS
    most = position.move_number + 3 * size * size
    while not position.is_over and position.move_number < most:
        report = engine.choose_move(position, Limit(playouts=playouts))
        if report.vertex.is_resign:
            resigned = position.to_play
            break
        position.play(report.vertex)
        if position.move_number in _SHOWN:
            _show(console, position)
    _show(console, position)
    if resigned is not None:
        result = f"{resigned.other.letter}+R"
        why = f"{resigned} resigns"
    else:
        judgement = engine.judge(position)
        result = str(judgement.score)
        why = "both passed" if position.is_over else f"stopped after {most} moves"
    console.print(f"Result: {result} ({why}, komi {position.komi:g}, {position.rules.name} rules)", highlight=False)
    console.print("To play yourself, run this in a terminal: make play", highlight=False)


def _show(console: Console, position: Position) -> None:
    last = position.last_move
    taken = f"captures: black {position.captures(BLACK)}, white {position.captures(BLACK.other)}"
    console.print(f"\nAfter move {position.move_number} ({last}), {taken}", highlight=False)
    console.print(draw_board(position, console))
