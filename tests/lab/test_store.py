"""The store by itself: files that are none, claims, seeds, what is kept of a game, and stores put together."""

import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE, Color
from tengen.lab.conditions import Conditions
from tengen.lab.outcome import End, GameResult, PlayedMove
from tengen.lab.players import Entrant
from tengen.lab.store import Claim, Event, Pairing, Store, claims
from tengen.lab.store.merge import _Merge, merge

ONE, OTHER = Entrant("one", engine="random"), Entrant("other", engine="mcts", playouts=10)
READER = """
import os, sys
from tengen.errors import TengenError
from tengen.lab.store import Store
if os.getuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
try:
    with Store(sys.argv[1]) as store:
        store.add_event("a", "b", "c")
except TengenError as error:
    print("told:", error)
"""
SCORED = GameResult(End.SCORE, BLACK, 3.5, counted_by="agreement", sgf="(;)")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "results.db") as store:
        yield store


def match(store: Store, games: int = 4, key: str = "match", **conditions: object) -> tuple[Event, Pairing]:
    event = store.add_event(key, "match", "a match")
    return event, store.set_pairing(event, ONE, OTHER, Conditions(**conditions), games)  # type: ignore[arg-type]


def claim_all(store: Store, *events: Event) -> list[Claim]:
    runner = store.register()
    found = []
    while (claim := store.claim(events, runner)) is not None:
        found.append(claim)
    return found


# ---- the file ------------------------------------------------------------------------------


