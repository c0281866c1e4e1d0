"""A game under way and who plays it: set-up, turns, clocks, players, the end.

The terminal, the page in the browser, GTP and the laboratory each bring their own way to talk to people and programs;
what is the same for all of them is here.
"""

from tengen.play.clocks import Clocks
from tengen.play.game import GameUnderWay, Phase
from tengen.play.player import Player
from tengen.play.setup import GameSetup

__all__ = ["Clocks", "GameSetup", "GameUnderWay", "Phase", "Player"]
