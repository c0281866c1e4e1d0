"""Who answers the commands of a test file: our own engine in this process, or any GTP program."""

from collections.abc import Callable
from typing import Protocol

from tengen.engines.interface import Engine
from tengen.errors import TengenError
from tengen.protocols.gtp.session import GtpSession
from tengen.wire.client import GtpClient, GtpError, GtpFailure
from tengen.wire.syntax import Response, parse_response

ANSWER_SECONDS = 600.0  # after which a program is taken to hang


class Crash(TengenError):
    """The program ended, hung or talked nonsense: no more commands can be sent to it."""


class Respondent(Protocol):
    """What a test file is run on; one is started afresh for each file."""

    def ask(self, command: str) -> Response:
        """The answer to a command; `Crash` if none will ever come."""

    def knows(self, name: str) -> bool:
        """Whether there is a command of this name."""

    def close(self) -> None:
        """End it."""


Start = Callable[[], Respondent]


class OwnEngine:
    """Our engine in a GTP session, in this process."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._session = GtpSession(engine)
        self._names = frozenset(self.ask("list_commands").text.split())

    def ask(self, command: str) -> Response:
        """The answer of the session; it does not crash."""
        return parse_response(self._session.answer(command))

    def knows(self, name: str) -> bool:
        """Whether we have the command."""
        return name in self._names

    def close(self) -> None:
        """Give back what the engine holds."""
        self._engine.close()


class Program:
    """A GTP program on pipes."""

    def __init__(self, command: str, answer_seconds: float = ANSWER_SECONDS) -> None:
        self._client = GtpClient(command, timeout=answer_seconds)

    def ask(self, command: str) -> Response:
        """The program's answer; refusals are answers too."""
        try:
            return Response(None, True, self._client.send(command))
        except GtpFailure as failure:
            return Response(None, False, failure.message)
        except GtpError as error:
            raise Crash(str(error)) from None
        except ValueError as error:  # a line that GTP cannot carry was not sent
            return Response(None, False, str(error))

    def knows(self, name: str) -> bool:
        """Whether the program lists the command; one that cannot list any is asked everything."""
        try:
            return self._client.knows(name)
        except GtpFailure:
            return True
        except GtpError as error:
            raise Crash(str(error)) from None

    def close(self) -> None:
        """End the program."""
        self._client.close()
