"""From nodes to positions: a record played over on a board."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE, Color
from tengen.game.position import Position
from tengen.records.errors import RecordError

if TYPE_CHECKING:
    from tengen.records.node import GameNode
    from tengen.records.record import GameRecord


def replay(
    path: Sequence["GameNode"], *, strict: bool = False, before: Position | None = None
) -> Iterator[tuple["GameNode", Position]]:
    """Each node of `path` with the position after it.

    A path begins at a root, unless the position `before` its first node is given; that is the one that changes then.

    It is one position that changes; `Position.copy` keeps it. An illegal move is a
    `RecordError` that says which move it is. Unless `strict`, moves against ko, superko
    or suicide are carried out, as SGF wants: what a file says about its rules is often not
    what was played by, and some leave a ko threat out. All positions are remembered, so
    that the rules hold again for the next move.

    The player to move is the one who moves next in the record, if anybody does.
    """
    record = path[0].record
    position = empty_board(record) if before is None else before
    for index, node in enumerate(path):
        try:
            if node.has_setup:
                node.set_up_on(position)
            if node.move is not None:
                position.play(node.move.vertex, node.move.color, force=not strict)
        except TengenError as error:
            moves = node.move_number
            what = f"move {moves}" if node.move is not None else f"the set-up after move {moves}"
            raise RecordError(f"{what}: {error}").in_file(record.name) from error
        player = _next_player(node, path[index + 1] if index + 1 < len(path) else node.next)
        if player is not None and player is not position.to_play:
            position.to_play = player
        yield node, position


def position_after(path: Sequence["GameNode"], *, strict: bool = False) -> Position:
    """The position at the end of `path`."""
    position = empty_board(path[0].record)
    for _, latest in replay(path, strict=strict):
        position = latest
    return position


def empty_board(record: "GameRecord") -> Position:
    """The board before the root of a record."""
    position = Position(record.size, rules=record.rules, komi=record.komi)
    position.handicap = record.handicap
    return position


def _next_player(node: "GameNode", following: "GameNode | None") -> Color | None:
    """Who is to play after `node`, where that is not simply the opponent of the last mover."""
    if node.to_play is not None:
        return node.to_play
    if following is not None and following.move is not None:
        return following.move.color
    if node.parent is None and node.move is None:
        return WHITE if node.record.handicap >= 2 else BLACK
    return None
