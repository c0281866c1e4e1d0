"""A record as GTP commands: what a Go program is told to have the game, or a position of it, on its board.

Pachi's script sgf2gtp did this (thesis, section 3.1.3): cut the stream where you like and append `genmove`.
The commands are those every engine knows: boardsize, clear_board, komi, play; handicap stones on the customary points
are `fixed_handicap`, others `set_free_handicap`. GTP has no way to set up any stones; they are played one after the
other, Black's first, which gives the same board. Stones taken away in mid-game need the board set up anew.
"""

from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE, Color
from tengen.game.handicap import fixed_handicap, is_valid_free_handicap, max_fixed_handicap
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.records.record import GameRecord
from tengen.records.replay import replay


def gtp_commands(record: GameRecord, move_number: int | None = None) -> list[str]:
    """The commands that lead to the position after so many moves of the main line, or to its end.

    >>> from tengen.records import loads
    >>> gtp_commands(loads("(;SZ[9]KM[0.5]HA[2]AB[gc][cg];W[ee];B[cc])"), 1)
    ['boardsize 9', 'clear_board', 'komi 0.5', 'fixed_handicap 2', 'play white E5']
    """
    record.position(move_number)  # says what is wrong with the number or the moves
    commands = [f"boardsize {record.size}", "clear_board", f"komi {record.komi:g}"]
    before: Position | None = None
    played = 0
    for node, position in replay(list(record.main_line())):
        if node.move is not None and move_number is not None and played >= move_number:
            break
        if node.has_setup:
            commands = _set_up(commands, position, before, record, played)
        if node.move is not None:
            commands.append(f"play {node.move.color} {node.move.vertex}")
            played += 1
        before = position.copy()
    return commands


def _set_up(
    commands: list[str], position: Position, before: Position | None, record: GameRecord, played: int
) -> list[str]:
    """The commands so far and then those for a set-up; if stones go away, those for the whole board."""
    if position.move_number > 1:
        return commands  # the stones were there already, or the history would have begun anew
    stones = position.initial_stones
    old = before.stones if before is not None else {}
    if any(stones.get(vertex) is not color for vertex, color in old.items()):
        commands, old, played = commands[:3], {}, 0
    added = {vertex: color for vertex, color in stones.items() if vertex not in old}
    if not old and not played and _is_handicap(added, record):
        return [*commands, _handicap(record.size, list(added))]
    plays = [f"play {color} {vertex}" for vertex, color in in_playable_order(added, record.size)]
    return [*commands, *plays]


def _is_handicap(stones: dict[Vertex, Color], record: GameRecord) -> bool:
    return (
        len(stones) == record.handicap
        and all(color is BLACK for color in stones.values())
        and is_valid_free_handicap(record.size, list(stones))
    )


def _handicap(size: int, places: list[Vertex]) -> str:
    customary = 2 <= len(places) <= max_fixed_handicap(size)
    if customary and set(fixed_handicap(size, len(places))) == set(places):
        return f"fixed_handicap {len(places)}"
    return f"set_free_handicap {' '.join(map(str, places))}"


def in_playable_order(stones: dict[Vertex, Color], size: int) -> list[tuple[Vertex, Color]]:
    """An order in which playing the stones captures nothing on the way."""
    order = [(vertex, color) for wanted in (BLACK, WHITE) for vertex, color in stones.items() if color is wanted]
    board = Position(size)
    left: list[tuple[Vertex, Color]] = []
    for vertex, color in order:
        _place(board, vertex, color, left)
    while left:
        waiting, left = left, []
        for vertex, color in waiting:
            _place(board, vertex, color, left)
        if len(left) == len(waiting):
            raise TengenError(f"the stones set up cannot be played one by one ({left[0][0]}): GTP has no other way")
    return [(move.vertex, move.color) for move in board.moves]


def _place(board: Position, vertex: Vertex, color: Color, left: list[tuple[Vertex, Color]]) -> None:
    """Play a stone unless that takes any off; then it waits."""
    if board.why_illegal(vertex, color) is not None:
        left.append((vertex, color))
        return
    count = len(board.stones)
    board.play(vertex, color)
    if len(board.stones) != count + 1:
        board.undo()
        left.append((vertex, color))
