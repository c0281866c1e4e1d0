"""Do we count finished games as GNU Go does?

Takes the games of match stores that ended by two passes, lets our engine judge the final position and GNU Go
say its `final_score`, and prints how often the two agree. Where they do not, it draws the board and tells what
each believes to be dead, so that a person can say who is right.

    python benchmarks/final_scores.py STORE.db ... [--games 100] [--half chosen|held-out] [--rules chinese]

GNU Go plays by the same rules, superko included: whoever took the last ko, often the last move of all, keeps it.
A judgement is improved by looking at the games of one half (`--half chosen`); what it is worth the other half
tells (`--half held-out`). A game belongs to the same half wherever it is stored. GNU Go takes a second or two for a
position: with `--kept FILE.json` its answers are kept there, and not asked for again.

Exit status: 0 when the two agree on at least `--bar` of the games, 1 when not, 2 when there are none.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tengen.engines import create_engine
from tengen.engines.endgame.judgement import Judgement
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.lab.conditions import Conditions
from tengen.lab.gnugo import gnugo_command
from tengen.lab.outcome import End
from tengen.lab.store import Store
from tengen.records import loads
from tengen.records.writer import save_atomically
from tengen.wire.client import GtpClient

HALVES = ("all", "chosen", "held-out")
LEVEL = 10  # of GNU Go
PATIENCE = 120.0  # seconds for GNU Go's opinion of a board
BAR = 0.97


@dataclass(frozen=True)
class Finished:
    """A game that both players ended by passing."""

    uid: str
    store: str
    players: str
    position: Position


@dataclass(frozen=True)
class Verdict:
    """What GNU Go says of a board."""

    score: str
    dead: frozenset[str]
    seki: frozenset[str]


def half_of(uid: str) -> str:
    """The half that a game belongs to: by its name, which is random."""
    return HALVES[1 + int(uid[-1], 16) % 2]


def finished_games(stores: list[Path], size: int, half: str, rules: str) -> Iterator[Finished]:
    """The games against GNU Go that ended by two passes; each line of play once, however often it is stored."""
    seen = set()
    for path in stores:
        with Store(path, create=False) as store:
            for event in store.events():
                for pairing in store.pairings(event):
                    names = f"{pairing.first.name} – {pairing.second.name}"
                    if pairing.conditions.size != size or "gnugo" not in names.lower():
                        continue
                    for game in store.games(pairing):
                        if game.end is not End.SCORE or game.line in seen or half not in ("all", half_of(game.uid)):
                            continue
                        seen.add(game.line)
                        position = loads(store.sgf(game)).position()
                        position.rules = rules
                        yield Finished(game.uid, path.name, names, position)


class Gnugo:
    """GNU Go as a judge, with a memory."""

    def __init__(self, rules: str, kept: Path | None) -> None:
        self._rules, self._kept = rules, kept
        self._known: dict[str, dict[str, list[str]]] = json.loads(kept.read_text()) if kept and kept.exists() else {}
        self._client: GtpClient | None = None

    def judge(self, game: Finished) -> Verdict:
        """Its score, and the stones it believes dead and in seki."""
        key = f"{game.uid} {self._rules}"
        if key not in self._known:
            self._known[key] = self._ask(game.position)
            if self._kept:
                save_atomically(self._kept, json.dumps(self._known, indent=0).encode())
        known = self._known[key]
        return Verdict(known["score"][0], frozenset(known["dead"]), frozenset(known["seki"]))

    def _ask(self, position: Position) -> dict[str, list[str]]:
        if self._client is None:
            self._client = GtpClient(
                gnugo_command(Conditions(rules=self._rules), LEVEL), name="GNU Go", timeout=PATIENCE
            )
        send = self._client.send
        for command in (f"boardsize {position.size}", "clear_board", f"komi {position.komi:g}"):
            send(command)
        for move in position.moves:
            send(f"play {move.color.letter} {move.vertex}")
        asked = {"score": "final_score", "dead": "final_status_list dead", "seki": "final_status_list seki"}
        return {name: send(command).split() for name, command in asked.items()}

    def close(self) -> None:
        """End the program."""
        if self._client is not None:
            self._client.close()


def agree(ours: str, theirs: str) -> bool:
    """Whether two scores are the same, however they are written."""
    return ours[0] == theirs[0] and float(ours[2:] or 0) == float(theirs[2:] or 0)


def describe(game: Finished, ours: Judgement, theirs: Verdict) -> str:
    """A disagreement, for a person to look at."""

    def names(stones: frozenset[Vertex] | frozenset[str]) -> str:
        return " ".join(sorted(map(str, stones), key=lambda name: (name[0], int(name[1:])))) or "none"

    return (
        f"\n{game.store} {game.uid[:8]} ({game.players}), {game.position.to_play} to play\n{game.position}\n"
        f"  we      {ours.score!s:8} dead: {names(ours.dead)}; seki: {names(ours.seki)}\n"
        f"  GNU Go  {theirs.score:8} dead: {names(theirs.dead)}; seki: {names(theirs.seki)}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("stores", type=Path, nargs="+", help="files of `tengen match`")
    parser.add_argument("--games", type=int, default=1_000_000, help="at most so many")
    parser.add_argument("--half", choices=HALVES, default="all", help="of the games")
    parser.add_argument("--size", type=int, default=9, help="of the board")
    parser.add_argument("--rules", default="chinese", help="to count by")
    parser.add_argument("--engine", default="mcts", help="the engine of ours that judges")
    parser.add_argument("--kept", type=Path, help="a file for GNU Go's answers")
    parser.add_argument("--bar", type=float, default=BAR, help="the share of games that must agree")
    options = parser.parse_args()
    engine, gnugo = create_engine(options.engine, seed=1), Gnugo(options.rules, options.kept)
    agreed = played = winners = 0
    seconds = []
    try:
        for game in finished_games(options.stores, options.size, options.half, options.rules):
            if played == options.games:
                break
            theirs = gnugo.judge(game)
            began = time.perf_counter()
            ours = engine.judge(game.position)
            seconds.append(time.perf_counter() - began)
            played += 1
            winners += str(ours.score)[0] == theirs.score[0]
            if agree(str(ours.score), theirs.score):
                agreed += 1
            else:
                print(describe(game, ours, theirs), flush=True)
    except TengenError as error:
        print(error, file=sys.stderr)
        return 2
    finally:
        engine.close()
        gnugo.close()
    if not played:
        print("no game in these stores ended by two passes", file=sys.stderr)
        return 2
    print(
        f"\n{agreed} of {played} scores are GNU Go's ({agreed / played:.1%}), {winners} of the winners; "
        f"a judgement took {1000 * sum(seconds) / played:.0f} ms, at most {1000 * max(seconds):.0f}"
    )
    return 0 if agreed >= options.bar * played else 1


if __name__ == "__main__":
    sys.exit(main())
