"""A position as a person gives it on the command line: a file, a diagram, a list of moves; and points of its board."""

import re
import sys
from pathlib import Path

from tengen.errors import TengenError
from tengen.game.color import Color
from tengen.game.position import Position
from tengen.game.ruleset import Ruleset
from tengen.game.vertex import Vertex
from tengen.records import loads

_MOVE = re.compile(r"(?:[a-hj-t]\d{1,2}|pass)", re.IGNORECASE)


def read_position(
    source: str,
    *,
    move: int | None = None,
    size: int | None = None,
    rules: str | None = None,
    komi: float | None = None,
    to_play: str | None = None,
    problem: bool = False,
) -> Position:
    """The position of an SGF file, a diagram file, standard input (``-``) or moves such as ``E5 C3``.

    With `problem` a file that begins with stones set up is one, whose moves are answers: it is shown before them.

    >>> read_position("E5 C3 pass", size=9).to_play
    <Color.WHITE: 2>
    """
    text, name = _text_of(source)
    if isinstance(text, bytes) or text.lstrip("\ufeff \t\r\n").startswith("("):
        if size is not None:
            raise TengenError("--size is for moves: an SGF file has a size of its own")
        record = loads(text, name)
        if problem and move is None and record.root.has_setup:
            move = 0
        if rules is not None:
            record.rules = Ruleset.named(rules)
        if komi is not None:
            record.komi = komi
        position = record.position(move)
    else:
        if move is not None:
            raise TengenError("--move is for SGF files: write only the moves you want, or the position as it is")
        position = _plain_position(text, size, rules or "chinese", komi)
    if to_play is not None:
        position.to_play = Color.parse(to_play)
    return position


def _plain_position(text: str, size: int | None, rules: str, komi: float | None) -> Position:
    words = re.split(r"[\s,]+", text.strip())
    if not all(_MOVE.fullmatch(word) for word in words if word):
        if size is not None:
            raise TengenError("--size is for moves: a diagram has a size of its own")
        return Position.from_diagram(text, rules=rules, komi=komi)
    position = Position(19 if size is None else size, rules=rules, komi=komi)
    for word in words:
        if word:
            position.play(word)
    return position


def _text_of(source: str) -> tuple[str | bytes, str]:
    """What is to be read, and its name; bytes are SGF, whose encoding it says itself."""
    if source == "-":
        data, name = sys.stdin.buffer.read() if sys.stdin else b"", "standard input"
    else:
        path = Path(source)
        if not path.is_file():
            if all(_MOVE.fullmatch(word) for word in re.split(r"[\s,]+", source.strip()) if word):
                return source, ""
            raise TengenError(f"{source[:80]!r} is neither a file nor moves such as E5 C3: give one of them, or -")
        data, name = path.read_bytes(), source
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"("):
        return data, name
    try:
        return data.decode(), name
    except UnicodeDecodeError:
        raise TengenError(f"{name} is neither an SGF file nor a diagram in UTF-8") from None


def read_points(text: str, size: int) -> frozenset[Vertex]:
    """Points and rectangles of a board.

    >>> sorted(map(str, read_points("A1-B2, C3", 9)))
    ['A1', 'A2', 'B1', 'B2', 'C3']
    """
    points: set[Vertex] = set()
    for word in filter(None, re.split(r"[\s,]+", text.strip())):
        first, dash, last = word.partition("-")
        corners = [Vertex.parse(first, size), Vertex.parse(last if dash else first, size)]
        if not all(corner.is_on(size) for corner in corners):
            raise TengenError(f"{word[:20]} is not a part of the board: write points and rectangles such as A1-F6")
        columns, rows = zip(*corners, strict=True)
        points |= {
            Vertex(column, row)
            for column in range(min(columns), max(columns) + 1)
            for row in range(min(rows), max(rows) + 1)
        }
    if not points:
        raise TengenError("a part of the board was asked for but none given: write points and rectangles such as A1-F6")
    return frozenset(points)
