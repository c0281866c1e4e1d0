"""A game under way: the position, the clocks, and how it ends."""

from collections.abc import Callable, Mapping
from enum import Enum
from itertools import takewhile

from tengen.engines.endgame.judgement import Judgement
from tengen.engines.interface import Engine
from tengen.game.color import BLACK, WHITE, Color
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.play.clocks import Clocks
from tengen.records import Ending, GameRecord, Result
from tengen.search.clock import Clock


class Phase(Enum):
    """What can be done in a game."""

    PLAYING = "playing"
    SCORING = "scoring"  # both have passed: which stones are dead?
    OVER = "over"


class GameUnderWay:
    """A game from its first move to its result.

    >>> game = GameUnderWay(Position(5))
    >>> for vertex in ("C3", "C2", "pass", "pass"):
    ...     game.play(Vertex.parse(vertex))
    >>> game.phase
    <Phase.SCORING: 'scoring'>
    >>> game.take_back_passes(); str(game.position.last_move)
    'W C2'
    >>> game.lose_by_resignation(BLACK); game.result, game.phase
    ('W+R', <Phase.OVER: 'over'>)
    """

    def __init__(self, position: Position, clock: Clock | None = None, now: Callable[[], float] | None = None) -> None:
        self.position = position
        self.clocks = Clocks(clock, now)
        self.result = ""  # as SGF writes it, once there is one
        self._judged: tuple[object, Judgement] | None = None

    @property
    def phase(self) -> Phase:
        """What can be done now."""
        if self.result:
            return Phase.OVER
        return Phase.SCORING if self.position.is_over else Phase.PLAYING

    def position_for(self, color: Color) -> Position:
        """The position with `color` to move."""
        if self.position.to_play is color:
            return self.position
        position = self.position.copy()
        position.to_play = color
        return position

    # ---- moves -------------------------------------------------------------------------

    def play(self, vertex: Vertex) -> None:
        """A move of whoever is to play; his clock is pressed."""
        self.clocks.move(self.position.play(vertex).color)

    def take_back_passes(self) -> None:
        """Go on where the last stone was played, as when the end of the game is not agreed upon."""
        passes = list(takewhile(lambda move: move.vertex.is_pass, reversed(self.position.moves)))
        if passes:
            self.position.undo(len(passes))

    # ---- the end -----------------------------------------------------------------------

    def judge(self, engine: Engine) -> Judgement:
        """An engine's judgement of the position as it is; asked again, the same."""
        position = self.position
        setup = (position.size, position.rules, position.komi, position.handicap, position.initial_stones)
        captures = [position.captures(color) for color in Color]
        asked = (engine, setup, position.moves, position.to_play, captures)
        if self._judged is None or self._judged[0] != asked:
            self._judged = (asked, engine.judge(position))
        return self._judged[1]

    def end(self, result: str) -> None:
        """The game has this result."""
        self.result = result

    def lose_by_resignation(self, loser: Color) -> None:
        """A player gives up."""
        self.end(str(Result(loser.other, Ending.RESIGNATION)))

    def lose_on_time(self, loser: Color) -> None:
        """A player has run out of time."""
        self.end(str(Result(loser.other, Ending.TIME)))

    def to_record(self, names: Mapping[Color, str]) -> GameRecord:
        """The game so far, with the names of the players."""
        return GameRecord.from_position(self.position, black=names[BLACK], white=names[WHITE], result=self.result)
