"""How many cores there are to work with, and how much of a machine a search may be given at all."""

import os

MOST_THREADS = 256
MOST_MEMORY = 20_000  # megabytes for a tree; where the machine has less, the tree gets a part of that


def usable_cores() -> int:
    """The cores this process may run on, which may be fewer than there are."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
