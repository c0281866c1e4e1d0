"""What the games of a pairing say, counted: the one place all displays and reports take their figures from."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tengen.lab.outcome import End
from tengen.lab.statistics import Comparison, MatchTally, compare
from tengen.lab.statistics.proportions import LEVEL
from tengen.lab.store import Event, GameRow, Pace, Pairing, Store


@dataclass(frozen=True)
class ColorTally:
    """The first player's games with one colour."""

    points: float
    games: int

    def __str__(self) -> str:
        return f"{self.points:g}/{self.games}"


@dataclass(frozen=True)
class PairingResult:
    """The games of one pairing, counted; points and rates are the first player's."""

    pairing: Pairing
    games: tuple[GameRow, ...]
    paces: Mapping[bool, Pace]  # of the first player (True) and the second

    @cached_property
    def counted(self) -> tuple[GameRow, ...]:
        """The games that say something."""
        return tuple(game for game in self.games if game.points is not None)

    @cached_property
    def tally(self) -> MatchTally:
        """Wins, draws and losses, and the results of colour-swapped pairs."""
        points = Counter(game.points for game in self.counted)
        return MatchTally(points[1.0], points[0.5], points[0.0], self._pairs())

    def _pairs(self) -> tuple[int, int, int, int, int] | None:
        """How many pairs of games brought 0, 0.5, 1, 1.5 and 2 points; None where colours do not alternate."""
        if self.pairing.conditions.color != "alternate":
            return None
        pairs: dict[tuple[str, int], list[float]] = {}
        for game in self.counted:
            pairs.setdefault((game.origin, game.number // 2), []).append(game.points or 0.0)
        found = Counter(sum(points) for points in pairs.values() if len(points) == 2)
        return found[0.0], found[0.5], found[1.0], found[1.5], found[2.0]

    @property
    def names(self) -> Mapping[bool, str]:
        """What the first player (True) and the second are called; a player against himself is told apart."""
        first, second = self.pairing.first.name, self.pairing.second.name
        if first == second:
            return {True: f"{first} (the first)", False: f"{second} (the second)"}
        return {True: first, False: second}

    def as_color(self, black: bool) -> ColorTally:
        """The first player's games as Black, or as White."""
        own = [game.points or 0.0 for game in self.counted if game.first_black is black]
        return ColorTally(sum(own), len(own))

    @cached_property
    def faults(self) -> Counter[tuple[str, End]]:
        """Games that say nothing, by whose fault and what; "" if it was nobody's."""
        names: dict[bool | None, str] = {True: self.names[True], False: self.names[False], None: ""}
        return Counter((names[game.first_at_fault], game.end) for game in self.games if game.points is None)

    @cached_property
    def repeats(self) -> int:
        """Counted games that are another one over again, move for move and with the same colours."""
        return len(self.counted) - len({(game.line, game.first_black) for game in self.counted})

    @cached_property
    def versions(self) -> Mapping[bool, tuple[str, ...]]:
        """The versions of the first player (True) and the second that played."""
        found: dict[bool, dict[str, None]] = {True: {}, False: {}}
        for game in self.games:
            found[game.first_black][game.black_version] = None
            found[not game.first_black][game.white_version] = None
        return {first: tuple(version for version in names if version) for first, names in found.items()}

    @property
    def mean_length(self) -> float | None:
        """Moves a game."""
        return sum(game.moves for game in self.counted) / len(self.counted) if self.counted else None

    def remarks(self) -> list[str]:
        """What a reader of the figures has to know: games that do not count, repeated ones, mixed versions."""
        told = [
            f"{count} not counted: {_fault(name, end)}"
            for (name, end), count in sorted(self.faults.items(), key=lambda item: -item[1])
        ]
        if self.repeats:
            told.append(
                f"{self.repeats} of {len(self.counted)} games repeat another move for move: "
                "the intervals are narrower than is honest; use openings"
            )
        for first, name in self.names.items():
            if len(self.versions[first]) > 1:
                told.append(f"{name} played in {len(self.versions[first])} versions: {', '.join(self.versions[first])}")
        clock = sum(game.end is End.TIME for game in self.counted)
        if clock:
            told.append(f"{clock} decided by the clock")
        return told

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, for JSON."""
        tally, pairing = self.tally, self.pairing
        return {
            "label": pairing.label,
            "first": {"name": pairing.first.name, **pairing.first.definition(), "versions": self.versions[True]},
            "second": {"name": pairing.second.name, **pairing.second.definition(), "versions": self.versions[False]},
            "conditions": pairing.conditions.definition(),
            "wanted": pairing.games,
            "games": len(self.games),
            "counted": len(self.counted),
            **tally.to_dict(),
            "black": {"points": self.as_color(True).points, "games": self.as_color(True).games},
            "white": {"points": self.as_color(False).points, "games": self.as_color(False).games},
            "ends": dict(Counter(game.end.value for game in self.games)),
            "faults": [
                {"player": name, "end": end.value, "games": count} for (name, end), count in self.faults.items()
            ],
            "repeats": self.repeats,
            "mean_length": self.mean_length,
            "seconds_a_move": {
                name: self.paces[first].seconds_a_move if first in self.paces else None
                for name, first in (("first", True), ("second", False))
            },
            "remarks": self.remarks(),
        }


def _fault(name: str, end: End) -> str:
    return f"{end.value} ({name})" if name else end.value


def compare_results(first: PairingResult, second: PairingResult, level: float = LEVEL) -> Comparison:
    """The win rates of two pairings beside each other."""
    ours, theirs = first.tally, second.tally
    return compare(ours.points, ours.games, theirs.points, theirs.games, level=level)


def result_of(store: Store, pairing: Pairing) -> PairingResult:
    """The result of a pairing as it stands."""
    return PairingResult(pairing, tuple(store.games(pairing)), store.paces(pairing))


def results_of(store: Store, event: Event, *, only_active: bool = False) -> list[PairingResult]:
    """The results of all pairings of an event that have games or are to have some."""
    found = [result_of(store, pairing) for pairing in store.pairings(event) if pairing.active or not only_active]
    return [result for result in found if result.games or result.pairing.active]


def total_games(results: Iterable[PairingResult]) -> tuple[int, int]:
    """Games played, and wanted of the active pairings."""
    played = wanted = 0
    for result in results:
        played += len(result.games)
        wanted += max(result.pairing.games, len(result.games)) if result.pairing.active else len(result.games)
    return played, wanted
