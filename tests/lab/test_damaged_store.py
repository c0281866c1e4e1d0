"""A store that was damaged: every command says so in one sentence, and the rows that are sound are used."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tengen.cli import main
from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE
from tengen.lab.conditions import Conditions
from tengen.lab.match import play_match
from tengen.lab.outcome import End, GameResult, PlayedMove
from tengen.lab.players import Entrant
from tengen.lab.results import result_of, results_of
from tengen.lab.store import Store
from tengen.lab.store.merge import merge

ONE, OTHER = Entrant("one", engine="random"), Entrant("other", engine="random", threads=2)
CONDITIONS = Conditions(size=5, count="tengen")
GAMES = 4
MOVES = (PlayedMove(BLACK, "C3", 0.5, 0.6, 1.5, 100), PlayedMove(WHITE, "D4", 0.25))
RESULT = GameResult(End.SCORE, BLACK, 3.5, moves=MOVES, counted_by="tengen", sgf="(;SZ[5];B[cc];W[db])")


def fill(path: Path) -> None:
    """Two matches of four games each."""
    with Store(path) as store:
        for name in ("first match", "second match"):
            event = store.add_event(f"match:{name}", "match", name)
            store.set_pairing(event, ONE, OTHER, CONDITIONS, GAMES, label=name)
            runner = store.register()
            while (claim := store.claim([event], runner)) is not None:
                assert store.finish(claim, store.pairing(claim.pairing), RESULT)
            store.leave(runner)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("store") / "results.db"
    fill(path)
    return path


@pytest.fixture
def path(sound: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(sound, tmp_path))


def damage(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        assert connection.execute(statement).rowcount == 1, "that damages one row"
        connection.commit()


GAME_DAMAGES = [
    "UPDATE games SET end = 'fireworks' WHERE id = 2",
    "UPDATE games SET points = 'many' WHERE id = 2",
    "UPDATE games SET points = 7 WHERE id = 2",
    "UPDATE games SET points = NULL WHERE id = 2",
    "UPDATE games SET margin = 9e999 WHERE id = 2",
    "UPDATE games SET winner = 'nobody' WHERE id = 2",
    "UPDATE games SET at_fault = x'00ff' WHERE id = 2",
    "UPDATE games SET number = 'second' WHERE id = 2",
    "UPDATE games SET moves = 1.5 WHERE id = 2",
    "UPDATE games SET seconds = 'long' WHERE id = 2",
    "UPDATE games SET first_black = 'perhaps' WHERE id = 2",
    "UPDATE games SET uid = x'00' WHERE id = 2",
    "UPDATE games SET opening_moves = 'two' WHERE id = 2",
    "UPDATE games SET black = 999 WHERE id = 2",
]
PAIRING_DAMAGES = [
    'UPDATE pairings SET conditions = \'{"size": 5, "cou\' WHERE id = 1',
    "UPDATE pairings SET conditions = '[5]' WHERE id = 1",
    "UPDATE pairings SET conditions = '{\"size\": 77}' WHERE id = 1",
    "UPDATE pairings SET conditions = '" + "[" * 50_000 + "' WHERE id = 1",
    "UPDATE pairings SET games = 'many' WHERE id = 1",
    "UPDATE pairings SET label = x'ff' WHERE id = 1",
    "UPDATE pairings SET first = 'nobody' WHERE id = 1",
]
EVENT_DAMAGES = [
    "UPDATE events SET definition = '{\"cut' WHERE id = 1",
    "UPDATE events SET definition = 'null' WHERE id = 1",
    "UPDATE events SET created = 'yesterday' WHERE id = 1",
    "UPDATE events SET name = x'00ff' WHERE id = 1",
]
MOVE_DAMAGES = [
    "UPDATE moves SET seconds = 'long' WHERE game = 2 AND number = 1",
    "UPDATE moves SET color = 'green' WHERE game = 2 AND number = 1",
    "UPDATE moves SET winrate = 'high' WHERE game = 2 AND number = 1",
    "UPDATE moves SET winrate = 9e999 WHERE game = 2 AND number = 1",
    "UPDATE moves SET playouts = 'some' WHERE game = 2 AND number = 1",
]


def told_once(caplog: pytest.LogCaptureFixture, path: Path) -> None:
    """One sentence names the file and what to do."""
    (said,) = [record.getMessage() for record in caplog.records if "damaged" in record.getMessage()]
    assert said.startswith(f"{path} has damaged rows, which are left out (")
    assert said.endswith(f"): tengen lab merge NEW.db {path} copies what is sound")


@pytest.mark.parametrize("statement", GAME_DAMAGES)
def test_a_damaged_game_is_left_out_and_the_others_count(
    path: Path, statement: str, caplog: pytest.LogCaptureFixture
) -> None:
    damage(path, statement)
    with Store(path) as store:
        results = [result for event in store.events() for result in results_of(store, event)]
        results += [result for event in store.events() for result in results_of(store, event)]
    assert [len(result.counted) for result in results] == [GAMES - 1, GAMES] * 2
    assert results[0].to_dict()["counted"] == GAMES - 1
    told_once(caplog, path)


@pytest.mark.parametrize("statement", PAIRING_DAMAGES)
def test_a_damaged_pairing_is_left_out_and_mended_by_who_wants_it(
    path: Path, statement: str, caplog: pytest.LogCaptureFixture
) -> None:
    damage(path, statement)
    damage(path, "UPDATE pairings SET games = 9 WHERE id = 2")
    with Store(path) as store:
        first, second = store.events()
        assert [len(store.pairings(event)) for event in (first, second)] == [0, 1]
        told_once(caplog, path)
        runner = store.register()
        claim = store.claim([first, second], runner)
        assert claim is not None
        assert claim.pairing == 2
        with pytest.raises(TengenError, match=r"the pairing 1 in .* is damaged and cannot be played on: use another"):
            store.pairing(1)
        if "x'ff'" in statement or "nobody" in statement:
            with pytest.raises(TengenError, match=r"the pairing first match in .* is damaged"):
                store.set_pairing(first, ONE, OTHER, CONDITIONS, GAMES, label="first match")
        else:
            mended = store.set_pairing(first, ONE, OTHER, CONDITIONS, GAMES, label="first match")
            assert len(result_of(store, mended).counted) == GAMES


def test_a_damaged_player_is_mended_by_who_wants_him(path: Path) -> None:
    damage(path, f"UPDATE players SET definition = '{{\"eng' WHERE key = '{ONE.key}'")
    with Store(path) as store:
        (first, second) = store.events()
        assert store.pairings(first) == []
        mended = store.set_pairing(first, ONE, OTHER, CONDITIONS, GAMES, label="first match")
        assert mended.first == ONE
        assert len(store.pairings(second)) == 1


@pytest.mark.parametrize("statement", EVENT_DAMAGES)
def test_a_damaged_event_is_left_out(path: Path, statement: str, caplog: pytest.LogCaptureFixture) -> None:
    damage(path, statement)
    with Store(path) as store:
        assert [event.name for event in store.events()] == ["second match"]
        told_once(caplog, path)
        if "definition" in statement:  # which is told anew
            assert store.add_event("match:first match", "match", "first match").name == "first match"
        else:
            with pytest.raises(TengenError, match=r"the event 'first match' in .* is damaged"):
                store.add_event("match:first match", "match", "first match")


@pytest.mark.parametrize("statement", MOVE_DAMAGES)
def test_a_damaged_move_takes_no_other_with_it(
    path: Path, statement: str, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    damage(path, statement)
    with Store(path) as store:
        (first, _) = store.events()
        (pairing,) = store.pairings(first)
        paces = store.paces(pairing)
        assert sum(pace.moves for pace in paces.values()) == 2 * GAMES - 1
        assert sum(pace.playouts or 0 for pace in paces.values()) == 100 * (GAMES - 1)
        assert [len(store.moves(game)) for game in store.games(pairing)] == [2, 1, 2, 2]
    told_once(caplog, path)


@pytest.mark.parametrize("statement", [*GAME_DAMAGES, *PAIRING_DAMAGES, *EVENT_DAMAGES, *MOVE_DAMAGES])
def test_merging_into_a_new_store_saves_what_is_sound(path: Path, statement: str, tmp_path: Path) -> None:
    damage(path, statement)
    with Store(tmp_path / "new.db") as new:
        merged = merge(new, path)
        results = [result for event in new.events() for result in results_of(new, event)]
    assert merged.damaged
    assert str(merged).endswith(f"{merged.damaged} damaged rows were left out")
    whole = {"games": GAMES - 1, "moves": GAMES}.get(statement.split()[1], 0)
    assert [len(result.counted) for result in results] == ([whole] if whole else []) + [GAMES]


# ---- the file itself -----------------------------------------------------------------------------


def cut(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])


def scribble(path: Path) -> None:
    data = bytearray(path.read_bytes())
    for page in range(4096, len(data), 4096):
        data[page : page + 200] = b"\xa5" * 200
    path.write_bytes(data)


def drop_a_table(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("DROP TABLE pairings")


def lose_its_id(path: Path) -> None:
    damage(path, "DELETE FROM meta WHERE key = 'uid'")


FILES = [cut, scribble, drop_a_table, lose_its_id]
COMMANDS = [
    ["lab", "events"],
    ["lab", "work"],
    ["lab", "games", "sgf"],
    ["lab", "report", "first match"],
    ["lab", "report", "dynamic-komi-table-1"],
    ["lab", "run", "dynamic-komi-table-1"],
    ["lab", "tune", "--name", "x", "--resume"],
    ["match", "random", "random", "--size", "5", "--games", "2"],
]


def run(arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """The exit status of a command and what it said on standard error."""
    monkeypatch.setattr("sys.argv", ["tengen", *arguments])
    with pytest.raises(SystemExit) as left:
        main()
    return int(left.value.code or 0), capsys.readouterr().err


@pytest.mark.parametrize("spoil", FILES)
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_damaged_file_is_told_of_in_a_sentence(
    path: Path,
    spoil: Callable[[Path], None],
    command: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(path.parent)
    spoil(path)
    status, said = run([*command, "--store", str(path)], monkeypatch, capsys)
    assert "mistake" not in said
    if "is damaged" in said:
        assert status == 2
        assert said.count("\n") == 1
        assert f"the store {path} is damaged (" in said
        assert f"sqlite3 {path} .recover | sqlite3 NEW.db" in said
    else:  # what it asked for is not on the pages that were lost
        assert status in (0, 1, 2)
        assert command[:2] in (["lab", "report"], ["lab", "run"], ["lab", "tune"], ["match", "random"]), said


@pytest.mark.parametrize("spoil", FILES)
def test_lists_of_a_damaged_file_always_say_so(
    path: Path, spoil: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(path)
    status, said = run(["lab", "events", "--store", str(path)], monkeypatch, capsys)
    assert (status, said.count("\n")) == (2, 1)
    assert f"tengen: the store {path} is damaged (" in said


@pytest.mark.parametrize("spoil", FILES)
def test_a_damaged_file_is_not_merged_by_halves(path: Path, spoil: Callable[[Path], None], tmp_path: Path) -> None:
    spoil(path)
    with Store(tmp_path / "new.db") as new:
        if spoil is lose_its_id:  # nothing that is copied
            assert merge(new, path).games == 2 * GAMES
            return
        with pytest.raises(TengenError, match="is damaged"):
            merge(new, path)
        assert new.events() == []


@pytest.mark.parametrize("statement", [*GAME_DAMAGES[:3], *PAIRING_DAMAGES[:3], *EVENT_DAMAGES[:2], *MOVE_DAMAGES[:2]])
def test_commands_tell_what_is_sound(
    path: Path, statement: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    damage(path, statement)
    monkeypatch.chdir(tmp_path)
    pages = ["--html", "report.html", "--markdown", "report.md"]
    for command in (["events", "--json"], ["games", "sgf"], ["report", "second match", *pages], ["report", "2"]):
        monkeypatch.setattr("sys.argv", ["tengen", "lab", *command, "--store", str(path)])
        with pytest.raises(SystemExit) as left:
            main()
        assert not left.value.code
    assert "second match" in capsys.readouterr().out
    assert "second match" in (tmp_path / "report.html").read_text()
    assert len(list((tmp_path / "sgf").iterdir())) >= GAMES


@pytest.mark.parametrize("statement", [*GAME_DAMAGES[::3], *MOVE_DAMAGES[::3]])
def test_the_page_of_a_match_with_damage_is_drawn_from_the_rest(
    path: Path, statement: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    damage(path, statement)
    page = tmp_path / "page.html"
    monkeypatch.setattr(
        "sys.argv", ["tengen", "lab", "report", "first match", "--html", str(page), "--store", str(path)]
    )
    with pytest.raises(SystemExit) as left:
        main()
    assert not left.value.code
    assert "first match" in page.read_text()


def test_a_log_left_over_by_a_process_that_died_is_used(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with Store(path) as store:
        store.add_event("third", "match", "third match")
        for suffix in ("", "-wal", "-shm"):
            shutil.copy(f"{path}{suffix}", f"{copy}{suffix}")
    with Store(copy) as store:
        assert [event.name for event in store.events()] == ["first match", "second match", "third match"]


def test_a_log_that_is_rubbish_is_passed_over(path: Path) -> None:
    Path(f"{path}-wal").write_bytes(b"rubbish" * 10_000)
    with Store(path) as store:
        assert [event.name for event in store.events()] == ["first match", "second match"]


def test_a_store_of_a_later_version_says_what_to_do(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(TengenError, match=r"another version of Tengen .*: use that version, or name another file$"):
        Store(path)


def test_a_match_goes_on_beside_damaged_games(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with Store(path) as store:
        found = play_match(store, ONE, OTHER, CONDITIONS, 2, jobs=1, quiet=True)
        assert len(found.result.games) == 2
    damage(path, "UPDATE games SET end = 'fireworks' WHERE id = 9")
    with Store(path) as store:
        found = play_match(store, ONE, OTHER, CONDITIONS, 4, resume=True, jobs=1, quiet=True)
    assert sorted(game.number for game in found.result.games) == [1, 2, 3]
    told_once(caplog, path)


@pytest.mark.parametrize("definition", ['{"sprt": 7}', '{"sprt": {"elo0": 5}}', '{"sprt": {"elo0": 5, "elo1": 1}}'])
def test_a_damaged_sequential_test_is_asked_for_again(path: Path, definition: str) -> None:
    with Store(path) as store:
        play_match(store, ONE, OTHER, CONDITIONS, 1, jobs=1, quiet=True)
    damage(path, f"UPDATE events SET definition = '{definition}' WHERE id = 3")
    with Store(path) as store, pytest.raises(TengenError, match="is damaged in the store: give --sprt again"):
        play_match(store, ONE, OTHER, CONDITIONS, 2, resume=True, jobs=1, quiet=True)
