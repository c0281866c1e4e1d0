"""What docs/extending.md tells a developer to write does what the page says."""

import logging
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tengen
from tengen import create_engine
from tengen.cli.engines import engines
from tengen.engines import builtin
from tengen.engines.registry import engine_names
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.vertex import PASS, Vertex
from tengen.kernels.playouts.policies import NAMED
from tengen.protocols.gtp import commands
from tengen.protocols.gtp.session import GtpSession
from tengen.search.outside_priors import source_names
from tengen.search.parameters import SearchParameters
from tengen.search.searcher import Searcher

from .conftest import PAGES, fences_of

PAGE = next(path for path in PAGES if path.name == "extending.md").read_text(encoding="utf-8")
PYTHON = [fence.text for fence in fences_of(PAGE) if fence.language == "python"]
SOURCE = Path(tengen.__file__).parent
STARS = {"C3", "C7", "G3", "G7"}


def install(folder: Path, module: str, text: str, points: dict[str, str]) -> None:
    """Do what pip would: a module, and what its package announces."""
    (folder / f"{module}.py").write_text(text)
    about = folder / f"{module}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
    lines = [f"{name} = {value}\n" for name, value in points.items()]
    (about / "entry_points.txt").write_text("".join(["[tengen.priors]\n", *lines]))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def priors(searcher: Searcher) -> dict[str, float]:
    """The games that each move at the root began with."""
    return {str(branch.vertex): branch.prior_visits for branch in searcher.branches()}


def searched(position: Position, simulations: int = 50, **parameters: Any) -> Searcher:
    settings = {"memory": 10, "playout": "light", "fold_symmetry": False, **parameters}
    searcher = Searcher(SearchParameters(**settings), threads=1, seed=1)
    searcher.begin(position)
    searcher.run(simulations)
    return searcher


