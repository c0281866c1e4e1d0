"""Learning from collections of games."""
