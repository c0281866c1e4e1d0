"""The rules of rich playouts: what each of them finds around the last move, shown on the board."""

from collections import Counter

import numpy as np
import pytest

from tengen.errors import TengenError
from tengen.game.color import BLACK, Color
from tengen.game.position import Position
from tengen.game.ruleset import Ko
from tengen.game.vertex import Vertex
from tengen.kernels.openings.joseki import no_joseki
from tengen.kernels.playouts.careful import CERTAIN
from tengen.kernels.playouts.choices import policy_choices
from tengen.kernels.playouts.last_good_reply import new_replies
from tengen.kernels.playouts.liberty_map import new_liberty_map
from tengen.kernels.playouts.light import TRACE_LENGTH, area_score
from tengen.kernels.playouts.policies import NAMED, RULE_NAMES, default_patterns, parse_policy, policy_record
from tengen.kernels.playouts.policy import MOST_RULES, policy_playout
from tengen.kernels.random import new_generators
from tengen.kernels.root_record import new_roots, new_tables
from tengen.kernels.thread_record import new_threads
from tengen.kernels.workspace import new_works

WORKS = new_works()


def choices(position: Position, policy: str, tries: int = 80) -> Counter[tuple[str, str]]:
    """How often each move is drawn, with the rule that found it."""
    points, rules = np.zeros(tries, np.int64), np.zeros(tries, np.int64)
    root = new_roots(position.board, policy_record(policy, position.size))
    policy_choices(new_tables(), root, new_threads(1), 0, points, rules)
    moves = [str(Vertex.from_point(point)) for point in points.tolist()]
    return Counter(zip(moves, (RULE_NAMES[rule] for rule in rules.tolist()), strict=True))


def after(diagram: str, moves: str, to_play: Color = BLACK) -> Position:
    position = Position.from_diagram(diagram, to_play=to_play)
    for move in moves.split():
        position.play(move)
    return position


def answers(diagram: str, moves: str, rule: str) -> set[str]:
    """What a rule alone finds after the moves played in the diagram, Black first; empty if it finds nothing."""
    return {move for move, by in choices(after(diagram, moves), rule) if by == rule}


# ---- ko ---------------------------------------------------------------------------------------------

KO = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . X O . . .
    . X O . O . .
    . . X O . . .
    . . . . . . ."""


@pytest.mark.parametrize(
    ("moves", "found"),
    [
        ("A1", set()),
        ("D3", set()),  # just taken
        ("D3 G7 G6", {"C3"}),
        ("D3 G7 G6 A7 A6", set()),  # five moves ago
        ("D3 G7 C3", set()),  # it has been filled
        ("D3 G7", set()),  # who took it does not end it
    ],
)
def test_a_ko_is_retaken_for_a_few_moves(moves: str, found: set[str]) -> None:
    assert answers(KO, moves, "ko") == found


def test_who_took_a_ko_may_be_asked_to_end_it() -> None:
    assert answers(KO, "D3 G7", "ko-fill") == {"C3"}
    assert answers(KO, "D3 G7 G6", "ko-fill") == {"C3"}


# ---- eye spaces -------------------------------------------------------------------------------------

PYRAMID = """
    . . . . .
    O O O O O
    O . . . O
    O O . O O
    . O O O ."""


def test_the_vital_point_of_an_eye_space_that_the_last_move_closed() -> None:
    open_wall = PYRAMID.replace("O O O O O", "X X X . X").replace("O", "X")
    assert answers(open_wall, "D4", "nakade") == {"C3"}
    assert answers(open_wall, "E5", "nakade") == set()  # not closed
    assert answers(PYRAMID.replace("O", "X"), "A1", "nakade") == set()  # closed long ago


def test_eye_spaces_of_the_whole_group_are_seen() -> None:
    """A1 joins the group around the eye space and is not beside it."""
    diagram = """
        . . . . . .
        O O O O O O
        X X X X X O
        X . . . X O
        X X . X X O
        . X X X . O"""
    assert answers(diagram, "A1", "nakade-group") == {"C3"}
    assert answers(diagram, "A1", "nakade") == set()
    outside = diagram.replace("O O O O O O", ". . . . . .")
    assert answers(outside, "A1", "nakade-group") == set()  # with liberties outside it is in no danger


def test_the_vital_point_of_the_own_eye_space_that_the_last_move_entered() -> None:
    assert answers(PYRAMID, "B3", "nakade") == {"C3"}
    assert answers(PYRAMID, "C3", "nakade") == set()  # too late


# ---- one liberty ------------------------------------------------------------------------------------


def test_what_stepped_into_atari_is_taken_before_anything_is_saved() -> None:
    """Black C4 puts C3 in atari but stands in atari itself."""
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . O . O . . .
        . X O X . . .
        . . . . . . .
        . . . . . . ."""
    assert answers(diagram, "C4", "one-liberty") == {"C5"}


