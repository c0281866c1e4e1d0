"""The patterns engine: it plays at once what strong players are likeliest to play, by the learnt weights alone.

Thesis 3.1.2 has such an engine (patternplay), to look at what was learnt; it is also a quick opponent that knows shape
and cannot read.
"""

from dataclasses import dataclass

from tengen.engines.interface import EngineOptions
from tengen.engines.likeliest import LikeliestEngine, Likely, told
from tengen.game.position import Position
from tengen.parameters import parameter
from tengen.search.learnt_weights import learnt_weights
from tengen.search.likely_moves import likely_moves
from tengen.search.report import SearchReport


@dataclass(frozen=True)
class PatternsParameters:
    """What can be set about the patterns engine."""

    patterns: str = parameter(
        "yes",
        help="Learnt weights of moves: yes for those that ship, no, or a file made by tengen learn patterns",
        source="Coulom 2007; thesis 3.1.2",
    )
    temperature: float = parameter(
        0.0, help="0: the likeliest move; 1: each as often as it is likely", minimum=0, maximum=10
    )


class PatternsEngine(LikeliestEngine):
    """Plays the likeliest move.

    >>> engine = PatternsEngine(EngineOptions(seed=1))
    >>> engine.choose_move(Position(9)).vertex.is_on(9)
    True
    """

    name = "patterns"
    default_parameters = PatternsParameters()

    def __init__(self, options: EngineOptions | None = None) -> None:
        super().__init__(options)
        self.parameters: PatternsParameters

    @property
    def _temperature(self) -> float:
        return self.parameters.temperature

    def _look(self, position: Position) -> tuple[Likely, SearchReport]:
        likely = likely_moves(position, learnt_weights(self.parameters.patterns))
        return likely, SearchReport(position.copy(), told(likely))
