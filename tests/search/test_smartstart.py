"""SmartStart in the search: openings as filter in the tree and in playouts, or as bias; and where they are none."""

import logging
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tengen.errors import TengenError
from tengen.game.color import BLACK
from tengen.game.position import Position
from tengen.game.vertex import PASS, Vertex
from tengen.kernels.openings.clusters import NO_CLUSTER, find_cluster
from tengen.kernels.tree.nodes import ROOT
from tengen.search import openings as shipped
from tengen.search.openings_file import OpeningsFile, OpeningsSection, OpeningStage, unit, write_openings
from tengen.search.parameters import SearchParameters
from tengen.search.searcher import Searcher

SIZE, CLUSTERS = 7, 3
FIRST = ("C3", "D4", "E5")  # what was played on the empty board
REPLIES = {"C3": ("E5",), "D4": ("C3", "E3")}  # and after these moves


def _index(text: str) -> int:
    vertex = Vertex.parse(text)
    return vertex.row * SIZE + vertex.column


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Openings of two moves: the centre after the first is D4 alone, or C3 alone."""
    area = SIZE * SIZE
    stages = [OpeningStage(np.zeros((CLUSTERS, 2, area), np.float32), np.zeros((CLUSTERS, area), np.uint32))]
    for move in FIRST:
        stages[0].next_moves[0, _index(move)] = 5
    stages.append(OpeningStage(np.zeros((CLUSTERS, 2, area), np.float32), np.zeros((CLUSTERS, area), np.uint32)))
    for cluster, (stone, replies) in enumerate(REPLIES.items()):
        stages[1].centres[cluster, 0, _index(stone)] = 1
        for reply in replies:
            stages[1].next_moves[cluster, _index(reply)] = 2
    path = tmp_path_factory.mktemp("openings") / "two-moves.bin"
    write_openings(path, OpeningsFile((OpeningsSection(SIZE, CLUSTERS, 10, tuple(stages)),), ("by hand",)))
    return path


def searched(database: Path, position: Position, playouts: int = 200, **settings: Any) -> Searcher:
    told = {"smartstart_database": str(database), "smartstart_clusters": CLUSTERS, "network": "no", "memory": 20}
    parameters = SearchParameters(**{"fold_symmetry": False, "patterns": "no", "expand_after": 1, **told, **settings})
    searcher = Searcher(parameters, 1, seed=1)
    searcher.begin(position)
    searcher.run(playouts)
    return searcher


def tried(searcher: Searcher, node: int = ROOT) -> dict[str, int]:
    """The moves of a node, with the node of each."""
    tree = searcher.trees[0]
    return {str(Vertex.from_point(int(tree.nodes[c]["move"]))): c for c in tree.children(node)}


def played(*moves: str) -> Position:
    position = Position(SIZE, komi=0.5)
    for move in moves:
        position.play(move)
    return position


def test_the_filter_leaves_what_was_played_in_the_nearest_cluster(database: Path) -> None:
    searcher = searched(database, played(), smartstart="filter")
    assert set(tried(searcher)) == set(FIRST)
    below = tried(searcher, tried(searcher)["D4"])
    assert set(below) == set(REPLIES["D4"])
    # The third move is no opening here: everything is tried, and a pass.
    third = tried(searcher, below["C3"])
    assert len(third) == SIZE * SIZE - 2 + 1
    assert str(PASS) in third


def test_without_it_everything_is_tried(database: Path) -> None:
    assert len(tried(searched(database, played()))) == SIZE * SIZE + 1


def test_playouts_are_filtered_too(database: Path) -> None:
    """From a leaf below the root the first reply is drawn from the list."""
    searcher = searched(database, played("D4"), playouts=400, smartstart="filter", expand_after=1_000_000)
    replies = set(tried(searcher))
    assert replies == set(REPLIES["D4"])
    simulation = searcher.threads[0]["simulation"][0]
    assert str(Vertex.from_point(int(simulation["moves"][0]))) in replies


def test_in_playouts_moves_come_as_often_as_they_were_played(database: Path) -> None:
    searcher = searched(database, Position(SIZE, komi=0.5), playouts=1, smartstart="filter", expand_after=1_000_000)
    seen = set()
    for _ in range(60):
        searcher.run(1)
        simulation = searcher.threads[0]["simulation"][0]
        first, second = (str(Vertex.from_point(int(point))) for point in simulation["moves"][:2])
        assert first in FIRST
        if first in REPLIES:
            seen.add((first, second))
    assert {second for first, second in seen if first == "D4"} == set(REPLIES["D4"])
    assert {second for first, second in seen if first == "C3"} == set(REPLIES["C3"])


def test_a_bias_is_games_won_at_the_beginning(database: Path) -> None:
    searcher = searched(database, played(), playouts=1, smartstart="bias", smartstart_bias=20.0)
    plain = searched(database, played(), playouts=1)
    moves, before = tried(searcher), tried(plain)
    assert set(moves) == set(before)
    for name, node in moves.items():
        more = searcher.trees[0].nodes[node]["prior_wins"] - plain.trees[0].nodes[before[name]]["prior_wins"]
        assert more == pytest.approx(20.0 if name in FIRST else 0.0, abs=1e-4)


def test_with_puct_a_bias_is_a_share_of_what_is_likely(database: Path) -> None:
    searcher = searched(database, played(), playouts=1, smartstart="bias", smartstart_bias=40.0, policy="puct")
    nodes, moves = searcher.trees[0].nodes, tried(searcher)
    known = [float(nodes[moves[name]]["prior_wins"]) for name in FIRST]
    others = [float(nodes[node]["prior_wins"]) for name, node in moves.items() if name not in (*FIRST, str(PASS))]
    assert known == pytest.approx([0.5 / 3 + 0.5 / SIZE**2] * 3)
    assert others == pytest.approx([0.5 / SIZE**2] * len(others))


def test_it_ends_with_the_move_that_is_set(database: Path) -> None:
    assert set(tried(searched(database, played("D4"), smartstart="filter", smartstart_moves=2))) == set(REPLIES["D4"])
    assert len(tried(searched(database, played("D4"), smartstart="filter", smartstart_moves=1))) == SIZE * SIZE


def test_a_board_far_from_all_clusters_is_no_opening(database: Path) -> None:
    far = played("G7")
    assert len(tried(searched(database, far, smartstart="filter"))) == SIZE * SIZE
    near = searched(database, far, smartstart="filter", smartstart_nearness=0.0)
    assert set(tried(near)) <= {reply for replies in REPLIES.values() for reply in replies}


def test_handicap_games_have_no_openings(database: Path) -> None:
    position = Position(SIZE, komi=0.5)
    position.give_handicap(["C3", "E5"])
    assert len(tried(searched(database, position, smartstart="filter"))) == SIZE * SIZE - 2 + 1


def test_who_plays_out_of_turn_has_none_either(database: Path) -> None:
    position = Position(SIZE, komi=0.5)
    position.play("D4", BLACK)
    position.to_play = BLACK
    assert len(tried(searched(database, position, smartstart="filter"))) == SIZE * SIZE


def test_where_no_listed_move_is_left_all_are_tried(database: Path) -> None:
    """C3's only reply is E5, which is not to be played here."""
    parameters = SearchParameters(
        smartstart="filter", smartstart_database=str(database), smartstart_clusters=CLUSTERS,
        network="no", memory=20, fold_symmetry=False,
    )  # fmt: skip
    searcher = Searcher(parameters, 1, seed=1)
    searcher.begin(played("C3"), [Vertex.parse("D4"), Vertex.parse("F6")], may_pass=False)
    searcher.run(50)
    assert set(tried(searcher)) == {"D4", "F6"}


