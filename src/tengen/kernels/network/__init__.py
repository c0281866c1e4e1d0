"""What a neural network is shown of a position, and how games are replayed for it to learn from."""
