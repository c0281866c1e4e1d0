"""Ctrl-C while the engine thinks."""

import _thread
import io
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from tengen.engines.endgame.judgement import Judgement
from tengen.engines.interface import Engine
from tengen.engines.move_report import MoveReport
from tengen.engines.request import MoveRequest
from tengen.game.color import BLACK
from tengen.game.position import Position
from tengen.records import load
from tengen.terminal.game import TerminalGame
from tengen.terminal.thinking import GivenUp, wait_for

_PATIENCE = 20.0  # seconds: far more than anything here takes


class Ponderous(Engine):
    """Thinks until it is told to stop, and presses Ctrl-C itself when it has begun."""

    name = "ponderous"

    def __init__(self, presses: int = 1) -> None:
        self._stop = threading.Event()
        self.presses = presses
        self.hurried = 0

    def choose(self, request: MoveRequest) -> MoveReport:
        _thread.interrupt_main()
        assert self._stop.wait(_PATIENCE)
        self._stop.clear()
        position = request.position
        return MoveReport(position.to_play, position.legal_moves()[0], self.name)

    def stop(self) -> None:
        self.hurried += 1
        if self.presses > 1:
            _thread.interrupt_main()
            threading.Timer(0.5, self._stop.set).start()
        else:
            self._stop.set()

    def judge(self, position: Position) -> Judgement:
        _thread.interrupt_main()
        threading.Event().wait(0.5)
        return Judgement.of(position, frozenset(), frozenset())

    def settings(self) -> dict[str, object]:
        return {}


@pytest.fixture(autouse=True)
def _interrupts() -> Iterator[None]:
    """Test runners may ignore Ctrl-C in their workers."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def play(engine: Engine, lines: list[str], keep_at: Path) -> tuple[TerminalGame, str]:
    waiting = iter(lines)
    screen = io.StringIO()
    console = Console(width=100, color_system=None, file=screen)
    game = TerminalGame(Position(5), engine, BLACK, console, lambda prompt: next(waiting), keep_at)
    game.run()
    return game, screen.getvalue()


def test_an_answer_is_waited_for() -> None:
    assert wait_for(lambda: 6 * 7) == 42


def test_an_error_comes_through() -> None:
    with pytest.raises(ZeroDivisionError):
        wait_for(lambda: 1 // 0)


def test_the_engine_moves_at_once(tmp_path: Path) -> None:
    engine = Ponderous()
    game, screen = play(engine, ["c3", "quit"], tmp_path / "kept.sgf")
    assert [str(move) for move in game.position.moves] == ["B C3", "W A1"]
    assert engine.hurried == 1
    assert "white plays A1" in screen


def test_a_hint_is_what_was_found_so_far(tmp_path: Path) -> None:
    game, screen = play(Ponderous(), ["hint", "quit"], tmp_path / "kept.sgf")
    assert "a  A1" in screen
    assert game.position.moves == ()


def test_twice_leaves_and_the_game_is_kept(tmp_path: Path) -> None:
    game, screen = play(Ponderous(presses=2), ["c3"], tmp_path / "kept.sgf")
    assert [str(move) for move in load(tmp_path / "kept.sgf").moves] == ["B C3"]
    assert "go on with: tengen play --terminal --load" in screen
    assert game.result == ""


def test_counting_is_left_and_the_prompt_is_back(tmp_path: Path) -> None:
    game, screen = play(Ponderous(), ["score", "moves", "quit"], tmp_path / "kept.sgf")
    assert "left undone" in screen
    assert "no moves yet" in screen
    assert game.position.to_play is BLACK


def test_what_cannot_be_hurried_is_given_up() -> None:
    def work() -> None:
        _thread.interrupt_main()
        threading.Event().wait(0.3)

    with pytest.raises(GivenUp):
        wait_for(work)
