"""Learning openings: all orientations count, what is written is read again, and bad files are refused in a sentence."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("sklearn", reason="scikit-learn is not installed: pip install 'tengen[openings]'")

from tengen.cli import main
from tengen.errors import TengenError
from tengen.kernels.geometry import point_of
from tengen.learning.openings import (
    OpeningWishes,
    cluster_positions,
    learn_openings,
    positions_of,
)
from tengen.search.openings_file import read_openings

SIZE = 7
WriteGames = Callable[[Path, int], Path]


def _sgf(moves: list[tuple[int, int]]) -> str:
    letters = "abcdefg"
    colors = ("B", "W")
    told = "".join(
        f";{colors[i % 2]}[{letters[column]}{letters[SIZE - 1 - row]}]" for i, (column, row) in enumerate(moves)
    )
    return f"(;GM[1]FF[4]SZ[{SIZE}]KM[6.5]RE[B+R]{told})"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Games that begin at D4, then at a corner point or beside it, and go on at random."""
    folder = tmp_path / "games"
    folder.mkdir()
    generator = np.random.default_rng(7)
    for number in range(150):
        moves = [(3, 3), (2, 2) if number % 2 else (3, 5)]
        free = [(c, r) for c in range(SIZE) for r in range(SIZE) if (c, r) not in moves and 0 < c < 6 and 0 < r < 6]
        moves += [free[i] for i in generator.permutation(len(free))[:10]]
        (folder / f"{number:03}.sgf").write_text(_sgf(moves))
    return folder


def test_positions_are_counted_in_all_orientations() -> None:
    colors = np.zeros((3, SIZE * SIZE), np.int8)
    corner, beside = 2 * SIZE + 2, 2 * SIZE + 3
    colors[:, corner] = 1  # on the diagonal: four orientations differ
    found = positions_of(colors, np.array([beside, beside, -1]), SIZE)
    assert found.vectors.shape == (4, 2 * SIZE * SIZE)
    assert found.weights.tolist() == [4.0] * 4  # two games, each twice the same by the diagonal
    for number in range(4):
        row, column = divmod(int(found.vectors[number].indices[0]), SIZE)
        replies = {divmod(int(move), SIZE) for move in found.played[found.numbers == number]}
        middle = [(row + dr, column + dc) for dr, dc in ((0, 1), (0, -1), (1, 0), (-1, 0))]
        assert len(replies) == 2  # the reply, and its mirror image
        assert replies <= set(middle)


def test_clusters_are_by_the_cosine() -> None:
    generator = np.random.default_rng(1)
    colors = np.zeros((400, SIZE * SIZE), np.int8)
    for row, board in enumerate(colors):
        half = np.arange(21) if row % 2 else np.arange(28, 49)
        board[generator.choice(half, 6, replace=False)] = 1
        board[24] = 2  # so that orientations of the two kinds are far apart only by the rest
    positions = positions_of(colors, np.full(400, 24), SIZE)
    centres, nearest = cluster_positions(positions, 8, seed=3)
    assert centres.shape == (8, 2 * SIZE * SIZE)
    np.testing.assert_allclose(np.linalg.norm(centres, axis=1), 1, atol=1e-5)
    cosines = positions.vectors @ centres.T
    assert (cosines.argmax(1) == nearest).all()
    assert cosines.max(1).mean() > 0.55  # one centre for all of them has 0.45


def test_what_was_learnt_is_read_again_and_the_same_every_time(games: Path, tmp_path: Path) -> None:
    outs = [tmp_path / "one.bin", tmp_path / "two.bin"]
    for out in outs:
        outcome = learn_openings(OpeningWishes([games], out, clusters=(4, 8), moves=6))
    assert outs[0].read_bytes() == outs[1].read_bytes()
    read = read_openings(outs[0])
    assert [(s.size, s.clusters, len(s.stages)) for s in read.sections] == [(SIZE, 4, 6), (SIZE, 8, 6)]
    learnt = outcome.openings.section(SIZE, 4)
    again = read.section(SIZE, 4)
    assert learnt is not None
    assert again is not None
    middle = 3 * SIZE + 3
    assert learnt.stages[0].next_moves[0].argmax() == middle  # nobody begins elsewhere
    for before, after in zip(learnt.stages, again.stages, strict=True):
        assert (before.next_moves == after.next_moves).all()
        np.testing.assert_allclose(before.centres, after.centres, atol=0.01)
    tables = again.tables()
    assert tables.next_moves[0, 0, point_of(3, 3)] == again.games * 8
    assert {its.moves for its in outcome.figures} == set(range(6))
    assert outcome.figures[0].listed == 1.0


@pytest.mark.parametrize("damage", ["cut", "flip", "foreign", "version", "empty"])
def test_a_damaged_file_is_refused_in_a_sentence(damage: str, games: Path, tmp_path: Path) -> None:
    out = tmp_path / "openings.bin"
    learn_openings(OpeningWishes([games], out, clusters=(4,), moves=3))
    data = out.read_bytes()
    changed = {
        "cut": data[: len(data) // 2],
        "flip": data[:-9] + bytes([data[-9] ^ 1]) + data[-8:],
        "foreign": b"something else\n" + data,
        "version": data.replace(b'"format": 1', b'"format": 9'),
        "empty": b"",
    }[damage]
    out.write_bytes(changed)
    with pytest.raises(TengenError, match=r"openings\.bin.*(make one|again)"):
        read_openings(out)


def _learn(monkeypatch: pytest.MonkeyPatch, *options: str) -> int | str | None:
    """Run the command; the status it ends with."""
    monkeypatch.setattr(sys, "argv", ["tengen", "learn", "openings", *options])
    with pytest.raises(SystemExit) as ended:
        main()
    return ended.value.code


def test_the_command_tells_what_it_learnt(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "mine.bin"
    assert not _learn(monkeypatch, str(games), "--out", str(out), "--clusters", "4", "--moves", "5", "--json")
    told = json.loads(capsys.readouterr().out)
    assert told["sections"][0]["clusters"] == 4
    assert told["bytes"] == out.stat().st_size


@pytest.mark.parametrize("wrong", ["", "0", "64,", "x", "100000"])
def test_a_wrong_number_of_clusters_is_refused(
    wrong: str, games: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _learn(monkeypatch, str(games), "--clusters", wrong)
    assert "must be numbers from 1 to 512" in capsys.readouterr().err


def test_too_few_games_are_told(tmp_path: Path) -> None:
    folder = tmp_path / "few"
    folder.mkdir()
    (folder / "one.sgf").write_text(_sgf([(3, 3), (2, 2), (4, 4)]))
    with pytest.raises(TengenError, match="100 games of a board size are needed"):
        learn_openings(OpeningWishes([folder], tmp_path / "x.bin"))
