"""What a review says of moves whose worth is known, and of games out of the ordinary."""

from collections.abc import Callable

import pytest

from tengen import BLACK, WHITE, Position, loads
from tengen.errors import TengenError
from tengen.records import GameRecord, RecordError
from tengen.review import Review, Severity, Thresholds
from tengen.review.summary import summaries

Reviewer = Callable[..., Review]


def test_the_blunder_is_found_and_what_would_have_been_better(review: Reviewer, blunder_game: GameRecord) -> None:
    found = review(blunder_game)
    (blunder,) = found.mistakes
    assert (str(blunder.move), blunder.severity, blunder.number) == ("B A9", Severity.BLUNDER, 1)
    assert blunder.better is not None
    assert str(blunder.better.vertex) == "F5"
    assert blunder.lost is not None
    assert blunder.lost > 0.5 > blunder.margin
    assert blunder.points_lost is not None
    assert blunder.points_lost > 10
    assert [move.is_first_choice for move in found.moves][:2] == [False, True]


def test_whites_blunder_is_found_as_well(review: Reviewer, blunder_game: GameRecord) -> None:
    turned = blunder_game.to_sgf().replace("AB[", "XX[").replace("AW[", "AB[").replace("XX[", "AW[")
    turned = turned.replace(";B[", ";X[").replace(";W[", ";B[").replace(";X[", ";W[").replace("PL[B]", "PL[W]")
    turned = turned.replace("KM[-5.5]", "KM[5.5]")
    found = review(loads(turned))
    assert [(str(move.move), move.severity) for move in found.mistakes] == [("W A9", Severity.BLUNDER)]


def test_the_graph_is_blacks_and_the_mover_loses_what_it_falls(review: Reviewer, blunder_game: GameRecord) -> None:
    found = review(blunder_game)
    assert [point.number for point in found.graph] == [0, 1, 2, 3]
    assert found.graph[0].winrate > 0.8 > 0.2 > found.graph[2].winrate
    assert found.graph[0].score > 0 > found.graph[2].score
    first = found.moves[0]
    assert first.lost == pytest.approx(found.graph[0].winrate - found.graph[1].winrate)


def test_the_summary_counts_by_player_and_phase(review: Reviewer, blunder_game: GameRecord) -> None:
    black, white = summaries(review(blunder_game))
    assert (black.name, white.name) == ("Ann", "Bob")
    assert black.game.counts[Severity.BLUNDER] == 1
    assert black.game.accuracy == 0.5
    assert (white.game.moves, white.game.accuracy, white.game.agreement) == (1, 1.0, 1.0)
    assert sum(tally.moves for tally in black.phases.values()) == black.game.moves == 2


def test_thresholds_name_the_moves(review: Reviewer, blunder_game: GameRecord) -> None:
    assert Thresholds(0.1).judge(0.049, 50.0) is Severity.GOOD
    assert Thresholds(0.1).judge(0.05, None) is Severity.INACCURACY
    assert Thresholds(0.1).judge(0.2, None) is Severity.BLUNDER
    assert Thresholds(0.1, points=4).judge(0.0, 4.0) is Severity.MISTAKE
    found = review(blunder_game, thresholds=Thresholds(1.0))
    assert found.moves[0].severity is Severity.INACCURACY
    for wrong in (0.0, -0.1, 1.5):
        with pytest.raises(TengenError, match="give a threshold"):
            Thresholds(wrong)


def test_what_may_be_chance_has_no_name(review: Reviewer) -> None:
    found = review(loads("(;SZ[9];B[ee];W[ec];B[gc];W[cg];B[cc])"), playouts=50)
    assert all(move.margin > 0.1 for move in found.moves)
    assert all((move.lost or 0.0) >= move.margin for move in found.mistakes)


