"""How many cores there are to work with."""

import os


def usable_cores() -> int:
    """The cores this process may run on, which may be fewer than there are."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
