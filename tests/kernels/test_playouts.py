"""Light playouts: what they must never do, how they end, and what they amount to."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from tengen.game.reference import BLACK, EMPTY, WHITE, Point, ReferenceBoard
from tengen.kernels.board import play, play_pass
from tengen.kernels.board_record import BOARD, new_board, new_boards
from tengen.kernels.entry_points import set_up
from tengen.kernels.geometry import PASS, POINTS, STRIDE, column_row_of, point_of
from tengen.kernels.playouts.light import TRACE_LENGTH, area_score, light_playout, light_playouts, random_move
from tengen.kernels.random import new_generator, new_generators
from tengen.kernels.tactics.eyes import is_eye, is_playable

TRACE = np.zeros(TRACE_LENGTH, np.int16)


def compiled(reference: ReferenceBoard) -> Any:
    """The compiled board of a position."""
    boards = np.zeros(1, BOARD)
    colors = np.zeros(POINTS, np.int64)
    for point, color in reference.stones.items():
        colors[point_of(*point)] = color
    assert set_up(boards, reference.size, colors) == PASS
    return boards[0]


def reference_of(board: Any, size: int) -> ReferenceBoard:
    """The plain board of a position, for a second opinion."""
    reference = ReferenceBoard(size)
    colors = board.color[: 21 * STRIDE].reshape(21, STRIDE)[1:, 1:]
    reference.stones = {(c, r): int(colors[r, c]) for c, r in reference.points() if colors[r, c] != EMPTY}
    reference.ko = None if board.ko == PASS else column_row_of(int(board.ko))
    reference.ko_color = EMPTY if board.ko == PASS else int(board.to_play)
    return reference


def is_real_eye(reference: ReferenceBoard, point: Point, color: int) -> bool:
    """An empty point with the own colour all round, which false diagonals do not spoil.

    One of four diagonals may be the opponent's; on the edge and in the corner none.
    """
    if any(reference.color(neighbor) != color for neighbor in reference.neighbors(point)):
        return False
    column, row = point
    diagonals = [(column + dx, row + dy) for dx in (-1, 1) for dy in (-1, 1)]
    on_board = [p for p in diagonals if p in reference.points()]
    spoiled = sum(reference.color(p) == BLACK + WHITE - color for p in on_board)
    return spoiled <= (1 if len(on_board) == 4 else 0)


EYES = """
    . X . X . . .
    X X X X X . .
    . . . X . X .
    . . . . X O .
    O O . . . . .
    X X O . . . .
    . X O . . . .
"""
FALSE_EYES = """
    . X . X . . .
    . . X O . . .
    . . O X . . .
    . . X . X . .
    . . . X O . .
    X O . . . . .
    . X . . . . .
