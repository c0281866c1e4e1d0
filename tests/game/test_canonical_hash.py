"""One hash for eight orientations: the same for all of them, another for anything else, and today's for ever."""

import random
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tengen.game.canonical import canonical_of
from tengen.game.color import BLACK, WHITE
from tengen.game.position import Position
from tengen.game.symmetry import Symmetry
from tengen.game.vertex import PASS, Vertex

thoroughly = settings(deadline=None, derandomize=True, database=None, max_examples=60)


def random_game(size: int, seed: int, moves: int) -> Position:
    """A game that chance has played: on small boards soon one of captures and kos."""
    choose = random.Random(seed)
    position = Position(size)
    for _ in range(moves):
        legal = position.legal_moves()
        position.play(choose.choice(legal) if legal and choose.random() > 0.03 else PASS)
    return position


GAMES = st.builds(random_game, st.sampled_from([2, 3, 4, 5, 6, 9, 13, 19]), st.integers(0, 10**6), st.integers(0, 120))


def after(size: int, moves: Iterable[str]) -> Position:
    position = Position(size)
    for move in moves:
        position.play(move)
    return position


# ---- orientations --------------------------------------------------------------------


@thoroughly
@given(GAMES)
def test_all_eight_orientations_share_it(position: Position) -> None:
    known = position.canonical
    home = position.transformed(known.symmetry)
    for symmetry in Symmetry:
        turned = position.transformed(symmetry)
        assert turned.canonical_hash == known.hash
        assert turned.transformed(turned.canonical.symmetry) == home


@thoroughly
@given(GAMES)
def test_every_symmetry_named_leads_home_and_no_other_does(position: Position) -> None:
    named = position.canonical.symmetries
    home = position.transformed(named[0])
    assert [symmetry for symmetry in Symmetry if position.transformed(symmetry) == home] == list(named)
    assert home.canonical.symmetries[0] is Symmetry.IDENTITY


def test_it_tells_positions_of_many_games_apart() -> None:
    """What has the same hash is the same position, turned; what has another is not."""
    homes: dict[int, Position] = {}
    for seed in range(30):
        game = random_game(5, seed, 60)
        while game.move_number:
            known = game.canonical
            home = game.transformed(known.symmetry)
            assert homes.setdefault(known.hash, home) == home
            game.undo()
    assert len(homes) > 800


# ---- what counts, and what does not ----------------------------------------------------


def test_whose_turn_it_is_counts() -> None:
    position = after(9, ["C3", "G7"])
    known = position.canonical_hash
    position.to_play = WHITE
    assert position.canonical_hash != known


def test_colours_are_not_exchanged() -> None:
    black, white = Position(9), Position(9)
    black.set_up({Vertex.parse("C3"): BLACK})
    white.set_up({Vertex.parse("C3"): WHITE})
    assert black.canonical_hash != white.canonical_hash


def test_the_size_of_the_board_counts() -> None:
    assert len({Position(size).canonical_hash for size in range(2, 20)}) == 18


def test_another_order_of_the_same_moves_does_not_count() -> None:
    one, other = after(19, ["D4", "Q16", "C14"]), after(19, ["C14", "Q16", "D4"])
    assert one.canonical_hash == other.canonical_hash


def test_komi_rules_and_prisoners_do_not_count() -> None:
    one, other = Position(9, komi=7.5), Position(9, komi=0.5, rules="japanese")
    assert one.canonical_hash == other.canonical_hash


KO = """
    . X O . .
    X . X O .
    . X O . .
    . . . . .
    . . . . ."""


def test_a_simple_ko_counts_as_long_as_it_binds() -> None:
    """White takes the stone at C4, and Black may not take back at once."""
    fight = Position.from_diagram(KO, to_play=WHITE)
    fight.play("B4")
    assert str(fight.ko) == "C4"
    quiet = Position(5)
    quiet.set_up(fight.stones, BLACK)
    assert fight.canonical_hash != quiet.canonical_hash
    for symmetry in Symmetry:
        assert fight.transformed(symmetry).canonical_hash == fight.canonical_hash
    fight.to_play = quiet.to_play = WHITE  # whom it forbids nothing
    assert fight.canonical_hash == quiet.canonical_hash


def test_looking_changes_nothing() -> None:
    position = after(9, ["C3", "G7", "G3"])
    board = position.board.copy()
    assert position.canonical == canonical_of(9, board, int(position.to_play))
    assert position.board.tobytes() == board.tobytes()


# ---- for ever --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "moves", "known"),
    [
        (9, "", 0x41B9C7FDA9B24A90),
        (19, "", 0x624683D4EFE8690D),
        (19, "Q4 D16 Q16 D4", 0x4487853BB0481445),
        (9, "E5 C3 G7 pass", 0x5CDD5DDBE0118988),
    ],
)
def test_files_of_today_will_be_read_tomorrow(size: int, moves: str, known: int) -> None:
    """These numbers stand in files: they never change."""
    assert f"{after(size, moves.split()).canonical_hash:016x}" == f"{known:016x}"
