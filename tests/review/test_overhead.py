"""The benchmark of what a review costs does the same searches twice."""

from collections.abc import Callable
from pathlib import Path
from typing import Any


def test_the_bare_search_does_what_the_review_does(load_benchmark: Callable[[str], Any], tmp_path: Path) -> None:
    benchmark = load_benchmark("review_overhead")
    record = benchmark.own_game(6)
    assert (record.size, len(record.moves)) == (19, 6)
    path = tmp_path / "own.sgf"
    record.save(path)
    followed = []
    search = benchmark.BareSearch.follow

    def watch(bare: Any, progress: Any) -> None:
        search(bare, progress)
        followed.append((bare.searcher.reused + bare.searcher.simulations, progress.evaluation.visits))

    benchmark.BareSearch.follow = watch
    bare, full, review = benchmark.measure(path, 60, 1)
    assert len(followed) == 7 == review.searched
    assert all(searched == reviewed for searched, reviewed in followed)  # the same trees
    assert min(*bare, *full) > 0
