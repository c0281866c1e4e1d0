"""What has been on the board: the memory that superko asks."""

from collections import Counter
from collections.abc import Iterable

from tengen.game.color import Color
from tengen.game.ruleset import Ko

Situation = tuple[int, Color]  # the hash of the stones, and who is to play


class History:
    """The situations of a game in their order, the present one last.

    >>> history = History([(0, Color.BLACK)])
    >>> history.add((17, Color.WHITE))
    >>> history.repeats(0, Color.WHITE, Ko.POSITIONAL)
    True
    >>> history.repeats(17, Color.WHITE, Ko.SITUATIONAL)  # it would be Black's turn
    False
    """

    def __init__(self, situations: Iterable[Situation]) -> None:
        self.situations = list(situations)
        self._index()

    def _index(self) -> None:
        self._hashes = {hash_ for hash_, _ in self.situations}
        self._situations = Counter(self.situations)

    def add(self, situation: Situation) -> None:
        """A move has led to this situation."""
        self.situations.append(situation)
        self._hashes.add(situation[0])
        self._situations[situation] += 1

    def pop(self, count: int = 1) -> None:
        """The last move was undone, or so many."""
        del self.situations[len(self.situations) - count :]
        self._index()

    @property
    def turn(self) -> Color:
        """Who is to play now."""
        return self.situations[-1][1]

    @turn.setter
    def turn(self, color: Color) -> None:
        before = self.situations[-1]
        self._situations[before] -= 1
        if not self._situations[before]:
            del self._situations[before]
        self.situations[-1] = (before[0], color)
        self._situations[self.situations[-1]] += 1

    def copy(self) -> "History":
        """An independent copy."""
        return History(self.situations)

    def repeats(self, hash_after: int, mover: Color, rule: Ko) -> bool:
        """Whether a move of `mover` to the stones `hash_after` is a repetition the rule forbids."""
        if rule is Ko.POSITIONAL:
            return hash_after in self._hashes
        if rule is Ko.SITUATIONAL:
            return (hash_after, mover.other) in self._situations
        return False
