"""How large a game from outside may be; in a file of its own, as the server needs it before the rest is loaded."""

LARGEST_FILE = 2_000_000  # bytes
MOST_NODES = 5_000  # of a tree that a page can show
