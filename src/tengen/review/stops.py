"""The positions of a game that a review looks at, in the order in which it looks at them.

Each has a key made of everything that led to it: the rules, the stones set up, the moves. What is known of a position
is kept by that key, so it serves again when the game has grown, when variations are reviewed too, and in no other game.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tengen.errors import TengenError
from tengen.game.color import Color
from tengen.game.move import Move
from tengen.game.position import Position
from tengen.records import GameNode, GameRecord, RecordError
from tengen.records.replay import replay

MOST_STOPS = 20_000  # positions in one review


@dataclass(frozen=True)
class Stop:
    """A position of a game."""

    index: int  # in the review
    node: GameNode | None  # that it comes after; None: the board before a root that has a move itself
    position: Position
    before: int | None  # the stop before it
    move: Move | None  # that led here from there; None after a set-up
    number: int  # of moves that led here
    main: bool  # whether it is on the main line
    key: str

    @property
    def color(self) -> Color:
        """Who is to play."""
        return self.position.to_play


@dataclass(frozen=True)
class Itinerary:
    """All stops of a game, and what was wrong with it."""

    stops: tuple[Stop, ...]
    warnings: tuple[str, ...] = ()


def stops_of(record: GameRecord, *, variations: bool = False) -> Itinerary:
    """The positions of the main line, or of the whole tree; as far as its moves can be played.

    >>> from tengen.records import loads
    >>> found = stops_of(loads("(;SZ[9];B[ee];W[ee];B[cc])"))
    >>> [str(stop.move) for stop in found.stops], found.warnings
    (['None', 'B E5'], ('move 2: white E5 is illegal: the point is occupied; the review ends before it',))
    """
    builder = _Builder(record)
    for path in _paths(record, variations):
        builder.follow(path)
    return Itinerary(tuple(builder.stops), tuple(dict.fromkeys(builder.warnings)))


def _paths(record: GameRecord, variations: bool) -> Iterator[list[GameNode]]:
    """From the root to each end, the main line first."""
    if not variations:
        yield list(record.main_line())
        return
    for node in record.nodes():
        if not node.children:
            yield node.path()


class _Builder:
    """Makes stops of paths, each node once."""

    def __init__(self, record: GameRecord) -> None:
        self.record = record
        self.stops: list[Stop] = []
        self.warnings: list[str] = []
        self._known: dict[int, int] = {}  # stop after a node, by the node's identity

    def follow(self, path: Sequence[GameNode]) -> None:
        """Add the stops of a path that are not there yet."""
        main = not self.stops
        last: int | None = None
        number = 0
        if path[0].move is not None:
            last = 0 if self.stops else self._add(None, self.record.position(0), None, 0, main)
        try:
            for node, position in replay(path):
                number += node.move is not None
                if id(node) not in self._known:
                    if node.move is None and not node.has_setup and last is not None:
                        self._known[id(node)] = last  # nothing but words
                    else:
                        self._known[id(node)] = self._add(node, position.copy(), last, number, main)
                last = self._known[id(node)]
        except RecordError as error:
            self.warnings.append(f"{error}; the review ends before it")

    def _add(self, node: GameNode | None, position: Position, before: int | None, number: int, main: bool) -> int:
        if len(self.stops) >= MOST_STOPS:
            raise TengenError(f"the record has more than {MOST_STOPS:,} positions: review its main line only")
        move = node.move if node is not None and before is not None else None
        index = len(self.stops)
        key = _key(self.stops[before].key if before is not None else "", position, move)
        self.stops.append(Stop(index, node, position, before, move, number, main, key))
        return index


def _key(before: str, position: Position, move: Move | None) -> str:
    facts: list[object] = [before, str(move), position.hash, str(position.to_play)]
    if not before:
        facts += [position.size, position.rules.to_dict(), position.komi, position.handicap]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:20]
