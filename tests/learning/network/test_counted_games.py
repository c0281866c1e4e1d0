"""Final owners of counted games: found where they agree with the count, and kept."""

from pathlib import Path

import numpy as np
import pytest

from tengen.game.color import WHITE
from tengen.game.vertex import Vertex
from tengen.learning.network import counted_games
from tengen.learning.network.counted_games import find_owners
from tengen.learning.network.lessons import Games
from tengen.records.collections import CollectedGame

# A wall of each: Black has the left three columns of 7x7, White the right four; the board is 21 to 28.
WALLS = [f"{column}{row}" for row in range(1, 8) for column in ("C", "D")]


def walls(komi: float, margin: float | None, first: str = "") -> CollectedGame:
    points = [Vertex.parse(name).point for name in WALLS] + [0, 0]
    return CollectedGame(7, komi, WHITE, margin, np.array(points, np.int16), first)


def of(*games: CollectedGame) -> Games:
    found = Games()
    found.extend(games)
    found.parts = ["learn"] * len(games)
    return found


def test_owners_are_found_where_they_agree_with_the_count(tmp_path: Path) -> None:
    games = of(walls(0.5, 7.5), walls(6.5, 30.5), walls(5.5, None))
    told: list[tuple[int, int]] = []
    find_owners(games, tmp_path / "owners", 1, lambda *step: told.append(step))
    assert list(games.owners) == [0]
    expected = np.tile([1, 1, 1, -1, -1, -1, -1], 7)
    np.testing.assert_array_equal(games.owners[0], expected)
    assert told == [(1, 2), (2, 2)]


def test_what_is_in_the_file_is_not_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "owners"
    find_owners(of(walls(0.5, 7.5), walls(6.5, 30.5)), path, 1)
    monkeypatch.setattr(counted_games, "final_owners", lambda *_: pytest.fail("found again"))
    again = of(walls(6.5, 30.5), walls(0.5, 7.5))  # in another order
    find_owners(again, path, 1)
    assert list(again.owners) == [1]
    with pytest.raises(pytest.fail.Exception, match="found again"):
        find_owners(of(walls(1.5, 8.5)), path, 1)


def test_what_was_found_before_a_break_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "owners"

    def stop(done: int, _: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    games = [walls(komi + 0.5, komi + 7.5) for komi in range(4)]
    with pytest.raises(KeyboardInterrupt):
        find_owners(of(*games), path, 1, stop)
    told: list[int] = []
    find_owners(of(*games), path, 1, lambda done, _: told.append(done))
    assert told == [3, 4]


def test_a_damaged_file_is_as_good_as_none(tmp_path: Path) -> None:
    path = tmp_path / "owners"
    path.write_bytes(b"half of some")
    games = of(walls(0.5, 7.5))
    find_owners(games, path, 1)
    assert games.owners
