"""Ten thousand lines that no sane controller sends: each gets one answer, and the board stays a board.

benchmarks/gtp_fuzz.py makes the lines, and sends more of them. They come from a seeded generator, so a failure can be
had again; the message of a failing assertion says which line it was.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tengen.compilation import ensure_compiled
from tengen.engines import create_engine
from tengen.game.color import BLACK, WHITE
from tengen.game.position import Position
from tengen.game.ruleset import Ko
from tengen.protocols.gtp.session import GtpSession

SEED = 20020101
LINES = 10_000
LINES_TO_A_PROCESS = 1_000


@pytest.fixture(scope="module")
def fuzz(load_benchmark: Callable[[str], Any]) -> Any:
    return load_benchmark("gtp_fuzz")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fuzz: Any) -> Path:
    """A folder to run in: whatever a line makes the engine write stays there."""
    ensure_compiled()
    monkeypatch.chdir(tmp_path)
    fuzz.write_files(tmp_path)
    return tmp_path


def assert_consistent(session: GtpSession) -> None:
    """What the commands tell is what the position knows, and playing its moves again leads to it."""
    position = session.position
    for color in (BLACK, WHITE):
        told = session.answer(f"list_stones {color}").split()[1:]
        assert told == [str(vertex) for vertex, stone in position.stones.items() if stone is color]
        assert session.answer(f"captures {color}") == f"= {position.captures(color)}\n\n"
    assert session.answer("query_boardsize") == f"= {position.size}\n\n"
    again = Position(position.size, rules=position.rules.changed(ko=Ko.SIMPLE, suicide=True))
    again.set_up(position.initial_stones, position.initial_player)
    for move in position.moves:
        again.play(move.vertex, move.color)
    assert (again.stones, again.hash, again.ko) == (position.stones, position.hash, position.ko)
    assert all(position.group(vertex).liberties for vertex in position.stones)


def feed(fuzz: Any, session: GtpSession, lines: Iterator[bytes], every: int) -> int:
    """Send lines, looking at the board after so many; how many of them were answered with success."""
    successes, mistakes = 0, []
    for number, line in enumerate(lines, 1):
        output = session.answer(line.decode("utf-8", "replace") + "\n")
        found = fuzz.read_responses(output)
        words = fuzz.words_of(line)
        assert len(found) == (1 if words else 0), line
        if found:
            (response,) = found
            assert not response.noise, line
            if "internal error" in response.text:
                mistakes.append((line[:200], response.text[:200]))
            assert output.endswith("\n\n"), line
            successes += response.success
            if words[0].isascii() and words[0].isdigit() and len(words[0]) <= 1000:
                assert response.id == int(words[0]), line
        if number % every == 0:
            assert_consistent(session)
    assert mistakes == []
    assert not session.ended
    return successes


def test_ten_thousand_lines(folder: Path, fuzz: Any) -> None:
    session = GtpSession(create_engine("random", seed=1), size=9)
    successes = feed(fuzz, session, fuzz.Fuzzer(SEED).lines(LINES), every=25)
    assert LINES // 4 < successes < LINES * 3 // 4  # the lines are a good mixture
    assert {"game.sgf", "other.sgf", "broken.sgf", "folder"} <= set(os.listdir())
    assert list((folder / "folder").iterdir()) == []
    assert not list(folder.glob(".*.tmp"))


def test_lines_to_an_engine_that_thinks(fuzz: Any) -> None:
    with create_engine("montecarlo", seed=1, playouts=20) as engine:
        successes = feed(fuzz, GtpSession(engine, size=9), fuzz.Fuzzer(SEED + 1).lines(LINES // 20), every=10)
    assert successes > LINES // 80


def test_lines_to_an_engine_that_analyses(fuzz: Any) -> None:
    """Most of them are requests for analysis, some of which make sense."""
    fuzzer = fuzz.Fuzzer(SEED + 2)
    fuzzer.often = ["lz-analyze", "kata-analyze", "lz-genmove_analyze", "kata-genmove_analyze", "cgos-genmove_analyze"]
    fuzzer.names = [*fuzzer.often, "play", "undo", "boardsize", "tengen-ladders", "tengen-priors", "kgs-rules"]
    with create_engine("mcts", seed=1, playouts=20, settings={"memory": 5}) as engine:
        successes = feed(fuzz, GtpSession(engine, size=9), fuzzer.lines(LINES // 20), every=10)
    assert successes > LINES // 80


def test_lines_to_a_real_process_that_searches(folder: Path, fuzz: Any) -> None:
    """All sizes, settings of every kind, and the usual engine behind a real pipe."""
    engine = fuzz.Conversation(folder, SEED, checked=False, playouts=5)
    lines = list(fuzz.Fuzzer(SEED + 3).lines(LINES_TO_A_PROCESS))
    try:
        found = engine.send(lines)
    finally:
        engine.close()
    fuzz.check_answers(lines, found)
    assert sum(response.success for response in found) > LINES_TO_A_PROCESS // 4
    assert "Traceback" not in (folder / "errors.txt").read_text(errors="replace")
