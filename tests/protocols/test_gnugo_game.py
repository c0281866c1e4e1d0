"""A whole game of 9x9 against GNU Go, each move checked by a board that belongs to neither."""

import re
import sys

import pytest

from tengen.compilation import ensure_compiled
from tengen.game.color import BLACK, WHITE, Color
from tengen.game.position import Position
from tengen.game.ruleset import Ko, Ruleset
from tengen.wire.client import GtpClient
from tengen.wire.gnugo import find_gnugo

GNUGO = find_gnugo()
TENGEN = [sys.executable, "-m", "tengen", "gtp", "--playouts", "500", "--seed", "1", "--set", "resign_below=0"]
MOST_MOVES = 250
SCORE = re.compile(r"[BW]\+\d+(\.\d+)?|0")

pytestmark = pytest.mark.skipif(GNUGO is None, reason="GNU Go is missing: install the package gnugo")


def play_game(players: dict[Color, GtpClient], referee: Position) -> str:
    """Let two engines play until both have passed or one has resigned; how it ended."""
    while not referee.is_over:
        assert referee.move_number < MOST_MOVES, "the game does not end"
        color = referee.to_play
        vertex = players[color].send(f"genmove {color}")
        if vertex.lower() == "resign":
            return f"{color} resigned"
        referee.play(vertex, color)  # an illegal move is an error here
        players[color.other].send(f"play {color} {vertex}")
    return "both passed"


@pytest.mark.parametrize("ours", [BLACK, WHITE], ids=str)
def test_a_game_against_gnu_go(ours: Color) -> None:
    assert GNUGO is not None
    ensure_compiled()
    referee = Position(9, rules=Ruleset.named("chinese").changed(ko=Ko.SIMPLE))  # GNU Go knows no superko
    gnugo = [GNUGO, "--mode", "gtp", "--level", "1", "--chinese-rules", "--seed", "1"]
    with GtpClient(TENGEN, name="Tengen") as tengen, GtpClient(gnugo, name="GNU Go") as opponent:
        tengen.send("kata-set-rule ko SIMPLE")
        for player in (tengen, opponent):
            player.send("boardsize 9")
            player.send("clear_board")
            player.send("komi 7.5")
        end = play_game({ours: tengen, ours.other: opponent}, referee)
        assert end in {"both passed", f"{ours.other} resigned"}
        assert referee.move_number > 10
        for color in Color:
            stones = {str(vertex) for vertex, stone in referee.stones.items() if stone is color}
            for player in (tengen, opponent):
                assert set(player.send(f"list_stones {color}").split()) == stones
                assert player.send(f"captures {color}") == str(referee.captures(color))
        scores = [player.send("final_score") for player in (tengen, opponent)]
        assert all(SCORE.fullmatch(score) for score in scores), scores
        assert tengen.noise == opponent.noise == ()
    assert tengen.exit_status == 0
