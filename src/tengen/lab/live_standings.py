"""How a match goes, while it goes: a live table in a terminal, a line now and then in a log."""

import math
import sys
import time
from collections.abc import Sequence
from typing import Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from tengen.lab.report.figures import likelihood
from tengen.lab.results import PairingResult, results_of, total_games
from tengen.lab.runner import Finished, Runner
from tengen.lab.statistics import MatchTally
from tengen.lab.store import Event, Store

_REFRESH_SECONDS = 0.5
_LINE_SECONDS = 15.0  # between two lines in a log
_LOAD = 0.05  # of the time, at most, goes into counting for the display
_KEPT = 3  # messages shown


def score_table(results: Sequence[PairingResult], width: int = 100) -> Table:
    """The standing of all pairings; that of a single one has its players above it."""
    alone = len(results) == 1
    table = Table(box=None, pad_edge=False, title=_label(results[0]) if alone else None, title_justify="left")
    names = [name for name, narrow in _COLUMNS.items() if narrow or alone or width >= _WIDE]
    if alone:
        names.remove("pairing")
    for name in names:
        if name == "pairing":
            table.add_column(name, min_width=20)
        else:
            table.add_column(name, justify="right", no_wrap=True)
    for result in results:
        cells = dict(zip(_COLUMNS, _cells(result), strict=True))
        table.add_row(*(cells[name] for name in names))
    return table


_WIDE = 100  # columns of a terminal with room for everything
# The columns of the table, and whether there is room for them in a narrow terminal too.
_COLUMNS = {
    "pairing": True,
    "games": True,
    "won": True,
    "95 %": True,
    "as Black": False,
    "as White": False,
    "Elo": True,
    "LOS": False,
}


def _label(result: PairingResult) -> Text:
    return Text(result.pairing.label + (" (reference)" if result.pairing.reference else ""))


def _cells(result: PairingResult) -> list[Text | str]:
    games = f"{len(result.games)}/{max(result.pairing.games, len(result.games))}"
    if not result.counted:
        return [_label(result), games, *["–"] * 6]
    tally = result.tally
    interval = tally.interval()
    return [
        _label(result),
        games,
        f"{tally.score:.1%}",
        f"{interval.low:.1%} – {interval.high:.1%}",
        str(result.as_color(True)),
        str(result.as_color(False)),
        elo_text(tally),
        likelihood(tally.los),
    ]


def elo_text(tally: MatchTally) -> str:
    """The Elo difference with its interval; where all was won or lost, how much it is at least.

    >>> elo_text(MatchTally(60, 0, 40)), elo_text(MatchTally(0, 0, 6))
    ('+70 (+1 … +139)', 'below -77')
    """
    interval = tally.elo_interval()
    if math.isinf(tally.elo):
        return f"above {interval.low:+.0f}" if tally.elo > 0 else f"below {interval.high:+.0f}"
    return f"{tally.elo:+.0f} ({interval.low:+.0f} … {interval.high:+.0f})"


class LiveStandings:
    """Shows the standing of some events on standard error while a runner plays them."""

    def __init__(self, store: Store, events: Sequence[Event], *, quiet: bool = False) -> None:
        self._store, self._events = store, events
        self._console = Console(stderr=True)
        self._live = Live(console=self._console, auto_refresh=False) if self._console.is_terminal else None
        self._quiet = quiet
        self._began = time.monotonic()
        self._next = 0.0
        self._messages: list[str] = []

    def __enter__(self) -> Self:
        if self._live and not self._quiet:
            self._live.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self._live and not self._quiet:
            self._live.stop()

    def tell(self, finished: Finished) -> None:
        """A game has ended: say so if something went wrong with it."""
        result = finished.result
        if not result.end.counts:
            self.say(
                f"game {finished.claim.number + 1} of {finished.pairing.label}: {result.end.value}: {result.detail}"
            )

    def say(self, message: str) -> None:
        """Something a person should read."""
        if self._live is None and not self._quiet:
            print(message, file=sys.stderr, flush=True)
        self._messages = [*self._messages, message][-_KEPT:]

    def tick(self, runner: Runner) -> None:
        """Show how things stand, if it is time to."""
        now = time.monotonic()
        if self._quiet or now < self._next:
            return
        results = [result for event in self._events for result in results_of(self._store, event, only_active=True)]
        line = self._line(runner, results)
        if self._live:
            messages = [Text(message, style="yellow", overflow="ellipsis") for message in self._messages]
            self._live.update(Group(self._picture(results), Text(line), *messages), refresh=True)
        elif runner.played:
            print(line, file=sys.stderr, flush=True)
        spent = time.monotonic() - now
        pause = _REFRESH_SECONDS if self._live else _LINE_SECONDS
        self._next = time.monotonic() + max(pause, spent / _LOAD)

    def _picture(self, results: Sequence[PairingResult]) -> RenderableType:
        return score_table(results, self._console.width)

    def _total(self, results: Sequence[PairingResult]) -> tuple[int, int]:
        return total_games(results)

    def _line(self, runner: Runner, results: Sequence[PairingResult]) -> str:
        played, wanted = self._total(results)
        seconds = time.monotonic() - self._began
        parts = [f"{played} of {wanted} games"]
        if self._live is None and len(results) == 1 and results[0].counted:
            parts.append(f"{results[0].tally.score:.1%} for {results[0].pairing.first.name}")
        if runner.played:
            parts.append(pace_of(runner.played, seconds))
            parts.append(f"{_duration((wanted - played) * seconds / runner.played)} to go")
        moves = [str(game.worker.progress().move) for game in runner.in_play.values()]
        if moves:
            parts.append(f"now at move {', '.join(moves)}")
        return ", ".join(parts)


def pace_of(games: int, seconds: float) -> str:
    """How many games there were in a unit of time that suits them.

    >>> pace_of(100, 20), pace_of(3, 60)
    ('5.0 a second', '3.0 a minute')
    """
    pace = games / seconds
    return f"{pace:.1f} a second" if pace > 1 else f"{60 * pace:.1f} a minute"


def _duration(seconds: float) -> str:
    """A time for people.

    >>> _duration(50), _duration(500), _duration(50_000)
    ('50 s', '8 min', '13.9 h')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"
