"""Reading one fight to its end: a board of at most 64 points as words of bits, and proof-number search on it."""
