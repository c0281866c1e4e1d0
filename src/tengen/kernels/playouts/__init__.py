"""Ways to play a position out to the end: one file for each policy."""
