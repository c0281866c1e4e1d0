"""Who counts, and how: agreement, the referee, the rules themselves; handicap, komi and openings in played games."""

import re
from typing import Any

import pytest

from tengen.game.color import BLACK, WHITE, Color
from tengen.game.position import Position
from tengen.lab import gnugo, referee
from tengen.lab.conditions import Conditions
from tengen.lab.outcome import End, GameResult
from tengen.lab.players import Entrant
from tengen.lab.referee import Referee
from tengen.wire.gnugo import find_gnugo

GNUGO = find_gnugo()
RANDOM = Entrant("random", engine="random")

needs_gnugo = pytest.mark.skipif(GNUGO is None, reason="GNU Go is missing: install the package gnugo")

# White's stone in the corner is dead, and nobody is going to play it out.
CROSS = {"black": "C3 C2 C4 B3 D3", "white": "A1"}

SEKI = """
. X . O . O X
X X O O O O X
O O X X X X X
. O X . X . .
O O X X . . .
. O X . . . .
O O X . . . ."""


def played(arena: Any, counts: tuple[str, str], **conditions: Any) -> GameResult:
    black = arena.program("black", moves=CROSS["black"], score=counts[0])
    white = arena.program("white", moves=CROSS["white"], score=counts[1])
    (game,) = arena.work(black, white, **conditions)
    assert isinstance(game, GameResult)
    assert game.end is End.SCORE, game.detail
    return game


@needs_gnugo
def test_gnu_go_decides_where_the_players_differ(arena: Any) -> None:
    game = played(arena, ("B+17.5", "W+3.5"), count="agreement")
    assert (game.text, game.counted_by) == ("B+17.5", "gnugo")
    assert game.detail == "the players differ: black: B+17.5; white: W+3.5"


def test_without_gnu_go_we_decide(arena: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (referee, gnugo):
        monkeypatch.setattr(module, "find_gnugo", lambda: None)
    game = played(arena, ("B+17.5", "W+3.5"), count="agreement")
    assert (game.text, game.counted_by) == ("B+17.5", "tengen")
    (game,) = arena.work(RANDOM, RANDOM, count="gnugo")
    assert (game.end, game.at_fault, game.winner) == (End.UNCOUNTED, None, None)
    assert game.detail.startswith("the referee cannot count: GNU Go is not installed")


def test_a_referee_asked_for_counts_in_any_case(arena: Any) -> None:
    game = played(arena, ("W+99", "W+99"), count="tengen")
    assert (game.text, game.counted_by, game.detail) == ("B+17.5", "tengen", "")


@needs_gnugo
def test_gnu_go_asked_for_counts_in_any_case(arena: Any) -> None:
    game = played(arena, ("W+99", "W+99"), count="gnugo")
    assert (game.text, game.counted_by, game.detail) == ("B+17.5", "gnugo", "")


def test_tromp_taylor_counts_the_board_as_it_stands(arena: Any) -> None:
    """Five stones against one, and no point that only one of them reaches; the players are not asked."""
    for count in ("agreement", "tengen", "gnugo"):
        game = played(arena, ("B+99", "B+99"), count=count, rules="tromp-taylor")
        assert (game.text, game.counted_by, game.detail) == ("W+3.5", "rules", "")


@needs_gnugo
def test_a_seki_is_the_referees_to_see() -> None:
    """In seki nothing is dead and the eyes are no points (Japanese rules); GNU Go sees both."""
    conditions = Conditions(size=7, rules="japanese", komi=0.5, count="gnugo")
    diagram = Position.from_diagram(SEKI, rules="japanese", komi=0.5)
    stones = {color: [v for v, c in diagram.stones.items() if c is color] for color in Color}
    position = conditions.position()
    for number in range(max(map(len, stones.values()))):
        for color in (BLACK, WHITE):
            own = stones[color]
            position.play(own[number] if number < len(own) else "pass", color)
    assert position.stones == diagram.stones
    referee = Referee(conditions)
    try:
        score, by = referee.count(position)
    finally:
        referee.close()
    assert by == "gnugo"
    assert str(score) == "B+11.5"  # with the eyes, or the stones in seki taken for dead, it would be another
    assert referee.pid is None


@needs_gnugo
@pytest.mark.parametrize(("rules", "text"), [("chinese", "B+21.5"), ("aga", "B+22.5"), ("japanese", "B+21.5")])
def test_handicap_games(arena: Any, rules: str, text: str) -> None:
    """White moves first and passes; compensation for three stones is the rules' affair, half a point the komi's."""
    black, white = arena.program("black", moves="pass"), arena.program("white", moves="pass")
    (game,) = arena.work(black, white, rules=rules, handicap=3, count="gnugo", size=5)
    assert game.end is End.SCORE, game.detail
    assert game.moves[0].color is WHITE
    assert "HA[3]" in game.sgf
    assert "KM[0.5]" in game.sgf
    assert re.search(r"AB(\[..\]){3}", game.sgf)
    assert game.text == text


def test_games_of_our_engines_with_handicap_and_openings(arena: Any) -> None:
    openings = ("C3 B2 D4", "B4 D2")
    first, second, third = arena.play(
        (RANDOM, Entrant("other", engine="random", settings={}), 2),
        (RANDOM, arena.program("program"), 2),
        (arena.program("program"), arena.program("other program"), 2),
        handicap=4,
    )
    for game in [*first, *second, *third]:
        assert game.end is End.SCORE, game.detail
        assert "HA[4]" in arena.store.sgf(game)
        assert arena.store.moves(game)[0].color is WHITE
    first, second = arena.play(
        (RANDOM, arena.program("program"), 4), (arena.program("program"), RANDOM, 4), openings=openings
    )
    for one, other in (first[:2], first[2:], second[:2], second[2:]):
        assert one.opening == other.opening  # the two of a pair
        assert one.first_black is not other.first_black
    for games in (first, second):
        assert {game.opening for game in games} == set(openings)
        for game in games:
            assert game.end is End.SCORE, game.detail
            moves = arena.store.moves(game)
            assert " ".join(move.vertex for move in moves[: game.opening_moves]) == game.opening
            colors = [move.color for move in moves]
            assert colors == [(BLACK, WHITE)[n % 2] for n in range(len(colors))]


def test_the_same_seed_makes_the_same_games(arena: Any) -> None:
    searcher = Entrant("mcts", engine="mcts", playouts=20)
    again, once = (arena.play((RANDOM, searcher, 2), seed=5)[0] for _ in range(2))
    assert [game.line for game in again] == [game.line for game in once]
    assert again[0].line != again[1].line


@pytest.mark.parametrize("komi", [None, 0, 5.5, -3])
def test_komi_is_told_and_counted(arena: Any, komi: float | None) -> None:
    (game,) = arena.work(arena.program("a", moves="C3"), arena.program("b", moves="pass"), komi=komi, count="tengen")
    points = 25 - (7.5 if komi is None else komi)
    assert (game.winner, game.margin) == (BLACK, points)
    assert f"KM[{7.5 if komi is None else komi:g}]" in game.sgf