def test_stones_in_atari_run_or_take_an_attacker() -> None:
    """Black D3 puts D4 in atari: White runs to D5 or takes C4."""
    diagram = """
        . . . . . . .
        . . . . . . .
        . . O . . . .
        . . X O X . .
        . . O . . . .
        . . . . . . .
        . . . . . . ."""
    assert answers(diagram, "D3", "one-liberty") == {"B4", "D5"}


def test_stones_that_cannot_run_take_an_attacker() -> None:
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . X X O . . .
        . O O X O . .
        . . X . . . ."""
    assert answers(diagram, "A2", "one-liberty") == {"D1"}


def test_stones_at_the_edge_are_left() -> None:
    diagram = """
        . . . . .
        . . . . .
        . . . . .
        X . X . .
        . O . . ."""
    assert answers(diagram, "C1", "one-liberty") == set()


LADDER = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . X . . . . . .
    . X O . . . . . .
    . . . X . . . . .
    . . . . . . . . ."""


def test_stones_in_a_ladder_are_left_unless_a_stone_breaks_it() -> None:
    assert answers(LADDER, "C2", "one-liberty") == set()
    broken = after(LADDER, "A9 F6 C2")
    assert {move for move, _ in choices(broken, "one-liberty")} == {"D3"}


def test_stones_in_atari_elsewhere_are_not_seen() -> None:
    assert answers(LADDER, "C2 F6 A9", "one-liberty") == set()


# ---- two liberties ----------------------------------------------------------------------------------


def test_the_atari_that_catches_is_preferred() -> None:
    """Black steps into C3. From C2 it would run into its own stone on F6, from D3 to the edge."""
    diagram = """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . X . . .
        . . . . . . . . .
        . . O . . . . . .
        . O . . . . . . .
        . . . O . . . . .
        . . . . . . . . ."""
    assert answers(diagram, "C3", "two-liberties") == {"D3"}
    without = diagram.replace("X", ".")
    assert answers(without, "C3", "two-liberties") == {"C2", "D3"}


def test_a_group_that_no_atari_catches_is_chased() -> None:
    diagram = """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . O . . . .
        . . . O . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . ."""
    assert answers(diagram, "E5", "two-liberties") == {"E4", "F5"}


THREATENED = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . X X . . .
    . X O O . . .
    . X . . . . .
    . . . . . . ."""


def test_what_would_be_caught_is_defended_where_there_is_room() -> None:
    """After E3, Black's D2 catches two stones. D2 gives them three liberties, C2 does not."""
    assert answers(THREATENED, "E3", "two-liberties") == {"D2"}


def test_what_no_atari_catches_needs_no_defence() -> None:
    diagram = """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . X O . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . ."""
    assert answers(diagram, "D6", "two-liberties") == set()


def test_what_cannot_be_saved_is_left() -> None:
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . X X . . .
        . X O O . . .
        . X . . . . ."""
    assert answers(diagram, "E2", "two-liberties") == set()


def test_a_counter_atari_defends_too() -> None:
    """Three white stones have no room, but C2 catches B2, which would have to run into the corner."""
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X X X X . . .
        O O O . . . .
        . X . X . . .
        . O . . . . ."""
    assert answers(diagram, "D3", "two-liberties") == {"C2"}


# ---- few liberties ----------------------------------------------------------------------------------

RACE = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . O . . . . . .
    . O X X X . . . .
    . X O O O . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . ."""


def test_in_a_race_liberties_are_filled_or_gained() -> None:
    """Three against three. D6, E6 and F5 are Black's, D3, E3 and F4 White's own; C2 presses the last move."""
    assert answers(RACE, "C3", "few-liberties") == {"D6", "E6", "F5", "D3", "E3", "F4", "C2"}


def test_who_has_more_liberties_is_not_raced() -> None:
    diagram = """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . X X . . . .
        . . . . O . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . ."""
    assert answers(diagram, "F6", "few-liberties") == set()


def test_an_own_eye_is_no_liberty_to_gain_by() -> None:
    """A1 would join two groups and give them a liberty, but it is their eye."""
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        O . . . . . .
        O . . . . . .
        . O O . . . ."""
    assert answers(diagram, "A4", "few-liberties") == {"B2", "B3", "B4"}


# ---- three liberties --------------------------------------------------------------------------------


def test_groups_with_three_liberties_are_pressed_and_extended() -> None:
    """D5 has three liberties after C5 and needs no race; C5 has three too."""
    diagram = """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . O . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . ."""
    assert answers(diagram, "C5", "three-liberties") == {"B5", "C4", "C6", "D4", "D6", "E5"}
    assert answers(diagram, "C5", "few-liberties") <= {"B5", "C4", "C6", "D4", "D6", "E5"}
    assert answers(diagram, "G5", "three-liberties") == set()  # four, and nobody beside it


# ---- shapes -----------------------------------------------------------------------------------------

CONTACT = """
    . . . . . . . . .
    . . . . . . . . .
    . . . X . . . . .
    . . X O . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . ."""


def test_shapes_are_looked_for_around_the_last_two_moves() -> None:
    """White's D6 touches C6, Black plays far away: the hane are beside White's last move."""
    diagram = CONTACT.replace("O", ".").replace(". . . X . . . . .", ". . . . . . . . .")
    assert answers(diagram, "A1 D6 J1", "shape") == {"C5", "C7", "D5", "D7"}
    assert answers(diagram, "A1 D6 J1", "pattern") == set()


