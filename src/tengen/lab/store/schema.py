"""The tables of a store, and opening the file that holds them.

`players` are definitions by their hash, `engines` such a player in one version of the program. An
`event` (a match, a tournament, an experiment, a tuning) has `pairings`, a pairing `games`, a game
`moves`. What is being played right now is in `claims`, each held by one of the `runners`.

A game is known by its `uid` everywhere; its `origin` is the store it was played for and its `number`
counts within pairing and origin, so that the stores of several machines can be put together.
Writes are in WAL mode with full synchronisation: what has been written survives kill -9 and a power cut.
"""

import sqlite3
import time
import uuid
from pathlib import Path

from tengen.errors import TengenError
from tengen.lab.store.connection import Connection, damaged_file

APPLICATION = 0x54454E47  # "TENG"
VERSION = 1
_MAGIC = b"SQLite format 3\0"
_PATIENCE = 60.0  # seconds to wait for another process's transaction
_RETRY = 0.02  # seconds between two tries to open a file that another process is making

_TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE players (key TEXT PRIMARY KEY, name TEXT NOT NULL, definition TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE engines (
    id INTEGER PRIMARY KEY,
    player TEXT NOT NULL REFERENCES players(key),
    version TEXT NOT NULL,
    UNIQUE (player, version)
);
CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    created REAL NOT NULL,
    definition TEXT NOT NULL
);
CREATE TABLE pairings (
    id INTEGER PRIMARY KEY,
    event INTEGER NOT NULL REFERENCES events(id),
    key TEXT NOT NULL,
    label TEXT NOT NULL,
    first TEXT NOT NULL REFERENCES players(key),
    second TEXT NOT NULL REFERENCES players(key),
    first_name TEXT NOT NULL,
    second_name TEXT NOT NULL,
    conditions TEXT NOT NULL,
    games INTEGER NOT NULL,
    active INTEGER NOT NULL DEFAULT 1,
    reference INTEGER NOT NULL DEFAULT 0,
    UNIQUE (event, key)
);
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE,
    pairing INTEGER NOT NULL REFERENCES pairings(id),
    origin TEXT NOT NULL,
    number INTEGER NOT NULL,
    first_black INTEGER NOT NULL,
    black INTEGER NOT NULL REFERENCES engines(id),
    white INTEGER NOT NULL REFERENCES engines(id),
    opening TEXT NOT NULL,
    opening_moves INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    finished REAL NOT NULL,
    seconds REAL NOT NULL,
    end TEXT NOT NULL,
    winner TEXT,
    points REAL,            -- the first player's: 1, 0.5, 0; NULL where the game says nothing
    margin REAL,
    at_fault TEXT,
    counted_by TEXT NOT NULL,
    detail TEXT NOT NULL,
    moves INTEGER NOT NULL,
    line TEXT NOT NULL,     -- a hash of the moves: two games of the same line are the same game
    sgf TEXT NOT NULL,
    UNIQUE (pairing, origin, number)
);
CREATE TABLE moves (
    game INTEGER NOT NULL REFERENCES games(id),
    number INTEGER NOT NULL,
    color TEXT NOT NULL,
    vertex TEXT NOT NULL,
    seconds REAL NOT NULL,
    winrate REAL,
    score REAL,
    playouts INTEGER,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
CREATE TABLE runners (
    id INTEGER PRIMARY KEY AUTOINCREMENT,  -- never used twice: a runner that was given up may come back
    machine TEXT NOT NULL,
    pid INTEGER NOT NULL,
    born TEXT NOT NULL,
    seen REAL NOT NULL
);
CREATE TABLE claims (
    pairing INTEGER NOT NULL REFERENCES pairings(id),
    number INTEGER NOT NULL,
    uid TEXT NOT NULL UNIQUE,
    runner INTEGER NOT NULL REFERENCES runners(id),
    since REAL NOT NULL,
    PRIMARY KEY (pairing, number)
) WITHOUT ROWID;
"""


def connect(path: Path, *, create: bool = True) -> Connection:
    """Open a store, making it if it is not there and `create` is set."""
    if not create and not path.exists():
        raise TengenError(f"there is no store {path}")
    if not path.absolute().parent.is_dir():
        raise TengenError(f"there is no folder {path.parent} for the store {path.name}: make it first")
    if path.exists() and path.is_dir():
        raise TengenError(f"{path} is a folder: a store is a file, such as {path}/results.db")
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            return _open(path, create)
        except sqlite3.OperationalError as error:
            # SQLite does not wait by itself where two processes make or close the same file at once.
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise TengenError(f"cannot open the store {path}: {error}") from None
            time.sleep(_RETRY)
        except sqlite3.DatabaseError as error:
            if _looks_like_a_database(path):
                raise damaged_file(path, error) from None
            raise TengenError(f"{path} is not a store of matches: name another file") from None


def _looks_like_a_database(path: Path) -> bool:
    try:
        with open(path, "rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except OSError:
        return False


def _open(path: Path, create: bool) -> Connection:
    connection = sqlite3.connect(path.absolute(), timeout=_PATIENCE, isolation_level=None, factory=Connection)
    try:
        connection.row_factory = sqlite3.Row
        connection.text_factory = lambda data: data.decode("utf-8", "replace")  # a broken letter breaks no row
        _prepare(connection, path, create)
        connection.path = path
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, path: Path, create: bool) -> None:
    connection.execute("PRAGMA foreign_keys = ON")
    # The tables first: another process may make them all between these two looks.
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    if create and not tables and application == 0:
        _create(connection)
    elif application != APPLICATION:
        raise TengenError(f"{path} is not a store of matches: name another file")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version != VERSION:
        raise TengenError(
            f"{path} was written by another version of Tengen (its format is {version}, ours {VERSION}): "
            "use that version, or name another file"
        )
    connection.execute("PRAGMA synchronous = FULL")


def _create(connection: sqlite3.Connection) -> None:
    """Make the tables; of several processes that find the file empty one does it."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("BEGIN IMMEDIATE")
    try:
        if connection.execute("PRAGMA application_id").fetchone()[0] == 0:
            for statement in _TABLES.split(";\n"):
                if statement.strip():
                    connection.execute(statement)
            values = (("uid", uuid.uuid4().hex[:16]), ("created", str(time.time())))
            connection.executemany("INSERT INTO meta VALUES (?, ?)", values)
            connection.execute(f"PRAGMA user_version = {VERSION}")
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # the file itself, not only its log, shows what it is
