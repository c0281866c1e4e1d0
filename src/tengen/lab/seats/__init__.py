"""A player at the board: one of our engines in this very process, or a program at the other end of GTP."""

from tengen.lab.conditions import Conditions
from tengen.lab.players import Player
from tengen.lab.seats.engine import EngineSeat
from tengen.lab.seats.interface import Answer, Fault, Seat
from tengen.lab.seats.program import ProgramSeat

__all__ = ["Answer", "Fault", "Seat", "take_seat"]


def take_seat(player: Player, conditions: Conditions) -> Seat:
    """The seat for a player."""
    return EngineSeat(player, conditions) if player.engine else ProgramSeat(player, conditions)
