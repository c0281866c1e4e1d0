"""The dynamic komi of a game under way: what it is now, when it changes, and how far it may go."""

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tengen.game.color import BLACK, WHITE, Color
from tengen.game.phase import filled_part, phase_of
from tengen.game.position import Position
from tengen.search.dynamic_komi import linear
from tengen.search.dynamic_komi.average import bounds
from tengen.search.dynamic_komi.observation import Observation
from tengen.search.dynamic_komi.parameters import SITUATIONAL, DynamicKomiParameters
from tengen.search.dynamic_komi.score import follow_score, komi_rate
from tengen.search.dynamic_komi.value import Ratchet, Zone, follow_value

Array = np.ndarray[Any, Any]
_OPENING_ON_9, _OPENING_ON_19 = 4, 20  # moves


def opening_on(size: int) -> int:
    """For how many moves the situation says nothing yet.

    >>> [opening_on(size) for size in (7, 9, 13, 19)]
    [4, 4, 10, 20]
    """
    way = min(max(size - 9, 0), 10) / 10
    return round(_OPENING_ON_9 + (_OPENING_ON_19 - _OPENING_ON_9) * way)


@dataclass
class _Side:
    """What is known of one player's komi."""

    given: float = 0.0  # to the opponent; negative: taken
    ratchet: Ratchet = field(default_factory=Ratchet)
    seen: Observation = field(default_factory=Observation)  # since it changed last


class DynamicKomi:
    """Decides how many points on top of the real komi a search plays with.

    Each colour has a komi of its own, for one engine may think for both: analyse between two moves, or play itself.

    >>> position = Position(19, komi=0.5)
    >>> position.give_handicap(["D4", "Q16", "D16", "Q4"])
    >>> komi = DynamicKomi(DynamicKomiParameters(dynamic_komi="linear"))
    >>> komi.begin(position, BLACK)
    >>> komi.extra  # for White
    28.0
    """

    def __init__(self, parameters: DynamicKomiParameters) -> None:
        self.parameters = parameters
        self.forget()

    def forget(self) -> None:
        """Another game begins."""
        self._sides = {BLACK: _Side(), WHITE: _Side()}
        self._ours = BLACK

    @property
    def given(self) -> float:
        """What the player whom the search is for gives to the opponent; negative: takes."""
        return self._sides[self._ours].given

    @given.setter
    def given(self, points: float) -> None:
        self._sides[self._ours].given = points

    @property
    def ratchet(self) -> Ratchet:
        """The least komi that was too much for him to give."""
        return self._sides[self._ours].ratchet

    @property
    def is_used(self) -> bool:
        """Whether there is any."""
        return self.parameters.dynamic_komi != "none"

    @property
    def extra(self) -> float:
        """White's points on top of the komi, where they are one number for all simulations."""
        return (self.given if self._ours is BLACK else -self.given) + 0.0  # no -0

    def begin(self, position: Position, ours: Color) -> None:
        """A search of `position` begins, for the player of the colour `ours`."""
        self._position, self._ours = position, ours
        parameters = self.parameters
        self.ratchet.expire(position.move_number, parameters.komi_ratchet)
        if self._is_linear():
            self._sides[ours] = _Side(self._by_handicap())
        elif not parameters.komi_online:
            self._adjust()
        self._limit()

    def observe(self, seen: Observation) -> None:
        """Some simulations more have been run with the present komi: it may change after them."""
        side = self._sides[self._ours]
        side.seen = side.seen.plus(seen)
        if self.parameters.komi_online and side.seen.simulations >= self.parameters.komi_period:
            if not self._is_linear():
                self._adjust()
            side.seen = Observation()
            self._limit()

    @property
    def until_change(self) -> int | None:
        """Simulations until it may change, None if it does not during a search."""
        if self.parameters.dynamic_komi not in SITUATIONAL or not self.parameters.komi_online:
            return None
        return self.parameters.komi_period - self._sides[self._ours].seen.simulations

    def write_to(self, settings: Array) -> None:
        """Tell the kernels."""
        settings["extra_komi"] = self.extra
        settings["extra_komi_fall"] = 0.0
        settings["extra_komi_window"] = 0
        least, most = -math.inf, math.inf
        if self.parameters.dynamic_komi == "average":
            settings["extra_komi_window"] = self.parameters.komi_window
            least, most = bounds(self._least_given(), self._ours is BLACK)
        elif self._is_linear() and self.parameters.komi_at_leaf and self._position.handicap:
            full = self._handicap_komi()
            settings["extra_komi"] = full
            settings["extra_komi_fall"] = self.parameters.komi_a_stone * self._position.handicap / self._moves()
            least, most = 0.0, full if self._ours is BLACK else max(0.0, -self._least_given())
        settings["extra_komi_least"], settings["extra_komi_most"] = least, most

    # ---- one change ----------------------------------------------------------------------

    def _is_linear(self) -> bool:
        """Whether the handicap decides now: always, or as long as the situation says nothing."""
        if self.parameters.dynamic_komi in ("score", "value"):
            wanted = self.parameters.komi_opening
            first = opening_on(self._position.size) if wanted < 0 else wanted
            return self._position.move_number < first
        return self.parameters.dynamic_komi == "linear"

    def _moves(self) -> int:
        return self.parameters.komi_moves or linear.moves_on(self._position.size)

    def _handicap_komi(self) -> float:
        """White's."""
        position = self._position
        return linear.handicap_komi(
            position.handicap, position.move_number, self.parameters.komi_a_stone, self._moves()
        )

    def _by_handicap(self) -> float:
        return self._handicap_komi() if self._ours is BLACK else -self._handicap_komi()

    def _adjust(self) -> None:
        """Change it by what was seen since it changed last."""
        parameters, side, position = self.parameters, self._sides[self._ours], self._position
        seen, side.seen = side.seen, Observation()
        if not seen.simulations:
            return
        value, score = seen.wins / seen.simulations, seen.margin / seen.simulations
        if self._ours is not BLACK:
            value, score = 1.0 - value, -score
        if parameters.dynamic_komi == "score":
            rate = komi_rate(filled_part(position), parameters.komi_sharpness, parameters.komi_phase)
            self.given = follow_score(self.given, score, rate)
        else:
            zone = Zone.of_extremes(parameters.komi_lost, parameters.komi_won)
            if parameters.dynamic_komi == "value":
                zone = Zone.of_paper(parameters.komi_red, parameters.komi_green)
            step = parameters.komi_step
            self.given = follow_value(self.given, value, self.ratchet, position.move_number, zone, step)

    def _least_given(self) -> float:
        late = phase_of(self._position) >= self.parameters.komi_taken_until
        return 0.0 if late else -self.parameters.komi_most_taken

    def _limit(self) -> None:
        points = float(self._position.size**2)
        self.given = min(max(self.given, self._least_given()), points)
