"""Questions about groups that a player answers by reading: one file for each."""
