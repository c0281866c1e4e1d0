"""Searches that learn liberty maps: the same from the same seed, over a whole game, in all ways of threads."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.parameters import with_settings
from tengen.search.parameters import SearchParameters
from tengen.search.searcher import Searcher


@contextmanager
def searching(threads: int = 1, **parameters: Any) -> Iterator[Searcher]:
    searcher = Searcher(SearchParameters(**{"memory": 10, "liberty_maps": True, **parameters}), threads, seed=5)
    yield searcher
    searcher.close()


def games(searcher: Searcher) -> list[int]:
    """How many games the ratings of each thread's map are of."""
    return [int(tables.liberty_map["games"].sum()) for tables in searcher._tables]


def signature(**parameters: Any) -> str:
    with searching(**parameters) as searcher:
        searcher.begin(Position(9))
        searcher.run(300)
        return searcher.signature()


def test_a_seed_gives_the_same_tree_and_maps_make_it_another() -> None:
    assert signature() == signature()
    assert len({signature(), signature(liberty_maps=False), signature(liberty_map_threshold=0.3)}) == 3
    assert signature(liberty_maps=False) == signature(liberty_maps=False, liberty_map_free=0.5)


def test_without_maps_nothing_is_learnt_or_taken() -> None:
    with searching(liberty_maps=False) as searcher:
        searcher.begin(Position(9))
        searcher.run(100)
        assert games(searcher) == [0]
        assert searcher._tables[0].liberty_map.nbytes <= 64


@pytest.mark.parametrize("reuse_tree", [True, False])
def test_a_map_is_kept_over_a_game_and_begun_anew_with_the_next(reuse_tree: bool) -> None:
    game = Position(9)
    with searching(reuse_tree=reuse_tree) as searcher:
        known = [0]
        for move in ("E5", "C3", "G7"):
            searcher.begin(game)
            assert games(searcher) == known
            searcher.run(50)
            assert games(searcher) > known
            known = games(searcher)
            game.play(move)
        game.play("pass")
        searcher.begin(game)
        assert games(searcher) == known
        searcher.begin(Position(9))
        assert games(searcher) == [0]
        searcher.run(50)
        searcher.begin(Position(7))
        assert games(searcher) == [0]


def test_other_parameters_of_maps_begin_anew_and_the_rest_keep_them() -> None:
    with searching() as searcher:
        searcher.begin(Position(9))
        searcher.run(50)
        known = games(searcher)
        searcher.set_parameters(with_settings(searcher.parameters, {"near_prior": "5"}))
        searcher.begin(Position(9))
        assert games(searcher) == known
        searcher.set_parameters(with_settings(searcher.parameters, {"liberty_map_threshold": "0.5"}))
        searcher.begin(Position(9))
        assert games(searcher) == [0]


@pytest.mark.parametrize("parallel", ["tree", "root", "leaf"])
def test_threads_share_a_map_unless_they_share_nothing(parallel: str) -> None:
    with searching(threads=2, parallel=parallel) as searcher:
        searcher.begin(Position(9))
        assert searcher.run(200) == 200
        assert all(count > 100 for count in games(searcher))
        first, second = (tables.liberty_map for tables in searcher._tables)
        assert np.shares_memory(first, second) == (parallel != "root")


def test_the_settings_have_bounds() -> None:
    with pytest.raises(TengenError, match="liberty_map_free"):
        with_settings(SearchParameters(), {"liberty_map_free": "1.5"})
