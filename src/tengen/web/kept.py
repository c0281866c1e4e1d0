"""Something that takes time to make, kept for as long as what it is made of stays the same."""

from collections.abc import Callable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Kept(Generic[Value]):
    """The latest value, and what it was made of.

    >>> kept: Kept[str] = Kept()
    >>> kept.get((1, "a"), lambda: "made"), kept.get((1, "a"), lambda: "made anew")
    ('made', 'made')
    >>> kept.get((2, "a"), lambda: "made anew")
    'made anew'
    """

    def __init__(self) -> None:
        self._made: tuple[tuple[object, ...], Value] | None = None

    def get(self, parts: tuple[object, ...], make: Callable[[], Value]) -> Value:
        """The value made of these parts; objects other than numbers and texts are the same only if they are one."""
        if self._made is None or not _are_same(self._made[0], parts):
            self._made = (parts, make())
        return self._made[1]


def _are_same(before: tuple[object, ...], now: tuple[object, ...]) -> bool:
    return len(before) == len(now) and all(
        one is other or (isinstance(one, int | str) and one == other) for one, other in zip(before, now, strict=True)
    )
