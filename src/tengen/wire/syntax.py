r"""The wire format of the Go Text Protocol, and nothing else.

GTP is lines of text: a controller writes a command, the engine writes a response that ends with an empty
line. This module turns lines into values and back for both ends of the wire. It knows no command by name
and touches no file, so everything here can be tested with strings.

Source: Gunnar Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2", 2002, sections 2 and 3.

>>> parse_command("7 play black D4  # the star point\r\n")
Command(id=7, name='play', arguments=('black', 'D4'))
>>> format_success(7, "D4")
'=7 D4\n\n'
>>> parse_response("=7 D4\n\n")
Response(id=7, success=True, text='D4', noise=())
"""

import re
from dataclasses import dataclass

#: An id is echoed as it came, whatever its size; beyond this many digits it is not an id but an attack
#: (Python itself refuses to convert more than 4300).
MAX_ID_DIGITS = 1000

#: Characters one response may have, junk before it included. A minute of analysis with ownership maps is a
#: few million.
MAX_RESPONSE = 16 * 1024 * 1024

# Sections 2.2 and 3.1: control characters carry no meaning except HT and LF. CR is among the dropped, which
# is what makes CRLF work.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")

# The status must be followed by a space or the end of the line: a banner of "=====" is no response.
_STATUS_LINE = re.compile(rf"([=?])([0-9]{{0,{MAX_ID_DIGITS}}})(?: +(.*))?")


class CommandSyntaxError(ValueError):
    r"""A line that is neither blank nor a command; `id` is the id to answer with, where the line had one.

    >>> try:
    ...     parse_command("12 # nothing to do")
    ... except CommandSyntaxError as error:
    ...     format_failure(error.id, str(error))
    '?12 missing command\n\n'
    """

    def __init__(self, id: int | None, message: str) -> None:
        super().__init__(message)
        self.id = id


class ResponseTooLongError(ValueError):
    """An engine wrote more than the reader is willing to hold without ending its response."""


@dataclass(frozen=True)
class Command:
    """One command: an optional number that the response repeats, a name, and words."""

    id: int | None
    name: str
    arguments: tuple[str, ...] = ()


@dataclass(frozen=True)
class Response:
    """One response; `noise` is what the engine printed before it that was no part of the protocol."""

    id: int | None
    success: bool
    text: str
    noise: tuple[str, ...] = ()


def parse_command(line: str) -> Command | None:
    r"""Read one line from a controller; None when there is nothing to answer (a blank line, a comment).

    Words are split at spaces and tabs only, so that other Unicode spaces stay inside a file name.

    >>> parse_command("genmove\tb\n")
    Command(id=None, name='genmove', arguments=('b',))
    >>> parse_command("  # only a comment") is None
    True
    >>> parse_command("5")
    Traceback (most recent call last):
    tengen.wire.syntax.CommandSyntaxError: missing command
    """
    text = _clean(line).removesuffix("\n").partition("#")[0]
    if "\n" in text:
        raise CommandSyntaxError(None, "a command is one line")
    words = [word for word in text.split(" ") if word]
    if not words:
        return None
    number: int | None = None
    if words[0].isascii() and words[0].isdigit():
        digits = words.pop(0)
        if len(digits) > MAX_ID_DIGITS:
            raise CommandSyntaxError(None, f"id has more than {MAX_ID_DIGITS} digits")
        number = int(digits)
    if not words:
        raise CommandSyntaxError(number, "missing command")
    return Command(number, words[0], tuple(words[1:]))


def format_command(command: Command) -> str:
    r"""Write a command as its line.

    What the engine would read differently is refused: GTP has no quoting, so a word with a space or a '#'
    (a file name, most likely) cannot be sent.

    >>> format_command(Command(3, "play", ("white", "Q16")))
    '3 play white Q16\n'
    >>> format_command(Command(4, "loadsgf", ("game #1.sgf",)))
    Traceback (most recent call last):
    ValueError: GTP cannot carry the word 'game #1.sgf': no spaces, control characters or '#'
    """
    words = (command.name, *command.arguments)
    for word in words:
        if not word or " " in word or "#" in word or word != _clean(word) or "\n" in word:
            raise ValueError(f"GTP cannot carry the word {word!r}: no spaces, control characters or '#'")
    line = " ".join(words) if command.id is None else " ".join((str(command.id), *words))
    if parse_command(line) != command:  # a name made of digits, without an id before it
        raise ValueError(f"GTP would not read {line!r} as the command {command.name!r}")
    return line + "\n"


