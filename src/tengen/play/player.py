"""Who plays: a person, or an engine; a program that speaks GTP is one too (`engines/builtin/gtp.py`)."""

from tengen.engines.interface import Engine
from tengen.engines.move_report import MoveReport
from tengen.engines.request import Limit, OnProgress
from tengen.game.color import Color
from tengen.play.game import GameUnderWay, Phase
from tengen.search.region import Region


def ponders(engine: Engine, game: GameUnderWay, color: Color) -> bool:
    """Whether an engine that plays `color` thinks about a game while its opponent does.

    The setting `ponder` says when: always, never, or, left to itself, in games with a clock.
    """
    if game.phase is not Phase.PLAYING or not game.position.moves:
        return False
    wanted = engine.settings().get("ponder", "no")
    return wanted == "yes" or (wanted == "auto" and game.clocks.of(color) is not None)


class Player:
    """One of the two, if it is an engine that sits here; people are asked by whoever sees them.

    >>> from tengen.engines import create_engine
    >>> from tengen.game.position import Position
    >>> game, player = GameUnderWay(Position(9)), Player(create_engine("random", seed=1))
    >>> game.play(player.choose(game).vertex)
    >>> player.ponder(game), str(game.position.to_play)
    (False, 'white')
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def choose(
        self,
        game: GameUnderWay,
        color: Color | None = None,
        *,
        cleanup: bool = False,
        may_resign: bool = True,
        regions: tuple[Region, ...] = (),
        on_progress: OnProgress | None = None,
        every: float = 1.0,
    ) -> MoveReport:
        """A move for `color`, or for whoever is to play, thought about by his clock; it is not played yet."""
        mover = game.position.to_play if color is None else color
        with game.clocks.timed(mover):
            return self.engine.choose_move(
                game.position_for(mover),
                Limit(clock=game.clocks.of(mover)),
                cleanup=cleanup,
                may_resign=may_resign,
                regions=regions,
                on_progress=on_progress,
                every=every,
            )

    def ponder(self, game: GameUnderWay) -> bool:
        """Think in the background while the opponent is to move, if the engine is set to; whether it does."""
        wanted = ponders(self.engine, game, game.position.to_play.other)
        if wanted:
            self.engine.start_pondering(game.position)
        return wanted
