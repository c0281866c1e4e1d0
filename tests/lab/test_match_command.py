"""`tengen match` and `tengen lab` as a person meets them: in a process of their own."""

import json
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tengen.cli import main
from tengen.records import load

COMMAND = [sys.executable, "-m", "tengen"]
OPENINGS = Path(__file__).with_name("openings.sgf")  # two of two moves, on 5x5


def tengen(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, timeout=300, check=False, cwd=folder)


def match(folder: Path, *arguments: str) -> dict[str, Any]:
    answer = tengen(folder, "match", *arguments, "--size", "5", "--json")
    assert answer.returncode == 0, answer.stderr
    told: dict[str, Any] = json.loads(answer.stdout)
    return told


# ---- a match -------------------------------------------------------------------------------------


def test_a_match_is_played_stored_and_told(tmp_path: Path) -> None:
    told = match(tmp_path, "random", "mcts playouts=20", "--games", "6")
    assert told["games"] == told["counted"] == told["now"]["games"] == 6
    assert told["wins"] + told["draws"] + told["losses"] == 6
    assert told["black"]["games"] == told["white"]["games"] == 3
    assert told["second"]["playouts"] == 20
    assert told["first"]["versions"][0].startswith("0.")
    assert (tmp_path / "results.db").exists()


def test_a_match_for_a_person(tmp_path: Path) -> None:
    answer = tengen(tmp_path, "match", "random", "random", "--size", "5", "--games", "4")
    assert answer.returncode == 0
    for words in ("random – random", "4/4", "5x5, chinese rules, komi 7.5", "games played in"):
        assert words in answer.stdout
    assert "Traceback" not in answer.stderr


def test_a_match_in_the_store_is_gone_on_with_only_if_asked_to(tmp_path: Path) -> None:
    match(tmp_path, "random", "random", "--games", "4")
    again = tengen(tmp_path, "match", "random", "random", "--size", "5", "--games", "6")
    assert again.returncode == 2
    assert "--resume goes on with it" in again.stderr
    told = match(tmp_path, "random", "random", "--games", "6", "--resume")
    assert (told["games"], told["now"]["games"]) == (6, 2)
    assert match(tmp_path, "random", "random", "--resume")["wanted"] == 6
    assert match(tmp_path, "random", "random", "--games", "2", "--name", "another")["games"] == 2


def test_a_store_in_memory_is_a_file_of_that_name(tmp_path: Path) -> None:
    match(tmp_path, "random", "random", "--games", "2", "--store", ":memory:")
    assert (tmp_path / ":memory:").exists()


def test_a_seed_repeats_a_match_and_repetitions_are_told_of(tmp_path: Path) -> None:
    line = "SELECT number, line FROM games ORDER BY number"
    games = []
    for name in ("one.db", "two.db", "three.db"):
        seed = ["--seed", "7"] if name != "three.db" else []
        match(tmp_path, "random", "random", "--games", "4", "--store", name, *seed)
        games.append(sqlite3.connect(tmp_path / name).execute(line).fetchall())
    assert games[0] == games[1] != games[2]
    merged = tengen(tmp_path, "lab", "merge", "all.db", "one.db", "two.db")
    assert merged.stdout.count("4 games copied, 0 were there already") == 2
    told = match(tmp_path, "random", "random", "--games", "8", "--seed", "7", "--store", "all.db", "--resume")
    assert (told["games"], told["repeats"]) == (8, 4)
    assert "4 of 8 games repeat another move for move" in told["remarks"][0]


def test_openings_are_played_with_both_colours(tmp_path: Path) -> None:
    match(tmp_path, "random", "random", "--games", "8", "--openings", str(OPENINGS))
    rows = sqlite3.connect(tmp_path / "results.db").execute("SELECT number, opening, first_black FROM games").fetchall()
    by_number = {number: (opening, black) for number, opening, black in rows}
    assert {opening for opening, _ in by_number.values()} == {"C3 B4", "B3 D3"}
    for pair in range(4):
        (one, first), (two, second) = by_number[2 * pair], by_number[2 * pair + 1]
        assert one == two
        assert (first, second) == (1, 0)


def test_a_sequential_test_stops_a_match(tmp_path: Path) -> None:
    players = ("mcts playouts=60", "random")
    told = match(tmp_path, *players, "--games", "400", "--sprt", "0,200")
    assert told["sprt"]["decision"] == "accept H1"
    assert told["games"] < 200
    # The test is the match's: whoever goes on with it finds it decided.
    again = match(tmp_path, *players, "--resume")
    assert (again["games"], again["wanted"], again["sprt"]) == (told["games"], 400, told["sprt"])
    assert tengen(tmp_path, "lab", "work").returncode == 0
    (event,) = json.loads(tengen(tmp_path, "lab", "events", "--json").stdout)
    assert event["games"] == event["wanted"] == told["games"]
    assert "Sequential test accepted" in tengen(tmp_path, "lab", "report", "1", "--store", "results.db").stdout
    assert told["conclusion"].startswith("Sequential test accepted")


