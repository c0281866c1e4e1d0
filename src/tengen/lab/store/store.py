"""A store of matches: what the laboratory asks of it and writes into it."""

import json
import logging
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self, TypeVar

from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE, Color
from tengen.lab.conditions import Conditions
from tengen.lab.outcome import End, GameResult, PlayedMove
from tengen.lab.players import Entrant, fingerprint
from tengen.lab.store import claims
from tengen.lab.store.claims import Claim
from tengen.lab.store.connection import damaged_file
from tengen.lab.store.reading import SOUND_MOVE, DamagedRow, event_of, game_of, move_of, pairing_of
from tengen.lab.store.rows import Event, GameRow, Pace, Pairing
from tengen.lab.store.schema import connect

log = logging.getLogger(__name__)
MOST_GAMES = 10_000_000  # of a pairing
_Value = TypeVar("_Value")
GAME = (
    "SELECT games.*, b.version AS black_version, w.version AS white_version FROM games "
    "LEFT JOIN engines b ON b.id = games.black LEFT JOIN engines w ON w.id = games.white"
)


class Store:
    """A file of matches, open in one thread of one process; any number of processes may have it open.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, Store(Path(folder, "results.db")) as store:
    ...     store.events()
    []
    """

    def __init__(self, path: Path | str, *, create: bool = True) -> None:
        self.path = Path(path)
        self.connection = connect(self.path, create=create)
        self._told = False  # that there are damaged rows
        try:
            self.uid = self._own_uid()
        except BaseException:
            self.close()
            raise

    def _own_uid(self) -> str:
        row = self.connection.execute("SELECT value FROM meta WHERE key = 'uid'").fetchone()
        if row is None or not isinstance(row[0], str):
            raise damaged_file(self.path, "it has lost its own id")
        return row[0]

    def close(self) -> None:
        """Close the file."""
        self.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All of what is written inside, or nothing."""
        try:
            self.connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            raise TengenError(f"cannot write to the store {self.path}: {error}") from None
        try:
            yield self.connection
            self.connection.execute("COMMIT")
        except sqlite3.OperationalError as error:  # the disk is full, say
            self._roll_back()
            raise TengenError(f"cannot write to the store {self.path}: {error}") from None
        except BaseException:
            self._roll_back()
            raise

    def _roll_back(self) -> None:
        if self.connection.in_transaction:
            self.connection.execute("ROLLBACK")

    def sound(self, rows: Iterable[sqlite3.Row], read: Callable[[sqlite3.Row], _Value]) -> Iterator[_Value]:
        """What the rows hold; those that are damaged are left out, and the first of them is told of."""
        for row in rows:
            try:
                yield read(row)
            except DamagedRow as error:
                number = row["id"] if "id" in row.keys() else row["number"]  # noqa: SIM118  # a Row is no mapping
                self.tell_of_damage(f"{read.__name__.removesuffix('_of')} {number}: {error}")

    def tell_of_damage(self, which: str) -> None:
        """Say once that there are damaged rows, one of them by name, and what can be done."""
        if not self._told:
            self._told = True
            log.warning(
                "%s has damaged rows, which are left out (%s): tengen lab merge NEW.db %s copies what is sound",
                self.path,
                which,
                self.path,
            )

    # ---- events and pairings ---------------------------------------------------------------

    def event(self, key: str) -> Event | None:
        """The event of a key, if it is here."""
        rows = self.connection.execute("SELECT * FROM events WHERE key = ?", (key,))
        return next(self.sound(rows, event_of), None)

    def events(self) -> list[Event]:
        """All events, the oldest first."""
        return list(self.sound(self.connection.execute("SELECT * FROM events ORDER BY id"), event_of))

    def add_event(self, key: str, kind: str, name: str, definition: Mapping[str, Any] | None = None) -> Event:
        """The event of a key, made if it is not here yet."""
        with self.transaction() as connection:
            connection.execute(
                "INSERT INTO events (key, kind, name, created, definition) VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT (key) DO UPDATE SET definition = excluded.definition",
                (key, kind, name, time.time(), json.dumps(definition or {})),
            )
        event = self.event(key)
        if event is None:
            raise self.beyond_use(f"the event {name!r}")
        return event

    def set_pairing(
        self,
        event: Event,
        first: Entrant,
        second: Entrant,
        conditions: Conditions,
        games: int,
        *,
        label: str = "",
        active: bool = True,
        reference: bool = False,
    ) -> Pairing:
        """Want `games` games of two players; a pairing that is here already is changed."""
        key = pairing_key(first, second, conditions, label)
        with self.transaction() as connection:
            for player in (first, second):
                definition = json.dumps(player.definition(), sort_keys=True)
                connection.execute(
                    "INSERT INTO players VALUES (?, ?, ?) "
                    "ON CONFLICT (key) DO UPDATE SET definition = excluded.definition",  # it may have been damaged
                    (player.key, player.name, definition),
                )
            connection.execute(
                """INSERT INTO pairings (event, key, label, first, second, first_name, second_name, conditions,
                                         games, active, reference)
                   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                   ON CONFLICT (event, key) DO UPDATE
                   SET games = excluded.games, active = excluded.active, reference = excluded.reference,
                       conditions = excluded.conditions""",
                (
                    event.id,
                    key,
                    label or f"{first.name} – {second.name}",
                    first.key,
                    second.key,
                    first.name,
                    second.name,
                    json.dumps(conditions.definition()),
                    games,
                    active,
                    reference,
                ),
            )
        found = next((pairing for pairing in self.pairings(event) if pairing.key == key), None)
        if found is None:
            raise self.beyond_use(f"the pairing {label or f'{first.name} – {second.name}'}")
        return found

    def pairings(self, event: Event) -> list[Pairing]:
        """The pairings of an event, in the order they came."""
        rows = self.connection.execute(PAIRING + " WHERE event = ? ORDER BY p.id", (event.id,))
        return list(self.sound(rows, pairing_of))

    def pairing(self, number: int) -> Pairing:
        """The pairing of an id."""
        rows = self.connection.execute(PAIRING + " WHERE p.id = ?", (number,))
        found = next(self.sound(rows, pairing_of), None)
        if found is None:
            raise self.beyond_use(f"the pairing {number}")
        return found

    def beyond_use(self, what: str) -> TengenError:
        """What there is to say about damage that nothing can be done without."""
        return TengenError(
            f"{what} in {self.path} is damaged and cannot be played on: use another store; "
            f"tengen lab merge NEW.db {self.path} makes one of what is sound"
        )

    def keep_only(self, event: Event, keys: Iterable[str]) -> None:
        """No more games of the event's other pairings; what they have played stays."""
        kept = set(keys)
        with self.transaction() as connection:
            for pairing in self.pairings(event):
                if pairing.key not in kept:
                    connection.execute("UPDATE pairings SET active = 0 WHERE id = ?", (pairing.id,))

    # ---- playing ---------------------------------------------------------------------------

    def register(self) -> int:
        """Announce this process as one that plays."""
        with self.transaction() as connection:
            claims.give_up_dead(connection)
            return claims.register(connection)

    def give_sign(self, runner: int) -> None:
        """The runner lives."""
        with self.transaction() as connection:
            claims.give_sign(connection, runner)

    def leave(self, runner: int) -> None:
        """The runner goes; what it was playing is free again."""
        with self.transaction() as connection:
            claims.forget(connection, runner)

    def claim(self, events: Sequence[Event], runner: int) -> Claim | None:
        """The next game to play; None if all that are wanted are played or being played."""
        with self.transaction() as connection:
            claims.give_sign(connection, runner)
            claims.give_up_dead(connection)
            for row in claims.wanted_pairings(connection, [event.id for event in events]):
                found = connection.execute(PAIRING + " WHERE p.id = ?", (row["id"],))
                for pairing in self.sound(found, pairing_of):
                    return claims.claim_game(connection, row, runner, self.uid, pairing.conditions.seed)
            return None

    def others_are_playing(self, events: Sequence[Event], runner: int) -> bool:
        """Whether games of these events are claimed by another runner that lives."""
        with self.transaction() as connection:
            claims.give_up_dead(connection)
            marks = ",".join("?" * len(events))
            found = connection.execute(
                f"SELECT 1 FROM claims JOIN pairings ON pairings.id = claims.pairing "
                f"WHERE runner != ? AND event IN ({marks}) LIMIT 1",
                (runner, *(event.id for event in events)),
            ).fetchone()
        return found is not None

    def finish(self, claim: Claim, pairing: Pairing, result: GameResult) -> bool:
        """Write a finished game; False if the claim was lost meanwhile and the game is another's."""
        first_black = pairing.conditions.first_is_black(claim.number)
        by_color = {BLACK: pairing.first, WHITE: pairing.second}
        if not first_black:
            by_color = {BLACK: pairing.second, WHITE: pairing.first}
        opening = " ".join(move.vertex for move in result.moves[: result.opening_moves])
        with self.transaction() as connection:
            held = connection.execute("DELETE FROM claims WHERE uid = ?", (claim.uid,)).rowcount
            if not held:
                return False
            engines = {c: engine_id(connection, p.key, result.versions.get(c, "")) for c, p in by_color.items()}
            values = {
                "uid": claim.uid,
                "pairing": claim.pairing,
                "origin": self.uid,
                "number": claim.number,
                "first_black": first_black,
                "black": engines[BLACK],
                "white": engines[WHITE],
                "opening": opening,
                "opening_moves": result.opening_moves,
                "seed": claim.seed,
                "finished": time.time(),
                "seconds": result.seconds,
                "end": result.end.value,
                "winner": _name(result.winner),
                "points": _points(result, BLACK if first_black else WHITE),
                "margin": result.margin,
                "at_fault": _name(result.at_fault),
                "counted_by": result.counted_by,
                "detail": result.detail,
                "moves": len(result.moves),
                "line": fingerprint([move.vertex for move in result.moves]),
                "sgf": result.sgf,
            }
            game = insert(connection, "games", values)
            connection.executemany(
                "INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    (game, n, str(m.color), m.vertex, m.seconds, m.winrate, m.score, m.playouts)
                    for n, m in enumerate(result.moves, 1)
                ],
            )
        return True

    def release(self, claim: Claim) -> None:
        """A game was not played after all."""
        with self.transaction() as connection:
            connection.execute("DELETE FROM claims WHERE uid = ?", (claim.uid,))

    def forget_unbegun(self, events: Sequence[Event]) -> int:
        """Want the games again in which a player did not start; how many these are."""
        wanted = f"({','.join('?' * len(events))})"
        unbegun = (
            f"SELECT g.id FROM games g JOIN pairings p ON p.id = g.pairing WHERE g.end = ? AND p.event IN {wanted}"
        )
        chosen = (End.START.value, *(event.id for event in events))
        with self.transaction() as connection:
            connection.execute(f"DELETE FROM moves WHERE game IN ({unbegun})", chosen)
            return connection.execute(f"DELETE FROM games WHERE id IN ({unbegun})", chosen).rowcount

    # ---- reading ---------------------------------------------------------------------------

    def games(self, pairing: Pairing) -> list[GameRow]:
        """The finished games of a pairing, by origin and number."""
        rows = self.connection.execute(GAME + " WHERE pairing = ? ORDER BY origin, number", (pairing.id,))
        return list(self.sound(rows, game_of))

    def moves(self, game: GameRow) -> list[PlayedMove]:
        """The moves of a game."""
        rows = self.connection.execute("SELECT * FROM moves WHERE game = ? ORDER BY number", (game.id,))
        return list(self.sound(rows, move_of))

    def paces(self, pairing: Pairing) -> dict[bool, Pace]:
        """How long the first player (True) and the second (False) thought about their own moves."""
        rows = self.connection.execute(
            f"""SELECT {SOUND_MOVE} AS sound, (m.color = 'black') = g.first_black AS first, count(*) AS moves,
                       sum(m.seconds) AS seconds, total(m.playouts) AS playouts, count(m.playouts) AS told
                FROM moves m JOIN games g ON g.id = m.game
                WHERE g.pairing = ? AND m.number > g.opening_moves GROUP BY sound, first""",
            (pairing.id,),
        ).fetchall()
        if not all(row["sound"] for row in rows):
            self.tell_of_damage(f"moves of {pairing.label}")
        return {
            bool(row["first"]): Pace(row["moves"], row["seconds"], int(row["playouts"]) if row["told"] else None)
            for row in rows
            if row["sound"]
        }

    def sgf(self, game: GameRow) -> str:
        """The record of a game."""
        text = self.connection.execute("SELECT sgf FROM games WHERE id = ?", (game.id,)).fetchone()[0]
        if isinstance(text, str):
            return text
        self.tell_of_damage(f"the record of game {game.id}")
        return ""