def format_success(id: int | None, text: str = "") -> str:
    r"""Write a successful response.

    An empty line inside the text would end the response for every client: it becomes a line with one space.

    >>> format_success(None)
    '=\n\n'
    >>> format_success(2, "name\n\nversion\n")
    '=2 name\n \nversion\n\n'
    """
    first, *others = _clean(text).rstrip("\n").split("\n")
    status = f"={_echo(id)} {first}" if first else f"={_echo(id)}"
    return "\n".join([status, *(line or " " for line in others)]) + "\n\n"


def format_failure(id: int | None, message: str) -> str:
    r"""Write a failed response; the message becomes one line.

    >>> format_failure(None, "illegal move")
    '? illegal move\n\n'
    """
    message = " ".join(_clean(message).split())
    return f"?{_echo(id)} {message}\n\n" if message else f"?{_echo(id)}\n\n"


class ResponseReader:
    r"""Puts responses together from an engine's output, line by line.

    Lines before a status line are noise (banners, debugging output) and handed over with the response, so
    that an engine which talks too much can still be used. Only an entirely empty line ends a response:
    a line of one space is how engines write an empty line inside it.

    >>> reader = ResponseReader()
    >>> [reader.feed(line) for line in ["Welcome to Go!", "", "=1  D4\r"]]
    [None, None, None]
    >>> reader.feed("\r")
    Response(id=1, success=True, text='D4', noise=('Welcome to Go!',))
    """

    def __init__(self, max_characters: int = MAX_RESPONSE) -> None:
        self._max_characters = max_characters
        self._reset()

    def _reset(self) -> None:
        self._status: re.Match[str] | None = None
        self._lines: list[str] = []
        self._noise: list[str] = []
        self._characters = 0
        #: The last line of a response that has not ended yet, for error messages.
        self.last_line: str | None = None

    def feed(self, line: str) -> Response | None:
        """Take the next line, with or without its line end; give the response that it ends, if any."""
        line = _clean(line).removesuffix("\n")
        if not line:
            return self._finish() if self._status else None
        self._characters += len(line) + 1
        if self._characters > self._max_characters:
            raise ResponseTooLongError(f"more than {self._max_characters} characters and no end")
        self.last_line = line
        if self._status:
            self._lines.append(line)
        elif status := _STATUS_LINE.fullmatch(line):
            self._status = status
            self._lines.append((status[3] or "").strip(" "))
        else:
            self._noise.append(line)
        return None

    def _finish(self) -> Response:
        assert self._status is not None
        mark, digits, _ = self._status.groups()
        # Boards begin on the line after the status: the line break is dropped, their indentation is not.
        text = "\n".join(self._lines).strip("\n")
        response = Response(int(digits) if digits else None, mark == "=", text, tuple(self._noise))
        self._reset()
        return response


def parse_response(text: str) -> Response:
    r"""Read the first whole response in a text.

    >>> parse_response("\r\n? illegal move\r\n\r\n")
    Response(id=None, success=False, text='illegal move', noise=())
    >>> parse_response("= D4\n")
    Traceback (most recent call last):
    ValueError: no whole GTP response in '= D4\n'
    """
    reader = ResponseReader()
    # The piece after the last line feed is not a line yet.
    for line in text.split("\n")[:-1]:
        if response := reader.feed(line):
            return response
    raise ValueError(f"no whole GTP response in {text[:200]!r}")


def _clean(text: str) -> str:
    """Drop control characters and turn tabs into spaces, as both ends of the wire must (section 3.1)."""
    return _CONTROL.sub("", text).replace("\t", " ")


def _echo(id: int | None) -> str:
    return "" if id is None else str(id)
