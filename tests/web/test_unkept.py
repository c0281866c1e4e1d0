"""Disks that take nothing: no game is lost by that, and the player is told."""

import errno
import json
import logging
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from tests.web.test_persistence import SETTINGS, v, with_games

import tengen
from tengen.web.games import Games
from tengen.web.persistence import GameFiles
from tengen.web.preferences import PreferenceFiles
from tengen.web.waiting import picture_in
from tengen.web.writing import Writer, rescue

if TYPE_CHECKING:
    from tests.web.conftest import Board, Server

pytestmark = pytest.mark.timeout(180)


class Disk:
    """A disk that can be full: nothing that is written gets there."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.is_full = False
        write = os.fsync

        def fsync(file: int) -> None:
            if self.is_full:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            write(file)

        monkeypatch.setattr("tengen.records.writer.os.fsync", fsync)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


def wait_for(games: Games, holds: Callable[[], bool]) -> None:
    """Let the games do their work, without anybody making a move."""
    until = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < until
        games._saved_at = 0
        games.tick()
        time.sleep(0.05)


def test_what_a_full_disk_refused_is_written_when_it_is_not_full_any_more(tmp_path: Path, disk: Disk) -> None:
    def scene(games: Games) -> None:
        game = games.game("anna")
        disk.is_full = True
        game.play(v("E5"))
        games.save()
        assert not (tmp_path / "anna.json").exists()
        assert list(tmp_path.glob(".*")) == []  # nor half of it
        assert game.unkept == "the disk is full"
        disk.is_full = False
        wait_for(games, (tmp_path / "anna.json").exists)
        assert game.unkept == ""
        assert json.loads((tmp_path / "anna.json").read_bytes())["node"] == 1

    with_games(tmp_path, scene)


def test_a_game_that_cannot_be_written_is_put_away_and_comes_back_all_the_same(tmp_path: Path, disk: Disk) -> None:
    def scene(games: Games) -> None:
        disk.is_full = True
        games.game("anna").play(v("E5"))
        games.game("bert").play(v("C3"))  # there is room for one
        assert len(games) == 1
        assert str(games.game("anna").position.last_move) == "B E5"
        assert picture_in(tmp_path / "bert.json", games._files.writer.read) is not None
        disk.is_full = False
        wait_for(games, lambda: len(list(tmp_path.glob("*.json"))) == 2)

    with_games(tmp_path, scene, most_games=1)


def test_an_earlier_game_that_cannot_be_put_by_waits_for_it(tmp_path: Path, disk: Disk) -> None:
    def scene(games: Games) -> None:
        game = games.game("anna")
        for _ in range(2):
            for move in ("E5", "C3", "G7", "C7"):
                game.play(v(move))
            games.save()
            disk.is_full = True
            game.start(SETTINGS)
        games.save()
        assert game.unkept == "the disk is full"
        disk.is_full = False
        wait_for(games, lambda: len(list((tmp_path / "earlier").glob("*.sgf"))) == 2)  # in one second, two names

    with_games(tmp_path, scene)
    assert {len(tengen.load(path).moves) for path in (tmp_path / "earlier").glob("*.sgf")} == {4}


def test_where_nothing_more_can_wait_the_game_on_the_table_stays(
    tmp_path: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tengen.web.writing._MOST_BYTES", 100)

    def scene(games: Games) -> None:
        game = games.game("anna")
        disk.is_full = True
        for move in ("E5", "C3", "G7", "C7"):
            game.play(v(move))
        games.save()
        with pytest.raises(tengen.TengenError, match=r"download it \(Save\)"):
            game.start(SETTINGS)
        assert game.position.move_number == 4
        with pytest.raises(tengen.TengenError, match="1 games are under way"):
            games.game("bert")
        assert games.game("anna") is game

    with_games(tmp_path, scene, most_games=1)


def test_one_game_that_cannot_be_written_does_not_hinder_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = GameFiles.save

    def save_all_but_anna(files: GameFiles, key: str, game: object) -> None:
        if key == "anna":
            raise KeyError("a fault of ours")
        save(files, key, game)  # type: ignore[arg-type]

    monkeypatch.setattr(GameFiles, "save", save_all_but_anna)

    def scene(games: Games) -> None:
        for key in ("anna", "bert"):
            games.game(key).play(v("E5"))
        wait_for(games, (tmp_path / "bert.json").exists)
        assert "a fault of ours" in games.game("anna").unkept
        assert games.game("bert").unkept == ""

    with_games(tmp_path, scene)


def test_the_log_is_not_filled_and_attempts_grow_rare(
    tmp_path: Path, disk: Disk, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    attempts: list[Path] = []
    writer = Writer(lambda: now)
    attempt = writer._attempt

    def counted(path: Path) -> None:
        attempts.append(path)
        attempt(path)

    monkeypatch.setattr(writer, "_attempt", counted)
    disk.is_full = True
    with caplog.at_level(logging.WARNING):
        for second in range(120):
            now = float(second)
            writer.put(tmp_path / "x", b"%d" % second)  # it changes all the time
            writer.look_after()
        assert len(caplog.records) == 1
        assert len(attempts) <= 20
        disk.is_full = False
        now += 11
        writer.look_after()
    assert (tmp_path / "x").read_bytes() == b"119"
    assert [record.getMessage() for record in caplog.records[1:]] == ["everything that waited has been written."]


def test_what_could_not_be_written_at_the_end_is_elsewhere(
    tmp_path: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    folder = tmp_path / "games"

    def scene(games: Games) -> None:
        disk.is_full = True
        game = games.game("anna")
        for move in ("E5", "C3", "G7", "C7"):
            game.play(v(move))
        game.start(SETTINGS)
        game.play(v("D4"))
        told = rescue(games.write_all(), folder)
        (shelter,) = tmp_path.glob("tengen-games-*")
        assert f"2 games could not be written to {folder} (the disk is full)" in told
        assert str(shelter) in told
        assert shelter.stat().st_mode & 0o77 == 0
        assert len(tengen.load(shelter / "anna.sgf").moves) == 1
        assert [len(tengen.load(path).moves) for path in (shelter / "earlier").glob("*.sgf")] == [4]
        assert json.loads((shelter / "anna.json").read_bytes())["node"] == 1

    with_games(folder, scene)


def test_what_can_be_written_nowhere_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))
    told = rescue({tmp_path / "anna.json": (b"{}", "the disk is full")}, tmp_path)
    assert "lost: anna" in told


def test_preferences_hold_without_a_disk(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    writer = Writer()
    files = PreferenceFiles(tmp_path / "file" / "browsers", writer)
    store = files.store("anna")
    store["theme"] = "night"
    assert files.store("anna") is store  # two pages of one browser
    del store
    assert files.store("anna")["theme"] == "night"
    (tmp_path / "file").unlink()
    writer.flush()
    assert PreferenceFiles(tmp_path / "file" / "browsers", Writer()).store("anna")["theme"] == "night"


def test_the_page_tells_of_it_offers_the_game_and_takes_the_notice_away(
    tmp_path: Path, board_at: Callable[..., "tuple[Server, Board]"]
) -> None:
    server, board = board_at(tmp_path)
    board.seat("Two people at this board")
    board.play("E5")
    board.wait_until(lambda: len(list((tmp_path / "games").glob("*.json"))) == 1, "the game's file")
    (tmp_path / "games").rename(tmp_path / "away")
    (tmp_path / "games").touch()  # from now on nothing can be written
    board.play("C3", "white")
    notice = board.page.get_by_test_id("unkept")
    expect(notice).to_be_visible()
    expect(notice).to_contain_text("cannot be written to disk at the moment: a part of its path is no folder")
    with board.page.expect_download() as download:
        board.press("download")
    assert len(tengen.load(download.value.path()).moves) == 2
    board.page.reload()
    board.wait_until(lambda: board.stones() == {"E5": "black", "C3": "white"}, "the game again")
    expect(notice).to_be_visible()
    board.press("hide")
    expect(notice).to_be_hidden()
    board.play("G7")
    board.page.reload()
    board.page.wait_for_selector(".point")
    expect(notice).to_be_visible()
    (tmp_path / "games").unlink()
    (tmp_path / "away").rename(tmp_path / "games")
    expect(notice).to_be_hidden()
    os.kill(server.process.pid, signal.SIGKILL)
    server.process.wait(60)
    server, again = board_at(tmp_path, cookies=board.page.context.cookies())
    again.wait_until(lambda: len(again.stones()) == 3, "the game again")
    assert server.end() == 0


def test_a_folder_that_refuses_everything_can_be_played_with(
    tmp_path: Path, board_at: Callable[..., "tuple[Server, Board]"], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a home that can only be read."""
    shelter = tmp_path / "tmp"
    shelter.mkdir()
    monkeypatch.setenv("TMPDIR", str(shelter))
    (tmp_path / "file").touch()
    server, board = board_at(tmp_path, "--folder", str(tmp_path / "file" / "web"))
    told = server.log.read_text()
    assert told.count("games cannot be kept in") == 1
    assert "choose another folder with --folder" in told
    board.seat("Two people at this board")
    for vertex, color in {"E5": "black", "C3": "white", "G7": "black", "C7": "white"}.items():
        board.play(vertex, color)
    expect(board.page.get_by_test_id("unkept")).to_be_visible()
    ground = board.page.locator("#tengen-wood stop").first
    board.page.get_by_label("Board", exact=True).click()
    wood = ground.get_attribute("stop-color")
    board.page.get_by_text("Night board").click()
    expect(ground).not_to_have_attribute("stop-color", str(wood))
    night = ground.get_attribute("stop-color")
    board.page.reload()
    board.wait_until(lambda: len(board.stones()) == 4, "the game again")
    expect(ground).to_have_attribute("stop-color", str(night))
    board.new_game()
    board.wait_until(lambda: board.stones() == {}, "a new game")
    assert server.end() == 0
    told = server.log.read_text()
    assert "Traceback" not in told
    assert "What was left is in" in told
    assert [len(tengen.load(path).moves) for path in shelter.rglob("earlier/*.sgf")] == [4]


def test_an_impatient_end_loses_nothing_either(
    tmp_path: Path, board_at: Callable[..., "tuple[Server, Board]"], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second Ctrl-C cuts the usual end short."""
    shelter = tmp_path / "tmp"
    shelter.mkdir()
    monkeypatch.setenv("TMPDIR", str(shelter))
    (tmp_path / "games").touch()
    server, board = board_at(tmp_path)
    board.seat("Two people at this board")
    board.play("E5")
    for _ in range(3):
        server.process.send_signal(signal.SIGINT)
        time.sleep(0.02)
    assert server.process.wait(120) == 0
    assert "What was left is in" in server.log.read_text()
    assert [len(tengen.load(path).moves) for path in shelter.rglob("*.sgf")] == [1]
