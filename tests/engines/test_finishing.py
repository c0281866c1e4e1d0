"""What playouts leave in doubt is played out."""

import pytest

from tengen.engines.endgame import finishing
from tengen.engines.endgame.finishing import is_border_open, judge_to_the_end
from tengen.engines.endgame.playout_judgement import judge_by_playouts
from tengen.engines.endgame.thresholds import EndgameThresholds
from tengen.game.position import Position
from tengen.game.vertex import Vertex

# Each has one eye of three points, with a stone of the other's in its middle: two liberties each, no other.
RACE = """
    . X . O O X X X X
    O O O O X X . X O
    O X X O X O X X .
    X . X X O O X . X
    . O X O O . O X X
    X X X X O O O O O
    X X O O O O . O .
    X O O O O . O . O
    X X O O . O O . O"""


@pytest.mark.parametrize("mover", ["black", "white"])
def test_a_race_to_capture_goes_to_the_player_to_move(mover: str) -> None:
    position = Position.from_diagram(RACE, mover, komi=7.5)
    black = {stone for name in ("A6", "C6", "B9", "A1") for stone in position.group(name).stones}
    white = position.group("A8").stones | position.group("B5").stones
    quick = judge_by_playouts(position)
    assert all(abs(quick.ownership[stone]) < 0.5 for stone in black | white)
    judgement = judge_to_the_end(position)
    assert judgement.dead - {Vertex.parse("J8")} == (white if mover == "black" else black)
    assert judgement == judge_to_the_end(position)


# The last ko is on D1 and C1: White has just taken it.
LAST_KO = """
    . . . O X . X . .
    . . . O X . X . .
    O O O O X X X X X
    . . . O X . . . .
    . . . O X . X . .
    O O O O X X X X X
    . . O O X . . . .
    O O O X X X X X X
    O O . O X . . . ."""


def test_what_superko_forbids_is_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Black may take the ko if he has not lost it just before."""
    monkeypatch.setattr(
        finishing, "ENDGAME", EndgameThresholds(agreed_group=0.9)
    )  # the playouts would do; here it is to be played out
    ko = Vertex.parse("D1")
    free = Position.from_diagram(LAST_KO, "black")
    assert ko in judge_to_the_end(free).dead
    fought = Position.from_diagram(LAST_KO, "black")
    for move in ("C1", "A9", "J9", "D1", "pass", "pass"):
        fought.play(move)
    assert fought.why_illegal("C1") is not None
    assert ko not in judge_to_the_end(fought).dead


BETWEEN = """
    . . . O X . X . .
    . . O X X . X . .
    O O O X X X X X X
    . . O X . . . . .
    . . O X X . X . .
    O O O X X X X X X
    . . O X X . . . .
    . . O X X X X X X
    . . O X X . . . ."""


@pytest.mark.parametrize(("mover", "dead", "score"), [("black", {"D9"}, "B+28.5"), ("white", set(), "B+24.5")])
def test_a_border_that_dead_stones_close_is_played_to_its_end(mover: str, dead: set[str], score: str) -> None:
    """White's D9 stands between the sides: taken off, White's corner would be nobody's. Black takes it by C9."""
    position = Position.from_diagram(BETWEEN, mover, komi=0.5)
    assert is_border_open(position, frozenset([Vertex.parse("D9")]))
    assert not is_border_open(position, frozenset())
    judgement = judge_to_the_end(position)
    assert {str(stone) for stone in judgement.dead} == dead
    assert str(judgement.score) == score