def test_a_match_of_which_only_the_name_was_written(tmp_path: Path) -> None:
    """A process killed, or still busy, between the event and its pairing."""
    match(tmp_path, "random", "random", "--games", "2")
    with closing(sqlite3.connect(tmp_path / "results.db")) as store, store:
        for table in ("moves", "games", "pairings"):
            store.execute(f"DELETE FROM {table}")
    refused = tengen(tmp_path, "match", "random", "random", "--games", "2", "--size", "5")
    assert "is in results.db already, with 0 games" in refused.stderr


def test_players_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "players.toml").write_text(
        '[players.quick]\nengine = "mcts"\nplayouts = 9\nsettings = {policy = "ucb1"}\n[players]\ndice = "random"\n'
    )
    told = match(tmp_path, "quick", "dice", "--players", "players.toml", "--games", "2")
    assert told["first"]["settings"] == {"policy": "ucb1"}
    assert told["second"]["engine"] == "random"
    answer = tengen(tmp_path, "match", "quick", "nobody", "--players", "players.toml")
    assert answer.returncode == 2
    assert "nobody is called 'nobody'" in answer.stderr


def test_a_match_of_broken_games_says_so(tmp_path: Path) -> None:
    answer = tengen(tmp_path, "match", "random", "false", "--games", "2", "--size", "5")
    assert answer.returncode == 1
    assert "2 not counted: did not start (false)" in answer.stdout
    assert "Nothing can be concluded" in answer.stdout


