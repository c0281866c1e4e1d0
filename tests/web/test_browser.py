"""The board in a real browser: games, records, analysis, several people at once."""

import random
import re
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, expect

import tengen

if TYPE_CHECKING:
    from tests.web.conftest import Board, Server

pytestmark = pytest.mark.timeout(300)


def test_a_whole_game_by_clicks(board: "Board") -> None:
    """A person who fills the board sensibly plays until both pass, looks at the dead stones, and agrees."""
    luck = random.Random(5)
    position = tengen.Position(9)
    for _ in range(120):
        candidates = [v for v in position.legal_moves() if tengen_sensible(position, v)]
        if not candidates:
            board.press("Pass")
            position.play("pass")
        else:
            vertex = luck.choice(candidates)
            board.play(str(vertex))
            position.play(vertex)
        number = position.move_number
        board.wait_until(partial(is_answered, board, number), f"an answer to move {number}")
        if over(board):
            break
        answer = re.match(r"W (\w+)", board.message())
        assert answer is not None, board.message()
        position.play(answer[1])
    if board.page.get_by_test_id("Agree").is_visible():
        board.wait_until(lambda: "Count:" in board.message(), "the count")
        board.press("Agree")
        expect(board.page.locator(".message")).to_contain_text("won.")
    assert re.search(r"[BW]\+(\d+(\.\d)?|R)", board.message()), board.message()


def tengen_sensible(position: tengen.Position, vertex: tengen.Vertex) -> bool:
    from tengen.kernels.entry_points import is_sensible_move

    return bool(is_sensible_move(position.board, vertex.point, int(position.to_play)))


def is_answered(board: "Board", number: int) -> bool:
    return board.move_number() > number or over(board)


def over(board: "Board") -> bool:
    return board.page.get_by_test_id("Agree").is_visible() or "resign" in board.message()


def test_undo_takes_back_both_moves_and_keeps_them_as_a_variation(board: "Board") -> None:
    board.play("E5")
    board.wait_until(lambda: len(board.stones()) == 2, "an answer")
    board.press("Undo")
    board.wait_until(lambda: board.stones() == {}, "the empty board")
    board.play("C3")
    board.wait_until(lambda: len(board.stones()) == 2, "another answer")
    with board.page.expect_download() as download:
        board.press("save")
    record = tengen.load(download.value.path())
    assert [str(child.move) for child in record.root.children] == ["B C3", "B E5"]


def test_a_reload_in_mid_game_loses_nothing(board: "Board") -> None:
    board.play("D4")
    board.wait_until(lambda: len(board.stones()) == 2, "an answer")
    before = board.stones()
    board.page.reload()
    board.page.wait_for_selector(".point")
    assert board.stones() == before
    free = next(v for v in ("G7", "G3", "C7") if v not in before)
    board.play(free)
    board.wait_until(lambda: len(board.stones()) >= 3, "an answer after the reload")


def test_a_lost_connection_loses_nothing(board: "Board") -> None:
    board.play("D4")
    board.wait_until(lambda: len(board.stones()) == 2, "an answer")
    before = board.stones()
    board.page.context.set_offline(True)
    time.sleep(1)
    board.page.context.set_offline(False)
    free = next(v for v in ("G7", "G3", "C7") if v not in before)
    board.wait_until(lambda: try_click(board, free), "the connection back")
    assert before.items() <= board.stones().items()


def try_click(board: "Board", vertex: str) -> bool:
    board.click(vertex)
    time.sleep(0.5)
    return vertex in board.stones()


def test_two_people_at_once_do_not_see_each_others_games(sit_down: Callable[[], "Board"]) -> None:
    one, other = sit_down(), sit_down()
    one.play("C3")
    other.play("G7")
    one.wait_until(lambda: len(one.stones()) == 2, "an answer to one")
    other.wait_until(lambda: len(other.stones()) == 2, "an answer to the other")
    assert one.stones()["C3"] == "black"
    assert other.stones()["G7"] == "black"
    assert one.stones() != other.stones()


def test_two_pages_of_one_browser_show_the_same_game(board: "Board", server: "Server") -> None:
    second = board.page.context.new_page()
    second.goto(server.address)
    second.wait_for_selector(".point")
    board.play("F6")
    expect(second.locator("#point-F6")).to_have_attribute("aria-label", "F6 black")
    second.goto(server.address + "?game=another")
    second.wait_for_selector(".point")
    expect(second.locator("#point-F6")).to_have_attribute("aria-label", "F6 empty")


GAME = "(;GM[1]FF[4]SZ[13]KM[6.5]PB[Shusaku]PW[Gennan]RE[B+2];B[cc];W[kk](;B[ck];W[kc])(;B[jj]C[a variation]))"


