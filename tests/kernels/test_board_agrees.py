"""The compiled board and the plain one play the same games and agree on everything.

The compiled board updates groups, liberties, codes and hash from move to move; the
reference board (`tengen.game.reference`) works them out anew after every move. Random
games reach what nobody would think of drawing, and on small boards hardly a move passes
without a capture, a ko or a suicide.
"""

import random
from typing import Any, NamedTuple

import numpy as np
import pytest

from tengen.game.reference import BLACK, EMPTY, WHITE, Point, ReferenceBoard
from tengen.kernels.board import is_legal
from tengen.kernels.board_record import BOARD, LIBERTY_WORDS, ZOBRIST, clear_board
from tengen.kernels.entry_points import is_legal_move, play_move, playable_points
from tengen.kernels.geometry import BORDER, PASS, STRIDE, column_row_of, point_of

AT_LEAST = 200_000  # stones played on both boards, over all games of this file
PASSES = 0.03  # the share of moves that are passes, which lift the ko


class Schedule(NamedTuple):
    """Random games on one board size."""

    size: int
    moves: int  # stones to be played, over as many games as that takes
    seed: int
    orderly: bool  # the colours alternate; else either colour plays at any time, even into a ko
    suicide: bool


# Small boards are where stones die: most of the moves are played there.
MOVES = {2: 6_000, 3: 8_000, 4: 9_000, 5: 9_000, 6: 8_000, 7: 6_000, 8: 4_500, 9: 4_000} | {
    10: 2_000, 11: 2_000, 12: 1_500, 13: 1_500, 14: 1_000, 15: 1_000, 16: 1_000, 17: 800, 18: 800, 19: 1_400
}  # fmt: skip
STYLES = [(True, False), (True, True), (False, True)]
SCHEDULES = [
    Schedule(size, moves, 1000 * size + style, *STYLES[style])
    for size, moves in MOVES.items()
    for style in range(len(STYLES))
]


def zobrist(point: Point, color: int) -> int:
    return ZOBRIST_KEYS[4 * point_of(*point) + color]


