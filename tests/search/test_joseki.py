"""Joseki in the search: as priors for every policy, in playouts, and files that cannot be used."""

import logging
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tengen.books import Book
from tengen.books.joseki import CornerStatistics
from tengen.engines.builtin.mcts import MctsParameters
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.playouts.choices import policy_choices
from tengen.kernels.playouts.policies import RULE_NAMES, policy_record
from tengen.kernels.root_record import new_roots, new_tables
from tengen.kernels.thread_record import new_threads
from tengen.records.collections import CollectedGame
from tengen.search.joseki import joseki_for_playouts, joseki_move, joseki_named, joseki_table
from tengen.search.parameters import SearchParameters
from tengen.search.searcher import Searcher


def game(moves: str) -> CollectedGame:
    points = np.array([Vertex.parse(move).point for move in moves.split()], np.int16)
    return CollectedGame(19, 0.0, None, None, points, moves)


@pytest.fixture(scope="module")
def dictionary(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """After an approach three of four answer with O17, one plays elsewhere; nothing else is known of that corner."""
    statistics = CornerStatistics()
    for reply in ("O17", "O17", "O17", "D4"):
        statistics.add(game(f"Q16 R14 {reply}"))
    path = tmp_path_factory.mktemp("joseki") / "mine.book"
    statistics.book(1).save(path)
    return path


def approached() -> Position:
    position = Position(19)
    position.play("Q16")
    position.play("R14")
    return position


def priors(position: Position, **settings: Any) -> dict[str, tuple[float, float]]:
    """What the moves at the root begin with: games and wins."""
    told = {"network": "no", "memory": 30, "patterns": "no", "fold_symmetry": False, "expand_after": 1, **settings}
    searcher = Searcher(SearchParameters(**told), 1, seed=1)
    searcher.begin(position)
    searcher.run(3)
    tree = searcher.trees[0]
    return {
        str(Vertex.from_point(int(tree.nodes[child]["move"]))): (
            float(tree.nodes[child]["prior_visits"]),
            float(tree.nodes[child]["prior_wins"]),
        )
        for child in tree.children()
    }


def test_moves_of_the_dictionary_begin_with_won_games(dictionary: Path) -> None:
    without, with_it = (priors(approached(), joseki=setting, joseki_bias=40.0) for setting in ("no", str(dictionary)))
    changed = {move for move in without if with_it[move] != without[move]}
    assert changed == {"O17", "D4", "Q4", "D16"}  # 4-4 is all that is known of an empty corner
    assert np.subtract(with_it["O17"], without["O17"]).tolist() == pytest.approx([30, 30])  # three of four
    assert np.subtract(with_it["Q4"], without["Q4"]).tolist() == pytest.approx([40, 40])


def test_moves_that_are_the_same_by_symmetry_share_what_was_played(tmp_path: Path) -> None:
    statistics = CornerStatistics()
    statistics.add(game("Q16 R17 R16"))
    statistics.book(1).save(tmp_path / "mine.book")
    position = Position(19)
    position.play("Q16")
    position.play("R17")
    plain, known = (
        priors(position, joseki=setting, joseki_bias=40.0) for setting in ("no", str(tmp_path / "mine.book"))
    )
    for move in ("R16", "Q17"):
        assert known[move][1] - plain[move][1] == pytest.approx(20)


@pytest.mark.parametrize("color_first", ["Q16", "D4", "D16", "Q4"])
def test_every_corner_and_orientation_has_the_same_priors(dictionary: Path, color_first: str) -> None:
    answers = {"Q16": ("R14", "O17"), "D4": ("C6", "F3"), "D16": ("F17", "C14"), "Q4": ("R6", "O3")}
    approach, answer = answers[color_first]
    position = Position(19)
    position.play(color_first)
    position.play(approach)
    plain = priors(position, joseki="no")
    known = priors(position, joseki=str(dictionary), joseki_bias=40.0)
    assert known[answer][1] - plain[answer][1] == pytest.approx(30)


def test_with_puct_they_have_a_share_of_what_is_likely(dictionary: Path) -> None:
    found = priors(approached(), joseki=str(dictionary), joseki_bias=40.0, policy="puct")
    plain = priors(approached(), joseki="no", policy="puct")
    assert sum(wins for _, wins in found.values()) == pytest.approx(sum(wins for _, wins in plain.values()), abs=1e-3)
    assert found["O17"][1] == pytest.approx(0.5 * plain["O17"][1] + 0.5 * 30 / (30 + 3 * 40), abs=1e-4)
    assert found["K10"][1] == pytest.approx(0.5 * plain["K10"][1], abs=1e-4)


def test_the_network_has_its_say_beside_them(dictionary: Path) -> None:
    pytest.importorskip("onnxruntime")
    plain = priors(approached(), network="yes", patterns="yes", joseki="no")
    found = priors(approached(), network="yes", patterns="yes", joseki=str(dictionary), joseki_bias=40.0)
    assert found["O17"][1] == pytest.approx(0.5 * plain["O17"][1] + 0.5 * 30 / (30 + 3 * 40), abs=1e-3)
    assert found["C3"][1] == pytest.approx(0.5 * plain["C3"][1], abs=1e-3)


def test_no_games_are_no_priors(dictionary: Path) -> None:
    assert priors(approached(), joseki=str(dictionary), joseki_bias=0.0) == priors(approached(), joseki="no")


def draws(position: Position, playout: str, table: np.ndarray | None, count: int = 400) -> Counter[tuple[str, str]]:
    points, rules = np.zeros(count, np.int64), np.zeros(count, np.int64)
    root = new_roots(position.board, policy_record(playout, 19), 7.5)
    policy_choices(new_tables(joseki=table), root, new_threads(1), 0, points, rules)
    drawn = zip(points.tolist(), rules.tolist(), strict=True)
    return Counter((str(Vertex.from_point(point)), RULE_NAMES[rule]) for point, rule in drawn)


def test_playouts_answer_in_the_corner_as_often_as_it_was_answered(dictionary: Path) -> None:
    drawn = draws(approached(), "joseki", joseki_table(str(dictionary)))
    assert {move for move, rule in drawn if rule == "joseki"} == {"O17"}
    assert 260 <= drawn["O17", "joseki"] <= 340  # three of four
    assert not any(rule == "joseki" for _, rule in draws(approached(), "joseki", None))


def test_playouts_do_not_answer_where_nothing_was_played(dictionary: Path) -> None:
    position = approached()
    position.play("K10")
    position.play("A1")
    assert not any(rule == "joseki" for _, rule in draws(position, "joseki", joseki_table(str(dictionary))))


def test_whole_searches_by_it_are_the_same_each_time(dictionary: Path) -> None:
    def visits(seed: int) -> list[int]:
        told: dict[str, Any] = {"network": "no", "memory": 30, "joseki": str(dictionary), "playout": "moggy,joseki:0.5"}
        searcher = Searcher(SearchParameters(**told), 1, seed=seed)
        searcher.begin(approached())
        searcher.run(300)
        tree = searcher.trees[0]
        return [int(tree.nodes[child]["visits"]) for child in tree.children()]

    assert visits(1) == visits(1) != visits(2)


def test_the_rule_without_a_dictionary_is_refused() -> None:
    with pytest.raises(TengenError, match="set joseki=yes"):
        MctsParameters(playout="moggy,joseki:0.5").check()
    MctsParameters(playout="moggy,joseki:0.5", joseki="yes").check()
    assert joseki_for_playouts("moggy,joseki") is not None
    assert joseki_for_playouts("moggy") is None


def test_where_a_move_came_from(dictionary: Path) -> None:
    found = joseki_move(str(dictionary), approached(), Vertex.parse("O17"))
    assert found is not None
    assert found.explanation == "joseki, 3 games"
    assert joseki_move(str(dictionary), approached(), Vertex.parse("A1")) is None
    assert joseki_move("no", approached(), Vertex.parse("O17")) is None


def test_what_cannot_be_used_is_told_once_and_the_search_goes_on(
    tmp_path: Path, dictionary: Path, caplog: pytest.LogCaptureFixture
) -> None:
    damaged, other = tmp_path / "damaged.book", tmp_path / "other.book"
    damaged.write_bytes(dictionary.read_bytes()[:-3])
    Book.from_lines(["9 | E5"]).save(other)
    told = {tmp_path / "missing.book": "no joseki dictionary", damaged: "damaged", other: "is no joseki dictionary"}
    for path, words in told.items():
        caplog.clear()
        with caplog.at_level(logging.WARNING):
            assert joseki_named(str(path)) is None
            assert priors(approached(), joseki=str(path)) == priors(approached(), joseki="no")
        [record] = caplog.records
        assert words in record.getMessage()
        assert str(path) in record.getMessage()
        assert record.getMessage().endswith("playing on without joseki")
