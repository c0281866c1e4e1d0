"""The groups of the last moves, as sets of stones and empty points.

MoGo 2006, 3.3: a group is "a set of strings and free intersections", such as "one big living group and its close
enemies". "The method starts from one string and recursively adds close empty intersections and strings close to these
empty intersections until no more close strings are found within a distance controlled by a parameter."

Distance is that of the common fate graph (Graepel, Goutrié, Krüger, Herbrich 2001), where a string is one place: a
step leads from a string to its neighbours or from an empty point to the next. Here ways lead over empty points alone,
for what lies behind another string is reached from that one. So a string of either colour is close if it touches one
of the group, or is reached over fewer empty points than the distance; all empty points up to the distance are close.

A group begins with the string of a move or, where that has been captured, with the point and all strings around it. The
moves are searched in the union of the groups of the last two, as the paper's figure 9 shows.
"""

from collections.abc import Iterable

from tengen.game.position import Position
from tengen.game.vertex import Vertex

RECENT = 2  # moves whose groups are looked at


def recent_groups(position: Position, distance: int) -> frozenset[Vertex]:
    """The union of the groups of the last moves, passes left out; empty if there are none.

    >>> position = Position(19)
    >>> _ = position.play("D4")
    >>> len(recent_groups(position, 2))  # the stone, four liberties, and eight points around them
    13
    """
    played = [move.vertex for move in position.moves[-RECENT:] if not move.vertex.is_pass]
    return group_from(position, played, distance)


def group_from(position: Position, starts: Iterable[Vertex], distance: int) -> frozenset[Vertex]:
    """Everything that belongs together with these points: whole strings, and the empty points close to them."""
    stones = position.stones
    found: set[Vertex] = set()
    waiting: list[Vertex] = []  # stones whose strings are to be added
    for start in starts:
        if start in stones:
            waiting.append(start)
        else:  # it has been captured
            found.add(start)
            waiting += [vertex for vertex in start.neighbors(position.size) if vertex in stones]
    while waiting:
        stone = waiting.pop()
        if stone not in found:
            string = position.group(stone).stones
            found |= string
            empty, touched = _surroundings(position, stones, string, distance)
            found |= empty
            waiting += touched
    return frozenset(found)


def _surroundings(
    position: Position, stones: Iterable[Vertex], string: Iterable[Vertex], distance: int
) -> tuple[set[Vertex], set[Vertex]]:
    """The empty points up to `distance` steps from a string, and the stones of others as near as that."""
    empty: set[Vertex] = set()
    touched: set[Vertex] = set()
    reached = set(string)
    for _ in range(distance):
        beside = {near for vertex in reached for near in vertex.neighbors(position.size)}
        touched |= beside & set(stones)
        reached = {vertex for vertex in beside if vertex not in stones} - empty
        empty |= reached
    return empty, touched
