"""What zone and rest are worth: playouts on the whole board before the search (MoGo 2006, 3.3).

"Before UCT we estimate, by a certain number (5000 in our experiments) of Monte-Carlo simulations, the score s̄0 for the
zone decided by the current situation (including last move of opponent), and the score s̄1 for the area outside the
zone." They are the playouts of the search, from its root on; what is counted is who owns each point at the end.

As many again keep to the zone, as those of the search will: their mean there is s̄0, and s̄1 is what is left of the mean
on the whole board. For a zone is not worth the same in both: at its border nobody is surrounded from beyond. For five
stones around a corner the two differed by ten points, and simulations would have been won or lost by that alone.

No further kernel plays them, as each one that does is compiled with all playouts: first moves are drawn by the policy,
and flat Monte Carlo goes on from them.
"""

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from tengen.kernels.geometry import POINTS
from tengen.kernels.playouts.choices import policy_choices
from tengen.kernels.playouts.flat import STATISTICS, flat_playouts
from tengen.kernels.root_record import Tables
from tengen.search.threads import Threads

Array = np.ndarray[Any, Any]
_BATCH = 100  # playouts of a thread between two looks at the clock
_SHARE = 0.1  # of the time for a search


def estimate_owners(
    pool: Threads, tables: Sequence[Tables], roots: Array, threads: Sequence[Array], count: int, seconds: float | None
) -> Array:
    """Who owns each point (POINTS) at the end, 1 Black to -1 White: the mean of `count` playouts of the root.

    Of a search that has so many `seconds` a tenth is spent on it at most.
    """
    ends = None if seconds is None else time.monotonic() + _SHARE * seconds
    counted = [np.zeros(POINTS, STATISTICS) for _ in threads]

    def run(job: tuple[int, int]) -> None:
        index, share = job
        moves, rules = np.zeros(share, np.int64), np.zeros(share, np.int64)
        policy_choices(tables[index], roots, threads[index], 0, moves, rules)
        flat_playouts(tables[index], roots, threads[index], moves, 0, share, counted[index])

    done = 0
    while done < count and (not done or ends is None or time.monotonic() < ends):
        now = min(_BATCH * len(threads), count - done)
        share, rest = divmod(now, len(threads))
        jobs = [(index, share + (index < rest)) for index in range(len(threads))]
        pool.map(run, [job for job in jobs if job[1]])
        done += now
    owners: Array = np.sum([statistics["owner"] for statistics in counted], axis=0) / done
    return owners
