"""How large a game from outside may be; in a file of its own, as the server needs it before the rest is loaded."""

LARGEST_FILE = 2_000_000  # bytes
LONGEST_TEXT = 800_000  # characters that are pasted: a page sends no message of more than a million
MOST_NODES = 5_000  # of a tree that a page can show
