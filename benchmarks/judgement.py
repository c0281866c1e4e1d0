"""How well does an engine judge the games of masters?

Takes games of a collection, asks an engine about the position after some of their moves, and compares what it says
with what happened: who won, and which move was played. That costs a hundredth of what matches cost, so it is what to
tune by; matches confirm.

    python benchmarks/judgement.py GAMES [--games 120] [--at 60,120,-20] [--part tune] [--keep answers.jsonl]
    … --set playout=moggy,shape:1 --playouts 1000 --label shape --compare default
    … --gtp "./pachi -t =1000 -D threads=1,pondering=0,resign_threshold=0" --folder PACHI
      --told "WINNER is \\S+ with score ([0-9.]+)%"

GAMES is anything that `tengen.records.collections.read_games` reads. A negative number counts from the end of the game
(passes there are left out). Of the three parts of the games, *learn* is for learning, *tune* for choosing, and *test*
only for figures that are published; the games of a part come in an order that is always the same.

A program is asked by `lz-genmove_analyze`, `kata-genmove_analyze` or `cgos-genmove_analyze`, whatever it knows; its
win rate is the one that it gives the move it plays. Pachi tells nothing there of moves with fewer than 500 playouts,
so with `--told` the win rate is read off the error output: the last number in brackets that the pattern finds.

The win rate of our own engines is that of the best move, as for others; `--by mean` takes the one of the whole search,
which is much steadier where a thousand playouts are shared by many moves, and `--by fair` the middle of the two.

Every engine is given the game's komi and area rules. Most of the games were counted by Japanese rules, where the winner
is nearly always the same.

With `--keep` every answer is written down at once, and what is there is not asked again; answers of other settings
or of another version of the engine are never mixed with them. `--compare LABEL` tells the difference to the answers of
another engine in the same file, position by position.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
from judges import GtpJudge, Judge, Opinion, OwnJudge, Question

from tengen.defaults import DEFAULT_ENGINE
from tengen.errors import TengenError
from tengen.game.color import BLACK
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.geometry import PASS
from tengen.lab.statistics import wilson_interval
from tengen.lab.statistics.forecasts import (
    Measured,
    area_under_curve,
    brier_score,
    measure,
    measure_difference,
    share_right,
)
from tengen.parameters import split_assignments
from tengen.records.collections import PARTS, CollectedGame, Tally, part_of, read_games
from tengen.wire.client import GtpError

RULES = "chinese"
LEAST_BEFORE = 20  # moves before a position that is counted from the end: earlier is another question


# ---- positions ---------------------------------------------------------------------


def name_of(game: CollectedGame) -> str:
    """A name for a game that is the same in every file."""
    return blake2b(bytes([game.size]) + game.moves.astype("<i2").tobytes(), digest_size=8).hexdigest()


def choose_games(path: Path, part: str, count: int, tally: Tally) -> list[tuple[str, CollectedGame]]:
    """The first so many games of a part with a known winner, in an order that depends on nothing but them."""
    named = {
        name_of(game): game
        for game in read_games(path, tally)
        if game.winner is not None and (part == "all" or part_of(game) == part)
    }
    return sorted(named.items())[:count]


def place_of(game: CollectedGame, at: int) -> int | None:
    """After how many moves to ask; None if the game is too short."""
    stones = np.flatnonzero(game.moves != PASS)
    length = int(stones[-1]) + 1 if len(stones) else 0
    if at >= 0:
        return at if at < length else None
    return length + at if length + at >= LEAST_BEFORE else None


def questions_of(name: str, game: CollectedGame, moments: list[int]) -> Iterator[Question]:
    """The positions of a game; a `TengenError` if it cannot be replayed."""
    position, reached = Position(game.size, rules=RULES, komi=game.komi), 0
    places = [(place, at) for at in moments if (place := place_of(game, at)) is not None]
    for place, at in sorted(places):
        for point in game.moves[reached:place].tolist():
            position.play(Vertex.from_point(point), force=True)
        reached = place
        yield Question(name, at, position.copy(), Vertex.from_point(int(game.moves[place])), game.winner is BLACK)


# ---- answers -----------------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    """An opinion beside what happened. Win rates are Black's."""

    game: str
    at: int
    winrate: float | None
    black_won: bool
    move: str
    played: str
    score: float | None = None
    seconds: float = 0.0
    mean: float | None = None

    def by(self, which: str) -> "Answer":
        """The same with another of the engine's win rates in the place of its move's, if it tells any other."""
        if which == "best" or self.winrate is None or self.mean is None:
            return self
        return replace(self, winrate=self.mean if which == "mean" else (self.winrate + self.mean) / 2)

    @classmethod
    def of(cls, question: Question, opinion: Opinion, seconds: float) -> "Answer":
        """What is kept of an answer."""
        is_black = question.position.to_play is BLACK
        rate, mean = (told if told is None or is_black else 1 - told for told in (opinion.winrate, opinion.mean))
        score = opinion.score if opinion.score is None or is_black else -opinion.score
        move, played = opinion.move.upper(), str(question.played).upper()
        return cls(question.game, question.at, rate, question.black_won, move, played, score, round(seconds, 3), mean)