def test_priors_of_another_package(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    points = tomllib.loads(next(f.text for f in fences_of(PAGE) if f.language == "toml"))
    install(folder, "star_points", PYTHON[0], points["project"]["entry-points"]["tengen.priors"])
    assert source_names() == ["star-points"]
    engines()
    assert "for outside_priors: star-points" in capsys.readouterr().out
    plain, told = searched(Position(9)), searched(Position(9), outside_priors="star-points")
    more = {move: games - priors(plain)[move] for move, games in priors(told).items()}
    assert more == pytest.approx({move: 400.0 if move in STARS else 0.0 for move in more}, abs=0.01)
    assert str(told.branches()[0].vertex) in STARS


def test_they_change_nothing_unless_they_are_asked(folder: Path) -> None:
    before = searched(Position(9), 300).signature()
    install(folder, "star_points", PYTHON[0], {"star-points": "star_points:star_points"})
    assert searched(Position(9), 300).signature() == before


def test_a_root_the_tree_knows_gets_them_too_and_once(folder: Path) -> None:
    install(folder, "star_points", PYTHON[0], {"star-points": "star_points:star_points"})
    position = Position(9)
    searcher = searched(position, 400, outside_priors="star-points")
    best = searcher.branches()[0].vertex
    below = {str(b.vertex): b.prior_visits for b in searcher.trees[0].branches(searcher.branches()[0].node)}
    position.play(best)
    for _ in range(2):  # beginning again in the same position adds nothing
        searcher.begin(position)
        assert searcher.reused > 0
        searcher.run(100)
        more = {move: games - below[move] for move, games in priors(searcher).items()}
        wanted = {move: 400.0 if move in STARS else 0.0 for move in more}
        assert more == pytest.approx(wanted, abs=0.01)


SOURCES = """
from tengen.game.vertex import PASS, Vertex
def late(position): return {PASS: (0.0, 10.0)}
def fails(position): raise KeyError("no such thing")
def outside(position): return {Vertex(18, 18): (0.5, 1.0)}
def impossible(position): return {Vertex(0, 0): (2.0, 1.0)}
def endless(position): return {Vertex(0, 0): (0.5, float("inf"))}
def nothing(position): return None
def changes(position):
    position.play("A1")
    return {}
"""


def test_what_a_package_does_wrong_is_told_once(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    wrong = ("fails", "outside", "impossible", "endless", "nothing")
    points = {name: f"some_priors:{name}" for name in ("late", *wrong, "changes")}
    install(folder, "some_priors", SOURCES, {**points, "gone": "no_such_module:f"})
    plain = searched(Position(9))
    for name in (*wrong, "gone", "changes"):
        caplog.clear()
        position = Position(9)
        with caplog.at_level(logging.WARNING):
            searcher = searched(position, outside_priors=f"{name}, late")
            position.play("E5")
            searcher.begin(position)
            searcher.run(10)
        told = [record.getMessage() for record in caplog.records if "priors" in record.getMessage()]
        assert len(told) == (name != "changes"), told
        assert all(name in line and "\n" not in line for line in told)
        searcher = searched(Position(9), outside_priors=f"{name}, late")
        more = {move: games - priors(plain)[move] for move, games in priors(searcher).items()}
        assert more == pytest.approx({move: 10.0 if move == str(PASS) else 0.0 for move in more}, abs=0.01)


def test_names_that_nobody_knows_are_refused(folder: Path) -> None:
    with pytest.raises(TengenError, match="'star-points': none is installed"):
        searched(Position(9), outside_priors="star-points")
    install(folder, "some_priors", SOURCES, {"late": "some_priors:late"})
    with pytest.raises(TengenError, match="'star-points': there are late"):
        searched(Position(9), outside_priors="late,star-points")
    with create_engine("mcts", threads=1, settings={"memory": 5, "outside_priors": "late"}) as engine:
        with pytest.raises(TengenError, match="'early': there are late"):
            engine.change_settings({"outside_priors": "early"})
        assert getattr(engine.parameters, "outside_priors", "") == "late"


def test_the_evaluator_of_the_page() -> None:
    made: dict[str, Any] = {}
    exec(PYTHON[1], made)
    best = made["best"].vertex
    assert isinstance(best, Vertex)
    assert max(abs(best.column - 4), abs(best.row - 4)) <= 2


def test_a_rule_for_playouts_takes_two_files(tmp_path: Path) -> None:
    """In a copy of the package: the file of the page, and what it says to put into rules.py."""
    shutil.copytree(SOURCE, tmp_path / "tengen", ignore=shutil.ignore_patterns("__pycache__"))
    rules = tmp_path / "tengen" / "kernels" / "playouts" / "rules.py"
    (rules.parent / "tengen_point.py").write_text(PYTHON[2])
    text, after = rules.read_text(), "from tengen.kernels.playouts import moggy, mogo\n"
    for line in next(fence.text for fence in fences_of(PAGE) if fence.language == "diff").splitlines(keepends=True):
        if line.startswith("+"):
            assert text.count(after) == 1, after
            text = text.replace(after, after + line[1:])
            after = line[1:]
        elif line.strip():
            after = line[1:]
    rules.write_text(text)
    script = """
from tengen.engines import create_engine
from tengen.game.position import Position
with create_engine("replay", seed=1, settings={"playout": "tengen"}) as engine:
    print(engine.choose_move(Position(5)).summary())
with create_engine("mcts", seed=1, threads=1, playouts=20, settings={"playout": "light,tengen:0.5"}) as engine:
    print(engine.choose_move(Position(5)).vertex)
"""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == "black C3 (replay, tengen)"
    assert re.fullmatch(r"[A-E][1-5]|pass", done.stdout.splitlines()[1])
    assert "tengen" not in NAMED  # nor anything of it here


@pytest.fixture
def first_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "first.py").write_text(PYTHON[-2])
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
    (tmp_path / "example.py").write_text(PYTHON[-1])
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
