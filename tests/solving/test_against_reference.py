"""The compiled search of fights says what a slow and plain one says.

The plain one tries every move of both sides, with no table and no short cuts. Who is to be taken may play anywhere or
pass, the attacker must move; who comes back to a position of the line has failed if it is the attacker. A ko may be
taken back by the defender at once, by the attacker never.
"""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tengen.game.color import BLACK, WHITE, Color
from tengen.game.move import Group
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.solving.arena import Arena, Neighbourhood, build
from tengen.solving.solver import FOR_ATTACKER, FOR_DEFENDER, IF_WALLS_HOLD, Doubt, Solver

NOBODY = 2
Stones = dict[Vertex, Color]


_PATIENCE = 3_000


class TooLargeError(Exception):
    """Too many positions for so plain a search."""


def chain(stones: Stones, start: Vertex, size: int) -> tuple[set[Vertex], set[Vertex]]:
    """A chain and its liberties."""
    found, liberties, waiting = {start}, set(), [start]
    while waiting:
        for near in waiting.pop().neighbors(size):
            if near not in stones:
                liberties.add(near)
            elif stones[near] is stones[start] and near not in found:
                found.add(near)
                waiting.append(near)
    return found, liberties


def play(stones: Stones, color: Color, move: Vertex, size: int) -> tuple[Stones, Vertex | None] | None:
    """The stones after a move and the point of a ko; None for a suicide."""
    after = {**stones, move: color}
    taken: set[Vertex] = set()
    for near in move.neighbors(size):
        if after.get(near) is color.other:
            group, liberties = chain(after, near, size)
            if not liberties:
                taken |= group
    for stone in taken:
        after.pop(stone, None)
    group, liberties = chain(after, move, size)
    if not liberties:
        return None
    ko = next(iter(taken)) if len(taken) == 1 and len(group) == 1 and liberties == taken else None
    return after, ko


def is_taken(
    stones: Stones,
    targets: frozenset[Vertex],
    attacker: Color,
    mover: Color,
    size: int,
    ko: Vertex | None = None,
    line: tuple[object, ...] = (),
    patience: Iterator[int] | None = None,
) -> bool:
    """Whether the attacker can take all targets on a board that is all arena, though the defender may take kos back.

    `TooLargeError` if that takes more positions than `patience` has.
    """
    patience = patience or iter(range(_PATIENCE))
    if next(patience, None) is None:
        raise TooLargeError
    if all(stones.get(stone) is not attacker.other for stone in targets):
        return True
    key = (frozenset(stones.items()), mover)
    if key in line:
        return False
    below = (*line, key)
    if mover is attacker:
        return any(
            is_taken(after, targets, attacker, mover.other, size, new_ko, below, patience)
            for after, new_ko in _moves(stones, mover, size, ko)
        )
    if not is_taken(stones, targets, attacker, mover.other, size, None, below, patience):
        return False
    return all(
        is_taken(after, targets, attacker, mover.other, size, new_ko, below, patience)
        for after, new_ko in _moves(stones, mover, size, None)
    )


def _moves(stones: Stones, mover: Color, size: int, ko: Vertex | None) -> Iterator[tuple[Stones, Vertex | None]]:
    for column in range(size):
        for row in range(size):
            move = Vertex(column, row)
            if move not in stones and move != ko:
                after = play(stones, mover, move, size)
                if after is not None:
                    yield after


def random_stones(generator: random.Random, size: int, empty: int) -> Stones | None:
    """A full board but for some points; None if a chain would have no liberty."""
    vertices = [Vertex(column, row) for column in range(size) for row in range(size)]
    generator.shuffle(vertices)
    stones = {vertex: generator.choice((BLACK, WHITE)) for vertex in vertices[empty:]}
    return stones if all(chain(stones, vertex, size)[1] for vertex in stones) else None


def random_fight(generator: random.Random, stones: Stones, size: int) -> tuple[Position, Group, Arena]:
    """These stones, a chain of them that is fought for, and the whole board as the arena."""
    position = Position(size)
    position.set_up(stones, BLACK)
    near = Neighbourhood(position)
    target = generator.choice(near.groups())
    arena = build(near, (target,), frozenset(set(position.vertices()) - set(stones)), closed=True)
    assert arena is not None
    arena.fight["every"] = 1
    return position, target, arena


@pytest.mark.parametrize(("size", "empty", "wanted"), [(3, 4, 24), (4, 3, 16), (4, 4, 10)])
def test_small_boards_are_decided_as_by_looking_at_everything(size: int, empty: int, wanted: int) -> None:
    generator, solver = random.Random(size * 10 + empty), Solver(12)
    outcomes: list[bool | None] = []
    while len(outcomes) < wanted:
        stones = random_stones(generator, size, empty)
        if stones is None:
            continue
        position, target, arena = random_fight(generator, stones, size)
        for first in (BLACK, WHITE):
            try:
                expected = is_taken(stones, target.stones, target.color.other, first, size)
            except TooLargeError:
                continue
            doubt = replace(FOR_DEFENDER, narrow=NOBODY)
            taken, _ = solver.search(arena, doubt, first is not target.color, 1_000_000)
            assert taken == expected, f"{position}\n{target.color} {min(target.stones)}, {first} first"
            outcomes.append(taken)
    assert {True, False} <= set(outcomes)


def test_who_plays_only_near_the_target_proves_nothing_more() -> None:
    """A capture proved with the attacker held near the target is one without that too."""
    generator, solver = random.Random(7), Solver(12)
    proved = 0
    while proved < 8:
        stones = random_stones(generator, 5, 7)
        if stones is None:
            continue
        _, _, arena = random_fight(generator, stones, 5)
        narrow, _ = solver.search(arena, FOR_DEFENDER, True, 100_000)
        wide, _ = solver.search(arena, replace(FOR_DEFENDER, narrow=NOBODY), True, 300_000)
        if narrow and wide is not None:
            assert wide
            proved += 1


@pytest.mark.parametrize("doubt", [FOR_DEFENDER, IF_WALLS_HOLD, FOR_ATTACKER], ids=["dead", "taken", "alive"])
def test_zones_spare_moves_and_change_nothing(doubt: Doubt) -> None:
    generator, with_zones, without = random.Random(11), Solver(14), Solver(14, zones=False)
    outcomes: list[bool] = []
    seen = {True: 0, False: 0}
    while len(outcomes) < 60:
        size = generator.choice((5, 6, 7))
        stones = random_stones(generator, size, generator.randint(5, 14))
        if stones is None:
            continue
        position, target, arena = random_fight(generator, stones, size)
        attacking = generator.random() < 0.5
        expected, positions = without.search(arena, doubt, attacking, 40_000)
        if expected is not None:
            taken, fewer = with_zones.search(arena, doubt, attacking, 120_000)
            assert taken == expected, f"{position}\n{target.color} {min(target.stones)}"
            outcomes.append(taken)
            seen[True] += fewer
            seen[False] += positions
    assert {True, False} <= set(outcomes)
    assert seen[True] != seen[False]  # zones were used
