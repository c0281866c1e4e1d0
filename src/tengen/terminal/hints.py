"""What the engine would play: candidates as letters on the board, and how it thinks each goes on."""

from dataclasses import dataclass

from tengen.engines.move_report import MoveReport
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.search.report import SearchedMove
from tengen.terminal.board import Marks

LETTERS = "abcde"  # as many candidates as are shown
_NUMBERS = "123456789"  # moves of a variation that are shown
_TOLD = 6  # moves of a variation in a line


@dataclass(frozen=True)
class Hint:
    """The best candidates for a position, best first; `a` is what the engine would play."""

    position: Position
    candidates: tuple[SearchedMove, ...]
    pass_advice: str = ""  # where the engine would pass: why
    source: str = ""  # where the first of them came from, if that was not a search alone

    @classmethod
    def of(cls, position: Position, report: MoveReport) -> "Hint":
        """What a report on `position` says; a move the engine chose without candidates is one too."""
        on_board = tuple(c for c in report.candidates if not c.vertex.is_pass and not c.vertex.is_resign)
        first = [c for c in on_board if c.vertex == report.vertex]
        others = [c for c in on_board if c.vertex != report.vertex]
        if not first and report.vertex.is_on(position.size):
            first = [SearchedMove(report.vertex, report.playouts, report.winrate or 0.0)]
        advice = ""
        if report.vertex.is_pass:
            advice = report.comment or "nothing is left to play"
        source = "" if advice else report.comment
        return cls(position.copy(), tuple([*first, *others][: len(LETTERS)]), advice, source)

    @property
    def marks(self) -> Marks:
        """The letters on the board."""
        return Marks(hints={c.vertex: letter for letter, c in zip(LETTERS, self.candidates, strict=False)})

    def lines(self) -> list[str]:
        """The candidates in words, a line each."""
        if self.pass_advice:
            lines = [f"Hint: pass, {self.pass_advice}."]
        else:
            lines = ["Hint: moves the engine would look at; variation a shows how the first goes on."]
            if self.source:
                lines.append(f"The first is from the {self.source}.")
        for letter, candidate in zip(LETTERS, self.candidates, strict=False):
            thought = f"{candidate.winrate:5.0%} {candidate.visits:>8,} visits" if candidate.visits else ""
            following = " ".join(map(str, _continuation(candidate)[:_TOLD]))
            lines.append(f"  {letter}  {candidate.vertex!s:<4} {thought}  {following}".rstrip())
        return lines

    def variation(self, letter: str) -> tuple[Position, Marks]:
        """The board after the continuation of a candidate, its moves numbered."""
        if len(letter) != 1 or letter not in LETTERS[: len(self.candidates)]:
            there = ", ".join(LETTERS[: len(self.candidates)]) or "none"
            raise TengenError(f"there is no candidate {letter[:20]!r}: choose from {there}")
        board = self.position.copy()
        numbers: dict[Vertex, str] = {}
        for number, vertex in zip(_NUMBERS, _continuation(self.candidates[LETTERS.index(letter)]), strict=False):
            if not board.is_legal(vertex):
                break
            board.play(vertex)
            if not vertex.is_pass:
                numbers[vertex] = number
        standing = {vertex: number for vertex, number in numbers.items() if board[vertex] is not None}
        return board, Marks(numbers=standing)


def _continuation(candidate: SearchedMove) -> tuple[Vertex, ...]:
    """The candidate's move and what is expected to follow."""
    found = candidate.variation
    return found if found and found[0] == candidate.vertex else (candidate.vertex, *found)
