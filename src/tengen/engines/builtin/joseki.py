"""The joseki engine: it plays what a dictionary of corner sequences knows, and nothing else.

Thesis 3.1.2 has such an engine, to look at a dictionary. It answers in the corner of the last move if it can, else it
plays in the corner about which most games are known, and where no corner is known it passes.
"""

import random
import secrets
import time
from dataclasses import dataclass

from tengen.books.corners import moves_by_corner
from tengen.engines.endgame.cleanup import moves_that_capture_dead
from tengen.engines.endgame.judgement import Judgement
from tengen.engines.endgame.playout_judgement import judge_by_playouts
from tengen.engines.interface import Engine, EngineOptions
from tengen.engines.likeliest import told
from tengen.engines.move_report import MoveReport
from tengen.engines.request import MoveRequest
from tengen.game.position import Position
from tengen.game.vertex import PASS
from tengen.parameters import parameter
from tengen.search.joseki import YES, joseki_named
from tengen.search.report import SearchReport


@dataclass(frozen=True)
class JosekiParameters:
    """What can be set about the joseki engine."""

    joseki: str = parameter(
        YES,
        help="The dictionary: yes for the one that ships, or a file made by tengen book joseki",
        source="thesis 3.1.2",
    )
    draw: bool = parameter(False, help="Draw moves by how often they were played, instead of the most frequent")


class JosekiEngine(Engine):
    """Plays the dictionary.

    >>> engine = JosekiEngine(EngineOptions(seed=1))
    >>> position = Position(19)
    >>> _ = position.play("Q16"), position.play("D4"), position.play("C3")
    >>> print(engine.choose_move(position).vertex)
    C4
    """

    name = "joseki"
    default_parameters = JosekiParameters()

    def __init__(self, options: EngineOptions | None = None) -> None:
        super().__init__(options)
        self.parameters: JosekiParameters
        self._random = random.Random(secrets.randbits(48) if self.options.seed is None else self.options.seed)

    def choose(self, request: MoveRequest) -> MoveReport:
        """The move of the dictionary; a pass if it knows none. No limit is needed."""
        began = time.monotonic()
        position = request.position
        if request.cleanup:
            dead = moves_that_capture_dead(position, self.judge(position))
            return MoveReport(position.to_play, dead[0] if dead else PASS, self.name)
        book = joseki_named(self.parameters.joseki)
        corners = [] if book is None else moves_by_corner(book, position)
        known = [(move.vertex, move.games / move.of) for moves in corners for move in moves]
        report = SearchReport(position.copy(), told(known))
        for moves in corners:
            admitted = [move for move in moves if request.admits(move.vertex)]
            if admitted:
                drawn = self._random.choices(admitted, [move.games for move in admitted])[0]
                chosen = drawn if self.parameters.draw else admitted[0]
                seconds = time.monotonic() - began
                return MoveReport(
                    position.to_play, chosen.vertex, self.name, report, seconds, comment=chosen.explanation
                )
        return MoveReport(position.to_play, PASS, self.name, report, comment="no corner that the dictionary knows")

    def judge(self, position: Position) -> Judgement:
        """By playouts, as the Monte Carlo engine does."""
        return judge_by_playouts(position)
