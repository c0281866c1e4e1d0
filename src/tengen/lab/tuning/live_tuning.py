"""Tuning in front of a person: the points as they are tried, and what Ctrl-C means."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from tengen.lab.interrupts import terminated_like_interrupted
from tengen.lab.live_standings import LiveStandings
from tengen.lab.play_events import Stopped
from tengen.lab.results import PairingResult
from tengen.lab.store import Event, Store
from tengen.lab.tuning.confirm import Confirmation, confirm, prepare
from tengen.lab.tuning.display import table
from tengen.lab.tuning.plan import TuningPlan
from tengen.lab.tuning.space import Point
from tengen.lab.tuning.state import TuningState, state_from
from tengen.lab.tuning.tuning import Tuner, begin

_OTHER_LINES = 6  # of the terminal, which the table leaves alone


class LiveTuning(LiveStandings):
    """Shows the points tried on standard error."""

    def __init__(self, store: Store, event: Event, plan: TuningPlan, *, quiet: bool = False) -> None:
        super().__init__(store, [event], quiet=quiet)
        self._plan = plan

    def _picture(self, results: Sequence[PairingResult]) -> RenderableType:
        most = max(3, self._console.height - _OTHER_LINES)
        return Text("\n".join(table(state_from(self._plan, results), most)), no_wrap=True)

    def _total(self, results: Sequence[PairingResult]) -> tuple[int, int]:
        played, given_out = super()._total(results)
        return played, max(given_out, self._plan.games)


def tune(
    store: Store, plan: TuningPlan, jobs: int, *, resume: bool = False, quiet: bool = False
) -> tuple[TuningState, Confirmation | None]:
    """Tune and confirm, showing how it goes; `Stopped` says that not all was played.

    There is no confirmation if none is wanted, or if the choice is the defaults.
    """
    event = begin(store, plan, resume=resume)
    try:
        with terminated_like_interrupted():
            with LiveTuning(store, event, plan, quiet=quiet) as progress:
                state = Tuner(store, plan, jobs, resume=True, tell=progress.tell, tick=progress.tick).run()
            choice = state.choice
            if choice is None or choice.is_default or not plan.confirm:
                return state, None
            return state, confirm_shown(store, plan, choice.point, jobs, quiet=quiet)
    except KeyboardInterrupt:
        raise Stopped("stopped: what was finished is stored") from None


def confirm_shown(store: Store, plan: TuningPlan, point: Point, jobs: int, *, quiet: bool) -> Confirmation:
    """The confirmation of a point, with the usual table of a match."""
    event = prepare(store, plan, point)
    with LiveStandings(store, [event], quiet=quiet) as progress:
        return confirm(store, plan, point, jobs, tell=progress.tell, tick=progress.tick)