def test_files_that_are_no_store(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("not a database, but long enough to be taken for one " * 100)
    with pytest.raises(TengenError, match="text is not a store of matches: name another file"):
        Store(text)
    with pytest.raises(TengenError, match="is a folder: a store is a file"):
        Store(tmp_path)
    with pytest.raises(TengenError, match=r"there is no folder .*missing for the store results.db"):
        Store(tmp_path / "missing" / "results.db")
    with pytest.raises(TengenError, match="cannot open the store"):
        Store("/proc/results.db")
    with pytest.raises(TengenError, match="there is no store"):
        Store(tmp_path / "results.db", create=False)
    assert not (tmp_path / "results.db").exists()


@pytest.mark.parametrize("application", [0, 12345])
def test_a_database_of_something_else_is_left_as_it_was(tmp_path: Path, application: int) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as other:
        other.executescript(f"CREATE TABLE photographs (id); PRAGMA application_id = {application}")
    before = path.read_bytes()
    for create in (True, False):
        with pytest.raises(TengenError, match="is not a store of matches"):
            Store(path, create=create)
    assert path.read_bytes() == before
    assert sorted(tmp_path.iterdir()) == [path]


def test_an_empty_file_becomes_a_store_only_where_one_is_wanted(tmp_path: Path) -> None:
    path = tmp_path / "results.db"
    path.touch()
    with pytest.raises(TengenError, match="is not a store"):
        Store(path, create=False)
    Store(path).close()
    Store(path, create=False).close()


def test_a_store_of_a_later_version(tmp_path: Path) -> None:
    path = tmp_path / "results.db"
    Store(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(TengenError, match=r"another version of Tengen \(its format is 99, ours \d\)"):
        Store(path)


def test_a_store_that_may_only_be_read() -> None:
    """As somebody who may not write there; the superuser may write everywhere, so it is another process."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "results.db"
        Store(path).close()
        path.chmod(0o444)
        folder.chmod(0o555)
        done = subprocess.run([sys.executable, "-c", READER, str(path)], capture_output=True, text=True, timeout=60)
        folder.chmod(0o755)
    assert done.stderr == ""
    assert done.stdout.startswith("told: cannot ")


def test_several_processes_make_the_same_store(tmp_path: Path) -> None:
    program = (
        "import sys, time; from tengen.lab.store import Store\n"
        "for number in range(10):\n"
        "    time.sleep(max(0, float(sys.argv[1]) + 0.05 * number - time.time()))\n"
        f"    with Store({str(tmp_path)!r} + f'/{{number}}.db') as store: print(store.uid)"
    )
    command = [sys.executable, "-c", program, str(time.time() + 2)]
    racers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    said = [racer.communicate(timeout=120)[0].split() for racer in racers]
    assert [racer.returncode for racer in racers] == [0, 0, 0]
    assert said[0] == said[1] == said[2]
    assert len(set(said[0])) == 10


# ---- claims --------------------------------------------------------------------------------


def test_every_game_is_claimed_once(store: Store) -> None:
    event, pairing = match(store, 5)
    found = claim_all(store, event)
    assert [claim.number for claim in found] == [0, 1, 2, 3, 4]
    assert len({claim.uid for claim in found}) == 5
    for claim in found:
        assert store.finish(claim, pairing, SCORED)
        assert not store.finish(claim, pairing, SCORED)
    assert claim_all(store, event) == []
    assert [game.number for game in store.games(pairing)] == [0, 1, 2, 3, 4]


def test_a_game_given_back_is_the_next_one(store: Store) -> None:
    event, _ = match(store, 5)
    runner = store.register()
    first, second, third = (store.claim([event], runner) for _ in range(3))
    assert first is not None
    assert second is not None
    assert third is not None
    store.release(second)
    again = store.claim([event], runner)
    assert again is not None
    assert (again.number, again.seed) == (1, second.seed)  # the same game
    assert again.uid != second.uid
    store.leave(runner)
    assert [claim.number for claim in claim_all(store, event)] == [0, 1, 2, 3, 4]


def test_the_pairing_farthest_behind_comes_first(store: Store) -> None:
    """In parts of what is wanted of it: of 8 and 4 games two are played here for each one there."""
    event = store.add_event("tournament", "tournament", "a tournament")
    long = store.set_pairing(event, ONE, OTHER, Conditions(), 8)
    short = store.set_pairing(event, OTHER, ONE, Conditions(), 4)
    idle = store.set_pairing(event, ONE, ONE, Conditions(), 100, active=False)
    found = claim_all(store, event)
    assert Counter(claim.pairing for claim in found) == {long.id: 8, short.id: 4}
    for half in (found[:6], found[6:]):
        assert Counter(claim.pairing for claim in half) == {long.id: 4, short.id: 2}
    assert [claim.number for claim in found if claim.pairing == short.id] == [0, 1, 2, 3]
    store.set_pairing(event, ONE, ONE, Conditions(), 2)  # edited while it runs: it is wanted after all
    assert [claim.pairing for claim in claim_all(store, event)] == [idle.id] * 2
    store.set_pairing(event, ONE, OTHER, Conditions(), 3)  # and less is wanted of this one
    assert claim_all(store, event) == []


def test_other_events_are_left_alone(store: Store) -> None:
    event, pairing = match(store, 2)
    match(store, 2, key="another")
    assert {claim.pairing for claim in claim_all(store, event)} == {pairing.id}


def test_a_runner_that_died_is_forgotten_and_one_that_lives_is_not(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, _ = match(store, 2)
    dead = subprocess.Popen(["true"])
    dead.wait()
    row = (claims.machine(), dead.pid, "12345", 0.0)
    for stranger in (row, (*row[:1], 1, "not its birth", 0.0), ("far away", 1, "", 0.0)):
        store.connection.execute("INSERT INTO runners (machine, pid, born, seen) VALUES (?, ?, ?, ?)", stranger)
        number = store.connection.execute("SELECT max(id) FROM runners").fetchone()[0]
        values = (event.id, 0, "uid", number, 0.0)
        store.connection.execute("INSERT INTO claims VALUES (?, ?, ?, ?, ?)", values)
        assert [claim.number for claim in claim_all(store, event)] == [0, 1]
        store.connection.execute("DELETE FROM claims")
    lives = store.register()
    assert store.claim([event], lives) is not None
    monkeypatch.setattr(claims, "_SILENCE", -1.0)  # silence says nothing about a process of this machine
    assert store.others_are_playing([event], lives + 1)
    assert [claim.number for claim in claim_all(store, event)] == [1]


def test_a_process_is_told_from_a_later_one_of_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    here = claims.born(os.getpid())
    assert here
    assert claims.born(os.getpid()) == here
    sleeper = subprocess.Popen([sys.executable, "-S", "-c", "input()"], stdin=subprocess.PIPE)
    born = claims.born(sleeper.pid)
    assert born
    assert float(born) >= float(here)
    real = psutil.boot_time()
    monkeypatch.setattr(psutil, "boot_time", lambda: real + 3600)  # the clock is set an hour ahead, and so it all is
    monkeypatch.setattr(psutil.Process, "create_time", lambda process: real + 3600 + float(born))
    assert claims.born(sleeper.pid) == born
    monkeypatch.undo()
    sleeper.kill()
    os.waitid(os.P_PID, sleeper.pid, os.WEXITED | os.WNOWAIT)
    assert claims.born(sleeper.pid) is None  # ended, though nobody has collected it
    sleeper.communicate()
    assert claims.born(sleeper.pid) is None


def test_a_runner_that_was_given_up_may_come_back(store: Store) -> None:
    event, pairing = match(store, 3)
    stopped = store.register()
    lost = store.claim([event], stopped)
    assert lost is not None
    store.leave(stopped)  # somebody gave it up
    other = store.register()
    assert other != stopped
    taken = store.claim([event], other)
    assert taken is not None
    assert taken.number == lost.number
    assert not store.finish(lost, pairing, SCORED)
    late = store.claim([event], stopped)
    assert late is not None
    assert late.number == 1
    store.give_sign(stopped)
    assert store.finish(taken, pairing, SCORED)
    assert store.finish(late, pairing, SCORED)


# ---- seeds ---------------------------------------------------------------------------------


def test_seeds_differ_by_game_pairing_and_store(tmp_path: Path) -> None:
    seeds = []
    for name in ("a.db", "b.db"):
        with Store(tmp_path / name) as store:
            for size in (9, 13):
                event, _ = match(store, 20, key=str(size), size=size)
                seeds += [claim.seed for claim in claim_all(store, event)]
    assert len(set(seeds)) == 80
    assert all(0 < seed < 2**31 for seed in seeds)


def test_a_seed_of_the_match_makes_the_same_games(tmp_path: Path) -> None:
    seeds = []
    for name, seed in (("a.db", 7), ("b.db", 7), ("c.db", 8)):
        with Store(tmp_path / name) as store:
            event, _ = match(store, 20, seed=seed)
            seeds.append([claim.seed for claim in claim_all(store, event)])
    assert seeds[0] == seeds[1]
    assert not set(seeds[0]) & set(seeds[2])


# ---- what is kept of a game ----------------------------------------------------------------


@pytest.mark.parametrize("color", ["alternate", "black", "white"])
@pytest.mark.parametrize(
    ("end", "winner", "margin", "at_fault"),
    [
        (End.SCORE, BLACK, 3.5, None),
        (End.SCORE, WHITE, 0.5, None),
        (End.SCORE, None, 0.0, None),
        (End.RESIGNATION, WHITE, None, None),
        (End.TIME, BLACK, None, None),
        (End.CRASH, None, None, WHITE),
        (End.ILLEGAL, None, None, BLACK),
        (End.UNFINISHED, None, None, None),
    ],
)
def test_points_are_the_first_players(
    store: Store, color: str, end: End, winner: Color | None, margin: float | None, at_fault: Color | None
) -> None:
    event, pairing = match(store, 4, color=color)
    for claim in claim_all(store, event):
        store.finish(claim, pairing, GameResult(end, winner, margin, at_fault))
    games = store.games(pairing)
    assert [game.first_black for game in games] == {
        "alternate": [True, False, True, False],
        "black": [True] * 4,
        "white": [False] * 4,
    }[color]
    for game in games:
        first = BLACK if game.first_black else WHITE
        if not end.counts:
            assert game.points is None
        else:
            assert game.points == (0.5 if winner is None else float(winner is first))
        assert game.first_at_fault == (None if at_fault is None else at_fault is first)
        if margin is None:
            assert game.first_margin is None
        else:
            assert game.first_margin == (margin if winner in (None, first) else -margin)


def test_a_game_comes_back_as_it_was(store: Store) -> None:
    event, pairing = match(store, 2, openings=("E5 C3",))
    moves = (
        PlayedMove(BLACK, "E5", 0.0),
        PlayedMove(WHITE, "C3", 0.0),
        PlayedMove(BLACK, "G7", 1.5, 0.25, -3.5, 1000),
        PlayedMove(WHITE, "pass", 0.5, None, None, 7),
    )
    result = replace(
        SCORED,
        moves=moves,
        opening_moves=2,
        seconds=2.5,
        detail="in a word",
        versions={BLACK: "one 1", WHITE: "other 2"},
    )
    for claim in claim_all(store, event):
        store.finish(claim, pairing, result)
    first, second = store.games(pairing)
    assert (first.end, first.winner, first.margin, first.counted_by) == (End.SCORE, "black", 3.5, "agreement")
    assert (first.moves, first.opening, first.opening_moves) == (4, "E5 C3", 2)
    assert (first.seconds, first.detail, first.black_version) == (2.5, "in a word", "one 1")
    assert tuple(store.moves(first)) == moves
    assert store.sgf(first) == "(;)"
    assert first.line == second.line  # move for move the same
    paces = store.paces(pairing)  # without the opening, by player and not by colour
    assert (paces[True].moves, paces[True].seconds, paces[True].playouts) == (2, 2.0, 1007)
    assert (paces[False].moves, paces[False].seconds, paces[False].playouts) == (2, 2.0, 1007)


def test_a_match_is_found_again(store: Store) -> None:
    event, pairing = match(store, 4, komi=7)
    again, same = match(store, 10, komi=7.0)
    assert (again.id, same.id, same.games) == (event.id, pairing.id, 10)
    assert store.pairings(event) == [same]


# ---- several stores ------------------------------------------------------------------------


def test_stores_of_two_machines_are_put_together(tmp_path: Path) -> None:
    with Store(tmp_path / "a.db") as here, Store(tmp_path / "b.db") as there:
        for store in (here, there):
            event, pairing = match(store, 4)
            for claim in claim_all(store, event):
                store.finish(claim, pairing, SCORED)
        merged = merge(here, there.path)
        assert (merged.games, merged.known, merged.clashes) == (4, 0, 0)
        assert len(here.games(here.pairings(here.events()[0])[0])) == 8
        again = merge(here, there.path)
        assert (again.games, again.known) == (0, 4)
        assert claim_all(here, here.events()[0]) == []  # eight are more than four


def test_a_copy_that_was_played_on_apart_does_not_take_the_place_of_a_game_in_play(tmp_path: Path) -> None:
    with Store(tmp_path / "a.db") as here:
        event, pairing = match(here, 1)
        here.connection.execute("VACUUM INTO ?", (str(tmp_path / "copy.db"),))
        (playing,) = claim_all(here, event)
        with Store(tmp_path / "copy.db") as copy:
            (claim,) = claim_all(copy, copy.events()[0])
            assert copy.finish(claim, pairing, SCORED)
        assert merge(here, tmp_path / "copy.db").clashes == 1
        assert here.finish(playing, pairing, SCORED)
        assert len(here.games(pairing)) == 2


def test_a_store_is_merged_as_it_was_at_one_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pairing that is added, and played, while its store is being read."""
    with Store(tmp_path / "a.db") as here, Store(tmp_path / "b.db") as there:
        event, pairing = match(there, 1)
        (claim,) = claim_all(there, event)
        there.finish(claim, pairing, SCORED)
        read = _Merge._pairings

        def played_meanwhile(merging: _Merge) -> dict[int, int]:
            found = read(merging)
            event, pairing = match(there, 1, komi=3)
            (claim,) = claim_all(there, event)
            there.finish(claim, pairing, SCORED)
            return found

        monkeypatch.setattr(_Merge, "_pairings", played_meanwhile)
        assert merge(here, there.path).games == 1
        monkeypatch.undo()
        assert merge(here, there.path).games == 1
