"""Collections of many games, for learning and for testing: read fast, and split once and for all.

`read_games` reads files that hold tens of thousands of games: ``.games.xz`` (the compact form below), ``.zip``
files and folders of SGF, and single SGF files, which may hold several games. Only games that begin on the empty
board and alternate from Black on are read: no handicap, no stones set up. Others are left out, and a `Tally` counts and
names them. That the moves are legal is not checked here: whoever replays a game finds out.

`part_of` says whether a game is one to *learn* from (90 %), to *tune* by (5 %) or to *test* with (5 %). It depends
on the first moves alone, so a game is in the same part whichever file it is found in.

The compact form, after unpacking, little endian: 8 bytes ``GAMES1\\0\\0``; uint32 number of games; for each game 5
bytes: int16 result (twice the margin, above zero if Black won; ±10,000 if the margin is not known), int8 twice the
komi, uint16 number of moves; then all moves, two bytes each: column, and row from the top; 19 19 is a pass. All
boards are 19x19.
"""

import lzma
import os
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any, Literal

import numpy as np

from tengen.errors import TengenError, reason_of
from tengen.game.color import BLACK, WHITE, Color
from tengen.kernels.geometry import MAX_SIZE, MIN_SIZE, PASS, STRIDE
from tengen.records.errors import RecordError
from tengen.records.header import read_komi
from tengen.records.reader import loads_all
from tengen.records.record import GameRecord
from tengen.records.result import Result

Part = Literal["learn", "tune", "test"]
Moves = np.ndarray[tuple[int], np.dtype[np.int16]]

PARTS: tuple[Part, ...] = ("learn", "tune", "test")
NAMED_AT_MOST = 20  # games left out that a tally names: more nobody reads

_MAGIC = b"GAMES1\0\0"
_HEADER = np.dtype([("result", "<i2"), ("komi", "i1"), ("moves", "<u2")])
_UNKNOWN_MARGIN = 10_000
_COMPACT_SIZE = 19
_COMPACT_PASS = 19
_PARTED_BY = 50  # moves: the same game may end earlier or with passes in another file
_LARGEST_FILE = 100_000_000  # bytes of one SGF file, before anything is unpacked

# A game as most collections write it: a header, then nothing but moves.
_PLAIN = re.compile(rb"\s*\(\s*;((?:\s*[A-Z]+\s*\[[^\]\\]*\])*)((?:\s*;\s*[BW]\[(?:[a-s]{2}|tt)?\])*)\s*\)\s*")
_PROPERTY = re.compile(rb"([A-Z]+)\s*\[([^\]]*)\]")
_SET_UP = frozenset((b"AB", b"AW", b"AE", b"PL", b"B", b"W"))
_SPACE = b" \t\r\n\v\f"
_YEAR = re.compile(r"(?<!\d)(?:1\d|20)\d\d(?!\d)")
_MOVE_BYTES = 6  # ;B[dd]


@dataclass(frozen=True, slots=True, eq=False)
class CollectedGame:
    """A game of a collection: Black begins on an empty board, and the players alternate."""

    size: int
    komi: float  # 0 where the file says nothing: most such games are older than komi
    winner: Color | None  # None: a draw, or not known
    margin: float | None  # points, where the game was counted
    moves: Moves  # kernel points (`tengen.kernels.geometry.point_of`); a pass is 0
    name: str = ""  # where it was found
    year: int | None = None  # of its beginning; None where the file says nothing


@dataclass
class Tally:
    """How many games were read, and what was left out and why."""

    read: int = 0
    left_out: Counter[str] = field(default_factory=Counter)  # by reason
    named: list[str] = field(default_factory=list)  # the first of them: "file: reason"

    def leave_out(self, name: str, reason: str, detail: str = "") -> None:
        """Count a game that is not read."""
        self.left_out[reason] += 1
        if len(self.named) < NAMED_AT_MOST:
            self.named.append(f"{name}: {detail or reason}")

    def __str__(self) -> str:
        reasons = ", ".join(f"{count:,} {reason}" for reason, count in self.left_out.most_common())
        return f"{self.read:,} games read" + (f", {self.left_out.total():,} left out ({reasons})" if reasons else "")


class _LeftOutError(Exception):
    """A game that is not one for a collection."""


BROKEN, SET_UP, NOT_ALTERNATING, TOO_LARGE = "broken", "with stones set up", "not alternating", "of another board size"


def part_of(game: CollectedGame) -> Part:
    """The part of all games that this one belongs to, today and for ever.

    >>> part_of(CollectedGame(19, 6.5, None, None, np.array([84, 337, 96], np.int16)))
    'learn'
    """
    return part_of_moves(game.size, game.moves)


def part_of_moves(size: int, moves: Moves) -> Part:
    """The same by the size of the board and the moves."""
    data = bytes([size]) + moves[:_PARTED_BY].astype("<i2").tobytes()
    share = int.from_bytes(blake2b(data, digest_size=4).digest()) % 100
    return "learn" if share < 90 else "tune" if share < 95 else "test"


