"""Who plays which game: claims, so that several processes can work on one match.

A claim is held by a runner, a process that tells now and then that it lives. The claims of a runner
that has died (whatever killed it) are given up, and its games are played by whoever asks next.
"""

import os
import socket
import sqlite3
import time
import uuid
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import psutil

from tengen.lab.players import fingerprint

_SILENCE = 180.0  # seconds without a sign of life after which a runner of another machine is given up


@dataclass(frozen=True)
class Claim:
    """The right, and the duty, to play one game."""

    uid: str
    pairing: int
    number: int
    seed: int


@cache
def machine() -> str:
    """This machine since its start, as far as process numbers mean the same."""
    parts = [socket.gethostname(), "", ""]
    with suppress(OSError):  # Linux tells more
        parts[1] = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        parts[2] = os.readlink("/proc/self/ns/pid")
    return "|".join(parts)


def born(pid: int) -> str | None:
    """When a process of this machine was started, which tells it from a later one of the same number.

    None if it is not there any more, "" if that cannot be told. The seconds are since the machine's start, because
    clocks are set.
    """
    try:
        process = psutil.Process(pid)
        if process.status() == psutil.STATUS_ZOMBIE:
            return None
        return f"{process.create_time() - psutil.boot_time():.2f}"
    except (psutil.NoSuchProcess, ValueError):
        return None
    except psutil.AccessDenied:
        return ""


def register(connection: sqlite3.Connection) -> int:
    """A new runner: this process."""
    pid = os.getpid()
    row = (machine(), pid, born(pid) or "", time.time())
    found = connection.execute("INSERT INTO runners (machine, pid, born, seen) VALUES (?, ?, ?, ?)", row)
    assert found.lastrowid is not None
    return found.lastrowid


def give_sign(connection: sqlite3.Connection, runner: int) -> None:
    """The runner lives; one that was given up (it was stopped for long, say) is back, without its claims."""
    pid = os.getpid()
    connection.execute(
        "INSERT INTO runners (id, machine, pid, born, seen) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (id) DO UPDATE SET seen = excluded.seen",
        (runner, machine(), pid, born(pid) or "", time.time()),
    )


def give_up_dead(connection: sqlite3.Connection) -> None:
    """Forget the runners that have died, and what they had claimed."""
    here, now = machine(), time.time()
    for row in connection.execute("SELECT * FROM runners").fetchall():
        if row["machine"] == here:
            start = born(row["pid"])
            dead = start is None or (start != "" and start != row["born"])
        else:
            dead = now - row["seen"] > _SILENCE
        if dead:
            forget(connection, row["id"])


def forget(connection: sqlite3.Connection, runner: int) -> None:
    """A runner has gone."""
    connection.execute("DELETE FROM claims WHERE runner = ?", (runner,))
    connection.execute("DELETE FROM runners WHERE id = ?", (runner,))


def wanted_pairings(connection: sqlite3.Connection, events: Sequence[int]) -> list[sqlite3.Row]:
    """The pairings of which games are wanted, the one that is farthest behind, in parts of that, first."""
    marks = ",".join("?" * len(events))
    rows = connection.execute(
        f"""SELECT id, key, games,
                   (SELECT count(*) FROM games WHERE pairing = pairings.id)
                   + (SELECT count(*) FROM claims WHERE pairing = pairings.id) AS taken
            FROM pairings WHERE event IN ({marks}) AND active AND typeof(games) = 'integer' ORDER BY id""",
        tuple(events),
    ).fetchall()
    wanted = [row for row in rows if row["taken"] < row["games"]]
    return sorted(wanted, key=lambda row: row["taken"] / row["games"])


def claim_game(connection: sqlite3.Connection, pairing: sqlite3.Row, runner: int, origin: str, base_seed: int) -> Claim:
    """Claim the first game of a pairing that nobody has played or is playing for this store."""
    taken = {
        row[0]
        for row in connection.execute(
            "SELECT number FROM games WHERE pairing = ? AND origin = ? "
            "UNION SELECT number FROM claims WHERE pairing = ?",
            (pairing["id"], origin, pairing["id"]),
        )
    }
    number = next(n for n in range(len(taken) + 1) if n not in taken)
    claim = Claim(uuid.uuid4().hex, pairing["id"], number, seed_of(base_seed or origin, pairing["key"], number))
    connection.execute(
        "INSERT INTO claims (pairing, number, uid, runner, since) VALUES (?, ?, ?, ?, ?)",
        (claim.pairing, claim.number, claim.uid, runner, time.time()),
    )
    return claim


def seed_of(base: int | str, pairing: str, number: int) -> int:
    """The seed of a game: another for every game, pairing and store (or seed of the match)."""
    return int(fingerprint([base, pairing, number])[:7], 16)
