"""The loop of a tuning: whenever the games given out run low, the next point is given a batch.

All that is known stands in the store. Each point is a pairing of the tuning's event; stopped by anything, the
tuning goes on from its pairings and games, and several processes may work on one. Because the next point
follows from what is stored and the seed alone, two processes that look at the same moment choose the same.
"""

from collections.abc import Callable
from typing import Any, Protocol

from tengen.errors import TengenError
from tengen.lab.players import fingerprint
from tengen.lab.runner import Finished, Runner
from tengen.lab.store import Event, Store
from tengen.lab.tuning.plan import KIND, TuningPlan
from tengen.lab.tuning.sampler import next_point, optuna_module
from tengen.lab.tuning.state import TuningState, state_of

_HOPELESS_BATCHES = 2  # after which a tuning without a single game that counts is given up


class Plays(Protocol):
    """Whatever plays the games that are wanted: the runner, or a simulation of one in tests."""

    def run(self) -> None:
        """Play until nothing is wanted any more."""


MakeRunner = Callable[..., Plays]


def begin(store: Store, plan: TuningPlan, *, resume: bool = False) -> Event:
    """The event of a tuning in a store: a new one, or with `resume` also the one that is there."""
    found = store.event(plan.key)
    if found is not None:
        if not resume:
            raise TengenError(
                f"{store.path} has the tuning {plan.title!r} already: add --resume, or give it another --name"
            )
        changed = [name for name, value in plan.identity().items() if found.definition.get(name) != value]
        if changed:
            raise TengenError(
                f"the tuning {plan.title!r} was begun with another {changed[0]}: resume it as it was, "
                "or give this one another --name"
            )
    return store.add_event(plan.key, KIND, plan.title, plan.definition())


def stored_plan(store: Store, name: str) -> TuningPlan:
    """The plan of a tuning that was begun before, by its name."""
    tunings = {event.name: event for event in store.events() if event.kind == KIND}
    if name not in tunings:
        raise TengenError(f"{store.path} has no tuning {name!r}; it has: {', '.join(tunings) or 'none'}")
    try:
        return TuningPlan.from_definition(name, tunings[name].definition)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise TengenError(
            f"the tuning {name!r} in {store.path} is damaged ({type(error).__name__}: {error}): "
            "give all its options again with --resume, or begin it anew with another --name"
        ) from None


class Tuner:
    """Tunes until the games of the plan are played."""

    def __init__(
        self,
        store: Store,
        plan: TuningPlan,
        jobs: int = 1,
        *,
        resume: bool = False,
        tell: Callable[[Finished], None] = lambda finished: None,
        tick: Callable[[Any], None] = lambda runner: None,
        make_runner: MakeRunner = Runner,
    ) -> None:
        optuna_module()
        self.store = store
        self.plan = plan
        self.jobs = jobs
        self.event = begin(store, plan, resume=resume)
        self._tell, self._tick, self._make_runner = tell, tick, make_runner
        self._outstanding = 0  # games given out and not stored, if nobody else plays

    @property
    def state(self) -> TuningState:
        """How the tuning stands, as stored."""
        return state_of(self.store, self.event, self.plan)

    def run(self) -> TuningState:
        """Play the games of the plan that are missing; Ctrl-C loses the games in play and nothing else."""
        while self._give_out():
            self._make_runner(self.store, [self.event], self.jobs, tell=self._finished, tick=self._tick).run()
        return self.state

    def _finished(self, finished: Finished) -> None:
        self._tell(finished)
        self._outstanding -= 1
        if self._outstanding < 2 * self.jobs:
            self._give_out()

    def _give_out(self) -> bool:
        """See to it that all workers have games to play; False when nothing is left to do."""
        state = self.state
        _check_hope(state)
        while state.wanted - state.played < 2 * self.jobs:
            games = min(self.plan.batch, self.plan.games - state.wanted)
            games -= games % 2 if self.plan.conditions.color == "alternate" else 0
            if games <= 0:
                break
            self._give(state, games)
            state = self.state
        self._outstanding = state.wanted - state.played
        return self._outstanding > 0

    def _give(self, state: TuningState, games: int) -> None:
        plan = self.plan
        seed = plan.conditions.seed or int(fingerprint([self.store.uid, plan.key])[:7], 16)
        point = next_point(plan.space, state.allotments, plan.batch, seed)
        had = sum(allotment.wanted for allotment in state.allotments if allotment.point == point)
        self.store.set_pairing(
            self.event,
            plan.player(point),
            plan.opponent,
            plan.conditions,
            had + games,
            label=plan.label(point),
            reference=point is None,
        )


def _check_hope(state: TuningState) -> None:
    if state.counted or state.played < _HOPELESS_BATCHES * state.plan.batch:
        return
    first = next(game for each in state.tried for game in each.result.games)
    raise TengenError(f"not one of {state.played} games counts, so there is nothing to tune by; the first: {first.why}")