@dataclass
class Kept:
    """Answers in a file, of any number of engines; each line is a JSON object."""

    path: Path | None
    labels: dict[str, str] = field(default_factory=dict)  # the key of the engine that has a label
    answers: dict[str, dict[tuple[str, int], Answer]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Read what is there; a last line that is cut off is left out."""
        if self.path is None or not self.path.exists():
            return
        text = self.path.read_text()
        if text and not text.endswith("\n"):
            text = text[: text.rfind("\n") + 1]
            self.path.write_text(text)
        for line in text.splitlines():
            plain = json.loads(line)
            key = plain.pop("key")
            if "label" in plain:
                self.labels[plain["label"]] = key
            else:
                answer = Answer(**plain)
                self.answers.setdefault(key, {})[answer.game, answer.at] = answer

    def begin(self, label: str, about: dict[str, Any]) -> str:
        """The key of an engine, which is known by the label from now on."""
        key = blake2b(json.dumps(about, sort_keys=True).encode(), digest_size=6).hexdigest()
        if self.labels.get(label) != key:
            self._write({"key": key, "label": label, **about})
        self.labels[label] = key
        self.answers.setdefault(key, {})
        return key

    def add(self, key: str, answer: Answer) -> None:
        """Keep an answer."""
        self.answers[key][answer.game, answer.at] = answer
        self._write({"key": key, **asdict(answer)})

    def _write(self, plain: dict[str, Any]) -> None:
        if self.path is not None:
            with self.path.open("a") as file:
                file.write(json.dumps(plain) + "\n")


def ask_all(
    judge: Judge,
    games: list[tuple[str, CollectedGame]],
    moments: list[int],
    kept: Kept,
    key: str,
    say: Callable[..., None],
) -> list[Answer]:
    """The answers about all positions; what cannot be replayed is left out and named."""
    answers, known, began, asked = [], kept.answers[key], time.monotonic(), 0
    for number, (name, game) in enumerate(games, 1):
        wanted = [at for at in moments if place_of(game, at) is not None]
        if any((name, at) not in known for at in wanted):
            try:
                for question in questions_of(name, game, wanted):
                    if (name, question.at) not in known:
                        start = time.monotonic()
                        kept.add(key, Answer.of(question, judge.ask(question), time.monotonic() - start))
                        asked += 1
            except GtpError:
                raise
            except TengenError as error:
                say(f"{game.name} is left out: {error}")
            say(
                f"{number} of {len(games)} games, {asked / (time.monotonic() - began):.1f} positions a second", end="\r"
            )
        answers += [known[name, at] for at in wanted if (name, at) in known]
    return answers


# ---- figures -----------------------------------------------------------------------

FIGURES = {"winner": share_right, "auc": area_under_curve, "brier": brier_score}


def figures_of(answers: list[Answer]) -> dict[str, Any]:
    """The figures of some answers, with intervals."""
    told = [answer for answer in answers if answer.winrate is not None]
    figures: dict[str, Any] = {"positions": len(answers), "untold": len(answers) - len(told)}
    if told:
        rates, won, games = _arrays(told)
        figures |= {name: _plain(measure(figure, rates, won, games)) for name, figure in FIGURES.items()}
        right = wilson_interval(share_right(rates, won) * len(told), len(told))
        figures["winner"] |= {"low": right.low, "high": right.high}
    if answers:
        found = sum(answer.move == answer.played for answer in answers)
        interval = wilson_interval(found, len(answers))
        figures["move"] = {"value": found / len(answers), "low": interval.low, "high": interval.high}
        figures["seconds"] = round(sum(answer.seconds for answer in answers), 1)
    return figures


def differences(answers: list[Answer], base: dict[tuple[str, int], Answer]) -> dict[str, Any]:
    """By how much these answers are better than those of another engine about the same positions."""
    pairs = [(answer, base[answer.game, answer.at]) for answer in answers if (answer.game, answer.at) in base]
    pairs = [(one, other) for one, other in pairs if one.winrate is not None and other.winrate is not None]
    if not pairs:
        return {"positions": 0}
    rates, won, games = _arrays([one for one, _ in pairs])
    others = _arrays([other for _, other in pairs])[0]
    found = {name: _plain(measure_difference(of, rates, others, won, games)) for name, of in FIGURES.items()}
    ones, twos = (np.array([float(pair[side].move == pair[side].played) for pair in pairs]) for side in (0, 1))
    found["move"] = _plain(measure_difference(lambda hits, _: float(hits.mean()), ones, twos, won, games))
    return {"positions": len(pairs), **found}


def _arrays(answers: list[Answer]) -> tuple[Any, Any, list[str]]:
    rates = np.array([answer.winrate for answer in answers], np.float64)
    return rates, np.array([float(answer.black_won) for answer in answers]), [answer.game for answer in answers]


def _plain(measured: Measured) -> dict[str, float]:
    return {"value": measured.value, "low": measured.interval.low, "high": measured.interval.high}


def print_table(title: str, rows: dict[str, dict[str, Any]], sign: str = "") -> None:
    """The figures for people: shares in percent."""
    print(f"{title}\n{'at':>6} {'positions':>9}  {'right winner %':20} {'AUC':24} {'Brier':24} {'move found %':20}")
    for name, row in rows.items():
        cells = []
        for figure, scale, digits in (("winner", 100, 1), ("auc", 1, 3), ("brier", 1, 3), ("move", 100, 1)):
            if value := row.get(figure):
                middle, low, high = (scale * value[key] for key in ("value", "low", "high"))
                text = f"{middle:{sign}.{digits}f} ({low:{sign}.{digits}f} to {high:{sign}.{digits}f})"
            else:
                text = "–"
            cells.append(f"{text:{24 if scale == 1 else 20}}")
        untold = f"  {row['untold']} without a win rate" if row.get("untold") else ""
        print(f"{name:>6} {row['positions']:9}  {' '.join(cells)}{untold}")
    print(flush=True)


# ---- the command -------------------------------------------------------------------


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("collection", type=Path, help="games: .games.xz, .zip, .sgf or a folder")
    parser.add_argument("--games", type=int, default=120, help="how many")
    parser.add_argument("--part", choices=(*PARTS, "all"), default="tune", help="which part of the games")
    parser.add_argument("--at", default="60,120,-20", help="after which moves; negative: before the end")
    parser.add_argument("--engine", default=DEFAULT_ENGINE, help="an engine of this house")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a setting of it")
    parser.add_argument("--playouts", type=int, default=1000, help="for each position")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--gtp", metavar="COMMAND", help="another program instead")
    parser.add_argument("--folder", help="where it is started")
    parser.add_argument("--told", metavar="PATTERN", help="its win rate in its error output, as a regular expression")
    parser.add_argument("--by", choices=("best", "mean", "fair"), default="best", help="which of our win rates counts")
    parser.add_argument("--keep", type=Path, metavar="FILE.jsonl", help="keeps the answers, and goes on from there")
    parser.add_argument("--label", help="the engine's name in that file and in the table")
    parser.add_argument("--compare", metavar="LABEL", help="tell the difference to that engine of the file")
    parser.add_argument("--json", action="store_true", help="figures for programs")
    return parser.parse_args()


def main() -> None:
    options = parse()
    moments = [int(word) for word in options.at.split(",")]
    tally = Tally()

    def say(text: str, end: str = "\n") -> None:
        print(f"{text:<70}", end=end, file=sys.stderr, flush=True)

    try:
        games = choose_games(options.collection, options.part, options.games, tally)
        say(f"{options.collection.name}: {tally}; {len(games)} of the part {options.part} are asked about")
        settings = split_assignments(options.set)
        judge: Judge
        if options.gtp:
            judge = GtpJudge(options.gtp, options.folder, options.told)
        else:
            judge = OwnJudge(options.engine, settings, options.playouts, options.seed)
        label = options.label or options.gtp or " ".join([options.engine, *options.set])
        kept = Kept(options.keep)
        key = kept.begin(label, judge.about)
        if options.compare and options.compare not in kept.labels:
            raise TengenError(f"no answers of {options.compare!r} are kept; there are: {', '.join(kept.labels)}")
        try:
            answers = ask_all(judge, games, moments, kept, key, say)
        finally:
            judge.close()
    except TengenError as error:
        raise SystemExit(str(error)) from None
    say("")
    report(options, label, judge.about, answers, moments, kept)


def report(
    options: argparse.Namespace,
    label: str,
    about: dict[str, Any],
    answers: list[Answer],
    moments: list[int],
    kept: Kept,
) -> None:
    answers = [answer.by(options.by) for answer in answers]
    parts = {str(at): [answer for answer in answers if answer.at == at] for at in moments} | {"all": answers}
    rows = {name: figures_of(some) for name, some in parts.items()}
    plain: dict[str, Any] = {"label": label, "about": about, "figures": rows}
    if options.compare:
        found = kept.answers.get(kept.labels[options.compare], {})
        base = {place: answer.by(options.by) for place, answer in found.items()}
        plain["compared_with"] = options.compare
        plain["differences"] = {name: differences(some, base) for name, some in parts.items()}
    if options.json:
        print(json.dumps(plain, indent=1))
        return
    print_table(label, rows)
    if options.compare:
        print_table(f"the difference to {options.compare}", plain["differences"], "+")


if __name__ == "__main__":
    main()
