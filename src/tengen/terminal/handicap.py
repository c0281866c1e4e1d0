"""Handicap stones in the terminal: on their customary points, or where the person puts them."""

from collections.abc import Callable

from rich.console import Console

from tengen.errors import TengenError
from tengen.game.handicap import fixed_handicap, free_handicap, max_fixed_handicap
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.terminal.board import draw_board
from tengen.terminal.complaint import complain

PLACEMENTS = ("fixed", "free", "own")


def places_of(size: int, stones: int, placement: str) -> list[Vertex] | None:
    """Where the stones go before the game; None if the person is to say. One stone is only Black's first move.

    >>> [str(vertex) for vertex in places_of(9, 2, "fixed")]
    ['C3', 'G7']
    >>> places_of(9, 1, "fixed"), places_of(9, 3, "own")
    ([], None)
    """
    if placement not in PLACEMENTS:
        raise TengenError(f"stones cannot be placed {placement[:20]!r}: choose one of {', '.join(PLACEMENTS)}")
    if not 0 <= stones < size * size:
        raise TengenError(f"{stones} handicap stones do not go on {size}x{size}: choose 0 to {size * size - 1}")
    if stones < 2:
        return []
    if placement == "fixed":
        if stones > max_fixed_handicap(size):
            raise TengenError(
                f"{size}x{size} has no customary points for {stones} stones: try --placement free, or own"
            )
        return fixed_handicap(size, stones)
    return free_handicap(size, stones) if placement == "free" else None


def ask_for_places(position: Position, stones: int, console: Console, ask: Callable[[str], str]) -> list[Vertex]:
    """Let the person put Black's stones where he likes; "undo" takes one back, an empty line leaves the rest to us."""
    console.print(f"Place {stones} stones, such as D4; undo takes one back, enter leaves the rest to Tengen.")
    places: list[Vertex] = []
    while len(places) < stones:
        shown = position.copy()
        shown.place("black", places)
        console.print(draw_board(shown, console))
        line = ask(f"stone {len(places) + 1} of {stones}> ").strip()
        if not line:
            free = (vertex for vertex in free_handicap(position.size, stones) if vertex not in places)
            return [*places, *free][:stones]
        if line.lower() == "undo":
            places = places[:-1]
            continue
        try:
            place = Vertex.parse(line, position.size)
            if place.is_pass or place.is_resign or place in places:
                raise TengenError(f"{place} is not a free point of the board")
            places.append(place)
        except TengenError as error:
            complain(console, error)
    return places
