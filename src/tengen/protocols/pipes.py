"""What every protocol on pipes needs: input as it comes, and whether anybody still listens."""

import select
from collections.abc import Callable
from typing import Protocol, TextIO


class RawInput(Protocol):
    """Bytes as they come.

    Unbuffered, for a thread that waits in a buffered file would hold its lock when the
    interpreter ends.
    """

    def read(self, size: int, /) -> bytes | None:
        """Some bytes, at most `size`; none at the end."""


def hang_up_watch(sink: TextIO) -> Callable[[int], bool] | None:
    """Asks whether the reader of `sink` is gone, or goes within some milliseconds; None where nobody can tell."""
    try:
        poll = select.poll()
        poll.register(sink.fileno(), select.POLLERR | select.POLLHUP)
    except (OSError, ValueError, AttributeError):
        return None  # not a real file, or no such call here
    return lambda milliseconds: bool(poll.poll(milliseconds))
