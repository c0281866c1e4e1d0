"""What docs/architecture.md says of adding things: an engine is one file, a GTP command is one file."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tengen import Position, create_engine
from tengen.engines import builtin
from tengen.engines.registry import engine_names
from tengen.protocols.gtp import commands
from tengen.protocols.gtp.session import GtpSession

# The first empty point from A1 on; what it thinks of it is that nobody knows.
ENGINE = '''
from dataclasses import dataclass

from tengen.engines.endgame.judgement import Judgement
from tengen.engines.endgame.playout_judgement import judge_by_playouts
from tengen.engines.interface import Engine
from tengen.engines.move_report import MoveReport
from tengen.engines.request import MoveRequest, SearchRequest
from tengen.game.position import Position
from tengen.game.vertex import PASS
from tengen.parameters import parameter
from tengen.search.report import SearchedMove, SearchReport


@dataclass(frozen=True)
class FirstParameters:
    """What can be set."""

    hope: float = parameter(0.5, help="The win rate of every move", minimum=0, maximum=1)


class FirstEngine(Engine):
    """Plays the first point that is legal."""

    name = "first"
    default_parameters = FirstParameters()

    def choose(self, request: MoveRequest) -> MoveReport:
        found = self.search(request)
        return MoveReport(found.color, found.best.vertex, self.name, found)

    def search(self, request: SearchRequest) -> SearchReport:
        vertex = next(iter(request.position.legal_moves()), PASS)
        move = SearchedMove(vertex, 1, self.parameters.hope, variation=(vertex,))
        return SearchReport(request.position.copy(), (move,), playouts=1)

    def judge(self, position: Position) -> Judgement:
        return judge_by_playouts(position)
'''

COMMAND = '''
from tengen.protocols.gtp.commands.registry import Arguments, color_of, command
from tengen.protocols.gtp.session import GtpSession


@command("example-count", "COLOR")
def count(session: GtpSession, arguments: Arguments) -> str:
    """How many stones a player has on the board."""
    color = color_of(arguments[0])
    return str(sum(owner is color for owner in session.position.stones.values()))
'''


@pytest.fixture
def first_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "first.py").write_text(ENGINE)
    monkeypatch.setattr(builtin, "__path__", [*builtin.__path__, str(tmp_path)])
    yield
    sys.modules.pop(f"{builtin.__name__}.first", None)


@pytest.mark.usefixtures("first_engine")
def test_an_engine_is_one_file() -> None:
    assert "first" in engine_names()
    with create_engine("first", settings={"hope": "0.25"}) as engine:
        assert str(engine.choose_move(Position(9)).vertex) == "A1"
        session = GtpSession(engine, size=9)
        assert session.answer("genmove b") == "= A1\n\n"
        # It searches, so it can be analysed with like any other.
        assert "info move B1 visits 1 winrate 2500" in session.answer("lz-analyze w 10")
        assert engine.analyze(Position(5)).winrate == 0.25


def test_a_gtp_command_is_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "example.py").write_text(COMMAND)
    known = dict(commands.COMMANDS)
    with monkeypatch.context() as patched:
        patched.setattr(commands, "__path__", [*commands.__path__, str(tmp_path)])
        commands.register_all()
    try:
        with create_engine("random", seed=1) as engine:
            session = GtpSession(engine, size=9)
            session.answer("play b E5")
            assert session.answer("example-count b") == "= 1\n\n"
            assert session.answer("example-count").startswith("? syntax error")
            assert "example-count COLOR: How many stones" in session.answer("help example-count")
    finally:
        commands.COMMANDS.clear()
        commands.COMMANDS.update(known)
        sys.modules.pop(f"{commands.__name__}.example", None)
