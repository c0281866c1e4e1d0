"""The network engine: it plays at once what the network thinks a strong player would play, without any search.

AlphaGo's policy network played so (Silver et al. 2016); here it shows what one look is worth, at a few milliseconds a
move.
"""

from dataclasses import dataclass

from tengen.engines.endgame.judgement import Judgement
from tengen.engines.endgame.network_judgement import judge_by_both
from tengen.engines.interface import EngineOptions
from tengen.engines.likeliest import LikeliestEngine, Likely, told
from tengen.game.position import Position
from tengen.parameters import parameter
from tengen.search.network.look import look
from tengen.search.network.model import NetworkMissing, NetworkModel, network_model
from tengen.search.report import SearchReport


@dataclass(frozen=True)
class NetworkParameters:
    """What can be set about the network engine."""

    network: str = parameter(
        "yes", help="The network: yes for the one that ships, or a file made by tengen learn network"
    )
    temperature: float = parameter(
        0.0, help="0: the likeliest move; 1: each as often as it is likely", minimum=0, maximum=10
    )
    orientations: int = parameter(
        1, help="In how many of the eight orientations of the board it looks", minimum=1, maximum=8
    )


class NetworkEngine(LikeliestEngine):
    """Plays the likeliest move.

    >>> engine = NetworkEngine(EngineOptions(seed=1))
    >>> str(engine.choose_move(Position(9)).vertex)
    'E5'
    """

    name = "network"
    default_parameters = NetworkParameters()

    def __init__(self, options: EngineOptions | None = None) -> None:
        super().__init__(options)
        self.parameters: NetworkParameters

    @property
    def _temperature(self) -> float:
        return self.parameters.temperature

    def judge(self, position: Position) -> Judgement:
        """By playouts and the network together."""
        return judge_by_both(position, self._model)

    @property
    def _model(self) -> NetworkModel:
        model = network_model(self.parameters.network)
        if model is None:
            raise NetworkMissing("the network engine needs a network: set network=yes, or a file")
        return model

    def _look(self, position: Position) -> tuple[Likely, SearchReport]:
        seen = look(position, self._model, self.parameters.orientations)
        likely = sorted(seen.chances.items(), key=lambda found: -found[1])
        report = SearchReport(
            position.copy(),
            told(likely, seen.winrate, seen.margin),
            mean_score=seen.margin,
            score_deviation=seen.deviation,
            ownership=seen.ownership,
            policy=seen.chances,
        )
        return likely, report
