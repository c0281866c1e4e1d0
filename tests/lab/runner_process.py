"""A process that plays a match, to be killed, stopped and interrupted; see `test_killing.py`.

It tells every game on its standard output once it is in the store.
"""

import argparse
import os
import sys
import threading
import time

from tengen.lab.conditions import Conditions
from tengen.lab.players import parse_player
from tengen.lab.runner import Finished, Runner
from tengen.lab.store import Store, claims


def tell(finished: Finished) -> None:
    print(finished.claim.number, finished.claim.uid, flush=True)


def end_with_the_test(parent: int) -> None:
    """A test that is broken off leaves nobody who would end this process."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def main() -> None:
    threading.Thread(target=end_with_the_test, args=(os.getppid(),), daemon=True).start()
    parser = argparse.ArgumentParser()
    parser.add_argument("store")
    parser.add_argument("games", type=int)
    parser.add_argument("--first", default="random")
    parser.add_argument("--second", default="random")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--machine", default="", help="pretend to be another one")
    parser.add_argument("--silence", type=float, default=0.0, help="after which runners of other machines are given up")
    options = parser.parse_args()
    if options.machine:
        claims.machine = lambda: options.machine  # type: ignore[assignment]
    if options.silence:
        claims._SILENCE = options.silence
    with Store(options.store) as store:
        first, second = parse_player(options.first), parse_player(options.second)
        event = store.add_event("match", "match", "a match")
        conditions = Conditions(size=5, rules="tromp-taylor", move_timeout=60)
        store.set_pairing(event, first, second, conditions, options.games)
        try:
            Runner(store, [event], options.jobs, tell=tell).run()
        except KeyboardInterrupt:
            sys.exit(130)


if __name__ == "__main__":
    main()
