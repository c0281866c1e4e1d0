"""Tengen opens by the book on the page and in the terminal: at once, differently each time, and says so."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from typer.testing import CliRunner

from tengen.cli import command_line, options
from tengen.engines.interface import Engine
from tengen.engines.move_report import MoveReport
from tengen.engines.request import Limit
from tengen.game.position import Position
from tengen.web.thinking import Thinker


def opened(level: str) -> MoveReport:
    async def ask() -> MoveReport | None:
        thinker = Thinker(1, 30)
        try:
            limit = Limit(playouts=40)
            return await thinker.choose_move(Position(9), level, limit, lambda _: None, may_resign=False)
        finally:
            thinker.close()

    with ThreadPoolExecutor(1) as thread:  # the browser of other tests has a loop in this one
        report = thread.submit(lambda: asyncio.run(ask())).result()
    assert report is not None
    return report


def test_at_full_strength_the_page_opens_by_the_book() -> None:
    report = opened("max")
    assert report.comment.startswith("book, ")
    assert report.playouts == 0


def test_levels_were_measured_without_and_play_without() -> None:
    assert not opened("15k").comment.startswith("book")


def test_the_terminal_opens_by_the_book_unless_told_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Engine] = []
    make = options.make_engine

    def watched(*given: Any) -> Engine:
        made.append(make(*given))
        return made[-1]

    monkeypatch.setattr(options, "make_engine", watched)
    for more in ([], ["--set", "book=no"], ["--engine", "random"]):
        CliRunner().invoke(
            command_line(["play", "web"]), ["play", "--terminal", "--size", "5", "--playouts", "10", *more]
        )
    assert [engine.settings().get("book") for engine in made] == ["auto", "no", None]
