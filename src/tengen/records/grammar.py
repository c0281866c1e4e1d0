"""From the text of a file to trees of properties: sgfmill, and what it needs around it.

sgfmill reads the grammar. Around it stand a look at the size of the thing before it is
read (a file of nothing but brackets must not eat the memory), and a look for the place
of a fault afterwards (sgfmill says what is wrong but not where).
"""

import re
from dataclasses import dataclass
from typing import Protocol

from sgfmill import sgf_grammar

from tengen.records.encoding import Decoded, decode
from tengen.records.errors import RecordError, shortened

MAX_DEPTH = 5_000  # variations inside variations
MAX_STRAY = 100  # brackets before the game begins: a mail or a slip has a handful
MAX_NODES = 2_000_000  # in one file: about a gigabyte of memory

# A value may also run to the end of the file, so that an unclosed one is scanned once.
_VALUE_OR_DELIMITER = re.compile(rb"\[[^\\\]]*(?:\\.[^\\\]]*)*(?:\]|\\?\Z)|[();]", re.DOTALL)
_START = re.compile(rb"\(\s*;")
_TOKEN = re.compile(rb"\s*([;()]|[A-Za-z]+|\[[^\\\]]*(?:\\.[^\\\]]*)*\])", re.DOTALL)


class GameTree(Protocol):
    """sgfmill's tree: a run of nodes without a choice, and the variations behind it.

    The values of a node's properties are raw: UTF-8, with escapes and line ends as in
    the file.
    """

    sequence: list[dict[str, list[bytes]]]
    children: list["GameTree"]


@dataclass(frozen=True)
class Collection:
    """The games of a file, and how it was read."""

    trees: list[GameTree]
    encoding: str
    warnings: list[str]


def read_collection(source: bytes | str, *, first_only: bool = False, most_nodes: int = MAX_NODES) -> Collection:
    """The game trees of SGF data, of which there is at least one; more nodes than so many are refused unread.

    >>> read_collection("junk (;SZ[9];B[ee](;W[gc])(;W[cc]))").trees[0].sequence
    [{'SZ': [b'9']}, {'B': [b'ee']}]
    """
    data = source.encode("utf-8", "replace") if isinstance(source, str) else bytes(source)
    if not data.strip():
        raise RecordError("the file is empty" if isinstance(source, bytes) else "the text is empty")
    decoded = Decoded(data.decode(), "utf-8") if isinstance(source, str) else decode(data)
    unified = decoded.text.encode("utf-8", "replace")
    if not _START.search(unified):
        raise RecordError("there is no game in it: no '(;' was found")
    try:
        games = _parse(unified, first_only, most_nodes)
    except _Fault as fault:
        bytewise = _parse_bytewise(data, decoded, first_only, most_nodes)
        if bytewise is None:
            before = unified[: fault.place].decode("utf-8", "ignore")
            place = len(before.encode(decoded.encoding, "replace"))
            raise RecordError(f"{fault} (byte {place:,})") from None
        games = bytewise
    else:
        if decoded.text.count("]") != data.count(b"]") or decoded.text.count("\\") != data.count(b"\\"):
            # A program that knew nothing of two-byte characters may have cut or escaped
            # them, hiding a bracket. That loses properties: more of them is right.
            bytewise = _parse_bytewise(data, decoded, first_only, most_nodes)
            if bytewise is not None and _property_count(bytewise) > _property_count(games):
                games = bytewise
    return Collection(games, decoded.encoding, decoded.warnings)


class _Fault(ValueError):
    """Something ungrammatical, and the byte at which it is."""

    def __init__(self, message: str, place: int) -> None:
        self.place = place
        super().__init__(message)


def _parse(data: bytes, first_only: bool, most_nodes: int) -> list[GameTree]:
    """sgfmill's trees of `data`."""
    _check_extent(data, most_nodes)
    try:
        if first_only:
            return [sgf_grammar.parse_sgf_game(data)]
        return list(sgf_grammar.parse_sgf_collection(data))
    except ValueError as error:
        raise _find_fault(data, str(error)) from None


