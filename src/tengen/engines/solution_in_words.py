"""A solution in words: what the move does, the line that shows it, and what happens otherwise."""

from collections.abc import Sequence

from tengen.engines.solving import Solution
from tengen.game.color import Color
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.solving.fights import Fight
from tengen.solving.solver import Answer, Outcome
from tengen.solving.technique import technique

_FATES = {
    Outcome.DEAD: "taken",
    Outcome.TAKEN: "taken, if the stones around them hold",
    Outcome.KO: "a ko",
    Outcome.OUT: "they get out, or stand with no second eye proved",
    Outcome.ALIVE: "alive with two eyes",
    Outcome.UNKNOWN: "not read to the end",
}
_UNPROVED = {
    Outcome.TAKEN: "not proved: the stones around have to hold",
    Outcome.KO: "not proved: who wins the ko decides",
    Outcome.OUT: "not proved: only the way out was read",
    Outcome.ALIVE: "not proved",
    Outcome.DEAD: "not proved",
}
_MOST_FIGHTS = 3
_MOST_MOVES = 15


def stones_in_words(stones: frozenset[Vertex], color: Color) -> str:
    """Stones as a person would point at them.

    >>> stones_in_words(frozenset({Vertex.parse("D4"), Vertex.parse("D5")}), Color.WHITE)
    "White's 2 stones at D4"
    """
    count = "stone" if len(stones) == 1 else f"{len(stones)} stones"
    return f"{str(color).capitalize()}'s {count} at {min(stones)}"


def line_in_words(first: Color, line: Sequence[Vertex]) -> str:
    """Moves in turn, with colours.

    >>> line_in_words(Color.BLACK, [Vertex.parse("A1"), Vertex.parse("B1")])
    'B A1, W B1'
    """
    colors = (first, first.other)
    moves = [f"{colors[i % 2].letter} {move}" for i, move in enumerate(line[:_MOST_MOVES])]
    return ", ".join(moves) + (" …" if len(line) > _MOST_MOVES else "")


def deed_of(fight: Fight) -> str:
    """What the first move of a fight does."""
    mine = fight.mine
    whom = stones_in_words(fight.stones, mine.question.color)
    if mine.first is not mine.question.color:
        deeds = {Outcome.DEAD: f"takes {whom}", Outcome.TAKEN: f"takes {whom}", Outcome.KO: f"makes a ko for {whom}"}
    else:
        deeds = {
            Outcome.ALIVE: f"makes {whom} live",
            Outcome.OUT: f"gets {whom} out",
            Outcome.KO: f"makes a ko for {whom}",
        }
    return f"{mine.move} {deeds[mine.outcome]}"


def fight_in_words(position: Position, fight: Fight) -> list[str]:
    """A fight, its line, and what happens if the opponent moves first."""
    mine, theirs = fight.mine, fight.theirs
    name = technique(position, mine)
    certain = "proved" if fight.is_proved else _UNPROVED[mine.outcome]
    lines = [f"{deed_of(fight)}{f', by {name}' if name else ''} ({certain}; {mine.positions:,} positions)."]
    lines.append(f"    {line_in_words(mine.first, mine.line)}")
    first = str(theirs.first).capitalize()
    lines.append(f"    If {first} moves first ({theirs.move or 'pass'}): {_FATES[theirs.outcome]}.")
    return lines


def solution_in_words(position: Position, solution: Solution, seconds: float) -> list[str]:
    """All that was found, the move to play first."""
    if solution.move is None:
        return [f"No fight was found that the next move decides, in {seconds:g} s."]
    lines = []
    if solution.guess is not None:
        lines += [
            f"{solution.guess}, the search thinks: no fight that matters was read to its end in {seconds:g} s.",
            "",
        ]
    told = {fight.mine.move: fight for fight in reversed(solution.fights)}  # the greatest of each move
    for fight in [fight for fight in solution.fights if told[fight.mine.move] is fight][:_MOST_FIGHTS]:
        lines += fight_in_words(position, fight)
    return lines


def answer_in_words(position: Position, answer: Answer) -> list[str]:
    """What becomes of stones somebody asked about, if one side moves first."""
    whom = stones_in_words(answer.question.stones, answer.question.color)
    first = str(answer.first).capitalize()
    name = technique(position, answer)
    move = f", {answer.move}" if answer.move is not None else ""
    lines = [f"{first} first{move}: {whom}: {_FATES[answer.outcome]}{f', by {name}' if name else ''}."]
    if answer.line:
        lines.append(f"    {line_in_words(answer.first, answer.line)}")
    return lines
