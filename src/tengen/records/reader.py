"""Reading game records: `load`, `load_all`, `loads` and `loads_all`."""

import os
import stat
from pathlib import Path

from tengen.game.color import BLACK, WHITE
from tengen.records.errors import RecordError
from tengen.records.grammar import MAX_NODES, GameTree, read_collection
from tengen.records.node import GameNode, Properties
from tengen.records.record import GameRecord

_MOVES = ("B", "W")  # the properties that make a move


def load(path: str | os.PathLike[str], *, most_nodes: int = MAX_NODES) -> GameRecord:
    """The first game of an SGF file; one with more than `most_nodes` nodes is refused before it is read."""
    return _read(_bytes_of(path), os.fspath(path), first_only=True, most_nodes=most_nodes)[0]


def load_all(path: str | os.PathLike[str]) -> list[GameRecord]:
    """All games of an SGF file, of which there may be several one after another."""
    return _read(_bytes_of(path), os.fspath(path), first_only=False)


def loads(text: str | bytes, name: str = "", *, most_nodes: int = MAX_NODES) -> GameRecord:
    """The first game of SGF text; `name`, if given, is said in errors. For `most_nodes` see `load`.

    >>> record = loads("(;SZ[9]KM[5.5]PB[Ann]PW[Bob]RE[B+R];B[ee];W[gc];B[cc])")
    >>> record
    <GameRecord Ann – Bob, 9x9, chinese rules, komi 5.5, 3 moves, B+R>
    >>> loads("(;SZ[9];B[ee];W[kk])")
    Traceback (most recent call last):
    ...
    tengen.records.errors.RecordError: move 2 (W): 'kk' is not a point of the 9x9 board
    """
    return _read(text, name, first_only=True, most_nodes=most_nodes)[0]


def loads_all(text: str | bytes, name: str = "") -> list[GameRecord]:
    """All games of SGF text, of which there may be several one after another.

    >>> [len(record.moves) for record in loads_all("(;SZ[9];B[ee])(;SZ[9])")]
    [1, 0]
    """
    return _read(text, name, first_only=False)


def _bytes_of(path: str | os.PathLike[str]) -> bytes:
    name = os.fspath(path)
    try:
        mode = Path(path).stat().st_mode
        if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
            return Path(path).read_bytes()
    except FileNotFoundError:
        raise RecordError("there is no such file").in_file(name) from None
    except IsADirectoryError:
        raise RecordError("it is a folder, not a file").in_file(name) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise RecordError(f"it cannot be read: {why}").in_file(name) from None
    raise RecordError("it is not a plain file").in_file(name)  # a pipe would keep us waiting


def _read(source: str | bytes, name: str, first_only: bool, most_nodes: int = MAX_NODES) -> list[GameRecord]:
    records: list[GameRecord] = []
    try:
        collection = read_collection(source, first_only=first_only, most_nodes=most_nodes)
        for tree in collection.trees:
            record = _build(tree, most_nodes)
            record.name, record.encoding = name, collection.encoding
            record.warnings = [" ".join(text.split()) for text in (*collection.warnings, *record.warnings)]
            records.append(record)
    except RecordError as error:
        game = f"game {len(records) + 1}: " if records else ""
        raise RecordError(f"{game}{error}").in_file(name) from None
    return records


def _build(tree: GameTree, most_nodes: int) -> GameRecord:
    """The record of a tree; nothing recursive, as a tree may be as deep as a game is long."""
    warnings: list[str] = []
    first, *others = _split(tree.sequence[0], warnings, most_nodes)
    record = GameRecord.from_properties(first)
    last = _append(record.root, others)
    room = most_nodes - 1 - len(others)
    waiting = [(tree, 1, last)]  # a tree, how many of its nodes are built, the last of them
    while waiting:
        tree, built, last = waiting.pop()
        for raw in tree.sequence[built:]:
            nodes = _split(raw, warnings, room)
            room -= len(nodes)
            last = _append(last, nodes)
        waiting += [(child, 0, last) for child in reversed(tree.children)]
    record.warnings += warnings
    _check_handicap(record)
    return record


def _append(node: GameNode, properties_of_each: list[Properties]) -> GameNode:
    """Add nodes one after another behind `node`; the last of them."""
    for properties in properties_of_each:
        child = GameNode(node.record, node, properties)
        node.children.append(child)
        node = child
    return node


def _split(raw: dict[str, list[bytes]], warnings: list[str], room: int) -> list[Properties]:
    """The properties of a node as text; of several nodes if one holds several moves.

    Some programs write both players' moves into one node. SGF does not allow it, but what
    is meant is clear: they follow one another. More than there is `room` for are refused.
    """
    properties = {name: tuple([value.decode() for value in values]) for name, values in raw.items()}
    if "" in properties:
        raise RecordError(f"[{properties[''][0][:20]}] has no property name in capital letters before it")
    count = len(properties.get("B", ())) + len(properties.get("W", ()))
    if max(1, count) > room:
        raise RecordError("it has too many nodes: each move of a node counts as one")
    if count < 2:
        return [properties]
    moves = [(name, value) for name, values in properties.items() if name in _MOVES for value in values]
    warnings.append(f"a node with {count} moves ({moves[0][0]}[{moves[0][1][:8]}]) became {count} nodes")
    (name, value), *others = moves
    first = {kept: values for kept, values in properties.items() if kept not in _MOVES}
    rest: list[Properties] = [{name: (value,)} for name, value in others]
    return [{name: (value,), **first}, *rest]


def _check_handicap(record: GameRecord) -> None:
    """Say so if the handicap is announced but its stones are not where they belong."""
    if record.handicap < 2:
        return
    placed = 0
    for node in record.main_line():
        if node.has_setup:
            placed += sum(color is BLACK for color in node.setup.values())
        if node.move is not None:
            if not placed and node.move.color is WHITE:
                record.warnings.append(f"HA[{record.handicap}] but no stones are set up (AB); none are assumed")
            break
    if placed and placed != record.handicap:
        record.warnings.append(f"HA[{record.handicap}] but {placed} black stones are set up")
