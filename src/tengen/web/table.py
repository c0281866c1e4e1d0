"""What lies on the table: a record with its variations, the position shown, and how the game ended.

No engine: `game.py` brings it.
"""

import time

from tengen.engines.endgame.judgement import Judgement
from tengen.errors import TengenError
from tengen.game.color import Color
from tengen.game.vertex import Vertex
from tengen.play import GameUnderWay, Phase
from tengen.records import GameNode, GameRecord
from tengen.web.kept import Kept
from tengen.web.positions import Positions
from tengen.web.settings import HUMAN, GameSettings

_NAME = 40  # characters of a player's name that are shown


def playable(record: GameRecord) -> Positions:
    """The positions of a game that can be played to its end; else it is said what is wrong."""
    positions = Positions()
    positions.of(list(record.main_line())[-1])
    return positions


class Table(GameUnderWay):
    """A game as people see it: its position is the one that is shown.

    >>> table = Table(GameSettings())
    >>> table.show(table.follow(Vertex.parse("E5", 9)))
    >>> table.phase, str(table.node.move), table.is_engines_turn
    (<Phase.PLAYING: 'playing'>, 'B E5', True)
    """

    def __init__(self, settings: GameSettings) -> None:
        self._written: Kept[str] = Kept()
        self._names: Kept[dict[Color, str]] = Kept()
        super().__init__(settings.position())
        self.take_new_record(settings)

    def take_new_record(self, settings: GameSettings) -> None:
        """Put a game that begins on the table."""
        self.take_record(GameRecord.from_position(settings.position()), settings)
        self.rename()
        self.record.date = time.strftime("%Y-%m-%d")

    def take_record(self, record: GameRecord, settings: GameSettings) -> None:
        """Put another record on the table, at its beginning."""
        self.settings = settings
        self.record = record
        self.result = ""
        self.clocks.set_both(settings.new_clock())
        self._positions = Positions()
        self.ended_at: GameNode | None = None  # where the game was won and lost
        self.judgement: Judgement | None = None  # of the dead stones, while scoring
        self.estimate: Judgement | None = None  # asked for by a player, of the position shown
        self.show(record.root)

    def show(self, node: GameNode) -> None:
        """Show the position of a node."""
        position = self._positions.of(node)  # which may say that there is none
        self.node, self.position = node, position
        self.estimate = None
        if not self.position.is_over:
            self.judgement = None

    @property
    def phase(self) -> Phase:
        """What can be done here."""
        if self.result and self.node is self.ended_at:
            return Phase.OVER
        return Phase.SCORING if self.position.is_over else Phase.PLAYING

    @property
    def is_engines_turn(self) -> bool:
        """Whether Tengen is to move at the position shown."""
        return self.settings.is_engine(self.position.to_play)

    @property
    def is_engine_alone(self) -> bool:
        """Whether Tengen plays both sides."""
        return all(self.settings.is_engine(color) for color in Color)

    def line(self) -> list[GameNode]:
        """The line through the position shown: how it came about, and its main continuation."""
        return [*self.node.path(), *list(self.node.main_line())[1:]]

    # ---- moves ------------------------------------------------------------------------

    def play(self, vertex: Vertex) -> None:
        """A move from here, which becomes a node; the clock is pressed if that is a move of the game."""
        self.show(self.follow(vertex))
        if not self.result:
            self.clocks.press()

    def follow(self, vertex: Vertex) -> GameNode:
        """The node after a move from here, there already or made now; in a game under way it leads the line."""
        if not any(child.move and child.move.vertex == vertex for child in self.node.children):
            trial = self.position.copy()
            trial.play(vertex)  # says what is wrong with it, if anything is
        return self.add(self.node, self.position.to_play, vertex)

    def add(self, node: GameNode, color: Color, vertex: Vertex) -> GameNode:
        """The node after a legal move from `node`."""
        known = next((child for child in node.children if child.move and child.move.vertex == vertex), None)
        child = known or node.add(color, vertex)
        if not self.result:
            node.put_first(child)
        return child

    def node_to_undo_to(self) -> GameNode:
        """Where a person was to move last."""
        if self.node.parent is None:
            raise TengenError("nothing has been played yet")
        one_is_engine = any(self.settings.is_engine(color) for color in Color) and not self.is_engine_alone
        node = self.node
        while node.parent is not None:
            mover = node.move.color if node.move else None
            node = node.parent
            if mover is not None and not (one_is_engine and self.settings.is_engine(mover)):
                break
        return node

    # ---- the end ------------------------------------------------------------------------

    def turn_group(self, vertex: Vertex) -> Judgement:
        """A group is dead after all, or is not."""
        if self.judgement is None:
            raise TengenError("the stones are still being looked at: a moment")
        self.judgement = self.judgement.with_turned(self.position, vertex)
        return self.judgement

    def take_back_passes(self) -> None:
        """The end of the game is not agreed upon: it goes on where the last stone was played."""
        node = self.node
        while node.parent is not None and node.move is not None and node.move.vertex.is_pass:
            node = node.parent
        self.reopen(node)

    def end(self, result: str) -> None:
        """The game has ended here."""
        self.result, self.ended_at = result, self.node
        self.record.root.set("RE", result)

    def reopen(self, node: GameNode) -> None:
        """The game goes on from an earlier position after all."""
        self.result, self.ended_at, self.judgement = "", None, None
        self.record.root.set("RE")
        self.show(node)

    def loser_by_resignation(self) -> Color:
        """Whose resignation is meant: the person's, or of two people that of the one to move."""
        mover = self.position.to_play
        return mover.other if self.is_engines_turn and not self.is_engine_alone else mover

    # ---- files ----------------------------------------------------------------------------

    def load(self, record: GameRecord, positions: Positions | None = None) -> None:
        """Put a loaded game on the table, at its end; what cannot be played is refused before anything is lost."""
        last = list(record.main_line())[-1]
        positions = positions or playable(record)
        changes = {"size": record.size, "rules": record.rules.name, "komi": record.komi}
        study = {"black": HUMAN, "white": HUMAN, "handicap": 0, "clock": ""}  # until somebody takes a seat
        settings = GameSettings.from_dict(self.settings.to_dict() | changes | study)
        self.take_record(record, settings)
        self._positions = positions
        self.show(last)
        if outcome := record.root.get("RE"):
            self.result, self.ended_at = outcome, self.node

    def rename(self) -> None:
        """Have the record name those who play now."""
        self.record.black = self.settings.name_of(Color.BLACK)
        self.record.white = self.settings.name_of(Color.WHITE)

    def to_sgf(self) -> str:
        """The game with all variations; written anew only if something has changed since the last time."""
        return self._written.get((self.record, self.record.revision), self.record.to_sgf)

    def name_of(self, color: Color) -> str:
        """Who plays a colour, as the record says; in its absence, as the seats do."""
        record = self.record
        names = self._names.get(
            (record, record.revision), lambda: {Color.BLACK: record.black[:_NAME], Color.WHITE: record.white[:_NAME]}
        )
        return names[color] or self.settings.name_of(color)
