"""Many short games: fast enough, no more memory after hundreds than after dozens, no process left.

The bar of 20 games a second is measured by a benchmark; here the margins are wide, for busy machines.
"""

import os
from pathlib import Path

import psutil

from tengen.compilation import ensure_compiled
from tengen.lab.conditions import Conditions
from tengen.lab.local_worker import LocalWorker
from tengen.lab.outcome import End
from tengen.lab.players import Entrant
from tengen.lab.runner import Runner
from tengen.lab.store import Store

RANDOM = Entrant("random", engine="random")
WARM = 60  # games after which everything is loaded
GAMES = 400
CORES = 2
SLOWEST = 10.0  # games a second on two cores
MOST_GROWTH = 10.0  # MB, of the runner and of each worker


def resident(pid: int) -> float:
    """The memory of a process, in MB, that is its own: mapped files come and go with the pressure."""
    text = Path(f"/proc/{pid}/status").read_text()
    line = next(line for line in text.splitlines() if line.startswith("RssAnon:"))
    return int(line.split()[1]) / 1024


def spent(pid: int) -> float:
    """Seconds a process has had a processor: on a busy machine the clock on the wall says nothing."""
    times = psutil.Process(pid).cpu_times()
    return float(times.user + times.system)


def descendants() -> set[psutil.Process]:
    return set(psutil.Process().children(recursive=True))


def test_hundreds_of_games(tmp_path: Path) -> None:
    ensure_compiled()
    before = descendants()
    memory: dict[int, float] = {}
    seconds: list[float] = []
    played: list[int] = []
    with Store(tmp_path / "results.db") as store:
        event = store.add_event("match", "match", "a match")
        pairing = store.set_pairing(event, RANDOM, RANDOM, Conditions(size=9), GAMES)

        def look(runner: Runner) -> None:
            workers = [worker for worker in runner.workers if isinstance(worker, LocalWorker)]
            pids = [os.getpid(), *(worker.process.pid or 0 for worker in workers)]
            if runner.played >= WARM and not memory:
                memory.update({pid: resident(pid) for pid in pids})
            elif not (runner.played >= GAMES - 10 and len(played) == 1):
                return
            for pid in pids:
                assert resident(pid) - memory[pid] < MOST_GROWTH
            seconds.append(sum(map(spent, pids)))
            played.append(runner.played)

        Runner(store, [event], CORES, tick=look).run()
        games = store.games(pairing)
        assert [game.number for game in games] == list(range(GAMES))
        assert {game.end for game in games} == {End.SCORE}
        assert len({game.line for game in games}) == GAMES
        assert {game.counted_by for game in games} <= {"agreement", "gnugo", "tengen"}
        assert GAMES / 4 < sum(game.points or 0 for game in games) < 3 * GAMES / 4
    assert CORES * (played[1] - played[0]) / (seconds[1] - seconds[0]) > SLOWEST
    assert all("resource_tracker" in " ".join(process.cmdline()) for process in descendants() - before)
