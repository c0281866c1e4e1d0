"""A position that is to be analysed, as part of a query."""

from dataclasses import dataclass

from tengen.protocols.json_analysis.query import Query

STRETCH = 8  # turns ahead of a worker that are left to it


@dataclass(eq=False, slots=True)
class Job:
    """A position to be analysed."""

    query: Query
    turn: int
    priority: int
    line: tuple[int, ...]  # keys of its position and of those before it, the nearest first: `STRETCH` of them, or all
    age: int = -1  # the queue numbers jobs as they come
    waits: bool = False
    stopped: bool = False  # it is to be answered soon, with whatever is known


def jobs_of(query: Query) -> list[Job]:
    """The jobs of a query, in its order."""
    lines = query.game.lines(query.turns, STRETCH)
    return [
        Job(query, turn, priority, lines[turn]) for turn, priority in zip(query.turns, query.priorities, strict=True)
    ]
