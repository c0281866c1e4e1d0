"""A neural network that judges positions: its file, its runs on this machine, and its say in the search."""
