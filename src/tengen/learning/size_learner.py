"""Learning the weights of moves from the games of one board size.

First the patterns around the moves played are counted, and those seen often enough become features; then the weights of
all features are fitted, game by game (`kernels/learnt/learning.py`). Everything follows from the games and the options,
so that learning which was broken off and goes on comes to the same weights.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tengen.kernels.board_record import new_boards
from tengen.kernels.learnt.features import PLAIN
from tengen.kernels.learnt.learning import LESSON, count_patterns, learn_game
from tengen.kernels.learnt.table import fill_table
from tengen.kernels.workspace import new_works
from tengen.records.collections import CollectedGame, part_of
from tengen.search.learnt_weights import table_of
from tengen.search.weights_file import WeightsSection

Array = np.ndarray[Any, Any]
Progress = Callable[[str, int, int], None]  # what is being done, games done, games in all
_COUNTED_AT_ONCE = 1 << 25  # slots of the table of patterns while they are counted
_FULL = 0.6  # of it: what was seen once is forgotten then …
_ROOM_AGAIN = 0.5  # … and what was seen twice, and so on, until no more of it is taken
_LEAST_ELSEWHERE = 2  # times of a pattern that is known from another board size
_FIRST_SQUARES = 1.0  # what Adagrad's sums begin with …
_KNOWN_SQUARES = 50.0  # … where the weights are of the same board size: they are nearly right
_LAST_RATE = 0.02  # what the rate has fallen to at the end, of what it was
_MOST_TESTED = 400  # games
_TOLD_EVERY = 50  # games


@dataclass(frozen=True)
class LearningOptions:
    """How to learn."""

    least_seen: int = 0  # times of a pattern that becomes a feature; 0: by the number of games
    most_patterns: int = 600_000
    passes: int = 0  # over the games; 0: by their number
    rate: float = 0.2  # of the first steps of a weight
    rate_from_start: float = 0.1  # the same where the weights are known from elsewhere

    def passes_over(self, games: int) -> int:
        """Passes over so many games."""
        return self.passes or (1 if games >= 10_000 else 2 if games >= 5_000 else 4)

    def least_seen_in(self, games: int) -> int:
        """How often a pattern must have been seen in so many games."""
        return self.least_seen or (20 if games >= 30_000 else 10 if games >= 10_000 else 5)


@dataclass(frozen=True)
class Prediction:
    """How well the moves of games were foretold."""

    positions: int
    top1: float
    top5: float
    likelihood: float  # mean logarithm


class SizeLearner:
    """Learns from games of one board size, from scratch or beginning with weights that are known."""

    def __init__(
        self,
        games: Sequence[CollectedGame],
        options: LearningOptions,
        start: WeightsSection | None = None,
        on_progress: Progress = lambda *_: None,
    ) -> None:
        self.size = games[0].size
        self.options, self._start, self._tell = options, start, on_progress
        self.learn, self.tune, self.test = (
            [game for game in games if part_of(game) == part] for part in ("learn", "tune", "test")
        )
        self.broken: list[str] = []  # games with a move that is not legal
        self._boards, self._works = new_boards(self.size), new_works()
        self._lessons = np.zeros(1, LESSON)
        self.done = 0  # games learnt from, passes added up
        self.positions = 0

    def compile(self) -> None:
        """Have the kernels compiled, on no game at all."""
        self._begin(np.zeros(0, np.uint32))
        nothing = np.zeros(0, np.int16)
        count_patterns(self._boards, self._works, nothing, self.size, self.keys, np.zeros(len(self.keys), np.uint16))
        self._follow(CollectedGame(self.size, 0.0, None, None, nothing), 0.0, 0)

    # ---- patterns -------------------------------------------------------------------

    def count(self) -> None:
        """Find the patterns, and begin with the weights there are."""
        slots = min(_COUNTED_AT_ONCE, 1 << max(16, (sum(len(g.moves) for g in self.learn) * 8).bit_length()))
        keys, counts, used = np.zeros(slots, np.uint32), np.zeros(slots, np.uint16), 0
        for number, game in enumerate(self.learn):
            new = int(count_patterns(self._boards, self._works, game.moves, self.size, keys, counts))
            if new < 0:
                self._name_broken(game, -new)
            used += max(0, new)
            if used > _FULL * slots:
                keys, counts = _without_rare(keys, counts)
                used = int(np.count_nonzero(keys))
            if number % _TOLD_EVERY == 0:
                self._tell("counting patterns", number, len(self.learn))
        found = self._often_seen(keys, counts)
        if self._start is not None:
            kept = self._start.keys
            if self._start.size != self.size:  # of another board: what is played here too
                kept = np.intersect1d(kept, keys[counts >= _LEAST_ELSEWHERE])
            found = np.union1d(found, kept)
        self._begin(found)

    def _often_seen(self, keys: Array, counts: Array) -> Array:
        least = self.options.least_seen_in(len(self.learn))
        if np.count_nonzero(counts >= least) > self.options.most_patterns:
            least = int(np.sort(counts)[-self.options.most_patterns]) + 1
        return np.unique(keys[counts >= least])

    def _begin(self, patterns: Array) -> None:
        """Give every pattern a slot and a weight: 0, or what is known of it."""
        plain, weights = np.zeros(PLAIN, np.float32), np.zeros(len(patterns), np.float32)
        if self._start is not None:
            plain = self._start.plain
            _, here, there = np.intersect1d(patterns, self._start.keys, return_indices=True)
            weights[here] = self._start.weights[there]
        self.patterns = patterns
        self.keys, self.weights = table_of(WeightsSection(self.size, 0, 0, plain, patterns, weights))
        known = self._start is not None and self._start.size == self.size
        self.squares = np.full(len(self.weights), _KNOWN_SQUARES if known else _FIRST_SQUARES, np.float32)

    # ---- weights --------------------------------------------------------------------

    @property
    def wanted(self) -> int:
        """Games to learn from, those of further passes too."""
        return len(self.learn) * self.options.passes_over(len(self.learn))

    def go_on(self, games: int) -> None:
        """Learn from so many games more, or all that are left."""
        rate = self.options.rate if self._start is None else self.options.rate_from_start
        for number in range(self.done, min(self.done + games, self.wanted)):
            turn, place = divmod(number, len(self.learn))
            game = self.learn[int(self._order(turn)[place])]
            self._lessons["positions"] = 0
            self._follow(game, rate * max(_LAST_RATE, 1 - number / self.wanted), number)
            self.positions += int(self._lessons["positions"][0]) if turn == 0 else 0
            self.done = number + 1
            if self.done % _TOLD_EVERY == 0:
                self._tell("learning weights", self.done, self.wanted)

    def _order(self, turn: int) -> Array:
        """The order of the games in a pass."""
        if getattr(self, "_turn", None) != turn:
            self._turn, self._shuffled = turn, np.random.default_rng(turn).permutation(len(self.learn))
        return self._shuffled

    def _follow(self, game: CollectedGame, rate: float, seed: int) -> int:
        """Learn from a game, or only see how well it is foretold; how many moves of it are legal."""
        replayed = learn_game(
            self._boards, self._works, self._lessons, game.moves, self.size, self.keys, self.weights, self.squares,
            1.0, rate, seed,
        )  # fmt: skip
        return int(replayed)

    def predict(self, games: Sequence[CollectedGame]) -> Prediction | None:
        """How well games are foretold; None if they have no moves."""
        self._lessons[:] = np.zeros(1, LESSON)
        for game in games[:_MOST_TESTED]:
            replayed = self._follow(game, 0.0, 0)
            if replayed < len(game.moves):
                self._name_broken(game, replayed + 1)
        lesson = self._lessons[0]
        if lesson["foretold"] == 0:
            return None
        positions = int(lesson["positions"])
        mean = float(lesson["likelihood"]) / int(lesson["foretold"])
        return Prediction(positions, float(lesson["first"]) / positions, float(lesson["among_five"]) / positions, mean)

    def _name_broken(self, game: CollectedGame, move: int) -> None:
        name = f"{game.name}: move {move} is not legal"
        if name not in self.broken:
            self.broken.append(name)

    # ---- results --------------------------------------------------------------------

    def section(self) -> WeightsSection:
        """What was learnt, with how well it foretells games that were not learnt from."""
        tested = self.predict(self.test)
        slots = np.flatnonzero(self.keys)
        weights = self.weights[PLAIN + slots[np.argsort(self.keys[slots])]]  # patterns are in the order of their keys
        top1, top5 = (round(tested.top1, 4), round(tested.top5, 4)) if tested else (None, None)
        plain = self.weights[:PLAIN].copy()
        return WeightsSection(self.size, len(self.learn), self.positions, plain, self.patterns, weights, top1, top5)

    def state(self) -> dict[str, Array]:
        """All that is needed to go on another time."""
        numbers = np.array([self.done, self.positions], np.int64)
        return {
            "numbers": numbers, "patterns": self.patterns, "weights": self.weights, "squares": self.squares,
            "broken": np.array(self.broken, dtype=np.str_),
        }  # fmt: skip

    def restore(self, state: Mapping[str, Array]) -> None:
        """Go on from a `state`."""
        self._begin(state["patterns"])
        self.weights[:], self.squares[:] = state["weights"], state["squares"]
        self.done, self.positions = (int(number) for number in state["numbers"])
        self.broken = [str(name) for name in state["broken"]]


def _without_rare(keys: Array, counts: Array) -> tuple[Array, Array]:
    """The same table without the patterns that were seen once, or more often if there is no room for the others."""
    least = 2
    while np.count_nonzero(counts >= least) > _ROOM_AGAIN * len(keys):
        least += 1
    kept = counts >= least
    fewer, fewer_counts = np.zeros_like(keys), np.zeros_like(counts)
    fill_table(fewer, keys[kept], fewer_counts, counts[kept])
    return fewer, fewer_counts
