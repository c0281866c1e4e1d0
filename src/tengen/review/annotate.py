"""The record of a game with the review in it, for any SGF program.

Everything that was in the record stays: our words come behind the comments, better moves are further variations, and
a node that says already whether a move is good or bad, or who is ahead, is taken at its word.

- every position: win rate and lead in the comment, V with Black's lead; GB or GW from a win rate of 75 % on, doubled
  from 90 % on;
- inaccuracies are DO, mistakes BM[1] and blunders BM[2]; mistakes and blunders are hotspots, HO;
- the better move is labelled A and begins a variation, whose first move is TE[1].
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tengen.game.color import BLACK, WHITE, Color
from tengen.game.vertex import Vertex
from tengen.records import GameNode, GameRecord, loads
from tengen.review.reviewed_position import ReviewedPosition
from tengen.review.severity import Severity

if TYPE_CHECKING:
    from tengen.review.model import Review, ReviewedMove

_JUDGEMENTS = ("BM", "DO", "IT", "TE")  # of which a node may have one
_STANDINGS = ("GB", "GW", "DM", "UC")  # likewise
_GOOD, _VERY_GOOD = 0.75, 0.90  # win rates
_MARKS = ("TR", "CR", "SQ", "MA", "SL")
_LONGEST = 8  # moves of a variation


def annotated(review: "Review") -> GameRecord:
    """A copy of the record with the review in it."""
    copy = loads(review.record.to_sgf(), review.record.name)
    twins = {id(node): twin for node, twin in zip(review.record.nodes(), copy.nodes(), strict=True)}
    judged = {move.stop: move for move in review.moves}
    for stop in review.stops:
        found = review.evaluations.get(stop.index)
        if stop.node is None or found is None:
            continue
        node = twins[id(stop.node)]
        words = [_tell_standing(node, found)]
        move = judged.get(stop.index)
        if move is not None and move.better is not None and move.severity > Severity.GOOD:
            words.append(_tell_mistake(node, move))
        _add_comment(node, "\n".join(words))
    for move in judged.values():  # last, as it changes the tree
        stop_node = review.stops[move.stop].node
        if move.better is not None and move.severity > Severity.GOOD and stop_node is not None:
            parent = twins[id(stop_node)].parent
            if parent is not None:
                _add_variation(parent, move, move.better.variation[:_LONGEST])
    return copy


def _tell_standing(node: GameNode, found: ReviewedPosition) -> str:
    """Who is ahead, as properties; the words for it."""
    ahead = BLACK if found.score_of(BLACK) >= 0 else WHITE
    if "V" not in node.properties:
        node.set("V", f"{found.score_of(BLACK):.1f}")
    if not any(name in node.properties for name in _STANDINGS):
        for color in (BLACK, WHITE):
            if found.winrate_of(color) >= _GOOD:
                node.set(f"G{color.letter}", "2" if found.winrate_of(color) >= _VERY_GOOD else "1")
    return (
        f"Black wins {found.winrate_of(BLACK):.1%}, {ahead} leads by {abs(found.score):.1f} points "
        f"({found.visits:,} visits)."
    )


def _tell_mistake(node: GameNode, move: "ReviewedMove") -> str:
    """What is bad about a move, as properties; the words for it."""
    assert move.better is not None
    if not any(name in node.properties for name in _JUDGEMENTS):
        if move.severity is Severity.INACCURACY:
            node.set("DO", "")
        else:
            node.set("BM", "2" if move.severity is Severity.BLUNDER else "1")
    if move.severity > Severity.INACCURACY and "HO" not in node.properties:
        node.set("HO", "2" if move.severity is Severity.BLUNDER else "1")
    place = move.better.vertex
    marked = set(node.labels).union(*(node.marks(name) for name in _MARKS))
    if not place.is_pass and place not in marked:
        node.labels = {**node.labels, place: "A"}
    return describe(move)


def describe(move: "ReviewedMove") -> str:
    """A bad move in a sentence."""
    lost = f"{100 * (move.lost or 0):.0f} % (give or take {100 * move.margin:.0f})"
    if move.points_lost is not None and move.points_lost > 0:
        lost += f" and {move.points_lost:.1f} points"
    better = "" if move.better is None else f"; {move.better.vertex} is better"
    return f"{str(move.severity).capitalize()}: {move.move.color} loses {lost}{better}."


def _add_variation(parent: GameNode, move: "ReviewedMove", variation: Sequence[Vertex]) -> None:
    """The better moves after the position before; as far as they are in the tree already, there."""
    node, color = parent, move.move.color
    for number, vertex in enumerate(variation):
        known = _child(node, color, vertex)
        if known is None:
            known = node.add(color, vertex)
            if number == 0:
                known.comment = f"Tengen would play {vertex} instead of {move.move.vertex}."
                known.set("TE", "1")
        node, color = known, color.other


def _child(node: GameNode, color: Color, vertex: Vertex) -> GameNode | None:
    return next((child for child in node.children if child.move == (color, vertex)), None)


def _add_comment(node: GameNode, text: str) -> None:
    """Our words, behind those that are there."""
    node.comment = f"{node.comment}\n\n{text}" if node.comment else text
