"""Learning from games of one board size: a simple rule is found, and games not learnt from are foretold by it."""

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.learning.size_learner import LearningOptions, SizeLearner, _without_rare
from tengen.records.collections import CollectedGame, part_of
from tengen.search.learnt_weights import LearntWeights
from tengen.search.likely_moves import likely_moves
from tengen.search.weights_file import WeightsFile

Games = Callable[..., list[CollectedGame]]


def learnt(games: list[CollectedGame], options: LearningOptions | None = None) -> SizeLearner:
    learner = SizeLearner(games, options or LearningOptions(passes=2))
    learner.count()
    learner.go_on(learner.wanted)
    return learner


def test_who_knows_nothing_foretells_nothing_and_who_has_learnt_does(followers: Games) -> None:
    learner = SizeLearner(followers(80), LearningOptions(passes=2))
    others = followers(20, first=1000)
    learner.count()
    before = learner.predict(others)
    assert before is not None
    assert before.positions == sum(len(game.moves) for game in others)
    assert -math.log(49) < before.likelihood < -math.log(20)  # any point may be next
    told, likelihoods = before, [before.likelihood]
    while learner.done < learner.wanted:
        learner.go_on(20)
        told = learner.predict(others) or before
        likelihoods.append(told.likelihood)
    assert likelihoods[1] > likelihoods[0] + 1
    assert likelihoods[-1] > likelihoods[1]
    assert told.likelihood > -math.log(4)  # it is next to the last stone, on one of four sides at most
    assert told.top5 > 0.9
    assert told.top5 >= told.top1 > 0.3


def test_what_was_learnt_is_what_was_played(followers: Games) -> None:
    section = learnt(followers(80)).section()
    weights = LearntWeights(WeightsFile((section,), ("followers",)))
    position = Position(7)
    for move in ("D4", "D5", "B2"):
        position.play(move)
    first = {str(vertex) for vertex, _ in likely_moves(position, weights)[:4]}
    assert first == {"B1", "B3", "A2", "C2"}
    chances = dict(likely_moves(position, weights))
    assert sum(chances[Vertex.parse(name)] for name in first) > 0.8


def test_a_section_tells_what_it_was_learnt_from(followers: Games) -> None:
    games = followers(80)
    learner = learnt(games)
    section = learner.section()
    kept_back = [game for game in games if part_of(game) != "learn"]
    assert kept_back
    assert section.size == 7
    assert section.games == 80 - len(kept_back)
    assert section.positions == 24 * section.games  # each once, however many passes
    assert (np.diff(section.keys.astype(np.int64)) > 0).all()
    assert len(section.keys) == len(section.weights)
    assert section.weights.any()
    assert learner.test
    assert section.top1 is not None
    assert section.top5 is not None
    assert 0 < section.top1 <= section.top5 <= 1


def test_games_kept_back_are_not_learnt_from(followers: Games) -> None:
    games = followers(60)
    everything = learnt(games).section()
    fewer = learnt([game for game in games if part_of(game) == "learn"]).section()
    assert everything.keys.tolist() == fewer.keys.tolist()
    assert everything.weights.tolist() == fewer.weights.tolist()
    assert fewer.top1 is None  # nothing to test with


def test_patterns_must_be_seen_often_enough_and_be_not_too_many(followers: Games) -> None:
    games = followers(40)
    many = learnt(games, LearningOptions(least_seen=3, passes=1))
    fewer = learnt(games, LearningOptions(least_seen=10, passes=1))
    assert set(fewer.patterns.tolist()) < set(many.patterns.tolist())
    few = learnt(games, LearningOptions(least_seen=3, most_patterns=50, passes=1))
    assert 0 < len(few.patterns) <= 50
    assert set(few.patterns.tolist()) <= set(many.patterns.tolist())


def test_a_game_that_breaks_off_is_named_and_learnt_from_until_then(followers: Games) -> None:
    games = followers(80)
    broken = [replace(game, moves=np.append(game.moves[:20], game.moves[:4]), name="x" + game.name) for game in games]
    chosen = [next(game for game in broken if part_of(game) == part) for part in ("learn", "test")]
    learner = learnt(games + chosen)
    section = learner.section()
    assert learner.broken == [f"{game.name}: move 21 is not legal" for game in chosen]  # there is a stone
    assert section.positions == 24 * section.games - 4
    learner.section()
    assert len(learner.broken) == 2  # told once


def test_by_the_number_of_games_more_is_asked_of_a_pattern_and_fewer_passes_are_made() -> None:
    options = LearningOptions()
    numbers = (30, 5_000, 10_000, 100_000)
    assert [options.passes_over(games) for games in numbers] == [4, 2, 1, 1]
    assert [options.least_seen_in(games) for games in numbers] == [5, 5, 10, 20]
    assert LearningOptions(passes=3, least_seen=7).passes_over(10**6) == 3
    assert LearningOptions(passes=3, least_seen=7).least_seen_in(10**6) == 7


@pytest.mark.parametrize(("often", "least"), [(0, 2), (600, 3), (1000, 3)])
def test_a_full_table_forgets_what_was_seen_least(often: int, least: int) -> None:
    """Half of the table is to be free again."""
    keys, counts = np.zeros(1024, np.uint32), np.zeros(1024, np.uint16)
    keys[:1000] = np.arange(1, 1001)
    counts[:1000] = 1
    counts[:often] = 2
    counts[:100] = 5
    fewer, fewer_counts = _without_rare(keys, counts)
    kept = {int(key): int(count) for key, count in zip(fewer, fewer_counts, strict=True) if key}
    assert kept == {int(key): int(count) for key, count in zip(keys, counts, strict=True) if count >= least}
    assert len(kept) <= 512
