"""Counting a finished position, by area or by territory, given the dead stones.

Which stones are dead is a judgement (an engine's, or the players'); counting is not.
Empty regions belong to the only colour around them once the dead are taken off.
Under territory scoring, eyes of groups in seki are no points: name their stones in
`seki`.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from tengen.game.color import BLACK, WHITE, Color
from tengen.game.position import Position
from tengen.game.ruleset import Scoring
from tengen.game.vertex import Vertex


@dataclass(frozen=True)
class Score:
    """The count of a game; White's points include komi and handicap compensation.

    >>> str(Score(44.0, 37 + 7.5)), str(Score(40, 40))
    ('W+0.5', '0')
    """

    black: float
    white: float

    @property
    def margin(self) -> float:
        """Black's points minus White's."""
        return self.black - self.white

    @property
    def winner(self) -> Color | None:
        """Who has won; nobody at jigo."""
        return None if self.margin == 0 else BLACK if self.margin > 0 else WHITE

    def __str__(self) -> str:
        winner = self.winner
        return f"{winner.letter}+{abs(self.margin):g}" if winner else "0"


def owners(position: Position, dead: Collection[Vertex] = ()) -> dict[Vertex, Color]:
    """To whom each point belongs after the dead stones are gone: stones and territory.

    Points that touch both colours, or none, belong to nobody and are left out.
    """
    stones = {vertex: color for vertex, color in position.stones.items() if vertex not in dead}
    owner = dict(stones)
    for region in empty_regions(position, stones):
        around = {stones[n] for v in region for n in v.neighbors(position.size) if n in stones}
        if len(around) == 1:
            owner.update(dict.fromkeys(region, around.pop()))
    return owner


def empty_regions(position: Position, stones: Collection[Vertex]) -> Iterable[set[Vertex]]:
    """The connected regions of points without `stones`."""
    left = set(position.vertices()) - set(stones)
    while left:
        region = {left.pop()}
        frontier = list(region)
        while frontier:
            for neighbor in frontier.pop().neighbors(position.size):
                if neighbor in left:
                    left.discard(neighbor)
                    region.add(neighbor)
                    frontier.append(neighbor)
        yield region


def count(position: Position, dead: Collection[Vertex] = (), seki: Collection[Vertex] = ()) -> Score:
    """Count `position` by its rules.

    >>> corner = Position.from_diagram('''. X O .
    ...                                   X X O O
    ...                                   . X O X
    ...                                   X X O .''', komi=0.5)
    >>> str(count(corner, dead=[Vertex.parse("D2")])), str(count(corner))
    ('W+0.5', 'B+2.5')
    """
    stones = position.stones
    dead, seki = stones.keys() & set(dead), set(seki)
    owner = owners(position, dead)
    komi = position.komi
    if position.rules.scoring is Scoring.AREA:
        black = sum(color is BLACK for color in owner.values())
        white = len(owner) - black
        return Score(black, white + position.points_for_white)

    points = {BLACK: 0, WHITE: 0}
    for region in empty_regions(position, stones.keys() - dead):
        borders = {n for v in region for n in v.neighbors(position.size)} & (stones.keys() - dead)
        colors = {owner[v] for v in borders}
        if len(colors) == 1 and not borders & seki:
            # The points of dead stones count too; the stones themselves are prisoners.
            points[colors.pop()] += len(region)
    for color in (BLACK, WHITE):
        points[color] += position.captures(color) + sum(stones[v] is color.other for v in dead)
        if position.rules.pass_stones:
            points[color] += sum(m.vertex.is_pass and m.color is color.other for m in position.moves)
    return Score(points[BLACK], points[WHITE] + komi)
