"""Games are kept as they go: what comes back is what was there, and what cannot be read is set aside."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import tengen
from tengen.game.vertex import Vertex
from tengen.web.games import IDLE_SECONDS, Games
from tengen.web.persistence import GameFiles
from tengen.web.settings import HUMAN, GameSettings
from tengen.web.thinking import Thinker
from tengen.web.waiting import picture_in

if TYPE_CHECKING:
    from tests.web.conftest import Board, Server

pytestmark = pytest.mark.timeout(120)
SETTINGS = GameSettings(size=9, black=HUMAN, white=HUMAN, clock="5:00")


def with_games(folder: Path, scene: Callable[[Games], None], most_games: int = 16) -> None:
    async def act() -> None:
        games = Games(folder, SETTINGS, threads=1, memory=20, most_games=most_games)
        try:
            scene(games)
            await asyncio.sleep(0)
        finally:
            games.close()

    with ThreadPoolExecutor(1) as other:  # Playwright keeps a loop in the main thread
        other.submit(lambda: asyncio.run(act())).result()


def v(name: str) -> Vertex:
    return Vertex.parse(name, 9)


def test_a_game_comes_back_with_variations_place_and_clocks(tmp_path: Path) -> None:
    def first(games: Games) -> None:
        game = games.game("anna")
        game.play(v("E5"))
        game.play(v("C3"))
        game.undo()
        game.play(v("G7"))
        game.node.comment = "ein Zug mit Umlaut: ü, und 碁"
        game.go_to(game.record.root.children[0])

    def second(games: Games) -> None:
        game = games.game("anna")
        assert [str(child.move) for child in game.node.children] == ["W G7", "W C3"]
        assert game.node.children[0].comment == "ein Zug mit Umlaut: ü, und 碁"
        assert str(game.position.last_move) == "B E5"
        assert game.clocks
        assert games.game("bert").position.move_number == 0

    with_games(tmp_path, first)
    with_games(tmp_path, second)


@pytest.mark.parametrize("spoilt", [b"", b"{", b"[]", b'{"settings": 3}', b"\xff\xfe", b"null", b"[" * 200_000])
def test_a_broken_file_is_set_aside_and_a_new_game_begins(tmp_path: Path, spoilt: bytes) -> None:
    (tmp_path / "anna.json").write_bytes(spoilt)
    with_games(tmp_path, lambda games: games.game("anna").play(v("E5")))
    assert (tmp_path / "anna.broken").read_bytes() == spoilt
    assert json.loads((tmp_path / "anna.json").read_bytes())["node"] == 1


def test_a_game_that_makes_room_for_another_is_put_by(tmp_path: Path) -> None:
    def scene(games: Games) -> None:
        game = games.game("anna")
        for move in ("E5", "C3", "G7", "C7"):
            game.play(v(move))
        game.start(SETTINGS)
        game.start(SETTINGS)  # an empty one is not

    with_games(tmp_path, scene)
    (kept,) = (tmp_path / "earlier").glob("*.sgf")
    assert len(tengen.load(kept).moves) == 4


@pytest.mark.parametrize("name", ["", "../x", "a/b", "a.b", "x" * 101, "ä"])
def test_names_become_no_paths(name: str) -> None:
    with pytest.raises(tengen.TengenError, match="letters and digits"):
        GameFiles(Path()).restore(name, Thinker(1, 20))


def test_the_board_as_it_was_left_can_be_drawn_before_anything_is_loaded(tmp_path: Path) -> None:
    def scene(games: Games) -> None:
        game = games.game("anna")
        game.play(v("E5"))
        game.play(v("C3"))

    with_games(tmp_path, scene)
    picture = picture_in(tmp_path / "anna.json")
    assert picture is not None
    assert picture.stones == {v("E5"): tengen.BLACK, v("C3"): tengen.WHITE}
    assert str(picture.last_move) == "W C3"
    assert picture_in(tmp_path / "nobody.json") is None
    (tmp_path / "odd.json").write_text('{"picture": {"size": "x"}}')
    assert picture_in(tmp_path / "odd.json") is None


def test_drawing_it_loads_no_compiler() -> None:
    """Or the first page would have to wait for it."""
    code = "import sys, tengen.web.application; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_idle_games_are_put_away_and_come_back(tmp_path: Path) -> None:
    def scene(games: Games) -> None:
        game = games.game("anna")
        game.play(v("E5"))
        game.touched = time.monotonic() - IDLE_SECONDS - 1
        game.viewers = 1
        games._saved_at = 0
        games.tick()
        assert len(games) == 1  # somebody looks
        game.viewers = 0
        games._saved_at = 0
        games.tick()
        assert len(games) == 0
        assert games.game("anna").position.move_number == 1

    with_games(tmp_path, scene)


def test_a_full_hall_puts_the_idlest_away_or_says_so(tmp_path: Path) -> None:
    def scene(games: Games) -> None:
        one, other = games.game("one"), games.game("other")
        one.touched -= 10
        one.viewers = other.viewers = 1
        with pytest.raises(tengen.TengenError, match="2 games are under way"):
            games.game("third")
        one.viewers = other.viewers = 0
        games.game("third")
        assert len(games) == 2
        assert games.game("other") is other

    with_games(tmp_path, scene, most_games=2)


def test_a_server_that_is_killed_has_kept_the_games(
    tmp_path: Path, board_at: Callable[..., "tuple[Server, Board]"]
) -> None:
    server, board = board_at(tmp_path)
    board.seat("Two people at this board")
    board.play("E5")
    board.play("C3", "white")
    games = tmp_path / "games"
    board.wait_until(lambda: any(";W[" in path.read_text() for path in games.glob("*.json")), "both moves in its file")
    os.kill(server.process.pid, signal.SIGKILL)
    server.process.wait(60)
    cookies = board.page.context.cookies()
    server, again = board_at(tmp_path, cookies=cookies)
    again.wait_until(lambda: again.stones() == {"E5": "black", "C3": "white"}, "the game again")
    assert server.end() == 0


def test_an_impatient_ctrl_c_ends_it_without_a_word(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tengen", "web", "--no-browser", "--port", "0", "--folder", str(tmp_path)]
    environment = {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        assert "board is at" in process.stdout.readline()
        time.sleep(1.5)
        for _ in range(2):
            process.send_signal(signal.SIGINT)
            time.sleep(0.02)
        _, told = process.communicate(timeout=120)
    assert "Traceback" not in told
    assert process.returncode == 0