def test_what_is_not_there_is_told_once_and_the_search_goes_on(
    database: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    shipped._files.forget_warnings()
    missing = tmp_path / "missing.bin"
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            assert len(tried(searched(missing, played(), playouts=10, smartstart="filter"))) == SIZE * SIZE + 1
        assert len(tried(searched(database, Position(9), playouts=10, smartstart="filter"))) == 82
    told = [record.getMessage() for record in caplog.records]
    assert [text for text in told if "missing.bin" in text] == [
        f"there are no openings {missing}: smartstart_database is small, medium or a file; playing on without openings"
    ]
    assert any("have no 3 clusters on 9x9, but 3 clusters on 7x7" in text for text in told)


def test_a_number_of_clusters_that_is_not_there_is_refused(database: Path) -> None:
    settings = SearchParameters(smartstart="filter", smartstart_database=str(database), smartstart_clusters=64)
    with pytest.raises(TengenError, match=r"two-moves\.bin have 3 clusters, not 64.*learn openings --clusters 64"):
        settings.check()
    with pytest.raises(TengenError, match="64 and 256 clusters, not 96"):
        SearchParameters(smartstart="bias", smartstart_clusters=96).check()


@pytest.mark.parametrize("name", ["small", "medium"])
def test_what_ships_begins_in_the_corners(name: str) -> None:
    """The best first move is in a corner, and few moves are tried at all."""
    parameters = SearchParameters(smartstart="filter", smartstart_database=name, network="no", memory=50)
    searcher = Searcher(parameters, 1, seed=1)
    searcher.begin(Position(19, komi=6.5))
    searcher.run(300)
    best = searcher.branches()[0].vertex
    assert all(2 <= min(line, 18 - line) <= 4 for line in best)
    assert len(tried(searcher)) < 40


def test_a_change_of_settings_in_the_middle_of_a_game_takes_a_new_tree(database: Path) -> None:
    searcher = searched(database, played(), smartstart="filter")
    searcher.set_parameters(SearchParameters(network="no", memory=20, fold_symmetry=False))
    searcher.begin(played())
    searcher.run(50)
    assert len(tried(searcher)) == SIZE * SIZE + 1


def test_the_nearest_cluster_is_the_one_of_a_plain_sum() -> None:
    generator = np.random.default_rng(5)
    clusters, stages = 16, 9
    centres = [unit(generator.random((clusters, 2 * SIZE * SIZE)) ** 4) for _ in range(stages)]
    nothing = np.zeros((clusters, SIZE * SIZE), np.uint32)
    section = OpeningsSection(
        SIZE, clusters, 1, tuple(OpeningStage(c.reshape(clusters, 2, -1), nothing) for c in centres)
    )
    tables = section.tables()
    settings = SearchParameters(smartstart_nearness=0.0, smartstart_moves=20).record(Position(SIZE))
    room = np.zeros(clusters, np.float32)
    for _ in range(20):
        position = Position(SIZE)
        for stage in range(stages):
            vector = np.zeros((2, SIZE * SIZE))
            for vertex, color in position.stones.items():
                vector[int(color) - 1, vertex.row * SIZE + vertex.column] = 1
            wanted = int((centres[stage] @ vector.ravel()).argmax()) if stage else 0
            assert find_cluster(position.board, settings, tables.centres, room) == wanted
            legal = position.legal_moves()
            position.play(legal[int(generator.integers(len(legal)))])
        assert find_cluster(position.board, settings, tables.centres, room) == NO_CLUSTER
