"""Features of moves: the same in all orientations and colours, and patterns that grow from small to large."""

import random
from typing import Any

import numpy as np
import pytest

from tengen.game.position import Position
from tengen.game.symmetry import Symmetry
from tengen.game.vertex import Vertex
from tengen.kernels.board import is_legal, play, play_pass
from tengen.kernels.board_record import new_boards
from tengen.kernels.geometry import PASS
from tengen.kernels.learnt.features import PLAIN, add_patterns, features_of
from tengen.kernels.learnt.learning import count_patterns
from tengen.kernels.learnt.rings import (
    LARGEST,
    MARGIN,
    OFFSETS,
    PLACE_AT,
    PLACES,
    RING_ENDS,
    SIZES,
    WIDE_STRIDE,
    gridcular,
)
from tengen.kernels.learnt.strengths import look_at_board, measure_chances, nothing_learnt
from tengen.kernels.learnt.table import add_key, fill_table, slot_of
from tengen.kernels.tactics.eyes import is_playable
from tengen.kernels.workspace import new_works

Array = np.ndarray[Any, Any]
ROUNDS = len(SIZES) + 1


def random_game(size: int, seed: int, moves: int) -> list[int]:
    """Points of a game of random sensible moves, with a pass now and then."""
    choose = random.Random(seed)
    boards, played = new_boards(size), []
    board = boards[0]
    for _ in range(moves):
        color = int(board.to_play)
        empty = sorted(int(point) for point in board.empty[: board.empty_count])
        sensible = [point for point in empty if is_playable(board, point, color)]
        point = choose.choice(sensible) if sensible and choose.random() < 0.98 else PASS
        played.append(point)
        put(board, point, color)
    return played


def put(board: Any, point: int, color: int) -> None:
    if point == PASS:
        play_pass(board, color)
    else:
        assert is_legal(board, point, color)
        play(board, point, color)


def board_after(size: int, moves: list[int], first: int = 1) -> Array:
    boards = new_boards(size)
    for number, point in enumerate(moves):
        put(boards[0], point, first if number % 2 == 0 else 3 - first)
    boards[0].to_play = first if len(moves) % 2 == 0 else 3 - first
    return boards


def turned(point: int, symmetry: Symmetry, size: int) -> int:
    return point if point == PASS else symmetry.apply(Vertex.from_point(point), size).point


def grown_table(size: int, games: list[list[int]], rounds: int = ROUNDS) -> Array:
    """Keys of all patterns of some games: each further time a game is looked at, the next larger size is known."""
    keys, boards, works = np.zeros(1 << 16, np.uint32), new_boards(size), new_works()
    counts = np.zeros(len(keys), np.uint16)
    for _ in range(rounds):
        for game in games:
            assert count_patterns(boards, works, np.array(game, np.int16), size, keys, counts) >= 0
    return keys


def features(boards: Array, keys: Array) -> dict[int, list[int]]:
    """The features of every sensible move."""
    board, works = boards[0], new_works()
    color, work = int(board.to_play), works[0]
    look_at_board(board, color, work)
    found = {}
    for point in sorted(int(point) for point in board.empty[: board.empty_count]):
        if is_playable(board, point, color):
            count = int(features_of(board, point, color, work, keys))
            found[point] = work.features[:count].tolist()
    return found


# ---- orientations and colours --------------------------------------------------------


