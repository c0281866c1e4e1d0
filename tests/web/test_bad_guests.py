"""Hostile and broken things brought to the board: each is told of, and the game and the server live on."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, expect

if TYPE_CHECKING:
    from tests.web.conftest import Board, Server

pytestmark = pytest.mark.timeout(300)

BROKEN: dict[str, tuple[bytes, str]] = {
    "no record": (b"once upon a time", "no game in it"),
    "cut off": (b"(;GM[1]SZ[9];B[aa", ""),
    "another game": (b"(;GM[2]SZ[8];B[aa])", "not a game of Go"),
    "too small": (b"(;GM[1]SZ[2];B[aa])", "is not shown here"),
    "not square": (b"(;GM[1]SZ[9:13];B[aa])", ""),
    "a move on a stone": (b"(;GM[1]SZ[9];B[ee];W[ee])", "move 2"),
    "off the board": (b"(;GM[1]SZ[9];B[zz])", ""),
    "binary": (bytes(range(256)) * 20, ""),
    "many brackets": (b"(" * 100_000, ""),
    "too many moves": (b"(;GM[1]SZ[19]" + b";B[aa];W[]" * 30_000 + b")", ""),
    "script": (b"(;GM[1]SZ[9]PB[<img src=x onerror=window.hacked=1>]C[<script>window.hacked=1</script>];B[ee])", "!"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_what_is_no_game_is_told_and_the_game_stays(board: "Board", tmp_path: Path, kind: str) -> None:
    data, told = BROKEN[kind]
    board.play("E5")
    (tmp_path / "game.sgf").write_bytes(data)
    board.press("open")
    board.page.locator("input[type=file]").set_input_files(tmp_path / "game.sgf")
    if told == "!":  # a game, but of a joker
        expect(board.page.locator(".message")).to_contain_text("Loaded")
        assert board.page.evaluate("window.hacked") is None
        assert "<img" in board.page.locator(".players").inner_text()
        return
    expect(board.page.locator(".q-notification").first).to_contain_text(told)
    assert len(board.page.locator(".q-notification").first.inner_text()) > 20
    board.page.keyboard.press("Escape")
    board.wait_for("E5", "black")


def test_a_huge_file_is_refused_by_the_page(board: "Board", tmp_path: Path) -> None:
    (tmp_path / "huge.sgf").write_bytes(b"(;GM[1]SZ[9]C[" + b"x" * 3_000_000 + b"])")
    board.press("open")
    board.page.locator("input[type=file]").set_input_files(tmp_path / "huge.sgf")
    expect(board.page.locator(".q-notification").first).to_contain_text("larger than 2 MB")


def test_pasted_nonsense_is_told(board: "Board") -> None:
    board.press("open")
    board.page.get_by_label("… or paste its text").fill("hello")
    board.page.get_by_text("Open the text").click()
    expect(board.page.locator(".q-notification").first).to_contain_text("no game in it")


def test_a_guest_who_leaves_in_mid_analysis_leaves_nothing_behind(
    sit_down: Callable[[], "Board"], server: "Server"
) -> None:
    """The analysis of a page that was closed ends; the server goes on for others."""
    guest = sit_down()
    guest.press("analysis")
    guest.page.wait_for_selector(".tengen-candidates")
    guest.page.context.close()
    guest.errors.clear()
    stayed = sit_down()
    stayed.play("D4")
    stayed.wait_until(lambda: len(stayed.stones()) == 2, "an answer")
    assert server.process.poll() is None


def test_strange_names_of_games_are_refused(browser: Browser, server: "Server") -> None:
    page = browser.new_page()
    page.goto(server.address + "?game=../../etc/passwd")
    expect(page.get_by_text("letters and digits")).to_be_visible()
    page.goto(server.address + "?game=" + "x" * 500)
    expect(page.get_by_text("letters and digits")).to_be_visible()
    page.close()


def test_events_nobody_can_send_by_hand_do_no_harm(board: "Board", server: "Server") -> None:
    """A page that was tampered with sends vertices and numbers that do not exist."""
    board.page.evaluate(
        """() => { for (const name of ['Z99', 'pass', '', 'resign', '<b>', '-1', 'E5']) {
          const p = document.querySelector('.point'); p.dataset.vertex = name;
          p.dispatchEvent(new MouseEvent('click', {bubbles: true}));
          p.dispatchEvent(new MouseEvent('mouseover', {bubbles: true})); }
          for (const number of ['-1', '99999', 'x', '']) { const g = document.querySelector('[data-move]');
          g.dataset.move = number; g.dispatchEvent(new MouseEvent('click', {bubbles: true})); } }"""
    )
    board.page.reload()
    board.page.wait_for_selector(".point")
    assert server.process.poll() is None
