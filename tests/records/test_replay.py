"""Positions from records: main line and variations, set-up, and moves that are illegal."""

import pytest

from tengen.game.color import BLACK, WHITE
from tengen.game.diagram import parse_diagram
from tengen.game.legality import Illegal
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.records import GameRecord, RecordError, loads


def stones(diagram: str) -> dict[Vertex, object]:
    return dict(parse_diagram(diagram)[1])


def test_positions_along_the_main_line() -> None:
    record = loads("(;SZ[3];B[bb];W[aa];B[ab];W[tt];B[])")
    assert [str(move) for move in record.moves] == ["B B2", "W A3", "B A2", "W pass", "B pass"]
    assert not record.position(0).stones
    assert record.position(3).stones == stones("O . .\nX X .\n. . .")
    assert record.position().is_over
    assert record.position(5) == record.position()
    for wrong in (-1, 6):
        with pytest.raises(RecordError, match=f"the game has 5 moves: there is no position {wrong}"):
            record.position(wrong)


def test_replay_goes_through_the_game_once() -> None:
    record = loads("(;SZ[5];B[cc];W[cd]C[hm];B[dd])")
    seen = [(str(node.move), position.move_number) for node, position in record.replay()]
    assert seen == [("None", 0), ("B C3", 1), ("W C2", 2), ("B D2", 3)]


def test_variations() -> None:
    record = loads("(;SZ[5](;B[cc](;W[bb])(;W[dd];B[ee]))(;B[aa]))")
    assert [str(move) for move in record.moves] == ["B C3", "W B4"]
    leaves = [node for node in record.nodes() if not node.children]
    assert [leaf.move_number for leaf in leaves] == [2, 3, 1]
    assert leaves[1].position().stones == stones(". . . . .\n. . . . .\n. . X . .\n. . . O .\n. . . . X")
    assert leaves[2].position()["A5"] is BLACK
    assert [node.move_number for node in leaves[1].path()] == [0, 1, 2, 3]


def test_move_in_the_root() -> None:
    record = loads("(;SZ[5]W[cc];B[dd])")
    assert (len(record.moves), record.position(0).to_play, len(record.position(1).stones)) == (2, WHITE, 1)


def test_set_up_in_mid_game_begins_the_history_anew() -> None:
    record = loads("(;SZ[3];B[bb];W[aa];AB[cc]AE[aa]PL[W];W[ca])")
    assert record.position(2).stones == stones(". . .\n. X .\n. . X")
    assert record.position(2).to_play is WHITE
    assert record.position(2).moves == ()
    assert record.position().stones == stones(". . O\n. X .\n. . X")
    middle = record.root.children[0].children[0]
    assert middle.position().stones == stones("O . .\n. X .\n. . .")


def test_set_up_that_changes_nothing_keeps_the_history() -> None:
    record = loads("(;SZ[3];B[bb];AB[bb]AE[aa]PL[B];B[ca])")
    assert record.position().move_number == 2
    assert record.position(1).to_play is BLACK


def test_set_up_in_rectangles_and_with_a_move() -> None:
    record = loads("(;SZ[4]AB[aa:bb][dd]AW[ca:cb]B[da])")
    assert record.position().stones == stones("X X O X\nX X O .\n. . . .\n. . . X")
    assert record.root.setup[Vertex.parse("C4")] is WHITE


def test_player_to_move() -> None:
    assert loads("(;PL[W])").position().to_play is WHITE
    assert loads("(;PL[white])").position().to_play is WHITE
    assert loads("(;PL[?])").position().to_play is BLACK
    assert loads("(;AB[dd]AW[pp];W[dp])").position(0).to_play is WHITE
    assert loads("(;HA[2]AB[dd][pp])").position().to_play is WHITE


def test_two_moves_in_one_node_follow_one_another() -> None:
    record = loads("(;SZ[9];B[ee]W[cc]C[both];B[gg][gc])")
    assert [str(move) for move in record.moves] == ["B E5", "W C7", "B G3", "B G7"]
    assert len(record.warnings) == 2


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        (";B[bb];W[cc];B[bb]", "move 3: black B2 is illegal: the point is occupied"),
        (";B[ab];W[cc];B[ba];W[aa]", r"move 4: white A3 is illegal: the stone would have no liberty \(suicide\)"),
    ],
)
def test_illegal_moves_load_but_do_not_replay(moves: str, message: str) -> None:
    record = loads(f"(;SZ[3]{moves};B[ca])", name="game.sgf")
    assert loads(record.to_sgf()) == record
    with pytest.raises(RecordError, match=f"^game.sgf: {message}$"):
        record.position(strict=True)
    record.position(2, strict=True)
    assert record._repr_svg_().startswith("<svg")


def test_suicide_is_as_legal_as_the_rules_say() -> None:
    moves = "SZ[5]AB[ab][bb][ca]AW[aa];W[ba]"
    assert loads(f"(;RU[NZ]{moves})").position()["A5"] is None
    chinese = loads(f"(;RU[Chinese]{moves})")
    with pytest.raises(RecordError, match="suicide"):
        chinese.position(strict=True)
    assert chinese.position()["A5"] is None  # it was played, whatever the rules say


def test_a_stone_on_a_stone_is_an_error_in_any_case() -> None:
    with pytest.raises(RecordError, match="move 3: black B2 is illegal: the point is occupied"):
        loads("(;SZ[3];B[bb];W[cc];B[bb])").position()


def test_stones_without_liberties_cannot_be_set_up() -> None:
    with pytest.raises(RecordError, match=r"the set-up after move 1: .*no liberty"):
        loads("(;SZ[3];B[bb];AB[ab][ba]AW[aa])").position()


def test_superko_is_let_pass_unless_strict_and_holds_for_the_next_move() -> None:
    """Three kos taken round in turn: the sixth capture brings the first position back."""
    start = Position.from_diagram(
        """
        . X O . . . X O .
        X . X O . X . X O
        . X O . . . X O .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . X O . . . . . .
        X O . O . . . . .
        . X O . . . . . .""",
        to_play=WHITE,
    )
    record = GameRecord.from_position(start)
    node = record.root
    for number, vertex in enumerate(("B8", "C2", "G8", "C8", "B2", "H8")):
        node = node.add("wb"[number % 2], vertex)
    with pytest.raises(RecordError, match=r"move 6: black H8 is illegal: .*superko"):
        record.position(strict=True)
    position = record.position()
    assert position.stones == start.stones
    assert position.rules is record.rules
    # White would go round again, but the position after his first move has been there.
    assert position.why_illegal("B8") is Illegal.SUPERKO


def test_immediate_retaking_of_a_ko_is_carried_out_unless_strict() -> None:
    record = loads("(;SZ[5]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[bb])")
    with pytest.raises(RecordError, match=r"move 2: .*ko may not be retaken"):
        record.position(strict=True)
    assert record.position().captures(WHITE) == 1