def test_games_that_did_not_start_are_played_again_when_the_program_is_mended(tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(0o755)
    asked = ("match", "random", str(program), "--games", "2", "--size", "5")
    assert "2 not counted: did not start" in tengen(tmp_path, *asked).stdout
    program.write_text(f"#!/bin/sh\nexec {sys.executable} -m tengen gtp --engine random --quiet\n")
    answer = tengen(tmp_path, *asked, "--resume")
    assert answer.returncode == 0, answer.stderr
    assert "2 games in which a player did not start: to be played now" in answer.stderr
    assert "not counted" not in answer.stdout


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_match_that_is_stopped_keeps_its_games_and_goes_on(tmp_path: Path, number: signal.Signals) -> None:
    command = [*COMMAND, "match", "random", "random", "--size", "9", "--games", "100000"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        wait_for_games(tmp_path / "results.db", 5)
        process.send_signal(number)
        out, error = process.communicate(timeout=300)
    assert process.returncode == 130
    assert "the same command with --resume goes on" in error
    assert "Traceback" not in error
    stored = sqlite3.connect(tmp_path / "results.db").execute("SELECT count(*) FROM games").fetchone()[0]
    assert f"{stored}/100000" in out
    assert f"{stored} games played and stored now" in error


def wait_for_games(store: Path, games: int) -> None:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        if store.exists():
            try:
                if sqlite3.connect(store).execute("SELECT count(*) FROM games").fetchone()[0] >= games:
                    return
            except sqlite3.OperationalError:
                pass  # the tables are being made
        time.sleep(0.1)
    raise AssertionError(f"not {games} games in two minutes")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["match", "random", "mctx", "--games", "0"], "0 games are no match"),
        (["match", "random", "mcts plyouts=3"], "there is no setting 'plyouts'"),
        (["match", "random", "mcts playouts=many"], "is a whole number, not 'many'"),
        (["match", "random", "random", "--size", "99"], "board size 99 is not possible"),
        (["match", "random", "random", "--rules", "none"], "no rules are called 'none'"),
        (["match", "random", "random", "--ko", "triple"], "ko cannot be 'triple'"),
        (["match", "random", "random", "--count", "guess"], "nobody counts by 'guess'"),
        (["match", "random", "random", "--sprt", "5"], "write two Elo differences"),
        (["match", "random", "random", "--openings", "missing.sgf"], "missing.sgf"),
        (["match", "random", "random", "--players", "missing.toml"], "cannot read missing.toml"),
        (["match", "random", "random", "--store", "."], "is a folder"),
        (["match", "random", "random", "--store", "nowhere/results.db"], "there is no folder nowhere"),
        (["match", "random", "no-such-program --gtp"], "there is no program 'no-such-program'"),
        (["match", "random", "random", "--openings", str(OPENINGS)], "are for 5x5, not for 9x9"),
        (["match", "random", "random", "--jobs", "0"], "0 games side by side"),
        (["lab", "compare", "510", "500/1000"], "510"),
        (["lab", "events", "--store", "missing.db"], "there is no store missing.db"),
        (["lab", "merge", "all.db", "missing.db"], "there is no store missing.db"),
        (["lab", "tournament", "missing.toml"], "cannot read missing.toml"),
        (["lab", "report", "mogo-table-3", "--store", "missing.db"], "there is no store missing.db"),
        (["lab", "run", "mogo-table-33"], "did you mean"),
        (["lab", "run", "mogo-table-3", "--scale", "huge"], "choose one of small, paper"),
    ],
)
def test_bad_input_to_the_laboratory_is_one_clear_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    arguments: list[str],
    words: str,
) -> None:
    """In this process, which spares as many starts."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["tengen", *arguments])
    with pytest.raises(SystemExit, match=r"^2$"):
        main()
    out, error = capfd.readouterr()
    assert words in error
    assert out == ""
    assert error.count("\n") == 1
    assert not [path for path in tmp_path.iterdir() if path.suffix == ".db"]


# ---- the laboratory ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "p"),
    [("510/1000", "500/1000", 0.3437), ("5100/10000", "5000/10000", 0.08074), ("7140/14000", "7000/14000", 0.04831)],
)
def test_rates_are_compared_as_published(tmp_path: Path, first: str, second: str, p: float) -> None:
    told = json.loads(tengen(tmp_path, "lab", "compare", first, second, "--json").stdout)
    assert told["p_one_sided"] == pytest.approx(p, rel=2e-4)
    assert f"{p:.4f}" in tengen(tmp_path, "lab", "compare", first, second).stdout


TOURNAMENT = """
name = "three"
games = 4
[conditions]
size = 5
[players]
a = "random"
b = "random seed_is_not_a_setting=1"
"""


def test_a_tournament_and_its_games(tmp_path: Path) -> None:
    file = tmp_path / "three.toml"
    file.write_text(TOURNAMENT)
    refused = tengen(tmp_path, "lab", "tournament", "three.toml")
    assert refused.returncode == 2
    assert "three.toml: there is no setting 'seed_is_not_a_setting'" in refused.stderr
    file.write_text(TOURNAMENT.replace(" seed_is_not_a_setting=1", "") + 'c = "mcts playouts=5"\n')
    told = json.loads(tengen(tmp_path, "lab", "tournament", "three.toml", "--json").stdout)
    assert [(pairing["label"], pairing["games"]) for pairing in told] == [("a – b", 4), ("a – c", 4), ("b – c", 4)]
    events = json.loads(tengen(tmp_path, "lab", "events", "--json").stdout)
    assert events == [{"id": 1, "kind": "tournament", "name": "three", "games": 12, "wanted": 12}]
    assert "12 games written" in tengen(tmp_path, "lab", "games", "games").stdout
    records = [load(path) for path in sorted((tmp_path / "games").iterdir())]
    assert len(records) == 12
    assert {frozenset((record.black, record.white)) for record in records} == {
        frozenset(pair) for pair in ("ab", "ac", "bc")
    }
    for record in records:
        assert record.position().is_over
        assert record.outcome.winner is not None


def test_a_tournament_is_edited_while_it_runs(tmp_path: Path) -> None:
    file = tmp_path / "long.toml"
    text = 'games = 100000\n[conditions]\nsize = 5\n[players]\na = "random"\nb = "random"\n'
    file.write_text(text)
    log = tmp_path / "log"
    with (
        log.open("w") as told,
        subprocess.Popen(
            [*COMMAND, "lab", "tournament", "long.toml"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=told, text=True
        ) as process,
    ):
        wait_for_games(tmp_path / "results.db", 3)
        file.write_text("games = [")  # half a change: it is told of and not taken up
        deadline = time.monotonic() + 120
        while "not taken up" not in log.read_text():
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.1)
        file.write_text(text.replace("100000", "6") + 'c = "random"\n')
        out, _ = process.communicate(timeout=300)
    error = log.read_text()
    assert process.returncode == 0
    assert "the change is not taken up: long.toml is not TOML" in error
    assert "3 pairings are played now" in error
    assert "6/6" in out
    rows = sqlite3.connect(tmp_path / "results.db").execute("SELECT label, games FROM pairings").fetchall()
    assert dict(rows) == {"a – b": 6, "a – c": 6, "b – c": 6}


def test_a_second_process_works_on_the_same_store(tmp_path: Path) -> None:
    (tmp_path / "t.toml").write_text('games = 60\n[conditions]\nsize = 7\n[players]\na = "random"\nb = "random"\n')
    first = subprocess.Popen([*COMMAND, "lab", "tournament", "t.toml", "--jobs", "1"], cwd=tmp_path)
    wait_for_games(tmp_path / "results.db", 1)
    second = subprocess.Popen([*COMMAND, "lab", "work", "--jobs", "1"], cwd=tmp_path)
    assert first.wait(timeout=300) == second.wait(timeout=300) == 0
    connection = sqlite3.connect(tmp_path / "results.db")
    assert connection.execute("SELECT count(*), count(DISTINCT number) FROM games").fetchone() == (60, 60)
    assert connection.execute("SELECT count(*) FROM claims").fetchone() == (0,)
    assert connection.execute("SELECT count(*) FROM runners").fetchone() == (0,)
