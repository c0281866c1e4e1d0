"""What a finished board is made of: dead and living stones, seki, territory and dame, in positions everybody knows."""

from dataclasses import dataclass

import pytest

from tengen.engines import create_engine
from tengen.game.position import Position
from tengen.protocols.gtp.session import GtpSession


@dataclass(frozen=True)
class Case:
    """A board and what `final_status_list` should say of it: one stone for each group, all points of the rest."""

    diagram: str
    dead: str = ""
    seki: str = ""
    dame: str = ""
    mover: str = "black"


SEKI = Case(
    # The ring and the stones inside share C4 and F4.
    """
    O O O O O O O O O
    O . O O O O O . O
    O O O O O O O O O
    O X X X X X X O O
    O X O O O O X O O
    O X . O O . X O O
    O X X O O X X O O
    O O X X X X O O O
    O . O O O O O . O""",
    seki="B6 D4",
    dame="C4 F4",
)
SEKI_WITH_EYES = Case(
    # An eye each, and C9 in common.
    """
    . X . O . O X . .
    X X O O O O X . X
    O O X X X X X X .
    . O X . X . . X X
    O O X X X X X X O
    . O X . X O O O O
    O O X X X O . O .
    O O O O O O O O O
    . O . O . O . O .""",
    seki="B8 D8",
    dame="C9",
)
DEAD_IN_TERRITORY = Case(
    """
    . . . X O . . . .
    . O . X O . X . .
    . . . X O . . . .
    X X X X O O O O O
    . . . X O . . . .
    . O . X O . X . .
    X X X X O O O O O
    . . . X O . . . .
    . . . X O . . . .""",
    dead="B8 B4 G8 G4",
)
NAKADE = Case(
    # White has the vital point of the three: one eye only, whoever begins.
    """
    . O . X O . . . .
    X X X X O . O . .
    O O O O O . . . .
    . . . . O O O O O
    O O O O O X X X X
    X X X X X X . . .
    . . . . . X X X X
    X X X X X X . . .
    . . . . . . X . .""",
    dead="A8",
)
SNAPBACK = Case(
    # White is in atari, and if he takes the stone that gives it, C9, he is again, and taken.
    """
    X . X O X . . . .
    X O O O X . X . .
    X X X X X . . . .
    . X X X X X X X X
    X X O O O O O O O
    X . X O . . . . .
    X X X O O O O O O
    . . X O . O . . .
    . . X O . O . . .""",
    dead="B8",
)
OPEN_DAME = Case(
    """
    . . . X . O . . .
    . . . X . O . . .
    X X X X O O O O O
    . . . X O . . . .
    . . . X O . . . .
    X X X X O O O O O
    . . . X O . . . .
    . . . X O . . . .
    . . . X O . . . .""",
    dame="E9 E8",
)
CASES = {
    "seki": SEKI,
    "seki with an eye each": SEKI_WITH_EYES,
    "dead in territory": DEAD_IN_TERRITORY,
    "nakade": NAKADE,
    "snapback": SNAPBACK,
    "open dame": OPEN_DAME,
}


def stones_of(position: Position, names: str) -> set[str]:
    return {str(stone) for name in names.split() for stone in position.group(name).stones}


@pytest.mark.parametrize("mover", ["black", "white"])
@pytest.mark.parametrize("rules", ["chinese", "japanese"])
@pytest.mark.parametrize("name", CASES)
def test_final_status_list(name: str, rules: str, mover: str) -> None:
    case = CASES[name]
    session = GtpSession(create_engine("mcts", playouts=100, seed=1), size=9, rules=rules)
    session.go_to(Position.from_diagram(case.diagram, mover, rules=rules))
    position = session.position

    def listed(status: str) -> set[str]:
        answer = session.answer(f"final_status_list {status}")
        assert answer.startswith("=")
        return set(answer[1:].split())

    dead, seki = stones_of(position, case.dead), stones_of(position, case.seki)
    assert listed("dead") == dead
    assert listed("seki") == seki
    assert listed("alive") == {str(vertex) for vertex in position.stones} - dead - seki
    assert listed("dame") == set(case.dame.split())
    owned = listed("black_territory") | listed("white_territory")
    empty = {str(vertex) for vertex in position.vertices() if position[vertex] is None}
    assert not listed("black_territory") & listed("white_territory")
    assert owned == empty - set(case.dame.split())