def test_a_range_of_moves(review: Reviewer, blunder_game: GameRecord) -> None:
    found = review(blunder_game, playouts=60, first=2, last=2)
    assert [move.number for move in found.moves if move.lost is not None] == [2]
    assert [point.number for point in found.graph] == [1, 2]
    with pytest.raises(TengenError, match="cannot be reviewed"):
        review(blunder_game, first=3, last=2)


def test_variations_are_reviewed_if_wished(review: Reviewer) -> None:
    record = loads("(;SZ[5];B[cc](;W[bb];B[dd])(;W[dc];B[cd](;W[cb])(;W[bc])))")
    assert [str(move.move) for move in review(record, playouts=50).moves] == ["B C3", "W B4", "B D2"]
    found = review(record, playouts=50, variations=True)
    assert [str(m.move) for m in found.moves if not m.main] == ["W D3", "B C2", "W C4", "W B3"]
    assert [point.number for point in found.graph] == [0, 1, 2, 3]
    by_move = {str(move.move): move for move in found.moves}
    assert by_move["W C4"].before == by_move["W B3"].before == by_move["B C2"].stop


@pytest.mark.parametrize(
    ("sgf", "moves", "first_player"),
    [
        ("(;SZ[9]HA[2]AB[cc][gg]KM[0.5];W[ee];B[ge])", 2, WHITE),
        ("(;SZ[9];W[ee];B[ge])", 2, WHITE),
        ("(;SZ[9];B[ee];B[ge];W[cc])", 3, BLACK),  # one player twice
        ("(;SZ[9]B[ee];W[ge])", 2, BLACK),  # a move in the root
        ("(;SZ[9]AB[ee]AW[ge]PL[W];W[cc];AE[ee];B[gg])", 2, WHITE),  # stones taken away in mid-game
        ("(;SZ[2];B[aa];W[bb];B[];W[])", 4, BLACK),
        ("(;SZ[3];B[bb];W[];B[ab];W[];B[])", 5, BLACK),
        ("(;SZ[9]C[nothing but words];C[more])", 0, BLACK),
        ("(;SZ[9]RE[B+R])", 0, BLACK),
    ],
)
def test_games_out_of_the_ordinary(review: Reviewer, sgf: str, moves: int, first_player: object) -> None:
    found = review(loads(sgf), playouts=50)
    assert len(found.moves) == moves
    assert found.stops[0].color is first_player
    assert len(found.graph) == len([stop for stop in found.stops if not stop.position.is_over])
    assert found.to_dict()["size"] == found.record.size


def test_after_two_passes_nothing_is_searched_until_somebody_plays_on(review: Reviewer) -> None:
    found = review(loads("(;SZ[5];B[cc];W[];B[];W[bb];B[])"), playouts=50)
    assert sorted(set(range(6)) - set(found.evaluations)) == [3]
    assert found.moves[3].lost is None  # by whom, after the end?


def test_a_game_is_reviewed_as_far_as_it_can_be_played(review: Reviewer) -> None:
    found = review(loads("(;SZ[5];B[cc];W[bb];B[bb];W[dd])"), playouts=50)
    assert [str(move.move) for move in found.moves] == ["B C3", "W B4"]
    assert found.warnings == ("move 3: black B4 is illegal: the point is occupied; the review ends before it",)


def test_moves_against_ko_are_reviewed_as_they_were_played(review: Reviewer) -> None:
    position = Position.from_diagram(". X O . .\nX O . O .\n. X O . .\n. . . . .\n. . . . .")
    record = GameRecord.from_position(position)
    record.root.add("black", "C4").add("white", "B4").add("black", "E1")  # takes the ko back at once
    assert [move.lost is not None for move in review(record, playouts=50).moves] == [True] * 3


@pytest.mark.parametrize(("size", "words"), [("25", "2 to 19 lines"), ("9:13", "not a square board"), ("1", "2 to 19")])
def test_other_boards_are_refused_with_a_sentence(size: str, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        loads(f"(;SZ[{size}];B[aa])")