def read_games(path: str | os.PathLike[str], tally: Tally | None = None) -> Iterator[CollectedGame]:
    """All games of a file or folder that can be used, in the file's order; the `tally` tells about the others.

    A file that is none of the kinds known, or is not there, is a `RecordError`.
    """
    tally = Tally() if tally is None else tally
    place = Path(path)
    if not place.exists():
        raise RecordError("there is no such file").in_file(str(place))
    name = place.name.lower()
    if place.is_dir():
        files = sorted(found for found in place.rglob("*") if found.suffix.lower() == ".sgf" and found.is_file())
        yield from _of_texts(((str(file.relative_to(place)), file) for file in files), tally)
    elif name.endswith((".games.xz", ".games")):
        yield from _of_compact(place, tally)
    elif name.endswith(".zip"):
        yield from _of_zip(place, tally)
    elif name.endswith(".sgf"):
        yield from _of_texts([(place.name, place)], tally)
    else:
        kinds = "a folder of SGF files, or a file that ends in .games.xz, .zip or .sgf"
        raise RecordError(f"it is no collection of games: that is {kinds}").in_file(str(place))


# ---- the compact form --------------------------------------------------------------


def _of_compact(place: Path, tally: Tally) -> Iterator[CollectedGame]:
    try:
        data = place.read_bytes()
        if place.name.lower().endswith(".xz"):
            data = lzma.decompress(data)
    except (lzma.LZMAError, EOFError, OSError) as error:
        raise RecordError(f"it cannot be unpacked: {reason_of(error)}").in_file(str(place)) from None
    if data[:8] != _MAGIC or len(data) < 12:
        raise RecordError("it is no collection of games in the compact form").in_file(str(place))
    count = int.from_bytes(data[8:12], "little")
    start = 12 + count * _HEADER.itemsize
    if len(data) < start:
        raise RecordError("it is cut off").in_file(str(place))
    headers = np.frombuffer(data, _HEADER, count, 12)
    ends = np.cumsum(headers["moves"], dtype=np.int64)
    if len(data) != start + 2 * (int(ends[-1]) if count else 0):
        raise RecordError("it is cut off, or longer than it says").in_file(str(place))
    points, wrong = _compact_points(data, start)
    wrong_until = np.concatenate(([0], np.cumsum(wrong)))
    results, komis = headers["result"].tolist(), (headers["komi"] / 2).tolist()
    begin = 0
    for index, (result, komi, end) in enumerate(zip(results, komis, ends.tolist(), strict=True)):
        name = f"{place.name}#{index}"
        if wrong_until[end] != wrong_until[begin]:
            tally.leave_out(name, BROKEN, "a move is not on the board")
        else:
            tally.read += 1
            margin = None if abs(result) == _UNKNOWN_MARGIN or not result else abs(result) / 2
            winner = BLACK if result > 0 else WHITE if result < 0 else None
            yield CollectedGame(_COMPACT_SIZE, komi, winner, margin, points[begin:end], name)
        begin = end


def _compact_points(data: bytes, start: int) -> tuple[Moves, np.ndarray[Any, Any]]:
    """All moves as points, and which of them are not on the board."""
    pairs = np.frombuffer(data, np.uint8, offset=start).reshape(-1, 2)
    columns, rows = pairs[:, 0].astype(np.int16), pairs[:, 1].astype(np.int16)
    is_pass = (columns == _COMPACT_PASS) & (rows == _COMPACT_PASS)
    wrong = ((columns >= _COMPACT_SIZE) | (rows >= _COMPACT_SIZE)) & ~is_pass
    return _points(columns, rows, _COMPACT_SIZE, is_pass), wrong


def _points(columns: Any, rows_from_top: Any, size: int, is_pass: Any) -> Moves:
    points = (size - rows_from_top) * STRIDE + columns + 1
    points[is_pass] = PASS
    points.flags.writeable = False
    return points  # type: ignore[no-any-return]


# ---- SGF ---------------------------------------------------------------------------


def _of_zip(place: Path, tally: Tally) -> Iterator[CollectedGame]:
    try:
        with zipfile.ZipFile(place) as packed:
            for entry in packed.infolist():
                if entry.is_dir() or not entry.filename.lower().endswith(".sgf"):
                    continue
                name = f"{place.name}/{entry.filename}"
                if entry.file_size > _LARGEST_FILE:
                    tally.leave_out(name, BROKEN, "the file is too large")
                    continue
                try:
                    data = packed.read(entry)
                except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, RuntimeError) as error:
                    tally.leave_out(name, BROKEN, f"it cannot be unpacked: {error}")  # also one with a password
                    continue
                yield from _games_of(data, name, tally)
    except (zipfile.BadZipFile, OSError) as error:
        raise RecordError(f"it is no zip file that can be read: {reason_of(error)}").in_file(str(place)) from None


