"""Levels: what a person may ask for, and without a network what makes them weak and what they never do."""

import time
from itertools import pairwise

import pytest

from tengen.engines import create_engine
from tengen.engines.builtin.mcts import MctsEngine
from tengen.engines.endgame.passing import Opinion
from tengen.engines.interface import EngineOptions
from tengen.engines.level_choice import choose, is_late, is_reasonable, playouts_for
from tengen.engines.levels import Level, level_of_elo, measured, parse_level, ranks
from tengen.engines.request import Limit, MoveRequest
from tengen.engines.thinking_engine import MoveTask, moves_to_try
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.search.report import SearchedMove

WILD = Level("wild", None, 50, 50.0)


def task(position: Position, playouts: int | None = None) -> MoveTask:
    opinion = Opinion(position, None)
    request = MoveRequest(position, may_resign=False)
    return MoveTask(request, opinion, moves_to_try(opinion), playouts, None, time.monotonic())


def reasonable(position: Position) -> set[str]:
    asked = task(position)
    return {str(vertex) for vertex in asked.moves if is_reasonable(asked, vertex)}


def found(name: str, visits: int, prior: float = 0.5) -> SearchedMove:
    return SearchedMove(Vertex.parse(name), visits, 0.5, prior_winrate=prior, prior_visits=20.0)


# ---- what may be asked for --------------------------------------------------------------


def test_ranks_and_ratings() -> None:
    level = parse_level(" 12K ")
    assert level is not None
    assert (level.name, level.elo) == ("12k", 1400.0)
    by_rating = parse_level("1400")
    assert by_rating is not None
    assert (by_rating.playouts, by_rating.temperature) == (level.playouts, level.temperature)
    assert parse_level("max") is None


def test_every_rank_from_20k_to_5k_is_there() -> None:
    assert {f"{kyu}k" for kyu in range(5, 21)} <= set(ranks(network=False))
    assert all(parse_level(rank, network=False) is not None for rank in ranks(network=False))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "choose a rank from"),
        ("strong", "choose a rank from"),
        ("12", "weaker than any that was measured"),
        ("99k", "weaker than any that was measured"),
        ("9d", "stronger than any that was measured"),
        ("30000", "or max"),
        ("0k", "not a rank"),
        ("0@1", "choose a rank from"),
        ("-1500", "choose a rank from"),
        ("x" * 10_000, "choose a rank from"),
    ],
)
def test_what_is_no_level_is_told_so(text: str, words: str) -> None:
    with pytest.raises(TengenError, match=words) as told:
        parse_level(text)
    assert len(str(told.value)) < 200


def test_the_table_and_what_lies_between_are_monotone() -> None:
    knots = measured()
    for weaker, stronger in pairwise(knots):
        assert weaker.elo < stronger.elo
    low, high = int(knots[0].elo) + 1, int(knots[-1].elo)
    levels = [level_of_elo(elo, network=False) for elo in range(low, high + 1, 10)]
    for weak, strong in pairwise(levels):
        assert weak.playouts <= strong.playouts
        assert weak.temperature >= strong.temperature


# ---- the engine --------------------------------------------------------------------------


def test_max_is_the_engine_as_it_is() -> None:
    plain = MctsEngine(EngineOptions(playouts=200, seed=3))
    strongest = MctsEngine(EngineOptions(playouts=200, seed=3, settings={"level": "max"}))
    position = Position(9)
    for _ in range(6):
        first, second = plain.choose_move(position), strongest.choose_move(position)
        assert (first.vertex, first.playouts) == (second.vertex, 200)
        assert plain.searcher.signature() == strongest.searcher.signature()
        position.play(first.vertex)


def test_the_same_seed_plays_the_same_game_and_another_one_another() -> None:
    def play(seed: int) -> list[str]:
        engine, position = create_engine("mcts", seed=seed, settings={"level": "15k"}), Position(9)
        for _ in range(12):
            position.play(engine.choose_move(position).vertex)
        return [str(move) for move in position.moves]

    assert play(1) == play(1) != play(2)


def test_a_level_has_its_own_playouts_and_other_limits_only_lessen_them() -> None:
    with create_engine("mcts", seed=1, settings={"level": "200@0.5"}) as engine:
        assert engine.choose_move(Position(9)).playouts == 200
        assert engine.choose_move(Position(9), Limit(playouts=50)).playouts == 50
        assert engine.choose_move(Position(9), Limit(playouts=5000)).playouts == 200
        assert engine.choose_move(Position(9), Limit(seconds=20.0)).playouts == 200
        assert engine.choose_move(Position(13), Limit(playouts=5000)).playouts == round(200 * 169 / 81)
    with create_engine("mcts", seed=1, settings={"level": "12000@0"}) as engine:
        assert engine.choose_move(Position(5)).playouts == round(12000 * 25 / 81)
        assert playouts_for(Level("", None, 12000, 0.0), task(Position(9))) == 12000


