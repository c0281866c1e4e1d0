"""The GTP commands, one file for each family; importing this package registers those of every file in it."""

from importlib import import_module
from pkgutil import iter_modules

from tengen.protocols.gtp.commands.registry import COMMANDS, CommandEntry, GtpRefusal

__all__ = ["COMMANDS", "CommandEntry", "GtpRefusal"]


def register_all() -> None:
    """Import every file of commands."""
    for module in iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")


register_all()