def _of_texts(files: Iterable[tuple[str, Path]], tally: Tally) -> Iterator[CollectedGame]:
    for name, file in files:
        try:
            if file.stat().st_size > _LARGEST_FILE:
                raise RecordError("the file is too large")
            data = file.read_bytes()
        except (OSError, RecordError) as error:
            tally.leave_out(name, BROKEN, reason_of(error))
            continue
        yield from _games_of(data, name, tally)


def _games_of(data: bytes, name: str, tally: Tally) -> list[CollectedGame]:
    """The games of an SGF file that can be used."""
    try:
        quick = _quickly(data, name)
    except _LeftOutError as error:
        tally.leave_out(name, str(error))
        return []
    if quick is not None:
        tally.read += 1
        return [quick]
    try:
        records = loads_all(data)
    except TengenError as error:
        tally.leave_out(name, BROKEN, str(error))
        return []
    games = []
    for number, record in enumerate(records, 1):
        own = name if len(records) == 1 else f"{name}#{number}"
        try:
            games.append(_of_record(record, own))
            tally.read += 1
        except (_LeftOutError, TengenError) as error:
            reason = str(error) if isinstance(error, _LeftOutError) else BROKEN
            tally.leave_out(own, reason, str(error))
    return games


def _quickly(data: bytes, name: str) -> CollectedGame | None:
    """A game that is written plainly; None if the full grammar has to look."""
    found = _PLAIN.fullmatch(data) if data.isascii() else None
    if found is None:
        return None
    pairs = _PROPERTY.findall(found[1])
    header = dict(pairs)
    if len(header) != len(pairs) or b"AP" in header or not header.get(b"SZ", b"19").isdigit():
        return None
    if header.keys() & _SET_UP or header.get(b"HA", b"0").strip() not in (b"0", b"1", b""):
        raise _LeftOutError(SET_UP)
    size = _checked_size(int(header.get(b"SZ", b"19")[:4]))
    text = found[2].translate(None, _SPACE).replace(b"[]", b"[tt]")
    letters = np.frombuffer(text, np.uint8).reshape(-1, _MOVE_BYTES)
    _check_alternation(letters[:, 1] == ord("B"))
    columns, rows = (letters[:, at].astype(np.int16) - ord("a") for at in (3, 4))
    is_pass = columns == ord("t") - ord("a")
    if ((np.maximum(columns, rows) >= size) & ~is_pass).any():
        return None  # the full reader says which
    komi = read_komi(_word(header, b"KM"), 0.0, size, "", [])
    result = Result.parse(_word(header, b"RE") or "")
    points, year = _points(columns, rows, size, is_pass), read_year(_word(header, b"DT"))
    return CollectedGame(size, komi, result.winner, result.margin or None, points, name, year)


def _of_record(record: GameRecord, name: str) -> CollectedGame:
    size = _checked_size(record.size)
    if record.handicap >= 2 or any(node.has_setup for node in record.main_line()):
        raise _LeftOutError(SET_UP)
    moves = record.moves
    _check_alternation(np.array([move.color is BLACK for move in moves], np.bool_))
    points = np.array([move.vertex.point for move in moves], np.int16)
    points.flags.writeable = False
    komi = record.komi if record.root.get("KM") else 0.0
    result = Result.parse(record.result)
    return CollectedGame(size, komi, result.winner, result.margin or None, points, name, read_year(record.date))


def collected_game(record: GameRecord, name: str = "") -> CollectedGame | None:
    """A record as a game of a collection; None if it is none for it: with handicap, or not alternating.

    >>> from tengen.records import loads
    >>> game = collected_game(loads("(;SZ[9]DT[1998];B[ee];W[gc])"))
    >>> game.size, game.year, len(game.moves)
    (9, 1998, 2)
    """
    try:
        return _of_record(record, name)
    except (_LeftOutError, TengenError):
        return None


def read_year(date: str | None) -> int | None:
    """The year, 1000 to 2099, in which a game began that was played on this date, as files write it.

    >>> [read_year(text) for text in ("2013-05-31,06-01", "1740", "Sept. 3, 1846", "unknown", "05-31-12", None)]
    [2013, 1740, 1846, None, None, None]
    """
    found = _YEAR.search(date or "")
    return int(found[0]) if found else None


def _checked_size(size: int) -> int:
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise _LeftOutError(TOO_LARGE)
    return size


def _check_alternation(is_black: np.ndarray[Any, np.dtype[np.bool_]]) -> None:
    if not is_black[0::2].all() or is_black[1::2].any():
        raise _LeftOutError(NOT_ALTERNATING)


def _word(header: dict[bytes, bytes], key: bytes) -> str | None:
    value = header.get(key)
    return None if value is None else value.decode("ascii")
