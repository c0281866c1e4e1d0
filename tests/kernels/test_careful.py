"""The random move of a playout, looked at before it is played; and eyes that hang on a corner."""

import pytest
from tests.kernels.test_moggy import after, answers, choices

from tengen.game.position import Position

# ---- eyes -------------------------------------------------------------------------------------------

# White's eye on B2 hangs on the corner C3 after Black takes A3 (an eye in the middle needs three of four corners).
CORNERS = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . O . . . . .
    O . O . . . .
    O O O . . . ."""


def test_the_corner_that_an_eye_hangs_on() -> None:
    assert answers(CORNERS, "A3", "eye-fix") == {"C3"}
    assert answers(CORNERS, "C3", "eye-fix") == set()  # on A3 a black stone would be lost
    assert answers(CORNERS, "G7", "eye-fix") == set()  # nothing is lost yet, nor near
    assert answers(CORNERS, "A3 C3 G7", "eye-fix") == set()


def test_an_eye_of_one_group_needs_no_corner() -> None:
    one = CORNERS.replace(". O . . . . .\n    O", "O O . . . . .\n    O")
    assert answers(one, "C3", "eye-fix") == set()


def test_an_eye_at_the_edge_needs_both_corners() -> None:
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . O O . . .
        . . O . O . ."""
    assert answers(diagram, "F2", "eye-fix") == {"E2"}
    assert answers(diagram, "G2", "eye-fix") == set()  # not near
    assert answers(diagram, "E2", "eye-fix") == set()  # too late


# ---- the random move --------------------------------------------------------------------------------

# Of 15 points B1 leaves two stones in atari, and D2 saves them.
EDGE = """
    . . . . .
    . . . . .
    . O O O .
    O X X . .
    O . O O ."""


def drawn(policy: str, tries: int = 6000) -> dict[str, float]:
    count = choices(Position.from_diagram(EDGE), policy, tries)
    assert {rule for _, rule in count} == {"random"}
    return {move: times / tries for (move, _), times in count.items()}


def test_a_random_move_into_atari_becomes_the_safer_one() -> None:
    plain, careful = drawn("light"), drawn("self-atari")
    assert plain["B1"] == pytest.approx(1 / 15, abs=0.01)
    assert plain["D2"] == pytest.approx(1 / 15, abs=0.01)
    assert "B1" not in careful
    assert careful["D2"] == pytest.approx(2 / 15, abs=0.02)


def test_it_is_looked_at_as_often_as_the_chance_says() -> None:
    assert drawn("self-atari:0.75")["B1"] == pytest.approx(0.25 / 15, abs=0.006)


THREE_STONE_SEKI = """
    . X . X X X .
    . X X X O O O
    . . X . O . .
    . . X . O O X
    . . X . O . X
    . . X X O O O
    . . . X X X ."""


def test_no_rule_breaks_a_seki_to_its_own_loss() -> None:
    """F5 and F3 put the three stones in atari that stand in White's only eye."""
    position = after(THREE_STONE_SEKI, "G5")
    for policy in ("two-liberties", "two-liberties,self-atari", "self-atari", "light"):
        assert {"F5", "F3"} & {move for move, _ in choices(position, policy, 400)}
        assert not {"F5", "F3"} & {move for move, _ in choices(position, f"{policy},seki", 2000)}


def test_an_eye_beside_the_random_move_is_repaired() -> None:
    position = after(CORNERS, "A3")
    count = choices(position, "random-eye-fix", 4000)
    assert {rule for _, rule in count} == {"random"}
    # C3 stands for B4, C4, D4, D3 and D2 too.
    assert count["C3", "random"] > 4 * count["D1", "random"] > 0
    assert not {"B4", "C4", "D4", "D3", "D2"} & {move for move, _ in count}


def test_where_a_stone_would_be_lost_the_group_is_attacked_from_behind() -> None:
    """White's A2 would be lost; the three stones beside it have another liberty, B1, where White is safe."""
    diagram = """
        . . . . .
        O O O . .
        X X O . .
        . X O . .
        . . . . ."""
    position = after(diagram, "E5")
    plain, attacking = choices(position, "self-atari", 3000), choices(position, "self-atari,attack-instead", 3000)
    assert plain["A2", "random"] == attacking["A2", "random"] == 0
    assert attacking["B1", "random"] > 1.5 * plain["B1", "random"] > 0
