"""The store of matches: one SQLite file that survives whatever ends a match."""

from tengen.lab.store.claims import Claim
from tengen.lab.store.rows import Event, GameRow, Pairing
from tengen.lab.store.store import Store

__all__ = ["Claim", "Event", "GameRow", "Pairing", "Store"]
