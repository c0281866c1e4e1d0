"""The end of the game: which stones are dead, when to pass, what to clean up, when to give up."""
