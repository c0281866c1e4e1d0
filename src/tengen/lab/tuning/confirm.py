"""The confirmation: fresh games decide whether what a tuning found is better than the defaults.

The games of a tuning cannot: its choice is the highest of many estimates, and the highest of many is too high (the
winner's curse). So the choice and the defaults each play the same opponent again, in games of their own
event with seeds of their own, and a two-proportion test asks the one question that was open before these
games: is the choice better? (one-sided, at 5 %; after an earlier confirmation of the same tuning
at half of that, and so on, for who asks often enough gets a yes by luck).
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from tengen.lab.results import PairingResult, compare_results, result_of
from tengen.lab.runner import Finished, Runner
from tengen.lab.statistics import Comparison
from tengen.lab.statistics.proportions import LEVEL
from tengen.lab.store import Event, Store
from tengen.lab.tuning.plan import TuningPlan
from tengen.lab.tuning.space import Point
from tengen.lab.tuning.tuning import MakeRunner

KIND = "confirmation"


class Verdict(Enum):
    """What a confirmation says."""

    KEEPS = "keeps the gain"
    NOT_SEPARABLE = "not separable from the defaults: keep the defaults"
    WORSE = "worse than the defaults: keep the defaults"
    UNFINISHED = "not finished"
    NOTHING = "no verdict"


@dataclass(frozen=True)
class Confirmation:
    """The choice and the defaults against the same opponent, in games that nothing was chosen by."""

    plan: TuningPlan
    point: Point
    chosen: PairingResult
    defaults: PairingResult
    number: int  # 1: the first confirmation of this tuning

    @property
    def level(self) -> float:
        """The chance of a false yes that is accepted."""
        return LEVEL / self.number

    @property
    def comparison(self) -> Comparison | None:
        """The two rates; None as long as one has no games that count."""
        if not self.chosen.counted or not self.defaults.counted:
            return None
        return compare_results(self.chosen, self.defaults, self.level)

    @property
    def verdict(self) -> Verdict:
        """What follows; nothing before all games are played."""
        if any(len(result.games) < result.pairing.games for result in (self.chosen, self.defaults)):
            return Verdict.UNFINISHED
        comparison = self.comparison
        if comparison is None:
            return Verdict.NOTHING
        if comparison.test.one_sided <= self.level:
            return Verdict.KEEPS
        return Verdict.WORSE if comparison.test.one_sided >= 1 - self.level else Verdict.NOT_SEPARABLE

    def sentence(self) -> str:
        """The verdict and the figures it stands on."""
        played = sum(len(result.games) for result in (self.chosen, self.defaults))
        comparison = self.comparison
        if self.verdict is Verdict.UNFINISHED:
            return f"not finished: {played} of {self.chosen.pairing.games + self.defaults.pairing.games} games"
        if comparison is None:
            return f"no verdict: of {played} games too few count"
        bounds = comparison.difference_interval
        text = (
            f"{self.verdict.value} ({100 * comparison.difference:+.1f} points, {100 * bounds.low:+.1f} to "
            f"{100 * bounds.high:+.1f}, one-sided p = {comparison.test.one_sided:.2g})"
        )
        if self.number > 1:
            text += f"; confirmation number {self.number} of this tuning, so p has to be below {self.level:.2g}"
        if self.verdict is Verdict.NOT_SEPARABLE and comparison.difference > 0 and comparison.games_needed:
            text += f"; if that is the true gain, about {comparison.games_needed:,} games each would show it"
        return text

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, for JSON."""
        comparison = self.comparison
        return {
            "values": dict(zip(self.plan.space.names, self.point, strict=True)),
            "chosen": self.chosen.to_dict(),
            "defaults": self.defaults.to_dict(),
            "number": self.number,
            "level": self.level,
            "p": None if comparison is None else comparison.test.one_sided,
            "verdict": self.verdict.value,
        }


def prepare(store: Store, plan: TuningPlan, point: Point) -> Event:
    """Want the games of a confirmation; those that are there already stay."""
    name = f"{plan.title}: {plan.space.label(point)}"
    definition = {"tuning": plan.key, "point": list(point), "games": plan.confirm}
    event = store.add_event(f"{KIND}: {name}", KIND, f"confirmation of {name}", definition)
    # The labels are those of no other pairing, so the seeds of the games are fresh ones.
    for who, label in ((point, f"confirmation of {name}"), (None, f"defaults, confirmation of {name}")):
        player, reference = plan.player(who), who is None
        store.set_pairing(event, player, plan.opponent, plan.conditions, plan.confirm, label=label, reference=reference)
    return event


def confirm(
    store: Store,
    plan: TuningPlan,
    point: Point,
    jobs: int = 1,
    *,
    tell: Callable[[Finished], None] = lambda finished: None,
    tick: Callable[[Any], None] = lambda runner: None,
    make_runner: MakeRunner = Runner,
) -> Confirmation:
    """Play the confirmation of a choice, or what is missing of it."""
    event = prepare(store, plan, point)
    make_runner(store, [event], jobs, tell=tell, tick=tick).run()
    found = _confirmation(store, plan, event)
    if found is None:
        raise store.beyond_use(f"the {event.name}")
    return found


def confirmations(store: Store, plan: TuningPlan) -> list[Confirmation]:
    """All confirmations of a tuning, the oldest first."""
    found = (_confirmation(store, plan, event) for event in _events(store, plan))
    return [confirmation for confirmation in found if confirmation is not None]


def _events(store: Store, plan: TuningPlan) -> list[Event]:
    return [event for event in store.events() if event.kind == KIND and event.definition.get("tuning") == plan.key]


def _confirmation(store: Store, plan: TuningPlan, event: Event) -> Confirmation | None:
    """A confirmation; None where a part of it is damaged, which the store has told of."""
    results = {pairing.reference: result_of(store, pairing) for pairing in store.pairings(event)}
    if len(results) < 2 or not isinstance(event.definition.get("point"), list):
        store.tell_of_damage(f"the event {event.name!r}")
        return None
    number = 1 + [each.id for each in _events(store, plan)].index(event.id)
    return Confirmation(plan, tuple(event.definition["point"]), results[False], results[True], number)
