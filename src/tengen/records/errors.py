"""What is wrong with a game record."""

from tengen.errors import TengenError


class RecordError(TengenError):
    """A file that is no game record, or one that cannot be replayed or written.

    The message is one line: the file, if there is one, then what is wrong and where.
    """

    def __init__(self, message: str) -> None:
        super().__init__(" ".join(message.split()))  # a file's own line ends may be in it

    def in_file(self, name: str) -> "RecordError":
        """The same error with the file's name before it.

        >>> str(RecordError("the file is empty").in_file("game.sgf"))
        'game.sgf: the file is empty'
        """
        return RecordError(f"{name}: {self}") if name else self


def shortened(text: str, most: int = 30) -> str:
    """A value for a message: quoted, on one line, and not longer than a person reads.

    >>> shortened("ab" * 500)
    "'ababababababababababababababab…'"
    """
    return repr(text if len(text) <= most else text[:most] + "…")
