"""The page in a real browser: stepping, the graph, the mistakes, territory."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tengen.records import GameRecord
from tengen.review import Review


@pytest.fixture
def opened(browser: Browser, review: Callable[..., Review], blunder_game: GameRecord, tmp_path: Path) -> Iterator[Any]:
    review(blunder_game).save(tmp_path, "game", kinds=["html"])
    page = browser.new_page(viewport={"width": 1300, "height": 950})
    complaints: list[str] = []
    requests: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text))
    page.on("request", lambda request: requests.append(request.url))
    page.goto((tmp_path / "game.html").as_uri())
    yield page
    page.close()
    assert complaints == []
    assert all(url.startswith("file://") for url in requests)


def test_stepping_with_keys_and_buttons(opened: Any) -> None:
    told = opened.locator("#told")
    stones = opened.locator("#stones circle")
    at_first = stones.count()
    assert "The beginning" in told.inner_text()
    opened.keyboard.press("ArrowRight")
    assert told.inner_text().startswith("Move 1: Black A9.")
    assert "Blunder: black loses" in told.inner_text()
    assert "hm" in opened.locator("#comment").inner_text()
    assert stones.count() == at_first + 2  # a stone and its shadow
    opened.keyboard.press("ArrowRight")
    assert "White F5" in told.inner_text()
    assert stones.count() == at_first  # two stones put down, two captured
    opened.keyboard.press("End")
    assert told.inner_text().startswith("Move 3: Black pass")
    opened.click("#back")
    assert told.inner_text().startswith("Move 2")
    opened.keyboard.press("Home")
    assert stones.count() == at_first
    assert "The beginning" in opened.locator("#board svg").get_attribute("aria-label")


def test_a_mistake_is_shown_with_the_better_line(opened: Any) -> None:
    opened.keyboard.press("End")
    opened.keyboard.press("m")
    assert opened.locator("body").get_attribute("data-at") == "0"
    assert opened.locator("#marks text").first.inner_html() == "1"
    assert "F5 is better" in opened.locator("#told").inner_text()
    assert opened.locator(".bad.here").count() == 1


def test_territory_candidates_graph_and_slider(opened: Any) -> None:
    assert opened.locator("#marks rect").count() == 0
    opened.keyboard.press("o")
    assert opened.locator("#marks rect").count() > 40
    assert opened.locator("#owners-on").get_attribute("aria-pressed") == "true"
    shown = opened.locator("#marks text").count()
    opened.click("#moves-on")
    assert opened.locator("#marks text").count() < shown
    box = opened.locator("#graph svg").bounding_box()
    opened.mouse.click(box["x"] + 0.97 * box["width"], box["y"] + 0.4 * box["height"])
    assert opened.locator("#told").inner_text().startswith("Move 3")
    opened.locator("#slider").fill("1")
    assert opened.locator("#told").inner_text().startswith("Move 1")
    assert opened.locator("#candidates tr").count() >= 1
