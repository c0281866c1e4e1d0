"""GNU Go with Monte Carlo: one knows shape, life and death, the other sees the whole board.

After the paper on McGnuGo ("combining old-fashioned Computer Go with Monte Carlo Go"), sections 4.2 and 6. GNU Go, a
real process, lists its moves with their values while the tree search runs, and `hybrid_choice.py` chooses. Its
values can also, or instead, be priors of the search's moves, and it can be asked which stones are dead. The search is
that of `mcts`, with the same settings, by default without the network, beside which GNU Go has little to say.

Without GNU Go, and whenever it does not answer, the search plays alone (`gnugo_adviser.py`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from tengen.engines.builtin.mcts import MctsEngine, MctsParameters
from tengen.engines.endgame.judgement import Judgement
from tengen.engines.gnugo_adviser import FIND_IT, Advice, GnuGoAdviser
from tengen.engines.hybrid_choice import EVEN, Disappointment, choose_between, trust_at
from tengen.engines.interface import Engine, EngineOptions
from tengen.engines.move_report import MoveReport
from tengen.engines.thinking_engine import MoveTask
from tengen.errors import TengenError
from tengen.game.phase import phase_of
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.geometry import POINTS
from tengen.parameters import parameter
from tengen.search.network.model import NO_NETWORK
from tengen.search.report import SearchedMove
from tengen.search.succession import follows
from tengen.search.symmetry import symmetries_of

_PAPER = "McGnuGo"
PRODUCT, PRIORS, BOTH = "product", "priors", "both"


@dataclass(frozen=True)
class HybridParameters(MctsParameters):
    """What can be set: all of the search, and how GNU Go is asked and heard."""

    marriage: str = parameter(
        BOTH,
        help="What GNU Go's values are for: to be multiplied by winning probabilities (product), priors of the "
        "search's moves (priors), or both",
        choices=(PRODUCT, PRIORS, BOTH),
        source=f"{_PAPER} 4.2",
    )
    trust: str = parameter(
        "temperature",
        help="Whose word counts for more: nobody's (even: the paper's product), or the search's, by a temperature",
        choices=("even", "temperature"),
        source=f"{_PAPER} 4.2, 6",
    )
    trust_early: float = parameter(
        0.95,
        help="temperature: trust in the search when the game begins; 0 is GNU Go alone, 0.5 even, 1 the search alone",
        minimum=0,
        maximum=1,
        source=f"{_PAPER} 6",
    )
    trust_late: float = parameter(
        0.95, help="temperature: trust in the search when it ends", minimum=0, maximum=1, source=f"{_PAPER} 6"
    )
    trust_lost: float = parameter(
        0.5,
        help="temperature: trust lost for all the win rate that the search promised with its last moves in vain",
        minimum=0,
        maximum=10,
        source=f"{_PAPER} 6",
    )
    unlisted: float = parameter(
        0.5,
        unit="part",
        help="What a move that GNU Go does not list is worth, of the least that it lists; 0: it is not played",
        minimum=0,
        maximum=1,
        source=f"{_PAPER} 4.2: 0",
    )
    gnugo_prior: float = parameter(
        40.0, unit="games", help="Games won that GNU Go's best move begins with", minimum=0, maximum=1_000_000
    )
    gnugo: str = parameter(FIND_IT, help="GNU Go's command line; auto: looked for, and told the rules of the game")
    gnugo_level: int = parameter(10, help="GNU Go's level, where it is looked for", minimum=1, maximum=100)
    gnugo_beside: bool = parameter(
        True,
        help="Ask it while the search runs, on another core; no: before the search, in the same time",
        source=f"{_PAPER} 4.2: no",
    )
    gnugo_patience: float = parameter(
        10.0,
        unit="seconds",
        help="How long it is waited for when the search has ended, where there is no clock",
        minimum=0,
        maximum=3600,
    )
    gnugo_dead: bool = parameter(False, help="Ask GNU Go which stones are dead when the game is over")

    def check(self) -> None:
        """Refuse what does not go together."""
        super().check()
        if self.marriage != PRODUCT and self.network != NO_NETWORK:
            raise TengenError(
                f"marriage={self.marriage} makes priors for the search without a network: set network=no, "
                "or marriage=product"
            )

    @property
    def multiplies(self) -> bool:
        """Whether values and winning probabilities are."""
        return self.marriage in (PRODUCT, BOTH)

    @property
    def makes_priors(self) -> bool:
        """Whether values are priors."""
        return self.marriage in (PRIORS, BOTH)


def for_all_twins(position: Position, advice: Advice) -> Advice:
    """The advice with every move that is the same by symmetry: of those the search looks at one, maybe another.

    >>> len(for_all_twins(Position(9), {Vertex(0, 0): 5.0}))
    4
    """
    symmetries = symmetries_of(position)
    if len(symmetries) == 1:
        return advice
    spread: dict[Vertex, float] = {}
    for vertex, value in advice.items():
        for symmetry in symmetries:
            twin = symmetry.apply(vertex, position.size)
            spread[twin] = max(value, spread.get(twin, 0.0))
    return spread


class HybridEngine(MctsEngine):
    """Plays by tree search and GNU Go together."""

    name = "hybrid"
    default_parameters = HybridParameters(network=NO_NETWORK)

    def __init__(self, options: EngineOptions | None = None) -> None:
        super().__init__(options)
        self.parameters: HybridParameters
        self._adviser = self._new_adviser()
        self._begin_game()

    def _new_adviser(self) -> GnuGoAdviser:
        return GnuGoAdviser(self.parameters.gnugo, self.parameters.gnugo_level)

    def _begin_game(self) -> None:
        self._advice: Advice | None = None  # for the move thought about
        self._felt = Disappointment()
        self._last: Position | None = None  # that it moved in

    @property
    def gnugo_pid(self) -> int | None:
        """The process of GNU Go, if it runs."""
        return self._adviser.pid

    # ---- a move ------------------------------------------------------------------------

    def _think(self, task: MoveTask) -> MoveReport:
        if self._level is not None or task.request.cleanup:
            self._advice = None
            return super()._think(task)
        if not follows(self._last, task.position):
            self._begin_game()
            self._adviser.forget()
        self._last, self._advice = task.position.copy(), None
        self._adviser.ask(task.position)
        if not self.parameters.gnugo_beside:
            self._hear(task, self.parameters.gnugo_patience if task.allotment is None else task.allotment.desired / 2)
        return super()._think(task)

    def _hear(self, task: MoveTask, seconds: float = 0.0) -> None:
        """Take GNU Go's advice, if there is any within so many seconds."""
        if self._advice is None:
            said = self._adviser.advice(seconds, lambda: self.is_stopping or task.request.is_stopped)
            self._advice = None if said is None else for_all_twins(task.position, said)

    def _wanted(self, task: MoveTask) -> int:
        if self._level is None and not task.request.cleanup:
            self._hear(task)
            if self._advice and self.parameters.makes_priors:
                best = max(self._advice.values())
                games = np.zeros(POINTS)
                for vertex, value in self._advice.items():
                    games[vertex.point] = self.parameters.gnugo_prior * value / best
                self.searcher.advise(games, games)
        return super()._wanted(task)

    def _best(self, task: MoveTask, found: Sequence[SearchedMove]) -> SearchedMove:
        """The search's best move, or the one that is worth most to both."""
        best = super()._best(task, found)
        if self._level is not None or task.request.cleanup:
            return best
        self._felt.compare(best.winrate)
        if self._adviser.is_thinking:
            left = task.seconds_left
            self._hear(task, self.parameters.gnugo_patience if left is None else max(0.0, left))
            if self._adviser.is_thinking and not self.is_stopping:
                self._adviser.complain("GNU Go did not answer in time")
        chosen = best
        if self._advice and self.parameters.multiplies and not best.vertex.is_pass:
            trust, own = self._trust(task.position), self.parameters
            chosen = choose_between(self._advice, found, trust, own.unlisted, own.resign_below) or best
        self._felt.promise(chosen.winrate)
        return chosen

    def _trust(self, position: Position) -> float:
        own = self.parameters
        if own.trust == "even":
            return EVEN
        return trust_at(phase_of(position), own.trust_early, own.trust_late, own.trust_lost, self._felt.amount)

    def _why(self, position: Position, move: SearchedMove) -> str:
        told = super()._why(position, move)
        if not self._advice:
            return told
        value = self._advice.get(move.vertex)
        said = "not on GNU Go's list" if value is None else f"worth {value:.1f} to GNU Go"
        return f"{told}, {said}" if told else said

    # ---- the end of the game, settings ---------------------------------------------------

    def judge(self, position: Position) -> Judgement:
        """Dead stones by playouts, or as GNU Go sees them."""
        said = self._adviser.judge(position) if self.parameters.gnugo_dead else None
        return super().judge(position) if said is None else said

    def apart(self) -> Engine:
        """The search alone, for work beside the game."""
        known = {field.name for field in fields(MctsParameters)}
        settings = {name: value for name, value in self.settings().items() if name in known}
        return MctsEngine(replace(self.options, settings=settings)).apart()

    def change_settings(self, values: Mapping[str, Any]) -> None:
        """Set parameters; another GNU Go is another process."""
        before = self.parameters
        super().change_settings(values)
        if (before.gnugo, before.gnugo_level) != (self.parameters.gnugo, self.parameters.gnugo_level):
            self._adviser.close()
            self._adviser = self._new_adviser()

    def forget(self) -> None:
        """Have the next move begin with nothing known."""
        super().forget()
        self._begin_game()
        self._adviser.forget()

    def close(self) -> None:
        """End the threads, and GNU Go."""
        super().close()
        self._adviser.close()