def _parse_bytewise(data: bytes, decoded: Decoded, first_only: bool, most_nodes: int) -> list[GameTree] | None:
    """sgfmill's trees when bytes are read first and characters afterwards.

    This is how SGF wants it, and how it comes out right if a program cut a two-byte
    character in half or put a backslash before its second byte.
    """
    if decoded.encoding in ("utf-8", "utf-8-sig", "utf-16", "iso-8859-1"):
        return None  # there, no part of a character looks like a bracket
    try:
        games = _parse(data, first_only, most_nodes)
    except _Fault:
        return None
    for game in _all_trees(games):
        for properties in game.sequence:
            for values in properties.values():
                values[:] = [_as_utf8(value, decoded.encoding) for value in values]
    return games


def _as_utf8(value: bytes, encoding: str) -> bytes:
    if value.isascii():
        return value
    plain = sgf_grammar.text_value(value).decode(encoding, "replace")
    return bytes(sgf_grammar.escape_text(plain.encode("utf-8")))


def _all_trees(games: list[GameTree]) -> list[GameTree]:
    found = list(games)
    for tree in found:  # grows while it is gone through
        found.extend(tree.children)
    return found


def _property_count(games: list[GameTree]) -> int:
    return sum(len(properties) for tree in _all_trees(games) for properties in tree.sequence)


def _check_extent(data: bytes, most_nodes: int) -> None:
    """Refuse what is too deep or too big to be a record, without reading it."""
    start = _START.search(data)
    if start:
        _check_stray_brackets(data[: start.start()])
    if data.count(b"(") <= MAX_DEPTH and data.count(b";") <= most_nodes:
        return
    depth = nodes = 0
    for found in _VALUE_OR_DELIMITER.finditer(data, start.start() if start else 0):
        match found.group():
            case b"(":
                depth += 1
                if depth > MAX_DEPTH:
                    raise _Fault(f"variations are nested more than {MAX_DEPTH:,} deep", found.start())
            case b")":
                depth = max(depth - 1, 0)
            case b";":
                nodes += 1
                if nodes > most_nodes:
                    raise _Fault(f"it has more than {most_nodes:,} nodes", found.start())


def _check_stray_brackets(before: bytes) -> None:
    """Refuse brackets upon brackets `before` the first game; what else is there is skipped."""
    unclosed = before.count(b"(") - before.count(b")")
    last = before[len(before.rstrip(b"() \t\r\n")) :]  # the run of them that the game follows
    if max(unclosed, last.count(b"(")) > MAX_STRAY:
        raise _Fault(f"more than {MAX_STRAY} brackets '(' stand before the first '(;'", len(before))


def _find_fault(data: bytes, message: str) -> _Fault:
    """Where `data` stops being SGF."""
    start = _START.search(data)
    place = start.start() if start else 0
    depth = 0
    name = b""  # the latest property
    before = b")"  # kind of the token before: a delimiter, N for a name, V for a value
    while True:
        found = _TOKEN.match(data, place)
        if not found:
            return _unreadable(data, place, depth, name if before == b"N" else b"")
        token, begin = found.group(1), found.start(1)
        kind = token if token in b";()" else b"V" if token.startswith(b"[") else b"N"
        if kind != b"V" and before == b"N":
            return _Fault(f"the property {shortened(name.decode())} has no value", begin)
        if kind == b"V" and before in b";()":
            return _Fault("a value belongs to no property", begin)
        if kind == b"N" and before in b"()":
            return _Fault(f"the property {shortened(token.decode())} is in no node", begin)
        if before == b"(" and kind != b";":
            return _Fault("a variation has no node", begin)
        if kind == b";" and before == b")":
            return _Fault("a node follows the end of a variation", begin)
        depth += (kind == b"(") - (kind == b")")
        name = token if kind == b"N" else name
        before, place = kind, found.end()
        if depth == 0:
            following = _START.search(data, place)
            if not following:
                return _Fault(message, place)
            place, before = following.start(), b")"


def _unreadable(data: bytes, place: int, depth: int, name: bytes) -> _Fault:
    blank = re.compile(rb"\s*").match(data, place)
    place = blank.end() if blank else place
    rest = data[place : place + 20]
    if name and not rest.startswith(b"["):
        return _Fault(f"the property {shortened(name.decode())} has no value", place)
    if not rest:
        return _Fault(f"it ends too early: {depth:,} bracket{'s' * (depth > 1)} '(' not closed", place)
    if rest.startswith(b"["):
        return _Fault(f"the value that begins {shortened(rest.decode('utf-8', 'replace'))} is never closed", place)
    return _Fault(f"{shortened(rest.decode('utf-8', 'replace'), 8)} is not SGF", place)
