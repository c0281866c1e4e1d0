"""The store of matches: one SQLite file that survives whatever ends a match."""

from tengen.lab.store.claims import Claim
from tengen.lab.store.reading import SOUND_MOVE
from tengen.lab.store.rows import Event, GameRow, Pace, Pairing
from tengen.lab.store.store import MOST_GAMES, Store

__all__ = ["MOST_GAMES", "SOUND_MOVE", "Claim", "Event", "GameRow", "Pace", "Pairing", "Store"]
