"""The game a query speaks of, kept small: thousands of queries may wait, and many are of one game."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE, Color
from tengen.game.legality import Illegal
from tengen.game.position import Position
from tengen.game.ruleset import Ruleset
from tengen.game.vertex import Vertex
from tengen.kernels.geometry import MAX_SIZE, MIN_SIZE
from tengen.protocols.json_analysis import fields
from tengen.protocols.json_analysis.fields import FieldError, shown
from tengen.protocols.json_analysis.rules import read_bonus, read_rules

_MOST_MOVES = 10_000
_MOST_KOMI = 150  # points
_BYTES = 3  # of a move: the player, the column and the row, both from 2, so that a pass is 1 and 1


@dataclass(frozen=True)
class Setup:
    """What is settled before the first move."""

    size: int
    rules: Ruleset
    komi: float
    stones: bytes  # packed as moves are
    first: Color
    handicap: int


@dataclass(frozen=True)
class QueriedGame:
    """A set-up and the moves played from it."""

    setup: Setup
    moves: bytes  # packed

    @property
    def length(self) -> int:
        """How many moves there are."""
        return len(self.moves) // _BYTES

    def at(self, turn: int) -> Position:
        """The position after so many moves."""
        setup = self.setup
        position = Position(setup.size, rules=setup.rules, komi=setup.komi)
        position.set_up({place: color for color, place in _unpacked(setup.stones)}, setup.first)
        position.handicap = setup.handicap
        for color, place in _unpacked(self.moves[: turn * _BYTES]):
            position.play(place, color, force=True)
        return position

    def lines(self, turns: Iterable[int], stretch: int) -> dict[int, tuple[int, ...]]:
        """For each of some turns the keys of its position and of the `stretch` before it, the nearest first.

        Positions have the same key if the same moves led to them from the same set-up. Two others have it by accident
        once in 10^19, which would do no harm but to the order of the work.
        """
        keys: dict[int, int] = {}
        digest = hashlib.blake2b(hash(self.setup).to_bytes(8, "big", signed=True), digest_size=8)
        done, lines = 0, {}
        for turn in sorted(turns):
            first = max(0, turn - stretch)
            for number in range(max(first, done), turn + 1):
                if number not in keys:
                    digest.update(self.moves[done * _BYTES : number * _BYTES])
                    keys[number], done = int.from_bytes(digest.digest(), "big"), number
            lines[turn] = tuple(keys[number] for number in range(turn, first - 1, -1))
        return lines


def read_game(query: Mapping[str, Any], rules: Ruleset) -> tuple[QueriedGame, list[tuple[str, str]]]:
    """The game of a query, by `rules` if it names none; and what there is to warn of, by field."""
    size = _size(query)
    warnings: list[tuple[str, str]] = []
    if "rules" in query:
        rules, remarks = read_rules(query["rules"])
        warnings += [("rules", remark) for remark in remarks]
    if "whiteHandicapBonus" in query:
        rules = rules.changed(compensation=read_bonus(query["whiteHandicapBonus"], "whiteHandicapBonus"))
    moves = fields.stones(_required(query, "moves"), "moves", size)
    if len(moves) > _MOST_MOVES:
        raise FieldError("moves", f"a game of {len(moves)} moves is too long: {_MOST_MOVES} are possible")
    stones = fields.stones(query.get("initialStones", []), "initialStones", size)
    handicap = _handicap(stones)
    first = moves[0][0] if moves else WHITE if handicap else BLACK
    if "initialPlayer" in query:
        first = fields.color(query["initialPlayer"], "initialPlayer")
    setup = Setup(size, rules, _komi(query, rules), _packed(stones), first, handicap)
    _check_stones(stones, setup)
    _check_moves(setup, moves)
    return QueriedGame(setup, _packed(moves)), warnings


def _required(query: Mapping[str, Any], field: str) -> Any:
    if field not in query:
        raise FieldError(field, f"a query needs {field}")
    return query[field]


def _size(query: Mapping[str, Any]) -> int:
    sides = [
        fields.integer(_required(query, field), field, MIN_SIZE, MAX_SIZE) for field in ("boardXSize", "boardYSize")
    ]
    if sides[0] != sides[1]:
        raise FieldError("boardYSize", f"a board of {sides[0]}x{sides[1]} is not square: only square ones are analysed")
    return sides[0]


def _komi(query: Mapping[str, Any], rules: Ruleset) -> float:
    if "komi" not in query:
        return rules.komi
    komi = fields.number(query["komi"], "komi", -_MOST_KOMI, _MOST_KOMI)
    if not (2 * komi).is_integer():
        raise FieldError("komi", f"komi must be a whole or half number, not {shown(query['komi'])}")
    return komi


def _handicap(stones: list[tuple[Color, Vertex]]) -> int:
    """Two or more black stones and no white one are a handicap; anything else is a position."""
    black = len({place for _, place in stones})
    return black if black > 1 and all(color is BLACK for color, _ in stones) else 0


def _check_stones(stones: list[tuple[Color, Vertex]], setup: Setup) -> None:
    known: dict[Vertex, Color] = {}
    for color, place in stones:
        if place.is_pass:
            raise FieldError("initialStones", "initialStones: a pass is no stone")
        if known.setdefault(place, color) is not color:
            raise FieldError("initialStones", f"initialStones: both players have a stone at {place}")
    try:
        QueriedGame(setup, b"").at(0)
    except TengenError as error:
        raise FieldError("initialStones", f"initialStones: {error}") from None


def _check_moves(setup: Setup, moves: list[tuple[Color, Vertex]]) -> None:
    """Refuse what cannot have been played; repetitions can, in games by other rules."""
    position = QueriedGame(setup, b"").at(0)
    for number, (color, place) in enumerate(moves):
        reason = position.why_illegal(place, color)
        if reason is not None and reason is not Illegal.SUPERKO:
            # KaTrain looks for the words "Illegal move".
            raise FieldError("moves", f"Illegal move {number}: {color.letter} {place} ({reason.value})")
        position.play(place, color, force=True)


def _packed(moves: list[tuple[Color, Vertex]]) -> bytes:
    return bytes(value for color, place in moves for value in (int(color), place.column + 2, place.row + 2))


def _unpacked(packed: bytes) -> list[tuple[Color, Vertex]]:
    numbers = range(0, len(packed), _BYTES)
    return [(Color(packed[i]), Vertex(packed[i + 1] - 2, packed[i + 2] - 2)) for i in numbers]