def test_a_level_can_be_changed_and_a_bad_one_changes_nothing() -> None:
    with create_engine("mcts", seed=1) as engine:
        engine.change_settings({"level": "100@1"})
        assert engine.choose_move(Position(9)).playouts == 100
        with pytest.raises(TengenError, match="choose a rank from"):
            engine.change_settings({"level": "good"})
        assert engine.settings()["level"] == "100@1"
        assert engine.choose_move(Position(9)).playouts == 100
    with pytest.raises(TengenError, match="choose a rank from"):
        create_engine("mcts", settings={"level": "good"})


def test_a_level_does_not_ponder() -> None:
    engine = MctsEngine(EngineOptions(seed=1, settings={"level": "12k"}))
    engine.choose_move(Position(9))
    before = engine.searcher.signature()
    engine.start_pondering(Position(9))
    time.sleep(0.05)
    engine.stop_pondering()
    assert engine.searcher.signature() == before
    engine.close()


# ---- reasonable moves --------------------------------------------------------------------


def test_no_first_line_dithering_and_in_the_opening_no_second_line() -> None:
    position = Position(9)
    for move in ("E5", "C6", "G3"):
        position.play(move)
    for name in reasonable(position):
        vertex = Vertex.parse(name)
        assert min(vertex.column, vertex.row, 8 - vertex.column, 8 - vertex.row) >= 2


def test_no_second_line_away_from_all_stones_while_there_is_room() -> None:
    position = Position.from_diagram(
        """
        . . . . . . . . .
        . . . . . . . . .
        . . X O . . . . .
        . X O O . . . . .
        . . X . O . X . .
        . . . X . O . . .
        . . O X . X O . .
        . . . . . . . . .
        . . . . . . . . ."""
    )
    moves = reasonable(position)
    assert not {"H8", "H7", "F8", "G8"} & moves
    assert {"C8", "F2", "H4", "B7"} <= moves


def test_the_first_line_is_for_taking_and_saving() -> None:
    diagram = """
        . . . . . . .
        . . X O . . .
        . X . . . X .
        . X . O . X O
        . . . . . O X
        . . . . . . .
        . . . . . . ."""

    def on_the_edge(color: str) -> set[str]:
        moves = map(Vertex.parse, reasonable(Position.from_diagram(diagram, color)))
        return {str(move) for move in moves if {move.column, move.row} & {0, 6}}

    assert on_the_edge("black") == {"G2", "G5"}  # saves G3; takes G4
    assert on_the_edge("white") == {"G2"}  # takes G3; nothing saves G4


def test_no_blunders_into_atari() -> None:
    diagram = """
        . . . . . . .
        . . O O . . .
        . O X X . O .
        . . O O O . .
        . . X . . . .
        . X . . X . .
        . . . . . . ."""
    moves = reasonable(Position.from_diagram(diagram))
    assert "E5" not in moves  # three stones instead of two
    assert "D3" in moves
    assert "E5" in reasonable(Position.from_diagram(diagram, "white"))


NEARLY_OVER = """
    . . X O . O .
    . X X O O O O
    X X X O O O .
    . X X O . O O
    X X . X O O .
    X . X X O O O
    . X X O O . O"""


def test_settled_places_are_left_alone() -> None:
    position = Position.from_diagram(NEARLY_OVER)
    assert reasonable(position) <= {"C3", "D1"}
    assert is_late(task(position))


def test_the_end_of_a_game_is_played_with_care() -> None:
    position = Position.from_diagram(NEARLY_OVER)
    asked = task(position)
    assert playouts_for(WILD, asked) > WILD.playouts
    best = found("C3", 5)
    assert choose(WILD, asked, [best, found("A7", 4), found("A1", 4)], 1) is best


def test_temperature_is_what_makes_it_stray() -> None:
    position = Position(9)
    moves = [found("E5", 100), found("D4", 10), found("C3", 1, 0.2), found("A1", 1)]

    def share(temperature: float, name: str) -> float:
        level = Level("", None, 50, temperature)
        chosen = [choose(level, task(position), moves, seed).vertex for seed in range(200)]
        return chosen.count(Vertex.parse(name)) / len(chosen)

    assert share(0, "E5") == 1
    assert 0.8 < share(1.0, "E5") < 1
    assert 0.3 < share(4.0, "E5") < share(1.0, "E5")
    assert share(50.0, "C3") > 0.2
    assert share(50.0, "A1") == 0  # never, at any temperature


def test_a_beginner_loses_to_a_club_player() -> None:
    """Four quick games on a small board with a gap of a thousand Elo."""
    won = 0
    for seed in range(4):
        weak = create_engine("mcts", seed=seed, settings={"level": "20k", "network": "no"})
        strong = create_engine("mcts", seed=seed, settings={"level": "8k", "network": "no"})
        position, players = Position(7, komi=0.5), [weak, strong]
        if seed % 2:
            players.reverse()
        result = None
        while not position.is_over and position.move_number < 150:
            mover = players[position.move_number % 2]
            report = mover.choose_move(position)
            if report.vertex.is_resign:
                result = mover is weak
                break
            position.play(report.vertex)
        if result is None:
            black_won = strong.judge(position).score.margin > 0
            result = black_won == (players[0] is strong)
        won += result
    assert won >= 3
