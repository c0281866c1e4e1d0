"""What can be concluded from a match, in sentences: no more than the games say."""

from tengen.errors import TengenError
from tengen.lab.results import PairingResult
from tengen.lab.statistics import Decision, SequentialState, SequentialTest, games_needed
from tengen.lab.statistics.comparison import rounded
from tengen.lab.store import Event

_EVEN = 0.5


def conclusion(result: PairingResult) -> str:
    """One sentence about who is stronger, if that can be said.

    A match against even odds is concluded from its 95 % interval: what it leaves open is left open.
    """
    first, second = result.names[True], result.names[False]
    if not result.counted:
        return "Nothing can be concluded: no game was played to an end that counts."
    tally = result.tally
    interval = tally.interval()
    if interval.low > _EVEN:
        return f"{first} is stronger under these conditions."
    if interval.high < _EVEN:
        return f"{second} is stronger under these conditions."
    open_ = "The games do not tell who is stronger: the interval includes 50 %."
    if tally.score == _EVEN:
        return open_
    # A share against a fixed one needs half of what each of two measured shares needs.
    needed = games_needed(max(tally.score, 1 - tally.score), _EVEN, sides=2) // 2
    if needed <= tally.games:
        return open_
    return f"{open_} If the difference is as it looks, about {rounded(needed):,} games would show it."


def concluded(result: PairingResult, test: SequentialTest | None) -> str:
    """The conclusion of a match: by its sequential test, if it has one."""
    return conclusion(result) if test is None else sequential_verdict(sequential_state(result, test))


def stored_test(event: Event) -> SequentialTest | None:
    """The sequential test that may stop a match, as the store has it."""
    values = event.definition.get("sprt")
    try:
        return None if values is None else SequentialTest(**values)
    except (TypeError, ValueError):
        raise TengenError(f"the sequential test of {event.name} is damaged in the store: give --sprt again") from None


def sequential_state(result: PairingResult, test: SequentialTest) -> SequentialState:
    """How a sequential test of a match stands: by pairs where colours were swapped, else by games."""
    tally = result.tally
    if tally.pairs is not None:
        return test.of_pairs(tally.pairs)
    return test.of_games(tally.wins, tally.draws, tally.losses)


def sequential_verdict(state: SequentialState) -> str:
    """What a sequential test has found; a match that it may stop is concluded from it, not from the interval."""
    test = state.test
    told = {
        Decision.ACCEPT_H1: f"accepted: at least {test.elo1:g} Elo stronger rather than {test.elo0:g}",
        Decision.ACCEPT_H0: f"rejected: no more than {test.elo0:g} Elo stronger rather than {test.elo1:g}",
        Decision.GO_ON: "undecided: more games are needed",
    }[state.decision]
    low, high = test.bounds.low, test.bounds.high
    return (
        f"Sequential test {told} (log-likelihood ratio {state.llr:.2f}, bounds {low:.2f} and {high:.2f}). "
        "The intervals are those of a match of fixed length: one that stops by its score is less sure of it."
    )
