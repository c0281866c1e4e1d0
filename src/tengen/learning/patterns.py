"""Learning weights from collections of games into a file: all board sizes, resumable."""

import hashlib
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np

from tengen.errors import TengenError
from tengen.files import replace_file
from tengen.kernels.learnt.features import FEATURES_VERSION
from tengen.learning.size_learner import LearningOptions, SizeLearner
from tengen.records.collections import CollectedGame, Tally, read_games
from tengen.search.learnt_weights import SHIPPED
from tengen.search.weights_file import WeightsFile, WeightsSection, read_weights, write_weights

LEAST_GAMES = 20  # of a board size
_FEW_GAMES = 3_000  # begin with the weights that ship where there are no more
_FEWEST_MOVES = 10  # of a game
_KEPT_EVERY = 500  # games
_DIGEST_BYTES = 32  # of SHA-256
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class LearningWishes:
    """What a person wants learnt."""

    collections: Sequence[Path]
    out: Path
    most_games: int = 0  # of each collection; 0: all
    start: str = "auto"  # auto, none, shipped, or a file
    options: LearningOptions = field(default_factory=LearningOptions)


@dataclass(frozen=True)
class LearningOutcome:
    """What came of it."""

    weights: WeightsFile
    tally: Tally
    broken: list[str]  # games that turned out not to be legal
    too_few: dict[int, int]  # board sizes with too few games, and how many


def learn_patterns(wishes: LearningWishes, on_progress: Progress = lambda *_: None) -> LearningOutcome:
    """Learn from all collections and write the file; what was broken off before goes on."""
    tally = Tally()
    by_size: dict[int, list[CollectedGame]] = {}
    for path in wishes.collections:
        on_progress(f"reading {path.name}", 0, 0)
        for number, game in enumerate(read_games(path, tally)):
            if wishes.most_games and number >= wishes.most_games:
                break
            if len(game.moves) >= _FEWEST_MOVES:
                by_size.setdefault(game.size, []).append(game)
    too_few = {size: len(games) for size, games in by_size.items() if len(games) < LEAST_GAMES}
    sizes = sorted(set(by_size) - set(too_few), key=lambda size: -len(by_size[size]))
    if not sizes:
        read = f": {tally}" if tally.left_out else ""
        raise TengenError(f"there is too little to learn from: {LEAST_GAMES} games of a board size are needed{read}")
    on_progress("compiling what learns, once", 0, 0)
    SizeLearner(by_size[sizes[0]][:1], wishes.options).compile()
    begun_with = _begun_with(wishes)
    kept = _Kept(wishes, [(size, len(by_size[size]), _digest(by_size[size])) for size in sizes])
    sections: list[WeightsSection] = []
    broken: list[str] = []
    for size in sizes:
        start = _start_for(wishes, size, len(by_size[size]), sections, begun_with)
        learner = SizeLearner(by_size[size], wishes.options, start, _about(size, on_progress))
        if not learner.learn:
            raise TengenError(f"all games on {size}x{size} are kept for testing: give more of them")
        _learn(learner, kept)
        sections.append(learner.section())
        broken += learner.broken
    names = [path.name for path in wishes.collections]
    if begun_with is not None and (wishes.start != "auto" or any(len(by_size[size]) <= _FEW_GAMES for size in sizes)):
        sections += [section for section in begun_with.sections if section.size not in sizes]
        names += [name for name in begun_with.learnt_from if name not in names]
    weights = WeightsFile(tuple(sections), tuple(names))
    write_weights(wishes.out, weights)
    kept.remove()
    return LearningOutcome(weights, tally, broken, too_few)


def _digest(games: list[CollectedGame]) -> str:
    """Tells whether these are the same games in the same order."""
    known = hashlib.sha256()
    for game in games:
        known.update(len(game.moves).to_bytes(4, "little") + game.moves.tobytes())
    return known.hexdigest()


def _about(size: int, on_progress: Progress) -> Progress:
    return lambda what, done, of: on_progress(f"{size}x{size}: {what}", done, of)


def _begun_with(wishes: LearningWishes) -> WeightsFile | None:
    """The file to begin with, if any; boards that there are no games of stay as they are in it."""
    if wishes.start == "none" or (wishes.start == "auto" and not SHIPPED.exists()):
        return None
    return read_weights(SHIPPED if wishes.start in ("auto", "shipped") else Path(wishes.start).expanduser())


def _start_for(
    wishes: LearningWishes, size: int, games: int, known: list[WeightsSection], file: WeightsFile | None
) -> WeightsSection | None:
    """What to begin with: the file's section of that size, another size just learnt from more games, or the nearest.

    With `auto` the file is that which ships, and serves where there are few games.
    """
    if wishes.start == "auto" and games > _FEW_GAMES:
        file = None
    if file is not None and file.nearest(size).size == size:
        return file.nearest(size)
    if known:
        return known[0]
    return file.nearest(size) if file is not None else None


def _learn(learner: SizeLearner, kept: "_Kept") -> None:
    state = kept.state_of(learner.size)
    if state is not None:
        learner.restore(state)
    else:
        learner.count()
        kept.keep(learner)
    # Ctrl-C is heard when the kernel returns, with a game learnt from that is not counted yet: only what was kept
    # before is sure to be whole.
    while learner.done < learner.wanted:
        learner.go_on(_KEPT_EVERY)
        kept.keep(learner)


class _Kept:
    """What is kept beside the file while it is not complete: an archive of arrays behind its digest."""

    def __init__(self, wishes: LearningWishes, games: list[tuple[int, int, str]]) -> None:
        self._path = wishes.out.with_name(wishes.out.name + ".part")
        self._key = json.dumps([FEATURES_VERSION, asdict(wishes.options), wishes.start, games])
        self._states: dict[str, np.ndarray] = {}
        try:
            data = self._path.read_bytes()
        except OSError:
            return  # there is none
        if hashlib.sha256(data[_DIGEST_BYTES:]).digest() == data[:_DIGEST_BYTES]:
            with np.load(io.BytesIO(data[_DIGEST_BYTES:])) as archive:
                if str(archive["key"]) == self._key:
                    self._states = {name: archive[name] for name in archive.files if name != "key"}

    def state_of(self, size: int) -> dict[str, np.ndarray] | None:
        prefix = f"{size}/"
        state = {name.removeprefix(prefix): value for name, value in self._states.items() if name.startswith(prefix)}
        return state or None

    def keep(self, learner: SizeLearner) -> None:
        self._states.update({f"{learner.size}/{name}": value for name, value in learner.state().items()})
        data = io.BytesIO()
        np.savez(data, key=np.array(self._key), **self._states)  # type: ignore[arg-type]
        replace_file(self._path, hashlib.sha256(data.getvalue()).digest() + data.getvalue(), lasting=False)

    def remove(self) -> None:
        self._path.unlink(missing_ok=True)