@pytest.mark.parametrize(("size", "seed"), [(5, 1), (7, 2), (9, 3), (9, 4), (13, 5), (19, 6)])
def test_features_are_the_same_in_all_orientations_and_colours(size: int, seed: int) -> None:
    length = random.Random(seed).randrange(size * size // 2, size * size)
    game = random_game(size, seed, length)
    keys = grown_table(size, [game])
    largest = 0
    for number in sorted({1, 2, length // 4, length // 2, length - 1, length}):
        # The last move is in the table: look at the board before it, where its patterns are known in full.
        moves = game[: number - 1]
        here = features(board_after(size, moves), keys)
        largest = max([largest, *map(len, here.values())])
        for symmetry in Symmetry:
            for first in (1, 2):
                there = board_after(size, [turned(point, symmetry, size) for point in moves], first)
                wanted = {turned(point, symmetry, size): found for point, found in here.items()}
                assert features(there, keys) == wanted, (number, symmetry, first)
    assert largest > 6 + 1 + len(SIZES)  # those of large patterns were among them


def test_a_game_known_by_heart_is_known_in_every_orientation() -> None:
    """All patterns of the moves of a game are found in the mirrored one, up to the largest."""
    game = random_game(9, 8, 50)
    keys = grown_table(9, [game])
    for symmetry in Symmetry:
        moves = [turned(point, symmetry, 9) for point in game]
        for number, point in enumerate(moves):
            if point != PASS:
                found = features(board_after(9, moves[:number]), keys)[point]
                assert sum(feature >= PLAIN for feature in found) >= 1 + len(SIZES)


def test_one_who_knows_nothing_thinks_all_moves_alike() -> None:
    chances = np.zeros(424)
    measure_chances(board_after(9, random_game(9, 3, 20)), new_works(), *nothing_learnt(), chances)
    assert chances.sum() == pytest.approx(1)
    assert len(set(chances[chances > 0].round(12))) == 1


# ---- rings ---------------------------------------------------------------------------


def test_the_places_of_each_size_are_those_within_the_distance() -> None:
    for size, end in zip(SIZES, RING_ENDS, strict=True):
        wanted = {
            (x, y)
            for x in range(-20, 21)
            for y in range(-20, 21)
            if (x, y) != (0, 0) and abs(x) + abs(y) + max(abs(x), abs(y)) <= size
        }
        assert set(PLACES[:end]) == wanted
        assert len(wanted) == end
        assert end % 4 == 0
    assert len(PLACES) == RING_ENDS[-1]
    assert max(max(map(abs, place)) for place in PLACES) == MARGIN


def test_each_place_has_its_number_and_its_step() -> None:
    for number, (x, y) in enumerate(PLACES):
        assert PLACE_AT[(y + MARGIN) * (2 * MARGIN + 1) + x + MARGIN] == number
        assert OFFSETS[number] == y * WIDE_STRIDE + x
    assert sum(PLACE_AT >= 0) == len(PLACES)
    assert all(gridcular(*place) <= LARGEST for place in PLACES)


# ---- keys of patterns ----------------------------------------------------------------


def patterns_at(position: Position, vertex: str) -> tuple[int, list[int], list[int]]:
    """The keys of the patterns around a move: the one with purposes, the plain ones, those with the last move."""
    board, work, keys = position.board[0], new_works()[0], np.zeros(256, np.uint32)
    point = Vertex.parse(vertex, position.size).point
    look_at_board(board, int(position.to_play), work)
    rounds: list[list[int]] = []
    while True:
        count = int(add_patterns(board, point, work, keys, 0))
        assert count == sum(map(len, rounds))
        if work.key_count == 0:
            break
        rounds.append(work.keys[: work.key_count].tolist())
        for key in rounds[-1]:
            add_key(keys, np.uint32(key))
    assert len(rounds) == len(SIZES)  # one size more each time
    with_purposes = rounds[0].pop(0)
    return with_purposes, [found[0] for found in rounds], [found[1] for found in rounds if len(found) == 2]


def test_patterns_are_looked_up_from_small_to_large_until_one_is_not_known() -> None:
    position = Position(9)
    position.play("E5")
    position.play("C3")
    with_purposes, plain, with_last = patterns_at(position, "C4")
    assert len(plain) == len(with_last) == len(SIZES)
    everything = [with_purposes, *plain, *with_last]
    assert len(set(everything)) == len(everything)
    assert all(key & 1 and 0 < key < 1 << 32 for key in everything)
    # A gap in what is known ends the search: the larger ones are not looked at.
    keys, work = np.zeros(256, np.uint32), new_works()[0]
    for key in [*plain[:3], *plain[4:], with_last[0], *with_last[2:]]:
        add_key(keys, np.uint32(key))
    look_at_board(position.board[0], int(position.to_play), work)
    count = int(add_patterns(position.board[0], Vertex.parse("C4").point, work, keys, 0))
    slots = [PLAIN + int(slot_of(keys, np.uint32(key))) for key in [plain[0], with_last[0], *plain[1:3]]]
    assert work.features[:count].tolist() == slots
    assert work.keys[: work.key_count].tolist() == [with_purposes, with_last[1], plain[3]]


def test_the_last_move_makes_another_pattern_only_where_it_is_told() -> None:
    def played(*moves: tuple[str, str]) -> Position:
        position = Position(9)
        for color, vertex in moves:
            position.play(vertex, color)
        position.to_play = "black"
        return position

    one = patterns_at(played(("black", "C5"), ("white", "D4")), "C4")
    other = patterns_at(played(("white", "D4"), ("black", "C5")), "C4")
    none = patterns_at(Position.from_diagram(played(("black", "C5"), ("white", "D4")).diagram(coordinates=False)), "C4")
    assert one[1] == other[1] == none[1]
    assert len({*one[2], *other[2]}) == 2 * len(SIZES)
    assert none[2] == []


def test_a_last_move_beyond_the_largest_pattern_is_not_in_it() -> None:
    position = Position(19)
    position.play("Q16")
    assert patterns_at(position, "D4")[2] == []
    assert len(patterns_at(position, "Q10")[2]) == len(SIZES)  # six lines away
    assert patterns_at(position, "Q9")[2] == []


def test_the_edge_is_seen_by_patterns_that_reach_it() -> None:
    """A point on the second line is like one in the middle for 3×3 patterns, and not for larger ones."""
    position = Position(19)
    middle, fifth = patterns_at(position, "K10")[1], patterns_at(position, "K5")[1]
    for line, reach in ((1, 2), (2, 4), (3, 6), (4, 8), (5, 10), (6, 12)):
        here = patterns_at(position, f"K{line}")[1]
        for size, one, other in zip(SIZES, here, middle, strict=True):
            assert (one == other) == (size < reach), (line, size)
    assert patterns_at(position, "E10")[1] == fifth
    assert patterns_at(position, "K7")[1] == middle
    assert len({*patterns_at(position, "A1")[1], *patterns_at(position, "A10")[1]}) == 2 * len(SIZES)


def test_stones_make_patterns_and_whose_they_are() -> None:
    own, other = Position(19), Position(19)
    own.place("black", ["K12"])
    other.place("white", ["K12"])
    empty = patterns_at(Position(19), "K10")[1]
    for size, a, b, c in zip(SIZES, patterns_at(own, "K10")[1], patterns_at(other, "K10")[1], empty, strict=True):
        assert len({a, b, c}) == (3 if size >= 4 else 1)


def test_liberties_of_stones_beside_the_point_make_another_pattern() -> None:
    def smallest(black: list[str], white: list[str]) -> int:
        position = Position(19)
        position.place("black", black)
        position.place("white", white)
        return patterns_at(position, "K10")[1][0]

    walls = ["J11", "L11"]  # beside K11, and within the 3×3 square: what differs lies outside
    two, one, four = smallest(["K11"], walls), smallest(["K11"], [*walls, "K12"]), smallest(["K11", "K12"], walls)
    assert len({two, one, four}) == 3
    assert smallest(["K11", "K12", "K13"], walls) == four  # three or more are the same
    assert smallest(["L11"], ["M11", "L12"]) == smallest(["L11"], [])  # of the corners it is not told


def test_the_pattern_with_purposes_tells_what_a_move_is_good_for() -> None:
    """The same 3×3 square and liberties: but the stone gets away from one ladder and not from the other."""
    broken = Position(19)
    broken.place("black", ["K11", "L11", "J10"])
    broken.place("white", ["K10"])
    working = broken.copy()
    broken.place("white", ["N7", "N6"])
    one, other = patterns_at(working, "K9"), patterns_at(broken, "K9")
    assert one[1][0] == other[1][0]
    assert one[0] != other[0]


# ---- the table -----------------------------------------------------------------------


def test_a_table_finds_what_was_added_and_nothing_else() -> None:
    keys = np.zeros(1 << 12, np.uint32)
    known = np.unique(np.random.default_rng(1).integers(1, 1 << 32, 3000, np.uint32))
    slots = {int(key): int(add_key(keys, key)) for key in known}
    assert len(set(slots.values())) == len(known)
    for key, slot in slots.items():
        assert keys[slot] == key
        assert slot_of(keys, np.uint32(key)) == slot
        assert add_key(keys, np.uint32(key)) == slot  # once more: the same
    assert np.count_nonzero(keys) == len(known)
    strangers = np.setdiff1d(np.random.default_rng(2).integers(1, 1 << 32, 3000, np.uint32), known)
    assert all(slot_of(keys, key) == -1 for key in strangers)


def test_keys_that_want_the_last_slot_go_on_at_the_beginning() -> None:
    keys = np.zeros(8, np.uint32)
    for key, slot in ((15, 7), (31, 0), (47, 1), (17, 2)):
        assert add_key(keys, np.uint32(key)) == slot
    assert keys.tolist() == [31, 47, 17, 0, 0, 0, 0, 15]
    assert [int(slot_of(keys, np.uint32(key))) for key in (15, 31, 47, 17, 63, 33)] == [7, 0, 1, 2, -1, -1]


def test_a_table_is_filled_with_keys_and_what_is_known_of_them() -> None:
    known = np.array([7, 15, 4, 3_000_000_001], np.uint32)
    keys, values = np.zeros(8, np.uint32), np.zeros(8, np.float32)
    fill_table(keys, known, values, np.array([0.5, -1.5, 2.0, 3.0], np.float32))
    assert [float(values[slot_of(keys, key)]) for key in known] == [0.5, -1.5, 2.0, 3.0]
    assert np.count_nonzero(values) == 4
    fill_table(keys, known[:0], values, values[:0])
    assert np.count_nonzero(keys) == 4


# ---- counting ------------------------------------------------------------------------


def test_a_pattern_is_counted_when_the_smaller_one_has_been_seen() -> None:
    game = np.array(random_game(9, 5, 30), np.int16)
    keys, counts = np.zeros(1 << 14, np.uint32), np.zeros(1 << 14, np.uint16)
    boards, works = new_boards(9), new_works()
    known = [0]
    for _ in range(ROUNDS + 2):
        new = int(count_patterns(boards, works, game, 9, keys, counts))
        known.append(int(np.count_nonzero(keys)))
        assert known[-1] == known[-2] + new
    assert known[-1] == known[-2] == known[-3]  # all sizes are known
    assert known[2] > known[1] > 0
    assert ((counts > 0) == (keys > 0)).all()


def test_a_game_with_a_move_that_is_not_legal_is_told_by_its_number() -> None:
    legal = [Vertex.parse(name).point for name in ("E5", "C3", "E5")]
    keys, counts = np.zeros(1 << 10, np.uint32), np.zeros(1 << 10, np.uint16)
    assert count_patterns(new_boards(9), new_works(), np.array(legal, np.int16), 9, keys, counts) == -3
