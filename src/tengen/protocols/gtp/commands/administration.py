"""Commands about the protocol and the program itself."""

import os
import time

from tengen import __version__
from tengen.protocols.gtp.commands.registry import COMMANDS, Arguments, GtpRefusal, command
from tengen.protocols.gtp.session import GtpSession


@command("protocol_version")
def protocol_version(session: GtpSession, arguments: Arguments) -> str:
    """The version of GTP."""
    return "2"


@command("name")
def name(session: GtpSession, arguments: Arguments) -> str:
    """The name of the program."""
    return "Tengen"


@command("version")
def version(session: GtpSession, arguments: Arguments) -> str:
    """The version of the program."""
    return __version__


@command("known_command", "NAME")
def known_command(session: GtpSession, arguments: Arguments) -> str:
    """Whether a command exists."""
    return "true" if arguments[0] in COMMANDS else "false"


@command("list_commands")
def list_commands(session: GtpSession, arguments: Arguments) -> str:
    """All commands, one a line."""
    return "\n".join(sorted(COMMANDS))


@command("help", "[NAME]")
def help_(session: GtpSession, arguments: Arguments) -> str:
    """What a command does, or all of them."""
    if arguments and arguments[0] not in COMMANDS:
        raise GtpRefusal(f"there is no command {arguments[0][:40]!r}; list_commands lists them")
    wanted = [COMMANDS[arguments[0]]] if arguments else COMMANDS.values()
    return "\n".join(f"{entry.name} {entry.usage}".rstrip() + f": {entry.help}" for entry in wanted)


@command("quit")
def quit_(session: GtpSession, arguments: Arguments) -> None:
    """End the session."""
    session.ended = True


@command("echo", "[WORD…]")
def echo(session: GtpSession, arguments: Arguments) -> str:
    """The arguments themselves."""
    return " ".join(arguments)


@command("cputime")
def cputime(session: GtpSession, arguments: Arguments) -> str:
    """Seconds of processor time used so far."""
    return f"{time.process_time():.3f}"


@command("gogui-title")
def gogui_title(session: GtpSession, arguments: Arguments) -> str:
    """A title for GoGui's window."""
    return f"Tengen ({session.engine.name})"


@command("tengen-pid")
def pid(session: GtpSession, arguments: Arguments) -> str:
    """The number of this process."""
    return str(os.getpid())


@command("tengen-settings")
def settings(session: GtpSession, arguments: Arguments) -> str:
    """The engine's settings and their values."""
    return "\n".join(f"{name}={value}" for name, value in session.engine.settings().items())


@command("tengen-set", "NAME VALUE")
def set_(session: GtpSession, arguments: Arguments) -> None:
    """Change a setting of the engine."""
    session.engine.change_settings({arguments[0]: arguments[1]})