def test_where_a_stone_is_to_be_saved_there_is_no_shape() -> None:
    """E6 puts D6 in atari: to run to D5 is not a matter of shape."""
    assert answers(CONTACT, "E6", "pattern") == {"D5", "E5", "E7"}
    assert answers(CONTACT, "E6", "shape") == {"E5", "E7"}


# ---- the policy -------------------------------------------------------------------------------------


def test_the_first_rule_that_finds_something_has_its_move_played() -> None:
    position = after(LADDER, "A9 F6 C2")  # a ladder that does not work
    moggy = "one-liberty,two-liberties,few-liberties,shape,self-atari"
    assert set(choices(position, moggy)) == {("D3", "one-liberty")}
    seldom = "moggy,one-liberty:auto,shape:auto"
    assert {rule for _, rule in choices(position, seldom, 3000)} >= {"one-liberty", "shape", "random"}


@pytest.mark.parametrize("size", [5, 9, 13, 19])
def test_whole_playouts_are_legal_and_end(size: int) -> None:
    """Replayed on a Position, every move is legal and the end is settled, but for sekis left alone."""
    start = Position(size, rules="tromp-taylor")
    simple = start.rules.changed(ko=Ko.SIMPLE, suicide=False)
    trace, replies, nothing = (
        np.zeros(TRACE_LENGTH, np.int16),
        new_replies(),
        (new_liberty_map(used=False), no_joseki()),
    )
    for seed in range(8):
        boards, policies = start.board.copy(), policy_record("moggy", size)
        generators = new_generators(seed)
        length = policy_playout(
            boards[0], generators[0], policies[0], default_patterns(), WORKS[0], replies[0], *nothing, trace
        )
        game = Position(size, rules=simple, komi=0)
        for point in trace[:length].tolist():
            game.play(Vertex.from_point(point))
        assert game.hash == int(boards["hash"][0])
        assert game.is_over or length == 3 * size * size
        if game.is_over:
            assert abs(game.score().margin - area_score(boards[0])) <= 4


def test_chances_by_board_size() -> None:
    chances = {size: dict(parse_policy("moggy,shape:auto", size)) for size in (5, 9, 14, 19)}
    assert [chances[size]["shape"] for size in (5, 9, 14, 19)] == pytest.approx([0.9, 0.9, 0.85, 0.8])
    assert {chances[size]["one-liberty"] for size in (5, 9, 14, 19)} == {1.0}
    assert {chances[size]["ko"] for size in (5, 9, 14, 19)} == {0.2}
    assert parse_policy("atari:auto,lgrf1", 19) == [("atari", pytest.approx(0.8)), ("lgrf1", 1.0)]


def test_a_named_policy_with_changes() -> None:
    usual = dict(parse_policy("moggy"))
    changed = dict(parse_policy("moggy, ko:0 , shape:0.5,lgrf2"))
    assert list(changed) == [*usual, "lgrf2"]  # a rule keeps its place, a new one comes last
    assert changed == usual | {"ko": 0.0, "shape": 0.5, "lgrf2": 1.0}
    assert parse_policy("light,capture") == [("capture", 1.0)]
    assert parse_policy("ko:0,atari") == [("ko", 0.0), ("atari", 1.0)]  # of one's own anything may be off


def test_a_rule_that_is_off_costs_nothing() -> None:
    [record] = policy_record("moggy,nakade:0,self-atari:0")
    names = [RULE_NAMES[rule] for rule in record["rules"][: record["rule_count"]]]
    assert names == ["ko", "one-liberty", "two-liberties", "few-liberties", "shape"]
    assert record["self_atari"] == 0
    assert policy_record("moggy")["self_atari"][0] == round(0.95 * CERTAIN)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mogy", "no playout rule is called 'mogy'.*choose from atari.*self-atari"),
        ("moggy,shap:0", "no playout rule is called 'shap'"),
        ("moggy,mogo", "no playout rule is called 'mogo'"),
        ("moggy,shape:2", "chance of the playout rule 'shape:2' must be a number from 0 to 1, or auto"),
        ("shape:", "must be a number"),
        ("shape:nan", "must be a number"),
        ("shape:often", "must be a number"),
        ("moggy,pattern:0", "moggy has no rule pattern to switch off: its rules are ko, nakade, one-liberty"),
        ("mogo,lgrf2:0.0", "mogo has no rule lgrf2 to switch off: its rules are atari, pattern, capture"),
        ("light,capture:0", "light has no rule capture to switch off: it has no rules"),
    ],
)
def test_bad_policies_are_refused(text: str, words: str) -> None:
    with pytest.raises(TengenError, match=words):
        parse_policy(text)


def test_named_policies_are_well_formed() -> None:
    for name in NAMED:
        assert len(parse_policy(name)) <= MOST_RULES
        assert all(0 < chance <= 1 for _, chance in parse_policy(name, 13))