def test_a_record_is_opened_walked_through_and_saved_as_it_was(board: "Board", tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text(GAME)
    board.press("open")
    board.page.locator("input[type=file]").set_input_files(tmp_path / "game.sgf")
    expect(board.page.locator(".message")).to_contain_text("Shusaku")
    board.wait_until(lambda: len(board.stones()) == 4, "the end of the game")
    assert board.page.locator(".point").count() == 169
    board.page.keyboard.press("ArrowLeft")
    board.page.keyboard.press("ArrowLeft")
    board.wait_until(lambda: len(board.stones()) == 2, "two moves back")
    board.page.keyboard.press("End")
    board.wait_until(lambda: len(board.stones()) == 4, "the end again")
    board.page.keyboard.press("ArrowDown")
    board.wait_for("K4", "black")
    assert board.page.get_by_label("Comment on this move").input_value() == "a variation"
    with board.page.expect_download() as download:
        board.press("save")
    assert tengen.load(download.value.path()) == tengen.loads(GAME)


def test_analysis_is_seen_and_the_variation_under_the_pointer(board: "Board") -> None:
    board.seat("Two people at this board")
    board.press("analysis")
    board.page.wait_for_selector(".tengen-candidates")
    for kind in ("ownership", "criticality", "policy"):
        board.press(kind)
        board.page.wait_for_selector(f".tengen-{kind}")
    assert board.page.locator(".moves tr[data-vertex]").count() >= 1
    assert "%" in board.page.locator(".rate").inner_text()
    best = board.page.locator(".moves tr[data-vertex]").first.get_attribute("data-vertex")
    assert best is not None
    board.page.locator(f"#point-{best}").hover()
    board.page.wait_for_selector(".tengen-variation")
    board.play(best)
    board.page.wait_for_selector(".graph-dot")
    board.press("analysis")
    board.press("moves")
    expect(board.page.locator(".tengen-candidates")).to_have_count(0)


def test_openings_are_listed_marked_and_played_by_a_click(board: "Board") -> None:
    board.seat("Two people at this board")
    table, marks = board.page.locator(".openings"), board.page.locator("[data-opening]")
    expect(table.locator("tr")).to_have_count(0)
    board.press("openings")
    expect(table.locator("tr[data-vertex]").first).to_contain_text("E5")
    expect(table.locator("tr[data-vertex]").first).to_contain_text("1987–2020")
    expect(marks).to_have_count(8)
    table.locator("tr[data-vertex]").first.click()
    board.wait_for("E5", "black")
    expect(board.page.locator("[data-opening=E5]")).to_have_count(0)
    board.page.reload()  # the switch is remembered
    expect(board.page.get_by_test_id("openings")).to_have_attribute("aria-pressed", "true")
    expect(table.locator("tr[data-vertex=E7]")).to_have_count(1)
    board.page.set_viewport_size({"width": 390, "height": 800})
    assert board.page.evaluate("document.documentElement.scrollWidth") <= 390
    board.play("A1", "white")
    expect(table).to_have_text("Not in the book")
    expect(marks).to_have_count(0)
    board.new_game(Handicap="2")
    expect(table).to_have_text("No book for handicap games")
    board.page.keyboard.press("b")
    expect(table).to_have_text("")


def test_without_analysis_tengens_thoughts_stay_its_own(board: "Board") -> None:
    board.new_game(**{"Tengen's_level": "as strong as it can"})
    board.play("E5")
    board.wait_until(lambda: len(board.stones()) == 2, "an answer")
    assert board.page.locator(".tengen-candidates").count() == 0
    assert board.page.locator(".moves tr").count() == 0
    board.page.get_by_label("Board", exact=True).click()
    board.page.get_by_text("Graph on or off").click()
    expect(board.page.locator(".graph")).not_to_be_visible()


def test_hint_and_score_are_told(board: "Board") -> None:
    board.press("Hint")
    expect(board.page.locator(".message")).to_contain_text("Tengen would play")
    board.press("Score")
    expect(board.page.locator(".message")).to_contain_text("If the game ended here")
    board.page.wait_for_selector(".tengen-ownership")


def test_fights_are_told_with_the_line_that_shows_why(board: "Board", tmp_path: Path) -> None:
    black = "".join(f"[{point}]" for point in ("ac", "bc", "cc", "dc", "ec", "eb", "ea"))
    white = "".join(f"[{point}]" for point in ("ab", "bb", "cb", "db", "da"))
    (tmp_path / "problem.sgf").write_text(f"(;GM[1]SZ[9]AB{black}AW{white}PL[B])")
    board.press("open")
    board.page.locator("input[type=file]").set_input_files(tmp_path / "problem.sgf")
    board.wait_for("A8", "white")
    board.press("Fights")
    expect(board.page.locator(".message")).to_contain_text("B9 takes White's 5 stones")
    board.page.wait_for_selector(".tengen-variation")


def test_the_board_is_played_by_keyboard_alone(board: "Board") -> None:
    board.page.locator(".board-box").focus()
    for key in ("ArrowUp", "ArrowUp", "ArrowRight"):
        board.page.keyboard.press(key)
    expect(board.page.locator("[aria-live=assertive]")).to_have_text("F6 empty")
    board.page.keyboard.press("Enter")
    board.wait_for("F6", "black")
    board.wait_until(lambda: len(board.stones()) == 2, "an answer")
    board.page.keyboard.press("Escape")
    board.page.evaluate("document.activeElement.blur()")
    board.page.keyboard.press("u")
    board.wait_until(lambda: board.stones() == {}, "the empty board")


def test_everything_to_press_has_a_name(board: "Board") -> None:
    nameless = board.page.evaluate(
        "[...document.querySelectorAll('button, [role=button], a')]"
        ".filter(e => e.offsetParent !== null || e.ownerSVGElement)"
        ".filter(e => !(e.getAttribute('aria-label') || e.textContent.trim())).length"
    )
    assert nameless == 0
    assert board.page.locator("[aria-live=polite]").count() == 1
    assert "9 by 9 board, black to play" in (board.page.locator(".places").get_attribute("aria-label") or "")


def test_a_touch_plays_on_a_small_screen(browser: Browser, server: "Server") -> None:
    context = browser.new_context(viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(server.address)
    page.wait_for_selector(".point")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("#point-E5").tap()
    expect(page.locator("#point-E5")).to_have_attribute("aria-label", "E5 black")
    context.close()


def test_a_new_game_is_what_was_asked_for(board: "Board") -> None:
    board.new_game(
        Players="You play White", Board="13 × 13", Handicap="3", Rules="japanese", Clock="10:00 for the game"
    )
    board.wait_until(lambda: board.page.locator(".point").count() == 169, "the larger board")
    assert sorted(board.stones().values()) == ["black"] * 3
    assert "10:00" in board.page.locator(".players").inner_text()
    assert "japanese" not in board.message()
    board.play("C3" if "C3" not in board.stones() else "K3", "white")
    board.wait_until(lambda: len(board.stones()) == 5, "Tengen's answer as Black")


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("Handicap", "77", "do not go on"),
        ("Komi", "many", "must be a number"),
        ("Tengen's_seconds", "-3", "not possible"),
    ],
)
def test_impossible_settings_are_told_and_change_nothing(board: "Board", field: str, value: str, told: str) -> None:
    board.play("E5")
    board.press("new")
    board.page.locator(".q-dialog").get_by_label(field.replace("_", " "), exact=False).first.fill(value)
    board.press("start")
    expect(board.page.locator(".q-notification").first).to_contain_text(told)
    board.page.keyboard.press("Escape")
    board.wait_for("E5", "black")


