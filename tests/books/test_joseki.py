"""Joseki dictionaries: corners of games and of trees, asked in every corner, orientation and colour."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tengen.books import Book, Kind
from tengen.books.corners import corner_keys, is_in_corner, kernel_table, moves_by_corner
from tengen.books.in_play import move_to_play, tree_moves
from tengen.books.joseki import CornerStatistics, learn_joseki
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.symmetry import Symmetry
from tengen.game.vertex import Vertex
from tengen.kernels.openings.joseki import NOT_KNOWN, find_slot
from tengen.records import loads
from tengen.records.collections import CollectedGame

from .conftest import after, collected, known, sgf

# A 3-3 invasion in the upper right, with a move elsewhere before and after it.
INVASION = "Q16 R17 R16 Q17 P17 P18 O17 D4"


def dictionary(*games: CollectedGame, least: int = 1) -> Book:
    statistics = CornerStatistics()
    for game in games:
        statistics.add(game)
    return statistics.book(least)


@pytest.fixture
def invasion() -> Book:
    return dictionary(collected(INVASION, "black", 19, 2019))


def turned(position: Position, symmetry: Symmetry, swap: bool) -> Position:
    """A position turned, and with the colours exchanged if one wants."""
    made = Position(position.size)
    if swap:
        made.to_play = made.to_play.other
    for move in position.moves:
        color = move.color.other if swap else move.color
        made.play(symmetry.apply(move.vertex, position.size), color)
    return made


def test_the_hash_of_corners_never_changes() -> None:
    """It stands in files: whoever changes it must make dictionaries of another version."""
    keys, orientations = corner_keys(Position(19), 10)
    assert {hex(key) for key in keys.tolist()} == {"0x752e50ebd3685acb"}
    assert orientations.tolist() == [2, 2, 2, 2]
    assert hex(int(corner_keys(Position(13), 7)[0][0])) == "0x3d27902dcde2bda"
    keys, _ = corner_keys(after("Q16 R14", 19), 10)
    assert hex(int(keys[3])) == "0x3880daff26534f4f"


@pytest.mark.parametrize("symmetry", list(Symmetry))
@pytest.mark.parametrize("swap", [False, True])
def test_a_corner_is_known_however_it_lies_and_whoever_is_to_move(
    invasion: Book, symmetry: Symmetry, swap: bool
) -> None:
    moves = INVASION.split()
    for count in range(1, len(moves) - 1):
        position = turned(after(" ".join(moves[:count]), 19), symmetry, swap)
        [best] = moves_by_corner(invasion, position)[0]
        assert symmetry.apply(Vertex.parse(moves[count]), 19) in (best.vertex, *best.twins)
        assert (best.games, best.of, best.years, best.origin) == (1, 1, (2019, 2019), "joseki")
        assert best.winrate == (count % 2 == 0)
        assert position in invasion


def test_a_symmetric_corner_has_twins(invasion: Book) -> None:
    [move] = moves_by_corner(invasion, after("Q16 R17", 19))[0]
    assert {str(move.vertex), *map(str, move.twins)} == {"R16", "Q17"}
    [first, *_] = moves_by_corner(invasion, Position(19))
    assert [len(move.twins) for move in first] == [0]  # 4-4 lies on the diagonal


def test_moves_elsewhere_count_where_an_answer_was_due() -> None:
    """Of three who were approached one answered in the corner; whoever has not been has nothing to leave."""
    book = dictionary(*(collected(f"Q16 R14 {reply} R10", size=19) for reply in ("O17", "D4", "D16")))
    [moves] = [moves for moves in moves_by_corner(book, after("Q16 R14", 19)) if str(moves[0].vertex) == "O17"]
    assert [(move.games, move.of) for move in moves] == [(1, 3)]
    assert moves[0].cells(99)[1] == "33%"  # of those who came to the corner
    table = kernel_table(book.table)
    slot = find_slot(table, corner_keys(after("Q16 R14", 19), 10)[0][3])
    assert slot != NOT_KNOWN
    assert table["shares"][slot][: table["count"][slot]].tolist() == pytest.approx([1 / 3])
    assert find_slot(table, np.uint64(12345)) == NOT_KNOWN


def test_a_share_is_of_all_who_came_though_rare_moves_are_not_told() -> None:
    rare = ("O17", "R17", "P18", "S15", "P14")
    games = [collected(f"Q16 R14 {reply}", size=19) for reply in ("Q14", "Q14", "Q14", *rare)]
    book = dictionary(*games, least=3)
    [move] = moves_by_corner(book, after("Q16 R14", 19))[0]
    assert (str(move.vertex), move.games, move.of) == ("Q14", 3, 8)
    table = kernel_table(book.table)
    slot = find_slot(table, corner_keys(after("Q16 R14", 19), 10)[0][3])
    assert table["shares"][slot][: table["count"][slot]].tolist() == pytest.approx([3 / 8])


def test_a_corner_that_is_known_as_finished_is_not_looked_up_with_fewer_lines() -> None:
    """With ten lines everybody left it after K16; with seven somebody has gone on."""
    book = dictionary(collected("Q16 R14 K16 D4", size=19), collected("Q16 R14 O17 D4", size=19))
    position = after("Q16 R14 K16", 19)
    assert len(moves_by_corner(book, position)) == 2  # the lower ones, which are empty
    assert max(move.vertex.row for move in book.moves(position)) <= 9
    table = kernel_table(book.table)
    slot = find_slot(table, corner_keys(position, 10)[0][3])
    assert slot != NOT_KNOWN
    assert table["count"][slot] == 0


def test_corners_of_a_smaller_board_are_learnt_from_a_larger_one(invasion: Book) -> None:
    """On 13x13 a corner is seven lines wide; what lies beyond is elsewhere."""
    moves = moves_by_corner(invasion, after("K10 L11", 13))
    assert {str(moves[0][0].vertex), *map(str, moves[0][0].twins)} == {"L10", "K11"}
    assert invasion.about["corners"] == ["10x10", "7x7"]
    assert not known(invasion, Position(9))  # five lines: nothing was learnt of that


def test_a_corner_with_a_stone_more_is_another(invasion: Book) -> None:
    assert moves_by_corner(invasion, after("Q16 R17 D4 D16", 19))  # elsewhere makes no difference
    here = [str(move.vertex) for moves in moves_by_corner(invasion, after("Q16 R17 O15 D16", 19)) for move in moves]
    assert not {"R16", "Q17"} & set(here)


def test_what_is_not_known_with_all_lines_is_looked_up_with_fewer(invasion: Book) -> None:
    """K16 is on the middle line: with seven lines it is elsewhere."""
    moves = moves_by_corner(invasion, after("Q16 R17 K16 D16", 19))
    assert {"R16", "Q17"} & {str(move.vertex) for found in moves for move in found}
    assert known(invasion, after("M13 N14", 16)) != {}  # boards in between have such corners alone


def test_the_middle_line_is_in_two_corners() -> None:
    assert [is_in_corner(Vertex.parse("K4"), corner, 19, 10) for corner in range(4)] == [True, True, False, False]
    assert [is_in_corner(Vertex.parse("K10"), corner, 19, 10) for corner in range(4)] == [True] * 4
    assert [is_in_corner(Vertex.parse("K4"), corner, 19, 7) for corner in range(4)] == [False] * 4
    assert not is_in_corner(Vertex.parse("pass"), 0, 19, 10)


def test_a_game_that_is_broken_counts_until_there() -> None:
    statistics = CornerStatistics()
    statistics.add(collected("Q16 R17 Q16 Q17", size=19))
    assert statistics.broken == ["Q16 R17 Q16 Q17"]
    book = statistics.book(1)
    assert {str(move.vertex) for move in moves_by_corner(book, after("Q16", 19))[0]} == {"R17"}
    assert len(moves_by_corner(book, after("Q16 R17", 19))) == 3  # the others are empty, and that is known


def test_it_makes_no_difference_in_how_many_steps_games_are_gathered() -> None:
    games = [collected(INVASION, "black", 19, 2019), collected("Q16 R14 O17 R10", "white", 19, 1987)]
    whole, stepwise = CornerStatistics(), CornerStatistics()
    for game in games * 2:
        whole.add(game)
        stepwise.add(game)
        stepwise._gather()
    one, other = whole.book(1).table, stepwise.book(1).table
    assert one.keys.tolist() == other.keys.tolist()
    assert one.moves.tolist() == other.moves.tolist()
    assert all(one.columns[name].tolist() == other.columns[name].tolist() for name in one.columns)


# ---- trees -----------------------------------------------------------------------------


def tree_of(text: str) -> Book:
    statistics = CornerStatistics()
    statistics.add_tree(loads(text))
    return statistics.book(1)


def test_a_tree_with_counts() -> None:
    book = tree_of(
        '(;SZ[19];B[pd]C[{"count": 100, "b_win": 40, "w_win": 50}]'
        '(;W[qf]C[{"count": 70, "b_win": 30, "w_win": 35}];B[tt]C[{"count": 20, "b_win": 5, "w_win": 15}])'
        '(;W[qc]C[{"count": 30, "b_win": 10, "w_win": 15}]))'
    )
    [moves] = [found for found in moves_by_corner(book, after("Q16", 19)) if str(found[0].vertex) == "R14"]
    assert [(str(move.vertex), move.games, move.wins, move.of) for move in moves] == [
        ("R14", 70, 35, 100),
        ("R17", 30, 15, 100),
    ]
    assert after("Q16 R14", 19) in book  # Black played elsewhere, which is known too
    assert all(str(move.vertex) not in ("Q17", "O17") for move in book.moves(after("Q16 R14", 19)))


def test_a_tree_without_counts_is_as_many_games_as_it_has_variations() -> None:
    book = tree_of("(;SZ[19];B[pd](;W[qf](;B[nc])(;B[qc])(;B[ob]BM[1]))(;W[qc]))")
    [moves] = [found for found in moves_by_corner(book, after("Q16", 19)) if str(found[0].vertex) == "R14"]
    assert [(str(move.vertex), move.games) for move in moves] == [("R14", 2), ("R17", 1)]
    replies = {str(move.vertex) for move in book.moves(after("Q16 R14", 19))}
    assert {"O17", "R17"} <= replies
    assert "P18" not in replies  # marked as bad


def test_a_player_who_moves_twice_lets_the_other_one_pass() -> None:
    book = tree_of("(;SZ[19];B[pd];B[qf](;W[nc])(;W[qc]))")
    assert {"O17", "R17"} <= {str(move.vertex) for move in book.moves(after("Q16 pass R14", 19))}


@pytest.mark.parametrize(
    "comment", ['{"count": -1, "b_win": 0, "w_win": 0}', '{"count": 5}', "{nonsense", '{"count": 1e999}']
)
def test_comments_that_tell_no_numbers(comment: str) -> None:
    book = tree_of(f"(;SZ[19];B[pd]C[{comment}](;W[qf])(;W[qc]))")
    [moves] = [found for found in moves_by_corner(book, after("Q16", 19)) if len(found) == 2]
    assert {str(move.vertex): move.games for move in moves} == {"R14": 1, "R17": 1}


def test_comments_within_a_tree_stones_set_up_and_numbers_without_end() -> None:
    book = tree_of("(;SZ[19];C[an introduction](;B[pd];C[a pause];W[qf])(;B[qd]))")
    assert "R14" in {str(move.vertex) for move in book.moves(after("Q16", 19))}
    book = tree_of("(;SZ[19];B[pd](;W[qf])(;W[qc];AW[pc];B[qd]))")
    assert not {"R16", "Q17"} & {str(move.vertex) for move in book.moves(after("Q16 R17", 19))}
    many = '{"count": 2147483647, "b_win": 0, "w_win": 0}'
    book = tree_of(f"(;SZ[19];B[pd](;W[qf]C[{many}])(;W[qc]C[{many}])(;W[nc]C[{many}]))")
    assert max(move.games for move in book.moves(after("Q16", 19))) >= 2147483647


def test_bad_moves_count_nowhere() -> None:
    statistics = CornerStatistics()
    statistics.add_tree(loads("(;SZ[19];B[pd](;W[qf])(;W[qc]BM[1];B[qd])(;W[pc]BM[1]))"))
    book = statistics.book(1)
    assert book.about["variations"] == 1
    [moves] = [found for found in moves_by_corner(book, after("Q16", 19)) if str(found[0].vertex) in ("R14", "O17")]
    assert [(move.games, move.of) for move in moves] == [(1, 1)]
    assert {move.games for move in book.moves(Position(19))} == {1}


# ---- files -----------------------------------------------------------------------------


def test_files_of_games_and_trees(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    for number in range(3):
        (tmp_path / "games" / f"{number}.sgf").write_text(sgf(INVASION.split(), "B+R", "2001", 19))
    (tmp_path / "tree.sgf").write_text("(;SZ[19];B[pd](;W[qf])(;W[qc]))")
    book, tally, broken = learn_joseki([tmp_path / "games", tmp_path / "tree.sgf"], 1, lambda *_: None)
    assert (book.about["games"], book.about["variations"], tally.left_out, broken) == (3, 2, {}, [])
    book.save(tmp_path / "mine.book")
    again = Book.open(tmp_path / "mine.book")
    assert again.kind is Kind.JOSEKI
    for moves in ("", "Q16", "Q16 R17"):
        assert known(again, after(moves, 19)) == known(book, after(moves, 19)) != {}
    assert {str(move.vertex) for entry in again for move in entry.moves} >= {"D4", "C3"}  # as in the lower left


def test_every_record_of_a_file_with_trees_counts(tmp_path: Path) -> None:
    (tmp_path / "both.sgf").write_text("(;SZ[19];B[pd](;W[qf])(;W[qc]))" + 5 * "(;SZ[19];B[pd];W[nc])")
    book, _, _ = learn_joseki([tmp_path / "both.sgf"], 1, lambda *_: None)
    assert book.about["variations"] == 7
    assert sum(move.games for move in moves_by_corner(book, after("Q16", 19))[0]) == 7


def test_places_that_are_none_are_refused(tmp_path: Path, invasion: Book) -> None:
    nothing = {**invasion.table.columns, "games": 0 * invasion.table.columns["games"]}
    for changed in ({"moves": invasion.table.moves + 300}, {"columns": nothing}):
        replace(invasion, table=replace(invasion.table, **changed)).save(tmp_path / "crafted.book")
        with pytest.raises(TengenError, match="damaged"):
            Book.open(tmp_path / "crafted.book")


def test_a_dictionary_is_not_played_from_as_a_book_is(invasion: Book) -> None:
    position = after("Q16 R17", 19)
    assert move_to_play([invasion], position, 0.0, seed=1) is None
    assert tree_moves([invasion], position) == []


def test_nothing_to_learn_from_is_told() -> None:
    with pytest.raises(TengenError, match="no games to learn joseki from"):
        CornerStatistics().book(1)
    with pytest.raises(TengenError, match="no games to learn joseki from"):
        dictionary(collected("E5 C3", size=9))


def test_the_one_that_ships() -> None:
    """It knows what everybody knows."""
    from tengen.search.joseki import YES, joseki_named

    book = joseki_named(YES)
    assert book is not None
    assert book.kind is Kind.JOSEKI
    assert len(book) > 10_000
    assert json.dumps(dict(book.about))
    answers = {str(move.vertex) for move in moves_by_corner(book, after("Q16 D4 C6", 19))[0][:6]}
    assert "F3" in answers
    assert str(book.find(after("Q16 D4 C3", 19)).vertex) in ("C4", "D3")  # type: ignore[union-attr]
