"""Reviewing a game: every position analysed in turn, each on the tree that the one before left."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from tengen.engines.interface import Engine
from tengen.engines.registry import create_engine
from tengen.errors import TengenError
from tengen.records import GameRecord
from tengen.review.model import Review
from tengen.review.reviewed_position import ReviewedPosition
from tengen.review.severity import Thresholds
from tengen.review.stops import Stop, stops_of

DEFAULT_PLAYOUTS = 1000
_EVALUATIONS = 80  # on 19x19, where each of them asks a network; more on smaller boards, where they cost less


@dataclass(frozen=True)
class Progress:
    """How far a review is."""

    done: int  # positions
    total: int
    stop: Stop
    evaluation: ReviewedPosition
    was_known: bool  # and not searched now


class Memory(Protocol):
    """Where a review finds what is known of positions, and leaves what it found: a `SavedAnalysis`."""

    def __contains__(self, key: object, /) -> bool: ...
    def __getitem__(self, key: str, /) -> ReviewedPosition: ...
    def add(self, key: str, evaluation: ReviewedPosition) -> None:
        """Keep what was found."""


class Forgetful:
    """The memory of a review that is not saved: nothing is known."""

    def __contains__(self, key: object) -> bool:
        return False

    def __getitem__(self, key: str) -> ReviewedPosition:
        raise KeyError(key)

    def add(self, key: str, evaluation: ReviewedPosition) -> None:
        """Forget it."""


def default_playouts(engine: Engine, size: int) -> int:
    """How many a position gets where nobody says, so that a game takes a minute or two.

    >>> with create_engine(settings={"network": "no"}) as classical:
    ...     default_playouts(classical, 19)
    1000
    """
    return round(_EVALUATIONS * 19 * 19 / size**2) if engine.asks_network(size) else DEFAULT_PLAYOUTS


def review_game(
    record: GameRecord,
    *,
    engine: Engine | None = None,
    playouts: int | None = None,
    seconds: float | None = None,
    thresholds: Thresholds | None = None,
    first: int = 1,
    last: int | None = None,
    variations: bool = False,
    memory: Memory | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Review:
    """Analyse every position of a game and judge every move from the `first` to the `last`.

    Each position gets `playouts` of its own, or `seconds`, or else `default_playouts`; what the search of the position
    before left in the tree comes on top. With a `memory` nothing that is known is searched again.

    >>> from tengen.records import loads
    >>> review = review_game(loads("(;SZ[5];B[cc];W[aa])"), engine=create_engine(seed=1), playouts=200)
    >>> str(review.moves[0].severity), len(review.graph)
    ('good', 3)
    """
    if first < 1 or (last is not None and last < first):
        raise TengenError(f"moves {first} to {last} cannot be reviewed: begin at 1 or later, and end after that")
    line = stops_of(record, variations=variations)
    memory = Forgetful() if memory is None else memory
    wanted = [stop for stop in line.stops if _is_wanted(stop, first, last)]
    following = {stop.before: stop.move.vertex for stop in reversed(line.stops) if stop.move is not None}
    evaluations: dict[int, ReviewedPosition] = {}
    own = None
    searched = 0
    if engine is not None and playouts is None and seconds is None:
        playouts = default_playouts(engine, record.size)
    try:
        for done, stop in enumerate(wanted, 1):
            was_known = stop.key in memory
            if was_known:
                evaluation = memory[stop.key]
            else:
                if engine is None:
                    engine = own = create_engine()
                if playouts is None and seconds is None:
                    playouts = default_playouts(engine, record.size)
                found = engine.analyze(stop.position, playouts=playouts, seconds=seconds)
                judged = engine.asks_network(record.size)
                evaluation = ReviewedPosition.of(found, following.get(stop.index), judged=judged)
                memory.add(stop.key, evaluation)
                searched += 1
            evaluations[stop.index] = evaluation
            if on_progress is not None:
                on_progress(Progress(done, len(wanted), stop, evaluation, was_known))
    finally:
        if own is not None:
            own.close()
    return Review(
        record,
        line.stops,
        evaluations,
        thresholds or Thresholds(),
        {"playouts": playouts, "seconds": seconds},
        (*record.warnings, *line.warnings),
        searched,
    )


def _is_wanted(stop: Stop, first: int, last: int | None) -> bool:
    """Whether a position is looked at: it is in the range, and the game is not over."""
    in_range = stop.number >= first - 1 and (last is None or stop.number <= last)
    return in_range and not stop.position.is_over
