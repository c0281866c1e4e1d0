"""What a network is shown of games, against a plain reading of positions; how games are read, split and replayed."""

import itertools
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.geometry import MAX_SIZE
from tengen.kernels.network.inputs import (
    GLOBALS,
    HISTORY,
    KO,
    LAST,
    ON_BOARD,
    OTHERS,
    OTHERS_LIBERTIES,
    OWN,
    OWN_LIBERTIES,
    PLANES,
    SELF_ATARIS,
    TAKES,
)
from tengen.learning.network.lessons import CANVAS, Array, Games, Lessons, Replayer, by_size, read_all, shown
from tengen.records.collections import CollectedGame, Tally

MakeGame = Callable[..., CollectedGame]
PLAIN_PLANES = range(TAKES)  # those that a plain reading can tell


def plain_planes(position: Position) -> Array:
    """Stones, liberties, ko and last moves of a position, read one point at a time."""
    planes = np.zeros((TAKES, position.size, position.size), np.float32)
    planes[ON_BOARD] = 1
    for vertex, color in position.stones.items():
        own = color is position.to_play
        planes[OWN if own else OTHERS, vertex.row, vertex.column] = 1
        liberties = len(position.group(vertex).liberties)
        if liberties <= 3:
            planes[(OWN_LIBERTIES if own else OTHERS_LIBERTIES) + liberties - 1, vertex.row, vertex.column] = 1
    if position.ko is not None:
        planes[KO, position.ko.row, position.ko.column] = 1
    for age, move in enumerate(reversed(position.moves[-HISTORY:])):
        if not move.vertex.is_pass:
            planes[LAST + age, move.vertex.row, move.vertex.column] = 1
    return planes


def one(game: CollectedGame) -> Games:
    games = Games()
    games.extend([game])
    return games


@pytest.mark.parametrize("size", [5, 9, 19])
def test_the_planes_are_what_a_plain_reading_finds(random_game: MakeGame, size: int) -> None:
    for seed in range(4):
        game = random_game(size, seed, length=90)
        rows = Replayer().rows_of(game, 0)
        assert len(rows) == len(game.moves)
        seen = shown(rows, one(game))
        position = Position(size)
        for number, point in enumerate(game.moves.tolist()):
            expected = plain_planes(position)
            np.testing.assert_array_equal(seen.planes[number, :TAKES], expected, f"move {number + 1} of game {seed}")
            position.play(Vertex.from_point(point))


def test_a_ko_is_shown_to_whom_it_concerns() -> None:
    """Black takes at D4, and White may not take back."""
    names = ["C3", "D3", "B4", "E4", "C5", "D5", "J9", "C4", "D4"]
    points = [Vertex.parse(name).point for name in names] + [0]
    game = CollectedGame(9, 0.0, None, None, np.array(points, np.int16))
    rows = Replayer().rows_of(game, 0)
    ko = shown(rows, one(game)).planes[:, KO]
    assert ko[:9].sum() == 0
    assert np.argwhere(ko[9]).tolist() == [[3, 2]]


def test_what_tactics_know_is_shown() -> None:
    names = ["E5", "E4", "A1", "F5", "A2", "D5", "A3"]
    points = [Vertex.parse(name).point for name in names] + [0]
    game = CollectedGame(9, 0.0, None, None, np.array(points, np.int16))
    planes = shown(Replayer().rows_of(game, 0), one(game)).planes
    assert planes.shape[1] == PLANES
    assert planes[7, TAKES, 5, 4] == 1  # White takes at E6
    assert planes[0, TAKES:].sum() == 0
    assert planes[:, SELF_ATARIS, 4, 4].sum() == 0  # a stone is there


def test_what_is_told_of_the_board(random_game: MakeGame) -> None:
    game = random_game(9, 3, length=80, komi=7.5)
    rows = Replayer().rows_of(game, 0)
    told = shown(rows, one(game)).told
    assert told.shape == (len(rows), GLOBALS)
    np.testing.assert_allclose(told[0::2, 0], -7.5 / 15)
    np.testing.assert_allclose(told[1::2, 0], 7.5 / 15)
    passed = game.moves == 0
    assert passed.any()
    np.testing.assert_array_equal(told[1:, 1], passed[:-1])
    np.testing.assert_array_equal(told[2:, 2], passed[:-2])
    np.testing.assert_allclose(told[:, 3], 9 / 19)


