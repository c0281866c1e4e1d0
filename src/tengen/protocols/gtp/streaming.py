"""Answers that are told line by line while the engine thinks, to a listener that may have heard enough.

Most commands return their answer as a text. One that has something to tell meanwhile checks its arguments and returns
a `Stream`, a function of the listener: the status line goes out at once, then every line that it tells, and the empty
line that ends an answer when it returns. What should end with the next line of input asks `has_enough` now and then.
"""

from collections.abc import Callable


class Listener:
    r"""Whoever reads the answers.

    `write` takes text; `hears_more` says whether there has been further input since the command under way.

    >>> heard: list[str] = []
    >>> listener = Listener(heard.append, hears_more=lambda: len(heard) > 1)
    >>> while not listener.has_enough:
    ...     listener.tell("info")
    >>> heard
    ['info\n', 'info\n']
    """

    def __init__(self, write: Callable[[str], object], hears_more: Callable[[], bool]) -> None:
        self._write = write
        self._hears_more = hears_more
        self.is_gone = False  # nobody listens any more

    def send(self, text: str) -> None:
        """Write text as it is, if somebody still reads it."""
        if self.is_gone:
            return
        try:
            self._write(text)
        except (OSError, ValueError):  # a broken pipe; a closed file
            self.is_gone = True

    def tell(self, line: str) -> None:
        """Write a line of an answer; there must be something on it, for an empty one would end the answer."""
        self.send(f"{line or ' '}\n")

    @property
    def has_enough(self) -> bool:
        """Whether an answer without an end of its own should end: there is further input, or nobody reads it."""
        return self.is_gone or self._hears_more()


Stream = Callable[[Listener], None]