PAIRING = (
    "SELECT p.*, a.definition AS first_definition, b.definition AS second_definition FROM pairings p "
    "LEFT JOIN players a ON a.key = p.first LEFT JOIN players b ON b.key = p.second"
)


def pairing_key(first: Entrant, second: Entrant, conditions: Conditions, label: str = "") -> str:
    """What makes a pairing: the two players, in this order, the conditions, and its label, if it has one."""
    return fingerprint([first.key, second.key, conditions.key, *([label] if label else [])])


def insert(connection: sqlite3.Connection, table: str, values: Mapping[str, Any]) -> int:
    """Insert a row; its id."""
    names, marks = ", ".join(values), ", ".join("?" * len(values))
    found = connection.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", tuple(values.values()))
    assert found.lastrowid is not None
    return found.lastrowid


def engine_id(connection: sqlite3.Connection, player: str, version: str) -> int:
    """The id of a player, by his key, in one version; made if it is not here yet."""
    connection.execute("INSERT OR IGNORE INTO engines (player, version) VALUES (?, ?)", (player, version))
    row = connection.execute("SELECT id FROM engines WHERE player = ? AND version = ?", (player, version))
    number: int = row.fetchone()[0]
    return number


def _points(result: GameResult, first: Color) -> float | None:
    if not result.end.counts:
        return None
    return 0.5 if result.winner is None else float(result.winner is first)


def _name(color: Color | None) -> str | None:
    return None if color is None else str(color)
