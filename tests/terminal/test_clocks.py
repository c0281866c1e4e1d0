"""Clocks as text, and in a game."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from tengen.engines import create_engine
from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE
from tengen.game.position import Position
from tengen.play import Clocks
from tengen.records import load
from tengen.search.clock import Clock
from tengen.search.clock_text import format_clock, parse_clock
from tengen.terminal.game import TerminalGame


@pytest.mark.parametrize("text", ["10:00", "1:30:00", "5:00+2:00/15", "0:30+0:10"])
def test_what_is_written_is_read_back(text: str) -> None:
    clock = parse_clock(text)
    assert parse_clock(format_clock(clock).replace(" ", "")) == clock


@pytest.mark.parametrize(
    "text", ["", "ten minutes", "10:99", "-5:00", "10:00+", "10:00+5x0:30/3", "10:00+x0:30", "1:2:3"]
)
def test_what_is_no_clock_is_told_with_examples(text: str) -> None:
    with pytest.raises(TengenError, match=r"write 10:00, 10:00\+5x0:30"):
        parse_clock(text)


@pytest.mark.parametrize("text", ["0:00", "0:00+5x0:00", "0:00+0:00/10", "0:00+0:10"])
def test_a_clock_without_time_is_refused(text: str) -> None:
    with pytest.raises(TengenError, match="no time for a move"):
        parse_clock(text)


class Watch:
    """Time goes by when somebody says so."""

    now = 0.0

    def think(self, clocks: Clocks, seconds: float) -> bool:
        """Black thinks for so long; whether he has time left."""
        with clocks.timed(BLACK):
            self.now += seconds
        return not clocks.is_out(BLACK)


def clocks_of(settings: Clock) -> tuple[Clocks, Watch]:
    watch = Watch()
    return Clocks(settings, lambda: watch.now), watch


def test_periods_are_used_up() -> None:
    clocks, watch = clocks_of(parse_clock("0:10+2x0:30"))
    assert watch.think(clocks, 50)  # the main time and one period gone, in the second
    assert format_clock(clocks.shown(BLACK)) == "1x0:20"
    clocks.move(BLACK)
    assert format_clock(clocks.shown(BLACK)) == "1x0:30"
    assert format_clock(clocks.shown(WHITE)) == "0:10 +2x0:30"
    assert format_clock(clocks.shown(WHITE), briefly=True) == "0:10"
    assert not watch.think(clocks, 31)


def test_time_adds_up_over_several_looks_at_one_move() -> None:
    clocks, watch = clocks_of(Clock(main=60))
    assert watch.think(clocks, 25)
    assert watch.think(clocks, 25)
    assert format_clock(clocks.shown(BLACK)) == "0:10"
    assert not watch.think(clocks, 25)


def play(lines: list[tuple[float, str]], keep_at: Path) -> tuple[TerminalGame, str]:
    """A game in which every line is typed after so many seconds, by a watch that goes on only then."""
    now = 0.0
    waiting = iter(lines)
    screen = io.StringIO()

    def ask(prompt: str) -> str:
        nonlocal now
        seconds, line = next(waiting)
        now += seconds
        return line

    console = Console(file=screen, width=100, color_system=None)
    game = TerminalGame(
        Position(5), create_engine("random", seed=1), BLACK, console, ask, keep_at, parse_clock("1:00"), lambda: now
    )
    game.run()
    return game, screen.getvalue()


def test_the_clock_of_a_person_runs_while_he_thinks(tmp_path: Path) -> None:
    game, screen = play([(12, "c3"), (0, "quit")], tmp_path / "kept.sgf")
    assert format_clock(game.clocks.shown(BLACK)) == "0:48"
    assert "0:48" in screen


def test_a_game_can_be_lost_on_time(tmp_path: Path) -> None:
    game, screen = play([(30, "c3"), (20, "help"), (20, "b2")], tmp_path / "kept.sgf")
    assert game.result == "W+T"
    assert game.position.move_number == 2
    assert "Your time is up: white wins." in screen
    assert load(tmp_path / "kept.sgf").result == "W+T"
