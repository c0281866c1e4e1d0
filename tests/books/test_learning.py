"""Books learnt from games: captures, kos, broken games, thresholds, and the same book whatever the order."""

import random
import zipfile
from pathlib import Path

import numpy as np
import pytest

from tengen.books import Book
from tengen.books.from_games import learn_collections
from tengen.books.lines import canonical_move, steps_of
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.vertex import PASS
from tengen.records.collections import CollectedGame

from .conftest import after, collected, known, sgf


def random_game(size: int, seed: int, moves: int) -> tuple[CollectedGame, list[tuple[int, int]]]:
    """A game that chance has played, and each of its moves with the hash before it, by `Position`."""
    choose = random.Random(seed)
    position = Position(size)
    steps = []
    for _ in range(moves):
        legal = position.legal_moves()
        vertex = choose.choice(legal) if legal and choose.random() > 0.05 else PASS
        steps.append(canonical_move(position, vertex))
        assert steps[-1][0] == position.canonical_hash
        position.play(vertex)
    points = np.array([move.vertex.point for move in position.moves], np.int16)
    return CollectedGame(size, 0.0, None, None, points, f"{size}-{seed}"), steps


@pytest.mark.parametrize("size", [2, 3, 5, 9, 19])
def test_games_hashed_together_are_those_played_one_by_one(size: int) -> None:
    games = [random_game(size, seed, 5 + 3 * seed) for seed in range(25)]
    found, broken = steps_of(size, [game.moves for game, _ in games])
    assert broken == []
    wanted = [(line, number, *step) for line, (_, steps) in enumerate(games) for number, step in enumerate(steps)]
    assert list(zip(*(part.tolist() for part in found), strict=True)) == wanted


def test_no_lines_have_no_steps() -> None:
    steps, broken = steps_of(9, [])
    assert len(steps.keys) == 0
    assert broken == []


def test_a_capture_and_the_ko_after_it() -> None:
    """White takes the stone at B3; the same stones where Black may take back at once are another position."""
    game = collected("C4 B4 D3 A3 C2 B2 B3 C3 D4 D2", size=5)
    book = Book.learn([game], moves=20, least=1)
    taken = after("C4 B4 D3 A3 C2 B2 B3 C3", 5)
    assert (taken.captures("white"), str(taken.ko)) == (1, "B3")
    assert known(book, taken) == {"D4": 1}
    later = Position(5)
    later.set_up(taken.stones)
    assert later.stones == taken.stones
    assert later not in book


def test_only_what_was_played_often_enough_stays(games: list[CollectedGame]) -> None:
    book = Book.learn(games, moves=10, least=2)
    assert known(book, Position(9)) == {"E5": 2, "G7": 2}
    assert known(book, after("E5")) == {"G7": 2}
    assert after("C3") not in book  # two games, but different answers
    assert Position(9) not in Book.learn(games, least=3)


def test_only_so_many_moves_are_looked_at(games: list[CollectedGame]) -> None:
    book = Book.learn(games, moves=1, least=1)
    assert len(book) == 1
    assert book.about["moves"] == 1
    for moves in (0, -1, 401):
        with pytest.raises(TengenError, match="choose 1 to 400"):
            Book.learn(games, moves=moves)


def test_the_order_of_the_games_does_not_matter() -> None:
    games = [random_game(5, seed, 30)[0] for seed in range(40)]
    one, other = (Book.learn(order, moves=8, least=1) for order in (games, games[::-1]))
    assert one.table.keys.tolist() == other.table.keys.tolist()
    assert one.table.moves.tolist() == other.table.moves.tolist()
    for name, column in one.table.columns.items():
        assert column.tolist() == other.table.columns[name].tolist()


def test_a_game_counts_until_a_move_that_is_not_legal(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "some.zip", "w") as packed:
        packed.writestr("good.sgf", sgf(["E5", "C3", "G7"], "B+R", "1998-04-01"))
        packed.writestr("bad.sgf", sgf(["E5", "C3", "C3"], "W+2.5", "2004"))
        packed.writestr("handicap.sgf", "(;SZ[9]HA[2]AB[cc][gg];W[ee])")
    book, tally, broken = learn_collections([tmp_path / "some.zip"], 20, 1, lambda *_: None)
    assert broken == ["some.zip/bad.sgf"]
    assert tally.left_out.total() == 1
    assert known(book, after("E5")) == {"G7": 2}
    assert known(book, after("E5 C3")) == {"G7": 1}
    [move] = book.moves(after("E5"))
    assert (move.years, move.winrate) == ((1998, 2004), 0.5)
    assert book.about["learnt_from"] == ["some.zip"]
    assert book.about["games"] == {"9": 2}


def test_several_collections_and_sizes(tmp_path: Path) -> None:
    (tmp_path / "one.sgf").write_text(sgf(["E5", "C3"]))
    (tmp_path / "other.sgf").write_text(sgf(["Q16", "D4"], size=19))
    told = []
    book, _, _ = learn_collections(
        [tmp_path / "one.sgf", tmp_path / "other.sgf"], 5, 1, lambda *step: told.append(step)
    )
    assert known(book, Position(9)) == {"E5": 1}
    assert known(book, Position(19)) == {"Q16": 1}
    assert [what for what, _, _ in told] == ["reading one.sgf: games", "reading other.sgf: games", "counting"]
    assert known(Book.learn(tmp_path / "one.sgf", least=1), Position(9)) == {"E5": 1}


def test_no_games_are_refused_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(TengenError, match="there are no games to learn from"):
        Book.learn([])
    with pytest.raises(TengenError, match="no such file"):
        Book.learn(tmp_path / "nowhere.zip")
