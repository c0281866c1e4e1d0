"""`tengen lab work`: one more pair of hands for what a store wants."""

from typing import Annotated

import typer

from tengen.cli.lab.events import find_events
from tengen.cli.lab.tournament import play_and_tell
from tengen.cli.options import RESULTS, Jobs, StoreFile, check_jobs

EventName = Annotated[
    str, typer.Argument(metavar="[EVENT]", help="Its number or a part of its name; all if not given.")
]


def work(event: EventName = "", store: StoreFile = RESULTS, jobs: Jobs = None) -> None:
    """Play what is still wanted in a store, as one more pair of hands for matches and tournaments."""
    from tengen.compilation import ensure_compiled
    from tengen.lab.play_events import default_jobs
    from tengen.lab.store import Store

    check_jobs(jobs)
    ensure_compiled()
    with Store(store, create=False) as opened:
        events = find_events(opened, event)
        pairings = [pairing for one in events for pairing in opened.pairings(one) if pairing.active]
        play_and_tell(opened, events, jobs or default_jobs(pairings), as_json=False)