"""


def position_for(color: int, diagram: str) -> ReferenceBoard:
    """The diagram as it is for Black, with the colours swapped for White."""
    return ReferenceBoard.from_diagram(diagram if color == BLACK else diagram.translate(str.maketrans("XO", "OX")))


@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_eyes_are_kept(color: int) -> None:
    """In the corner, on the edge, and in the middle with one of four diagonals taken."""
    position = position_for(color, EYES)
    board = compiled(position)
    for eye in ((0, 6), (2, 6), (4, 4), (0, 0)):  # A7, C7, E5, A1
        assert is_real_eye(position, eye, color)
        assert is_eye(board, point_of(*eye), color)
        assert not is_playable(board, point_of(*eye), color)
    assert is_playable(board, point_of(0, 0), 3 - color)  # the eye A1 is the last liberty
    assert not is_playable(board, point_of(0, 6), 3 - color)


@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_false_eyes_are_filled(color: int) -> None:
    """In the corner or on the edge with a diagonal taken, in the middle with two."""
    position = position_for(color, FALSE_EYES)
    board = compiled(position)
    for point in ((0, 0), (2, 6), (3, 3)):  # A1, C7, D4
        assert not is_real_eye(position, point, color)
        assert not is_eye(board, point_of(*point), color)
        assert is_playable(board, point_of(*point), color)


def test_without_a_move_is_a_pass() -> None:
    """Both sides have only eyes left, and looking for a move leaves the empty points a list."""
    board = compiled(
        ReferenceBoard.from_diagram("""
            . X O . O
            X X O O O
            . X O O .
            X X X O O
            . X X O .
        """)
    )
    empty = sorted(board.empty[:6].tolist())
    for color in (BLACK, WHITE):
        assert random_move(board, color, new_generator(1)) == PASS
        assert sorted(board.empty[:6].tolist()) == empty
        assert board.empty_index[board.empty[:6]].tolist() == list(range(6))
    assert light_playout(board, new_generator(1), TRACE) == 2
    assert area_score(board) == 12 - 13


@pytest.mark.parametrize("size", [2, 3, 5, 7, 9, 13])
def test_moves_of_whole_games(size: int) -> None:
    """Move by move: legal, never into a real eye, and a pass only when nothing is left."""
    for seed in range(6):
        board, generator = new_board(size), new_generator(seed)
        color, passes, turn = BLACK, 0, 0
        moves = []
        while passes < 2 and turn < 3 * size * size:
            reference = reference_of(board, size)
            playable = {
                point
                for point in reference.points()
                if reference.is_legal(point, color) and not is_real_eye(reference, point, color)
            }
            if turn % 5 == 0:
                empty = [point for point in reference.points() if point not in reference.stones]
                assert playable == {p for p in empty if is_playable(board, point_of(*p), color)}
            move = random_move(board, color, generator)
            moves.append(move)
            if move == PASS:
                assert not playable
                play_pass(board, color)
                passes += 1
            else:
                assert column_row_of(move) in playable
                play(board, move, color)
                passes = 0
            color = BLACK + WHITE - color
            turn += 1
        # The same game at one go: the kernel's loop does nothing else.
        at_once = new_board(size)
        assert light_playout(at_once, new_generator(seed), TRACE) == turn
        assert TRACE[:turn].tolist() == moves
        assert at_once.hash == board.hash


@pytest.mark.parametrize(("size", "games"), [(2, 200), (3, 200), (5, 200), (9, 200), (13, 50), (19, 30)])
def test_games_end_and_are_counted(size: int, games: int) -> None:
    """Two passes end a game, or, rarely, a repetition that three moves a point cut short."""
    generator = new_generator(size)
    ended = 0
    for _ in range(games):
        board = new_board(size)
        moves = light_playout(board, generator, TRACE)
        assert moves <= 3 * size * size
        assert moves == board.move_number
        if board.last_move == PASS and board.previous_move == PASS:
            ended += 1
            assert area_score(board) == reference_of(board, size).area_score()
        else:
            assert moves == 3 * size * size
    assert ended >= 0.95 * games or size < 5  # the smallest boards like to go round in circles


def playouts(size: int, seed: int, count: int) -> tuple[int, int]:
    """Black's wins and the moves of `count` light playouts from the empty board."""
    wins, moves = light_playouts(new_boards(size), np.zeros(1, BOARD), new_generators(seed), TRACE.copy(), count)
    return wins, moves


def test_a_seed_is_a_game() -> None:
    assert playouts(9, 1, 300) == playouts(9, 1, 300)
    assert len({playouts(9, seed, 300) for seed in range(20)}) == 20


def test_the_root_is_left_alone() -> None:
    root, scratch = np.zeros(1, BOARD), np.zeros(1, BOARD)
    root[0] = new_board(9)
    before = root.tobytes()
    light_playouts(root, scratch, new_generators(1), TRACE, 10)
    assert root.tobytes() == before


def test_playouts_of_the_empty_board() -> None:
    """The first move is worth a little even among random players: measured at 9×9, komi 0."""
    count = 50_000
    wins, moves = playouts(9, 2006, count)
    assert wins / count == pytest.approx(0.525, abs=0.012)  # the standard error is 0.0022
    assert moves / count == pytest.approx(111, abs=1)


def test_threads_do_not_disturb_each_other() -> None:
    """Without the GIL, each on its own board with its own generator, as one after the other."""
    sizes, seeds, counts = (9, 9, 13), (1, 2, 3), (4_000, 4_000, 1_500)
    with ThreadPoolExecutor(3) as threads:
        together = list(threads.map(playouts, sizes, seeds, counts))
    assert together == list(map(playouts, sizes, seeds, counts))
