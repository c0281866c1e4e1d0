"""`tengen solve`: who lives, who dies, and the move that decides it."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tengen.cli.options import AsJson
from tengen.errors import TengenError

if TYPE_CHECKING:
    from tengen.game.position import Position
    from tengen.solving.solver import Answer


def solve(
    position: Annotated[str, typer.Argument(help='An SGF file, a diagram file, - for standard input, or "E5 C3 …".')],
    move: Annotated[
        int | None,
        typer.Option(
            "--move", help="The position after so many moves; of a problem the first, else the last, if not given."
        ),
    ] = None,
    size: Annotated[int | None, typer.Option("--size", help="Board size for moves, 2 to 19; 19 if not given.")] = None,
    to_play: Annotated[str | None, typer.Option("--to-play", help="Whose turn it is, black or white.")] = None,
    stones: Annotated[
        str,
        typer.Option("--stones", help='Ask about these stones, a stone of each chain: "D4 F3"; else find the fight.'),
    ] = "",
    time: Annotated[float, typer.Option("--time", help="Seconds to read.")] = 2.0,
    network: Annotated[str, typer.Option("--network", help="Which fights matter: auto, no, or a file.")] = "auto",
    as_json: AsJson = False,
) -> None:
    """Read a fight to its end: the move that kills, lives or saves, with the line that shows it.

    An answer that is called proved was read to its end in the points around the stones.
    """
    from tengen.cli.positions import read_position
    from tengen.compilation import ensure_compiled

    board = read_position(position, move=move, size=size, to_play=to_play, problem=True)
    if not 0 < time <= _MOST_SECONDS:
        raise TengenError(f"--time {time:g} is not possible: choose more than 0 seconds, and {_MOST_SECONDS} at most")
    ensure_compiled()
    lines, told = _about_stones(board, stones, time) if stones else _find(board, time, network)
    if as_json:
        print(json.dumps(told))
    else:
        print("\n".join([str(board), "", *lines]))


_MOST_SECONDS = 3600


def _find(board: "Position", seconds: float, network: str) -> tuple[list[str], dict[str, Any]]:
    from tengen.engines.solution_in_words import solution_in_words
    from tengen.engines.solving import solve as solve_position

    solution = solve_position(board, seconds=seconds, network=network)
    fights = [{"mine": _told(fight.mine), "theirs": _told(fight.theirs)} for fight in solution.fights]
    told = {"move": str(solution.move or ""), "proved": solution.is_proved, "fights": fights}
    return solution_in_words(board, solution, seconds), told


def _about_stones(board: "Position", stones: str, seconds: float) -> tuple[list[str], dict[str, Any]]:
    from tengen.cli.positions import read_points
    from tengen.engines.solution_in_words import answer_in_words
    from tengen.engines.solving import ask_about

    answers = ask_about(board, read_points(stones, board.size), seconds=seconds)
    lines = [line for answer in answers for line in answer_in_words(board, answer)]
    return lines, {"answers": [_told(answer) for answer in answers]}


def _told(answer: "Answer") -> dict[str, Any]:
    return {
        "stones": sorted(map(str, answer.question.stones)),
        "color": str(answer.question.color),
        "first": str(answer.first),
        "outcome": str(answer.outcome),
        "line": [str(vertex) for vertex in answer.line],
        "arena": sorted(map(str, answer.arena)),
        "positions": answer.positions,
    }
