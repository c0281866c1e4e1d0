"""How a command is declared, and how its arguments are read.

A command is a function of the session and its arguments, a sequence of words. What it
returns is the response, or a `Stream` that tells it; a `GtpRefusal` (or any `TengenError`) is the failure message.
The first words of a message are those of the GTP specification, what follows says more.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tengen.errors import TengenError
from tengen.game.color import Color
from tengen.game.vertex import Vertex
from tengen.protocols.gtp.streaming import Stream

if TYPE_CHECKING:
    from tengen.protocols.gtp.session import GtpSession

Arguments = Sequence[str]
CommandFunction = Callable[["GtpSession", Arguments], str | Stream | None]


class GtpRefusal(TengenError):
    """The command is answered with a failure; the message is for the controller's user."""


@dataclass(frozen=True)
class CommandEntry:
    """A command: its name, the arguments it takes, what it does."""

    name: str
    usage: str
    function: CommandFunction
    least: int  # arguments
    most: int | None  # None: any number

    @property
    def help(self) -> str:
        """The first line of the function's documentation."""
        return (self.function.__doc__ or "").strip().split("\n")[0]


COMMANDS: dict[str, CommandEntry] = {}


def command(name: str, usage: str = "") -> Callable[[CommandFunction], CommandFunction]:
    """Register a function as a command.

    `usage` names the arguments as ``COLOR VERTEX [MORE]``; ``WORD…`` is any number.
    """
    words = usage.split()
    least = sum(not word.startswith("[") and not word.endswith("…") for word in words)
    most = None if usage.rstrip("]").endswith("…") else len(words)

    def register(function: CommandFunction) -> CommandFunction:
        if name in COMMANDS:
            raise ValueError(f"two commands are called {name}")
        COMMANDS[name] = CommandEntry(name, usage, function, least, most)
        return function

    return register


def color_of(text: str) -> Color:
    """A colour argument."""
    try:
        return Color.parse(text)
    except TengenError as error:
        raise GtpRefusal(f"syntax error: {error}") from None


def vertex_of(text: str, size: int) -> Vertex:
    """A vertex argument: a point of the board, or pass."""
    try:
        vertex = Vertex.parse(text, size)
    except TengenError as error:
        raise GtpRefusal(f"invalid vertex: {error}") from None
    if vertex.is_resign:
        raise GtpRefusal("invalid vertex: resigning is not a move on the board")
    return vertex


def point_vertex_of(text: str, size: int) -> Vertex:
    """A vertex argument that must be a point."""
    vertex = vertex_of(text, size)
    if vertex.is_pass:
        raise GtpRefusal("invalid vertex: a point of the board is wanted, not pass")
    return vertex


def integer_of(text: str, what: str) -> int:
    """A whole number argument."""
    digits = text[1:] if text[:1] in "+-" else text
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 12:
        raise GtpRefusal(f"syntax error: {what} must be a whole number, not {text[:20]!r}")
    return int(text)


def number_of(text: str, what: str) -> float:
    """A number argument; infinity and the like are none."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or "_" in text:
        raise GtpRefusal(f"syntax error: {what} must be a number, not {text[:20]!r}")
    return value


def vertex_list(vertices: Sequence[Vertex] | frozenset[Vertex] | set[Vertex]) -> str:
    """Vertices as a response."""
    return " ".join(map(str, vertices))
