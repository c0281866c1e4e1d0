"""A judgement: which stones of a finished position are dead, and the count."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.scoring import Score, count
from tengen.game.vertex import Vertex


@dataclass(frozen=True)
class Judgement:
    """An engine's opinion of a finished position: which stones are dead, which in seki.

    The score is what the rules make of it: under those that take no dead stones off the
    board (Tromp–Taylor) it counts the board as it stands.
    """

    dead: frozenset[Vertex]
    seki: frozenset[Vertex]
    score: Score
    ownership: Mapping[Vertex, float] = field(default_factory=dict)  # -1 White's … 1 Black's

    @classmethod
    def of(
        cls,
        position: Position,
        dead: frozenset[Vertex],
        seki: frozenset[Vertex],
        ownership: Mapping[Vertex, float] | None = None,
    ) -> "Judgement":
        """The judgement with its count."""
        taken_off = dead if position.rules.removes_dead else frozenset[Vertex]()
        return cls(dead, seki, count(position, taken_off, seki), ownership or {})

    def with_turned(self, position: Position, vertex: Vertex) -> "Judgement":
        """The judgement with the group at `vertex` dead if it was alive, and alive if it was dead."""
        if vertex.is_pass or vertex.is_resign or position[vertex] is None:
            raise TengenError(f"there is no stone at {vertex}")
        group = position.group(vertex).stones
        dead = self.dead - group if vertex in self.dead else self.dead | group
        return Judgement.of(position, dead, self.seki - group, self.ownership)
