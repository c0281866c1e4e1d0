"""Queries by the hundred thousand to `tengen analysis`, over its pipes: does each take as long, however many wait?

    .venv/bin/python benchmarks/json_queue.py [--numbers 1000 10000 100000] [--games different]

All queries are sent as fast as they are read, each for one visit of a position on 9x9, and the replies are read
meanwhile. For each number it prints the seconds until all had been sent, until all were answered, and the
milliseconds of the program's processor time a query, which do not hang on what else the machine does; at last the ratio
of these between the largest number and the smallest. The start of the program, measured with one query, is taken off.
The games are all `different`, all the `same`, `prefixes` of one another (a game of 60 moves, turn by turn, over and
over), or `one`: queries that ask for all 61 turns of a game at once.
"""

import argparse
import json
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Any

from tengen.compilation import ensure_compiled

GAMES = ("different", "same", "prefixes", "one")
COMMAND = [sys.executable, "-m", "tengen", "analysis", "--analysis-threads", "2", "--threads", "1", "--memory", "8"]
COMMAND += ["--set", "network=no"]  # it is the queue that is measured
_POINTS = [f"{column}{row}" for row in range(1, 10) for column in "ABCDEFGHJ"]
_LENGTH = 60  # moves of the game of which the others are prefixes


@dataclass(frozen=True)
class Measured:
    """How long it took."""

    number: int
    sent: float  # seconds until all queries had been sent
    answered: float  # seconds until all replies had come
    processor: float  # seconds, of the program


def queries(games: str, number: int) -> Iterator[dict[str, Any]]:
    """As many queries, which ask for as many positions (nearly, if one asks for several)."""
    common = {"rules": "tromp-taylor", "komi": 7, "boardXSize": 9, "boardYSize": 9, "maxVisits": 1}
    whole = [["BW"[turn % 2], _POINTS[turn]] for turn in range(_LENGTH)]
    if games == "one":
        turns = list(range(_LENGTH + 1))
        for each in range(max(1, number // len(turns))):
            yield {"id": str(each), "moves": whole, "analyzeTurns": turns, **common}
        return
    for each in range(number):
        if games == "different":
            # Three different points, another choice for each.
            first, rest = divmod(each, 80 * 79)
            second, third = divmod(rest, 79)
            points = [_POINTS[first % 81]]
            for index in (second, third):
                points.append([point for point in _POINTS if point not in points][index])
            moves = [["BW"[turn % 2], point] for turn, point in enumerate(points)]
        else:
            moves = whole[: each % (_LENGTH + 1)] if games == "prefixes" else whole[:3]
        yield {"id": str(each), "moves": moves, **common}


def measure(games: str, number: int) -> Measured:
    """Ask so many queries of a new process."""
    asked = list(queries(games, number))
    positions = sum(len(query.get("analyzeTurns", "1")) for query in asked)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.monotonic()
    sent: list[float] = []
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    with subprocess.Popen(COMMAND, stdin=pipe, stdout=pipe, stderr=nowhere) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        threading.Thread(target=_send, args=(process.stdin, asked, began, sent), daemon=True).start()
        replies = [json.loads(line) for line in process.stdout]
        answered = time.monotonic() - began
    wrong = [reply for reply in replies if "rootInfo" not in reply]
    if wrong or len(replies) != positions:
        raise SystemExit(f"{len(replies)} replies to {positions} positions; the first that is none: {wrong[:1]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Measured(positions, sent[0], answered, processor)


def _send(pipe: IO[bytes], asked: list[dict[str, Any]], began: float, sent: list[float]) -> None:
    for query in asked:
        pipe.write(json.dumps(query).encode() + b"\n")
    pipe.flush()
    sent.append(time.monotonic() - began)
    pipe.close()


def a_query(measured: Measured, start: Measured) -> float:
    """Milliseconds of processor time a query, without the start of the program."""
    return 1000 * (measured.processor - start.processor) / (measured.number - start.number)


def main() -> None:
    """Measure what is asked for on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--numbers", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    parser.add_argument("--games", choices=GAMES, nargs="+", default=["different"])
    options = parser.parse_args()
    ensure_compiled()
    start = measure("same", 1)
    for games in options.games:
        costs = []
        for number in options.numbers:
            found = measure(games, number)
            costs.append(a_query(found, start))
            print(
                f"{games}: {found.number:,} positions sent in {found.sent:.1f} s, answered in {found.answered:.1f} s; "
                f"{costs[-1]:.2f} ms of processor time each",
                flush=True,
            )
        print(f"{games}: the last takes {costs[-1] / costs[0]:.2f} times as long a position as the first", flush=True)


if __name__ == "__main__":
    main()
