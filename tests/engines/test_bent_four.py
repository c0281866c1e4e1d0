"""The bent four in the corner: dead where territory counts, to be fought for where area does, a seki elsewhere."""

from collections.abc import Callable, Iterator
from functools import partial

import pytest

from tengen.engines import create_engine
from tengen.engines.endgame.playout_judgement import judge_by_ownership, judge_by_playouts
from tengen.engines.endgame.seki import surrounded_by_bent_four
from tengen.game.position import Position
from tengen.game.symmetry import Symmetry
from tengen.game.vertex import Vertex

# Black's A1 B1 C1 and one on A2 are a bent four. White cannot play A2 or D1, or he is captured.
BENT_FOUR = """
    . . . X O . O . .
    . . . X O . O . .
    . . . X O O O O O
    X X X X X X O . .
    . . . . . X O . .
    X X X X X X O O O
    O O X X X X O . .
    . O O O O X O . .
    X X X . O X O . ."""

# The same on the side: taken, four in a bent row make two eyes. Nobody plays, a seki.
ON_THE_SIDE = """
    . . . X O . O . .
    . . . X O . O . .
    . . . X O O O O O
    X X X X X X X X X
    . X . . . . . . .
    X X X X X X . X .
    . X O O O X X X X
    X X O . O O O O X
    . X O X X X . O X"""


def swapped(position: Position) -> Position:
    """The same with the colours exchanged."""
    twin = Position(position.size, rules=position.rules, komi=-position.komi)
    twin.set_up({vertex: color.other for vertex, color in position.stones.items()}, position.to_play.other)
    return twin


def variants(diagram: str, rules: str) -> Iterator[tuple[Position, Callable[[str], Vertex]]]:
    """A diagram in every corner and both colours, and where its points went."""
    for symmetry in Symmetry:
        turned = Position.from_diagram(diagram, rules=rules, komi=0.5).transformed(symmetry)
        for position in (turned, swapped(turned)):
            yield position, partial(_at, symmetry)


def _at(symmetry: Symmetry, name: str) -> Vertex:
    return symmetry.apply(Vertex.parse(name), 9)


def test_under_territory_rules_what_surrounds_a_bent_four_is_dead_as_it_stands() -> None:
    for position, at in variants(BENT_FOUR, "japanese"):
        judgement = judge_by_playouts(position)
        assert judgement.dead == position.group(at("B2")).stones
        assert judgement.seki == frozenset()
        assert create_engine("montecarlo").judge(position).dead == judgement.dead


def test_it_is_dead_whatever_the_playouts_say() -> None:
    position = Position.from_diagram(BENT_FOUR, rules="japanese", komi=0.5)
    around = position.group("B2").stones
    for owner in (-1.0, 1.0):
        ownership = {vertex: 1.0 if vertex.column < 6 else -1.0 for vertex in position.vertices()}
        ownership |= dict.fromkeys(around | position.group("A1").stones, owner)
        assert judge_by_ownership(position, ownership).dead == around


@pytest.mark.parametrize("mover", ["black", "white"])
def test_under_area_rules_it_is_played_out(mover: str) -> None:
    """White has no ko threats here, so he loses the ko and dies; to the playouts alone it looks like a seki."""
    position = Position.from_diagram(BENT_FOUR, mover, rules="chinese", komi=0.5)
    around = position.group("B2").stones
    assert judge_by_playouts(position).seki == around | position.group("A1").stones
    judgement = create_engine("mcts").judge(position)
    assert judgement.dead == around
    assert judgement.seki == frozenset()


@pytest.mark.parametrize("rules", ["japanese", "chinese"])
def test_a_bent_four_that_is_not_in_the_corner_is_a_seki(rules: str) -> None:
    for position, at in variants(ON_THE_SIDE, rules):
        assert surrounded_by_bent_four(position, set()) == []
        judgement = create_engine("mcts").judge(position)
        assert judgement.dead == frozenset()
        assert judgement.seki == position.group(at("C1")).stones | position.group(at("D1")).stones


def test_with_an_eye_elsewhere_there_is_no_bent_four() -> None:
    """White's eye on A4: he may take Black's stones when he likes."""
    diagram = BENT_FOUR.replace(". . . . . X O . .", "O O X . . X O . .").replace(
        "X X X X X X O O O", ". O X X X X O O O"
    )
    position = Position.from_diagram(diagram, rules="japanese", komi=0.5)
    assert len(position.group("B2").liberties) == 3
    assert surrounded_by_bent_four(position, set()) == []
    assert create_engine("mcts").judge(position).dead == position.group("A1").stones
