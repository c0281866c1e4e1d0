"""Putting the stores of several machines together.

An event is known by its key, a pairing by players and conditions, a game by its uid: whatever is new in the
other store is copied, whatever is here already stays. Merging the same store twice changes nothing. What is damaged in
the other store, and what hangs on it, is not copied, so merging into a new store saves what is sound.
"""

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tengen.errors import TengenError
from tengen.lab.store.reading import DamagedRow, check_player, event_of, game_of, move_of, pairing_of
from tengen.lab.store.schema import connect
from tengen.lab.store.store import GAME, PAIRING, Store, engine_id, insert

_VERSIONS = ("black_version", "white_version")
_JOINED = ("id", "event", "first_definition", "second_definition")


@dataclass(frozen=True)
class Merged:
    """What was copied."""

    games: int
    known: int  # games that were here before
    clashes: int  # games whose place was taken: two copies of one store were played on apart
    damaged: int = 0  # rows of the other store that could not be read, and games that hang on them

    def __str__(self) -> str:
        text = f"{self.games} games copied, {self.known} were there already"
        if self.clashes:
            text += f"; {self.clashes} come from a copy of the same store that was played on apart"
        if self.damaged:
            text += f"; {self.damaged} damaged rows were left out"
        return text


def merge(target: Store, source: Path) -> Merged:
    """Copy into `target` what it does not have of another store; all of it, or nothing."""
    if source.exists() and source.samefile(target.path):
        raise TengenError(f"{source} is the store itself: name another one to merge into it")
    other = connect(source, create=False)
    try:
        other.execute("BEGIN")  # one view of it: it may be played on meanwhile
        with target.transaction() as here:
            return _Merge(here, other).run()
    finally:
        other.close()


class _Merge:
    def __init__(self, here: sqlite3.Connection, other: sqlite3.Connection) -> None:
        self.here, self.other = here, other
        self.damaged = 0

    def run(self) -> Merged:
        for row in self.other.execute("SELECT * FROM players"):
            if self._is_sound(row, check_player):
                self.here.execute("INSERT OR IGNORE INTO players VALUES (?, ?, ?)", tuple(row))
        pairings = self._pairings()
        copied = known = clashes = 0
        for row in self.other.execute(GAME + " ORDER BY games.id"):
            if not self._is_sound(row, game_of):
                continue
            if row["pairing"] not in pairings:
                self.damaged += 1
                continue
            if self.here.execute("SELECT 1 FROM games WHERE uid = ?", (row["uid"],)).fetchone():
                known += 1
                continue
            clashes += self._copy_game(row, pairings[row["pairing"]])
            copied += 1
        return Merged(copied, known, clashes, self.damaged)

    def _is_sound(self, row: sqlite3.Row, read: Callable[[sqlite3.Row], object]) -> bool:
        """Whether a row of the other store can be read; those that cannot are counted."""
        try:
            read(row)
        except DamagedRow:
            self.damaged += 1
            return False
        return True

    def _pairings(self) -> dict[int, int]:
        """The pairings here that those of the other store are, made where they are missing."""
        found: dict[int, int] = {}
        events = {
            row["id"]: self._event(row)
            for row in self.other.execute("SELECT * FROM events ORDER BY id").fetchall()
            if self._is_sound(row, event_of)
        }
        for row in self.other.execute(PAIRING + " ORDER BY p.id").fetchall():
            if not self._is_sound(row, pairing_of):
                continue
            if row["event"] not in events:
                self.damaged += 1
                continue
            event = events[row["event"]]
            values = {name: value for name, value in dict(row).items() if name not in _JOINED}
            same = self.here.execute("SELECT id FROM pairings WHERE event = ? AND key = ?", (event, row["key"]))
            old = same.fetchone()
            found[row["id"]] = old[0] if old else insert(self.here, "pairings", {**values, "event": event})
        return found

    def _event(self, row: sqlite3.Row) -> int:
        """The event here that a row of the other store is, made where it is missing."""
        here = self.here.execute("SELECT id FROM events WHERE key = ?", (row["key"],)).fetchone()
        if here:
            number: int = here[0]
            return number
        return insert(self.here, "events", {name: value for name, value in dict(row).items() if name != "id"})

    def _copy_game(self, row: sqlite3.Row, pairing: int) -> bool:
        """Copy a game with its moves; whether its place was taken."""
        values = {name: value for name, value in dict(row).items() if name not in ("id", *_VERSIONS)}
        values |= {"pairing": pairing, "black": self._engine(row["black"]), "white": self._engine(row["white"])}
        clash = False
        while self._taken(pairing, values["origin"], row["number"]):
            # Its place is another game's. It gets one of its own, and so does the other game of its pair.
            clash, values["origin"] = True, values["origin"] + "+"
        game = insert(self.here, "games", values)
        for move in self.other.execute("SELECT * FROM moves WHERE game = ?", (row["id"],)):
            if self._is_sound(move, move_of):
                insert(self.here, "moves", {**dict(move), "game": game})
        return clash

    def _taken(self, pairing: int, origin: str, number: int) -> bool:
        """Whether a game has this place, or is being played for it here."""
        query = (
            "SELECT 1 FROM games WHERE pairing = :pairing AND origin = :origin AND number = :number "
            "UNION SELECT 1 FROM claims WHERE pairing = :pairing AND number = :number "
            "AND :origin = (SELECT value FROM meta WHERE key = 'uid')"
        )
        place = {"pairing": pairing, "origin": origin, "number": number}
        return self.here.execute(query, place).fetchone() is not None

    def _engine(self, number: int) -> int:
        row = self.other.execute("SELECT player, version FROM engines WHERE id = ?", (number,)).fetchone()
        return engine_id(self.here, *row)
