"""Engines in the worker's own process that raise, hang or end the process: the verdict, and that the match goes on."""

import re
import sys
from pathlib import Path
from typing import Any

import pytest

from tengen.lab.outcome import End
from tengen.lab.players import Entrant
from tengen.lab.store import GameRow

RANDOM = Entrant("random", engine="random")
HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def announced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package on the path whose entry point announces the engine; workers have the same path."""
    folder = tmp_path / "packages"
    info = folder / "unruly-1.0.dist-info"
    info.mkdir(parents=True)
    (folder / "unruly.py").write_text((HERE / "unruly.py").read_text())
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: unruly\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[tengen.engines]\nunruly = unruly:Unruly\n")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.delitem(sys.modules, "unruly", raising=False)


def unruly(do: str, on: str = "move", once: Path | None = None) -> Entrant:
    settings = {"do": do, "on": on, **({} if once is None else {"once": str(once)})}
    return Entrant(f"unruly {do}", engine="unruly", settings=settings)


def described(game: GameRow) -> tuple[End, bool | None]:
    assert game.end.counts or (game.winner, game.points, game.margin) == (None, None, None)
    assert game.detail.isprintable()
    return game.end, game.first_at_fault


# What it does, and when: the end of its games, and what is said.
CASES = {
    ("raise", "move"): (End.CRASH, "unruly raise crashed: RuntimeError: the tree fell over x+…"),
    ("raise", "start"): (End.START, "unruly raise did not start: RuntimeError: the tree fell over x+…"),
    ("raise", "judge"): (End.CRASH, "unruly raise crashed while counting: RuntimeError: .*"),
    ("raise", "close"): (End.SCORE, ""),
    ("sys.exit", "move"): (End.CRASH, "unruly sys.exit crashed: SystemExit: 7"),
    ("sys.exit", "start"): (End.START, "unruly sys.exit did not start: SystemExit: 7"),
    ("os._exit", "move"): (End.CRASH, "unruly os._exit: the process .* ended with exit status 7 at move [56]"),
    ("os._exit", "start"): (End.CRASH, "unruly os._exit: the process .* ended with exit status 7 at move 0"),
    ("segfault", "judge"): (End.CRASH, r"unruly segfault: the process .* was ended by SIGSEGV at move \d+"),
    ("no report", "move"): (End.CRASH, "unruly no report crashed: AttributeError: .*"),
    ("no report", "judge"): (End.CRASH, "unruly no report crashed while counting: AttributeError: .*"),
    ("resign", "move"): (End.RESIGNATION, ""),
    ("odd numbers", "move"): (End.SCORE, ""),
    ("odd report", "move"): (End.CRASH, "unruly odd report crashed: AttributeError: .*"),
}


def test_every_game_ends_with_the_right_verdict(arena: Any) -> None:
    as_black = [(unruly(do, on), RANDOM, 1) for do, on in CASES]
    as_white = [(RANDOM, unruly(do, on), 1) for do, on in CASES]
    games = arena.play(*as_black, *as_white, jobs=2, count="agreement")
    wrong = []
    for number, (case, (end, said)) in enumerate(CASES.items()):
        for (game,), first in ((games[number], True), (games[number + len(CASES)], False)):
            if described(game) != (end, first if end.is_fault else None) or not re.fullmatch(said, game.detail):
                wrong.append((case, first, game.end, game.at_fault, game.detail))
    assert wrong == []


def test_one_that_hangs_costs_its_game(arena: Any, tmp_path: Path) -> None:
    """The worker is ended with it, and the opponent's program with the worker; the next games have new ones."""
    hangs = unruly("loop", "move", tmp_path / "done")
    stubborn = arena.program("stubborn", on="boardsize", do="stubborn")
    ((first, *others),) = arena.play((hangs, stubborn, 3), move_timeout=1.0)
    assert described(first) == (End.TIMEOUT, True)
    assert first.detail == "unruly loop: no answer in time at move 5"
    assert first.seconds < 30
    assert [described(game) for game in others] == [(End.SCORE, None)] * 2


def test_what_an_engine_prints_is_not_our_output(arena: Any, capfd: pytest.CaptureFixture[str]) -> None:
    ((game,),) = arena.play((unruly("print"), RANDOM, 1))
    assert described(game) == (End.SCORE, None)
    out, err = capfd.readouterr()
    assert out == ""
    assert "thinking aloud\n" in err
    assert "thinking aloud, past Python\n" in err