def test_tengen_plays_itself_and_rests_when_told(board: "Board") -> None:
    board.new_game(**{"Players": "Tengen against itself", "Tengen's_level": "as strong as it can"})
    board.wait_until(lambda: board.move_number() >= 2, "two moves")
    board.wait_until(lambda: board.page.get_by_text("Pause", exact=True).is_visible(), "something to pause")
    board.press("Tengen moves")
    expect(board.page.locator(".message")).to_contain_text("Paused")
    number = board.move_number()
    time.sleep(1)
    assert board.move_number() == number


def test_an_illegal_move_is_told(board: "Board") -> None:
    board.seat("Two people at this board")
    board.play("E5")
    board.click("E5")
    expect(board.page.locator(".q-notification")).to_contain_text("occupied")


def test_themes_and_coordinates_stay_with_the_browser(board: "Board") -> None:
    board.page.get_by_label("Board", exact=True).click()
    board.page.get_by_text("Night board").click()
    expect(board.page.locator("stop").first).to_have_attribute("stop-color", "#3c3d44")
    board.page.get_by_label("Board", exact=True).click()
    board.page.get_by_text("Coordinates on or off").click()
    expect(board.page.locator(".board-box svg[role=img] text")).to_have_count(0)
    board.page.reload()
    board.page.wait_for_selector(".point")
    expect(board.page.locator("stop").first).to_have_attribute("stop-color", "#3c3d44")
    expect(board.page.locator(".board-box svg[role=img] text")).to_have_count(0)
