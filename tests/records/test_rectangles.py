"""Lists of points written as rectangles: a few letters that stand for the whole board cost what a few letters cost."""

import random
from collections.abc import Callable

import pytest

from tengen.game.color import BLACK, WHITE, Color
from tengen.game.vertex import Vertex
from tengen.records import GameRecord, RecordError, loads
from tengen.records.points import area_of_mask, mask_of_points, read_points

LinesRun = Callable[[Callable[[], object]], int]
LETTERS = "abcdefghijklmnopqrs"
WHOLE_BOARDS = [f"{LETTERS[i % 5]}{LETTERS[i // 5]}:ss" for i in range(20)]  # nearly, and no two the same
POINTS = [f"{LETTERS[i % 5]}{LETTERS[i // 5]}:{LETTERS[i % 5]}{LETTERS[i // 5]}" for i in range(20)]


def set_ups(values: list[str], nodes: int) -> str:
    return "(;GM[1]SZ[19]" + (";AE" + "".join(f"[{value}]" for value in values)) * nodes + ")"


def test_whole_boards_are_as_much_work_to_read_as_points(lines_run: LinesRun) -> None:
    large, small = set_ups(WHOLE_BOARDS, 200), set_ups(POINTS, 200)
    assert len(large) == pytest.approx(len(small), rel=0.01)
    assert lines_run(lambda: loads(large)) < 1.5 * lines_run(lambda: loads(small))


def test_set_ups_in_every_node_are_about_as_much_work_to_replay_as_moves(lines_run: LinesRun) -> None:
    moves = loads("(;GM[1]SZ[19]AB[ba][ab][bc]AW[ca][db][cc][bb]" + ";B[cb];W[bb]" * 400 + ")")
    stones = loads("(;GM[1]SZ[19]AB[aa:sj]" + ";AB[sp];AE[sp]" * 400 + ")")
    assert moves.position().move_number == 800
    assert len(stones.position().stones) == 190
    assert lines_run(stones.position) < 3 * lines_run(moves.position)


def test_a_player_who_moves_again_and_again_is_no_more_work_with_every_move(lines_run: LinesRun) -> None:
    few, many = (loads("(;GM[1]SZ[19]" + ";B[]" * moves + ")") for moves in (100, 800))
    assert many.position().to_play is WHITE
    assert lines_run(many.position) < 8 * 1.5 * lines_run(few.position)


def test_rectangles_are_the_points_between_their_corners() -> None:
    luck = random.Random(1)
    for _ in range(200):
        size = luck.randint(2, 19)
        values, expected = [], set()
        for _ in range(luck.randint(0, 6)):
            (a, b), (c, d) = ([luck.randrange(size) for _ in range(2)] for _ in range(2))
            values.append(f"{LETTERS[a]}{LETTERS[b]}:{LETTERS[c]}{LETTERS[d]}")
            expected |= {
                Vertex(column, size - 1 - row)
                for column in range(min(a, c), max(a, c) + 1)
                for row in range(min(b, d), max(b, d) + 1)
            }
        found = read_points(values, size)
        assert set(found) == expected
        assert len(found) == len(expected)
        area = area_of_mask(mask_of_points(values, size), size)
        assert {Vertex(column, row) for row, column in zip(*area.nonzero(), strict=True)} == expected


@pytest.mark.parametrize("value", ["aa:", ":aa", ":", "aa:zz", "tt", "aa:tt", "aa:bb:cc", "a", "AA"])
def test_what_is_no_rectangle_is_told(value: str) -> None:
    with pytest.raises(RecordError, match="is not a point of the 9x9 board"):
        read_points([value], 9)


def test_later_properties_of_a_node_win_over_earlier_ones() -> None:
    expected: dict[str, Color | None] = {"A9": BLACK, "B9": None, "A8": WHITE, "B8": WHITE}
    node = loads("(;SZ[9]AB[aa:bb]AW[ab:bb]AE[ba])").root
    assert {str(vertex): color for vertex, color in node.setup.items()} == expected
    assert {str(vertex): color for vertex, color in node.position().stones.items()} == {
        name: color for name, color in expected.items() if color
    }


def test_a_set_up_that_is_changed_is_changed_on_the_board() -> None:
    record = GameRecord(9)
    node = record.root.set_up(black=["C3"])
    assert node.has_setup
    node.set("AB", "ee:ff")
    assert len(node.position().stones) == 4
    node.set("AB")
    assert not node.has_setup
    assert not node.setup