def test_rows_of_some_moves_are_those_of_all(random_game: MakeGame) -> None:
    game = random_game(13, 1)
    wanted = np.zeros(len(game.moves), np.bool_)
    wanted[[0, 7, 31]] = True
    replayer = Replayer()
    np.testing.assert_array_equal(replayer.rows_of(game, 5, wanted), replayer.rows_of(game, 5)[wanted])


def test_a_row_knows_its_move_player_and_game(random_game: MakeGame) -> None:
    game = random_game(7, 2)
    rows = Replayer().rows_of(game, 42)
    assert set(rows["game"]) == {42}
    assert rows["color"].tolist() == [1, -1] * (len(rows) // 2)
    for point, move in zip(game.moves.tolist(), rows["move"].tolist(), strict=True):
        vertex = Vertex.from_point(point)
        assert move == (CANVAS if vertex.is_pass else vertex.row * MAX_SIZE + vertex.column)


def test_rows_end_where_a_move_is_not_legal(random_game: MakeGame) -> None:
    game = random_game(9, 1)
    moves = game.moves.copy()
    moves[20] = moves[19]
    broken = CollectedGame(9, 0.0, None, None, moves)
    rows = Replayer().rows_of(broken, 0)
    np.testing.assert_array_equal(rows["words"], Replayer().rows_of(game, 0)["words"][:20])


# ---- many games ----------------------------------------------------------------------


def test_rows_come_from_games_to_learn_from_as_often_as_wished(random_game: MakeGame) -> None:
    games = Games()
    games.extend((random_game(7, seed, length=20) for seed in range(60)), repeats=1, name="one")
    games.extend((random_game(5, seed, length=20) for seed in range(20)), repeats=3, name="two")
    lessons = Lessons(games, seed=1, processes=1)
    learn = games.of_part("learn")
    assert 0 < len(learn) < 80
    rows = np.concatenate(list(itertools.islice(lessons, lessons.chunks_a_round)))
    assert set(rows["game"]) == set(learn)
    assert len(rows) == games.positions
    for number in learn:
        assert (rows["game"] == number).sum() == 20 * games.repeats[number]
    assert games.collections == {"one": range(60), "two": range(60, 80)}


def test_rows_by_size(mixed_games: Games) -> None:
    rows = np.concatenate([Replayer().rows_of(mixed_games.games[number], number) for number in range(8)])
    parts = by_size(rows, mixed_games)
    assert list(parts) == [19, 13, 9, 7]
    assert sum(map(len, parts.values())) == len(rows)
    for size, its in parts.items():
        assert shown(its, mixed_games).planes.shape == (len(its), PLANES, size, size)


def test_small_collections_are_learnt_from_more_often(
    tmp_path: Path, followers: Callable[..., list[CollectedGame]], write_games: Callable[..., Path]
) -> None:
    large = write_games(tmp_path / "large", followers(45))
    small = write_games(tmp_path / "small", followers(5, size=6))
    games = read_all([large, small], Tally())
    assert set(games.repeats[:45]) == {1}
    assert set(games.repeats[45:]) == {3}
    assert set(read_all([large, small], Tally(), times=[2, 5]).repeats) == {2, 5}
    assert len(read_all([large, small], Tally(), most=10).games) == 15
    assert games.digest() != read_all([large, small], Tally(), times=[2, 5]).digest()
    assert games.digest() == read_all([large, small], Tally()).digest()


def test_the_facts_of_games(mixed_games: Games) -> None:
    games = Games(mixed_games.games, mixed_games.parts, mixed_games.repeats)
    games.owners = {4: np.full(49, 1, np.int8), 1: np.full(81, -1, np.int8)}
    facts = games.facts()
    assert facts["owner_row"][[1, 4]].tolist() == [0, 1]
    assert (facts["owner_row"] >= 0).sum() == 2
    assert facts["owners"].sum(1).tolist() == [-81, 49]
    for number, game in enumerate(games.games):
        assert facts["side"][number] == game.size
        black = game.winner is not None and game.winner.name == "BLACK"
        assert facts["result"][number] == black
        margin = facts["margin"][number]
        assert np.isnan(margin) if game.margin is None else margin == (game.margin if black else -game.margin)
