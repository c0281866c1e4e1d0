"""What proofs are good for in a game: priors of the moves that decide a fight, and a say in which stones are dead.

Thesis 7.1.3 asks for tactical solvers that feed the search. The fights are read once a move, in a part of its time.
"""

import time

import numpy as np

from tengen.engines.endgame.groups import mean_owner
from tengen.engines.endgame.judgement import Judgement
from tengen.game.position import Position
from tengen.kernels.geometry import POINTS
from tengen.solving.arena import Neighbourhood
from tengen.solving.fights import read_fights
from tengen.solving.solver import Outcome, Question, Solver

_FULL = 5  # stones from which on a fight gets all the games there are for one
_DOUBT = 0.7  # of the mean owner: of whose points more is clear is not read
_PATIENCE = 50_000  # positions a search, about dead stones
_MOST_LIBERTIES = 6


class FightAdvice:
    """Reads the fights of a position, once, and remembers what they were worth."""

    def __init__(self) -> None:
        """With a table of its own."""
        self._solver = Solver(16)
        self._read: int | None = None  # the position whose fights were read
        self._games = np.zeros(POINTS)

    def games(self, position: Position, seconds: float, most: float) -> np.ndarray:
        """For each point the games won that a move there begins with: `most` for one that decides a great fight."""
        if self._read != position.hash:
            self._read = position.hash
            self._games = np.zeros(POINTS)
            for fight in read_fights(position, self._solver, seconds=seconds):
                move = fight.mine.move
                if fight.is_proved and move is not None and not move.is_pass:
                    worth = most * min(1.0, len(fight.stones) / _FULL)
                    self._games[move.point] = max(worth, self._games[move.point])
        return self._games

    def judge(self, position: Position, judgement: Judgement, seconds: float) -> Judgement:
        """The judgement, with what can be proved of stones whose owner is in doubt.

        Dead is what is taken though its owner moves first, alive what has two eyes though it is attacked first.
        """
        near, until = Neighbourhood(position), time.monotonic() + seconds
        dead = set(judgement.dead)
        for group in near.groups():
            if len(group.liberties) > _MOST_LIBERTIES or group.stones & judgement.seki:
                continue
            if judgement.ownership and abs(mean_owner(group, judgement.ownership)) > _DOUBT:
                continue
            question = Question((group,))
            for first, outcome in ((group.color, Outcome.DEAD), (group.color.other, Outcome.ALIVE)):
                answer = self._solver.ask(near, question, first, patience=_PATIENCE, until=until)
                if answer.outcome is outcome:
                    dead = dead | group.stones if outcome is Outcome.DEAD else dead - group.stones
                    break
        if dead == judgement.dead:
            return judgement
        return Judgement.of(position, frozenset(dead), judgement.seki, judgement.ownership)