ZOBRIST_KEYS: list[int] = ZOBRIST.tolist()
LEGALITY_EVERY = {size: 1 + size * size // 3 for size in MOVES}  # moves between two looks at all points


def bits(points: set[Point]) -> int:
    """A set of points as the compiled board writes it: bit n is point n."""
    return sum(1 << point_of(*point) for point in points)


def inside(field: Any, size: int) -> Any:
    """A field of the board as rows and columns, without the border."""
    return field[: 21 * STRIDE].reshape(21, STRIDE)[1 : size + 1, 1 : size + 1]


def expected_codes(colors: Any, atari: Any) -> Any:
    """Every point's 3×3 code, after the description in `neighborhood.py`.

    `colors` and `atari` (1 where a stone in atari stands) are indexed by row and column,
    lowest row first, with one line of border all round.
    """
    end = len(colors) - 1

    def to(field: Any, up: int, right: int) -> Any:
        return field[1 + up : end + up, 1 + right : end + right]

    codes = to(colors, 1, 0) | to(colors, 0, 1) << 2 | to(colors, -1, 0) << 4 | to(colors, 0, -1) << 6
    codes |= to(colors, 1, 1) << 12 | to(colors, -1, 1) << 14
    codes |= to(colors, -1, -1) << 16 | to(colors, 1, -1) << 18
    atari_bits = to(atari, 1, 0) << 8 | to(atari, 0, 1) << 9 | to(atari, -1, 0) << 10 | to(atari, 0, -1) << 11
    return codes | atari_bits * (to(colors, 0, 0) == EMPTY)


def compare(board: Any, reference: ReferenceBoard) -> None:
    """Everything the compiled board knows, against the same worked out from the stones."""
    size = reference.size

    # The stones, and nothing but border around them.
    colors = np.full((size + 2, size + 2), BORDER)
    colors[1:-1, 1:-1] = EMPTY
    for (column, row), color in reference.stones.items():
        colors[row + 1, column + 1] = color
    on_board = board.color
    assert (inside(on_board, size) == colors[1:-1, 1:-1]).all()
    assert np.count_nonzero(on_board == BORDER) == len(on_board) - size * size

    # Every group: one name for all its stones, the ring of them, its liberties.
    names, ring = board.group.tolist(), board.next_stone.tolist()
    group_stones, liberty_count, liberty_sets = board.group_stones, board.liberty_count, board.liberties
    atari = np.zeros_like(colors)
    for group, liberties in reference.groups():
        points = {point_of(*stone) for stone in group}
        (name,) = {names[point] for point in points}
        assert name in points
        walked = [name]
        while ring[walked[-1]] != name and len(walked) <= len(points):
            walked.append(ring[walked[-1]])
        assert len(walked) == len(points)
        assert set(walked) == points
        assert group_stones[name] == len(points)
        assert liberty_count[name] == len(liberties)
        words = liberty_sets[LIBERTY_WORDS * name : LIBERTY_WORDS * (name + 1)]
        assert int.from_bytes(words.tobytes(), "little") == bits(liberties)
        if len(liberties) == 1:
            for column, row in group:
                atari[row + 1, column + 1] = 1

    # The 3×3 codes. Border points have none; occupied points have no atari bits.
    assert (inside(board.code, size) == expected_codes(colors, atari)).all()

    # The empty points: a list of them in some order, and each one's place in it.
    empty = board.empty[: board.empty_count].tolist()
    assert sorted(empty) == [point_of(*p) for p in reference.points() if p not in reference.stones]
    assert all(names[point] == 0 for point in empty)
    assert board.empty_index[empty].tolist() == list(range(len(empty)))

    stones = list(reference.stones.values())
    assert board.stones.tolist() == [0, stones.count(BLACK), stones.count(WHITE), 0]
    assert board.captured.tolist() == [0, reference.captured[BLACK], reference.captured[WHITE], 0]
    assert board.ko == (PASS if reference.ko is None else point_of(*reference.ko))
    assert board.hash == reference.hash(zobrist)


def compare_legality(boards: Any, reference: ReferenceBoard) -> None:
    """Where each colour may play, with and without suicide, and the hash it would lead to."""
    empty = [point for point in reference.points() if point not in reference.stones]
    points, hashes = np.zeros(400, np.int64), np.zeros(400, np.uint64)
    for color in (BLACK, WHITE):
        legal, with_suicide = {}, {}
        for point in empty:
            if point == reference.ko and color == reference.ko_color:
                continue
            after = reference.copy()
            after.play(point, color)
            number = point_of(*point)
            with_suicide[number] = after.hash(zobrist)
            if point in after.stones:
                legal[number] = with_suicide[number]
        count = playable_points(boards, color, 0, points, hashes)
        assert dict(zip(points[:count].tolist(), hashes[:count].tolist(), strict=True)) == legal
        count = playable_points(boards, color, 1, points, hashes)
        assert dict(zip(points[:count].tolist(), hashes[:count].tolist(), strict=True)) == with_suicide
    if reference.ko is not None:
        assert not is_legal(boards[0], point_of(*reference.ko), reference.ko_color)
        assert not reference.is_legal(reference.ko, reference.ko_color)


@pytest.mark.parametrize("schedule", SCHEDULES, ids=lambda s: f"{s.size}x{s.size}-{s.seed}")
def test_random_games(schedule: Schedule) -> None:
    size = schedule.size
    choose = random.Random(schedule.seed)
    boards = np.zeros(1, BOARD)
    board = boards[0]
    played = suicides = kos = captures = 0
    while played < schedule.moves:
        clear_board(board, size)  # the old game's board: nothing of it may linger
        reference = ReferenceBoard(size)
        compare(board, reference)
        color = BLACK
        for turn in range(3 * size * size):
            if not schedule.orderly:
                color = choose.choice((BLACK, WHITE))
            candidates = [point for point in reference.points() if point not in reference.stones]
            choose.shuffle(candidates)
            move = None
            if choose.random() >= PASSES:
                for point in candidates:
                    legal = reference.is_legal(point, color)
                    assert bool(is_legal_move(boards, point_of(*point), color)) == legal
                    if legal or (schedule.suicide and point != reference.ko) or not schedule.orderly:
                        move = point
                        break
            if move is None:
                play_move(boards, PASS, color)
                reference.play_pass()
                assert board.last_move == PASS
            else:
                captured = play_move(boards, point_of(*move), color)
                assert captured == reference.play(move, color)
                assert column_row_of(int(board.last_move)) == move
                played += 1
                captures += captured
                suicides += move not in reference.stones
                kos += reference.ko is not None
            compare(board, reference)
            assert board.to_play == BLACK + WHITE - color
            assert board.move_number == turn + 1
            if turn % LEGALITY_EVERY[size] == 0:
                compare_legality(boards, reference)
            color = BLACK + WHITE - color
            if played == schedule.moves:
                break
    assert played == schedule.moves
    assert captures > 0
    assert (suicides > 0) == schedule.suicide
    assert kos > 0 or size == 2 or size > 9  # 2×2 has no ko, large boards not in every game


def test_enough_moves_were_played() -> None:
    assert {schedule.size for schedule in SCHEDULES} == set(range(2, 20))
    assert sum(schedule.moves for schedule in SCHEDULES) >= AT_LEAST
