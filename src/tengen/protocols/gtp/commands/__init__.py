"""The GTP commands, one file for each family; importing this package registers them all."""

from tengen.protocols.gtp.commands import (
    administration,
    analysis,
    clients,
    files,
    inspection,
    moves,
    pictures,
    rules,
    scoring,
    search,
    setup,
    times,
)
from tengen.protocols.gtp.commands.registry import COMMANDS, CommandEntry, GtpRefusal

__all__ = [
    "COMMANDS",
    "CommandEntry",
    "GtpRefusal",
    "administration",
    "analysis",
    "clients",
    "files",
    "inspection",
    "moves",
    "pictures",
    "rules",
    "scoring",
    "search",
    "setup",
    "times",
]
