"""What is known of the positions of a game: win rate and score of each for the graph, the latest analyses in full."""

from collections import OrderedDict
from typing import NamedTuple

from tengen.engines.move_report import MoveReport
from tengen.game.color import Color
from tengen.records import GameNode
from tengen.search.report import SearchReport

_TELLING = 50  # playouts of a move that say anything of the position
_KEPT = 40  # analyses in full: they have a number for every point


class Value(NamedTuple):
    """A position in two numbers."""

    winrate: float  # Black's
    score: float  # Black's lead in points
    visits: int


class Values:
    """Of each node what the best look at it said."""

    def __init__(self) -> None:
        self._values: dict[GameNode, Value] = {}
        self._analyses: OrderedDict[GameNode, SearchReport] = OrderedDict()

    def clear(self) -> None:
        """Another game."""
        self._values.clear()
        self._analyses.clear()

    def note(self, node: GameNode, analysis: SearchReport) -> None:
        """An analysis of a node's position; one with fewer visits does not replace a better one in the graph."""
        self._analyses[node] = analysis
        self._analyses.move_to_end(node)
        while len(self._analyses) > _KEPT:
            self._analyses.popitem(last=False)
        self.put(node, Value(analysis.winrate_of(Color.BLACK), analysis.score_of(Color.BLACK), analysis.visits))

    def note_report(self, node: GameNode, report: MoveReport) -> None:
        """What Tengen thought when it moved from a node."""
        if report.winrate is not None and report.playouts >= _TELLING:
            black = report.color is Color.BLACK
            score = report.score or 0.0
            self.put(
                node,
                Value(report.winrate if black else 1.0 - report.winrate, score if black else -score, report.playouts),
            )

    def put(self, node: GameNode, value: Value) -> None:
        """What two numbers say of a node, unless more is known already."""
        known = self._values.get(node)
        if known is None or value.visits >= known.visits:
            self._values[node] = value

    def value(self, node: GameNode) -> Value | None:
        """What is known of a node in two numbers."""
        return self._values.get(node)

    def analysis(self, node: GameNode) -> SearchReport | None:
        """The last analysis of a node in full."""
        return self._analyses.get(node)
